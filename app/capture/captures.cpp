// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/capture/captures.h"

#include "sessions/capture/picturewriter.h"
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
QImage qtScreens()
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

QString noPicture(const DesktopSession *session)
{
    return i18nc("@info %1 is a desktop", "%1 has not shown an image yet. Wait until the desktop appears.", session->title());
}
}

Captures::Captures(NightIndicators *indicators, const QString &display, QObject *parent)
    : QObject(parent)
    , m_indicators(indicators)
    , m_display(display)
    , m_writer(new PictureWriter)
    , m_thread("pictures", m_writer, pictureEndLimit)
{
    qRegisterMetaType<PictureLabel>();
    connect(m_writer, &PictureWriter::written, this, &Captures::showMessage);
    connect(m_writer, &PictureWriter::failed, this, &Captures::failed);
    connect(&m_recordings, &Recordings::written, this, &Captures::showMessage);
    connect(&m_recordings, &Recordings::failed, this, &Captures::failed);
    connect(&m_recordings, &Recordings::recordingChanged, this, [this](bool isRecording) {
        if (!isRecording) {
            m_recorded.clear();
            m_session = nullptr;
            m_indicators->setRecording({});
        }
        Q_EMIT recordingChanged(isRecording);
    });
    connect(indicators, &NightIndicators::stopRequested, this, &Captures::stopRecording);
}

Captures::~Captures()
{
    m_recordings.disconnect(this);
}

void Captures::setDirectory(const QString &directory)
{
    const QString path = KShell::tildeExpand(directory);
    // Ignored if relative, because a relative path has no defined base.
    m_directory = QDir::isAbsolutePath(path) ? path : QString();
}

QString Captures::directory() const
{
    return m_directory.isEmpty() ? QDir(QStandardPaths::writableLocation(QStandardPaths::PicturesLocation)).filePath(u"Nightdesk"_s) : m_directory;
}

void Captures::setLimit(std::chrono::seconds limit)
{
    m_limit = limit;
}

void Captures::setSite(const QString &site)
{
    m_site = site;
}

PictureLabel Captures::labelOf(const DesktopSession *session, const QString &profile) const
{
    PictureLabel label{.taken = QDateTime::currentDateTimeUtc(), .desktop = session->id(), .title = session->label(), .profile = profile, .site = m_site};
    label.isStale = session->state() != SessionState::Live || session->answering() == Session::Answering::Stalled || session->caughtUpUntil().has_value();
    label.isAgeUnknown = !session->isAgeKnown();
    if (const auto change = session->lastDamage(); label.isStale && !label.isAgeUnknown && change) {
        const auto age = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - *change);
        label.lastChange = label.taken.addMSecs(-age.count());
    }
    return label;
}

void Captures::savePicture(DesktopSession *session, const QString &profile)
{
    const QImage picture = session->picture().image;
    if (picture.isNull()) {
        Q_EMIT failed(noPicture(session));
        return;
    }
    // A deep copy, because the worker process continues to write into the framebuffer.
    QMetaObject::invokeMethod(m_writer, [writer = m_writer, image = picture.copy(), label = labelOf(session, profile), directory = directory()] {
        writer->write(image, label, directory);
    });
}

void Captures::saveScreens(const QString &profile)
{
    const PictureLabel label{.taken = QDateTime::currentDateTimeUtc(),
                             .desktop = u"all-screens"_s,
                             .title = i18nc("@title of a screenshot", "All screens"),
                             .profile = profile,
                             .site = m_site};
    if (m_display.isEmpty()) {
        QMetaObject::invokeMethod(m_writer, [writer = m_writer, image = qtScreens(), label, directory = directory()] {
            writer->write(image, label, directory);
        });
    } else {
        QMetaObject::invokeMethod(m_writer, [writer = m_writer, display = m_display, label, directory = directory()] {
            writer->writeScreens(display, label, directory);
        });
    }
}

void Captures::startRecording(DesktopSession *session, const QString &profile)
{
    if (session->picture().image.isNull()) {
        Q_EMIT failed(noPicture(session));
        return;
    }
    m_recordings.start(session, labelOf(session, profile), directory(), m_limit);
    m_recorded = session->key();
    m_session = session;
    m_indicators->setRecording(NightIndicators::Recording{session->label(), std::chrono::steady_clock::now(), m_limit, m_stopKey});
}

void Captures::forget(const Session *session)
{
    if (session == m_session) {
        stopRecording();
    }
}

void Captures::setStopKey(const QString &key)
{
    m_stopKey = key;
}

void Captures::stopRecording()
{
    m_recordings.stop();
}

bool Captures::isRecording() const
{
    return m_recordings.isRecording();
}

QString Captures::recorded() const
{
    return m_recorded;
}

void Captures::showMessage(const QString &path)
{
    m_indicators->announceText(i18nc("@info:status %1: a file's name", "Saved %1", QFileInfo(path).fileName()));
    Q_EMIT saved(path);
}
}
