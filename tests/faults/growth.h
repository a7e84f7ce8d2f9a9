// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace Nightdesk::Test
{
/// Whether this process has more descriptors, threads or children than once before.
class Growth
{
public:
    /// From now on; first waits until the threads of what was closed before have ended.
    void begin();
    /// Waits until there are no more than then: what was given up needs a moment to end.
    bool isNone() const;
    QString report() const; ///< "descriptors 31 (30), threads 4 (4), children 1 (1)"

private:
    struct Count {
        qsizetype descriptors = 0;
        qsizetype threads = 0;
        qsizetype children = 0;
    };
    static Count now();
    Count m_before;
};
}
