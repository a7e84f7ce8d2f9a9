// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QFileSystemWatcher>
#include <QHash>
#include <QObject>
#include <QTimer>

#include <chrono>

namespace Nightdesk
{
/// FacilityWatcher's other half: watches and reads. Lives on its thread; everything here may block.
class FacilityWatcherWorker : public QObject
{
    Q_OBJECT
public:
    FacilityWatcherWorker();

    /// Reads at once, then whenever something changes. @p request comes back with every done().
    void watch(quint64 request, const QString &directory, const QString &site, const QString &account);
    void setPollInterval(std::chrono::milliseconds interval);

Q_SIGNALS:
    void done(quint64 request, const Nightdesk::Facility &facility);

private:
    void read();
    void watchPaths();

    /// Which file a path led to when it was put under watch: QFileSystemWatcher stays with that one.
    struct Identity {
        quint64 device = 0;
        quint64 inode = 0;
        bool operator==(const Identity &) const = default;
    };
    static Identity identityOf(const QString &path);

    QFileSystemWatcher m_watcher;
    QHash<QString, Identity> m_watched;
    QTimer m_settle; // an editor or git touches many files at once
    QTimer m_poll;
    quint64 m_request = 0;
    QString m_directory;
    QString m_site;
    QString m_account;
};
}
