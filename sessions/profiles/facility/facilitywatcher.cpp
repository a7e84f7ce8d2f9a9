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
    , m_responseTimeout(5s) // a share in standby has woken up by then
{
    m_responseTimer.setSingleShot(true);
    connect(&m_responseTimer, &QTimer::timeout, this, &FacilityWatcher::handleResponseTimeout);
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
    connect(m_worker, &FacilityWatcherWorker::readFinished, this, &FacilityWatcher::receiveFacility);
    connect(m_worker, &FacilityWatcherWorker::remembered, this, [this](quint64 request, const Facility &facility) {
        if (request != m_requestNumber) {
            return;
        }
        m_rememberedFacility = facility;
        if (m_isRequestRepeated) { // the first worker had the full time already
            m_responseTimer.start(std::min(m_responseTimeout, std::chrono::milliseconds(1s)));
        }
    });
    connect(m_worker, &FacilityWatcherWorker::approvalFailed, this, &FacilityWatcher::approvalFailed);
    m_thread = std::make_unique<BackgroundThread>("facility", m_worker);
}

void FacilityWatcher::setDirectory(const QString &directory)
{
    m_directory = directory;
    m_isAnswerAwaited = true;
    request();
}

void FacilityWatcher::setSite(const QString &site)
{
    m_site = site;
    m_isAnswerAwaited = true;
    request();
}

void FacilityWatcher::setAccount(const QString &account)
{
    m_account = account;
    m_isAnswerAwaited = true;
    request();
}

void FacilityWatcher::setTrustFile(const QString &path)
{
    m_trustFile = path;
    m_isAnswerAwaited = true;
    request();
}

void FacilityWatcher::setLastValidDirectory(const QString &path)
{
    m_lastValidDirectory = path;
    m_isAnswerAwaited = true;
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

void FacilityWatcher::setResponseTimeout(std::chrono::milliseconds responseTimeout)
{
    m_responseTimeout = responseTimeout;
}

void FacilityWatcher::readAgain()
{
    request();
}

void FacilityWatcher::request()
{
    const FacilityWatcherWorker::WatchSettings settings{m_directory, m_site, m_account, m_trustFile, m_lastValidDirectory};
    sendRequest([settings](FacilityWatcherWorker &worker, quint64 request) {
        worker.watch(request, settings);
    });
}

void FacilityWatcher::recordApproval(const QString &profileId, const QString &hash)
{
    m_isAnswerAwaited = true;
    const FacilityWatcherWorker::WatchSettings settings{m_directory, m_site, m_account, m_trustFile, m_lastValidDirectory};
    sendRequest([settings, profileId, hash](FacilityWatcherWorker &worker, quint64 request) {
        worker.approve(request, settings, profileId, hash);
    });
}

void FacilityWatcher::sendRequest(const Request &ask)
{
    if (m_directory.isEmpty()) {
        return;
    }
    ++m_requestNumber;
    m_pendingRequest = ask;
    m_isRequestRepeated = false;
    m_rememberedFacility.reset();
    m_responseTimer.start(m_responseTimeout);
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, request = m_requestNumber, ask] {
        ask(*worker, request);
    });
}

void FacilityWatcher::handleResponseTimeout()
{
    if (m_rememberedFacility) {
        reportFacility(*m_rememberedFacility);
        return;
    }
    if (std::exchange(m_isRequestRepeated, true)) {
        return; // even the user's local directories do not answer: nothing can be read
    }
    // The request was not even started: an earlier read hangs.
    qCWarning(LogProfiles) << "a read of" << m_directory << "does not end";
    m_thread->abandon();
    startWorker();
    m_responseTimer.start(m_responseTimeout);
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, request = m_requestNumber, ask = m_pendingRequest] {
        ask(*worker, request);
    });
}

void FacilityWatcher::receiveFacility(quint64 request, const Facility &facility)
{
    if (request != m_requestNumber) {
        return;
    }
    m_responseTimer.stop();
    reportFacility(facility);
}

void FacilityWatcher::reportFacility(const Facility &facility)
{
    if (!std::exchange(m_isAnswerAwaited, false) && m_facility && *m_facility == facility) {
        return;
    }
    m_facility = facility;
    Q_EMIT facilityChanged(facility);
}
}
