// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/broker/brokerclient.h"

#include <QList>

namespace Nightdesk
{
/// Limit of retained notes accepted at once per writer, so that no writer crowds out the others.
inline constexpr int keptNotesAtOnce = 60;

/// Sorts the messages of one read for processing. A broker sends retained messages in any order: retained notes are moved to the end,
/// sorted by sending time, and of each writer only the newest keptNotesAtOnce are kept. Other messages keep their order.
QList<BrokerMessage> withKeptNotesInOrder(const QList<BrokerMessage> &messages);
}
