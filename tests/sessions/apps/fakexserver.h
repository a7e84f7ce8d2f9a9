// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QMap>
#include <QPair>

#include <cstdint>
#include <span>
#include <vector>

namespace Nightdesk::Test
{
/// An X server in memory, as far as AppWindowAgent asks: answers requests from what the test says of its windows, and counts them.
/// In this machine's byte order.
class FakeXServer
{
public:
    static constexpr std::uint32_t root = 0x100;
    using Octets = std::vector<std::uint8_t>;
    struct Property {
        std::uint32_t type = 0;
        std::uint8_t format = 8;
        QByteArray bytes;
    };
    struct Window {
        std::int16_t x = 0;
        std::int16_t y = 0;
        std::uint16_t width = 100;
        std::uint16_t height = 80;
        bool isMapped = true;
        bool overrideRedirect = false;
        QMap<std::uint32_t, Property> properties;
    };

    /// The server's answer to a client that it lets in; a screen of 800x600.
    static Octets setup();
    /// 32 bytes of @p type for @p window, which is the second window of all events but PropertyNotify and EnterNotify.
    Octets event(std::uint8_t type, std::uint32_t window) const;
    Octets configureNotify(std::uint32_t window, std::int16_t x, std::int16_t y, std::uint16_t width, std::uint16_t height, std::uint32_t above = 0) const;
    Octets propertyNotify(std::uint32_t window, std::uint32_t atom) const;

    /// Takes all that a client said, from its setup on, and returns what it gets for it.
    Octets answer(std::span<const std::uint8_t> said);
    std::uint32_t atom(const QByteArray &name);
    void setText(std::uint32_t window, const QByteArray &property, const QByteArray &text, const QByteArray &type = "UTF8_STRING");
    void setNumbers(std::uint32_t window, const QByteArray &property, const QByteArray &type, const std::vector<std::uint32_t> &numbers);

    QMap<std::uint32_t, Window> windows; ///< children of the root; the root's own properties under root
    bool hasRedirect = false; ///< a manager runs
    bool isDumb = false; ///< answers nothing any more
    QMap<int, int> requests; ///< how many of each opcode
    std::vector<Octets> seen; ///< those without an answer, in order

private:
    Octets reply(std::size_t size) const;
    void answerOne(const Octets &request, Octets &out);

    bool m_isSetUp = false;
    std::uint16_t m_sequence = 0;
    QMap<QByteArray, std::uint32_t> m_atoms;
};
}
