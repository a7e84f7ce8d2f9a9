// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xadvice/xprogramhistories.h"
#include "sessions/common/backgroundjobs.h"

#include <QObject>
#include <QTimer>

namespace Nightdesk
{
/// Stores XProgramHistories in a private file of the user (mode 0600). Reads it at construction; writes shortly after an addition, merged with
/// what other consoles added meanwhile. File access is on a separate thread. An unreadable file is left as it is; write errors go to
/// the log. GUI thread. Owned by XTrafficWatch.
class XProgramHistoryStore : public QObject
{
    Q_OBJECT
public:
    /// One observed start or interaction that is to be stored.
    struct Addition {
        bool isInteraction = false; ///< true: an interaction; false: a start
        XTraceTitle title;
        XObservation observation;
        std::optional<XCost> cost;
    };

    explicit XProgramHistoryStore(const QString &file, QObject *parent = nullptr);
    /// Writes pending additions, but does not wait for long.
    ~XProgramHistoryStore() override;

    /// What was observed so far; empty until the file has been read.
    const XProgramHistories &programHistories() const;
    void addStart(const XTraceTitle &title, const XObservation &observation, const std::optional<XCost> &cost = {});
    void addInteraction(const XTraceTitle &title, const XObservation &observation, const std::optional<XCost> &cost = {});

Q_SIGNALS:
    void historiesChanged(); ///< programHistories() was read or extended

private:
    void addObservation(const Addition &added);
    void save();

    const QString m_file;
    XProgramHistories m_histories;
    QList<Addition> m_unsavedAdditions; ///< results that are not written to the file yet
    bool m_isFileRead = false; ///< the file has been read
    QTimer m_saveTimer;
    BackgroundJobs m_jobs;
};
}
