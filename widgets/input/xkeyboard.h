// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

#include <xcb/xcb.h>

namespace Nightdesk
{
/// The state of this workstation's keyboard according to X: lock lights, and whether keycodes have Linux numbering. Listens to events that Qt
/// receives anyway and never blocks. One object for all views; none without X. GUI thread. Owned by the ViewKeyboards that use it and deleted with
/// the last one.
class XKeyboard : public QObject
{
    Q_OBJECT
public:
    /// Created with the first view and deleted with the last; null if the program does not run on X.
    static std::shared_ptr<XKeyboard> shared();
    ~XKeyboard() override;

    /// the lock lights that are on, as LockKeySync::Light; empty: not known yet
    std::optional<quint8> lockLeds() const
    {
        return m_lockLights;
    }
    bool hasLinuxKeycodes() const
    {
        return m_hasLinuxKeycodes;
    }

Q_SIGNALS:
    void lockLedsChanged();

private:
    explicit XKeyboard(xcb_connection_t *connection);
    void handleEvent(const xcb_generic_event_t *event);
    void requestKeyboardState();
    void readReplies();
    void setLockedModifiers(unsigned modifiers);

    xcb_connection_t *const m_connection;
    int m_xkbEventCode = -1;
    unsigned m_stateRequestSequence = 0; ///< X11 sequence number of the pending request, as in the next two members; 0: none
    unsigned m_keyNamesRequestSequence = 0;
    unsigned m_keycodesNameRequestSequence = 0;
    QTimer m_replyTimer;
    std::optional<quint8> m_lockLights;
    bool m_hasLinuxKeycodes = false;
};
}
