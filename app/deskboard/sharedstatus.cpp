// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/deskboard/sharedstatus.h"

#include "app/board/credentialdialog.h"
#include "app/console/console.h"
#include "app/deskboard/deskpeople.h"
#include "monitors/board/deskmessenger.h"
#include "sessions/board/boardaccess.h"
#include "widgets/board/sharedstatusdialog.h"
#include "widgets/questions/messagebar.h"

#include <KFormat>
#include <KLocalizedString>

namespace Nightdesk
{
SharedStatus::SharedStatus(Console &console, BoardAccess *access, DeskMessenger *post, DeskPeople *people, QObject *parent)
    : QObject(parent)
    , m_console(console)
    , m_access(access)
    , m_post(post)
    , m_people(people)
{
    connect(post, &DeskMessenger::publishedChanged, this, &SharedStatus::fillDialog);
    connect(access, &BoardAccess::imported, this, [this](const QString &name) {
        m_console.message()->showInfo(
            i18nc("@info a workstation's name as in waimea/left",
                  "The credential of workstation %1 is saved on this computer. Delete the file that you were given: it is no longer needed.",
                  name));
    });
    connect(access, &BoardAccess::failed, this, [this](const QString &why) {
        if (m_dialog) {
            m_dialog->showError(why);
        } else {
            m_console.message()->showWarning(why);
        }
    });
}

void SharedStatus::showDialog()
{
    if (!m_dialog) {
        m_dialog = new SharedStatusDialog(m_console.window());
        m_dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_dialog, &SharedStatusDialog::credentialRequested, this, &SharedStatus::chooseCredential);
        connect(m_dialog, &SharedStatusDialog::peopleRequested, m_people, &DeskPeople::showDialog);
        fillDialog();
    }
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
}

void SharedStatus::setLineState(const BoardLineState &lineState)
{
    m_lineState = lineState;
    fillDialog();
}

void SharedStatus::fillDialog()
{
    if (!m_dialog) {
        return;
    }
    const BrokerCounters counters = m_post->client().counters();
    const KFormat format;
    m_dialog->setPublished(m_post->publishedMessages());
    m_dialog->setReportedAt(m_post->reportedAt(), m_post->mode() == DeskMessenger::Mode::Publishing);
    m_dialog->setLineState(m_lineState);
    m_dialog->setBroker(m_access->credential() ? m_access->credential()->name : QString(),
                        i18nc("@info bytes and messages to and from the broker",
                              "%1 sent in %2 messages, %3 received in %4",
                              format.formatByteSize(static_cast<double>(counters.sent.count)),
                              counters.published,
                              format.formatByteSize(static_cast<double>(counters.received.count)),
                              counters.arrived));
}

void SharedStatus::chooseCredential()
{
    m_dialog->showError({});
    openCredentialDialog(m_dialog, [access = m_access](const QString &file) {
        access->import(file);
    });
}
}
