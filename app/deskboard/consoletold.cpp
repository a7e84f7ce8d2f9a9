// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/deskboard/consoletold.h"

#include "app/board/credentialdialog.h"
#include "app/console/console.h"
#include "app/deskboard/deskpeople.h"
#include "monitors/board/deskpost.h"
#include "sessions/board/boardaccess.h"
#include "widgets/board/boardtolddialog.h"
#include "widgets/questions/messagebar.h"

#include <KFormat>
#include <KLocalizedString>

namespace Nightdesk
{
ConsoleTold::ConsoleTold(Console &console, BoardAccess *access, DeskPost *post, DeskPeople *people, QObject *parent)
    : QObject(parent)
    , m_console(console)
    , m_access(access)
    , m_post(post)
    , m_people(people)
{
    connect(post, &DeskPost::toldChanged, this, &ConsoleTold::fill);
    connect(access, &BoardAccess::imported, this, [this](const QString &name) {
        m_console.message()->inform(
            i18nc("@info a workstation's name as in waimea/left",
                  "The credential of workstation %1 is saved on this computer. Delete the file that you were given: it is no longer needed.",
                  name));
    });
    connect(access, &BoardAccess::failed, this, [this](const QString &why) {
        if (m_dialog) {
            m_dialog->complain(why);
        } else {
            m_console.message()->warn(why);
        }
    });
}

void ConsoleTold::show()
{
    if (!m_dialog) {
        m_dialog = new BoardToldDialog(m_console.window());
        m_dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_dialog, &BoardToldDialog::credentialRequested, this, &ConsoleTold::chooseCredential);
        connect(m_dialog, &BoardToldDialog::peopleRequested, m_people, &DeskPeople::ask);
        fill();
    }
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
}

void ConsoleTold::setSight(const BoardSight &sight)
{
    m_sight = sight;
    fill();
}

void ConsoleTold::fill()
{
    if (!m_dialog) {
        return;
    }
    const BrokerCounters counters = m_post->client().counters();
    const KFormat format;
    m_dialog->setTold(m_post->told());
    m_dialog->setToldAt(m_post->toldAt(), m_post->mode() == DeskPost::Mode::Telling);
    m_dialog->setSight(m_sight);
    m_dialog->setBroker(m_access->credential() ? m_access->credential()->name : QString(),
                        i18nc("@info bytes and messages to and from the broker",
                              "%1 sent in %2 messages, %3 received in %4",
                              format.formatByteSize(static_cast<double>(counters.sent.count)),
                              counters.published,
                              format.formatByteSize(static_cast<double>(counters.received.count)),
                              counters.arrived));
}

void ConsoleTold::chooseCredential()
{
    m_dialog->complain({});
    openCredentialDialog(m_dialog, [access = m_access](const QString &file) {
        access->import(file);
    });
}
}
