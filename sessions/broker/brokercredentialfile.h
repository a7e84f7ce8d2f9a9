// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/broker/brokercredential.h"

#include <QByteArray>

#include <expected>

namespace Nightdesk
{
/// A credential as `nightdesk broker add-desk` writes it and a desk keeps it: a JSON file that nobody else may read. Blocks on the
/// disk: not for the GUI thread. Errors are translated: what, where, what to do.
namespace BrokerCredentialFile
{
/// A file that others can read is refused, as are links, pipes, and what is too large to be one.
std::expected<BrokerCredential, QString> read(const QString &file);
/// 0600, whole or not at all, in place of what is there. Its directory must be there.
std::expected<void, QString> write(const QString &file, const BrokerCredential &credential);
/// The same, but never in place of anything.
std::expected<void, QString> create(const QString &file, const BrokerCredential &credential);

/// The file's text, and what it says; the error says what is wrong with it. Pure.
QByteArray text(const BrokerCredential &credential);
std::expected<BrokerCredential, QString> parse(const QByteArray &text);

/// An SA's name: as one part of a desk's.
bool isSaName(const QString &name);
}
}
