// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xadvice/xexperience.h"
#include "sessions/common/background.h"

#include <QObject>
#include <QTimer>

namespace Nightdesk
{
/// Keeps XExperience in a file of the user's own (mode 0600): read at once, written a moment after something was added, together with
/// what other consoles added meanwhile. On a thread of its own. What cannot be read is left as it is, what cannot be written is for
/// the log. GUI thread. Owned by XTrafficWatch.
class XExperienceStore : public QObject
{
    Q_OBJECT
public:
    /// One thing that was seen.
    struct Added {
        bool isInteraction = false; ///< else a start
        XTraceTitle title;
        XSeen seen;
        std::optional<XCost> cost;
    };

    explicit XExperienceStore(const QString &file, QObject *parent = nullptr);
    /// Writes what is not written yet, but does not wait for long.
    ~XExperienceStore() override;

    /// What is known so far; nothing until the file was read.
    const XExperience &experience() const;
    void addStart(const XTraceTitle &title, const XSeen &seen, const std::optional<XCost> &cost = {});
    void addInteraction(const XTraceTitle &title, const XSeen &seen, const std::optional<XCost> &cost = {});

Q_SIGNALS:
    void changed(); ///< experience(): read, or added to

private:
    void add(const Added &added);
    void save();

    const QString m_file;
    XExperience m_experience;
    QList<Added> m_added; ///< not in the file yet
    bool m_isRead = false; ///< the file
    QTimer m_pause;
    BackgroundJobs m_jobs;
};
}
