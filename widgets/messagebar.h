// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <KMessageWidget>

class QAction;

namespace Nightdesk
{
class SupportDesk;

/// What the window has to say across its upper edge; beside what went wrong, who can help now. GUI thread.
class MessageBar : public KMessageWidget
{
    Q_OBJECT
public:
    /// @p support outlives it.
    explicit MessageBar(SupportDesk *support, QWidget *parent = nullptr);

    /// Something at the facility is wrong.
    void complain(const QString &text);
    /// Something on this computer is wrong: nobody at the facility can mend it.
    void warn(const QString &text);
    void inform(const QString &text);

private:
    void say(MessageType type, const QString &text);
    void showSupport();

    SupportDesk *m_support;
    QAction *m_help;
};
}
