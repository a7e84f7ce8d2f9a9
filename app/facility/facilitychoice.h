// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QObject>

namespace Nightdesk
{
class FacilityWatcher;

/// The facility, site and account in use at this desk. Stores the choices in the settings, and starts reading the
/// facility's files. GUI thread; the files are read on the thread of FacilityWatcher. Owned by Console or BoardWindow.
class FacilityChoice : public QObject
{
    Q_OBJECT
public:
    /// @p directory and @p site: from the command line, for this run only; empty: those in the settings.
    FacilityChoice(const QString &directory, const QString &site, QObject *parent = nullptr);
    ~FacilityChoice() override;

    /// Starts to read the facility for the first time; facilityRead() is emitted later, unless there is no directory.
    void startReadingFacility();
    QString directory() const; ///< directory of the facility; empty: none is set up
    /// The argument of the last facilityRead().
    const Facility &facility() const;
    /// False while the facility is being read after the user chose another facility, site or account.
    bool isFacilityRead() const;
    /// The site with which facility() was read: the chosen one, else the facility's only one; empty: none is chosen yet. A site from the command line
    /// is kept even if the facility does not have it.
    QString site() const;
    bool isSiteFromCommandLine() const; ///< true: the site was given on this run's command line
    /// The site in the settings if the facility no longer has that site; else empty.
    QString missingSiteId() const;
    QString siteName() const; ///< the site's name to display; empty: no site is chosen yet
    QStringList screens() const; ///< names of the site's screens, from left to right
    QString account() const; ///< account with which the facility is read; empty: no account yet

    /// Sets facility and site from a command line, for this run only, without saving them. Does nothing if they are already in use.
    void setForThisRun(const QString &directory, const QString &site);
    /// True: the administrator locked the setting ([$i] in /etc/xdg/nightdeskrc). A locked site that the facility does not have is ignored.
    bool isDirectoryLocked() const;
    bool isSiteLocked() const;
    /// Saves the choice in the settings and reads the facility again. Does nothing if the setting is locked.
    void setDirectory(const QString &directory);
    void setSite(const QString &site);
    /// Call when the settings may have changed: applies changed values as if the user had chosen them here.
    void applyChangedSettings();
    /// Reads the facility again with this account, which is not saved here.
    void setAccount(const QString &account);
    /// Saves that the user approved a profile. @p hash: TrustVerdict::manifestHash of the version that was shown.
    void approveProfile(const QString &profileId, const QString &hash);

Q_SIGNALS:
    /// Emitted after every choice, and whenever files on the disk have changed.
    void facilityRead(const Nightdesk::Facility &facility);
    /// An approval is effective, but could not be saved. @p text: why, translated.
    void approvalFailed(const QString &text);

private:
    void applyFacility(const Facility &facility);
    const SiteSpec *siteSpec(const QString &id) const;
    QString effectiveSite(const Facility &facility) const;

    FacilityWatcher *m_watcher;
    QString m_facilityDirectory;
    QString m_settingsDirectory; ///< facility directory in the settings, as last read
    QString m_settingsSiteId; ///< site in the settings, as last read
    QString m_chosenSiteId; ///< id of the chosen site; empty: no site is chosen
    bool m_isSiteFromCommandLine = false; ///< m_chosenSiteId is from the command line: it must not be replaced without a message
    QString m_watchedSiteId; ///< the site for which FacilityWatcher reads the facility
    QString m_account;
    bool m_isFacilityRead = false;
    Facility m_facility;
};
}
