// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/deskboard/sharedstatus.h"

#include "app/console/console.h"
#include "app/deskboard/deskpeople.h"
#include "monitors/board/deskmessenger.h"
#include "sessions/board/boardaccess.h"
#include "widgets/board/credentialdialog.h"
#include "widgets/board/sharedstatusdialog.h"
#include "widgets/questions/messagebar.h"

#include <KFormat>
#include <KLocalizedString>

namespace Nightdesk
{
SharedStatusController::SharedStatusController(Console &console, BoardAccess *access, DeskMessenger *messenger, DeskObserverNames *people, QObject *parent)
    : QObject(parent)
    , m_console(console)
    , m_boardAccess(access)
    , m_messenger(messenger)
    , m_deskObserverNames(people)
{
    connect(messenger, &DeskMessenger::publishedMessagesChanged, this, &SharedStatusController::fillDialog);
    connect(access, &BoardAccess::credentialImported, this, [this](const QString &name) {
        m_console.messageBar()->showInfo(
            i18nc("@info a workstation's name as in waimea/left",
                  "The credential of workstation %1 is saved on this computer. Delete the file that you were given: it is no longer needed.",
                  name));
    });
    connect(access, &BoardAccess::importFailed, this, [this](const QString &why) {
        if (m_statusDialog) {
            m_statusDialog->showError(why);
        } else {
            m_console.messageBar()->showWarning(why);
        }
    });
}

void SharedStatusController::showDialog()
{
    if (!m_statusDialog) {
        m_statusDialog = new SharedStatusDialog(m_console.window());
        m_statusDialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_statusDialog, &SharedStatusDialog::credentialChoiceRequested, this, &SharedStatusController::askForCredentialFile);
        connect(m_statusDialog, &SharedStatusDialog::peopleRequested, m_deskObserverNames, &DeskObserverNames::showDialog);
        fillDialog();
    }
    m_statusDialog->show();
    m_statusDialog->raise();
    m_statusDialog->activateWindow();
}

void SharedStatusController::setLineState(const BoardLineState &lineState)
{
    m_lineState = lineState;
    fillDialog();
}

void SharedStatusController::fillDialog()
{
    if (!m_statusDialog) {
        return;
    }
    const BrokerCounters counters = m_messenger->client().counters();
    const KFormat format;
    m_statusDialog->setPublishedMessages(m_messenger->publishedMessages());
    m_statusDialog->setLastSentAt(m_messenger->lastPublishedAt(), m_messenger->connectionMode() == DeskMessenger::ConnectionMode::Publishing);
    m_statusDialog->setLineState(m_lineState);
    m_statusDialog->setDeskNameAndTraffic(m_boardAccess->credential() ? m_boardAccess->credential()->name : QString(),
                                          i18nc("@info bytes and messages to and from the broker",
                                                "%1 sent in %2 messages, %3 received in %4",
                                                format.formatByteSize(static_cast<double>(counters.sent.count)),
                                                counters.publishedMessages,
                                                format.formatByteSize(static_cast<double>(counters.received.count)),
                                                counters.arrivedMessages));
}

void SharedStatusController::askForCredentialFile()
{
    m_statusDialog->showError({});
    openCredentialDialog(m_statusDialog, [access = m_boardAccess](const QString &file) {
        access->importCredential(file);
    });
}
}
