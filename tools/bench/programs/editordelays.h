// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <vector>

/// How long somebody waits for the profile editor. GUI thread.
namespace Nightdesk::Bench
{
struct EditorDelays {
    std::vector<double> times; ///< ms, one for each case
    QStringList missed; ///< cases that were not over after 10 s
    int left = 0; ///< cases that cannot be typed, or that are of another file
};

/// From the last key to the marks, for each profile of mistakes.txt, typed whole by key events.
EditorDelays marksAfterTyping();
/// From the key that saves to what a FacilityWatcher of another directory's reader tells, @p times times.
EditorDelays newsAfterSaving(int times);
}
