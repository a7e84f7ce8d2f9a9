// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/facts/linkfacts.h"
#include "sessions/xtrace/xtracelog.h"

#include <QObject>

#include <memory>
#include <optional>

namespace Nightdesk
{
class Session;
class WindowSession;

/// What the X connections of a window's program say, written down, and beside it what the link does meanwhile: from each start of the
/// program again. Child of its session, which knows nothing of it; GUI thread.
class WindowTrace : public QObject
{
    Q_OBJECT
public:
    /// The session's name must not change any more.
    explicit WindowTrace(WindowSession *session);
    /// Null: nothing of it goes through X here.
    static WindowTrace *of(const Session *session);

    std::shared_ptr<XTraceLog> log() const;
    const XTraceTitle &title() const;

Q_SIGNALS:
    void aboutToBegin(); ///< its program is started, perhaps again: what log() has is forgotten when this returns
    void begun(); ///< a new trace

private:
    void begin();
    void addMark(const LinkSample &sample);

    WindowSession *const m_session;
    const XTraceTitle m_title;
    const std::shared_ptr<XTraceLog> m_log;
    std::optional<LinkSample> m_lastSample;
};
}
