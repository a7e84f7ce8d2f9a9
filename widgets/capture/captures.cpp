// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/capture/captures.h"

#include "sessions/capture/screenshotwriter.h"
#include "sessions/desktops/desktopsession.h"
#include "widgets/view/nightindicators.h"

#include <KLocalizedString>
#include <KShell>

#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QPainter>
#include <QPixmap>
#include <QScreen>
#include <QStandardPaths>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
constexpr auto pictureEndLimit = 5s; ///< time limit at exit for writing the requested screenshots

/// A screenshot through Qt, for use without an X server; null: Qt cannot read the screen (Wayland).
QImage grabQtScreens()
{
    QRegion all;
    for (const QScreen *screen : QGuiApplication::screens()) {
        all += screen->geometry();
    }
    QImage image(all.boundingRect().size(), QImage::Format_RGB32);
    image.fill(Qt::black);
    QPainter painter(&image);
    for (QScreen *screen : QGuiApplication::screens()) {
        const QPixmap grabbed = screen->grabWindow();
        if (grabbed.isNull()) {
            return {};
        }
        painter.drawPixmap(screen->geometry().translated(-all.boundingRect().topLeft()), grabbed);
    }
    return image;
}

QString noImageText(const DesktopSession *session)
{
    return i18nc("@info %1 is a desktop", "%1 has not shown an image yet. Wait until the desktop appears.", session->title());
}
}

Captures::Captures(NightIndicators *indicators, const QString &display, QObject *parent)
    : QObject(parent)
    , m_indicators(indicators)
    , m_screenshotXDisplay(display)
    , m_screenshotWriter(new ScreenshotWriter)
    , m_writerThread("pictures", m_screenshotWriter, pictureEndLimit)
{
    qRegisterMetaType<CaptureDescription>();
    connect(m_screenshotWriter, &ScreenshotWriter::screenshotWritten, this, &Captures::showSavedMessage);
    connect(m_screenshotWriter, &ScreenshotWriter::writingFailed, this, &Captures::captureFailed);
    connect(&m_recorder, &DesktopRecorder::videoWritten, this, &Captures::showSavedMessage);
    connect(&m_recorder, &DesktopRecorder::recordingFailed, this, &Captures::captureFailed);
    connect(&m_recorder, &DesktopRecorder::recordingChanged, this, [this](bool isRecording) {
        if (!isRecording) {
            m_recordedDesktopKey.clear();
            m_recordedSession = nullptr;
            m_indicators->setRecording({});
        }
        Q_EMIT recordingChanged(isRecording);
    });
    connect(indicators, &NightIndicators::stopRecordingRequested, this, &Captures::stopRecording);
}

Captures::~Captures()
{
    m_recorder.disconnect(this);
}

void Captures::setDirectory(const QString &directory)
{
    const QString path = KShell::tildeExpand(directory);
    // Ignored if relative, because a relative path has no defined base.
    m_captureDirectory = QDir::isAbsolutePath(path) ? path : QString();
}

QString Captures::directory() const
{
    return m_captureDirectory.isEmpty() ? QDir(QStandardPaths::writableLocation(QStandardPaths::PicturesLocation)).filePath(u"Nightdesk"_s)
                                        : m_captureDirectory;
}

void Captures::setMaxRecordingLength(std::chrono::seconds limit)
{
    m_maxRecordingLength = limit;
}

void Captures::setSite(const QString &site)
{
    m_siteId = site;
}

CaptureDescription Captures::captureDescription(const DesktopSession *session, const QString &profile) const
{
    CaptureDescription label{.takenAt = QDateTime::currentDateTimeUtc(),
                             .desktop = session->id(),
                             .title = session->label(),
                             .profile = profile,
                             .site = m_siteId};
    label.isStale =
        session->state() != SessionState::Live || session->answering() == Session::AnswerState::Stalled || session->pictureBehindSince().has_value();
    label.isAgeUnknown = !session->isAgeKnown();
    if (const auto change = session->lastDamageAt(); label.isStale && !label.isAgeUnknown && change) {
        const auto age = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - *change);
        label.lastChange = label.takenAt.addMSecs(-age.count());
    }
    return label;
}

void Captures::saveScreenshot(DesktopSession *session, const QString &profile)
{
    const QImage picture = session->picture().image;
    if (picture.isNull()) {
        Q_EMIT captureFailed(noImageText(session));
        return;
    }
    const CaptureDescription label = captureDescription(session, profile);
    // A deep copy, because the worker process continues to write into the framebuffer.
    QMetaObject::invokeMethod(m_screenshotWriter, &ScreenshotWriter::write, Qt::QueuedConnection, picture.copy(), label, directory());
}

void Captures::saveAllScreens(const QString &profile)
{
    const CaptureDescription label{.takenAt = QDateTime::currentDateTimeUtc(),
                                   .desktop = u"all-screens"_s,
                                   .title = i18nc("@title of a screenshot", "All screens"),
                                   .profile = profile,
                                   .site = m_siteId};
    if (m_screenshotXDisplay.isEmpty()) {
        QMetaObject::invokeMethod(m_screenshotWriter, &ScreenshotWriter::write, Qt::QueuedConnection, grabQtScreens(), label, directory());
    } else {
        QMetaObject::invokeMethod(m_screenshotWriter, &ScreenshotWriter::writeScreens, Qt::QueuedConnection, m_screenshotXDisplay, label, directory());
    }
}

void Captures::startRecording(DesktopSession *session, const QString &profile)
{
    if (session->picture().image.isNull()) {
        Q_EMIT captureFailed(noImageText(session));
        return;
    }
    m_recorder.start(session, captureDescription(session, profile), directory(), m_maxRecordingLength);
    m_recordedDesktopKey = session->key();
    m_recordedSession = session;
    m_indicators->setRecording(NightIndicators::Recording{session->label(), std::chrono::steady_clock::now(), m_maxRecordingLength, m_stopShortcutText});
}

void Captures::forgetSession(const Session *session)
{
    if (session == m_recordedSession) {
        stopRecording();
    }
}

void Captures::setStopShortcutText(const QString &key)
{
    m_stopShortcutText = key;
}

void Captures::stopRecording()
{
    m_recorder.stop();
}

bool Captures::isRecording() const
{
    return m_recorder.isRecording();
}

QString Captures::recordedDesktopKey() const
{
    return m_recordedDesktopKey;
}

void Captures::showSavedMessage(const QString &path)
{
    m_indicators->showMessageOnToolbars(i18nc("@info:status %1: a file's name", "Saved %1", QFileInfo(path).fileName()));
    Q_EMIT fileSaved(path);
}
}
