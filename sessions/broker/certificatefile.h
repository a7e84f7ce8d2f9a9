// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/uniquefd.h"

#include <QList>
#include <QSslCertificate>
#include <QString>

#include <expected>
#include <memory>
#include <mutex>
#include <optional>

namespace Nightdesk
{
/// Reads who may sign for a broker, on a thread of its own that may be left behind: a share that hangs cannot be hurried.
/// Any thread.
class CertificateFile
{
public:
    /// The error is the system's or our own, translated.
    using Answer = std::expected<QList<QSslCertificate>, QString>;

    /// @p file: PEM; empty: those that the system trusts.
    static std::shared_ptr<CertificateFile> begin(const QString &file);
    std::optional<Answer> answer() const; ///< empty: not yet
    int readyFd() const; ///< readable from the answer on

    CertificateFile();

private:
    void settle(Answer answer);

    mutable std::mutex m_mutex;
    std::optional<Answer> m_answer;
    UniqueFd m_ready;
};
}
