// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"

#include <QHash>

namespace Nightdesk
{
/// What a desk told the board, in words that its people understand: all of it, so that nobody has to guess what is seen elsewhere.
/// Translated.
namespace BoardTelling
{
/// Of what lies at the broker by topic, as DeskPublisher::publishedMessages() has it.
QString words(const QHash<QString, QByteArray> &told);
QString words(const BoardWire::Message &message); ///< empty: nothing that people need to read
/// The same as it went, topic by topic, laid out to be read.
QString json(const QHash<QString, QByteArray> &told);
}
}
