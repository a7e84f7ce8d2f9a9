// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/facility/facilitytexts.h"
#include "sessions/profiles/facility/lastgood.h"
#include "sessions/profiles/facility/profilereader.h"

#include <QHash>
#include <QSet>

namespace Nightdesk
{
/// A facility, and what its profiles would run.
struct FacilityReading {
    /// Of a good profile, or of a last good form.
    struct Run {
        RunStatement statement;
        bool isRemembered = false;
        bool isAdministrators = false; ///< the form was the administrator's when it was read
    };
    Facility facility; ///< without verdicts
    QHash<QString, Run> runs; ///< by the profile's id
};

/// Makes a Facility of a facility directory's texts and of what is remembered of them, and remembers what is good. Reads the
/// known_hosts files that the texts name, unless the directory does not answer. Used once. Made by FacilityWatcherWorker for one reading.
class FacilityAssembler
{
public:
    /// @p memory may be null: nothing is remembered. It and @p texts outlive this.
    FacilityAssembler(const FacilityTexts &texts, const QString &site, const QString &account, LastGood *memory, const QDateTime &now);

    QString knownHosts() const; ///< the facility's; empty: none
    /// @p isAdministrators: the directory is installed by the administrator.
    FacilityReading assemble(bool isAdministrators);

private:
    void takeFacility(const QDateTime &now);
    void checkSite();
    void readProfiles(bool isAdministrators);
    void addUnlisted();
    void restore(BrokenProfile &broken);
    void addRun(const ProfileReader &reader, ProfileReading &reading, bool isRemembered, bool isAdministrators);
    /// Puts what the facility knows of the link's hosts into it, and whom to call; no keys where their file is not there.
    void addHostKeys(LinkSpec &link);
    /// A file of the facility by its real name: whichever way the directory was chosen, it is the same file.
    QString canonical(const QString &file) const;
    const FacilityDocument &documentOf(const QByteArray &text);

    const FacilityTexts &m_texts;
    QString m_site;
    QString m_account;
    LastGood *m_memory;
    QDateTime m_now;
    FacilityReading m_result;
    FacilityDocument m_document; ///< what is in force
    QByteArray m_facilityText; ///< of m_document
    std::optional<BrokerSpec> m_broker; ///< without an account
    bool m_isFacilityRead = false; ///< m_document was made of a text
    bool m_isSiteKnown = true;
    QSet<QString> m_withId; ///< files of which the id could be read
    QHash<QByteArray, FacilityDocument> m_documents; ///< of remembered texts
    QHash<QString, QList<KnownHost>> m_hosts; ///< by the known_hosts file
};
}
