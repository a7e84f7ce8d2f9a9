// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xtrace/xrecord.h"

#include <cstddef>
#include <deque>
#include <optional>

namespace Nightdesk
{
/// The requests of one connection that wait for their replies; and what a sequence number of 16 bits stands for. Pure, Qt-free. Owned by XStreamReader.
class XPending
{
public:
    /// How often a request is answered.
    enum class Repeats : std::uint8_t {
        No,
        Fonts, ///< until one without a name (ListFontsWithInfo)
        Any, ///< as often as the server likes, not at all, too
        NotKnown, ///< perhaps, perhaps several times; not any more when the server tells of a later request
    };
    struct Entry {
        std::uint32_t sequence = 0;
        XName name;
        std::uint16_t raw = 0;
        Repeats repeats = Repeats::No;
        std::uint8_t asksFor = XName::core; ///< QueryExtension: which
    };
    static constexpr std::size_t limit = 65535; ///< beyond, 16 bits do not tell one from another

    /// A request has begun. It waits from add() on, with the number that it has then.
    void addRequest(const Entry &entry, bool mayBeAnswered);
    /// It is here to its end. False: too many wait.
    bool add(std::uint32_t sequence);
    /// Whose a reply is; those before it are not answered any more. @p detail: the reply's second byte. Empty: nobody's.
    std::optional<Entry> answered(std::uint16_t sequence, std::uint8_t detail);
    /// An error is the answer to this one, if it waits for any.
    void failed(std::uint32_t sequence);

    /// The server has got as far as this one.
    void passed(std::uint32_t sequence);

    /// The first number from @p seen on that ends so. Empty: it is not one of those that were @p sent.
    static std::optional<std::uint32_t> widened(std::uint16_t sequence, std::uint32_t seen, std::uint32_t sent);

private:
    std::deque<Entry> m_entries; ///< in order
    std::optional<Entry> m_asked;
};
}
