// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/capture/picturename.h"
#include "sessions/capture/recordings.h"

#include "sessions/common/background.h"

#include <QObject>

namespace Nightdesk
{
class DesktopSession;
class NightSigns;
class PictureWriter;
class Session;

/// Pictures and recordings of what is on the screens, as the person asks for them. GUI thread; what waits for the disk is in
/// threads of their own. Owned by NightWatch.
class Captures : public QObject
{
    Q_OBJECT
public:
    /// Where from and where to. @p display: the X server; empty: there is none.
    Captures(NightSigns *signs, const QString &display, QObject *parent = nullptr);
    ~Captures() override;

    void setDirectory(const QString &directory); ///< "~" is the home; empty or relative: Nightdesk in the directory of pictures
    QString directory() const;
    void setLimit(std::chrono::seconds limit); ///< of a recording
    void setSite(const QString &site); ///< its id; empty: none

    /// The remote pixels, 1:1. @p profile: the id.
    void savePicture(DesktopSession *session, const QString &profile);
    void saveScreens(const QString &profile);
    void startRecording(DesktopSession *session, const QString &profile);
    void stopRecording();
    /// What ends a recording from the keyboard, as it is written; for who shows one.
    void setStopKey(const QString &key);
    void forget(const Session *session); ///< it is about to go
    bool isRecording() const;
    QString recorded() const; ///< the desktop's key; empty: none

Q_SIGNALS:
    void saved(const QString &file); ///< with its path
    void failed(const QString &text); ///< translated
    void recordingChanged(bool isRecording);

private:
    PictureLabel labelOf(const DesktopSession *session, const QString &profile) const;
    void showMessage(const QString &path);

    NightSigns *const m_signs;
    const QString m_display;
    PictureWriter *const m_writer;
    BackgroundThread m_thread; ///< the writer's
    Recordings m_recordings;
    QString m_stopKey;
    QString m_directory;
    QString m_site;
    QString m_recorded;
    const Session *m_session = nullptr; ///< that is recorded, for comparing
    std::chrono::seconds m_limit{120};
};
}
