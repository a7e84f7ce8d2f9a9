// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/trust/trustfile.h"

#include <optional>

namespace Nightdesk
{
/// The approvals of the user of this desk, stored in a file of that user. A file that is damaged or not private counts as no approvals; it is moved
/// to another name, never overwritten. Blocks: for FacilityWatcher's thread. Owned by FacilityWatcherWorker.
class TrustStore
{
public:
    explicit TrustStore(const QString &file);

    /// Reads the file again: another console of this user may have written it.
    void read();
    std::optional<Approval> approval(const ApprovalKey &key) const;
    /// Stores the approval. It takes effect for this run even if it cannot be stored; the error is translated and says so.
    std::expected<void, QString> addApproval(const ApprovalKey &key, const Approval &approval);

    QString file() const;
    /// Translated: what is wrong with the file and what was done about it; empty: no problem.
    QString problem() const;

private:
    std::expected<void, QString> storeApproval(const ApprovalKey &key, const Approval &approval);

    QString m_trustFilePath;
    Approvals m_storedApprovals;
    Approvals m_unstoredApprovals; ///< approvals that could not be stored, and apply to this run only
    QString m_fileProblem;
    QString m_notWritableReason; ///< why the existing file must not be overwritten; empty: it may be
};
}
