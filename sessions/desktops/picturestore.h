// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/desktops/desktopfacts.h"

#include <expected>

namespace Nightdesk
{
/// A picture just made: ours to read, and the descriptor for the worker to write through.
struct MadePicture {
    DesktopPicture picture;
    UniqueFd fd;
};

/// Makes the pictures that workers draw into, numbered by generation. Each is a memfd of its own, sealed against shrinking,
/// growing and further sealing before anybody else sees it: a worker that cut an unsealed one short would end its reader
/// with SIGBUS. F_SEAL_FUTURE_WRITE is not possible, as the worker has to write; our own mapping is read-only. Owned by
/// DesktopConnection, for generations are counted over all runs. GUI thread.
class PictureStore
{
public:
    /// A new picture, all black, of the next generation. The error is an errno: EINVAL for a size beyond RfbWire's limits.
    std::expected<MadePicture, int> make(quint32 width, quint32 height);

private:
    quint32 m_lastGeneration = 0;
};
}
