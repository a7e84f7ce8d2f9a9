// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/display/displayidentity.h"

#include <KLocalizedString>

#include <utility>

namespace Nightdesk
{
DisplayIdentity::DisplayIdentity(Kind kind, const QString &id, const QString &title, const QString &screenName, QObject *parent)
    : QObject(parent)
    , m_kind(kind)
    , m_id(id)
    , m_title(title)
    , m_screenName(screenName)
{
}

DisplayIdentity::Kind DisplayIdentity::kind() const
{
    return m_kind;
}

QString DisplayIdentity::id() const
{
    return m_id;
}

QString DisplayIdentity::title() const
{
    return m_title;
}

QString DisplayIdentity::profileId() const
{
    return m_profileId;
}

QString DisplayIdentity::profileName() const
{
    return m_profileName.isEmpty() ? m_profileId : m_profileName;
}

QString DisplayIdentity::key() const
{
    return m_profileId.isEmpty() ? m_id : m_profileId + QLatin1Char('/') + m_id;
}

QString DisplayIdentity::label() const
{
    return m_showsProfileName ? i18nc("@label an instrument's name, a display's title", "%1: %2", profileName(), m_title) : m_title;
}

void DisplayIdentity::setProfile(const QString &id, const QString &name)
{
    m_profileId = id;
    m_profileName = name;
}

QString DisplayIdentity::site() const
{
    return m_site;
}

void DisplayIdentity::setSite(const QString &site)
{
    m_site = site;
}

void DisplayIdentity::setShowsProfileName(bool showsProfileName)
{
    if (std::exchange(m_showsProfileName, showsProfileName) != showsProfileName) {
        Q_EMIT labelChanged();
    }
}

QString DisplayIdentity::screenName() const
{
    return m_screenName;
}

DisplayIdentity::DisplayModes DisplayIdentity::displayModes() const
{
    return m_displayModes;
}

void DisplayIdentity::setDisplayModes(const DisplayModes &displayModes)
{
    m_displayModes = displayModes;
}
}
