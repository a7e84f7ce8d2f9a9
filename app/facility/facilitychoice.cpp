// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/facility/facilitychoice.h"

#include "app/facility/deskpaths.h"
#include "app/settings/settingsstore.h"
#include "nightdesk.h"
#include "sessions/profiles/facility/facilitywatcher.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
FacilityChoice::FacilityChoice(const QString &directory, const QString &site, QObject *parent)
    : QObject(parent)
    , m_watcher(new FacilityWatcher(this))
    , m_facilityDirectory(directory.isEmpty() ? DeskPaths::facilityDirectory() : directory)
    , m_settingsDirectory(Settings::facilityDirectory())
    , m_settingsSiteId(Settings::site())
    , m_chosenSiteId(site.isEmpty() ? Settings::site() : site)
    , m_isSiteFromCommandLine(!site.isEmpty())
    , m_watchedSiteId(m_chosenSiteId)
{
    connect(m_watcher, &FacilityWatcher::facilityChanged, this, &FacilityChoice::applyFacility);
    connect(m_watcher, &FacilityWatcher::approvalFailed, this, [this](const QString &, const QString &text) {
        Q_EMIT approvalFailed(text);
    });
    m_watcher->setTrustFile(DeskPaths::trustFile());
    m_watcher->setLastValidDirectory(DeskPaths::lastValidDirectory());
    m_watcher->setSite(m_watchedSiteId);
}

FacilityChoice::~FacilityChoice() = default;

void FacilityChoice::startReadingFacility()
{
    if (!m_facilityDirectory.isEmpty()) {
        m_watcher->setDirectory(m_facilityDirectory);
    }
}

void FacilityChoice::applyFacility(const Facility &facility)
{
    if (const QString wanted = effectiveSite(facility); wanted != m_watchedSiteId) {
        // The facility was read without a site or with another one. Profiles may differ at the effective site, so it is read again.
        m_watchedSiteId = wanted;
        m_isFacilityRead = false;
        m_watcher->setSite(wanted);
        return;
    }
    m_facility = facility;
    m_isFacilityRead = true;
    Q_EMIT facilityRead(m_facility);
}

QString FacilityChoice::directory() const
{
    return m_facilityDirectory;
}

const Facility &FacilityChoice::facility() const
{
    return m_facility;
}

bool FacilityChoice::isFacilityRead() const
{
    return m_isFacilityRead;
}

const SiteSpec *FacilityChoice::siteSpec(const QString &id) const
{
    const auto found = std::ranges::find(m_facility.sites, id, &SiteSpec::id);
    return found == m_facility.sites.end() ? nullptr : &*found;
}

QString FacilityChoice::effectiveSite(const Facility &facility) const
{
    if (m_isSiteFromCommandLine || facility.sites.isEmpty() || std::ranges::contains(facility.sites, m_chosenSiteId, &SiteSpec::id)) {
        return m_chosenSiteId;
    }
    return facility.sites.size() == 1 ? facility.sites.constFirst().id : QString();
}

QString FacilityChoice::site() const
{
    return effectiveSite(m_facility);
}

bool FacilityChoice::isSiteFromCommandLine() const
{
    return m_isSiteFromCommandLine;
}

QString FacilityChoice::missingSiteId() const
{
    return m_facility.sites.isEmpty() || siteSpec(m_chosenSiteId) ? QString() : m_chosenSiteId;
}

QString FacilityChoice::siteName() const
{
    const SiteSpec *found = siteSpec(site());
    return found && !found->name.isEmpty() ? found->name : site();
}

QStringList FacilityChoice::screens() const
{
    const SiteSpec *found = siteSpec(site());
    return found ? found->screens : QStringList();
}

QString FacilityChoice::account() const
{
    return m_account;
}

void FacilityChoice::setForThisRun(const QString &directory, const QString &site)
{
    if (directory == m_facilityDirectory && site == this->site()) {
        return;
    }
    const bool isOther = directory != m_facilityDirectory;
    m_facilityDirectory = directory;
    m_chosenSiteId = site;
    m_isSiteFromCommandLine = !site.isEmpty();
    m_watchedSiteId = site;
    m_isFacilityRead = false;
    m_watcher->setSite(site);
    if (isOther) {
        m_watcher->setDirectory(directory);
    }
}

void FacilityChoice::applyChangedSettings()
{
    const QString directory = Settings::facilityDirectory();
    const QString site = Settings::site();
    const bool isOtherSite = site != std::exchange(m_settingsSiteId, site);
    const bool isOtherDirectory = directory != std::exchange(m_settingsDirectory, directory);
    if (isOtherSite) {
        m_chosenSiteId = site;
        m_isSiteFromCommandLine = false;
        m_watchedSiteId = site;
        m_isFacilityRead = false;
        m_watcher->setSite(site);
    }
    if (isOtherDirectory) {
        m_facilityDirectory = DeskPaths::facilityDirectory();
        m_isFacilityRead = false;
        m_watcher->setDirectory(m_facilityDirectory);
    }
}

bool FacilityChoice::isDirectoryLocked() const
{
    return Settings::self()->isFacilityDirectoryImmutable();
}

bool FacilityChoice::isSiteLocked() const
{
    return Settings::self()->isSiteImmutable() && siteSpec(Settings::site()) != nullptr;
}

void FacilityChoice::setDirectory(const QString &directory)
{
    if (isDirectoryLocked()) {
        return;
    }
    Settings::setFacilityDirectory(directory);
    SettingsStore::save();
    m_settingsDirectory = directory;
    m_facilityDirectory = directory;
    m_isFacilityRead = false;
    m_watcher->setDirectory(directory);
}

void FacilityChoice::setSite(const QString &site)
{
    if (isSiteLocked()) {
        return;
    }
    Settings::setSite(site);
    SettingsStore::save();
    m_settingsSiteId = site;
    m_chosenSiteId = site;
    m_isSiteFromCommandLine = false;
    m_watchedSiteId = site;
    m_isFacilityRead = false;
    m_watcher->setSite(site);
}

void FacilityChoice::setAccount(const QString &account)
{
    m_account = account;
    m_isFacilityRead = false;
    m_watcher->setAccount(account);
}

void FacilityChoice::approveProfile(const QString &profileId, const QString &hash)
{
    m_watcher->recordApproval(profileId, hash);
}
}
