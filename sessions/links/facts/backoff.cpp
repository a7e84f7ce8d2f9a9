// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/facts/backoff.h"

#include <QRandomGenerator>

#include <algorithm>

namespace Nightdesk
{
using namespace std::chrono_literals;

std::chrono::milliseconds Backoff::nextPause()
{
    const std::chrono::milliseconds pause = std::min<std::chrono::milliseconds>(500ms * (1 << std::min(m_failureCount, 5)), 15s);
    ++m_failureCount;
    return pause + pause * QRandomGenerator::global()->bounded(0, 25) / 100;
}

void Backoff::reset()
{
    m_failureCount = 0;
}
}
