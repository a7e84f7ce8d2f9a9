// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/warmth.h"
#include "widgets/wording/wording.h"

namespace Nightdesk
{
/// What is said of displays that are started before they are needed. Plain text.
namespace WarmWording
{
/// How far it is: "starting", "3 windows", "ready, after 34 s", or why it is not.
QString progress(const Warmth &warmth);
Wording::Mood mood(const Warmth &warmth);
/// What happens when it is shown, if there is more to it than that; empty: nothing.
QString remark(const Warmth &warmth);
/// It has got as far as it gets by itself, and waits out of sight.
bool isReady(const Warmth &warmth);
}
}
