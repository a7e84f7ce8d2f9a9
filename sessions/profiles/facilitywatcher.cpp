// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facilitywatcher.h"

#include "sessions/common/logging.h"
#include "sessions/profiles/facilitywatcherworker.h"

#include <KLocalizedString>

#include <utility>

using namespace std::chrono_literals;

namespace Nightdesk
{
FacilityWatcher::FacilityWatcher(QObject *parent)
    : QObject(parent)
    , m_thread(new QThread)
    , m_worker(new FacilityWatcherWorker)
{
    // KI18n's first use makes an object that belongs to the application's thread: let it not be the worker's.
    KLocalizedString::languages();
    m_thread->setObjectName(QStringLiteral("facility"));
    m_worker->moveToThread(m_thread);
    connect(m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    connect(m_worker, &FacilityWatcherWorker::done, this, &FacilityWatcher::take);
    connect(m_worker, &FacilityWatcherWorker::acceptFailed, this, &FacilityWatcher::acceptFailed);
    m_thread->start();
}

FacilityWatcher::~FacilityWatcher()
{
    m_worker->disconnect(this);
    m_thread->quit();
    if (m_thread->wait(1s)) {
        delete m_thread;
        return;
    }
    // A share that hangs: no system call can be taken back, and ending the program must not wait for it.
    qCWarning(LogProfiles) << "a read of" << m_directory << "does not end; leaving it behind";
    connect(m_thread, &QThread::finished, m_thread, &QObject::deleteLater);
}

void FacilityWatcher::setDirectory(const QString &directory)
{
    m_directory = directory;
    m_isAwaited = true;
    request();
}

void FacilityWatcher::setSite(const QString &site)
{
    m_site = site;
    m_isAwaited = true;
    request();
}

void FacilityWatcher::setAccount(const QString &account)
{
    m_account = account;
    m_isAwaited = true;
    request();
}

void FacilityWatcher::setTrustFile(const QString &path)
{
    m_trustFile = path;
    m_isAwaited = true;
    request();
}

void FacilityWatcher::setMemoryDirectory(const QString &path)
{
    m_memoryDirectory = path;
    m_isAwaited = true;
    request();
}

QString FacilityWatcher::directory() const
{
    return m_directory;
}

std::optional<Facility> FacilityWatcher::facility() const
{
    return m_facility;
}

void FacilityWatcher::setPollInterval(std::chrono::milliseconds interval)
{
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, interval] {
        worker->setPollInterval(interval);
    });
}

void FacilityWatcher::readAgain()
{
    request();
}

void FacilityWatcher::request()
{
    if (m_directory.isEmpty()) {
        return;
    }
    ++m_request;
    const FacilityWatcherWorker::Order order{m_directory, m_site, m_account, m_trustFile, m_memoryDirectory};
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, request = m_request, order] {
        worker->watch(request, order);
    });
}

void FacilityWatcher::accept(const QString &profileId, const QString &hash)
{
    if (m_directory.isEmpty()) {
        return;
    }
    m_isAwaited = true;
    ++m_request;
    const FacilityWatcherWorker::Order order{m_directory, m_site, m_account, m_trustFile, m_memoryDirectory};
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, request = m_request, order, profileId, hash] {
        worker->accept(request, order, profileId, hash);
    });
}

void FacilityWatcher::take(quint64 request, const Facility &facility)
{
    if (request != m_request) {
        return;
    }
    if (!std::exchange(m_isAwaited, false) && m_facility && *m_facility == facility) {
        return;
    }
    m_facility = facility;
    Q_EMIT facilityChanged(facility);
}
}
