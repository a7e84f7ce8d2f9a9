// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/broker/brokerclient.h"

#include <QList>

namespace Nightdesk
{
/// Of one writer a reader takes no more at once of what a broker has kept: nobody fills the night of the others.
inline constexpr int keptNotesAtOnce = 60;

/// What came in one read, in the order in which it is to be taken. A broker tells what it kept in any order: kept notes come last, by
/// the time of their sending, and of each writer no more than the newest keptNotesAtOnce. All else stays as it came.
QList<BrokerMessage> withKeptNotesInOrder(const QList<BrokerMessage> &messages);
}
