// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/nightindicators.h"

#include "sessions/desktops/desktopsession.h"

#include <QAction>

#include <algorithm>

namespace Nightdesk
{
namespace
{
template<typename Value>
bool replaceIfChanged(Value &old, const Value &value)
{
    if (old == value) {
        return false;
    }
    old = value;
    return true;
}
}

void NightIndicators::setFacility(const QString &timezone, std::optional<double> longitude)
{
    const bool isOther = replaceIfChanged(m_facilityTimezone, timezone);
    if (replaceIfChanged(m_facilityLongitude, longitude) || isOther) {
        Q_EMIT indicatorsChanged();
    }
}

QString NightIndicators::timezone() const
{
    return m_facilityTimezone;
}

std::optional<double> NightIndicators::longitude() const
{
    return m_facilityLongitude;
}

void NightIndicators::setBellMutedUntilText(const QString &until)
{
    if (replaceIfChanged(m_bellMutedUntilText, until)) {
        Q_EMIT indicatorsChanged();
    }
}

QString NightIndicators::bellMutedUntilText() const
{
    return m_bellMutedUntilText;
}

void NightIndicators::setRecording(const std::optional<Recording> &recording)
{
    if (replaceIfChanged(m_recording, recording)) {
        Q_EMIT indicatorsChanged();
    }
}

std::optional<NightIndicators::Recording> NightIndicators::recording() const
{
    return m_recording;
}

void NightIndicators::setCallText(const QString &words)
{
    if (replaceIfChanged(m_callText, words)) {
        Q_EMIT indicatorsChanged();
    }
}

QString NightIndicators::callText() const
{
    return m_callText;
}

void NightIndicators::setBrightness(int percent)
{
    if (replaceIfChanged(m_brightnessPercent, std::clamp(percent, 20, 100))) {
        Q_EMIT indicatorsChanged();
    }
}

int NightIndicators::brightness() const
{
    return m_brightnessPercent;
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
    if (replaceIfChanged(m_viewingAstronomersByDesktop, viewers)) {
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
