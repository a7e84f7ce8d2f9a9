// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/night/nightrecordworker.h"

#include "monitors/night/night.h"
#include "sessions/common/logging.h"
#include "sessions/xwindows/consoleidentity.h"

#include <KLocalizedString>

#include <utility>

namespace Nightdesk
{
NightRecordWorker::NightRecordWorker(const QString &directory, std::shared_ptr<NightStateWriteRequest> request)
    : m_nightFile(directory, ConsoleIdentity::machineId())
    , m_writeRequest(std::move(request))
{
}

void NightRecordWorker::findNewestRecord()
{
    if (const auto opened = m_nightFile.open(); !opened) {
        m_hasAccessFailed = true;
        Q_EMIT recordAccessFailed(i18nc("@info %1 is why",
                                        "Nightdesk cannot record what is connected, so nothing can be resumed after a crash or a power loss: %1. Inform the "
                                        "administrator; connections are not affected.",
                                        opened.error()));
        Q_EMIT noRecordFound();
        return;
    }
    findRecords();
}

void NightRecordWorker::findRecords()
{
    std::vector<NightRecordFile::OrphanedFile> all = m_nightFile.findOrphanedFiles(NightStateText::maxSize);
    const QDateTime now = QDateTime::currentDateTimeUtc();
    for (NightRecordFile::OrphanedFile &remains : all) {
        if (!remains.contents) {
            leaveUnusedFile(remains, remains.contents.error());
            continue;
        }
        const auto state = NightStateText::read(*remains.contents);
        if (!state && state.error() == NightStateText::NightStateReadError::Newer) {
            // The file stays in place, for the newer version that wrote it.
            leaveUnusedFile(remains, i18nc("@info why a file of Nightdesk is not used", "a newer version of Nightdesk wrote the file"));
            continue;
        }
        if (!state) {
            const QString why = i18nc("@info why a file of Nightdesk is not used", "the file is damaged");
            const auto aside = m_nightFile.moveUnreadableAside(std::move(remains));
            Q_EMIT recordAccessFailed(aside ? i18nc("@info %1 is why, %2 a file",
                                                    "The last session cannot be resumed: %1. The file was moved to %2. Connect the instruments again.",
                                                    why,
                                                    *aside)
                                            : i18nc("@info %1 is why", "The last session cannot be resumed: %1. Connect the instruments again.", why));
            continue;
        }
        if (nightOf(state->lastSeenAt, state->timezone) != nightOf(now, state->timezone)) {
            qCInfo(LogUi) << "forgetting what was connected in another night:" << state->profiles.constFirst().id;
            m_nightFile.remove(std::move(remains));
            continue;
        }
        m_foundFile = std::move(remains); // only this record is offered here; other consoles may resume the other records
        Q_EMIT recordFound(*state);
        return;
    }
    Q_EMIT noRecordFound();
}

void NightRecordWorker::leaveUnusedFile(const NightRecordFile::OrphanedFile &remains, const QString &why)
{
    if (m_skippedFileNames.contains(remains.name)) {
        return; // this file was already reported
    }
    m_skippedFileNames.insert(remains.name);
    Q_EMIT recordAccessFailed(i18nc("@info %1 is why, %2 a file",
                                    "The last session cannot be resumed: %1. The file remains at %2. Connect the instruments again.",
                                    why,
                                    m_nightFile.pathOfOrphanedFile(remains)));
}

void NightRecordWorker::discardAndFindNextRecord()
{
    if (m_foundFile) {
        m_nightFile.remove(std::move(*std::exchange(m_foundFile, std::nullopt)));
        findRecords();
    }
}

void NightRecordWorker::deleteAllRecords()
{
    if (m_foundFile) {
        m_nightFile.remove(std::move(*std::exchange(m_foundFile, std::nullopt)));
    }
    for (NightRecordFile::OrphanedFile &remains : m_nightFile.findOrphanedFiles(NightStateText::maxSize)) {
        // Only readable records are deleted: unreadable ones are reported at the next start.
        if (remains.contents && NightStateText::read(*remains.contents)) {
            m_nightFile.remove(std::move(remains));
        }
    }
}

void NightRecordWorker::removeFoundRecordAtNextSave()
{
    m_removesFoundRecordAtSave = true;
}

void NightRecordWorker::writeRequestedState()
{
    std::optional<std::optional<NightState>> stateToWrite;
    {
        const std::lock_guard lock(m_writeRequest->mutex);
        stateToWrite = std::exchange(m_writeRequest->stateToWrite, std::nullopt);
    }
    if (!stateToWrite) {
        return; // no new request: an earlier call wrote the newest state
    }
    const auto done = *stateToWrite ? m_nightFile.write(NightStateText::write(**stateToWrite)) : m_nightFile.clear();
    if (done && *stateToWrite && m_removesFoundRecordAtSave && m_foundFile) {
        m_nightFile.remove(std::move(*std::exchange(m_foundFile, std::nullopt)));
    }
    if (!done && !m_hasAccessFailed) {
        qCWarning(LogUi) << "cannot note what is connected:" << done.error();
        Q_EMIT recordAccessFailed(i18nc("@info %1 is why",
                                        "Nightdesk cannot record what is connected, so nothing can be resumed after a crash or a power loss: %1. Inform the "
                                        "administrator; connections are not affected.",
                                        done.error()));
    }
    m_hasAccessFailed = !done.has_value();
}
}
