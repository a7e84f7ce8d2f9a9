// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/capture/screenshotwriter.h"

#include "sessions/capture/newfile.h"
#include "sessions/capture/rootpicture.h"

#include <KLocalizedString>

#include <QBuffer>
#include <QDir>
#include <QFile>
#include <QImageWriter>

#include <cerrno>
#include <unistd.h>

namespace Nightdesk
{
namespace
{
std::unexpected<QString> saveFailure(const QString &directory, const QString &why)
{
    return std::unexpected(i18nc("@info %1: a directory, %2: the system's words",
                                 "The screenshot was not saved in %1: %2. Free space there, or choose another directory in the settings.",
                                 QDir::toNativeSeparators(directory),
                                 why));
}
}

std::expected<QString, QString> ScreenshotWriter::save(const QImage &image, const CaptureDescription &label, const QString &directory)
{
    QBuffer png;
    png.open(QIODevice::WriteOnly);
    QImageWriter writer(&png, "png");
    const QMap<QString, QString> texts = PictureName::metadata(label);
    for (const auto &[key, text] : texts.asKeyValueRange()) {
        writer.setText(key, text);
    }
    if (!writer.write(image)) {
        return saveFailure(directory, writer.errorString());
    }
    if (!QDir().mkpath(directory)) {
        return saveFailure(directory, i18nc("@info why a screenshot was not saved", "the directory cannot be created"));
    }
    const QDir there(directory);
    QString path;
    QString draft;
    QFile file;
    int count = 0;
    do {
        path = there.filePath(PictureName::fileName(label, QStringLiteral("png"), ++count));
        draft = path + QStringLiteral(".part");
        UniqueFd made = NewFile::create(draft);
        if (made.isValid() ? !file.open(made.release(), QIODevice::WriteOnly | QIODevice::Unbuffered, QFile::AutoCloseHandle) : errno != EEXIST) {
            return saveFailure(directory, qt_error_string());
        }
    } while (!file.isOpen());
    if (file.write(png.data()) != png.size() || (::fsync(file.handle()) != 0 && errno != EINVAL)) {
        const QString why = file.error() == QFile::NoError ? qt_error_string() : file.errorString();
        QFile::remove(draft);
        return saveFailure(directory, why);
    }
    file.close();
    while (!NewFile::rename(draft, path)) {
        if (errno != EEXIST) {
            const QString why = qt_error_string();
            QFile::remove(draft);
            return saveFailure(directory, why);
        }
        path = there.filePath(PictureName::fileName(label, QStringLiteral("png"), ++count));
    }
    return path;
}

void ScreenshotWriter::write(const QImage &image, const CaptureDescription &label, const QString &directory)
{
    if (image.isNull()) {
        Q_EMIT writingFailed(
            i18nc("@info", "No screenshot of the monitors was saved: the X server provided no image. Save a screenshot of the desktop instead."));
    } else if (const auto path = save(image, label, directory)) {
        Q_EMIT screenshotWritten(*path);
    } else {
        Q_EMIT writingFailed(path.error());
    }
}

void ScreenshotWriter::writeScreens(const QString &display, const CaptureDescription &label, const QString &directory)
{
    write(rootWindowImage(display.toLocal8Bit()), label, directory);
}
}
