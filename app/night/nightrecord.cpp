// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/nightrecord.h"

#include "app/nightrecordworker.h"
#include "sessions/common/logging.h"

#include <KLocalizedString>

#include <QThread>

#include <chrono>

using namespace std::chrono_literals;

namespace Nightdesk
{
NightRecord::NightRecord(const QString &directory, QObject *parent)
    : QObject(parent)
    , m_wish(std::make_shared<NightWish>())
    , m_thread(new QThread)
    , m_worker(new NightRecordWorker(directory, m_wish))
{
    // KI18n's first use makes an object that belongs to the application's thread: let it not be the worker's.
    KLocalizedString::languages();
    m_thread->setObjectName(QStringLiteral("night"));
    m_worker->moveToThread(m_thread);
    connect(m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    connect(m_worker, &NightRecordWorker::found, this, &NightRecord::found);
    connect(m_worker, &NightRecordWorker::nothingFound, this, &NightRecord::nothingFound);
    connect(m_worker, &NightRecordWorker::troubled, this, &NightRecord::troubled);
    m_thread->start();
}

NightRecord::~NightRecord()
{
    m_worker->disconnect(this);
    // In the queue behind what is still to be written.
    QMetaObject::invokeMethod(m_worker, [thread = m_thread] {
        thread->quit();
    });
    if (m_thread->wait(1s)) {
        delete m_thread;
        return;
    }
    qCWarning(LogUi) << "the disk that what is connected is noted on does not answer; leaving it behind";
    connect(m_thread, &QThread::finished, m_thread, &QObject::deleteLater);
}

void NightRecord::begin()
{
    QMetaObject::invokeMethod(m_worker, &NightRecordWorker::begin);
}

void NightRecord::passOver()
{
    QMetaObject::invokeMethod(m_worker, &NightRecordWorker::passOver);
}

void NightRecord::forgetAll()
{
    QMetaObject::invokeMethod(m_worker, &NightRecordWorker::forgetAll);
}

void NightRecord::takeOver()
{
    QMetaObject::invokeMethod(m_worker, &NightRecordWorker::takeOver);
}

void NightRecord::keep(const std::optional<NightState> &state)
{
    {
        const std::lock_guard lock(m_wish->mutex);
        m_wish->wanted = state;
    }
    QMetaObject::invokeMethod(m_worker, &NightRecordWorker::fulfil);
}
}
