// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>
#include <QWidget>

#include <memory>
#include <vector>

class QEvent;

namespace Nightdesk
{
/// Holds back a click that pastes, and what is typed and pointed behind it, until the text it pastes is known: the desktop is
/// to have that first. Not for long. GUI thread. Owned by ClipboardBridge.
class PasteHold : public QObject
{
    Q_OBJECT
public:
    explicit PasteHold(QObject *parent = nullptr);
    ~PasteHold() override;

    static bool isInput(const QEvent &event);
    void begin(QWidget *view, const QEvent &click);
    /// Whether this is to wait behind what waits already.
    bool holds(const QWidget *view) const;
    void keep(const QEvent &event);
    QWidget *view() const; ///< null: nothing is held
    void release(); ///< in order

private:
    QPointer<QWidget> m_view;
    std::vector<std::unique_ptr<QEvent>> m_events;
    QTimer m_limit;
    bool m_isLettingGo = false;
};
}
