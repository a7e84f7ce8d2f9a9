// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desk/nightrecordfile.h"
#include "widgets/night/nightstate.h"

#include <QObject>
#include <QSet>

#include <mutex>
#include <optional>

namespace Nightdesk
{
/// The state to write to the disk. Set by the GUI thread, read by the worker. If several states are set while one is
/// being written, only the last of them is written.
struct NightStateWriteRequest {
    std::mutex mutex;
    /// The requested state; outer empty: no request; inner empty: nothing is connected.
    std::optional<std::optional<NightState>> stateToWrite;
};

/// Accesses the disk for NightRecord, which owns this worker and its thread.
class NightRecordWorker : public QObject
{
    Q_OBJECT
public:
    NightRecordWorker(const QString &directory, std::shared_ptr<NightStateWriteRequest> request);

    /// Reserves this console's file name, then looks for the newest record that another console left. Emits recordFound() or noRecordFound().
    void findNewestRecord();
    /// Deletes the found record and looks for the next older one. Emits recordFound() or noRecordFound().
    void discardAndFindNextRecord();
    /// The night is ended: deletes all records that no other console offers.
    void deleteAllRecords();
    /// Call when the found record is resumed here: its file is removed as soon as this console has written its own record.
    void removeFoundRecordAtNextSave();
    void writeRequestedState();

Q_SIGNALS:
    void recordFound(const Nightdesk::NightState &state);
    void noRecordFound();
    /// Emitted if a record cannot be read, or when writing begins to fail. @p text: a message, translated.
    void recordAccessFailed(const QString &text);

private:
    void findRecords();
    /// Reports why a record is not used, and leaves its file for a version that can read it.
    void leaveUnusedFile(const NightRecordFile::OrphanedFile &remains, const QString &why);

    NightRecordFile m_nightFile;
    std::shared_ptr<NightStateWriteRequest> m_writeRequest;
    std::optional<NightRecordFile::OrphanedFile> m_foundFile;
    QSet<QByteArray> m_skippedFileNames; ///< names of records that cannot be used: each is reported once, and its file stays
    bool m_removesFoundRecordAtSave = false;
    bool m_hasAccessFailed = false;
};
}
