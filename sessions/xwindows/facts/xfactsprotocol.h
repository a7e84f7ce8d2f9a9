// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/facts/xserverfacts.h"
#include "sessions/xwindows/protocol/xclientprotocol.h"

namespace Nightdesk
{
/// Queries an X server's capabilities: bytes in, bytes out. Two round trips, with all queries at once. The server is untrusted: an answer that is
/// inconsistent, too long or endless ends in Broken. The owner enforces the time limit. Pure; one thread. Made by XServerReader for one server.
class XFactsProtocol
{
public:
    static constexpr qsizetype maxPatterns = 64; ///< further patterns are not queried
    static constexpr int maxNamesPerPattern = 20; ///< font names per pattern
    static constexpr std::size_t maxReceivedBytes = std::size_t(2) << 20; ///< 50 times what present servers send
    enum class Stage {
        Querying,
        Done,
        Refused, ///< the server refused the connection
        Broken, ///< the server's answer is not valid or too long
    };

    /// @p cookie: MIT-MAGIC-COOKIE-1; empty: none. @p fonts: patterns as for XListFonts.
    XFactsProtocol(std::string_view cookie, const QStringList &fonts);

    Stage stage() const;
    /// What was read so far; complete when Done. Display and problem are not set.
    const XServerFacts &facts() const;
    /// In English, for the log; may contain unchecked text of the server.
    const std::string &problem() const;

    void receive(std::span<const std::uint8_t> bytes);
    std::span<const std::uint8_t> output() const;
    void removeSentOutput(std::size_t size); ///< @p size bytes of output() were sent

private:
    void sendQueries();
    void readExtensions(std::span<const std::uint8_t> reply);
    void readInstalledColormaps(qsizetype screen, std::span<const std::uint8_t> reply);
    void readFonts(const QString &pattern, std::span<const std::uint8_t> reply);
    void rejectAnswer(std::string_view problem);

    const QStringList m_fontPatterns;
    XServerFacts m_facts;
    std::string m_problem; ///< why an answer was rejected; empty: none was
    std::size_t m_receivedBytes = 0;
    XClientProtocol m_protocol;
};
}
