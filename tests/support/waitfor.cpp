// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/waitfor.h"

#include <QTest>

namespace Nightdesk::Test
{
bool waitFor(const std::function<bool()> &condition, std::chrono::milliseconds limit)
{
    return QTest::qWaitFor(condition, QDeadlineTimer(limit));
}
}
