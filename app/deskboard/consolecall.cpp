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

ConsoleCall::ConsoleCall(Console &console, DeskMessenger *messenger, DeskObserverNames *people, QObject *parent)
    : QObject(parent)
    , m_console(console)
    , m_messenger(messenger)
    , m_deskObserverNames(people)
{
    connect(messenger, &DeskMessenger::connected, this, &ConsoleCall::sendCallState);
    m_callEndConfirmationTimer.setSingleShot(true);
    m_callEndConfirmationTimer.setInterval(3 * BrokerClient::keepAlive);
    connect(&m_callEndConfirmationTimer, &QTimer::timeout, this, [this] {
        if (m_messenger->isConnected()) {
            m_deskCall.confirmEndPublished();
        }
    });
    connect(messenger, &DeskMessenger::ownCallFound, this, [this](const BoardWire::Call &call) {
        // A support astronomer (SA) may acknowledge the call while no console runs. The broker may deliver the
        // acknowledgment before or after the call.
        const BoardWire::Call withAcknowledgement = m_acknowledgedCalls.withAcknowledgement(m_messenger->name(), call);
        if (m_deskCall.adoptCall(withAcknowledgement, QDateTime::currentDateTimeUtc())) {
            qCInfo(LogNotes) << "a call of an earlier run is still open";
            m_callDeskKey = deskKey();
            if (withAcknowledgement != call) {
                sendCallState();
            }
            refresh();
        }
    });
    connect(messenger, &DeskMessenger::callAcknowledged, this, [this](const QString &sa, const BoardWire::Acknowledgement &heard) {
        m_acknowledgedCalls.applyAcknowledgement(m_messenger->name(), sa, heard);
        if (m_deskCall.acknowledge(heard, sa)) {
            const QString said = BoardLineWording::call(*m_deskCall.call());
            qCInfo(LogNotes).noquote() << QDateTime::currentDateTimeUtc().toString(u"HH:mm:ss"_s) << "UT," << m_deskCall.call()->acknowledgerName
                                       << "has heard the call";
            if (m_console.messageBar()->isMessageReplaceable()) {
                m_console.messageBar()->showInfo(said);
            }
            sendCallState();
            refresh();
        }
    });
}

const std::optional<BoardWire::Call> &ConsoleCall::currentCall() const
{
    return m_deskCall.call();
}

void ConsoleCall::startCall(const QString &text)
{
    const QStringList people = m_deskObserverNames->tonightsPeople();
    const QString id = randomId();
    if (m_deskCall.startCall(id, people.isEmpty() ? m_messenger->name().text() : InstrumentWording::list(people), text, QDateTime::currentDateTimeUtc())) {
        m_callDeskKey = deskKey();
        qCInfo(LogNotes).noquote() << m_deskCall.call()->since.toString(u"HH:mm:ss"_s) << "UT," << m_deskCall.call()->caller
                                   << "calls the SA:" << m_deskCall.call()->text;
        sendCallState();
        refresh();
    }
}

void ConsoleCall::endCall()
{
    if (m_deskCall.endCall()) {
        qCInfo(LogNotes).noquote() << QDateTime::currentDateTimeUtc().toString(u"HH:mm:ss"_s) << "UT, the call is over";
        sendCallState();
        refresh();
    }
}

void ConsoleCall::endCallAtSignOff()
{
    const bool isRinging = m_deskCall.isOpen() && m_deskCall.call()->state == BoardWire::CallState::Ringing;
    if (!m_deskCall.endCall(true)) {
        return;
    }
    const QString time = QDateTime::currentDateTimeUtc().toString(u"HH:mm:ss"_s);
    if (sendCallState()) {
        qCInfo(LogNotes).noquote() << time << "UT, the desk goes: its call is taken back";
        if (m_console.messageBar()->isMessageReplaceable()) {
            m_console.messageBar()->showInfo(
                i18nc("@info", "No instrument is connected any more. Your call to the support astronomer was canceled automatically."));
        }
    } else {
        qCInfo(LogNotes).noquote() << time << "UT, the desk goes, and its board is not reached: nobody was told that its call is over";
        if (isRinging) { // shown instead of the message that the board is unreachable
            m_console.messageBar()->showWarning(
                i18nc("@info",
                      "Disconnected, but the status board is unreachable. Your call stays active until a support astronomer acknowledges "
                      "it or this workstation reconnects."));
        }
    }
    refresh();
}

QString ConsoleCall::deskKey() const
{
    return m_messenger->facility() + u' ' + m_messenger->name().text();
}

void ConsoleCall::endCallAtOtherFacility(const QString &facility)
{
    if (m_deskCall.isOpen() && m_messenger->facility() != facility) {
        endCall();
    }
}

/// Publishes the present state of the call. Called again with each connection, because a restarted broker may have lost
/// the state.
bool ConsoleCall::sendCallState()
{
    m_callEndConfirmationTimer.stop();
    if (m_deskCall.callToRetain() && m_callDeskKey != deskKey()) {
        m_deskCall = {}; // dropped, because it was for the support astronomers (SAs) of another facility
        refresh();
    }
    if (!m_deskCall.callToRetain() || !m_messenger->sendCall(*m_deskCall.callToRetain())) {
        return false;
    }
    if (!m_deskCall.isOpen()) {
        m_callEndConfirmationTimer.start();
    }
    return true;
}

void ConsoleCall::setCallObstacle(const QString &why)
{
    m_callObstacle = why;
    if (m_callDialog) {
        m_callDialog->setCallObstacle(why);
    }
}

void ConsoleCall::setAnyBoardOpen(bool isAnyOpen)
{
    m_isAnyBoardOpen = isAnyOpen;
    if (m_callDialog) {
        m_callDialog->setAnyBoardOpen(isAnyOpen);
    }
}

void ConsoleCall::refresh()
{
    if (m_callDialog) {
        m_callDialog->setCall(m_deskCall.call());
    }
    Q_EMIT callChanged();
}

void ConsoleCall::showDialog()
{
    if (!m_callDialog) {
        m_callDialog = new CallDialog(m_console.support(), m_console.window());
        m_callDialog->setAttribute(Qt::WA_DeleteOnClose);
        m_callDialog->setCallObstacle(m_callObstacle);
        m_callDialog->setAnyBoardOpen(m_isAnyBoardOpen);
        m_callDialog->setCall(m_deskCall.call());
        connect(m_callDialog, &CallDialog::callClicked, this, &ConsoleCall::startCall);
        connect(m_callDialog, &CallDialog::endCallRequested, this, &ConsoleCall::endCall);
    }
    m_callDialog->show();
    m_callDialog->raise();
    m_callDialog->activateWindow();
}
}
