// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/backgroundjobs.h"
#include "sessions/xtrace/xtrace.h"

#include <QDateTime>
#include <QList>
#include <QMap>
#include <QObject>

namespace Nightdesk
{
/// Stores the last trace of each program and topology in private files of the user (XTraceFile), limited in number and size; the oldest
/// are removed first. Writes on a separate thread, as a home directory may hang or be full. GUI thread. Owned by XTrafficWatch.
class XTraceArchive : public QObject
{
    Q_OBJECT
public:
    struct Limits {
        int maxFiles = 60;
        qint64 maxBytes = 256LL * 1024 * 1024; ///< limit of the size of all files together
        std::size_t maxRecords = 150'000; ///< limit of the records of one trace, which is about 15 MB
    };
    /// A stored trace file.
    struct StoredTrace {
        QString display; ///< XTraceTitle::display; the program's name if it is not from a profile
        QString topology;
        QDateTime writtenAt; ///< time when the trace was written, UTC
        QString file;
        qint64 bytes = 0;
        bool operator==(const StoredTrace &) const = default;
    };

    /// @p directory: created when the first trace is stored.
    explicit XTraceArchive(const QString &directory, QObject *parent = nullptr);
    XTraceArchive(const QString &directory, const Limits &limits, QObject *parent = nullptr);
    /// Writes pending traces, but does not wait for long.
    ~XTraceArchive() override;

    /// Stores @p trace in place of an earlier one of the same display and topology. A trace without messages is not
    /// stored.
    void storeTrace(const XTrace &trace);
    /// The files in @p directory, the newest first. Reads the disk, so do not call it on the GUI thread if the disk may hang. Any thread.
    static QList<StoredTrace> listTraces(const QString &directory);
    /// The path of the trace file for @p title, whether the file exists or not.
    static QString pathOf(const QString &directory, const XTraceTitle &title);
    QString directory() const;
    QString problem() const; ///< why the last trace could not be stored, translated; empty: it was stored

Q_SIGNALS:
    void traceStored(const QString &file);
    /// Storing a trace failed, translated; emitted once until storing succeeds again.
    void storingFailed(const QString &text);

private:
    void writeNextTrace();
    void handleTraceWritten(const QString &file, const QString &problem);

    const QString m_directory;
    const Limits m_limits;
    QString m_storingProblem;
    /// Traces that are to be written, the newest of each display and topology, by file.
    QMap<QString, XTrace> m_pendingTraces;
    bool m_isWriting = false;
    BackgroundJobs m_jobs;
};
}
