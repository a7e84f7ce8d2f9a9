// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <KMessageWidget>

class QAction;
class QUrl;

namespace Nightdesk
{
class SupportDesk;

/// What the window has to say across its upper edge; beside what went wrong, who can help now. GUI thread. Owned by Console or BoardWindow.
class MessageBar : public KMessageWidget
{
    Q_OBJECT
public:
    /// @p support outlives it.
    explicit MessageBar(SupportDesk *support, QWidget *parent = nullptr);

    /// Something at the facility is wrong. @p about: what, for closeAbout(); empty: nothing that can be seen to be fixed.
    void showError(const QString &text, const QString &about = {});
    /// Something on this computer is wrong: nobody at the facility can mend it.
    void showWarning(const QString &text);
    void showInfo(const QString &text, const QString &about = {});
    /// Not worth another message's place: said only where nothing else is; false: it was not.
    bool showWarningIfFree(const QString &text);
    /// With a button. @p about as above; taken() tells of a click.
    void showOffer(const QString &text, const QString &about, const QString &button);
    /// A file was saved, which can be opened or shown in its folder; only where no other message is.
    void offerFile(const QString &file);
    /// Whether another message takes nothing away that is not said again: none is there, or plain information is.
    bool isFree() const;
    /// What the message complains about, if it is there; empty: nothing.
    QString about() const;
    /// It is fixed: takes the complaint about it away, and no other message.
    void closeAbout(const QString &about);

Q_SIGNALS:
    void taken(const QString &about); ///< the button of an offer
    void openRequested(const QUrl &url); ///< a file, or the folder of it

private:
    void showText(MessageType type, const QString &text);
    void showSupport();

    SupportDesk *m_support;
    QAction *m_help;
    QAction *m_take;
    QAction *m_open;
    QAction *m_showFolder;
    QString m_file; ///< that is offered
    QString m_about;
};
}
