// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/deskboard/consolecall.h"

#include "app/console/console.h"
#include "app/deskboard/deskpeople.h"
#include "monitors/board/deskpost.h"
#include "sessions/common/logging.h"
#include "sessions/common/randomid.h"
#include "widgets/board/boardsight.h"
#include "widgets/board/calldialog.h"
#include "widgets/questions/messagebar.h"
#include "widgets/wording/instrumentwording.h"

#include <KLocalizedString>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

ConsoleCall::ConsoleCall(Console &console, DeskPost *post, DeskPeople *people, QObject *parent)
    : QObject(parent)
    , m_console(console)
    , m_post(post)
    , m_people(people)
{
    connect(post, &DeskPost::connected, this, &ConsoleCall::reportCall);
    m_endReported.setSingleShot(true);
    m_endReported.setInterval(3 * BrokerClient::keepAlive);
    connect(&m_endReported, &QTimer::timeout, this, [this] {
        if (m_post->isConnected()) {
            m_call.endReported();
        }
    });
    connect(post, &DeskPost::ownCallFound, this, [this](const BoardWire::Call &call) {
        // A support astronomer (SA) may acknowledge the call while no console runs. The broker may deliver the
        // acknowledgment before or after the call.
        const BoardWire::Call seen = m_heard.seen(m_post->name(), call);
        if (m_call.adopt(seen, QDateTime::currentDateTimeUtc())) {
            qCInfo(LogNotes) << "a call of an earlier run is still open";
            m_ringsAt = place();
            if (seen != call) {
                reportCall();
            }
            refresh();
        }
    });
    connect(post, &DeskPost::acknowledged, this, [this](const QString &sa, const BoardWire::Acknowledgement &heard) {
        m_heard.applyAcknowledgement(m_post->name(), sa, heard);
        if (m_call.acknowledge(heard, sa)) {
            const QString said = BoardSightWording::call(*m_call.call());
            qCInfo(LogNotes).noquote() << QDateTime::currentDateTimeUtc().toString(u"HH:mm:ss"_s) << "UT," << m_call.call()->acknowledgedBy
                                       << "has heard the call";
            if (m_console.message()->isFree()) {
                m_console.message()->showInfo(said);
            }
            reportCall();
            refresh();
        }
    });
}

const std::optional<BoardWire::Call> &ConsoleCall::currentCall() const
{
    return m_call.call();
}

void ConsoleCall::ring(const QString &text)
{
    const QStringList people = m_people->tonights();
    const QString id = randomId();
    if (m_call.ring(id, people.isEmpty() ? m_post->name().text() : InstrumentWording::list(people), text, QDateTime::currentDateTimeUtc())) {
        m_ringsAt = place();
        qCInfo(LogNotes).noquote() << m_call.call()->since.toString(u"HH:mm:ss"_s) << "UT," << m_call.call()->caller << "calls the SA:" << m_call.call()->text;
        reportCall();
        refresh();
    }
}

void ConsoleCall::end()
{
    if (m_call.end()) {
        qCInfo(LogNotes).noquote() << QDateTime::currentDateTimeUtc().toString(u"HH:mm:ss"_s) << "UT, the call is over";
        reportCall();
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
    if (reportCall()) {
        qCInfo(LogNotes).noquote() << time << "UT, the desk goes: its call is taken back";
        if (m_console.message()->isFree()) {
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

QString ConsoleCall::place() const
{
    return m_post->facility() + u' ' + m_post->name().text();
}

void ConsoleCall::endElsewhere(const QString &facility)
{
    if (m_call.isOpen() && m_post->facility() != facility) {
        end();
    }
}

/// Publishes the present state of the call. Called again with each connection, because a restarted broker may have lost
/// the state.
bool ConsoleCall::reportCall()
{
    m_endReported.stop();
    if (m_call.publishedCall() && m_ringsAt != place()) {
        m_call = {}; // dropped, because it was for the support astronomers (SAs) of another facility
        refresh();
    }
    if (!m_call.publishedCall() || !m_post->sendCall(*m_call.publishedCall())) {
        return false;
    }
    if (!m_call.isOpen()) {
        m_endReported.start();
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

void ConsoleCall::setBoards(bool isAnyOpen)
{
    m_isAnyOpen = isAnyOpen;
    if (m_dialog) {
        m_dialog->setBoards(isAnyOpen);
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
        m_dialog->setBoards(m_isAnyOpen);
        m_dialog->setCall(m_call.call());
        connect(m_dialog, &CallDialog::called, this, &ConsoleCall::ring);
        connect(m_dialog, &CallDialog::takenBack, this, &ConsoleCall::end);
    }
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
}
}
