// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/link/roundtriplayers.h"
#include "monitors/xtraffic/xtrafficfigures.h"
#include "sessions/common/background.h"
#include "sessions/display/session.h"

#include <QHash>
#include <QObject>
#include <QTimer>

#include <memory>

namespace Nightdesk
{
class AppSession;
class Desk;
class XExperienceStore;
class XTraceArchive;
class XWatchedWindow;

/// Watches the X traffic of all programs of the desk: what each does now, how its start gets on, what was foretold and what was seen;
/// keeps traces and experience. Of programs in displays of their own it measures starts and interactions. GUI thread; what takes long is
/// reckoned on another. Owned by ConsoleFeatures.
class XTrafficWatch : public QObject
{
    Q_OBJECT
public:
    /// @p directory: where it keeps what it keeps. @p desk outlives it.
    XTrafficWatch(Desk *desk, const QString &directory, QObject *parent = nullptr);
    ~XTrafficWatch() override;

    /// Empty: its program does not run, or nothing is known of it.
    std::optional<XTrafficFigures> figures(const Session *session) const;
    /// XServer and XRoundTrip of the last minutes; empty: its program does not run, or shows no X here.
    QList<RoundTripLayer> layers(const Session *session) const;
    /// The way that a start which takes minutes is better shown in; empty: there is none, or it is shown so already.
    static std::optional<Topology> quickerWay(const Session *session);
    XTraceArchive *store() const;
    XExperienceStore *experience() const;

Q_SIGNALS:
    void changed(Nightdesk::Session *session); ///< its figures; at most once a second

private:
    void watch(Session *session);
    void watch(AppSession *app);
    void forget(Session *session);
    void readWindows();

    BackgroundJobs m_jobs;
    const std::shared_ptr<QObject> m_inbox; ///< what was found in a trace that is kept comes here; it may outlive this
    XTraceArchive *const m_store;
    XExperienceStore *const m_experience;
    QHash<const Session *, XWatchedWindow *> m_windows;
    QHash<const Session *, XTrafficFigures> m_apps;
    QTimer m_second;
};
}
