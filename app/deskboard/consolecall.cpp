// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/deskboard/consolecall.h"

#include "app/console/console.h"
#include "app/deskboard/deskpeople.h"
#include "monitors/board/deskmessenger.h"
#include "sessions/common/logging.h"
#include "sessions/common/randomid.h"
#include "widgets/board/boardlinestate.h"
#include "widgets/board/calldialog.h"
#include "widgets/questions/messagebar.h"
#include "widgets/wording/instrumentwording.h"

#include <KLocalizedString>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

ConsoleCall::ConsoleCall(Console &console, DeskMessenger *post, DeskPeople *people, QObject *parent)
    : QObject(parent)
    , m_console(console)
    , m_post(post)
    , m_people(people)
{
    connect(post, &DeskMessenger::connected, this, &ConsoleCall::sendCallState);
    m_endReportTimer.setSingleShot(true);
    m_endReportTimer.setInterval(3 * BrokerClient::keepAlive);
    connect(&m_endReportTimer, &QTimer::timeout, this, [this] {
        if (m_post->isConnected()) {
            m_call.confirmEndPublished();
        }
    });
    connect(post, &DeskMessenger::ownCallFound, this, [this](const BoardWire::Call &call) {
        // A support astronomer (SA) may acknowledge the call while no console runs. The broker may deliver the
        // acknowledgment before or after the call.
        const BoardWire::Call withAcknowledgement = m_acknowledgedCalls.withAcknowledgement(m_post->name(), call);
        if (m_call.adopt(withAcknowledgement, QDateTime::currentDateTimeUtc())) {
            qCInfo(LogNotes) << "a call of an earlier run is still open";
            m_callDeskKey = deskKey();
            if (withAcknowledgement != call) {
                sendCallState();
            }
            refresh();
        }
    });
    connect(post, &DeskMessenger::acknowledged, this, [this](const QString &sa, const BoardWire::Acknowledgement &heard) {
        m_acknowledgedCalls.applyAcknowledgement(m_post->name(), sa, heard);
        if (m_call.acknowledge(heard, sa)) {
            const QString said = BoardLineWording::call(*m_call.call());
            qCInfo(LogNotes).noquote() << QDateTime::currentDateTimeUtc().toString(u"HH:mm:ss"_s) << "UT," << m_call.call()->acknowledgedBy
                                       << "has heard the call";
            if (m_console.message()->isReplaceable()) {
                m_console.message()->showInfo(said);
            }
            sendCallState();
            refresh();
        }
    });
}

const std::optional<BoardWire::Call> &ConsoleCall::currentCall() const
{
    return m_call.call();
}

void ConsoleCall::startCall(const QString &text)
{
    const QStringList people = m_people->tonightsPeople();
    const QString id = randomId();
    if (m_call.startCall(id, people.isEmpty() ? m_post->name().text() : InstrumentWording::list(people), text, QDateTime::currentDateTimeUtc())) {
        m_callDeskKey = deskKey();
        qCInfo(LogNotes).noquote() << m_call.call()->since.toString(u"HH:mm:ss"_s) << "UT," << m_call.call()->caller << "calls the SA:" << m_call.call()->text;
        sendCallState();
        refresh();
    }
}

void ConsoleCall::end()
{
    if (m_call.end()) {
        qCInfo(LogNotes).noquote() << QDateTime::currentDateTimeUtc().toString(u"HH:mm:ss"_s) << "UT, the call is over";
        sendCallState();
        refresh();
    }
}

void ConsoleCall::leave()
{
    const bool isRinging = m_call.isOpen() && m_call.call()->state == BoardWire::CallState::Ringing;
    if (!m_call.leave()) {
        return;
    }
    const QString time = QDateTime::currentDateTimeUtc().toString(u"HH:mm:ss"_s);
    if (sendCallState()) {
        qCInfo(LogNotes).noquote() << time << "UT, the desk goes: its call is taken back";
        if (m_console.message()->isReplaceable()) {
            m_console.message()->showInfo(
                i18nc("@info", "No instrument is connected any more. Your call to the support astronomer was canceled automatically."));
        }
    } else {
        qCInfo(LogNotes).noquote() << time << "UT, the desk goes, and its board is not reached: nobody was told that its call is over";
        if (isRinging) { // this message replaces the one that the board is unreachable
            m_console.message()->showWarning(
                i18nc("@info",
                      "Disconnected, but the status board is unreachable. Your call stays active until a support astronomer acknowledges "
                      "it or this workstation reconnects."));
        }
    }
    refresh();
}

QString ConsoleCall::deskKey() const
{
    return m_post->facility() + u' ' + m_post->name().text();
}

void ConsoleCall::endCallElsewhere(const QString &facility)
{
    if (m_call.isOpen() && m_post->facility() != facility) {
        end();
    }
}

/// Publishes the present state of the call. Called again with each connection, because a restarted broker may have lost
/// the state.
bool ConsoleCall::sendCallState()
{
    m_endReportTimer.stop();
    if (m_call.publishedCall() && m_callDeskKey != deskKey()) {
        m_call = {}; // dropped, because it was for the support astronomers (SAs) of another facility
        refresh();
    }
    if (!m_call.publishedCall() || !m_post->sendCall(*m_call.publishedCall())) {
        return false;
    }
    if (!m_call.isOpen()) {
        m_endReportTimer.start();
    }
    return true;
}

void ConsoleCall::setObstacle(const QString &why)
{
    m_obstacle = why;
    if (m_dialog) {
        m_dialog->setObstacle(why);
    }
}

void ConsoleCall::setAnyBoardOpen(bool isAnyOpen)
{
    m_isAnyBoardOpen = isAnyOpen;
    if (m_dialog) {
        m_dialog->setAnyBoardOpen(isAnyOpen);
    }
}

void ConsoleCall::refresh()
{
    if (m_dialog) {
        m_dialog->setCall(m_call.call());
    }
    Q_EMIT changed();
}

void ConsoleCall::showDialog()
{
    if (!m_dialog) {
        m_dialog = new CallDialog(m_console.support(), m_console.window());
        m_dialog->setAttribute(Qt::WA_DeleteOnClose);
        m_dialog->setObstacle(m_obstacle);
        m_dialog->setAnyBoardOpen(m_isAnyBoardOpen);
        m_dialog->setCall(m_call.call());
        connect(m_dialog, &CallDialog::callClicked, this, &ConsoleCall::startCall);
        connect(m_dialog, &CallDialog::cancelRequested, this, &ConsoleCall::end);
    }
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
}
}
