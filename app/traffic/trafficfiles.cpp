// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/trafficfiles.h"

#include "app/outputfile.h"
#include "sessions/xtrace/xtracefile.h"

#include <KLocalizedString>

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFuture>
#include <QPromise>
#include <QThreadPool>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>

namespace Nightdesk::TrafficFiles
{
using namespace Qt::StringLiterals;

namespace
{
constexpr std::chrono::seconds endLimit(2);
constexpr int mostThreads = 4; ///< one share that hangs must not keep others from being read

std::filesystem::path native(const QString &path)
{
    return std::filesystem::path(QFile::encodeName(path).toStdString());
}

QThreadPool *threads = nullptr; ///< as long as there is an application; hung ones go with the process

void endThreads()
{
    if (threads->waitForDone(std::chrono::milliseconds(endLimit).count())) {
        delete threads;
    }
    threads = nullptr;
}

template<typename Result>
void answerBeside(const std::function<Result()> &job, QObject *context, const std::function<void(const Result &)> &done)
{
    auto promise = std::make_shared<QPromise<Result>>();
    promise->start();
    promise->future().then(context, done);
    beside([promise, job] {
        promise->addResult(job());
        promise->finish();
    });
}

/// What is there and is no file is not waited for (a pipe), and not replaced by one.
bool isOtherThanFile(const QString &path)
{
    std::error_code ignored;
    const auto status = std::filesystem::status(native(path), ignored);
    return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) && !std::filesystem::is_directory(status);
}

QString noFile()
{
    return i18nc("@info why a file cannot be read or written: it is a pipe, a device or the like", "it is no regular file");
}
}

void beside(const std::function<void()> &job)
{
    if (!threads) {
        threads = new QThreadPool;
        threads->setMaxThreadCount(mostThreads);
        KLocalizedString::languages(); // KI18n's first use makes an object that belongs to the application's thread
        qAddPostRoutine(endThreads);
    }
    threads->start(job);
}

Loaded load(const QString &path)
{
    const bool isOther = isOtherThanFile(path);
    errno = 0;
    std::ifstream file;
    if (!isOther) {
        file.open(native(path), std::ios::binary);
    }
    if (isOther || !file) {
        return std::unexpected(i18nc("@info %1: a file, %2: the system's words",
                                     "%1 cannot be read: %2. Check that it is there and that you may read it.",
                                     QDir::toNativeSeparators(path),
                                     isOther ? noFile() : qt_error_string()));
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
    const auto write = [&]() -> std::expected<void, QString> {
        if (isOtherThanFile(path)) {
            return std::unexpected(noFile());
        }
        auto file = OutputFile::open(path);
        if (!file) {
            return std::unexpected(file.error());
        }
        file->device()->setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
        if (!XTraceFile::write(trace, file->stream()) || !file->finish()) {
            return std::unexpected(file->problem());
        }
        return {};
    };
    if (const auto written = write(); !written) {
        return std::unexpected(i18nc("@info %1: a file, %2: the system's words",
                                     "The trace was not saved as %1: %2. Make room there, or choose another place.",
                                     QDir::toNativeSeparators(path),
                                     written.error()));
    }
    return path;
}

void load(const QString &path, QObject *context, const std::function<void(const Loaded &)> &done)
{
    answerBeside<Loaded>(
        [path] {
            return load(path);
        },
        context,
        done);
}

void save(const std::function<Saved()> &how, QObject *context, const std::function<void(const Saved &)> &done)
{
    answerBeside<Saved>(how, context, done);
}
}
