// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QString>

namespace Nightdesk
{
/// Text that a peer sent (a banner, a desktop name, a program's output line), made safe to show: control characters,
/// bidirectional marks and line breaks become spaces, invalid UTF-8 becomes U+FFFD, at most @p maxLength characters remain
/// (an ellipsis ends what was cut). Never put such text where it could pass for our own words. Any thread.
QString displayText(QByteArrayView utf8, qsizetype maxLength = 200);
QString displayText(QStringView text, qsizetype maxLength = 200);
}
