// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/backgroundjobs.h"
#include "sessions/profiles/facility/facilitywatcherworker.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace Nightdesk
{
/// Reads a facility directory and reports when it changes: edited files, files that editors or git replace, new and deleted ones. Lives on the GUI
/// thread; every access to the file system, which may be a share that does not answer, happens on a separate thread. Owned by FacilityChoice.
class FacilityWatcher : public QObject
{
    Q_OBJECT
public:
    explicit FacilityWatcher(QObject *parent = nullptr);
    /// Returns within a second; a read that hangs in the file system is abandoned.
    ~FacilityWatcher() override;

    /// Each of these setters starts a read, and facilityChanged() follows the last one even if nothing changed. Nothing is read before the first
    /// setDirectory().
    void setDirectory(const QString &directory);
    void setSite(const QString &site);
    void setAccount(const QString &account);
    /// The private file that stores the user's approvals, needed for Facility::trustVerdicts. Its directory belongs to Nightdesk and is made private.
    /// Empty: no verdicts.
    void setTrustFile(const QString &path);
    /// A directory of Nightdesk that stores last valid versions across restarts, one file for each facility; a cache. Empty: they are remembered
    /// during the lifetime of this object.
    void setLastValidDirectory(const QString &path);

    /// Empty until the first facilityChanged.
    std::optional<Facility> facility() const;

    /// How often to check for changes without a notification: a share does not report changes made on other computers.
    void setPollInterval(std::chrono::milliseconds interval);
    /// Treats every file system as a share, and checks at this interval.
    void setNetworkSharePollInterval(std::chrono::milliseconds interval);
    /// How long a read may take. After this time the remembered version of the facility is reported, with errors that
    /// say so. If the read succeeds later, its result is reported.
    void setResponseTimeout(std::chrono::milliseconds responseTimeout);

public Q_SLOTS:
    void rereadFacility();
    /// The user approved what was shown: @p hash is TrustVerdict::manifestHash of the profile. The approval is stored and the
    /// facility read again; facilityChanged() follows in any case. If the profile has changed meanwhile, the new
    /// version is not approved: the user is asked again, for another hash.
    void recordApproval(const QString &profileId, const QString &hash);

Q_SIGNALS:
    /// After the first read, and whenever the contents differ from the last report. Profiles with errors are in Facility::brokenProfiles.
    void facilityChanged(const Nightdesk::Facility &facility);
    /// recordApproval() takes effect until this program ends, but could not be stored: @p text (translated, plain) says why. facilityChanged()
    /// follows.
    void approvalFailed(const QString &profileId, const QString &text);

private:
    using Request = std::function<void(FacilityWatcherWorker &, quint64 request)>;
    void changeSetting(QString FacilityWatcherWorker::WatchSettings::*setting, const QString &value);
    void sendRequest(const Request &newRequest);
    void receiveFacility(quint64 request, const Facility &facility);
    void reportFacility(const Facility &facility);
    void handleResponseTimeout();
    void startWorker();

    std::unique_ptr<BackgroundThread> m_thread;
    FacilityWatcherWorker *m_watcherWorker = nullptr; // belongs to m_thread
    std::chrono::milliseconds m_pollInterval;
    /// How often to check a share; empty: depends on the file system.
    std::optional<std::chrono::milliseconds> m_networkSharePollInterval;
    std::chrono::milliseconds m_responseTimeout;
    QTimer m_responseTimer;
    Request m_pendingRequest; // the request that is not answered yet
    bool m_wasRepeatedOnSecondWorker = false; // the request was repeated on a second worker
    std::optional<Facility> m_rememberedFacility; // the facility as it was last valid; arrives before the answer to the last request
    FacilityWatcherWorker::WatchSettings m_watchSettings;
    bool m_mustReportResult = false; // emit facilityChanged() after the next read even if nothing changed, because a setter was called
    quint64 m_requestNumber = 0; // number of the last request; answers to older requests are dropped
    std::optional<Facility> m_lastReportedFacility;
};
}
