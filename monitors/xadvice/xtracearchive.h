// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/background.h"
#include "sessions/xtrace/xtrace.h"

#include <QDateTime>
#include <QList>
#include <QMap>
#include <QObject>

namespace Nightdesk
{
/// Keeps the last trace of each program and topology as files of the user's own (XTraceFile), so many and so large as they may
/// become; the oldest go first. Written on a thread of its own: a home directory may hang or be full. GUI thread. Owned by XTrafficWatch or ConsoleTraffic.
class XTraceArchive : public QObject
{
    Q_OBJECT
public:
    struct Limits {
        int files = 60;
        qint64 bytes = 256LL * 1024 * 1024; ///< of all files
        std::size_t records = 150'000; ///< of one; 15 MB or so
    };
    /// A file that is kept.
    struct Kept {
        QString display; ///< XTraceTitle::display; of no profile: the program
        QString topology;
        QDateTime at; ///< when it was written, UTC
        QString file;
        qint64 bytes = 0;
        bool operator==(const Kept &) const = default;
    };

    /// @p directory is made with the first trace.
    explicit XTraceArchive(const QString &directory, QObject *parent = nullptr);
    XTraceArchive(const QString &directory, const Limits &limits, QObject *parent = nullptr);
    /// Writes what is not written yet, but does not wait for long.
    ~XTraceArchive() override;

    /// Takes the place of the one before of that display and topology. One without messages is not kept.
    void keep(const XTrace &trace);
    /// What @p directory has, the newest first; looks at the disk: not on the GUI thread where that may hang. Any thread.
    static QList<Kept> list(const QString &directory);
    /// Where the one of @p title is, or would be.
    static QString file(const QString &directory, const XTraceTitle &title);
    QString directory() const;
    QString problem() const; ///< why the last one could not be kept, translated; empty: it was

Q_SIGNALS:
    void kept(const QString &file);
    void troubled(const QString &text); ///< the first time that one cannot be kept, until one was; translated

private:
    void writeNext();
    void wrote(const QString &file, const QString &problem);

    const QString m_directory;
    const Limits m_limits;
    QString m_problem;
    QMap<QString, XTrace> m_waiting; ///< by file: the newest of each
    bool m_isWriting = false;
    BackgroundJobs m_jobs;
};
}
