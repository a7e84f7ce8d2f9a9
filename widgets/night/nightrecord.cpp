// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/night/nightrecord.h"

#include "widgets/night/nightrecordworker.h"

namespace Nightdesk
{
NightRecord::NightRecord(const QString &directory, QObject *parent)
    : QObject(parent)
    , m_writeRequest(std::make_shared<NightStateWriteRequest>())
    , m_worker(new NightRecordWorker(directory, m_writeRequest))
    , m_workerThread("night", m_worker)
{
    connect(m_worker, &NightRecordWorker::recordFound, this, &NightRecord::recordFound);
    connect(m_worker, &NightRecordWorker::noRecordFound, this, &NightRecord::noRecordFound);
    connect(m_worker, &NightRecordWorker::recordAccessFailed, this, &NightRecord::recordAccessFailed);
}

NightRecord::~NightRecord() = default;

void NightRecord::findNewestRecord()
{
    QMetaObject::invokeMethod(m_worker, &NightRecordWorker::findNewestRecord);
}

void NightRecord::discardAndFindNextRecord()
{
    QMetaObject::invokeMethod(m_worker, &NightRecordWorker::discardAndFindNextRecord);
}

void NightRecord::deleteAllRecords()
{
    QMetaObject::invokeMethod(m_worker, &NightRecordWorker::deleteAllRecords);
}

void NightRecord::removeFoundRecordAtNextSave()
{
    QMetaObject::invokeMethod(m_worker, &NightRecordWorker::removeFoundRecordAtNextSave);
}

void NightRecord::saveState(const std::optional<NightState> &state)
{
    {
        const std::lock_guard lock(m_writeRequest->mutex);
        m_writeRequest->stateToWrite = state;
    }
    QMetaObject::invokeMethod(m_worker, &NightRecordWorker::writeRequestedState);
}
}
