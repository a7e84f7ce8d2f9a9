// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/night/nightnotices.h"

#include "monitors/night/closenotification.h"
#include "sessions/desk/desk.h"
#include "sessions/links/hop/link.h"

#include <KLocalizedString>
#include <KNotification>

#include <QGuiApplication>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
const auto question = u"question"_s;

NoticePolicy::Time now()
{
    return std::chrono::steady_clock::now();
}

QString nameOf(const Link *link)
{
    return QString::number(reinterpret_cast<quintptr>(link));
}
}

NightNotices::NightNotices(Desk *desk, QObject *parent, const NoticePolicy::ReportDelays &settling)
    : QObject(parent)
    , m_noticePolicy(settling)
{
    m_noticeTimer.setSingleShot(true);
    connect(&m_noticeTimer, &QTimer::timeout, this, &NightNotices::showDueNotices);
    connect(desk, &Desk::linkAdded, this, &NightNotices::watchLink);
    for (Link *link : desk->links()) {
        watchLink(link);
    }
    const auto looking = [this] {
        m_noticePolicy.setUserLookingAtConsole(QGuiApplication::applicationState() == Qt::ApplicationActive, now());
        showDueNotices();
    };
    connect(qGuiApp, &QGuiApplication::applicationStateChanged, this, looking);
    looking();
}

NightNotices::~NightNotices()
{
    for (const QPointer<KNotification> &notification : std::as_const(m_shownNotices)) {
        if (notification) {
            notification->close();
        }
    }
}

void NightNotices::setNoticesEnabled(bool isOn)
{
    m_areNoticesEnabled = isOn;
}

void NightNotices::watchLink(Link *link)
{
    connect(link, &Link::stateChanged, this, [this, link, wasLive = link->isLive()](LinkState state) mutable {
        if (state == LinkState::Live) {
            wasLive = true;
            m_noticePolicy.linkRestored(nameOf(link), now());
        } else if (wasLive && state != LinkState::Idle) {
            const auto failure = link->lastFailure();
            const bool isRefused = state == LinkState::Closed && failure && failure->kind != FailureKind::Transient;
            m_noticePolicy.linkLost(nameOf(link), link->target().spec.host, now(), !isRefused);
        }
        showDueNotices();
    });
    connect(link, &QObject::destroyed, this, [this, name = nameOf(link)] {
        m_noticePolicy.forgetLink(name);
    });
}

void NightNotices::setOpenQuestionText(const QString &words)
{
    m_noticePolicy.setQuestion(words, now());
    if (words.isEmpty()) {
        closeNotice(question);
    }
    showDueNotices();
}

void NightNotices::showDueNotices()
{
    for (const Notice &notice : m_noticePolicy.takeDueNotices(now())) {
        if (m_areNoticesEnabled) {
            showNotice(notice);
        }
    }
    if (const auto next = m_noticePolicy.nextDueTime()) {
        m_noticeTimer.start(std::max(std::chrono::ceil<std::chrono::milliseconds>(*next - now()), 1ms));
    } else {
        m_noticeTimer.stop();
    }
}

void NightNotices::showNotice(const Notice &notice)
{
    QString event;
    QString title;
    QString text;
    QString about = notice.subject;
    switch (notice.kind) {
    case Notice::Kind::Lost:
        event = u"lost"_s;
        title = i18nc("@title of a notification", "Connection Lost");
        text = i18nc("@info a notification; %1: a host", "%1 is not responding. Retrying automatically.", notice.subject);
        break;
    case Notice::Kind::LostForGood:
        event = u"lost"_s;
        title = i18nc("@title of a notification", "Connection Lost");
        text = i18nc("@info a notification; %1: a host", "%1 is disconnected, and automatic retry is off. Press Retry in Nightdesk.", notice.subject);
        break;
    case Notice::Kind::Recovered:
        event = u"recovered"_s;
        title = i18nc("@title of a notification", "Connection Restored");
        text = i18nc("@info a notification; %1: a host", "%1 is connected again.", notice.subject);
        break;
    case Notice::Kind::QuestionOpen:
        event = u"needed"_s;
        title = i18nc("@title of a notification", "Action Required");
        text = notice.subject;
        about = question;
        break;
    }
    closeNotice(about);
    auto *shown = new KNotification(event, notice.kind == Notice::Kind::QuestionOpen ? KNotification::Persistent : KNotification::CloseOnTimeout, this);
    shown->setTitle(title);
    shown->setText(text.toHtmlEscaped()); // the text may contain names that hosts chose
    connect(shown->addDefaultAction(i18nc("@action:button of a notification", "Show Nightdesk")),
            &KNotificationAction::activated,
            this,
            &NightNotices::consoleRequested);
    m_shownNotices.insert(about, shown);
    shown->sendEvent();
}

void NightNotices::closeNotice(const QString &about)
{
    if (KNotification *const notification = m_shownNotices.take(about)) {
        closeNotification(notification);
    }
}
}
