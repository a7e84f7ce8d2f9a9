// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desk/slowstartnotices.h"

#include "monitors/xadvice/xtrafficwatch.h"
#include "sessions/desk/desk.h"
#include "widgets/questions/messagebar.h"
#include "widgets/wording/trafficwording.h"

namespace Nightdesk
{
namespace
{
const QLatin1StringView startTopicPrefix("/start/"); // prefix of MessageBar::messageTopic(); no profile's id begins with it
}

SlowStartNotices::SlowStartNotices(Desk *desk, XTrafficWatch *watch, MessageBar *message, QObject *parent)
    : QObject(parent)
    , m_desk(desk)
    , m_trafficWatch(watch)
    , m_messageBar(message)
{
    connect(m_trafficWatch, &XTrafficWatch::sessionFiguresChanged, this, &SlowStartNotices::updateNotice);
    connect(m_messageBar, &MessageBar::offerAccepted, this, &SlowStartNotices::acceptOffer);
    connect(m_desk, &Desk::sessionAboutToBeRemoved, this, [this](const Session *session) {
        m_reportedSessionKeys.remove(session->key());
        m_messageBar->closeMessageAbout(startTopicPrefix + session->key());
    });
}

void SlowStartNotices::updateNotice(Session *session)
{
    const QString topic = startTopicPrefix + session->key();
    const auto figures = m_trafficWatch->figures(session);
    const auto quicker = XTrafficWatch::topologyWithFasterStart(session);
    const QString text = figures ? TrafficWording::slowStartOf(session->label(), *figures, quicker) : QString();
    if (text.isEmpty() || session->isClosing()) {
        m_messageBar->closeMessageAbout(topic);
        if (!figures) {
            // The program is not starting any more: its next slow start is reported again.
            m_reportedSessionKeys.remove(session->key());
        }
        return;
    }
    if (m_messageBar->messageTopic() == topic) {
        if (m_messageBar->text() != text) {
            m_messageBar->setText(text); // updates the remaining time in the shown message
        }
    } else if (!m_messageBar->isMessageReplaceable() && !m_messageBar->messageTopic().startsWith(startTopicPrefix)) {
        return; // the bar shows a more important message; the program's card shows the slow start
    } else if (!m_reportedSessionKeys.contains(session->key())) {
        m_reportedSessionKeys.insert(session->key());
        if (quicker) {
            m_messageBar->showOffer(text, topic, TrafficWording::showAsLabel(*quicker));
        } else {
            m_messageBar->showInfo(text, topic);
        }
    }
}

void SlowStartNotices::acceptOffer(const QString &topic)
{
    if (!topic.startsWith(startTopicPrefix)) {
        return;
    }
    Session *session = m_desk->session(topic.sliced(startTopicPrefix.size()));
    const auto quicker = session ? XTrafficWatch::topologyWithFasterStart(session) : std::nullopt;
    if (quicker) {
        session->showAs(*quicker);
    }
}
}
