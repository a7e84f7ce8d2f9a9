// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/appdisplay.h"
#include "sessions/display/finder.h"
#include "sessions/xwindows/programmarks.h"

#include <QTimer>

#include <chrono>

namespace Nightdesk
{
/// Finds a program's display of its own at the summit, or starts it there, each time that the link is live; and stays with it
/// until its session releases it. An AppDisplay behind the face of a Finder, with this desk's name in what it is known by.
/// Owned by an AppSession, GUI thread.
class AppFinder : public QObject, public Finder<DesktopAddress>
{
    Q_OBJECT
public:
    /// @p marks knows the desk's name; null: none can be had.
    AppFinder(const AppOrder &order, std::shared_ptr<ProgramMarks> marks, Link *link);

    void find(const Answer &answer) override;
    /// Lets go of it; it runs on.
    void cancel() override;
    /// Ends it at the summit, as far as the link carries the word and it is ours: never what is only watched, nor what may run only
    /// once and another desk has. The next find() waits until it is gone.
    void end();
    /// What is found next may be another run of it. Before, a find() joins what it found earlier, and starts nothing in its place
    /// unless its profile says so.
    void runOver();
    /// Of the next find(): whose program is looked at instead; empty: its own.
    void setWatched(const std::optional<AppHolder> &watched);
    const AppOrder &order() const;
    std::optional<AppPlace> place() const;
    /// The display has not said how it ended, and can: it is informed of here before its picture's connection means anything.
    bool hasNews() const;

Q_SIGNALS:
    void placed(const Nightdesk::AppPlace &place); ///< before the answer to find()
    void occupied(const Nightdesk::AppHolder &holder);
    void output(const QByteArray &bytes, Nightdesk::OutputKind kind);
    void finished(const Nightdesk::ProgramExit &exit);
    void broke(const Nightdesk::Failure &failure); ///< after it was found

private:
    void begin();
    void answer(const std::expected<DesktopAddress, Failure> &found);
    void sendEnd();
    void ended();

    AppOrder m_order;
    const std::shared_ptr<ProgramMarks> m_marks;
    AppDisplay m_display;
    Answer m_answer;
    std::optional<AppHolder> m_watched;
    QTimer m_wait; ///< for the desk's name
    QTimer m_endLimit;
    std::chrono::steady_clock::time_point m_begun;
    bool m_isOpen = false;
    bool m_isOurs = false; ///< what is there by its name may be ended by us
    bool m_wasFound = false; ///< in this run
    bool m_isEnding = false;
    bool m_endsWhenFound = false; ///< whose it is has to be heard first
};
}
