// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/traffic/trafficfiles.h"

#include "sessions/common/backgroundjobs.h"
#include "sessions/common/outputfile.h"
#include "sessions/xtrace/xtracefile.h"

#include <KLocalizedString>

#include <QDir>
#include <QFile>

#include <cerrno>
#include <filesystem>
#include <fstream>

namespace Nightdesk::TrafficFiles
{
using namespace Qt::StringLiterals;

namespace
{
std::filesystem::path nativePath(const QString &path)
{
    return std::filesystem::path(QFile::encodeName(path).toStdString());
}

/// True: the path exists but is not a regular file. Reading a pipe could block, and a device must not be replaced by a file.
bool isNonRegularFile(const QString &path)
{
    std::error_code ignored;
    const auto status = std::filesystem::status(nativePath(path), ignored);
    return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) && !std::filesystem::is_directory(status);
}

QString notRegularFileText()
{
    return i18nc("@info why a file cannot be read or written: it is a pipe, a device or the like", "not a regular file");
}
}

Loaded load(const QString &path)
{
    const bool isOther = isNonRegularFile(path);
    errno = 0;
    std::ifstream file;
    if (!isOther) {
        file.open(nativePath(path), std::ios::binary);
    }
    if (isOther || !file) {
        return std::unexpected(i18nc("@info %1: a file, %2: the system's words",
                                     "%1 cannot be read: %2. Check that the file exists and that you may read it.",
                                     QDir::toNativeSeparators(path),
                                     isOther ? notRegularFileText() : qt_error_string()));
    }
    auto trace = XTraceFile::read(file);
    if (!trace) {
        return std::unexpected(i18nc("@info %1: a file, %2: a line's number, %3: what is wrong there, in English",
                                     "%1 is not a valid trace of X messages: line %2: %3. Choose a file that was saved as JSON Lines.",
                                     QDir::toNativeSeparators(path),
                                     QString::number(trace.error().line),
                                     QString::fromStdString(trace.error().what)));
    }
    return std::move(*trace);
}

Saved save(const XTrace &trace, const QString &path)
{
    const auto write = [&]() -> std::expected<void, QString> {
        if (isNonRegularFile(path)) {
            return std::unexpected(notRegularFileText());
        }
        auto file = OutputFile::open(path);
        if (!file) {
            return std::unexpected(file.error());
        }
        file->device()->setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
        if (!XTraceFile::write(trace, file->stream()) || !file->finish()) {
            return std::unexpected(file->errorText());
        }
        return {};
    };
    if (const auto written = write(); !written) {
        return std::unexpected(i18nc("@info %1: a file, %2: the system's words",
                                     "The trace was not saved as %1: %2. Free space there, or choose another directory.",
                                     QDir::toNativeSeparators(path),
                                     written.error()));
    }
    return path;
}

void load(const QString &path, QObject *context, const std::function<void(const Loaded &)> &done)
{
    BackgroundJobs::shared().run(
        [path] {
            return load(path);
        },
        context,
        done);
}

void save(const std::function<Saved()> &how, QObject *context, const std::function<void(const Saved &)> &done)
{
    BackgroundJobs::shared().run(how, context, done);
}
}
