// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/figures/figurestore.h"

#include "sessions/common/logging.h"
#include "sessions/figures/figurefile.h"

#include <KLocalizedString>

#include <utility>

namespace Nightdesk
{
/// Accesses the disk for FigureStore, on its own thread.
class FigureStoreWorker : public QObject
{
    Q_OBJECT
public:
    explicit FigureStoreWorker(const QString &directory)
        : m_file(directory)
    {
    }

    void open(quint64 nightNumber, const QDate &night)
    {
        auto found = m_file.open(night);
        Q_EMIT opened(nightNumber, found.error_or(QString()), found ? std::make_shared<const std::vector<FigureSeries>>(std::move(*found)) : nullptr);
    }

    void append(quint64 nightNumber, const QByteArray &records)
    {
        Q_EMIT appended(nightNumber, m_file.append(records).error_or(QString()));
    }

Q_SIGNALS:
    void opened(quint64 nightNumber, const QString &error, const Nightdesk::FigureStore::Nights &found);
    void appended(quint64 nightNumber, const QString &error);

private:
    FigureFile m_file;
};

FigureStore::FigureStore(const QString &directory, QObject *parent, std::chrono::milliseconds writePeriod, std::chrono::milliseconds answerLimit)
    : QObject(parent)
    , m_storeWorker(new FigureStoreWorker(directory))
    , m_workerThread("figures", m_storeWorker)
{
    m_writeTimer.setInterval(writePeriod);
    m_workerAnswerTimer.setInterval(answerLimit);
    m_workerAnswerTimer.setSingleShot(true);
    connect(&m_writeTimer, &QTimer::timeout, this, &FigureStore::write);
    connect(&m_workerAnswerTimer, &QTimer::timeout, this, [this] {
        setWriteProblem(i18nc("@info an error", "The disk does not respond. Check the server of the home directory."));
    });
    connect(m_storeWorker, &FigureStoreWorker::opened, this, [this](quint64 nightNumber, const QString &error, const Nights &found) {
        if (nightNumber != m_currentNightNumber) {
            return;
        }
        handle(error.isEmpty() ? FigureStoreEvent::Opened : FigureStoreEvent::OpenFailed);
        setWriteProblem(error);
        if (m_storeState == FigureStoreState::Open) {
            m_unwrittenRecords.clear();
            m_exceedsUnwrittenLimit = false;
            Q_EMIT opened(found);
        }
    });
    connect(m_storeWorker, &FigureStoreWorker::appended, this, [this](quint64 nightNumber, const QString &error) {
        if (nightNumber != m_currentNightNumber) {
            return;
        }
        if (error.isEmpty()) {
            m_unwrittenRecords.remove(0, m_bytesSentToWorker);
            m_exceedsUnwrittenLimit = false;
        }
        handle(FigureStoreEvent::WriteEnded);
        setWriteProblem(error);
    });
}

FigureStore::~FigureStore()
{
    const bool isBusy = m_storeState == FigureStoreState::Opening || m_storeState == FigureStoreState::Writing;
    if (isBusy && !m_workerAnswerTimer.isActive()) {
        m_workerThread.markWorkerAsHung();
        return;
    }
    writeRemainingRecords(); // the destructor of m_workerThread then waits up to 1 s until this is written
}

void FigureStore::setNight(const QDate &night)
{
    if (night == m_currentNight) {
        return;
    }
    writeRemainingRecords();
    m_currentNight = night;
    ++m_currentNightNumber;
    m_unwrittenRecords.clear();
    m_writeTimer.start();
    handle(FigureStoreEvent::NightBegins);
}

bool FigureStore::handle(FigureStoreEvent event)
{
    if (!enterNextState(m_storeState, event)) {
        return false;
    }
    switch (m_storeState) {
    case FigureStoreState::Closed:
    case FigureStoreState::Open:
        m_workerAnswerTimer.stop();
        break;
    case FigureStoreState::Opening:
        startOpeningFile();
        break;
    case FigureStoreState::Writing:
        startWriting();
        break;
    }
    return true;
}

void FigureStore::startOpeningFile()
{
    m_workerAnswerTimer.start();
    QMetaObject::invokeMethod(m_storeWorker, &FigureStoreWorker::open, Qt::QueuedConnection, m_currentNightNumber, m_currentNight);
}

void FigureStore::append(const QByteArray &records)
{
    const bool isOpen = m_storeState == FigureStoreState::Open || m_storeState == FigureStoreState::Writing;
    if (isOpen && m_unwrittenRecords.size() + records.size() <= maxUnwrittenBytes) {
        m_unwrittenRecords.append(records);
    } else if (isOpen && !std::exchange(m_exceedsUnwrittenLimit, true)) {
        qCWarning(LogUi) << "the disk takes no figures: those of the last hours will be missing from the file";
    }
}

void FigureStore::write()
{
    if (!m_currentNight.isNull() && !handle(FigureStoreEvent::OpenDue) && !m_unwrittenRecords.isEmpty()) {
        handle(FigureStoreEvent::WriteDue);
    }
}

void FigureStore::startWriting()
{
    m_workerAnswerTimer.start();
    m_bytesSentToWorker = m_unwrittenRecords.size();
    QMetaObject::invokeMethod(m_storeWorker, &FigureStoreWorker::append, Qt::QueuedConnection, m_currentNightNumber, m_unwrittenRecords);
}

/// Passes the remaining records to the worker, which writes them after the records that it already has.
void FigureStore::writeRemainingRecords()
{
    if (m_storeState == FigureStoreState::Writing) {
        m_unwrittenRecords.remove(0, m_bytesSentToWorker);
        handle(FigureStoreEvent::WriteEnded);
    }
    if (m_storeState == FigureStoreState::Open) {
        write();
    }
}

QString FigureStore::writeProblem() const
{
    return m_writeProblem;
}

void FigureStore::setWriteProblem(const QString &writeProblem)
{
    if (std::exchange(m_writeProblem, writeProblem) == writeProblem) {
        return;
    }
    if (!writeProblem.isEmpty()) {
        qCWarning(LogUi) << "the night's figures are in memory alone:" << writeProblem;
    }
    Q_EMIT problemChanged(writeProblem);
}
}

#include "figurestore.moc"
