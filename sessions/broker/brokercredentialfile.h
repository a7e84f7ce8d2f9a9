// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/broker/brokercredential.h"

#include <QByteArray>

#include <expected>

namespace Nightdesk
{
/// A credential file, written by `nightdesk broker add-desk` and stored on a desk: JSON, readable only by its owner. Blocks on the disk: not for
/// the GUI thread. Errors are translated and say what happened, where, and what to do.
namespace BrokerCredentialFile
{
/// Reads the credential in @p file. Refuses a file that other users can read, symbolic links, pipes, and files that are
/// too large.
std::expected<BrokerCredential, QString> read(const QString &file);
/// Writes the credential to @p file with mode 0600, atomically, replacing an existing file. The directory must exist.
std::expected<void, QString> write(const QString &file, const BrokerCredential &credential);
/// Like write(), but fails if the file exists.
std::expected<void, QString> create(const QString &file, const BrokerCredential &credential);

/// Convert between a credential and the text of its file. The error tells what is wrong with the text. Pure.
QByteArray text(const BrokerCredential &credential);
std::expected<BrokerCredential, QString> parse(const QByteArray &text);

/// Whether @p name is valid for a desk or a support astronomer. The latter's name has the same characters as one part of a desk's name.
bool isValidName(BrokerRole role, const QString &name);
}
}
