// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/deskboard/handovergiver.h"

#include "app/console/console.h"
#include "app/deskboard/deskpeople.h"
#include "app/night/consolenight.h"
#include "monitors/board/deskmessenger.h"
#include "sessions/common/logging.h"
#include "sessions/desk/desk.h"
#include "widgets/board/handoverquestionbar.h"
#include "widgets/night/handoverstate.h"
#include "widgets/questions/messagebar.h"
#include "widgets/view/nightindicators.h"
#include "widgets/wording/instrumentwording.h"

#include <KLocalizedString>

#include <algorithm>
#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
constexpr auto sendPause = 5s; // time between two layouts, because dragging a splitter changes the layout at each pixel
}

HandoverGiver::HandoverGiver(Console &console, ConsoleNight *night, DeskMessenger *messenger, DeskObserverNames *people, QObject *parent)
    : QObject(parent)
    , m_console(console)
    , m_messenger(messenger)
    , m_deskObserverNames(people)
    , m_questionBar(new HandoverQuestionBar(console.window()))
{
    m_sendLayoutTimer.setSingleShot(true);
    m_sendLayoutTimer.setInterval(sendPause);
    connect(&m_sendLayoutTimer, &QTimer::timeout, this, &HandoverGiver::sendLayout);
    connect(night, &ConsoleNight::stateSaved, this, &HandoverGiver::handleStateSaved);
    connect(people, &DeskObserverNames::peopleChanged, this, &HandoverGiver::sendLayout);
    connect(messenger, &DeskMessenger::connected, this, [this] {
        m_sentLayout.clear(); // the layout is sent again: a restarted broker may have lost it
        if (m_sentLayoutTopicKey.isEmpty()) {
            m_sentLayoutTopicKey = m_messenger->observersTopicKey(); // the broker may retain a layout of a crashed console: it can be removed, too
        }
        sendLayout();
    });
    connect(console.desk(), &Desk::profileConnected, this, [this](const QString &profile) {
        m_haveObserversLeft = false;
        if (!m_openQuestions.isEmpty() && m_openQuestions.constLast().profiles.contains(profile)) {
            showBar(); // the number of programs in the question may have changed
        }
    });
    connect(console.desk(), &Desk::profileDisconnected, this, [this](const QString &profile) {
        if (m_console.desk()->isReplacingProfiles(profile)) {
            return;
        }
        // Earlier answers do not apply to the next connection.
        m_shownContinuations.removeIf([&profile](const std::pair<DeskName, QString> &shown) {
            return shown.second == profile;
        });
        if (!m_console.desk()->isConnected()) {
            m_desksNotToAskAbout.clear();
        }
    });
    connect(messenger, &DeskMessenger::takeoverNoticeArrived, this, &HandoverGiver::handleTakeoverNotice);
    connect(console.desk(), &Desk::profileAboutToDisconnect, this, [this](const QString &profile) {
        if (!m_console.desk()->isReplacingProfiles(profile) && removeFromOpenQuestions({profile})) {
            showBar();
        }
    });
    connect(m_questionBar, &HandoverQuestionBar::questionAnswered, this, &HandoverGiver::handleAnswer);
}

HandoverQuestionBar *HandoverGiver::bar() const
{
    return m_questionBar;
}

void HandoverGiver::handleStateSaved(const std::optional<NightState> &state)
{
    m_lastLayout = state;
    if (!state || m_sentLayout.isEmpty()) {
        sendLayout();
    } else if (!m_sendLayoutTimer.isActive()) {
        m_sendLayoutTimer.start();
    }
}

void HandoverGiver::sendLayout()
{
    const QStringList people = m_deskObserverNames->tonightsPeople();
    const QByteArray state = m_lastLayout && !m_haveObserversLeft && !people.isEmpty() ? HandoverState::layoutToSend(*m_lastLayout) : QByteArray();
    const QString key = m_messenger->observersTopicKey();
    if ((state.isEmpty() || key != m_sentLayoutTopicKey) && !removeSentLayoutFromBroker()) {
        return; // the broker is not connected; this function is called again when it is
    }
    if (!state.isEmpty() && state != m_sentLayout && m_messenger->sendLayout({.stamp = {}, .people = people, .encodedNightState = state})) {
        m_sentLayout = state;
        m_sentLayoutTopicKey = key;
    }
}

void HandoverGiver::withdrawOffer()
{
    m_haveObserversLeft = true;
    m_sendLayoutTimer.stop();
    removeSentLayoutFromBroker();
}

bool HandoverGiver::removeSentLayoutFromBroker()
{
    if (!m_sentLayoutTopicKey.isEmpty() && !m_messenger->removeSentLayoutFromBroker(m_sentLayoutTopicKey)) {
        return false;
    }
    m_sentLayoutTopicKey.clear();
    m_sentLayout.clear();
    return true;
}

bool HandoverGiver::isDisconnectingForHandover() const
{
    return m_isDisconnectingForHandover;
}

void HandoverGiver::handleTakeoverNotice(const DeskName &from, const BoardWire::TakeoverNotice &notice)
{
    const QString ours = m_messenger->observersTopicKey();
    const bool isOurs = !ours.isEmpty() && BoardTopics(m_messenger->facility()).observersKey(notice.people) == ours;
    if (!isOurs || m_desksNotToAskAbout.contains(from)) {
        return;
    }
    QStringList continued;
    for (const InstrumentProfile &profile : m_console.desk()->profiles()) {
        if (notice.profiles.contains(profile.id) && !m_shownContinuations.contains({from, profile.id})) {
            m_shownContinuations.insert({from, profile.id});
            continued.append(profile.id);
        }
    }
    if (continued.isEmpty()) {
        return;
    }
    qCInfo(LogDesk) << from.text() << "continues with" << continued;
    removeFromOpenQuestions(continued); // a profile is asked about once: for the desk that continued with it last
    const auto known = std::ranges::find(m_openQuestions, from, &HandoverQuestion::continuedBy);
    HandoverQuestion asked = known == m_openQuestions.end() ? HandoverQuestion{from, {}, {}} : m_openQuestions.takeAt(known - m_openQuestions.begin());
    asked.otherDeskObservers = notice.people;
    asked.profiles += continued;
    m_openQuestions.append(asked);
    showBar();
    // Announced in viewer windows, too, because they may cover the console.
    m_console.indicators()->showMessageOnToolbars(m_questionBar->text());
}

bool HandoverGiver::removeFromOpenQuestions(const QStringList &profiles)
{
    qsizetype removed = 0;
    for (HandoverQuestion &asked : m_openQuestions) {
        removed += asked.profiles.removeIf([&profiles](const QString &profile) {
            return profiles.contains(profile);
        });
    }
    m_openQuestions.removeIf([](const HandoverQuestion &asked) {
        return asked.profiles.isEmpty();
    });
    return removed > 0;
}

void HandoverGiver::showBar()
{
    if (m_openQuestions.isEmpty()) {
        m_questionBar->hide();
        return;
    }
    const HandoverQuestion &asked = m_openQuestions.constLast();
    HandoverQuestionBar::OtherDeskContinuation continued{asked.continuedBy, asked.otherDeskObservers, {}, 0};
    for (const QString &profile : asked.profiles) {
        continued.instruments.append(InstrumentWording::name(m_console.desk()->profile(profile)));
        continued.programCount += programCount(profile);
    }
    m_questionBar->showQuestion(continued);
}

/// Number of X programs and external viewers that would end if the profile were disconnected.
int HandoverGiver::programCount(const QString &profile) const
{
    return static_cast<int>(std::ranges::count_if(m_console.desk()->sessions(profile), [](const Session *session) {
        return session->kind() == Session::Kind::Window && session->state() != SessionState::Idle && session->state() != SessionState::Failed
            && session->state() != SessionState::Ended;
    }));
}

void HandoverGiver::handleAnswer(bool disconnects)
{
    if (m_openQuestions.isEmpty()) {
        return;
    }
    const HandoverQuestion asked = m_openQuestions.takeLast();
    showBar();
    if (!disconnects) {
        m_desksNotToAskAbout.insert(asked.continuedBy);
        return;
    }
    QStringList names;
    for (const QString &profile : asked.profiles) {
        names.append(InstrumentWording::name(m_console.desk()->profile(profile)));
    }
    m_isDisconnectingForHandover = true;
    for (const QString &profile : asked.profiles) {
        // Programs in private X servers keep running, because the other desk shows them, too.
        m_console.desk()->disconnectProfile(profile, Desk::ProgramsAtDisconnect::Leave);
    }
    m_isDisconnectingForHandover = false;
    m_console.messageBar()->showInfo(i18nc("@info instruments' names; a workstation as in waimea/left; a time, UT",
                                           "%1 was disconnected here at %3 UT. You continue at %2.",
                                           InstrumentWording::list(names),
                                           asked.continuedBy.text(),
                                           QDateTime::currentDateTimeUtc().toString(u"HH:mm"_s)));
}
}
