// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <expected>

namespace Nightdesk
{
/// Replaces the {variables} of a profile's texts. "{{" stands for one "{". Pure.
class Variables
{
public:
    Variables() = default;
    /// An empty @p account leaves {account} as it stands: it is asked for later.
    Variables(const QString &account, const QString &instrument);

    /// The error is translated: what is wrong and what was expected.
    std::expected<QString, QString> expand(const QString &text);
    /// Whether {account} was seen since it was made.
    bool usedAccount() const;

private:
    QString m_account;
    QString m_instrument;
    bool m_usedAccount = false;
};
}
