// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/secretstore.h"
#include "sessions/links/facts/linkfacts.h"
#include "widgets/questions/questionbars.h"

#include <QHash>
#include <QObject>
#include <QPointer>

#include <optional>

class QBoxLayout;
class QDialog;
class QWidget;

namespace Nightdesk
{
class DesktopSession;
class Link;
class LinkStatusPanel;
class QuestionBar;
class Session;

/// Turns the questions of links and desktops into dialogs and bars, and returns the answers. Questions asked before anything is live open a dialog,
/// one at a time; questions asked while a display is live, or when a link reconnects, appear in a bar of the link's strip, which takes no focus.
/// Neither blocks; a withdrawn question closes its dialog or bar. If there is a keychain, it is asked first. GUI
/// thread. Owned by Console, OneDesktopWindow or BoardWindow.
class Questions : public QObject
{
    Q_OBJECT
public:
    /// @p window is the dialogs' parent.
    explicit Questions(QWidget *window);
    ~Questions() override;

    /// Null: no secret is saved permanently. The store outlives this object.
    void setSecretStore(SecretStore *keeper);
    /// The shortcut that moves the focus to the bars, in words.
    void setBarShortcutText(const QString &key);
    /// The layout for bars of links without a strip; its widget outlives this object. Without it, such links open dialogs.
    void setFallbackBarLayout(QBoxLayout *layout);

    void watchLink(Link *link); ///< for a link without a strip: its bars appear in the layout of setFallbackBarLayout()
    void watchLink(Link *link, LinkStatusPanel *strip);
    /// Another object answers this link's questions from now on; an open question is withdrawn.
    void unwatch(Link *link);
    void watchDesktop(DesktopSession *session, LinkStatusPanel *strip = nullptr);
    /// While the session is live the user may be typing in it: no dialog opens above it.
    void protectFromDialogs(Session *session);

    /// Moves the focus to the bar that has waited longest; false: no bar is waiting.
    bool focusBar();

Q_SIGNALS:
    /// @p words: the accounts and hosts whose bars wait for the user; empty: none.
    void waitingTextChanged(const QString &words);

private:
    struct OpenQuestion {
        QPointer<Link> link;
        QPointer<LinkStatusPanel> strip;
        SecretQuestion question;
        QPointer<QDialog> dialog;
        QPointer<QuestionBar> bar;
        bool wasLastAnswerRefused = false; ///< the question is asked again, because the answer just given was refused
    };
    bool isSessionProtectedFromDialogsLive() const;
    enum class AnswerWidgetKind {
        Dialog,
        Bar
    };
    /// Whether the user last answered @p asker, a link or a desktop, in a dialog or in a bar. Empty: never, or the focus is now outside the Nightdesk
    /// windows. Forgets the answer.
    std::optional<AnswerWidgetKind> takeLastAnswerWidgetKind(const QObject *asker);
    void enqueueDialog(QDialog *dialog);
    void openNextDialog();
    void handleHostKeyQuestion(Link *link, LinkStatusPanel *strip, const HostKeyQuestion &question);
    void openHostKeyDialog(quint64 id, const HostKeyQuestion &question);
    void answerHostKey(quint64 id, HostKeyAnswer answer);
    void handleSecretQuestion(Link *link, LinkStatusPanel *strip, const SecretQuestion &question);
    void requestSecretFromStore(quint64 id);
    void askPerson(quint64 id, bool inBar, const QString &refusalText = {});
    void answerSecret(quint64 id, const std::optional<Secret> &secret, bool keep);
    void closeQuestion(const OpenQuestion &ask);
    void handleLinkState(Link *link, LinkState state);

    QWidget *m_parentWindow;
    SecretStore *m_secretStore = nullptr;
    QString m_barShortcutText;
    QHash<quint64, OpenQuestion> m_openQuestions; ///< by the question's id, which is unique in the process
    QuestionBars m_questionBars;
    QList<QPointer<QDialog>> m_dialogQueue; ///< dialogs in the order of their questions; only the first is open
    QList<QPointer<Session>> m_sessionsProtectedFromDialogs;
    QHash<const QObject *, AnswerWidgetKind> m_lastAnswerWidgetKindByAsker; ///< the asker is a link or a desktop
    QHash<QString, const Link *> m_linksTryingStoredSecrets; ///< names of secrets from the keychain, and the link that is trying each
    QMultiHash<const Link *, QString> m_secretsToSave; ///< secrets to save when the login has succeeded, because the user ticked the box
};
}
