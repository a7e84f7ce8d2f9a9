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

    /// Something at the facility is wrong. @p about: what, for settle(); empty: nothing that can be seen to be mended.
    void complain(const QString &text, const QString &about = {});
    /// Something on this computer is wrong: nobody at the facility can mend it.
    void warn(const QString &text);
    void inform(const QString &text, const QString &about = {});
    /// Not worth another message's place: said only where nothing else is; false: it was not.
    bool mention(const QString &text);
    /// With a button. @p about as above; taken() tells of a click.
    void offer(const QString &text, const QString &about, const QString &button);
    /// Whether another message takes nothing away that is not said again: none is there, or plain information is.
    bool isFree() const;
    /// What the message complains about, if it is there; empty: nothing.
    QString about() const;
    /// It is mended: takes the complaint about it away, and no other message.
    void settle(const QString &about);

Q_SIGNALS:
    void taken(const QString &about); ///< the button of an offer

private:
    void say(MessageType type, const QString &text);
    void showSupport();

    SupportDesk *m_support;
    QAction *m_help;
    QAction *m_take;
    QString m_about;
};
}
