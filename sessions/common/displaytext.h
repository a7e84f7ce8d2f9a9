// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QString>

namespace Nightdesk
{
/// Makes text from a peer (a banner, a desktop name, a program's output line) safe to show: control characters,
/// bidirectional marks and line breaks become spaces, invalid UTF-8 becomes U+FFFD, and at most @p maxLength characters remain
/// (cut text ends with an ellipsis). Never show it where it could be taken for Nightdesk's own text. Any thread.
QString displayText(QByteArrayView utf8, qsizetype maxLength = 200);
QString displayText(QStringView text, qsizetype maxLength = 200);
}
