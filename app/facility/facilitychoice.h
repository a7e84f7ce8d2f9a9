// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QObject>

namespace Nightdesk
{
class FacilityWatcher;

/// Which facility, site and account are in force at this desk: keeps the choices in the settings, has the facility read
/// and hands on what stands there. GUI thread; reading happens on the watcher's. Owned by Console or BoardWindow.
class FacilityChoice : public QObject
{
    Q_OBJECT
public:
    /// @p directory and @p site are this run's wish; empty: as set by the user, else by the administrator.
    FacilityChoice(const QString &directory, const QString &site, QObject *parent = nullptr);
    ~FacilityChoice() override;

    /// Reads for the first time; facilityRead() follows, unless there is no directory.
    void start();
    QString directory() const; ///< empty: none is set up
    /// As told last by facilityRead().
    const Facility &facility() const;
    /// False while what was chosen last is still being read.
    bool isRead() const;
    /// In force where facility() is read: as chosen, else the facility's only one; empty: none is chosen yet. One that the command line ordered stays
    /// even if the facility does not know it.
    QString site() const;
    bool isSiteOrdered() const; ///< by this run's command line
    /// The site that was set, if the facility does not name it any more.
    QString forgottenSite() const;
    QString siteName() const; ///< as people read it; empty: none is chosen yet
    QStringList screens() const; ///< of the site, from left to right
    QString account() const; ///< that the facility is read with; empty: none yet

    /// As the command line orders it: for this run, not kept. Nothing happens where it is so already.
    void order(const QString &directory, const QString &site);
    /// The administrator locked the setting ([$i] in /etc/xdg/nightdeskrc). A site that the facility does not have binds nobody.
    bool isDirectoryLocked() const;
    bool isSiteLocked() const;
    /// Kept in the settings, and read again. Nothing happens where it is locked.
    void setDirectory(const QString &directory);
    void setSite(const QString &site);
    /// The settings say something else now: as if it had been chosen here. Nothing happens where they say what they said.
    void takeSettings();
    /// Read again with this account; not kept: an account is tonight's.
    void setAccount(const QString &account);
    /// The person here agreed to what was shown: TrustVerdict::hash of that profile.
    void accept(const QString &profileId, const QString &hash);

Q_SIGNALS:
    /// Answers every choice, and tells whenever something changed on the disk.
    void facilityRead(const Nightdesk::Facility &facility);
    /// What was agreed to counts, but could not be kept; translated: why.
    void acceptFailed(const QString &text);

private:
    void applyFacility(const Facility &facility);
    const SiteSpec *spec(const QString &id) const;
    QString siteIn(const Facility &facility) const;

    FacilityWatcher *m_watcher;
    QString m_directory;
    QString m_directorySet; ///< as the settings had it last, and m_siteSet
    QString m_siteSet;
    QString m_site; ///< as wished; empty: none was chosen
    bool m_isSiteOrdered = false; ///< by this run's command line: never replaced silently
    QString m_siteRead; ///< what the watcher was told
    QString m_account;
    bool m_isRead = false;
    Facility m_facility;
};
}
