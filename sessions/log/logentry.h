// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QString>

namespace Nightdesk
{
/// One message to be logged.
struct LogEntry {
    QDateTime loggedAt;
    QtMsgType type = QtInfoMsg;
    QString category; ///< name of the logging category, for example "nightdesk.link"
    QString text;
    bool operator==(const LogEntry &) const = default;
};

/// The entry as one line with its line end: time in UTC, level, category, text. Characters that would break or disguise the line (control and
/// direction characters) are escaped; a text that is too long is cut. The text is redacted.
QByteArray logLine(const LogEntry &entry);

/// Removes what must never be logged, even if a library logs it: private keys, anything that looks like a cookie or a key (32 hexadecimal digits or
/// more, 60 characters of base64 or more; a key's fingerprint, "SHA256:...", is kept), and values after "password=" and the like. Nightdesk itself
/// logs none of these; this is a second safeguard.
QString redacted(const QString &text);
}
