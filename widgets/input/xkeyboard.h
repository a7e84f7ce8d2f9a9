// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractNativeEventFilter>
#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

struct xcb_connection_t;
struct xcb_xkb_state_notify_event_t;

namespace Nightdesk
{
/// What X says of the desk's keyboard: its lock lights, and whether its keycodes are Linux's. It listens to the events that Qt
/// gets anyway and never waits for an answer. One for all views; none where there is no X. GUI thread. Held by the ViewKeyboards that use
/// it and deleted with the last one.
class XKeyboard : public QObject, QAbstractNativeEventFilter
{
    Q_OBJECT
public:
    /// Made with the first view and gone with the last; null where the program is no X program.
    static std::shared_ptr<XKeyboard> shared();
    ~XKeyboard() override;

    std::optional<quint8> lights() const; ///< LockSync::Light; empty: not known yet
    bool hasLinuxKeycodes() const;

Q_SIGNALS:
    void lightsChanged();

private:
    explicit XKeyboard(xcb_connection_t *connection);
    bool nativeEventFilter(const QByteArray &eventType, void *message, qintptr *result) override;
    void requestState();
    void lookForAnswers();
    void setLocked(unsigned modifiers);

    xcb_connection_t *const m_connection;
    int m_firstEvent = -1;
    unsigned m_stateQuestion = 0; ///< sequence numbers; 0: none is open
    unsigned m_namesQuestion = 0;
    unsigned m_nameQuestion = 0;
    QTimer m_look;
    std::optional<quint8> m_lights;
    bool m_linuxKeycodes = false;
};
}
