// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <KMessageWidget>

class QAction;
class QUrl;

namespace Nightdesk
{
class SupportDesk;

/// Messages across the top of the window; for a problem at the facility, also who can help now. GUI thread. Owned by Console or BoardWindow.
class MessageBar : public KMessageWidget
{
    Q_OBJECT
public:
    /// @p support outlives this.
    explicit MessageBar(SupportDesk *support, QWidget *parent = nullptr);

    /// Reports a problem at the facility. @p topic: what is wrong, for closeMessageAbout(); empty: Nightdesk cannot detect when it is fixed.
    void showError(const QString &text, const QString &topic = {});
    /// Reports a problem on this computer, which the facility's staff cannot fix.
    void showWarning(const QString &text);
    void showInfo(const QString &text, const QString &topic = {});
    /// For a less important message: shown only if no other message is shown; returns false if it was not shown.
    bool showWarningIfFree(const QString &text);
    /// Shows a message with a button; offerAccepted() reports a click. @p topic: what the message is about, as in showError().
    void showOffer(const QString &text, const QString &topic, const QString &button);
    /// Says that a file was saved, and offers to open it or show its folder; only if no other message is shown.
    void offerToOpenFile(const QString &file);
    /// True if a new message would replace nothing important: no message is shown, or only an informative one.
    bool isMessageReplaceable() const;
    /// What the shown message is about; empty: no message, or nothing in particular.
    QString messageTopic() const;
    /// To be called when @p topic is fixed: closes the message about it, and no other message.
    void closeMessageAbout(const QString &topic);

Q_SIGNALS:
    void offerAccepted(const QString &topic); ///< the button of an offer was clicked
    void openUrlRequested(const QUrl &url); ///< the user wants to open this URL of a file or of its folder

private:
    void showText(MessageType type, const QString &text);
    void updateContactAction();

    SupportDesk *m_supportDesk;
    QAction *m_contactAction;
    QAction *m_offerButtonAction;
    QAction *m_openFileAction;
    QAction *m_showFolderAction;
    QString m_offeredFile; ///< the file that is offered
    QString m_messageTopic;
};
}
