// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xadvice/xtracearchive.h"

#include "monitors/xtraffic/xtracetrim.h"
#include "sessions/common/logging.h"
#include "sessions/common/privatefile.h"
#include "sessions/xtrace/xtracefile.h"

#include <KLocalizedString>

#include <QCryptographicHash>
#include <QDir>
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
constexpr auto traceEndLimit = 2s;
const QLatin1StringView suffix(".xtrace.jsonl");

constexpr QChar cut = u'+'; ///< marks a shortened name; a name itself cannot contain it, because it is encoded there

/// Encodes a display's name as a file name. Names are usually short, but one from elsewhere must not become a path. A name that is cut
/// gets a hash of the whole name, so that two long names with the same begin stay different.
QString encodedName(const std::string &name)
{
    constexpr qsizetype longest = 80;
    const auto encoded = [](const QByteArray &text) {
        return QString::fromLatin1(text.toPercentEncoding({}, "."));
    };
    const QByteArray bytes = QByteArray::fromStdString(name);
    if (const QString whole = encoded(bytes); whole.size() <= longest) {
        return whole;
    }
    QString begin = QString::fromUtf8(bytes).left(longest);
    while (!begin.isEmpty() && (begin.back().isHighSurrogate() || encoded(begin.toUtf8()).size() > longest)) {
        begin.chop(1);
    }
    return encoded(begin.toUtf8()) + cut + QString::fromLatin1(QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex().left(16));
}

QString decodedName(const QString &word)
{
    return QString::fromUtf8(QByteArray::fromPercentEncoding(word.section(cut, 0, 0).toLatin1()));
}

QFileInfoList traceFiles(const QString &directory)
{
    return QDir(directory).entryInfoList({u'*' + suffix}, QDir::Files | QDir::NoSymLinks, QDir::Time);
}

/// Removes the oldest files beyond the limits, but never @p newest, however large it is.
void removeOldestFiles(const QString &directory, const QString &newest, const XTraceArchive::Limits &limits)
{
    int count = 1;
    qint64 bytes = QFileInfo(newest).size();
    for (const QFileInfo &file : traceFiles(directory)) {
        if (file.fileName() == QFileInfo(newest).fileName()) {
            continue;
        }
        bytes += file.size();
        if (++count > limits.maxFiles || bytes > limits.maxBytes) {
            QFile::remove(file.filePath());
        }
    }
}

std::expected<void, QString> writeTraceFile(const XTrace &trace, const QString &file, const XTraceArchive::Limits &limits)
{
    std::ostringstream text;
    if (!XTraceFile::write(XTraceTrim::trimmed(trace, limits.maxRecords), text)) {
        return std::unexpected(i18nc("@info why a file cannot be written", "not enough memory"));
    }
    if (const auto prepared = PrivateFile::prepareDirectory(file); !prepared) {
        return prepared;
    }
    const std::string_view view = text.view();
    const auto written = PrivateFile::write(file, QByteArray::fromRawData(view.data(), static_cast<qsizetype>(view.size())));
    if (written) {
        removeOldestFiles(QFileInfo(file).path(), file, limits);
    }
    return written;
}
}

XTraceArchive::XTraceArchive(const QString &directory, QObject *parent)
    : XTraceArchive(directory, Limits(), parent)
{
}

XTraceArchive::XTraceArchive(const QString &directory, const Limits &limits, QObject *parent)
    : QObject(parent)
    , m_directory(directory)
    , m_limits(limits)
    , m_jobs("X traces", 1, traceEndLimit) // one job at a time, so that a later trace replaces an earlier one
{
}

XTraceArchive::~XTraceArchive()
{
    while (!m_pendingTraces.isEmpty()) {
        writeNextTrace();
    }
}

void XTraceArchive::storeTrace(const XTrace &trace)
{
    if (trace.size() == 0) {
        return;
    }
    m_pendingTraces.insert(pathOf(m_directory, trace.title), trace);
    if (!m_isWriting) { // while a write takes long, m_pendingTraces keeps only the newest trace of each program
        writeNextTrace();
    }
}

void XTraceArchive::writeNextTrace()
{
    m_isWriting = !m_pendingTraces.isEmpty();
    if (!m_isWriting) {
        return;
    }
    const QString next = m_pendingTraces.firstKey();
    m_jobs.run(
        [trace = m_pendingTraces.take(next), next, limits = m_limits] {
            const auto written = writeTraceFile(trace, next, limits);
            if (!written) {
                qCWarning(LogXWindow).noquote() << "the X trace" << next << "cannot be saved:" << written.error();
            }
            return written ? QString() : written.error();
        },
        this,
        std::bind_front(&XTraceArchive::handleTraceWritten, this, next));
}

void XTraceArchive::handleTraceWritten(const QString &file, const QString &problem)
{
    writeNextTrace();
    const bool isNews = m_storingProblem.isEmpty() && !problem.isEmpty();
    m_storingProblem = problem.isEmpty() ? QString() : i18nc("@info %1 a directory, %2 is why", "X traces cannot be saved in %1: %2", m_directory, problem);
    if (problem.isEmpty()) {
        Q_EMIT traceStored(file);
    } else if (isNews) {
        Q_EMIT storingFailed(m_storingProblem);
    }
}

QList<XTraceArchive::StoredTrace> XTraceArchive::listTraces(const QString &directory)
{
    QList<StoredTrace> result;
    for (const QFileInfo &file : traceFiles(directory)) {
        const QStringList words = file.fileName().chopped(suffix.size()).split(u'.');
        if (words.size() == 2) { // other files were not written by Nightdesk
            result.append({.display = decodedName(words.at(0)),
                           .topology = decodedName(words.at(1)),
                           .writtenAt = file.lastModified(QTimeZone::UTC),
                           .file = file.filePath(),
                           .bytes = file.size()});
        }
    }
    return result;
}

QString XTraceArchive::pathOf(const QString &directory, const XTraceTitle &title)
{
    return directory + u'/' + encodedName(title.display.empty() ? title.program : title.display) + u'.' + encodedName(title.topology) + suffix;
}

QString XTraceArchive::directory() const
{
    return m_directory;
}

QString XTraceArchive::problem() const
{
    return m_storingProblem;
}
}
