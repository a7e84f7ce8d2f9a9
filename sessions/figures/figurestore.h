// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/backgroundjobs.h"
#include "sessions/figures/figureseries.h"
#include "sessions/figures/figurestorestate.h"

#include <QDate>
#include <QObject>
#include <QTimer>

#include <memory>

namespace Nightdesk
{
class FigureStoreWorker;

/// Stores a night's figures on the disk. Records that cannot be written (disk full, missing or not responding) stay in memory and are written later;
/// the problem is reported once. GUI thread; files are written on another thread, which is abandoned if the disk does not respond. Owned by
/// FigureRecorder.
class FigureStore : public QObject
{
    Q_OBJECT
public:
    using Nights = std::shared_ptr<const std::vector<FigureSeries>>;
    static constexpr qsizetype maxUnwrittenBytes = 32 * 1024 * 1024; ///< limit for the bytes of records that could not be written yet
    /// Time between two writes. A crash loses at most the records of this time and of one more second.
    static constexpr std::chrono::seconds writePeriod{5};

    /// @p answerLimit: if the disk takes longer than this to respond, a problem is reported.
    explicit FigureStore(const QString &directory,
                         QObject *parent = nullptr,
                         std::chrono::milliseconds writePeriod = FigureStore::writePeriod,
                         std::chrono::milliseconds answerLimit = std::chrono::seconds(20));
    ~FigureStore() override;

    /// Sets the night of the following figures. opened() is emitted as soon as the disk responds.
    void setNight(const QDate &night);
    /// Appends complete records of FigureLog.
    void append(const QByteArray &records);
    QString writeProblem() const; ///< why figures cannot be written, translated; empty: no problem

Q_SIGNALS:
    /// The file of the night is open. @p found: the figures that an earlier console stored in it during this night. Records that are appended from
    /// now on follow them. Records that were appended before this signal must be appended again, with source numbers that follow those in @p found.
    void opened(const Nightdesk::FigureStore::Nights &found);
    void problemChanged(const QString &writeProblem); ///< @p writeProblem: the new result of writeProblem()

private:
    bool handle(FigureStoreEvent event); ///< false: the event is ignored in this state
    void write();
    void writeRemainingRecords();
    void startOpeningFile();
    void startWriting();
    void setWriteProblem(const QString &writeProblem);

    FigureStoreWorker *const m_storeWorker;
    QDate m_currentNight;
    FigureStoreState m_storeState = FigureStoreState::Closed;
    bool m_exceedsUnwrittenLimit = false; ///< maxUnwrittenBytes is exceeded, which was logged
    quint64 m_currentNightNumber = 0; ///< number of the present night: answers for earlier ones are ignored
    QByteArray m_unwrittenRecords;
    qsizetype m_bytesSentToWorker = 0; ///< bytes at the front of m_unwrittenRecords that the worker is writing
    QString m_writeProblem;
    QTimer m_writeTimer;
    QTimer m_workerAnswerTimer;
    BackgroundThread m_workerThread; ///< thread of m_storeWorker
};
}
