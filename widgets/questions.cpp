// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/questions.h"

#include "sessions/desktops/desktopsession.h"
#include "sessions/links/link.h"
#include "widgets/hostkeydialog.h"
#include "widgets/secretdialog.h"

#include <KLocalizedString>

#include <QWidget>

namespace Nightdesk
{
namespace
{
SecretDialog::Question wording(const SecretQuestion &question)
{
    SecretDialog::Question words;
    if (question.attempt > 1) {
        words.complaint = i18nc("@info a password was refused", "That was not accepted. Please try again (attempt %1).", question.attempt);
    }
    switch (question.kind) {
    case SecretQuestion::Kind::Password:
        words.title = i18nc("@title:window", "Password");
        words.what = i18nc("@label account user@host", "Password of %1:", question.account);
        break;
    case SecretQuestion::Kind::Passphrase:
        words.title = i18nc("@title:window", "Passphrase");
        words.what = i18nc("@label a private key file", "Passphrase of the key %1:", question.subject);
        break;
    case SecretQuestion::Kind::Interactive:
        words.title = i18nc("@title:window", "Login");
        words.what = i18nc("@label account user@host", "%1 asks:", question.account);
        words.serverText = question.subject;
        words.echo = question.echo;
        break;
    }
    return words;
}

void open(QDialog *dialog)
{
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
    dialog->raise();
    dialog->activateWindow();
}
}

Questions::Questions(QWidget *window)
    : QObject(window)
    , m_window(window)
{
}

void Questions::watch(Link *link)
{
    connect(link, &Link::hostKeyQuestion, this, [this, link = QPointer(link)](const HostKeyQuestion &question) {
        auto *dialog = new HostKeyDialog(question, m_window);
        m_linkDialogs.insert(question.id, dialog);
        connect(dialog, &HostKeyDialog::answered, this, [this, link, id = question.id](HostKeyAnswer answer) {
            if (m_linkDialogs.remove(id) && link) {
                link->answerHostKey(id, answer);
            }
        });
        open(dialog);
    });
    connect(link, &Link::secretQuestion, this, [this, link = QPointer(link)](const SecretQuestion &question) {
        auto *dialog = new SecretDialog(wording(question), m_window);
        m_linkDialogs.insert(question.id, dialog);
        connect(dialog, &SecretDialog::answered, this, [this, link, id = question.id](const std::optional<Secret> &secret) {
            if (m_linkDialogs.remove(id) && link) {
                link->answerSecret(id, secret);
            }
        });
        open(dialog);
    });
    connect(link, &Link::questionWithdrawn, this, [this](quint64 question) {
        if (QDialog *dialog = m_linkDialogs.take(question)) {
            dialog->reject();
        }
    });
}

void Questions::watch(DesktopSession *session)
{
    connect(session, &DesktopSession::secretNeeded, this, [this, session = QPointer(session)](bool wantsUser, int attempt) {
        SecretDialog::Question words;
        words.title = i18nc("@title:window", "VNC Password");
        words.what = i18nc("@label a desktop's title", "Password of the desktop “%1”:", session->title());
        words.wantsUser = wantsUser;
        if (attempt > 1) {
            words.complaint = i18nc("@info a password was refused", "That was not accepted. Please try again (attempt %1).", attempt);
        }
        auto *dialog = new SecretDialog(words, m_window);
        connect(dialog, &SecretDialog::answered, this, [session](const std::optional<Secret> &secret, const QString &user) {
            if (session) {
                session->answerSecret(secret, user);
            }
        });
        // The desktop may fail or end while the person thinks: the question is void then.
        connect(session, &Session::stateChanged, dialog, [dialog](SessionState state) {
            if (state != SessionState::Opening && state != SessionState::Starting) {
                dialog->close();
            }
        });
        connect(session, &QObject::destroyed, dialog, &QDialog::close);
        open(dialog);
    });
}
}
