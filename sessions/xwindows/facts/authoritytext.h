// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

#include <optional>

namespace Nightdesk
{
/// Reads the content of an account's authority file, as another host sent it. Pure; the bytes are untrusted.
namespace AuthorityText
{
inline constexpr qsizetype maxSize = 1 << 20; ///< longer content is cut: an account has some dozen entries of 60 bytes
/// The MIT-MAGIC-COOKIE-1 for display @p number of the host named @p host, by libXau's rules: an entry of that host, or of any host. Empty: there
/// is none.
QByteArray cookie(QByteArrayView text, const QByteArray &host, int number);
}
}
