// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facilitywatcherworker.h"

#include "sessions/profiles/facilityfiles.h"
#include "sessions/profiles/facilityreader.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <sys/stat.h>

using namespace std::chrono_literals;

namespace Nightdesk
{
namespace
{
/// What has to be watched so that every way a facility changes is seen. Directories tell of files made, replaced and
/// deleted, files of being written in place. Of what is not there (yet) the nearest directory above.
QStringList wantedPaths(const QString &directory)
{
    QStringList result;
    QStringList wanted{directory, FacilityFiles::profilesDirectory(directory), FacilityFiles::facilityFile(directory)};
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
            // A link: its target's directory tells when the target is replaced.
            result.append(QFileInfo(target).absolutePath());
        }
    }
    QDir above(directory);
    while (!above.exists() && !above.isRoot()) {
        above.setPath(QFileInfo(above.absolutePath()).absolutePath());
    }
    result.append(above.absolutePath());
    // The directory itself may be renamed away and come back, as a checkout beside it and a rename do.
    result.append(QFileInfo(QFileInfo(directory).absoluteFilePath()).absolutePath());
    result.removeDuplicates();
    return result;
}
}

FacilityWatcherWorker::FacilityWatcherWorker()
    : m_watcher(this)
    , m_settle(this)
    , m_poll(this)
{
    m_settle.setSingleShot(true);
    m_settle.setInterval(150ms);
    m_poll.setInterval(30s);
    connect(&m_settle, &QTimer::timeout, this, &FacilityWatcherWorker::read);
    connect(&m_poll, &QTimer::timeout, this, &FacilityWatcherWorker::read);
    // Not restarted by each change: where something changes without an end, it is read all the same.
    const auto settle = [this] {
        if (!m_settle.isActive()) {
            m_settle.start();
        }
    };
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, settle);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, settle);
}

void FacilityWatcherWorker::watch(quint64 request, const QString &directory, const QString &site, const QString &account)
{
    m_request = request;
    m_directory = directory;
    m_site = site;
    m_account = account;
    read();
    m_poll.start();
}

void FacilityWatcherWorker::setPollInterval(std::chrono::milliseconds interval)
{
    m_poll.setInterval(interval);
}

void FacilityWatcherWorker::read()
{
    if (m_directory.isEmpty()) {
        return;
    }
    m_settle.stop();
    watchPaths(); // before reading: what changes meanwhile is told
    Q_EMIT done(m_request, FacilityReader::read(m_directory, m_site, m_account));
}

FacilityWatcherWorker::Identity FacilityWatcherWorker::identityOf(const QString &path)
{
    struct stat status{};
    return ::stat(QFile::encodeName(path).constData(), &status) == 0 ? Identity{status.st_dev, status.st_ino} : Identity{};
}

void FacilityWatcherWorker::watchPaths()
{
    // What was deleted or moved is not watched any more, and a path may lead to another file by now without any event of
    // its own: the directory above was exchanged.
    const QStringList wanted = wantedPaths(m_directory);
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
