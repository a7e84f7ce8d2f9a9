// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>

#include <sanitizer/lsan_interface.h>

namespace
{
/// KStandardShortcut's watcher is a static object. When it is destroyed, KConfigWatcher's handler of that looks into a list of its
/// thread, which is gone by then and is created again: 8 bytes that nobody frees, by a function without a name that lsan.supp could
/// tell. So what this thread allocates once the application has ended is no leak; what it allocated before still is.
[[maybe_unused]] const bool isSetUp = [] {
    qAddPostRoutine(__lsan_disable);
    return true;
}();
}
