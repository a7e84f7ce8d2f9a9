// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/facilitywatcher.h"

#include "sessions/common/logging.h"
#include "sessions/profiles/facility/facilitywatcherworker.h"

#include <algorithm>
#include <utility>

using namespace std::chrono_literals;

namespace Nightdesk
{
FacilityWatcher::FacilityWatcher(QObject *parent)
    : QObject(parent)
    , m_pollInterval(30s)
    , m_patience(5s) // a share in standby has woken up by then
{
    m_unanswered.setSingleShot(true);
    connect(&m_unanswered, &QTimer::timeout, this, &FacilityWatcher::losePatience);
    startWorker();
}

FacilityWatcher::~FacilityWatcher() = default;

void FacilityWatcher::startWorker()
{
    m_worker = new FacilityWatcherWorker;
    m_worker->setPollInterval(m_pollInterval);
    if (m_shareInterval) {
        m_worker->setShareInterval(*m_shareInterval);
    }
    connect(m_worker, &FacilityWatcherWorker::done, this, &FacilityWatcher::receiveFacility);
    connect(m_worker, &FacilityWatcherWorker::remembered, this, [this](quint64 request, const Facility &facility) {
        if (request != m_request) {
            return;
        }
        m_remembered = facility;
        if (m_isAskedAgain) { // the first worker had the full time already
            m_unanswered.start(std::min(m_patience, std::chrono::milliseconds(1s)));
        }
    });
    connect(m_worker, &FacilityWatcherWorker::acceptFailed, this, &FacilityWatcher::acceptFailed);
    m_thread = std::make_unique<BackgroundThread>("facility", m_worker);
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
    m_pollInterval = interval;
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, interval] {
        worker->setPollInterval(interval);
    });
}

void FacilityWatcher::setShareInterval(std::chrono::milliseconds interval)
{
    m_shareInterval = interval;
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, interval] {
        worker->setShareInterval(interval);
    });
}

void FacilityWatcher::setPatience(std::chrono::milliseconds patience)
{
    m_patience = patience;
}

void FacilityWatcher::readAgain()
{
    request();
}

void FacilityWatcher::request()
{
    const FacilityWatcherWorker::Order order{m_directory, m_site, m_account, m_trustFile, m_memoryDirectory};
    sendRequest([order](FacilityWatcherWorker &worker, quint64 request) {
        worker.watch(request, order);
    });
}

void FacilityWatcher::recordAgreement(const QString &profileId, const QString &hash)
{
    m_isAwaited = true;
    const FacilityWatcherWorker::Order order{m_directory, m_site, m_account, m_trustFile, m_memoryDirectory};
    sendRequest([order, profileId, hash](FacilityWatcherWorker &worker, quint64 request) {
        worker.accept(request, order, profileId, hash);
    });
}

void FacilityWatcher::sendRequest(const Ask &ask)
{
    if (m_directory.isEmpty()) {
        return;
    }
    ++m_request;
    m_ask = ask;
    m_isAskedAgain = false;
    m_remembered.reset();
    m_unanswered.start(m_patience);
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, request = m_request, ask] {
        ask(*worker, request);
    });
}

void FacilityWatcher::losePatience()
{
    if (m_remembered) {
        reportFacility(*m_remembered);
        return;
    }
    if (std::exchange(m_isAskedAgain, true)) {
        return; // even the user's local directories do not answer: nothing can be read
    }
    // The request was not even started: an earlier read hangs.
    qCWarning(LogProfiles) << "a read of" << m_directory << "does not end";
    m_thread->abandon();
    startWorker();
    m_unanswered.start(m_patience);
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, request = m_request, ask = m_ask] {
        ask(*worker, request);
    });
}

void FacilityWatcher::receiveFacility(quint64 request, const Facility &facility)
{
    if (request != m_request) {
        return;
    }
    m_unanswered.stop();
    reportFacility(facility);
}

void FacilityWatcher::reportFacility(const Facility &facility)
{
    if (!std::exchange(m_isAwaited, false) && m_facility && *m_facility == facility) {
        return;
    }
    m_facility = facility;
    Q_EMIT facilityChanged(facility);
}
}
