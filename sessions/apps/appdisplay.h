// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/apporder.h"
#include "sessions/links/hop/link.h"

#include <QObject>

#include <memory>

namespace Nightdesk
{
/// One program in a display of its own at the summit (topology vnc-app), as this desk sees it: starts it over the link, or finds
/// it again by name and joins it. The display outlives link and console; it ends with its program, with end(), or when nobody
/// has watched for the order's linger. GUI thread. Owned by AppFinder.
class AppDisplay : public QObject
{
    Q_OBJECT
public:
    explicit AppDisplay(Link *link, QObject *parent = nullptr);
    ~AppDisplay() override; ///< as leave()

    /// The link is live: found() or failed() or occupied() follows, then output() and finished(). From a clean state, or after leave().
    void open(const AppOrder &order);
    /// As open(), for one that this object had found before: failed() where it is there no more, and nothing is started.
    void join(const AppOrder &order);
    /// As open(), for one that others started, as occupied() told with canWatch: found(), failed() or finished() follows. Its X
    /// server is not ours to use, nor its size to change, and end() ends nothing.
    void watch(const AppOrder &order, const AppHolder &holder);
    /// Lets go of it: it runs on at the summit. Nothing is emitted any more.
    void leave();
    /// Ends program and display at the summit: TERM, and KILL 5 s later. finished() follows, if the link carries the word and it is
    /// heard here; and endReported(). False: there is nothing to end, or no link to say so by, and neither follows.
    bool end();
    std::optional<AppPlace> place() const; ///< while it runs

Q_SIGNALS:
    void found(const Nightdesk::AppPlace &place);
    /// The program may run only once, and does so already: nothing was started.
    void occupied(const Nightdesk::AppHolder &holder);
    void failed(const Nightdesk::Failure &failure);
    void output(const QByteArray &bytes, Nightdesk::OutputKind kind); ///< the program's own
    /// The program ended, and its display with it. Not when the link went: it may run on.
    void finished(const Nightdesk::ProgramExit &exit);
    void endReported(); ///< the summit has done what end() asked for, or cannot be asked

private:
    class Private;
    std::unique_ptr<Private> d;
};
}
