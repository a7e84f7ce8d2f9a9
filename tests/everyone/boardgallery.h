// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/everyone/gallery.h"

namespace Nightdesk::Test
{
/// What a desk and a board show of each other, without a broker. Test's main thread.
namespace BoardGallery
{
QList<Gallery::Exhibit> exhibits();
}
}
