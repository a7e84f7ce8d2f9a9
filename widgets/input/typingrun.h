// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/desktopsession.h"

#include <QList>
#include <QObject>
#include <QPointer>

namespace Nightdesk
{
/// Types a list of keys into a desktop in small groups: sends the next group when the desktop has answered after the previous one, so that a slow
/// connection or program does not fall behind. Owned by ClipboardTyping, GUI thread.
class KeyListTyper : public QObject
{
    Q_OBJECT
public:
    enum class EndReason {
        Done,
        Stopped, ///< the user stopped the typing
        InputNotAccepted ///< the desktop no longer accepts input
    };

    explicit KeyListTyper(DesktopSession *session);

    /// Starts to type @p keysyms; ends a run in progress first.
    void start(const QList<quint32> &keysyms);
    void stop();
    bool isRunning() const
    {
        return m_isRunning;
    }
    qsizetype typedKeyCount() const
    {
        return m_typedKeyCount;
    }
    qsizetype totalKeyCount() const;

    static constexpr qsizetype keysPerGroup = 48;

Q_SIGNALS:
    void progressed();
    void typingEnded(Nightdesk::KeyListTyper::EndReason end);

private:
    void typeNextGroup();
    void finish(EndReason end);

    QPointer<DesktopSession> m_desktopSession;
    QList<quint32> m_keysyms;
    qsizetype m_typedKeyCount = 0;
    bool m_isRunning = false;
    BootClock::time_point m_lastGroupSentAt;
};
}
