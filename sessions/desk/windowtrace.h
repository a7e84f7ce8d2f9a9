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

/// Records the X messages of a window's program, together with the figures of its link. Begins again at each start of the program. Child of its
/// session, which does not use this object; GUI thread.
class WindowTrace : public QObject
{
    Q_OBJECT
public:
    /// Create this object when the session's name is final.
    explicit WindowTrace(WindowSession *session);
    /// The trace of @p session. Null: the session has no X connections here.
    static WindowTrace *of(const Session *session);

    std::shared_ptr<XTraceLog> log() const;
    const XTraceTitle &title() const;

Q_SIGNALS:
    void traceAboutToBegin(); ///< the program is about to start; the contents of log() are discarded as soon as all receivers of this signal have run
    void traceBegan(); ///< a new trace has begun

private:
    void begin();
    void addLinkSample(const LinkSample &sample);

    WindowSession *const m_session;
    const XTraceTitle m_traceTitle;
    const std::shared_ptr<XTraceLog> m_traceLog;
    std::optional<LinkSample> m_lastLinkSample;
};
}
