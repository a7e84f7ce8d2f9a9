// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <expected>

namespace Nightdesk
{
/// What other programs may ask a console to do. GUI thread. A base class: ExternalRequestHandler implements it; ConsoleBus only holds a pointer.
class ConsoleActions
{
public:
    enum class RefusalReason {
        NoFacility,
        OtherFacility,
        OtherSite,
        NoSuchProfile,
        QuestionOpen, ///< the console waits for the answer to a question about another profile
        CannotConnect,
        NotConnected,
        NoSuchDisplay,
        InvalidUrl,
        NoBoard
    };
    struct Refusal {
        RefusalReason reason;
        QString text; ///< the reason in one translated sentence
    };
    using Result = std::expected<void, Refusal>;

    virtual ~ConsoleActions() = default;
    /// Connects a profile. Empty site or directory: that of the console. Returns "connected"; "asking" if the user must first answer a question; or
    /// "reading" if the profile files are still being read.
    virtual std::expected<QString, Refusal> connectProfile(const QString &profile, const QString &site, const QString &directory) = 0;
    virtual Result disconnectProfile(const QString &profile) = 0; ///< empty profile: disconnects all instruments
    virtual Result raiseDisplay(const QString &display) = 0;
    virtual Result openNightdeskUrl(const QString &url) = 0;

    static QString errorName(RefusalReason reason); ///< the name of the D-Bus error for @p reason
};
}
