// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/capture/picturename.h"
#include "sessions/capture/videofile.h"

#include <QImage>
#include <QObject>

#include <atomic>

namespace Nightdesk
{
/// Writes one recording: a film for each size that the desktop had. Lives in Recordings' thread, which is one of low priority.
class RecordingWorker : public QObject
{
    Q_OBJECT
public:
    /// Frames that are handed over and not written yet; whoever hands one over adds to it first.
    std::atomic<int> waiting = 0;

public Q_SLOTS:
    void begin(const Nightdesk::PictureLabel &label, const QString &directory);
    /// @p at: since the beginning.
    void add(const QImage &frame, std::chrono::milliseconds at);
    void end(std::chrono::milliseconds at);

Q_SIGNALS:
    void written(const QString &path); ///< a film is whole
    void failed(const QString &text); ///< translated; nothing more is written
    void ended(); ///< after end()

private:
    bool openFor(const QImage &frame, std::chrono::milliseconds at);
    void nameNext(); ///< m_path
    bool publish(); ///< gives the draft a name that nothing has; else errno
    void closeFile(std::chrono::milliseconds at);
    void fail(const QString &why);

    PictureLabel m_label;
    QString m_directory;
    PictureLabel m_fileLabel; ///< of the file that is open
    int m_count = 0; ///< that makes its name another's
    QString m_path; ///< that it will have
    QString m_draft; ///< that it has; a film that a crash left can be told from a whole one
    std::unique_ptr<VideoFile> m_file;
    QSize m_size;
    std::chrono::milliseconds m_start{}; ///< of the file, since the beginning of the recording
    bool m_hasFailed = false;
};
}
