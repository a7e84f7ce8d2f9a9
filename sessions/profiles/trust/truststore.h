// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/trust/trustfile.h"

#include <optional>

namespace Nightdesk
{
/// What the person at this desk agreed to, kept in a file of theirs. A file that cannot be believed counts as nothing agreed
/// to; it is kept aside, never written over. Blocks: for FacilityWatcher's thread. Owned by FacilityWatcherWorker.
class TrustStore
{
public:
    explicit TrustStore(const QString &file);

    /// Looks at the file again: another console of this user may have written it.
    void read();
    std::optional<Agreement> agreement(const TrustKey &key) const;
    /// Stores it. It counts for this run even where it cannot be stored; the error is translated and says so.
    std::expected<void, QString> agree(const TrustKey &key, const Agreement &agreement);

    QString file() const;
    /// Translated: what is wrong with the file and what was done about it; empty: nothing.
    QString problem() const;

private:
    std::expected<void, QString> store(const TrustKey &key, const Agreement &agreement);

    QString m_file;
    Agreements m_stored;
    Agreements m_thisRun; ///< those that could not be stored
    QString m_problem;
    QString m_whyNotOurs; ///< why what lies there must not be written over; empty: it may
};
}
