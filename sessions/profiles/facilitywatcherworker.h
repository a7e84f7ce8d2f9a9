// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QFileSystemWatcher>
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

    QFileSystemWatcher m_watcher;
    QTimer m_settle; // an editor or git touches many files at once
    QTimer m_poll;
    quint64 m_request = 0;
    QString m_directory;
    QString m_site;
    QString m_account;
};
}
