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

    void open(quint64 round, const QDate &night)
    {
        auto found = m_file.open(night);
        const QString error = found ? QString() : found.error();
        Q_EMIT opened(round, error, found ? std::make_shared<const std::vector<FigureSeries>>(std::move(*found)) : nullptr);
    }

    void append(quint64 round, const QByteArray &records)
    {
        const auto written = m_file.append(records);
        Q_EMIT appended(round, written ? QString() : written.error());
    }

Q_SIGNALS:
    void opened(quint64 round, const QString &error, const Nightdesk::FigureStore::Nights &found);
    void appended(quint64 round, const QString &error);

private:
    FigureFile m_file;
};

FigureStore::FigureStore(const QString &directory, QObject *parent, std::chrono::milliseconds period, std::chrono::milliseconds answerLimit)
    : QObject(parent)
    , m_worker(new FigureStoreWorker(directory))
    , m_thread("figures", m_worker)
{
    m_writeTimer.setInterval(period);
    m_answerTimer.setInterval(answerLimit);
    m_answerTimer.setSingleShot(true);
    connect(&m_writeTimer, &QTimer::timeout, this, &FigureStore::write);
    connect(&m_answerTimer, &QTimer::timeout, this, [this] {
        setTrouble(i18nc("@info an error", "The disk does not respond. Check the server of the home directory."));
    });
    connect(m_worker, &FigureStoreWorker::opened, this, [this](quint64 round, const QString &error, const Nights &found) {
        if (round != m_nightNumber) {
            return;
        }
        handle(error.isEmpty() ? FigureStoreEvent::Opened : FigureStoreEvent::OpenFailed);
        setTrouble(error);
        if (m_state == FigureStoreState::Open) {
            m_unwrittenRecords.clear();
            m_exceedsLimit = false;
            Q_EMIT opened(found);
        }
    });
    connect(m_worker, &FigureStoreWorker::appended, this, [this](quint64 round, const QString &error) {
        if (round != m_nightNumber) {
            return;
        }
        if (error.isEmpty()) {
            m_unwrittenRecords.remove(0, m_sentBytes);
            m_exceedsLimit = false;
        }
        handle(FigureStoreEvent::WriteEnded);
        setTrouble(error);
    });
}

FigureStore::~FigureStore()
{
    const bool isBusy = m_state == FigureStoreState::Opening || m_state == FigureStoreState::Writing;
    if (isBusy && !m_answerTimer.isActive()) {
        m_thread.abandon();
        return;
    }
    writeRemainingRecords(); // at its end, the thread waits up to 1 s for this write
}

void FigureStore::setNight(const QDate &night)
{
    if (night == m_night) {
        return;
    }
    writeRemainingRecords();
    m_night = night;
    ++m_nightNumber;
    m_unwrittenRecords.clear();
    m_writeTimer.start();
    handle(FigureStoreEvent::NightBegins);
}

bool FigureStore::handle(FigureStoreEvent event)
{
    const auto next = nextState(m_state, event);
    if (!next) {
        return false;
    }
    m_state = *next;
    switch (m_state) {
    case FigureStoreState::Closed:
    case FigureStoreState::Open:
        m_answerTimer.stop();
        break;
    case FigureStoreState::Opening:
        startOpening();
        break;
    case FigureStoreState::Writing:
        startWriting();
        break;
    }
    return true;
}

void FigureStore::startOpening()
{
    m_answerTimer.start();
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, round = m_nightNumber, night = m_night] {
        worker->open(round, night);
    });
}

void FigureStore::append(const QByteArray &records)
{
    const bool isOpen = m_state == FigureStoreState::Open || m_state == FigureStoreState::Writing;
    if (isOpen && m_unwrittenRecords.size() + records.size() <= maxUnwrittenBytes) {
        m_unwrittenRecords.append(records);
    } else if (isOpen && !std::exchange(m_exceedsLimit, true)) {
        qCWarning(LogUi) << "the disk takes no figures: those of the last hours will be missing from the file";
    }
}

void FigureStore::write()
{
    if (!m_night.isNull() && !handle(FigureStoreEvent::OpenDue) && !m_unwrittenRecords.isEmpty()) {
        handle(FigureStoreEvent::WriteDue);
    }
}

void FigureStore::startWriting()
{
    m_answerTimer.start();
    m_sentBytes = m_unwrittenRecords.size();
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, round = m_nightNumber, records = m_unwrittenRecords] {
        worker->append(round, records);
    });
}

/// Writes the records that were not yet passed to the worker, after those that were.
void FigureStore::writeRemainingRecords()
{
    if (m_state == FigureStoreState::Writing) {
        m_unwrittenRecords.remove(0, m_sentBytes);
        handle(FigureStoreEvent::WriteEnded);
    }
    if (m_state == FigureStoreState::Open) {
        write();
    }
}

QString FigureStore::trouble() const
{
    return m_trouble;
}

void FigureStore::setTrouble(const QString &trouble)
{
    if (std::exchange(m_trouble, trouble) == trouble) {
        return;
    }
    if (!trouble.isEmpty()) {
        qCWarning(LogUi) << "the night's figures are in memory alone:" << trouble;
    }
    Q_EMIT problemChanged(trouble);
}
}

#include "figurestore.moc"
