// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/night/nightstate.h"

#include "sessions/common/backgroundjobs.h"

#include <QObject>

#include <memory>
#include <optional>

namespace Nightdesk
{
class NightRecordWorker;
struct NightStateWriteRequest;

/// Saves on the disk what this console has connected, and finds the records of consoles that ended unexpectedly. GUI thread; files are accessed on
/// another thread, which is abandoned if the disk does not respond. Owned by ConsoleNight.
class NightRecord : public QObject
{
    Q_OBJECT
public:
    explicit NightRecord(const QString &directory, QObject *parent = nullptr);
    ~NightRecord() override;

    /// Looks for the newest record of a console that no longer runs; emits recordFound() or noRecordFound() later.
    void findNewestRecord();
    /// Saves @p state; empty: nothing is connected.
    void saveState(const std::optional<NightState> &state);
    /// The user declined to resume the found record: removes it and looks for the next one; emits recordFound() or noRecordFound() later.
    void discardAndFindNextRecord();
    /// The night is ended: removes all records, so that nothing can be resumed. Emits no signal.
    void deleteAllRecords();
    /// The found record is being resumed here: the next saveState() replaces it.
    void removeFoundRecordAtNextSave();

Q_SIGNALS:
    /// Emitted for the record of a console that ended unexpectedly in this night. No other console offers the same
    /// record meanwhile.
    void recordFound(const Nightdesk::NightState &state);
    void noRecordFound();
    void recordAccessFailed(const QString &text); ///< reading or writing a record failed; @p text: a message, translated

private:
    std::shared_ptr<NightStateWriteRequest> m_writeRequest;
    NightRecordWorker *const m_worker;
    BackgroundThread m_workerThread; ///< the thread on which m_worker runs
};
}
