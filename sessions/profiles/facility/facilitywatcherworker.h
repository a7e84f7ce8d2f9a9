// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/facility/facilityassembler.h"
#include "sessions/profiles/facility/lastgoodfile.h"
#include "sessions/profiles/facility/sharedfiles.h"
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
    struct Order {
        QString directory;
        QString site;
        QString account;
        QString trustFile; ///< file that stores the user's approvals; empty: no verdicts
        QString memoryDirectory; ///< directory for last valid versions; empty: nothing is stored after the program ends
        bool operator==(const Order &) const = default;
    };
    /// Reads now, and again whenever something changes. Each done() has the number @p request.
    void watch(quint64 request, const Order &order);
    /// Reads again, and stores the user's approval if @p hash is still the profile's; then done() as for watch().
    void accept(quint64 request, const Order &order, const QString &profileId, const QString &hash);
    void setPollInterval(std::chrono::milliseconds interval);
    /// Treats every file system as a share, and checks at this interval.
    void setShareInterval(std::chrono::milliseconds interval);

    /// How long to wait for more changes of a series that began @p sinceFirst ago.
    static std::chrono::milliseconds settleTime(std::chrono::milliseconds sinceFirst);

Q_SIGNALS:
    void done(quint64 request, const Nightdesk::Facility &facility);
    /// The remembered version of the facility. Emitted before the facility is read, which may take forever.
    void remembered(quint64 request, const Nightdesk::Facility &facility);
    void acceptFailed(const QString &profileId, const QString &text);

private:
    void follow(quint64 request, const Order &order);
    void startSettleTimer();
    void read();
    Facility readFacility();
    Facility remember();
    void recordAgreement(const Facility &facility, const QString &profileId, const QString &hash);
    /// Returns the facility with its trust verdicts. @p isThere: the directory exists.
    Facility judge(const FacilityReading &reading, bool isFromAdministrator, bool isThere);
    TrustKey keyOf(const QString &profileId) const;
    void watchPaths();
    void lookAtShare();

    /// Which file a path referred to when it was added to the watcher: QFileSystemWatcher keeps watching that file.
    struct Identity {
        quint64 device = 0;
        quint64 inode = 0;
        bool operator==(const Identity &) const = default;
    };
    static Identity identityOf(const QString &path);

    QFileSystemWatcher m_watcher;
    QHash<QString, Identity> m_watched;
    QTimer m_settleTimer; // delays reading: an editor or git changes many files in sequence
    QElapsedTimer m_sinceFirst; // time since the first change of a series
    QTimer m_poll;
    QTimer m_sharePoll; ///< runs only if the facility is on a share
    SharedFiles m_shared;
    bool m_isShare = false; ///< treat every file system as a share, as setShareInterval() requested
    quint64 m_request = 0;
    Order m_order;
    QString m_knownHosts; // the facility's known_hosts file, as last read
    LastGood m_lastGood;
    std::optional<LastGoodFile> m_lastGoodFile;
    std::optional<TrustStore> m_trust; // the stored approvals; empty: no verdicts are determined
};
}
