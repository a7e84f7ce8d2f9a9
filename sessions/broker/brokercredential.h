// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardtopics.h"
#include "sessions/common/secret.h"

#include <QString>

#include <expected>

namespace Nightdesk
{
enum class BrokerRole {
    Desk,
    SupportAstronomer
};

/// Who we are to the broker.
struct BrokerCredential {
    QString facility; ///< its id in topics
    BrokerRole role = BrokerRole::Desk;
    QString name; ///< of a desk "santa-cruz/left", of an SA "ann"
    Secret password;

    QString user() const; ///< as the broker knows it: "desk.santa-cruz.left", "sa.ann"
};

/// A credential as `nightdesk hub add-desk` writes it and a desk keeps it: a JSON file that nobody else may read. Blocks on the
/// disk: not for the GUI thread.
namespace BrokerCredentialFile
{
/// The error is translated: what, where, what to do. A file that others can read is refused.
std::expected<BrokerCredential, QString> read(const QString &file);
/// 0600, whole or not at all.
std::expected<void, QString> write(const QString &file, const BrokerCredential &credential);
}
}
