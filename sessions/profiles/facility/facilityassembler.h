// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/facility/facilitytexts.h"
#include "sessions/profiles/facility/lastvalidtexts.h"
#include "sessions/profiles/facility/profilereader.h"

#include <QHash>
#include <QSet>

namespace Nightdesk
{
/// A facility, and for each of its profiles a RunManifest: the list of everything that the profile would run.
struct AssembledFacility {
    /// The manifest for a valid profile, or for the last valid version of a broken one.
    struct ProfileManifest {
        RunManifest manifest;
        bool isFromLastValidText = false; ///< read from the stored text of the last valid version, not from the present file
        bool isInstalledByAdministrator = false; ///< this version was installed by the administrator when it was read
    };
    Facility facility; ///< the facility without trust verdicts
    QHash<QString, ProfileManifest> manifestsByProfile; ///< what each profile would run, by profile id
};

/// Makes a Facility of the texts of a facility directory and of remembered versions, and remembers valid ones. Reads the known_hosts files that the
/// texts name, unless the directory does not answer. Used once. Made by FacilityWatcherWorker each time it reads the facility.
class FacilityAssembler
{
public:
    /// @p lastValidTexts may be null: nothing is remembered. @p lastValidTexts and @p texts must outlive this object.
    FacilityAssembler(const FacilityTexts &texts, const QString &site, const QString &account, LastValidTexts *lastValidTexts, const QDateTime &now);

    QString knownHostsPath() const; ///< the facility's known_hosts file; empty: none
    /// @p isInstalledByAdministrator: the directory was installed by the administrator.
    AssembledFacility assemble(bool isInstalledByAdministrator);

private:
    void loadFacility(const QDateTime &now);
    void checkSiteExists();
    void readProfiles(bool isInstalledByAdministrator);
    void addRememberedProfiles();
    void restoreLastValidVersion(BrokenProfile &broken);
    void addRunManifest(const ProfileReader &reader, ParsedProfile &reading, bool isFromLastValidText, bool isInstalledByAdministrator);
    /// Adds to the link the facility's host keys and whom to contact; no keys if the known_hosts file does not exist.
    void addHostKeys(LinkSpec &link);
    /// Canonical path of a file of the facility, which does not depend on how the directory was chosen.
    QString canonicalPath(const QString &file) const;
    const FacilityDocument &documentOfText(const QByteArray &text);

    const FacilityTexts &m_facilityTexts;
    QString m_siteId;
    QString m_accountName;
    LastValidTexts *m_lastValidTexts;
    QDateTime m_readTime;
    AssembledFacility m_assembledFacility;
    FacilityDocument m_facilityDocument; ///< contents of the facility.toml that applies
    QByteArray m_facilityText; ///< source text of m_facilityDocument
    std::optional<BrokerSpec> m_brokerSpec; ///< the facility's broker as written: {account} is not replaced in the values of its link
    bool m_isFacilityFileRead = false; ///< m_facilityDocument was made from facility.toml or from its last valid version; false: neither exists
    bool m_isSiteKnown = true;
    QSet<QString> m_filesWithReadableId; ///< files whose id could be read
    QHash<QByteArray, FacilityDocument> m_documentsByText; ///< documents made from remembered texts, by text
    QHash<QString, QList<KnownHost>> m_knownHostsByFile; ///< known hosts, by the path of their known_hosts file
};
}
