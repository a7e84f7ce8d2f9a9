// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/nightindicators.h"

#include "sessions/desktops/desktopsession.h"

#include <QAction>

#include <algorithm>
#include <utility>

namespace Nightdesk
{
template<typename Value>
void NightIndicators::replaceAndReport(Value &member, const Value &value)
{
    if (std::exchange(member, value) != value) {
        Q_EMIT indicatorsChanged();
    }
}

void NightIndicators::setFacility(const QString &timezone, std::optional<double> longitude)
{
    const bool isOther = std::exchange(m_facilityTimezone, timezone) != timezone;
    if (std::exchange(m_facilityLongitude, longitude) != longitude || isOther) {
        Q_EMIT indicatorsChanged();
    }
}

void NightIndicators::setBellMutedUntilText(const QString &until)
{
    replaceAndReport(m_bellMutedUntilText, until);
}

void NightIndicators::setRecording(const std::optional<Recording> &recording)
{
    replaceAndReport(m_recording, recording);
}

void NightIndicators::setCallText(const QString &words)
{
    replaceAndReport(m_callText, words);
}

void NightIndicators::setBrightness(int percent)
{
    replaceAndReport(m_brightnessPercent, std::clamp(percent, 20, 100));
}

void NightIndicators::setKeyActions(const QList<QAction *> &actions)
{
    m_keyActions = QList<QPointer<QAction>>(actions.begin(), actions.end());
    Q_EMIT indicatorsChanged();
}

QList<QAction *> NightIndicators::keyActions() const
{
    QList<QAction *> actions;
    for (const QPointer<QAction> &action : m_keyActions) {
        if (action) {
            actions.append(action);
        }
    }
    return actions;
}

void NightIndicators::reportBell(DesktopSession *session)
{
    if (!m_unseenBellDesktops.contains(session)) {
        m_unseenBellDesktops.insert(session);
        connect(session, &QObject::destroyed, this, [this](const QObject *gone) {
            m_unseenBellDesktops.remove(gone);
        });
        Q_EMIT unseenBellChanged(session);
    }
    Q_EMIT bellRang(session);
}

void NightIndicators::markBellSeen(const DesktopSession *session)
{
    if (session && m_unseenBellDesktops.remove(session)) {
        session->disconnect(this);
        Q_EMIT unseenBellChanged(session);
    }
}

bool NightIndicators::hasUnseenBell(const DesktopSession *session) const
{
    return m_unseenBellDesktops.contains(session);
}

void NightIndicators::setViewingAstronomers(const QHash<QString, QStringList> &viewers)
{
    if (std::exchange(m_viewingAstronomersByDesktop, viewers) != viewers) {
        Q_EMIT viewingAstronomersChanged();
    }
}

QStringList NightIndicators::viewingAstronomersOf(const DesktopSession *session) const
{
    return m_viewingAstronomersByDesktop.value(session->key());
}

void NightIndicators::showMessageOnToolbars(const QString &text)
{
    Q_EMIT toolbarMessageRequested(text);
}

DesktopSession *NightIndicators::currentDesktop() const
{
    return m_currentDesktop;
}

void NightIndicators::setCurrent(DesktopSession *session)
{
    m_currentDesktop = session;
}
}
