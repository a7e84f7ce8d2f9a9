// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/capture/recordingworker.h"

#include "sessions/capture/newfile.h"

#include <KLocalizedString>

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>

namespace Nightdesk
{
void RecordingWorker::begin(const CaptureDescription &label, const QString &directory)
{
    // Lower the priority of this thread: display updates and keys come first. On Linux each thread has its own priority, and the library's threads
    // inherit it.
    ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), 10);
    m_recordingDescription = label;
    m_outputDirectory = directory;
    ++m_recordingNumber;
    m_hasRecordingFailed = false;
}

bool RecordingWorker::openFile(const QImage &frame, std::chrono::milliseconds at)
{
    if (!QDir().mkpath(m_outputDirectory)) {
        handleFailure(i18nc("@info why a recording was not saved", "the directory cannot be created"));
        return false;
    }
    const QList<VideoFile::VideoFormat> forms = VideoFile::availableFormats();
    if (forms.isEmpty()) {
        handleFailure(i18nc("@info why a recording was not saved", "this workstation’s libavcodec supports neither VP9, VP8 nor FFV1"));
        return false;
    }
    m_fileDescription = m_recordingDescription;
    m_fileDescription.takenAt = m_recordingDescription.takenAt.addMSecs(at.count());
    m_fileNumber = 0;
    UniqueFd made;
    while (!made.isValid()) {
        chooseNextPath();
        m_draftPath = m_finalPath + QStringLiteral(".part");
        if (QFile::exists(m_finalPath)) {
            continue;
        }
        made = NewFile::create(m_draftPath);
        if (!made.isValid() && errno != EEXIST) {
            m_draftPath.clear();
            handleFailure(qt_error_string());
            return false;
        }
    }
    // Pass the open descriptor, because libav would open the path even if it was replaced meanwhile.
    const QString name = QStringLiteral("/proc/self/fd/%1").arg(made.get());
    auto file = VideoFile::create(name, forms.first(), frame.size(), PictureName::metadata(m_fileDescription));
    if (!file) {
        handleFailure(file.error());
        return false;
    }
    m_videoFile = std::move(*file);
    m_frameSize = frame.size();
    m_fileStartTime = at;
    return true;
}

void RecordingWorker::add(const QImage &frame, std::chrono::milliseconds at)
{
    if (!m_hasRecordingFailed) {
        if (m_videoFile && m_frameSize != frame.size()) {
            closeFile(at);
        }
        if (!m_hasRecordingFailed && (m_videoFile || openFile(frame, at))) {
            if (const auto added = m_videoFile->add(frame, at - m_fileStartTime); !added) {
                handleFailure(added.error());
            }
        }
    }
    --queuedFrameCount;
}

void RecordingWorker::chooseNextPath()
{
    m_finalPath = QDir(m_outputDirectory)
                      .filePath(PictureName::fileName(m_fileDescription, VideoFile::suffix(VideoFile::availableFormats().constFirst()), ++m_fileNumber));
}

bool RecordingWorker::renameToFinalPath()
{
    while (!NewFile::rename(m_draftPath, m_finalPath)) {
        if (errno != EEXIST) {
            return false;
        }
        chooseNextPath();
    }
    m_draftPath.clear();
    return true;
}

void RecordingWorker::closeFile(std::chrono::milliseconds at)
{
    const auto finished = m_videoFile->finish(at - m_fileStartTime);
    m_videoFile.reset();
    if (!finished) {
        handleFailure(finished.error());
    } else if (!renameToFinalPath()) {
        handleFailure(qt_error_string());
    } else {
        Q_EMIT videoWritten(m_finalPath);
    }
}

void RecordingWorker::handleFailure(const QString &why)
{
    m_hasRecordingFailed = true;
    m_videoFile.reset();
    // Keeps the file if anything is in it: the frames in an incomplete file can usually be played, and a complete one may only lack its final name.
    QString keptPath;
    if (const QString draftPath = std::exchange(m_draftPath, {}); !draftPath.isEmpty()) {
        const QFileInfo draft(draftPath);
        if (draft.exists() && draft.size() == 0) {
            QFile::remove(draftPath);
        } else if (draft.exists()) {
            m_draftPath = draftPath;
            keptPath = renameToFinalPath() ? m_finalPath : draftPath;
            m_draftPath.clear();
        }
    }
    QString text = i18nc("@info %1: a directory, %2: the system's words",
                         "The recording was stopped: it could not be written in %1: %2. Free space there, or choose another directory in the "
                         "settings.",
                         QDir::toNativeSeparators(m_outputDirectory),
                         why);
    if (!keptPath.isEmpty()) {
        text = i18nc("@info %1: what went wrong, %2: a file", "%1 The recording up to that point is in %2.", text, QDir::toNativeSeparators(keptPath));
    }
    Q_EMIT writingFailed(text, m_recordingNumber);
}

void RecordingWorker::end(std::chrono::milliseconds at)
{
    if (m_videoFile) {
        closeFile(at);
    }
}
}
