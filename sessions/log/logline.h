// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QString>

namespace Nightdesk
{
/// One message on its way into the log.
struct LogEntry {
    QDateTime at;
    QtMsgType type = QtInfoMsg;
    QString category; ///< "nightdesk.link"
    QString text;
    bool operator==(const LogEntry &) const = default;
};

/// The entry as one line with its end: time in UTC, level, category, text. What would break or disguise the line (control and
/// direction marks) is written as an escape, what is too long is cut. The text is redacted.
QByteArray logLine(const LogEntry &entry);

/// Without what must never stand in a log even if a library puts it there: private keys, and what looks like a cookie or a
/// key (32 hexadecimal digits or more, 60 characters of base64 or more; the fingerprint of a key, "SHA256:...", stays), and
/// what follows "password=" and the like. Nightdesk itself logs none of these; this is the second wall.
QString redacted(const QString &text);
}
