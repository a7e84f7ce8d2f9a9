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
class OrphanedPrograms;
class LocalX;
class XStreamObservers;

/// An X program on a remote host (topology x11) with its windows on the local X server. GUI thread; relaying and window placement run on threads of
/// their own (LocalX). Owned by ConnectedProfile.
class WindowSession : public Session
{
    Q_OBJECT
public:
    /// @p localX relays the X connections and knows the local server; shared by all WindowSessions, must outlive them.
    WindowSession(const WindowSpec &spec, Link *link, LocalX *localX, QObject *parent = nullptr);
    /// @p command finds the program's command, again at each start; the command in @p spec is the one shown to the user.
    WindowSession(const WindowSpec &spec, Link *link, LocalX *localX, std::unique_ptr<AddressOrCommandFinder<QStringList>> command, QObject *parent = nullptr);
    ~WindowSession() override;

    const WindowSpec &spec() const;
    /// Observers of its X connections, from the next start on; null: none.
    void setObservers(const std::shared_ptr<XStreamObservers> &observers);
    /// Where to place its windows: the monitor's rectangle in root-window pixels. A change moves open windows.
    void setScreenArea(const QRect &area);
    /// Title lines that its first window must not cover where Nightdesk places it; from the next placement on.
    void setTitleLinesToKeepVisible(const QList<QRect> &lines);
    /// The program's output so far, the last 256 KiB of it, display-safe lines.
    QStringList outputLines() const;
    std::optional<ProgramExit> lastExit() const;
    /// The position of the first window, root-window pixels; empty: no window.
    std::optional<QRect> windowRect() const;
    bool hasKeyboard() const; ///< one of its windows has the keyboard
    int connectionCount() const; ///< X connections of the program now
    Bytes bytesFromProgram() const; ///< bytes from the program to the X server
    Bytes bytesToProgram() const;
    /// How often the X server requested a repaint of a part of its windows, since the program was started.
    std::int64_t exposeCount() const;
    /// Failed because the program was lost with its link, and the profile asks the user: retry() or declineToStartAgain().
    bool asksToStartAgain() const;
    /// Ended because the program was lost with its link, and it was left closed.
    bool endedWithLink() const;
    /// When the old connection and the program are given up, in UTC; only while answering() is Waiting.
    std::optional<QDateTime> oldConnectionKeptUntil() const;
    /// Number of key and button presses withheld since it stopped answering; 0 when it answers.
    std::int64_t withheldPressCount() const;
    /// Shows a veil over its windows while the program does not answer: the last image, on which @p paint paints. Empty: no veil. The veil ends with
    /// the program.
    void setVeil(const VeilPainter &paint);
    /// The program was asked to close and asks something in turn, such as whether to save: the user must answer in its window.
    bool isAskingUser() const;
    /// Orphaned programs on its link's host; null if no X program can be shown.
    OrphanedPrograms *orphanedPrograms() const;

public Q_SLOTS:
    /// The user's answer no while asksToStartAgain() is true: the program is not started again.
    void declineToStartAgain();
    /// Ends the program and starts it again over the new connection; only while answering() is Waiting.
    void startAgain();
    void raise(); ///< raises (and de-iconifies, uncovers) its windows
    void iconify() override; ///< iconifies its windows; those of a preloaded program are covered instead, so that they need no repaint later
    void deiconify() override; ///< same as raise()

Q_SIGNALS:
    void outputAdded(const QStringList &lines);
    void windowRectChanged();
    void connectionCountChanged();
    void keyboardFocusChanged();
    void userQuestionAsked(); ///< the program asks something instead of closing: isAskingUser() is true
    void programAboutToStart(); ///< the program is about to be started, perhaps again; it has sent nothing to the X server yet

protected:
    /// Called when the program exited without a signal. True: the derived class reports the end later.
    virtual bool handleExit(const ProgramExit &exit);
    void addOutput(const QByteArray &bytes, OutputKind kind); ///< adds output of another process that belongs to the program
    void reportUserQuestion(); ///< reports that the program asked something while closing
    bool requestProgramClose() override;
    void open() override;
    void drop() override;

private:
    class Private;
    std::unique_ptr<Private> d;
};
}
