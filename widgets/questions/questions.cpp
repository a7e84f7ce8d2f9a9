// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/questions/questions.h"

#include "sessions/desktops/desktopsession.h"
#include "sessions/links/hop/link.h"
#include "sessions/links/login/nightsecrets.h"
#include "widgets/questions/hostkeydialog.h"
#include "widgets/questions/linkstrip.h"
#include "widgets/questions/questionbar.h"
#include "widgets/questions/secretdialog.h"

#include <KLocalizedString>

#include <QApplication>
#include <QTimer>
#include <QWidget>

#include <algorithm>

namespace Nightdesk
{
namespace
{
using namespace std::chrono_literals;
// A keychain that has not answered by then is locked or broken: the observer must be able to continue without it.
constexpr auto secretStoreTimeout = 3s;

SecretDialog::Question secretDialogQuestion(const SecretQuestion &question)
{
    SecretDialog::Question words;
    if (question.attempt > 1) {
        words.refusalText =
            i18nc("@info a password, passphrase or code was refused", "Your answer was not accepted. Enter it again (attempt %1).", question.attempt);
    }
    switch (question.kind) {
    case SecretQuestion::Kind::Password:
        words.title = i18nc("@title:window", "Password");
        words.promptText = i18nc("@label account user@host", "Password of %1:", question.account);
        words.mayBeEmpty = false;
        break;
    case SecretQuestion::Kind::Passphrase:
        words.title = i18nc("@title:window", "Passphrase");
        words.promptText = i18nc("@label a private key file", "Passphrase of the key %1:", question.subject);
        words.mayBeEmpty = false;
        break;
    case SecretQuestion::Kind::KeyboardInteractive:
        words.title = i18nc("@title:window", "Login");
        words.promptText = i18nc("@label account user@host", "%1 asks:", question.account);
        words.serverText = question.subject;
        words.echo = question.isAnswerVisible;
        break;
    }
    return words;
}
}

Questions::Questions(QWidget *window)
    : QObject(window)
    , m_parentWindow(window)
{
    connect(&m_questionBars, &QuestionBars::waitingTextChanged, this, &Questions::waitingTextChanged);
}

Questions::~Questions() = default;

void Questions::setSecretStore(SecretStore *keeper)
{
    m_secretStore = keeper;
}

void Questions::setBarShortcutText(const QString &key)
{
    m_barShortcutText = key;
}

void Questions::setFallbackBarLayout(QBoxLayout *layout)
{
    m_questionBars.setFallbackLayout(layout);
}

void Questions::protectFromDialogs(Session *session)
{
    m_sessionsProtectedFromDialogs.removeAll(nullptr);
    m_sessionsProtectedFromDialogs.append(session);
}

/// True if any protected session is live, of this or another link, because the user may be typing in it.
bool Questions::isSessionProtectedFromDialogsLive() const
{
    return std::ranges::any_of(m_sessionsProtectedFromDialogs, [](const QPointer<Session> &session) {
        return session && session->state() == SessionState::Live;
    });
}

std::optional<Questions::AnswerWidgetKind> Questions::takeLastAnswerWidgetKind(const QObject *asker)
{
    const auto last = m_lastAnswerWidgetKindByAsker.constFind(asker);
    // The question is asked in a dialog or a bar again, as the last time, only if the focus is in a Nightdesk window and not in a desktop.
    const QWidget *focus = QApplication::focusWidget();
    const bool wasHere = last != m_lastAnswerWidgetKindByAsker.cend() && QApplication::activeWindow() && !(focus && focus->inherits("Nightdesk::RemoteView"));
    const std::optional<AnswerWidgetKind> kind = wasHere ? std::optional(*last) : std::nullopt;
    m_lastAnswerWidgetKindByAsker.remove(asker);
    return kind;
}

/// Opens one dialog at a time. A dialog above another one would receive the rest of the text being typed, so one host would get another host's
/// password.
void Questions::enqueueDialog(QDialog *dialog)
{
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    m_dialogQueue.append(dialog);
    connect(dialog, &QDialog::finished, this, &Questions::openNextDialog, Qt::QueuedConnection);
    connect(dialog, &QObject::destroyed, this, &Questions::openNextDialog, Qt::QueuedConnection);
    if (m_dialogQueue.size() == 1) {
        openNextDialog();
    }
}

void Questions::openNextDialog()
{
    m_dialogQueue.removeIf([](const QPointer<QDialog> &dialog) {
        return !dialog || (dialog->testAttribute(Qt::WA_WState_ExplicitShowHide) && dialog->isHidden());
    });
    if (!m_dialogQueue.isEmpty() && !m_dialogQueue.first()->isVisible()) {
        QDialog *dialog = m_dialogQueue.first();
        dialog->open();
        dialog->raise();
        dialog->activateWindow();
    }
}

void Questions::watchLink(Link *link)
{
    watchLink(link, nullptr);
}

void Questions::watchLink(Link *link, LinkStatusPanel *strip)
{
    connect(link, &Link::hostKeyQuestionAsked, this, [this, link, strip = QPointer(strip)](const HostKeyQuestion &question) {
        handleHostKeyQuestion(link, strip, question);
    });
    connect(link, &Link::secretQuestionAsked, this, [this, link, strip = QPointer(strip)](const SecretQuestion &question) {
        handleSecretQuestion(link, strip, question);
    });
    connect(link, &Link::questionWithdrawn, this, [this](quint64 id) {
        closeQuestion(m_openQuestions.take(id));
    });
    connect(link, &Link::stateChanged, this, [this, link](LinkState state) {
        handleLinkState(link, state);
    });
    // A new connection that replaces a silent one is a login, too, but the link's state stays live.
    connect(link, &Link::connectionRenewed, this, [this, link] {
        handleLinkState(link, LinkState::Live);
    });
    connect(link, &QObject::destroyed, this, [this, link] {
        m_lastAnswerWidgetKindByAsker.remove(link);
        m_secretsToSave.remove(link);
        m_linksTryingStoredSecrets.removeIf([link](QHash<QString, const Link *>::iterator from) {
            return from.value() == link;
        });
    });
}

void Questions::unwatch(Link *link)
{
    link->disconnect(this);
    m_secretsToSave.remove(link);
    m_linksTryingStoredSecrets.removeIf([link](QHash<QString, const Link *>::iterator from) {
        return from.value() == link;
    });
    const QList<quint64> ids = m_openQuestions.keys();
    for (const quint64 id : ids) {
        if (m_openQuestions.value(id).link == link) {
            closeQuestion(m_openQuestions.take(id));
        }
    }
}

void Questions::handleHostKeyQuestion(Link *link, LinkStatusPanel *strip, const HostKeyQuestion &question)
{
    OpenQuestion &ask = m_openQuestions[question.id];
    ask.link = link;
    ask.strip = strip;
    if (!m_questionBars.canShowBar(strip) || (!question.isReconnection && !isSessionProtectedFromDialogsLive())) {
        openHostKeyDialog(question.id, question);
        return;
    }
    auto *bar = new QuestionBar(i18nc("@info %1 is a host", "%1 answers with an unknown host key. Is it the right host?", question.host),
                                i18nc("@action:button", "Check Host Key…"),
                                m_barShortcutText);
    ask.bar = bar;
    connect(bar, &QuestionBar::buttonPressed, this, [this, question] {
        openHostKeyDialog(question.id, question);
    });
    connect(bar, &QuestionBar::declined, this, [this, id = question.id] {
        answerHostKey(id, HostKeyAnswer::Refuse);
    });
    m_questionBars.show(strip, bar, link->target().spec.host);
}

void Questions::openHostKeyDialog(quint64 id, const HostKeyQuestion &question)
{
    const auto ask = m_openQuestions.find(id);
    if (ask == m_openQuestions.end() || ask->dialog) {
        return;
    }
    auto *dialog = new HostKeyDialog(question, m_parentWindow);
    ask->dialog = dialog;
    connect(dialog, &HostKeyDialog::answered, this, [this, id](HostKeyAnswer answer) {
        answerHostKey(id, answer);
    });
    enqueueDialog(dialog);
}

void Questions::answerHostKey(quint64 id, HostKeyAnswer answer)
{
    const OpenQuestion ask = m_openQuestions.take(id);
    closeQuestion(ask);
    if (ask.link) {
        ask.link->answerHostKey(id, answer);
    }
}

void Questions::handleSecretQuestion(Link *link, LinkStatusPanel *strip, const SecretQuestion &question)
{
    OpenQuestion &ask = m_openQuestions[question.id];
    ask.link = link;
    ask.strip = strip;
    ask.question = question;
    // If the password was mistyped, it is asked for again in the same place, where the focus is.
    const auto last = takeLastAnswerWidgetKind(link);
    const bool wasLastAnswerRefused = question.attempt > 1 && last.has_value();
    ask.wasLastAnswerRefused = wasLastAnswerRefused;
    const bool inBar = wasLastAnswerRefused ? last == AnswerWidgetKind::Bar : question.isReconnection || isSessionProtectedFromDialogsLive();
    if (!m_secretStore || question.nightSecretName.isEmpty()) {
        askPerson(question.id, inBar);
        return;
    }
    const auto refusal = link->secrets()->refusal(question.nightSecretName);
    const bool wasFromSecretStore = m_linksTryingStoredSecrets.remove(question.nightSecretName);
    if (question.attempt == 1 && !refusal) {
        requestSecretFromStore(question.id);
    } else if (!wasFromSecretStore) {
        askPerson(question.id, inBar);
    } else if (refusal == NightSecrets::SecretVerdict::Wrong) {
        m_secretStore->remove(question.nightSecretName);
        askPerson(question.id,
                  inBar,
                  i18nc("@info", "The host did not accept the password from the keychain. Nightdesk removed the password from the keychain."));
    } else {
        // The wrong answer may have been a later code, or the connection may have failed: a saved password is not deleted for that.
        askPerson(question.id,
                  inBar,
                  i18nc("@info", "The login with the password from the keychain failed. The password may still be correct and stays saved."));
    }
}

void Questions::requestSecretFromStore(quint64 id)
{
    QTimer::singleShot(secretStoreTimeout, this, [this, id] {
        // Always in the bar: the keychain's own window may be open for its password, and text typed there must not end up in a dialog of Nightdesk.
        askPerson(id, true);
    });
    m_secretStore->fetch(m_openQuestions.value(id).question.nightSecretName, [this, id, self = QPointer(this)](const std::optional<Secret> &secret) {
        const auto ask = self ? m_openQuestions.constFind(id) : decltype(m_openQuestions.cend())();
        if (!self || ask == m_openQuestions.cend()) {
            return;
        }
        const bool isAsked = ask->dialog || ask->bar;
        if (secret && !(isAsked && (ask->dialog || !ask->bar->isUntouched()))) {
            m_linksTryingStoredSecrets.insert(ask->question.nightSecretName, ask->link);
            answerSecret(id, secret, false);
        } else if (!secret) {
            askPerson(id, ask->question.isReconnection || isSessionProtectedFromDialogsLive());
        }
    });
}

void Questions::askPerson(quint64 id, bool inBar, const QString &refusalText)
{
    const auto ask = m_openQuestions.find(id);
    if (ask == m_openQuestions.end() || ask->dialog || ask->bar) {
        return;
    }
    SecretDialog::Question words = secretDialogQuestion(ask->question);
    words.offersSaving = m_secretStore && m_secretStore->isAvailable() && !ask->question.nightSecretName.isEmpty();
    if (!refusalText.isEmpty()) {
        words.refusalText = refusalText;
    }
    if (inBar && m_questionBars.canShowBar(ask->strip)) {
        auto *bar = new QuestionBar(words, m_barShortcutText);
        ask->bar = bar;
        connect(bar, &QuestionBar::answered, this, [this, id, link = ask->link](const Secret &secret, bool keep) {
            m_lastAnswerWidgetKindByAsker.insert(link, AnswerWidgetKind::Bar);
            answerSecret(id, secret, keep);
        });
        connect(bar, &QuestionBar::declined, this, [this, id] {
            answerSecret(id, std::nullopt, false);
        });
        const bool wasLastAnswerRefused = ask->wasLastAnswerRefused;
        m_questionBars.show(ask->strip, bar, ask->question.account);
        if (wasLastAnswerRefused) {
            bar->takeFocus();
        }
        return;
    }
    auto *dialog = new SecretDialog(words, m_parentWindow);
    ask->dialog = dialog;
    connect(dialog, &SecretDialog::answered, this, [this, id, link = ask->link](const std::optional<Secret> &secret, bool keep) {
        m_lastAnswerWidgetKindByAsker.insert(link, AnswerWidgetKind::Dialog);
        answerSecret(id, secret, keep);
    });
    enqueueDialog(dialog);
}

void Questions::answerSecret(quint64 id, const std::optional<Secret> &secret, bool keep)
{
    const OpenQuestion ask = m_openQuestions.take(id);
    closeQuestion(ask);
    if (!ask.link) {
        return;
    }
    if (secret && keep) {
        m_secretsToSave.insert(ask.link, ask.question.nightSecretName);
    }
    ask.link->answerSecret(id, secret);
}

void Questions::closeQuestion(const OpenQuestion &ask)
{
    if (ask.dialog) {
        disconnect(ask.dialog, nullptr, this, nullptr);
        connect(ask.dialog, &QObject::destroyed, this, &Questions::openNextDialog, Qt::QueuedConnection);
        if (auto *secret = qobject_cast<SecretDialog *>(ask.dialog.data())) {
            secret->withdrawQuestion();
        } else {
            ask.dialog->reject();
            ask.dialog->deleteLater(); // a dialog that waited in the queue was never open, so reject() does not delete it
        }
    }
    if (ask.bar) {
        m_questionBars.remove(ask.strip, ask.bar);
    }
}

void Questions::handleLinkState(Link *link, LinkState state)
{
    if (state == LinkState::Live) {
        const QStringList names = m_secretsToSave.values(link);
        for (const QString &name : names) {
            if (const auto secret = link->secrets()->secret(name); secret && m_secretStore) {
                m_secretStore->keep(name, *secret);
            }
        }
        // The link is connected, so the stored secret was correct. If a later login is refused, the secret is not the reason.
        m_linksTryingStoredSecrets.removeIf([link](QHash<QString, const Link *>::iterator from) {
            return from.value() == link;
        });
    }
    if (state == LinkState::Live || state == LinkState::Closed) {
        m_secretsToSave.remove(link);
    }
}

bool Questions::focusBar()
{
    return m_questionBars.focusOldestBar();
}

void Questions::watchDesktop(DesktopSession *session, LinkStatusPanel *strip)
{
    protectFromDialogs(session);
    session->addSecretAnswerer(this);
    connect(session, &QObject::destroyed, this, [this, session] {
        m_lastAnswerWidgetKindByAsker.remove(session);
    });
    connect(session, &DesktopSession::secretNeeded, this, [this, session = QPointer(session), strip = QPointer(strip)](int attempt) {
        SecretDialog::Question words;
        words.title = i18nc("@title:window", "VNC Password");
        words.promptText = i18nc("@label a desktop's title", "Password of the desktop “%1”:", session->label());
        words.mayBeEmpty = false;
        if (attempt > 1) {
            words.refusalText = i18nc("@info a password was refused", "The password was not accepted. Enter it again (attempt %1).", attempt);
        }
        const auto last = takeLastAnswerWidgetKind(session);
        const bool wasLastAnswerRefused = attempt > 1 && last.has_value(); // then the same dialog or bar asks again, where the focus is
        // This desktop has been shown before, or another one is live: the user is working.
        const bool areAtWork = session->lastDamageAt() || (strip && isSessionProtectedFromDialogsLive());
        if (m_questionBars.canShowBar(strip) && (wasLastAnswerRefused ? last == AnswerWidgetKind::Bar : areAtWork)) {
            auto *bar = new QuestionBar(words, m_barShortcutText);
            const auto end = [this, session, strip, bar = QPointer(bar)](const std::optional<Secret> &secret) {
                if (bar) {
                    m_questionBars.remove(strip, bar);
                    if (session) {
                        session->answerSecret(secret);
                    }
                }
            };
            connect(bar, &QuestionBar::answered, this, [this, session, end](const Secret &secret) {
                m_lastAnswerWidgetKindByAsker.insert(session, AnswerWidgetKind::Bar);
                end(secret);
            });
            connect(bar, &QuestionBar::declined, this, [end] {
                end(std::nullopt);
            });
            connect(session, &DesktopSession::secretRequestWithdrawn, bar, [this, strip, bar] {
                m_questionBars.remove(strip, bar);
            });
            m_questionBars.show(strip, bar, session->label());
            if (wasLastAnswerRefused) {
                bar->takeFocus();
            }
            return;
        }
        auto *dialog = new SecretDialog(words, m_parentWindow);
        connect(dialog, &SecretDialog::answered, this, [this, session](const std::optional<Secret> &secret) {
            if (session) {
                m_lastAnswerWidgetKindByAsker.insert(session, AnswerWidgetKind::Dialog);
                session->answerSecret(secret);
            }
        });
        // The desktop may fail or end while the dialog is open: the question is then obsolete.
        connect(session, &Session::stateChanged, dialog, [dialog](SessionState state) {
            if (state != SessionState::Opening && state != SessionState::Starting) {
                dialog->withdrawQuestion();
            }
        });
        connect(session, &QObject::destroyed, dialog, &SecretDialog::withdrawQuestion);
        enqueueDialog(dialog);
    });
}
}
