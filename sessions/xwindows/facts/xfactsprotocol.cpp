// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/facts/xfactsprotocol.h"

#include "sessions/common/displaytext.h"
#include "sessions/xwindows/facts/xsetupfacts.h"
#include "sessions/xwindows/protocol/xmessage.h"

#include <xcb/xproto.h>

namespace Nightdesk
{
namespace
{
constexpr bool isBigEndian = std::endian::native == std::endian::big;
constexpr qsizetype maxColormaps = 64;
constexpr qsizetype maxPatternLength = 255;

/// Reads the LISTofSTR after a reply's first 32 bytes: each string follows a length byte. Empty: fewer than @p count strings.
std::optional<QStringList> parseStrings(std::span<const std::uint8_t> reply, std::size_t count)
{
    QStringList result;
    std::span<const std::uint8_t> rest = reply.subspan(XMessage::unit);
    for (std::size_t i = 0; i < count; ++i) {
        if (rest.empty() || rest.size() < 1u + rest[0]) {
            return {};
        }
        const std::size_t size = rest[0];
        result.append(displayText(QString::fromLatin1(QByteArrayView(rest.data() + 1, static_cast<qsizetype>(size)))));
        rest = rest.subspan(1 + size);
    }
    return result;
}

QStringList acceptedFontPatterns(const QStringList &patterns)
{
    QStringList result;
    for (const QString &pattern : patterns) {
        if (result.size() < XFactsProtocol::maxPatterns && pattern.size() <= maxPatternLength && !result.contains(pattern)) {
            result.append(pattern);
        }
    }
    return result;
}
}

XFactsProtocol::XFactsProtocol(std::string_view cookie, const QStringList &fonts)
    : m_fontPatterns(acceptedFontPatterns(fonts))
    // No events were requested; those that come nevertheless are ignored.
    , m_protocol(cookie, std::bind_front(&XFactsProtocol::sendQueries, this), [](std::span<const std::uint8_t>) { })
{
}

XFactsProtocol::Stage XFactsProtocol::stage() const
{
    if (!m_problem.empty() || m_protocol.stage() == XClientProtocol::Stage::Broken) {
        return Stage::Broken;
    }
    if (m_protocol.stage() == XClientProtocol::Stage::Refused) {
        return Stage::Refused;
    }
    return m_protocol.stage() == XClientProtocol::Stage::Open && m_protocol.unansweredRequestCount() == 0 ? Stage::Done : Stage::Querying;
}

const XServerFacts &XFactsProtocol::facts() const
{
    return m_facts;
}

const std::string &XFactsProtocol::problem() const
{
    return m_problem.empty() ? m_protocol.problem() : m_problem;
}

std::span<const std::uint8_t> XFactsProtocol::output() const
{
    return m_protocol.output();
}

void XFactsProtocol::removeSentOutput(std::size_t size)
{
    m_protocol.removeSentOutput(size);
}

void XFactsProtocol::receive(std::span<const std::uint8_t> bytes)
{
    if (stage() != Stage::Querying) {
        return;
    }
    m_receivedBytes += bytes.size();
    if (m_receivedBytes > maxReceivedBytes) {
        rejectAnswer("it says too much");
        return;
    }
    m_protocol.receive(bytes);
}

void XFactsProtocol::sendQueries()
{
    const auto setup = XSetupFacts::parse(m_protocol.setup(), isBigEndian);
    if (!setup) {
        rejectAnswer("its setup is not valid");
        return;
    }
    m_facts = setup->facts;
    m_protocol.sendRequestWithReply(xcb_list_extensions_request_t{.major_opcode = XCB_LIST_EXTENSIONS, .pad0 = 0, .length = 0},
                                    {},
                                    std::bind_front(&XFactsProtocol::readExtensions, this));
    for (qsizetype i = 0; i < setup->rootWindows.size(); ++i) {
        const xcb_list_installed_colormaps_request_t request{.major_opcode = XCB_LIST_INSTALLED_COLORMAPS,
                                                             .pad0 = 0,
                                                             .length = 0,
                                                             .window = setup->rootWindows[i]};
        m_protocol.sendRequestWithReply(request, {}, std::bind_front(&XFactsProtocol::readInstalledColormaps, this, i));
    }
    for (const QString &pattern : m_fontPatterns) {
        const QByteArray text = pattern.toLatin1();
        const xcb_list_fonts_request_t request{.major_opcode = XCB_LIST_FONTS,
                                               .pad0 = 0,
                                               .length = 0,
                                               .max_names = maxNamesPerPattern,
                                               .pattern_len = static_cast<std::uint16_t>(text.size())};
        m_protocol.sendRequestWithReply(request,
                                        {reinterpret_cast<const std::uint8_t *>(text.constData()), static_cast<std::size_t>(text.size())},
                                        std::bind_front(&XFactsProtocol::readFonts, this, pattern));
    }
}

void XFactsProtocol::readExtensions(std::span<const std::uint8_t> reply)
{
    if (reply.empty()) {
        return; // the server answered with an error: it does not list its extensions
    }
    const auto extensions = parseStrings(reply, reply[1]);
    if (!extensions) {
        rejectAnswer("its list of extensions is not valid");
        return;
    }
    m_facts.extensions = *extensions;
    m_facts.extensions.sort();
}

void XFactsProtocol::readInstalledColormaps(qsizetype screen, std::span<const std::uint8_t> reply)
{
    if (reply.empty()) {
        return;
    }
    const std::size_t count = XBytes::read16(&reply[8], isBigEndian);
    if (count > maxColormaps || reply.size() < XMessage::unit + count * 4) {
        rejectAnswer("its list of installed colormaps is not valid");
        return;
    }
    QList<quint32> maps;
    for (std::size_t i = 0; i < count; ++i) {
        maps.append(XBytes::read32(&reply[XMessage::unit + i * 4], isBigEndian));
    }
    m_facts.screens[screen].installedColormaps = maps;
}

void XFactsProtocol::readFonts(const QString &pattern, std::span<const std::uint8_t> reply)
{
    if (reply.empty()) {
        return;
    }
    const std::size_t count = XBytes::read16(&reply[8], isBigEndian);
    const auto fonts = count > maxNamesPerPattern ? std::nullopt : parseStrings(reply, count);
    if (!fonts) {
        rejectAnswer("its list of fonts is not valid");
        return;
    }
    m_facts.fonts.append({.pattern = pattern, .names = *fonts});
}

void XFactsProtocol::rejectAnswer(std::string_view problem)
{
    if (m_problem.empty()) {
        m_problem = problem;
    }
}
}
