// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/facility/facilityassembler.h"
#include "sessions/profiles/facility/lastvalidtextsfile.h"
#include "sessions/profiles/facility/networkfiles.h"
#include "sessions/profiles/trust/truststore.h"

#include <QElapsedTimer>
#include <QFileSystemWatcher>
#include <QHash>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// The part of FacilityWatcher that watches and reads. Lives on its own thread; every function may block. Owned by FacilityWatcher.
class FacilityWatcherWorker : public QObject
{
    Q_OBJECT
public:
    FacilityWatcherWorker();

    /// Which directory to watch, and how to read it.
    struct WatchSettings {
        QString directory;
        QString site;
        QString account;
        QString trustFile; ///< file that stores the user's approvals; empty: it is not determined what the user approved (no TrustVerdict)
        QString lastValidDirectory; ///< directory for last valid versions; empty: nothing is stored after the program ends
        bool operator==(const WatchSettings &) const = default;
    };
    /// Reads now, and again whenever something changes. Each readFinished() has the number @p request.
    void watch(quint64 request, const WatchSettings &settings);
    /// Reads again, and stores the user's approval if @p hash is still the profile's; then readFinished() as for watch().
    void approve(quint64 request, const WatchSettings &settings, const QString &profileId, const QString &hash);
    void setPollInterval(std::chrono::milliseconds interval);
    /// Treats every file system as a share, and checks at this interval.
    void setNetworkSharePollInterval(std::chrono::milliseconds interval);

    /// How long to wait for more changes of a series that began @p sinceFirst ago.
    static std::chrono::milliseconds settleDelay(std::chrono::milliseconds sinceFirst);

Q_SIGNALS:
    void readFinished(quint64 request, const Nightdesk::Facility &facility);
    /// The remembered version of the facility. Emitted before the facility is read, which may take forever.
    void rememberedFacilityRead(quint64 request, const Nightdesk::Facility &facility);
    void approvalFailed(const QString &profileId, const QString &text);

private:
    void useSettings(quint64 request, const WatchSettings &settings);
    void startSettleTimer();
    void readAndReport();
    Facility readFacility();
    Facility readRememberedFacility();
    void recordApproval(const Facility &facility, const QString &profileId, const QString &hash);
    /// Returns the facility with its trust verdicts. @p directoryExists: whether the facility directory exists.
    Facility evaluateTrust(const AssembledFacility &reading, bool isFromAdministrator, bool directoryExists);
    ApprovalKey approvalKeyOf(const QString &profileId) const;
    void watchPaths();
    void checkNetworkShareForChanges();

    /// Which file a path referred to when it was added to the watcher: QFileSystemWatcher keeps watching that file.
    struct FileIdentity {
        quint64 device = 0;
        quint64 inode = 0;
        bool operator==(const FileIdentity &) const = default;
    };
    static FileIdentity fileIdentityOf(const QString &path);

    QFileSystemWatcher m_pathWatcher;
    QHash<QString, FileIdentity> m_watchedPaths;
    QTimer m_settleTimer; // delays reading: an editor or git changes many files in sequence
    QElapsedTimer m_timeSinceFirstChange; // time since the first change of a series
    QTimer m_pollTimer;
    QTimer m_networkSharePollTimer; ///< runs only if the facility is on a share
    NetworkShareFiles m_networkFiles;
    bool m_treatsAllAsNetworkShare = false; ///< treat every file system as a share, as setNetworkSharePollInterval() requested
    quint64 m_requestNumber = 0;
    WatchSettings m_watchSettings;
    QString m_knownHostsFile; // the facility's known_hosts file, as last read
    LastValidTexts m_lastValidTexts;
    std::optional<LastValidTextsFile> m_lastValidTextsFile;
    std::optional<TrustStore> m_trustStore; // the stored approvals; empty: no verdicts are determined
};
}
