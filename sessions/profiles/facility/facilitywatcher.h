// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/background.h"
#include "sessions/profiles/profile.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace Nightdesk
{
class FacilityWatcherWorker;

/// Knows what stands in a facility directory and tells when it changes: edited files, files that editors or git replace,
/// new and deleted ones. Lives on the GUI thread; every look at the file system, which may be a share that does not
/// answer, happens on a thread of its own. Owned by FacilityChoice.
class FacilityWatcher : public QObject
{
    Q_OBJECT
public:
    explicit FacilityWatcher(QObject *parent = nullptr);
    /// Returns within a second; a read that hangs in the file system is left to end by itself.
    ~FacilityWatcher() override;

    /// Each of these reads again, and the last one is answered by facilityChanged even if it made no difference. Nothing is
    /// read before the first setDirectory().
    void setDirectory(const QString &directory);
    void setSite(const QString &site);
    void setAccount(const QString &account);
    /// Where it is kept what the person at this desk agreed to; with it Facility::trust has verdicts. A file of the user's
    /// own in a directory of Nightdesk's own, which is made private. Empty: no verdicts.
    void setTrustFile(const QString &path);
    /// A directory of Nightdesk's own where last good forms are kept across restarts, one file for each facility; a cache.
    /// Empty: they are remembered for as long as this lives.
    void setMemoryDirectory(const QString &path);

    QString directory() const;
    /// Empty until the first facilityChanged.
    std::optional<Facility> facility() const;

    /// How often to look without having been told: a share's other side tells nobody of its changes.
    void setPollInterval(std::chrono::milliseconds interval);
    /// As on a share, whatever the file system is, and looking that often.
    void setShareInterval(std::chrono::milliseconds interval);
    /// How long any of these may go unanswered before what is remembered of the facility is told in its place, with errors
    /// that say so. What stands there is told when it answers after all.
    void setPatience(std::chrono::milliseconds patience);

public Q_SLOTS:
    void readAgain();
    /// The person at this desk agreed to what was shown: TrustVerdict::hash of the profile. It is stored and the facility
    /// read again; facilityChanged() follows in any case. If the profile is another one by now, the new one is not agreed to:
    /// its verdict asks, and has another hash.
    void recordAgreement(const QString &profileId, const QString &hash);

Q_SIGNALS:
    /// After the first read, and whenever what was read differs from the last. Profiles that are wrong are in
    /// Facility::broken.
    void facilityChanged(const Nightdesk::Facility &facility);
    /// recordAgreement() counts until this program ends, but could not be stored: @p text (translated, plain) says why. facilityChanged()
    /// follows.
    void acceptFailed(const QString &profileId, const QString &text);

private:
    using Ask = std::function<void(FacilityWatcherWorker &, quint64 request)>;
    void request();
    void sendRequest(const Ask &ask);
    void receiveFacility(quint64 request, const Facility &facility);
    void reportFacility(const Facility &facility);
    void losePatience();
    void startWorker();

    std::unique_ptr<BackgroundThread> m_thread;
    FacilityWatcherWorker *m_worker = nullptr; // m_thread's
    std::chrono::milliseconds m_pollInterval;
    std::optional<std::chrono::milliseconds> m_shareInterval; ///< empty: by the file system
    std::chrono::milliseconds m_patience;
    QTimer m_unanswered;
    Ask m_ask; // what is not answered yet
    bool m_isAskedAgain = false; // of a second worker
    std::optional<Facility> m_remembered; // for the last request
    QString m_directory;
    QString m_site;
    QString m_account;
    QString m_trustFile;
    QString m_memoryDirectory;
    bool m_isAwaited = false; // somebody chose again and waits to be told
    quint64 m_request = 0; // answers to older ones are dropped
    std::optional<Facility> m_facility;
};
}
