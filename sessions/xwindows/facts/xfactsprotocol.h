// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/facts/xserverfacts.h"
#include "sessions/xwindows/protocol/xclientprotocol.h"

namespace Nightdesk
{
/// Asks an X server what it can show: bytes in, bytes out. Two round trips, all questions at once. The server is not believed:
/// what contradicts itself, is too long or never ends makes the talk broken. The owner keeps the time. Pure; one thread.
/// Made by XServerReader for one server.
class XFactsProtocol
{
public:
    static constexpr qsizetype maxPatterns = 64; ///< further ones are not asked for
    static constexpr int maxNames = 20; ///< of fonts, for each pattern
    static constexpr std::size_t maxReceived = std::size_t(2) << 20; ///< 50 times what a server of today says
    enum class Stage {
        Talking,
        Done,
        Refused, ///< the server does not let us in
        Broken, ///< what it says is not valid, or too much
    };

    /// @p cookie: MIT-MAGIC-COOKIE-1; empty: none. @p fonts: patterns as of XListFonts.
    XFactsProtocol(std::string_view cookie, const QStringList &fonts);

    Stage stage() const;
    /// What was read so far; whole when Done. Without display and problem.
    const XServerFacts &facts() const;
    /// In English, for the log; a server's words in it are unchecked.
    const std::string &problem() const;

    void receive(std::span<const std::uint8_t> bytes);
    std::span<const std::uint8_t> output() const;
    void sent(std::size_t size); ///< so much of output() is gone

private:
    void sendQuestions();
    void takeExtensions(std::span<const std::uint8_t> reply);
    void takeInstalled(qsizetype screen, std::span<const std::uint8_t> reply);
    void takeFonts(const QString &pattern, std::span<const std::uint8_t> reply);
    void breakOff(std::string_view problem);

    const QStringList m_patterns;
    XServerFacts m_facts;
    bool m_isBroken = false;
    std::string m_problem;
    std::size_t m_received = 0;
    XClientProtocol m_protocol;
};
}
