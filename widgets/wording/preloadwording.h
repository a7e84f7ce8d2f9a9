// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/preloadstate.h"
#include "widgets/wording/wording.h"

namespace Nightdesk
{
/// Texts about preloaded displays, which are started before they are needed. Plain text.
namespace PreloadWording
{
/// The progress of preloading: "starting", "3 windows", "ready, after 34 s", or why it failed.
QString progress(const PreloadState &preloadState);
Wording::StatusTone statusTone(const PreloadState &preloadState);
/// What else happens when the display is shown, for example a slow repaint; empty: nothing.
QString remark(const PreloadState &preloadState);
/// True if preloading is complete and the display is hidden until it is needed.
bool isReady(const PreloadState &preloadState);
}
}
