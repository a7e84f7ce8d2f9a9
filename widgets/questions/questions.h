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
class LinkStrip;
class QuestionBar;
class Session;

/// Turns the questions of links and desktops into dialogs and bars, and the answers back. What is asked before people are at
/// work opens a dialog, one at a time; what is asked while a display is live, or when a link returns, stands in a bar of the
/// link's strip, which takes no focus. Neither blocks; a question that is withdrawn takes them away. The wallet, where there is one, is asked first. GUI
/// thread. Owned by Console, ViewWindow or BoardWindow.
class Questions : public QObject
{
    Q_OBJECT
public:
    /// @p window is the dialogs' parent.
    explicit Questions(QWidget *window);
    ~Questions() override;

    /// Null: nothing is kept beyond the night. It outlives this.
    void setSecretStore(SecretStore *keeper);
    /// In words: the key that leads to the bars.
    void setAnswerKey(const QString &key);
    /// Where bars of links without a strip stand; it is of a widget that outlives this. Without it they open dialogs.
    void setPlace(QBoxLayout *place);

    void watch(Link *link); ///< without a strip: its bars stand in the place for them
    void watch(Link *link, LinkStrip *strip);
    /// What it asks from now on is for somebody else; what is open is withdrawn.
    void unwatch(Link *link);
    void watch(DesktopSession *session);
    void watch(DesktopSession *session, LinkStrip *strip);
    /// While it is live people may be typing there: nothing opens over it.
    void protectFromDialogs(Session *session);

    /// Gives the keyboard to the bar that has waited longest; false: none waits.
    bool focusBar();

Q_SIGNALS:
    /// Bars wait for a person: whose, in words; empty: none does.
    void waiting(const QString &words);

private:
    struct Ask {
        QPointer<Link> link;
        QPointer<LinkStrip> strip;
        SecretQuestion question;
        QPointer<QDialog> dialog;
        QPointer<QuestionBar> bar;
        bool isAgain = false; ///< what was typed there a moment ago was refused
    };
    bool isAtWork() const;
    enum class Form {
        Dialog,
        Bar
    };
    /// Where who asks was answered last, if the hands have not left our window since: it is asked again there.
    std::optional<Form> lastForm(const QObject *asker);
    void open(QDialog *dialog);
    void openNext();
    void hostKeyAsked(Link *link, LinkStrip *strip, const HostKeyQuestion &question);
    void openHostKeyDialog(quint64 id, const HostKeyQuestion &question);
    void answerHostKey(quint64 id, HostKeyAnswer answer);
    void secretAsked(Link *link, LinkStrip *strip, const SecretQuestion &question);
    void askSecretStore(quint64 id);
    void askPerson(quint64 id, bool inBar, const QString &complaint = {});
    void answerSecret(quint64 id, const std::optional<Secret> &secret, bool keep);
    void close(const Ask &ask);
    void linkChanged(Link *link, LinkState state);

    QWidget *m_window;
    SecretStore *m_secretStore = nullptr;
    QString m_key;
    QHash<quint64, Ask> m_asks; ///< by question; ids are unique in the process
    QuestionBars m_bars;
    QList<QPointer<QDialog>> m_dialogs; ///< the first one is open
    QList<QPointer<Session>> m_spared;
    QHash<const QObject *, Form> m_lastForms; ///< of links and desktops
    QHash<QString, const Link *> m_fromSecretStore; ///< names of what came from there, and who tries it now
    QMultiHash<const Link *, QString> m_toKeep; ///< ticked: when it has proved right
};
}
