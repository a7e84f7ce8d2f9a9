// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"
#include "sessions/xwindows/server/xaccess.h"

#include <QRect>

#include <functional>
#include <optional>

namespace Nightdesk
{
/// What ProgramWindowWorker reports to ProgramWindowController, for each program. The functions are called on
/// ProgramWindowWorker's thread. Owned by ProgramWindowWorker, as a part of its Configuration.
struct ProgramWindowCallbacks {
    std::function<void(quint32 program, const XServerAccess &access)> authorized;
    /// @p why creates the failure with its text. It is called on the GUI thread, where the first use of KI18n belongs.
    std::function<void(quint32 program, const std::function<Failure()> &why)> authorizationFailed;
    std::function<void(quint32 program)> windowAppeared;
    std::function<void(quint32 program, const std::optional<QRect> &rect)> mainWindowRectChanged;
    /// @p iconified: the program's main window is iconified, and with it its dialogs.
    std::function<void(quint32 program, bool iconified)> iconifiedChanged;
    /// How many ordinary windows of the program are mapped. @p isNew: a new window was mapped; a menu counts as well.
    std::function<void(quint32 program, int windowCount, bool isNew)> windowCountChanged;
    /// The program is kept covered. @p keepsContentsOfHiddenWindows: the server does not request a repaint when it is raised.
    std::function<void(quint32 program, bool keepsContentsOfHiddenWindows)> programCovered;
    /// After closeWindows(): no window accepts a request to close.
    std::function<void(quint32 program)> cannotBeClosed;
    /// After closeWindows(): the program opened another window, for example "Save first?".
    std::function<void(quint32 program)> userQuestionAsked;
    std::function<void()> xServerEnded;
    /// The console's key was pressed in a window of the program; the program did not receive it.
    std::function<void(quint32 program)> consoleRequested;
    /// Whether the program has the keyboard.
    std::function<void(quint32 program, bool hasFocus)> keyboardFocusChanged;
};
}
