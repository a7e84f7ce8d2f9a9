// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbwire/messages.h"

#include <vector>

namespace Nightdesk::Rfb
{
/// What has changed since the last Damage record: at most RfbWire::maxRects rectangles that cover all added ones. If there are more, the two whose
/// union wastes the fewest pixels are joined. Pure. Owned by PicturePublisher.
class DamageList
{
public:
    void add(const RfbWire::Rect &rect);
    /// Removes and returns all rectangles that share a pixel with @p rect.
    std::vector<RfbWire::Rect> takeTouchingRects(const RfbWire::Rect &rect);
    bool isEmpty() const;
    const std::vector<RfbWire::Rect> &rects() const;
    void clear();

private:
    void joinRectsWithLeastWaste();

    std::vector<RfbWire::Rect> m_rects;
};
}
