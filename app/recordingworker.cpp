// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recordingworker.h"

#include <KLocalizedString>

#include <QDir>
#include <QFile>

#include <sys/resource.h>
#include <unistd.h>

namespace Nightdesk
{
namespace
{
// While it is written; a film that a crash left can be told from a whole one.
QString draftOf(const QString &path)
{
    return path + QStringLiteral(".part");
}
}

void RecordingWorker::begin(const PictureLabel &label, const QString &directory)
{
    // Linux has a priority for each thread, and a library's threads take ours: pictures and keys go first.
    ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), 10);
    m_label = label;
    m_directory = directory;
    m_hasFailed = false;
}

bool RecordingWorker::openFor(const QImage &frame, std::chrono::milliseconds at)
{
    if (!QDir().mkpath(m_directory)) {
        fail(i18nc("@info why a recording was not saved", "the directory cannot be made"));
        return false;
    }
    const QList<VideoFile::Form> forms = VideoFile::available();
    if (forms.isEmpty()) {
        fail(i18nc("@info why a recording was not saved", "this computer's libavcodec writes neither VP9, VP8 nor FFV1"));
        return false;
    }
    PictureLabel label = m_label;
    label.taken = m_label.taken.addMSecs(at.count());
    const QDir there(m_directory);
    for (int count = 1; count == 1 || QFile::exists(m_path); ++count) {
        m_path = there.filePath(PictureName::fileName(label, VideoFile::suffix(forms.first()), count));
    }
    auto file = VideoFile::create(draftOf(m_path), forms.first(), frame.size(), PictureName::texts(label));
    if (!file) {
        fail(file.error());
        return false;
    }
    m_file = std::move(*file);
    m_size = frame.size();
    m_start = at;
    return true;
}

void RecordingWorker::add(const QImage &frame, std::chrono::milliseconds at)
{
    if (!m_hasFailed) {
        if (m_file && m_size != frame.size()) {
            closeFile(at);
        }
        if (!m_hasFailed && (m_file || openFor(frame, at))) {
            if (const auto added = m_file->add(frame, at - m_start); !added) {
                fail(added.error());
            }
        }
    }
    --waiting;
}

void RecordingWorker::closeFile(std::chrono::milliseconds at)
{
    const auto finished = m_file->finish(at - m_start);
    m_file.reset();
    if (!finished) {
        fail(finished.error());
    } else if (::rename(QFile::encodeName(draftOf(m_path)).constData(), QFile::encodeName(m_path).constData()) != 0) {
        fail(qt_error_string());
    } else {
        Q_EMIT written(m_path);
    }
}

void RecordingWorker::fail(const QString &why)
{
    m_hasFailed = true;
    m_file.reset();
    // What was written until then can mostly be watched.
    const QString draft = draftOf(m_path);
    const bool isSomething = QFile::exists(draft) && QFileInfo(draft).size() > 0 && QFile::rename(draft, m_path);
    if (!isSomething) {
        QFile::remove(draft);
    }
    QString text = i18nc("@info %1: a directory, %2: the system's words",
                         "The recording ended, as it could not be written in %1: %2. Make room there, or choose another directory in the settings.",
                         QDir::toNativeSeparators(m_directory),
                         why);
    if (isSomething) {
        text = i18nc("@info %1: what went wrong, %2: a file", "%1 What there is of it is in %2.", text, QDir::toNativeSeparators(m_path));
    }
    Q_EMIT failed(text);
}

void RecordingWorker::end(std::chrono::milliseconds at)
{
    if (m_file) {
        closeFile(at);
    }
    Q_EMIT ended();
}
}
