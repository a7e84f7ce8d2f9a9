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
/// Delays a click that pastes, and all input after it, until the text to paste is known, because the desktop must receive the text first. The delay
/// is limited. GUI thread. Owned by ClipboardBridge.
class DelayedPaste : public QObject
{
    Q_OBJECT
public:
    DelayedPaste();
    ~DelayedPaste() override;

    static bool isInput(const QEvent &event);
    /// Delays @p click, a mouse event that pastes.
    void delayClick(QWidget *view, const QEvent &click);
    /// True: an event for @p view must be queued behind the delayed click.
    bool mustQueue(const QWidget *view) const;
    void queueEvent(const QEvent &event);
    QWidget *view() const; ///< the view whose click is delayed; null: nothing is delayed
    void sendQueuedEvents(); ///< sends the delayed events in order

private:
    QPointer<QWidget> m_pasteView;
    std::vector<std::unique_ptr<QEvent>> m_queuedEvents;
    QTimer m_delayLimitTimer;
    bool m_isSendingQueuedEvents = false;
};
}
