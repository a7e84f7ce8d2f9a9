// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/facilitywatcher.h"

#include "sessions/common/logging.h"

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
    m_watcherWorker = new FacilityWatcherWorker;
    m_watcherWorker->setPollInterval(m_pollInterval);
    if (m_networkSharePollInterval) {
        m_watcherWorker->setNetworkSharePollInterval(*m_networkSharePollInterval);
    }
    connect(m_watcherWorker, &FacilityWatcherWorker::readFinished, this, &FacilityWatcher::receiveFacility);
    connect(m_watcherWorker, &FacilityWatcherWorker::rememberedFacilityRead, this, [this](quint64 request, const Facility &facility) {
        if (request != m_requestNumber) {
            return;
        }
        m_rememberedFacility = facility;
        if (m_wasRepeatedOnSecondWorker) { // the user has waited for the first worker already, so the second one gets at most a second
            m_responseTimer.start(std::min(m_responseTimeout, std::chrono::milliseconds(1s)));
        }
    });
    connect(m_watcherWorker, &FacilityWatcherWorker::approvalFailed, this, &FacilityWatcher::approvalFailed);
    m_thread = std::make_unique<BackgroundThread>("facility", m_watcherWorker);
}

void FacilityWatcher::changeSetting(QString FacilityWatcherWorker::WatchSettings::*setting, const QString &value)
{
    m_watchSettings.*setting = value;
    m_mustReportResult = true;
    rereadFacility();
}

void FacilityWatcher::setDirectory(const QString &directory)
{
    changeSetting(&FacilityWatcherWorker::WatchSettings::directory, directory);
}

void FacilityWatcher::setSite(const QString &site)
{
    changeSetting(&FacilityWatcherWorker::WatchSettings::site, site);
}

void FacilityWatcher::setAccount(const QString &account)
{
    changeSetting(&FacilityWatcherWorker::WatchSettings::account, account);
}

void FacilityWatcher::setTrustFile(const QString &path)
{
    changeSetting(&FacilityWatcherWorker::WatchSettings::trustFile, path);
}

void FacilityWatcher::setLastValidDirectory(const QString &path)
{
    changeSetting(&FacilityWatcherWorker::WatchSettings::lastValidDirectory, path);
}

std::optional<Facility> FacilityWatcher::facility() const
{
    return m_lastReportedFacility;
}

void FacilityWatcher::setPollInterval(std::chrono::milliseconds interval)
{
    m_pollInterval = interval;
    QMetaObject::invokeMethod(m_watcherWorker, [worker = m_watcherWorker, interval] {
        worker->setPollInterval(interval);
    });
}

void FacilityWatcher::setNetworkSharePollInterval(std::chrono::milliseconds interval)
{
    m_networkSharePollInterval = interval;
    QMetaObject::invokeMethod(m_watcherWorker, [worker = m_watcherWorker, interval] {
        worker->setNetworkSharePollInterval(interval);
    });
}

void FacilityWatcher::setResponseTimeout(std::chrono::milliseconds responseTimeout)
{
    m_responseTimeout = responseTimeout;
}

void FacilityWatcher::rereadFacility()
{
    sendRequest([settings = m_watchSettings](FacilityWatcherWorker &worker, quint64 request) {
        worker.watch(request, settings);
    });
}

void FacilityWatcher::recordApproval(const QString &profileId, const QString &hash)
{
    m_mustReportResult = true;
    sendRequest([settings = m_watchSettings, profileId, hash](FacilityWatcherWorker &worker, quint64 request) {
        worker.approve(request, settings, profileId, hash);
    });
}

void FacilityWatcher::sendRequest(const Request &newRequest)
{
    if (m_watchSettings.directory.isEmpty()) {
        return;
    }
    ++m_requestNumber;
    m_pendingRequest = newRequest;
    m_wasRepeatedOnSecondWorker = false;
    m_rememberedFacility.reset();
    m_responseTimer.start(m_responseTimeout);
    QMetaObject::invokeMethod(m_watcherWorker, [worker = m_watcherWorker, request = m_requestNumber, newRequest] {
        newRequest(*worker, request);
    });
}

void FacilityWatcher::handleResponseTimeout()
{
    if (m_rememberedFacility) {
        reportFacility(*m_rememberedFacility);
        return;
    }
    if (std::exchange(m_wasRepeatedOnSecondWorker, true)) {
        return; // even the user's local directories do not answer: nothing can be read
    }
    // No remembered version arrived, so the worker has not begun with this request: it still waits for an earlier read of the file system.
    qCWarning(LogProfiles) << "a read of" << m_watchSettings.directory << "does not end";
    m_thread->markWorkerAsHung();
    startWorker();
    m_responseTimer.start(m_responseTimeout);
    QMetaObject::invokeMethod(m_watcherWorker, [worker = m_watcherWorker, request = m_requestNumber, ask = m_pendingRequest] {
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
    if (!std::exchange(m_mustReportResult, false) && m_lastReportedFacility && *m_lastReportedFacility == facility) {
        return;
    }
    m_lastReportedFacility = facility;
    Q_EMIT facilityChanged(facility);
}
}
