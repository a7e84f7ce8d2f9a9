// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"

#include <QHash>

namespace Nightdesk
{
/// Describes to observers what their desk has sent to the status board. Complete, so that they know exactly what others
/// see. Translated.
namespace StatusDescription
{
/// Describes the messages that this desk has published, given by topic, as from DeskPublisher::publishedMessages().
QString describe(const QHash<QString, QByteArray> &publishedMessages);
QString describe(const BoardWire::Message &message); ///< describes one message; empty: nothing that users need to read
/// The JSON of the same messages, by topic, with line breaks and indents for reading.
QString json(const QHash<QString, QByteArray> &publishedMessages);
}
}
