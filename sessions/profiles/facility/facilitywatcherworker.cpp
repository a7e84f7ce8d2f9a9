// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/facilitywatcherworker.h"

#include "sessions/common/knownhostsfile.h"
#include "sessions/profiles/facility/facilityfiles.h"
#include "sessions/profiles/facility/installationfacts.h"
#include "sessions/profiles/trust/runstatements.h"

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
QStringList wantedPaths(const QString &directory, const QString &knownHosts)
{
    QStringList result;
    QStringList wanted{directory, FacilityFiles::profilesDirectory(directory), FacilityFiles::facilityFile(directory)};
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
            // A symbolic link: the directory of its target reports when the target is replaced.
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
}

namespace
{
/// The link that an item of a statement describes; null: the item describes something else, or the link does not exist.
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
        for (BrokenProfile &broken : facility.broken) {
            profile = broken.lastGood && broken.lastGood->id == profileId ? &*broken.lastGood : profile;
        }
    }
    if (!profile) {
        return nullptr;
    }
    const auto link = std::ranges::find(profile->links, item.id, &LinkSpec::id);
    return link == profile->links.end() ? nullptr : &*link;
}

/// The known_hosts file is missing: the approved keys from it remain valid, and no others.
void keepAgreedKeys(const RunStatement &agreed, RunItem &item, LinkSpec &link)
{
    const auto old = std::ranges::find_if(agreed.items, [&item](const RunItem &one) {
        return one.kind == item.kind && one.id == item.id && one.host == item.host && one.through == item.through && one.knownHosts == item.knownHosts;
    });
    item.hostKeys = old == agreed.items.end() ? QStringList() : old->hostKeys;
    QList<KnownHost> hosts = KnownHostsFile::parse(item.hostKeys.join(u'\n').toUtf8(), link.knownHosts);
    for (KnownHost &host : hosts) {
        host.isFromFacility = true;
    }
    link.hostKeys = hosts;
}
}

FacilityWatcherWorker::FacilityWatcherWorker()
    : m_watcher(this)
    , m_settleTimer(this)
    , m_poll(this)
    , m_sharePoll(this)
{
    m_settleTimer.setSingleShot(true);
    m_poll.setInterval(30s);
    m_sharePoll.setInterval(1500ms); // with settling and reading, a change made on another computer is noticed within 2 s
    connect(&m_settleTimer, &QTimer::timeout, this, &FacilityWatcherWorker::read);
    connect(&m_poll, &QTimer::timeout, this, &FacilityWatcherWorker::read);
    connect(&m_sharePoll, &QTimer::timeout, this, &FacilityWatcherWorker::lookAtShare);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, &FacilityWatcherWorker::startSettleTimer);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &FacilityWatcherWorker::startSettleTimer);
}

std::chrono::milliseconds FacilityWatcherWorker::settleTime(std::chrono::milliseconds sinceFirst)
{
    constexpr auto quiet = 150ms; // editors and git pause for less than this between two files
    constexpr auto longest = 1000ms; // read after this time even if changes continue
    return std::clamp(longest - sinceFirst, 0ms, quiet);
}

void FacilityWatcherWorker::startSettleTimer()
{
    if (!m_settleTimer.isActive()) {
        m_sinceFirst.start();
    }
    m_settleTimer.start(settleTime(std::chrono::milliseconds(m_sinceFirst.elapsed())));
}

void FacilityWatcherWorker::watch(quint64 request, const Order &order)
{
    follow(request, order);
    Q_EMIT remembered(request, remember());
    read();
    m_poll.start();
}

void FacilityWatcherWorker::accept(quint64 request, const Order &order, const QString &profileId, const QString &hash)
{
    follow(request, order);
    // The version that was shown is usually the remembered one: then the approval does not depend on a directory that
    // may not answer.
    recordAgreement(remember(), profileId, hash);
    Q_EMIT remembered(request, remember());
    recordAgreement(readFacility(), profileId, hash);
    read();
    m_poll.start();
}

void FacilityWatcherWorker::recordAgreement(const Facility &facility, const QString &profileId, const QString &hash)
{
    const TrustVerdict verdict = facility.trust.value(profileId);
    // Another hash: the profile is not the one that was shown and approved.
    if (!m_trust || !verdict.asks() || hash.isEmpty() || verdict.hash != hash) {
        return;
    }
    const Agreement agreement{verdict.now, QDateTime::fromSecsSinceEpoch(QDateTime::currentSecsSinceEpoch(), QTimeZone::UTC)};
    if (const auto stored = m_trust->agree(keyOf(profileId), agreement); !stored) {
        Q_EMIT acceptFailed(profileId, stored.error());
    }
}

void FacilityWatcherWorker::follow(quint64 request, const Order &order)
{
    m_request = request;
    const Order before = std::exchange(m_order, order);
    if (!m_lastGoodFile || before.directory != order.directory || before.memoryDirectory != order.memoryDirectory) {
        m_lastGoodFile.emplace(order.memoryDirectory, order.directory);
        m_lastGood = m_lastGoodFile->read();
    }
    if (order.trustFile.isEmpty()) {
        m_trust.reset();
    } else if (!m_trust || m_trust->file() != order.trustFile) {
        m_trust.emplace(order.trustFile);
    }
}

void FacilityWatcherWorker::setPollInterval(std::chrono::milliseconds interval)
{
    m_poll.setInterval(interval);
}

void FacilityWatcherWorker::setShareInterval(std::chrono::milliseconds interval)
{
    m_isShare = true;
    m_sharePoll.start(interval);
}

void FacilityWatcherWorker::lookAtShare()
{
    if (m_shared.haveChanged(wantedPaths(m_order.directory, m_knownHosts))) {
        startSettleTimer();
    }
}

void FacilityWatcherWorker::read()
{
    if (m_order.directory.isEmpty()) {
        return;
    }
    m_settleTimer.stop();
    watchPaths(); // watch before reading, so that changes during the read are reported
    if (m_isShare || SharedFiles::isShare(m_order.directory)) {
        (void)m_shared.haveChanged(wantedPaths(m_order.directory, m_knownHosts)); // record the state that is read now
        m_sharePoll.start();
    } else {
        m_sharePoll.stop();
    }
    const QString knownHosts = m_knownHosts;
    const Facility facility = readFacility();
    if (m_knownHosts != knownHosts) {
        watchPaths();
    }
    Q_EMIT done(m_request, facility);
}

Facility FacilityWatcherWorker::readFacility()
{
    const FacilityTexts texts = FacilityTexts::read(m_order.directory);
    const QDateTime now = QDateTime::fromSecsSinceEpoch(QDateTime::currentSecsSinceEpoch(), QTimeZone::UTC);
    FacilityAssembler assembler(texts, m_order.site, m_order.account, &m_lastGood, now);
    m_knownHosts = assembler.knownHosts();
    bool isFromAdministrator = false;
    if (m_trust) {
        const QStringList files = texts.files() + (m_knownHosts.isEmpty() ? QStringList() : QStringList{m_knownHosts});
        isFromAdministrator = isInstalledByAdministrator(InstallationFacts::gather(m_order.directory, files, InstallationFacts::systemConfiguration()));
    }
    const FacilityReading reading = assembler.assemble(isFromAdministrator);
    if (!texts.canonical.isEmpty()) {
        m_lastGood.setCanonical(texts.canonical);
    }
    m_lastGoodFile->write(m_lastGood, texts.names());
    return judge(reading, isFromAdministrator, !texts.canonical.isEmpty());
}

Facility FacilityWatcherWorker::remember()
{
    const FacilityTexts texts = FacilityTexts::unanswered(m_order.directory);
    FacilityAssembler assembler(texts, m_order.site, m_order.account, &m_lastGood, {});
    return judge(assembler.assemble(false), false, false);
}

Facility FacilityWatcherWorker::judge(const FacilityReading &reading, bool isFromAdministrator, bool isThere)
{
    Facility facility = reading.facility;
    if (!m_trust) {
        return facility;
    }
    m_trust->read();
    for (auto it = reading.runs.cbegin(); it != reading.runs.cend(); ++it) {
        const std::optional<Agreement> agreed = m_trust->agreement(keyOf(it.key()));
        RunStatement statement = it->statement;
        for (RunItem &item : statement.items) {
            if (LinkSpec *link = linkOf(facility, it.key(), item); link && !link->knownHosts.isEmpty() && !link->hostKeys) {
                keepAgreedKeys(agreed ? agreed->statement : RunStatement(), item, *link);
            }
        }
        // A remembered version counts as the administrator's if it was the administrator's when it was read and the directory is now either still the
        // administrator's or missing.
        const bool isTheirs = it->isRemembered ? it->isInstalledByAdministrator && (isFromAdministrator || !isThere) : isFromAdministrator;
        facility.trust.insert(
            it.key(),
            RunStatements::judge(statement, agreed ? std::optional(agreed->statement) : std::nullopt, agreed ? agreed->at : QDateTime(), isTheirs));
    }
    const QString problem = m_trust->problem();
    const bool isAsked = std::ranges::any_of(facility.trust, &TrustVerdict::asks);
    if (!problem.isEmpty() && isAsked) {
        facility.errors.append({SourcePlace{m_trust->file(), 0, 0}, Severity::Warning, problem});
    }
    return facility;
}

TrustKey FacilityWatcherWorker::keyOf(const QString &profileId) const
{
    const QString canonical = m_lastGood.canonical();
    const QString directory = canonical.isEmpty() ? QDir::cleanPath(QFileInfo(m_order.directory).absoluteFilePath()) : canonical;
    return {directory, profileId, m_order.site};
}

FacilityWatcherWorker::Identity FacilityWatcherWorker::identityOf(const QString &path)
{
    struct stat status{};
    return ::stat(QFile::encodeName(path).constData(), &status) == 0 ? Identity{status.st_dev, status.st_ino} : Identity{};
}

void FacilityWatcherWorker::watchPaths()
{
    // Deleted or moved files are not watched any more, and a path may refer to another file without an event: a directory above was replaced.
    const QStringList wanted = wantedPaths(m_order.directory, m_knownHosts);
    const QStringList watched = m_watcher.files() + m_watcher.directories();
    QStringList stale;
    QStringList added;
    for (const QString &path : watched) {
        if (!wanted.contains(path) || m_watched.value(path) != identityOf(path)) {
            stale.append(path);
        }
    }
    for (const QString &path : wanted) {
        if (!watched.contains(path) || stale.contains(path)) {
            added.append(path);
        }
    }
    if (!stale.isEmpty()) {
        m_watcher.removePaths(stale);
    }
    m_watched.clear();
    for (const QString &path : wanted) {
        m_watched.insert(path, identityOf(path));
    }
    if (!added.isEmpty()) {
        m_watcher.addPaths(added);
    }
}
}
