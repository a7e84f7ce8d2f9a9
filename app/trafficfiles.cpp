// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/trafficfiles.h"

#include "sessions/xtrace/xtracefile.h"

#include <KLocalizedString>

#include <QDir>
#include <QFile>
#include <QFuture>
#include <QPromise>
#include <QTemporaryFile>
#include <QThreadPool>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <memory>

namespace Nightdesk::TrafficFiles
{
using namespace Qt::StringLiterals;

namespace
{
std::filesystem::path native(const QString &path)
{
    return std::filesystem::path(QFile::encodeName(path).toStdString());
}

template<typename Result>
void beside(const std::function<Result()> &job, QObject *context, const std::function<void(const Result &)> &done)
{
    auto promise = std::make_shared<QPromise<Result>>();
    promise->start();
    promise->future().then(context, done);
    QThreadPool::globalInstance()->start([promise, job] {
        promise->addResult(job());
        promise->finish();
    });
}
}

Loaded load(const QString &path)
{
    errno = 0;
    std::ifstream file(native(path), std::ios::binary);
    if (!file) {
        return std::unexpected(i18nc("@info %1: a file, %2: the system's words",
                                     "%1 cannot be read: %2. Check that it is there and that you may read it.",
                                     QDir::toNativeSeparators(path),
                                     qt_error_string()));
    }
    auto trace = XTraceFile::read(file);
    if (!trace) {
        return std::unexpected(i18nc("@info %1: a file, %2: a line's number, %3: what is wrong there, in English",
                                     "%1 is no trace of X messages that Nightdesk can read: line %2: %3. Choose a file that was saved as JSON Lines.",
                                     QDir::toNativeSeparators(path),
                                     QString::number(trace.error().line),
                                     QString::fromStdString(trace.error().what)));
    }
    return std::move(*trace);
}

Saved save(const XTrace &trace, const QString &path)
{
    errno = 0;
    QTemporaryFile draft(path + u".XXXXXX"_s); // mode 0600, and nobody's before
    bool isWritten = draft.open();
    if (isWritten) {
        std::ofstream file(native(draft.fileName()), std::ios::binary | std::ios::trunc);
        isWritten = file && XTraceFile::write(trace, file) && file.flush();
    }
    std::error_code error;
    if (isWritten) {
        std::filesystem::rename(native(draft.fileName()), native(path), error);
        draft.setAutoRemove(!!error);
    }
    if (!isWritten || error) {
        const QString why = error ? QString::fromStdString(error.message()) : qt_error_string();
        return std::unexpected(i18nc("@info %1: a file, %2: the system's words",
                                     "The trace was not saved as %1: %2. Make room there, or choose another place.",
                                     QDir::toNativeSeparators(path),
                                     why));
    }
    return path;
}

void load(const QString &path, QObject *context, const std::function<void(const Loaded &)> &done)
{
    beside<Loaded>(
        [path] {
            return load(path);
        },
        context,
        done);
}

void save(const std::function<Saved()> &how, QObject *context, const std::function<void(const Saved &)> &done)
{
    beside<Saved>(how, context, done);
}
}
