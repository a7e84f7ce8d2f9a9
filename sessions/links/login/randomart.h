// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace Nightdesk
{
/// OpenSSH's drawing of a public key (sshkey.c; Loss, Limmer, von Gernler: "The drunken bishop", 2009): several lines of plain text that are easier
/// to compare by eye than a fingerprint. @p blob: the key in ssh's wire format.
QString randomArt(const QByteArray &blob, const QString &title);
}
