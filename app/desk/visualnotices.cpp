// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desk/visualnotices.h"

#include "monitors/visuals/xservermonitor.h"
#include "sessions/desk/desk.h"
#include "sessions/xwindows/windowsession.h"
#include "widgets/questions/messagebar.h"
#include "widgets/wording/trafficwording.h"

#include <KLocalizedString>

#include <algorithm>

namespace Nightdesk
{
namespace
{
const QLatin1StringView visualTopicPrefix("/visual/"); // prefix of MessageBar::messageTopic(); no profile's id begins with it
}

VisualNotices::VisualNotices(Desk *desk, XServerMonitor *servers, MessageBar *message, QObject *parent)
    : QObject(parent)
    , m_desk(desk)
    , m_serverMonitor(servers)
    , m_messageBar(message)
{
    connect(m_serverMonitor, &XServerMonitor::serverFactsChanged, this, &VisualNotices::offerPrivateServers);
    connect(m_desk, &Desk::profileConnected, this, &VisualNotices::offerPrivateServers);
    connect(m_messageBar, &MessageBar::offerAccepted, this, &VisualNotices::acceptOffer);
    connect(m_desk, &Desk::sessionAboutToBeRemoved, this, [this](const Session *session) {
        m_messageBar->closeMessageAbout(visualTopicPrefix + session->key());
    });
}

QString VisualNotices::offerText(const Session *session) const
{
    const auto *window = qobject_cast<const WindowSession *>(session);
    if (!window || window->displayModes().current != Topology::X11) {
        return {};
    }
    const XServerFit fit = m_serverMonitor->serverFitOf(m_desk->profileOf(session), window->spec());
    // Only visuals count here: the user was asked about confinement before the program was connected.
    const auto finding = std::ranges::find(fit.findings, XServerFit::Cause::Visual, &XServerFit::Finding::cause);
    return fit.verdict == XServerFit::Verdict::FitsAsVncApp && finding != fit.findings.cend()
        ? i18nc("@info %1: a program's title, %2: what is wrong", "%1: %2", session->label(), finding->problem)
        : QString();
}

void VisualNotices::offerPrivateServers()
{
    for (const Session *session : m_desk->sessions()) {
        if (!m_messageBar->isMessageReplaceable() || m_messageBar->messageTopic().startsWith(visualTopicPrefix)) {
            return;
        }
        const QString text = m_offeredSessionKeys.contains(session->key()) ? QString() : offerText(session);
        if (!text.isEmpty()) {
            m_offeredSessionKeys.insert(session->key());
            m_messageBar->showOffer(text, visualTopicPrefix + session->key(), TrafficWording::showAsLabel(Topology::VncApp));
        }
    }
}

void VisualNotices::acceptOffer(const QString &topic)
{
    if (!topic.startsWith(visualTopicPrefix)) {
        return;
    }
    if (Session *session = m_desk->session(topic.sliced(visualTopicPrefix.size())); session && !offerText(session).isEmpty()) {
        session->showAs(Topology::VncApp);
    }
    offerPrivateServers();
}
}
