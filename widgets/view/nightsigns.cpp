// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/nightsigns.h"

#include "sessions/desktops/desktopsession.h"

#include <QAction>

#include <algorithm>

namespace Nightdesk
{
namespace
{
template<typename Value>
bool replace(Value &old, const Value &value)
{
    if (old == value) {
        return false;
    }
    old = value;
    return true;
}
}

NightSigns::NightSigns(QObject *parent)
    : QObject(parent)
{
}

NightSigns::~NightSigns() = default;

void NightSigns::setFacility(const QString &timezone, std::optional<double> longitude)
{
    const bool isOther = replace(m_timezone, timezone);
    if (replace(m_longitude, longitude) || isOther) {
        Q_EMIT changed();
    }
}

QString NightSigns::timezone() const
{
    return m_timezone;
}

std::optional<double> NightSigns::longitude() const
{
    return m_longitude;
}

void NightSigns::setBellMuted(const QString &until)
{
    if (replace(m_muted, until)) {
        Q_EMIT changed();
    }
}

QString NightSigns::bellMuted() const
{
    return m_muted;
}

void NightSigns::setRecording(const std::optional<Recording> &recording)
{
    if (replace(m_recording, recording)) {
        Q_EMIT changed();
    }
}

std::optional<NightSigns::Recording> NightSigns::recording() const
{
    return m_recording;
}

void NightSigns::setCall(const QString &words)
{
    if (replace(m_call, words)) {
        Q_EMIT changed();
    }
}

QString NightSigns::call() const
{
    return m_call;
}

void NightSigns::setBrightness(int percent)
{
    if (replace(m_brightness, std::clamp(percent, 20, 100))) {
        Q_EMIT changed();
    }
}

int NightSigns::brightness() const
{
    return m_brightness;
}

void NightSigns::setActions(const QList<QAction *> &actions)
{
    m_actions = QList<QPointer<QAction>>(actions.begin(), actions.end());
    Q_EMIT changed();
}

QList<QAction *> NightSigns::actions() const
{
    QList<QAction *> actions;
    for (const QPointer<QAction> &action : m_actions) {
        if (action) {
            actions.append(action);
        }
    }
    return actions;
}

void NightSigns::ring(DesktopSession *session)
{
    if (!m_rung.contains(session)) {
        m_rung.insert(session);
        connect(session, &QObject::destroyed, this, [this](const QObject *gone) {
            m_rung.remove(gone);
        });
        Q_EMIT rungChanged(session);
    }
    Q_EMIT rang(session);
}

void NightSigns::markSeen(const DesktopSession *session)
{
    if (session && m_rung.remove(session)) {
        session->disconnect(this);
        Q_EMIT rungChanged(session);
    }
}

bool NightSigns::hasRung(const DesktopSession *session) const
{
    return m_rung.contains(session);
}

void NightSigns::setViewers(const QHash<QString, QStringList> &viewers)
{
    if (replace(m_viewers, viewers)) {
        Q_EMIT viewersChanged();
    }
}

QStringList NightSigns::viewers(const DesktopSession *session) const
{
    return m_viewers.value(session->key());
}

void NightSigns::announceText(const QString &text)
{
    Q_EMIT textAnnounced(text);
}

DesktopSession *NightSigns::current() const
{
    return m_current;
}

void NightSigns::setCurrent(DesktopSession *session)
{
    m_current = session;
}
}
