// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/facilitywatcherworker.h"

#include "sessions/common/knownhostsfile.h"
#include "sessions/profiles/facility/facilityfiles.h"
#include "sessions/profiles/facility/installationfacts.h"
#include "sessions/profiles/trust/runmanifests.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTimeZone>

#include <sys/stat.h>

#include <algorithm>
#include <utility>

using namespace std::chrono_literals;

namespace Nightdesk
{
namespace
{
/// Paths to watch so that every kind of change is noticed. Watched directories report created, replaced and deleted
/// files; watched files report writes in place. A path that does not exist yet is represented by the nearest existing
/// directory above it.
QStringList pathsToWatch(const QString &directory, const QString &knownHosts)
{
    QStringList result;
    QStringList wanted{directory, FacilityFiles::profilesDirectory(directory), FacilityFiles::facilityFilePath(directory)};
    if (!knownHosts.isEmpty()) {
        wanted.append(knownHosts);
    }
    wanted += FacilityFiles::profileFiles(directory);
    for (const QString &path : std::as_const(wanted)) {
        const QFileInfo info(path);
        if (!info.exists()) {
            continue;
        }
        if (info.isDir() || info.isFile()) {
            result.append(path);
        }
        const QString target = info.canonicalFilePath();
        if (!target.isEmpty() && target != info.absoluteFilePath()) {
            // For a symbolic link, the directory of its target is watched too: a replaced target is noticed only there.
            result.append(QFileInfo(target).absolutePath());
        }
    }
    QDir above(directory);
    while (!above.exists() && !above.isRoot()) {
        above.setPath(QFileInfo(above.absolutePath()).absolutePath());
    }
    result.append(above.absolutePath());
    // The directory itself may be renamed and replaced, for example by a new checkout.
    result.append(QFileInfo(QFileInfo(directory).absoluteFilePath()).absolutePath());
    result.removeDuplicates();
    return result;
}

/// The link that an item of a manifest describes; null: the item describes something else, or the link does not exist.
LinkSpec *linkOf(Facility &facility, const QString &profileId, const RunItem &item)
{
    if (item.kind != RunItem::Kind::Link) {
        return nullptr;
    }
    if (item.id == u"[broker]") {
        return facility.broker ? &facility.broker->link : nullptr;
    }
    InstrumentProfile *profile = nullptr;
    if (const auto found = std::ranges::find(facility.profiles, profileId, &InstrumentProfile::id); found != facility.profiles.end()) {
        profile = &*found;
    } else {
        for (BrokenProfile &broken : facility.brokenProfiles) {
            profile = broken.lastValid && broken.lastValid->id == profileId ? &*broken.lastValid : profile;
        }
    }
    if (!profile) {
        return nullptr;
    }
    const auto link = std::ranges::find(profile->links, item.id, &LinkSpec::id);
    return link == profile->links.end() ? nullptr : &*link;
}

/// Call if the known_hosts file of @p link is missing. Then only the host keys that the user approved earlier, while the file existed, are valid.
void restoreHostKeysApprovedByUser(const RunManifest &approved, RunItem &item, LinkSpec &link)
{
    const auto old = std::ranges::find_if(approved.items, [&item](const RunItem &one) {
        return one.kind == item.kind && one.id == item.id && one.host == item.host && one.jumpHosts == item.jumpHosts
            && one.knownHostsPath == item.knownHostsPath;
    });
    item.hostKeys = old == approved.items.end() ? QStringList() : old->hostKeys;
    QList<KnownHost> hosts = KnownHostsFile::parse(item.hostKeys.join(u'\n').toUtf8(), link.knownHostsPath);
    for (KnownHost &host : hosts) {
        host.isFromFacility = true;
    }
    link.hostKeys = hosts;
}
}

FacilityWatcherWorker::FacilityWatcherWorker()
    : m_pathWatcher(this)
    , m_settleTimer(this)
    , m_pollTimer(this)
    , m_networkSharePollTimer(this)
{
    m_settleTimer.setSingleShot(true);
    m_pollTimer.setInterval(30s);
    m_networkSharePollTimer.setInterval(1500ms); // with settling and reading, a change made on another computer is noticed within 2 s
    connect(&m_settleTimer, &QTimer::timeout, this, &FacilityWatcherWorker::readAndReport);
    connect(&m_pollTimer, &QTimer::timeout, this, &FacilityWatcherWorker::readAndReport);
    connect(&m_networkSharePollTimer, &QTimer::timeout, this, &FacilityWatcherWorker::checkNetworkShareForChanges);
    connect(&m_pathWatcher, &QFileSystemWatcher::directoryChanged, this, &FacilityWatcherWorker::startSettleTimer);
    connect(&m_pathWatcher, &QFileSystemWatcher::fileChanged, this, &FacilityWatcherWorker::startSettleTimer);
}

std::chrono::milliseconds FacilityWatcherWorker::settleDelay(std::chrono::milliseconds sinceFirst)
{
    constexpr auto quietTime = 150ms; // if no file changed for this long, the series is over: editors and git write the next file sooner
    constexpr auto maxDelay = 1000ms; // the facility is read at the latest this long after the first change, even if changes continue
    return std::clamp(maxDelay - sinceFirst, 0ms, quietTime);
}

void FacilityWatcherWorker::startSettleTimer()
{
    if (!m_settleTimer.isActive()) {
        m_timeSinceFirstChange.start();
    }
    m_settleTimer.start(settleDelay(std::chrono::milliseconds(m_timeSinceFirstChange.elapsed())));
}

void FacilityWatcherWorker::watch(quint64 request, const WatchSettings &settings)
{
    useSettings(request, settings);
    Q_EMIT rememberedFacilityRead(request, readRememberedFacility());
    readAndReport();
    m_pollTimer.start();
}

void FacilityWatcherWorker::approve(quint64 request, const WatchSettings &settings, const QString &profileId, const QString &hash)
{
    useSettings(request, settings);
    // First for the last valid version: it is usually the version that the user saw, and it is read without the facility's directory, which may not
    // answer.
    recordApproval(readRememberedFacility(), profileId, hash);
    Q_EMIT rememberedFacilityRead(request, readRememberedFacility());
    recordApproval(readFacility(), profileId, hash);
    readAndReport();
    m_pollTimer.start();
}

void FacilityWatcherWorker::recordApproval(const Facility &facility, const QString &profileId, const QString &hash)
{
    const TrustVerdict verdict = facility.trustVerdicts.value(profileId);
    // Another hash: the profile is not the one that was shown and approved.
    if (!m_trustStore || !verdict.mustAskUser() || hash.isEmpty() || verdict.manifestHash != hash) {
        return;
    }
    const Approval approval{verdict.currentManifest, QDateTime::fromSecsSinceEpoch(QDateTime::currentSecsSinceEpoch(), QTimeZone::UTC)};
    if (const auto stored = m_trustStore->addApproval(approvalKeyOf(profileId), approval); !stored) {
        Q_EMIT approvalFailed(profileId, stored.error());
    }
}

void FacilityWatcherWorker::useSettings(quint64 request, const WatchSettings &settings)
{
    m_requestNumber = request;
    const WatchSettings before = std::exchange(m_watchSettings, settings);
    if (!m_lastValidTextsFile || before.directory != settings.directory || before.lastValidDirectory != settings.lastValidDirectory) {
        m_lastValidTextsFile.emplace(settings.lastValidDirectory, settings.directory);
        m_lastValidTexts = m_lastValidTextsFile->read();
    }
    if (settings.trustFile.isEmpty()) {
        m_trustStore.reset();
    } else if (!m_trustStore || m_trustStore->file() != settings.trustFile) {
        m_trustStore.emplace(settings.trustFile);
    }
}

void FacilityWatcherWorker::setPollInterval(std::chrono::milliseconds interval)
{
    m_pollTimer.setInterval(interval);
}

void FacilityWatcherWorker::setNetworkSharePollInterval(std::chrono::milliseconds interval)
{
    m_treatsAllAsNetworkShare = true;
    m_networkSharePollTimer.start(interval);
}

void FacilityWatcherWorker::checkNetworkShareForChanges()
{
    if (m_networkFiles.haveFilesChanged(pathsToWatch(m_watchSettings.directory, m_knownHostsFile))) {
        startSettleTimer();
    }
}

void FacilityWatcherWorker::readAndReport()
{
    if (m_watchSettings.directory.isEmpty()) {
        return;
    }
    m_settleTimer.stop();
    watchPaths(); // watch before reading, so that changes during the read are reported
    if (m_treatsAllAsNetworkShare || NetworkShareFiles::isOnNetworkShare(m_watchSettings.directory)) {
        (void)m_networkFiles.haveFilesChanged(pathsToWatch(m_watchSettings.directory, m_knownHostsFile)); // record the state that is read now
        m_networkSharePollTimer.start();
    } else {
        m_networkSharePollTimer.stop();
    }
    const QString knownHosts = m_knownHostsFile;
    const Facility facility = readFacility();
    if (m_knownHostsFile != knownHosts) {
        watchPaths();
    }
    Q_EMIT readFinished(m_requestNumber, facility);
}

Facility FacilityWatcherWorker::readFacility()
{
    const FacilityTexts texts = FacilityTexts::read(m_watchSettings.directory);
    const QDateTime now = QDateTime::fromSecsSinceEpoch(QDateTime::currentSecsSinceEpoch(), QTimeZone::UTC);
    FacilityAssembler assembler(texts, m_watchSettings.site, m_watchSettings.account, &m_lastValidTexts, now);
    m_knownHostsFile = assembler.knownHostsPath();
    bool isFromAdministrator = false;
    if (m_trustStore) {
        const QStringList files = texts.filePaths() + (m_knownHostsFile.isEmpty() ? QStringList() : QStringList{m_knownHostsFile});
        isFromAdministrator =
            isInstalledByAdministrator(InstallationFacts::gather(m_watchSettings.directory, files, InstallationFacts::systemConfigurationDirectories()));
    }
    const AssembledFacility reading = assembler.assemble(isFromAdministrator);
    if (!texts.canonicalPath.isEmpty()) {
        m_lastValidTexts.setCanonicalPath(texts.canonicalPath);
    }
    m_lastValidTextsFile->write(m_lastValidTexts, texts.profileFileNames());
    return evaluateTrust(reading, isFromAdministrator, !texts.canonicalPath.isEmpty());
}

Facility FacilityWatcherWorker::readRememberedFacility()
{
    const FacilityTexts texts = FacilityTexts::forUnresponsiveDirectory(m_watchSettings.directory);
    FacilityAssembler assembler(texts, m_watchSettings.site, m_watchSettings.account, &m_lastValidTexts, {});
    return evaluateTrust(assembler.assemble(false), false, false);
}

Facility FacilityWatcherWorker::evaluateTrust(const AssembledFacility &reading, bool isFromAdministrator, bool directoryExists)
{
    Facility facility = reading.facility;
    if (!m_trustStore) {
        return facility;
    }
    m_trustStore->read();
    for (auto it = reading.manifestsByProfile.cbegin(); it != reading.manifestsByProfile.cend(); ++it) {
        const std::optional<Approval> approval = m_trustStore->approval(approvalKeyOf(it.key()));
        RunManifest manifest = it->manifest;
        for (RunItem &item : manifest.items) {
            if (LinkSpec *link = linkOf(facility, it.key(), item); link && !link->knownHostsPath.isEmpty() && !link->hostKeys) {
                restoreHostKeysApprovedByUser(approval ? approval->manifest : RunManifest(), item, *link);
            }
        }
        // A last valid version was installed by the administrator if that was so when it was read. In addition, the directory must still be the
        // administrator's, or it must be missing, since then nobody else can have changed it.
        const bool isTheirs = it->isFromLastValidText ? it->isInstalledByAdministrator && (isFromAdministrator || !directoryExists) : isFromAdministrator;
        facility.trustVerdicts.insert(it.key(),
                                      RunManifests::evaluateTrust(manifest,
                                                                  approval ? std::optional(approval->manifest) : std::nullopt,
                                                                  approval ? approval->approvedAt : QDateTime(),
                                                                  isTheirs));
    }
    const QString problem = m_trustStore->problem();
    const bool isAsked = std::ranges::any_of(facility.trustVerdicts, &TrustVerdict::mustAskUser);
    if (!problem.isEmpty() && isAsked) {
        facility.errors.append({SourcePlace{m_trustStore->file(), 0, 0}, Severity::Warning, problem});
    }
    return facility;
}

ApprovalKey FacilityWatcherWorker::approvalKeyOf(const QString &profileId) const
{
    const QString canonicalPath = m_lastValidTexts.canonicalPath();
    const QString directory = canonicalPath.isEmpty() ? QDir::cleanPath(QFileInfo(m_watchSettings.directory).absoluteFilePath()) : canonicalPath;
    return {directory, profileId, m_watchSettings.site};
}

FacilityWatcherWorker::FileIdentity FacilityWatcherWorker::fileIdentityOf(const QString &path)
{
    struct stat status{};
    return ::stat(QFile::encodeName(path).constData(), &status) == 0 ? FileIdentity{status.st_dev, status.st_ino} : FileIdentity{};
}

void FacilityWatcherWorker::watchPaths()
{
    // Deleted or moved files are not watched any more, and a path may refer to another file without an event: a directory above was replaced.
    const QStringList wanted = pathsToWatch(m_watchSettings.directory, m_knownHostsFile);
    const QStringList watched = m_pathWatcher.files() + m_pathWatcher.directories();
    QStringList stale;
    QStringList added;
    for (const QString &path : watched) {
        if (!wanted.contains(path) || m_watchedPaths.value(path) != fileIdentityOf(path)) {
            stale.append(path);
        }
    }
    for (const QString &path : wanted) {
        if (!watched.contains(path) || stale.contains(path)) {
            added.append(path);
        }
    }
    if (!stale.isEmpty()) {
        m_pathWatcher.removePaths(stale);
    }
    m_watchedPaths.clear();
    for (const QString &path : wanted) {
        m_watchedPaths.insert(path, fileIdentityOf(path));
    }
    if (!added.isEmpty()) {
        m_pathWatcher.addPaths(added);
    }
}
}
