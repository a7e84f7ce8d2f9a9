// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/desktops/desktopfacts.h"

#include <expected>

namespace Nightdesk
{
/// A new framebuffer. This process can only read it; the worker writes it through the descriptor.
struct WritableFramebuffer {
    DesktopPicture picture;
    UniqueFd fd;
};

/// Creates the framebuffers that workers draw into, numbered by generation. Each is a separate memfd, sealed against shrinking,
/// growing and further sealing before it is passed on: a worker that truncated an unsealed one would kill this process
/// with SIGBUS. F_SEAL_FUTURE_WRITE is not possible, as the worker has to write; the local mapping is read-only. Owned by
/// DesktopConnection, because generations are counted across all runs. GUI thread.
class FramebufferStore
{
public:
    /// A new black framebuffer of the next generation. The error is an errno: EINVAL for a size beyond RfbWire's limits.
    std::expected<WritableFramebuffer, int> createFramebuffer(quint32 width, quint32 height);
    /// A new descriptor of the memory of @p image, as an X server needs it to read the pixels. The result is
    /// not valid if @p image is not a framebuffer of any store, or a copy.
    static UniqueFd duplicateMemoryFd(const QImage &image);

private:
    quint32 m_lastGeneration = 0;
};
}
