// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/finder.h"
#include "sessions/display/session.h"
#include "sessions/xwindows/server/windowveils.h"

#include <QDateTime>
#include <QRect>

#include <memory>

namespace Nightdesk
{
class Leftovers;
class LocalX;
class XStreamObservers;

/// An X program of the summit (topology x11) with its windows on the local X server. GUI thread; the relay and the placing
/// of its windows run on a thread of their own (LocalX). Owned by ConnectedProfile.
class WindowSession : public Session
{
    Q_OBJECT
public:
    /// @p localX carries the X connections and knows the local server; shared by all WindowSessions, outlives them.
    WindowSession(const WindowSpec &spec, Link *link, LocalX *localX, QObject *parent = nullptr);
    /// @p command finds the program's command, again each time that it is started; the spec's is what people are informed of it.
    WindowSession(const WindowSpec &spec, Link *link, LocalX *localX, std::unique_ptr<Finder<QStringList>> command, QObject *parent = nullptr);
    ~WindowSession() override;

    const WindowSpec &spec() const;
    /// They see what its X connections carry, from its next start on; null: nobody does.
    void setObservers(const std::shared_ptr<XStreamObservers> &witnesses);
    /// Where its windows go: the monitor's rectangle in root-window pixels. May change while running (then moves them).
    void setScreenArea(const QRect &area);
    /// Lines in that area that its first window does not cover where Nightdesk puts it; from the next time on.
    void keepOff(const QList<QRect> &lines);
    /// The program's output so far, the last 256 KiB of it, display-safe lines.
    QStringList outputLines() const;
    std::optional<ProgramExit> lastExit() const;
    /// Where the first window stands now, root-window pixels; empty: no window.
    std::optional<QRect> windowRect() const;
    bool hasKeyboard() const; ///< what is typed goes to a window of it
    int connectionCount() const; ///< X connections of the program now
    Bytes relayedIn() const; ///< bytes from the program to the X server
    Bytes relayedOut() const;
    /// How often the X server wanted a part of its windows painted again, since it was started.
    std::int64_t exposes() const;
    /// Failed because its link took it along, and its profile wants a person asked: retry() or leaveClosed().
    bool asksToStartAgain() const;
    /// Ended because its link took it along, and nobody wants it started again.
    bool endedWithLink() const;
    /// While it is Waiting: when its old connection is given up, and it with that; UTC.
    std::optional<QDateTime> keptUntil() const;
    /// Keys and buttons that were pressed for it and not sent since it stopped answering; 0 when it answers.
    std::int64_t withheldPresses() const;
    /// What is painted over the last image of its windows, as while it does not answer; empty: nothing. Until its program ends.
    void setVeil(const VeilPainter &paint);
    /// It was asked to end, and asks something itself, as whether to save: that has to be answered in its window.
    bool asksBack() const;
    /// What is left over at the far end of its link; null where no X program can be shown.
    Leftovers *leftovers() const;

public Q_SLOTS:
    /// The answer to asksToStartAgain(): no.
    void leaveClosed();
    /// While it is Waiting: ends it and starts it again by way of the new connection.
    void startAnew();
    void raise(); ///< raises (and de-iconifies, uncovers) its windows
    void iconify() override; ///< what is started warm is covered again: its windows need not be painted again
    void restore() override; ///< as raise()

Q_SIGNALS:
    void outputAdded(const QStringList &lines);
    void windowRectChanged();
    void connectionCountChanged();
    void keyboardChanged();
    void askedBack(); ///< asksBack() is true
    void programBegins(); ///< its program is about to be started, perhaps again: nothing of it has passed yet

protected:
    /// Its program ended by itself, not by a signal; true: what is to be made of that is somebody else's.
    virtual bool takesExit(const ProgramExit &exit);
    void addOutput(const QByteArray &bytes, OutputKind kind); ///< of something else that belongs to it
    void noteAskedBack(); ///< while it is closing
    bool askToEnd() override;
    void open() override;
    void drop() override;

private:
    class Private;
    std::unique_ptr<Private> d;
};
}
