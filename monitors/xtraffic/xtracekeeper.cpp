// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xtraffic/xtracekeeper.h"

#include "monitors/xtraffic/xtracetrim.h"
#include "sessions/common/logging.h"
#include "sessions/profiles/privatefile.h"
#include "sessions/xtrace/xtracefile.h"

#include <KLocalizedString>

#include <QCoreApplication>
#include <QDir>
#include <QPointer>
#include <QTimeZone>

#include <chrono>
#include <expected>
#include <sstream>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
constexpr auto endLimit = 2s;
const QLatin1StringView suffix(".xtrace.jsonl");

/// Names of displays are a few letters; one that was made up elsewhere must not become a path.
QString safe(const std::string &name)
{
    constexpr qsizetype longest = 100;
    QString word = QString::fromLatin1(QByteArray::fromStdString(name).toPercentEncoding().left(longest));
    return word.replace(u'.', u"%2E"_s);
}

QFileInfoList files(const QString &directory)
{
    return QDir(directory).entryInfoList({u'*' + suffix}, QDir::Files | QDir::NoSymLinks, QDir::Time);
}

/// Never @p newest, however large it is.
void sweep(const QString &directory, const QString &newest, const XTraceKeeper::Limits &limits)
{
    int count = 1;
    qint64 bytes = QFileInfo(newest).size();
    for (const QFileInfo &file : files(directory)) {
        if (file.fileName() == QFileInfo(newest).fileName()) {
            continue;
        }
        bytes += file.size();
        if (++count > limits.files || bytes > limits.bytes) {
            QFile::remove(file.filePath());
        }
    }
}

std::expected<void, QString> write(const XTrace &trace, const QString &file, const XTraceKeeper::Limits &limits)
{
    std::ostringstream text;
    if (!XTraceFile::write(XTraceTrim::trimmed(trace, limits.records), text)) {
        return std::unexpected(i18nc("@info why a file cannot be written", "there is no room for it in memory"));
    }
    if (const auto prepared = PrivateFile::prepareDirectory(file); !prepared) {
        return prepared;
    }
    const std::string_view view = text.view();
    const auto written = PrivateFile::write(file, QByteArray::fromRawData(view.data(), static_cast<qsizetype>(view.size())));
    if (written) {
        sweep(QFileInfo(file).path(), file, limits);
    }
    return written;
}
}

XTraceKeeper::XTraceKeeper(const QString &directory, QObject *parent)
    : XTraceKeeper(directory, Limits(), parent)
{
}

XTraceKeeper::XTraceKeeper(const QString &directory, const Limits &limits, QObject *parent)
    : QObject(parent)
    , m_directory(directory)
    , m_limits(limits)
    , m_thread(new QThreadPool)
{
    m_thread->setMaxThreadCount(1); // the later one of two takes the earlier one's place
    KLocalizedString::languages(); // KI18n's first use makes an object that belongs to the application's thread
}

XTraceKeeper::~XTraceKeeper()
{
    if (m_thread->waitForDone(std::chrono::milliseconds(endLimit).count())) {
        delete m_thread;
    } // else the file system hangs, and the pool with it: it goes with the process
}

void XTraceKeeper::keep(const XTrace &trace)
{
    if (trace.size() == 0) {
        return;
    }
    m_thread->start([self = QPointer(this), trace, file = file(m_directory, trace.title), limits = m_limits] {
        const auto written = write(trace, file, limits);
        if (!written) {
            qCWarning(LogXWindow).noquote() << "the X trace" << file << "cannot be kept:" << written.error();
        }
        const QString problem = written ? QString() : written.error();
        QMetaObject::invokeMethod(
            qApp,
            [self, file, problem] {
                if (self) {
                    self->wrote(file, problem);
                }
            },
            Qt::QueuedConnection);
    });
}

void XTraceKeeper::wrote(const QString &file, const QString &problem)
{
    const bool isNews = m_problem.isEmpty() && !problem.isEmpty();
    m_problem = problem.isEmpty() ? QString() : i18nc("@info %1 a directory, %2 is why", "X traces cannot be kept in %1: %2", m_directory, problem);
    if (problem.isEmpty()) {
        Q_EMIT kept(file);
    } else if (isNews) {
        Q_EMIT troubled(m_problem);
    }
}

QList<XTraceKeeper::Kept> XTraceKeeper::list(const QString &directory)
{
    QList<Kept> result;
    for (const QFileInfo &file : files(directory)) {
        const QStringList words = file.fileName().chopped(suffix.size()).split(u'.');
        if (words.size() == 2) { // else it is not one of ours
            result.append({.display = QString::fromUtf8(QByteArray::fromPercentEncoding(words.at(0).toLatin1())),
                           .topology = QString::fromUtf8(QByteArray::fromPercentEncoding(words.at(1).toLatin1())),
                           .at = file.lastModified(QTimeZone::UTC),
                           .file = file.filePath(),
                           .bytes = file.size()});
        }
    }
    return result;
}

QString XTraceKeeper::file(const QString &directory, const XTraceTitle &title)
{
    return directory + u'/' + safe(title.display.empty() ? title.program : title.display) + u'.' + safe(title.topology) + suffix;
}

QString XTraceKeeper::directory() const
{
    return m_directory;
}

QString XTraceKeeper::problem() const
{
    return m_problem;
}
}
