// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"

#include <QHash>

namespace Nightdesk
{
/// What a desk has sent to the board, in words for its observers. Complete, so that observers know exactly what is seen elsewhere. Translated.
namespace StatusDescription
{
/// For the messages that the broker retains, by topic, as from DeskPublisher::publishedMessages().
QString words(const QHash<QString, QByteArray> &told);
QString words(const BoardWire::Message &message); ///< empty: nothing that users need to read
/// The same messages as sent, by topic, with line breaks and indents for reading.
QString json(const QHash<QString, QByteArray> &told);
}
}
