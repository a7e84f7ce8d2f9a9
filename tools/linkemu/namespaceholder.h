// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <string>

namespace Nightdesk
{
/// A socket in the file system that is removed only while it is still the one we made.
struct ControlFile {
    std::string path;
    std::string madeDirectory; ///< empty when the directory was there before
    dev_t device = 0;
    ino_t inode = 0;
};

void removeControlFile(const ControlFile &file);

/**
 * The child process that keeps one network namespace reachable as /proc/PID/ns/net. It ends with its parent, however that
 * died: when @p parentPipe closes it ends every process left in the namespace (first SIGTERM, after two seconds SIGKILL),
 * so that nothing keeps the namespace alive, and removes the control socket if a killed parent left it.
 */
[[noreturn]] void holdNamespace(int parentPipe, const char *name, const ControlFile &control);
}
