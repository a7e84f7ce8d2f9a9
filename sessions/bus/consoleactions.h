// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <expected>

namespace Nightdesk
{
/// What others may ask a console to do. GUI thread. A base: ConsoleRemote implements it; ConsoleBus only points to it.
class ConsoleActions
{
public:
    enum class Obstacle {
        NoFacility,
        OtherFacility,
        OtherSite,
        NoSuchProfile,
        Asking, ///< a question for another profile waits for its answer
        CannotConnect,
        NotConnected,
        NoSuchDisplay,
        BadLink,
        NoBoard
    };
    struct Refusal {
        Obstacle obstacle;
        QString text; ///< translated: a sentence
    };
    using Result = std::expected<void, Refusal>;

    virtual ~ConsoleActions() = default;
    /// "connected", "asking" or "reading"; empty site and directory: the console's.
    virtual std::expected<QString, Refusal> connectProfile(const QString &profile, const QString &site, const QString &directory) = 0;
    virtual Result disconnectProfile(const QString &profile) = 0; ///< empty: all
    virtual Result raiseDisplay(const QString &display) = 0;
    virtual Result openLink(const QString &link) = 0;

    static QString name(Obstacle obstacle); ///< of the D-Bus error
};
}
