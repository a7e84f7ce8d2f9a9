// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/background.h"
#include "sessions/figures/figureseries.h"

#include <QDate>
#include <QObject>
#include <QTimer>

#include <memory>

namespace Nightdesk
{
class FigureStoreWorker;

/// Keeps a night's figures on the disk. What the disk does not take (full, gone, not responding) stays in memory and is tried again; the
/// person is told once. GUI thread; the disk is another thread's, which is left behind if the disk does not answer. Owned by FigureRecorder.
class FigureStore : public QObject
{
    Q_OBJECT
public:
    using Nights = std::shared_ptr<const std::vector<FigureSeries>>;
    static constexpr qsizetype maxWaiting = 32 * 1024 * 1024; ///< of records that the disk does not take
    static constexpr std::chrono::seconds period{5}; ///< between two writes: so much a crash loses at most, with the second it is made in

    /// @p answerLimit: a disk that takes longer is reported.
    explicit FigureStore(const QString &directory,
                         QObject *parent = nullptr,
                         std::chrono::milliseconds period = FigureStore::period,
                         std::chrono::milliseconds answerLimit = std::chrono::seconds(20));
    ~FigureStore() override;

    /// From now on figures are of this night. opened() follows as soon as the disk answers.
    void setNight(const QDate &night);
    /// Whole records of FigureLog, behind those before.
    void append(const QByteArray &records);
    QString trouble() const; ///< translated; empty: all is on the disk

Q_SIGNALS:
    /// What is there of the night, by an earlier console. Records that are appended from now on follow it; those before have to be
    /// given again, their sources with numbers behind those found.
    void opened(const Nightdesk::FigureStore::Nights &found);
    void troubleChanged(const QString &trouble); ///< as trouble()

private:
    void write();
    void writeRest();
    void open();
    void answered(const QString &error);
    void setTrouble(const QString &trouble);

    FigureStoreWorker *const m_worker;
    QDate m_night;
    bool m_isOpen = false;
    bool m_isBusy = false;
    bool m_isFull = false; ///< more waits than may
    quint64 m_round = 0; ///< counts nights: an answer of one before is of no use
    QByteArray m_waiting;
    qsizetype m_sent = 0; ///< of m_waiting: the worker has them
    QString m_trouble;
    QTimer m_period;
    QTimer m_patience;
    BackgroundThread m_thread; ///< the worker's
};
}
