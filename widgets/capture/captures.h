// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/capture/desktoprecorder.h"
#include "sessions/capture/picturename.h"

#include "sessions/common/backgroundjobs.h"

#include <QObject>

namespace Nightdesk
{
class DesktopSession;
class NightIndicators;
class ScreenshotWriter;
class Session;

/// Screenshots and recordings that the user requests. GUI thread; files are written on other threads. Owned by NightServices.
class Captures : public QObject
{
    Q_OBJECT
public:
    /// @p display: the X server that screenshots come from; empty: there is none.
    Captures(NightIndicators *indicators, const QString &display, QObject *parent = nullptr);
    ~Captures() override;

    void setDirectory(const QString &directory); ///< "~" is the home directory; empty or relative: "Nightdesk" in the user's Pictures directory
    QString directory() const;
    void setMaxRecordingLength(std::chrono::seconds limit); ///< maximum length of a recording
    void setSite(const QString &site); ///< @p site: id of the site; empty: none

    /// Saves the remote framebuffer, unscaled. @p profile: id of the profile.
    void saveScreenshot(DesktopSession *session, const QString &profile);
    void saveAllScreens(const QString &profile);
    void startRecording(DesktopSession *session, const QString &profile);
    void stopRecording();
    /// @p key: the keyboard shortcut that stops a recording, as text to display.
    void setStopShortcutText(const QString &key);
    void forgetSession(const Session *session); ///< call before @p session is deleted
    bool isRecording() const;
    QString recordedDesktopKey() const; ///< key of the desktop being recorded; empty: none

Q_SIGNALS:
    void fileSaved(const QString &file); ///< @p file: full path
    void captureFailed(const QString &text); ///< @p text: why it failed, translated
    void recordingChanged(bool isRecording);

private:
    CaptureDescription captureDescription(const DesktopSession *session, const QString &profile) const;
    void showSavedMessage(const QString &path);

    NightIndicators *const m_indicators;
    const QString m_screenshotXDisplay;
    ScreenshotWriter *const m_screenshotWriter;
    BackgroundThread m_writerThread; ///< thread on which m_screenshotWriter works
    DesktopRecorder m_recorder;
    QString m_stopShortcutText;
    QString m_captureDirectory;
    QString m_siteId;
    QString m_recordedDesktopKey;
    const Session *m_recordedSession = nullptr; ///< session that is being recorded; only compared, never dereferenced
    std::chrono::seconds m_maxRecordingLength{120};
};
}
