// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"
#include "sessions/xwindows/server/windowveils.h"
#include "sessions/xwindows/server/xaccess.h"
#include "sessions/xwindows/server/xkey.h"

#include <QObject>
#include <QRect>

#include <functional>
#include <memory>
#include <optional>

namespace Nightdesk
{
struct WindowGeometry;

/// Our own client of the local X server: gets the cookies that programs are authorized with, recognises the programs' windows
/// by their numbers and puts them where their screen is. Works on a thread of its own with a connection of its own, made
/// when it is first needed and again after the server came back. The object lives on the GUI thread; its functions may be
/// called from any and return at once. The destructor ends within a second. Owned by LocalX.
class LocalWindowClient : public QObject
{
    Q_OBJECT
public:
    LocalWindowClient(const LocalDisplay &display, const QString &authorityFile, QObject *parent = nullptr);
    ~LocalWindowClient() override;

    /// Asks for what @p program is authorized with: the user's own cookie if @p trusted, else one of the server's SECURITY
    /// extension. authorized() or refused() follows.
    void authorize(quint32 program, bool trusted);
    /// Where its windows go from now on; moves those that are there. A null @p area is the whole root window.
    /// @p stood: it was there before, and its first window comes back to it.
    void setPlace(quint32 program, const WindowGeometry &geometry, const QRect &area, const std::optional<QRect> &stood = {});
    /// What its first window is not to cover where it is put from now on; root pixels.
    void keepOff(quint32 program, const QList<QRect> &lines);
    void raise(quint32 program); ///< icons become windows again
    /// Makes icons of its windows; where no window manager has icons, they vanish until raise().
    void iconify(quint32 program);
    /// Its windows, and those that come, stay below all others and take no focus, until raise(). From then on the server keeps
    /// what is hidden of them. covered() follows.
    void cover(quint32 program);
    /// Asks its windows to go, as their close buttons do. cannotBeClosed() follows where none can be asked, askedBack() when a
    /// window comes up then.
    void close(quint32 program);
    /// Whether no press is to reach its windows; a shield stands in front of each while none is. @p withheld counts the presses,
    /// from the placer's thread.
    void setHeld(quint32 program, bool held, const std::function<void()> &withheld);
    /// What is painted over the last image of each of its windows; empty: nothing. Again, to paint another.
    void setVeil(quint32 program, const VeilPainter &paint);
    /// It is over: its cookie is revoked, its windows are strangers.
    void forget(quint32 program);

    /// The key that brings the console from every window of the programs; they do not see it. consoleRequested() follows.
    void setConsoleKey(const XKey &key);
    /// Gives one of our own windows the keyboard, as somebody who asked for it; X's own number of it.
    void activate(quint32 window);

    /// From the relay: `window & ~mask == base` is @p program's.
    void connectionOpened(quint32 program, quint32 base, quint32 mask);
    void connectionClosed(quint32 base);

Q_SIGNALS:
    void authorized(quint32 program, const Nightdesk::XAccess &access);
    void refused(quint32 program, const Nightdesk::Failure &failure);
    /// Its first window is on the screen.
    void appeared(quint32 program);
    /// Where its main window stands, root pixels; empty: it has none on the screen.
    void rectChanged(quint32 program, const std::optional<QRect> &rect);
    void iconifiedChanged(quint32 program, bool iconified);
    void windowsChanged(quint32 program, int windows, bool isNew);
    void covered(quint32 program, bool keepsPicture);
    void cannotBeClosed(quint32 program);
    void askedBack(quint32 program);
    void consoleRequested(quint32 program);
    /// What is typed goes to it, or not any more.
    void keyboardChanged(quint32 program, bool has);
    /// The X server ended, and every window with it.
    void serverLost();

private:
    class Thread;
    std::unique_ptr<Thread> m_thread;
};
}
