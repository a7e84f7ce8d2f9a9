// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/viewannouncer.h"

#include "widgets/common/accessiblerole.h"
#include "widgets/view/desktopfreshness.h"

#include <KLocalizedString>

#include <QAccessible>
#include <QWidget>

namespace Nightdesk
{
ViewAnnouncer::ViewAnnouncer(QWidget *view, DesktopSession *session, const DesktopFreshness *freshness)
    : m_view(view)
    , m_session(session)
    , m_desktopFreshness(freshness)
{
    connect(session, &Session::labelChanged, this, &ViewAnnouncer::updateAccessibleName);
    connect(session, &DesktopSession::viewOnlyChanged, this, &ViewAnnouncer::updateAccessibleDescription);
    connect(freshness, &DesktopFreshness::noticeChanged, this, &ViewAnnouncer::updateAccessibleDescription);
    connect(freshness, &DesktopFreshness::stoppedAnsweringChanged, this, &ViewAnnouncer::announceInterruption);
    // must be set before the name, because setting a name makes Qt create the accessible object
    setAccessibleRole(view, QAccessible::Canvas);
    updateAccessibleName();
    updateAccessibleDescription();
}

void ViewAnnouncer::updateAccessibleName()
{
    m_view->setAccessibleName(i18nc("@info accessible name of a remote desktop’s view", "Desktop %1", m_session->label()));
}

void ViewAnnouncer::updateAccessibleDescription()
{
    const auto notice = m_desktopFreshness->notice();
    m_view->setAccessibleDescription(notice                        ? notice->spokenText
                                         : m_session->isViewOnly() ? i18nc("@info accessible description of a desktop", "View-only")
                                                                   : QString());
}

void ViewAnnouncer::announceInterruption(bool interrupted)
{
    const auto notice = m_desktopFreshness->notice();
    if (!m_view->hasFocus() || (interrupted && !notice)) {
        return; // only the desktop with the focus announces an interruption
    }
    const QString name = m_view->accessibleName();
    QAccessibleAnnouncementEvent event(m_view,
                                       interrupted ? i18nc("@info screen reader, %1 is a desktop, %2 what is wrong", "%1: %2", name, notice->spokenText)
                                                   : i18nc("@info screen reader, %1 is a desktop", "%1 answers again", name));
    event.setPoliteness(interrupted ? QAccessible::AnnouncementPoliteness::Assertive : QAccessible::AnnouncementPoliteness::Polite);
    QAccessible::updateAccessibility(&event);
}
}
