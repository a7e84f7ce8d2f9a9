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
    m_period.setInterval(period);
    m_patience.setInterval(answerLimit);
    m_patience.setSingleShot(true);
    connect(&m_period, &QTimer::timeout, this, &FigureStore::write);
    connect(&m_patience, &QTimer::timeout, this, [this] {
        setTrouble(i18nc("@info an error", "The disk does not respond. Check the server of the home directory."));
    });
    connect(m_worker, &FigureStoreWorker::opened, this, [this](quint64 round, const QString &error, const Nights &found) {
        if (round != m_nightNumber) {
            return;
        }
        handle(error.isEmpty() ? FigureStoreEvent::Opened : FigureStoreEvent::OpenFailed);
        setTrouble(error);
        if (m_state == FigureStoreState::Open) {
            m_waiting.clear();
            m_isFull = false;
            Q_EMIT opened(found);
        }
    });
    connect(m_worker, &FigureStoreWorker::appended, this, [this](quint64 round, const QString &error) {
        if (round != m_nightNumber) {
            return;
        }
        if (error.isEmpty()) {
            m_waiting.remove(0, m_sent);
            m_isFull = false;
        }
        handle(FigureStoreEvent::WriteEnded);
        setTrouble(error);
    });
}

FigureStore::~FigureStore()
{
    const bool isBusy = m_state == FigureStoreState::Opening || m_state == FigureStoreState::Writing;
    if (isBusy && !m_patience.isActive()) {
        m_thread.abandon();
        return;
    }
    writeRest(); // at its end, the thread waits up to 1 s for this write
}

void FigureStore::setNight(const QDate &night)
{
    if (night == m_night) {
        return;
    }
    writeRest();
    m_night = night;
    ++m_nightNumber;
    m_waiting.clear();
    m_period.start();
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
        m_patience.stop();
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
    m_patience.start();
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, round = m_nightNumber, night = m_night] {
        worker->open(round, night);
    });
}

void FigureStore::append(const QByteArray &records)
{
    const bool isOpen = m_state == FigureStoreState::Open || m_state == FigureStoreState::Writing;
    if (isOpen && m_waiting.size() + records.size() <= maxWaiting) {
        m_waiting.append(records);
    } else if (isOpen && !std::exchange(m_isFull, true)) {
        qCWarning(LogUi) << "the disk takes no figures: those of the last hours will be missing from the file";
    }
}

void FigureStore::write()
{
    if (!m_night.isNull() && !handle(FigureStoreEvent::OpenDue) && !m_waiting.isEmpty()) {
        handle(FigureStoreEvent::WriteDue);
    }
}

void FigureStore::startWriting()
{
    m_patience.start();
    m_sent = m_waiting.size();
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, round = m_nightNumber, records = m_waiting] {
        worker->append(round, records);
    });
}

/// Writes the records that were not yet passed to the worker, after those that were.
void FigureStore::writeRest()
{
    if (m_state == FigureStoreState::Writing) {
        m_waiting.remove(0, m_sent);
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
    Q_EMIT troubleChanged(trouble);
}
}

#include "figurestore.moc"
