// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/trust/truststore.h"

#include "sessions/common/logging.h"
#include "sessions/common/privatefile.h"

#include <KLocalizedString>

#include <QLockFile>

#include <chrono>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
/// Maximum size of the file in bytes. A dozen instruments at four sites need a tenth of this.
constexpr qsizetype maxTrustSize = 4 * 1024 * 1024;
constexpr qsizetype maxWritten = 3 * 1024 * 1024; // less than the limit for reading: a file that cannot be read could never be changed again
}

TrustStore::TrustStore(const QString &file)
    : m_trustFilePath(file)
{
}

void TrustStore::read()
{
    m_storedApprovals.clear();
    const auto contents = PrivateFile::read(m_trustFilePath, maxTrustSize);
    m_notWritableReason.clear();
    if (!contents) {
        m_notWritableReason = contents.error();
        m_fileProblem =
            i18nc("@info %1: a file, %2: why",
                  "Your approvals for this facility could not be read from %1: %2. Nightdesk asks for approval of every profile again until this is fixed.",
                  m_trustFilePath,
                  contents.error());
        return;
    }
    if (!*contents) {
        return; // an earlier message about a file that was moved remains true
    }
    const auto approvals = TrustFile::read(**contents);
    if (approvals) {
        m_storedApprovals = *approvals;
        m_fileProblem.clear();
        return;
    }
    const auto aside = PrivateFile::setAside(m_trustFilePath);
    m_notWritableReason = aside ? QString() : approvals.error();
    m_fileProblem = aside
        ? i18nc("@info %1: a file, %2: why, %3: the file's new name",
                "Your approvals could not be read from %1: %2. The file was moved to %3, and Nightdesk asks for approval of every profile again, once.",
                m_trustFilePath,
                approvals.error(),
                *aside)
        : i18nc("@info %1: a file, %2: why, %3: why it cannot be renamed",
                "Your approvals could not be read from %1: %2. Move this file away (Nightdesk could not: %3), or Nightdesk asks again at every start.",
                m_trustFilePath,
                approvals.error(),
                aside.error());
    qCWarning(LogProfiles).noquote() << m_fileProblem;
}

std::optional<Approval> TrustStore::approval(const ApprovalKey &key) const
{
    for (const Approvals *approvals : {&m_unstoredApprovals, &m_storedApprovals}) {
        if (const auto found = approvals->constFind(key); found != approvals->cend()) {
            return *found;
        }
    }
    return std::nullopt;
}

std::expected<void, QString> TrustStore::addApproval(const ApprovalKey &key, const Approval &approval)
{
    const auto stored = storeApproval(key, approval);
    if (stored) {
        m_unstoredApprovals.remove(key);
        return {};
    }
    m_unstoredApprovals.insert(key, approval);
    return std::unexpected(i18nc("@info %1: a file, %2: why",
                                 "Your answer could not be saved in %1: %2. The answer is valid until Nightdesk quits; after that, Nightdesk asks again.",
                                 m_trustFilePath,
                                 stored.error()));
}

std::expected<void, QString> TrustStore::storeApproval(const ApprovalKey &key, const Approval &approval)
{
    if (const auto prepared = PrivateFile::prepareDirectory(m_trustFilePath); !prepared) {
        return prepared;
    }
    // Two consoles of one user read, add and write: neither may lose the other's approvals.
    QLockFile lock(m_trustFilePath + u".lock"_s);
    if (!lock.tryLock(2s)) {
        return std::unexpected(lock.error() == QLockFile::LockFailedError
                                   ? i18nc("@info why a file cannot be written", "another Nightdesk is writing to the file")
                                   : i18nc("@info why a file cannot be written", "no lock file can be created in its folder"));
    }
    read();
    if (!m_notWritableReason.isEmpty()) {
        return std::unexpected(m_notWritableReason);
    }
    Approvals approvals = m_storedApprovals;
    approvals.insert(key, approval);
    const std::optional<Approvals> remaining = TrustFile::withoutOldest(approvals, key, maxWritten);
    if (!remaining) {
        return std::unexpected(
            i18nc("@info why a file cannot be written", "the commands of the profile are too long to be saved; ask the facility staff to shorten them"));
    }
    if (const auto written = PrivateFile::write(m_trustFilePath, TrustFile::write(*remaining)); !written) {
        return written;
    }
    m_storedApprovals = *remaining;
    m_fileProblem.clear();
    return {};
}

QString TrustStore::file() const
{
    return m_trustFilePath;
}

QString TrustStore::problem() const
{
    return m_fileProblem;
}
}
