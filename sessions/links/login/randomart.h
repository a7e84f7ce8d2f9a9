// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace Nightdesk
{
/// OpenSSH's picture of a public key (sshkey.c; Loss, Limmer, von Gernler: "The drunken bishop", 2009): several lines of
/// plain text that the eye compares faster than a fingerprint. @p blob: the key as ssh sends it.
QString randomArt(const QByteArray &blob, const QString &title);
}
