// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/clipboard/extendedclipboard.h"

#include "sessions/rfbworker/clipboard/clipboardtext.h"

#include <array>
#include <bit>

#include <zlib.h>

namespace Nightdesk::Rfb::ExtendedClipboard
{
namespace
{
/// A ClientCutText whose negative length marks an extended clipboard message.
Bytes makeMessage(std::uint32_t flags, std::span<const std::uint8_t> rest)
{
    Bytes m = bytesOf(U8{6}, U8{0}, U16{0}, U32{0U - static_cast<std::uint32_t>(4 + rest.size())}, U32{flags});
    m.insert(m.end(), rest.begin(), rest.end());
    return m;
}

/// zlib's inflate, which produces exactly the requested number of bytes.
class Inflater
{
public:
    explicit Inflater(std::span<const std::uint8_t> packed)
        : m_isValid(::inflateInit(&m_stream) == Z_OK)
    {
        m_stream.next_in = const_cast<Bytef *>(packed.data()); // zlib does not change its input
        m_stream.avail_in = static_cast<uInt>(packed.size());
    }
    Inflater(const Inflater &) = delete;
    Inflater &operator=(const Inflater &) = delete;
    ~Inflater()
    {
        ::inflateEnd(&m_stream);
    }
    bool read(void *to, std::size_t size)
    {
        m_stream.next_out = static_cast<Bytef *>(to);
        m_stream.avail_out = static_cast<uInt>(size);
        while (m_isValid && m_stream.avail_out > 0) {
            // The server need not end the zlib stream: all requested bytes may have arrived without its end.
            const int result = ::inflate(&m_stream, Z_SYNC_FLUSH);
            m_isValid = result == Z_OK || (result == Z_STREAM_END && m_stream.avail_out == 0);
        }
        return m_isValid;
    }

private:
    z_stream m_stream{};
    bool m_isValid;
};
}

std::optional<Message> parse(std::span<const std::uint8_t> payload)
{
    if (payload.size() < 4) {
        return std::nullopt;
    }
    const std::uint32_t flags = read32(payload.data());
    const auto rest = payload.subspan(4);
    Message heard;
    heard.hasText = flags & Text;
    if (flags & Caps) { // in a Caps message, the other action bits are the actions that the server supports
        const auto formats = static_cast<std::size_t>(std::popcount(flags & FormatMask));
        if (rest.size() < 4 * formats) {
            return std::nullopt;
        }
        heard.action = Caps;
        heard.supportedActions = flags & ActionMask;
        // The sizes follow in the order of the format bits. Text is the lowest bit, so its size is the first one.
        heard.maxSizeWithoutRequest = heard.hasText ? read32(rest.data()) : 0;
        return heard;
    }
    const std::uint32_t action = flags & ActionMask;
    if (std::popcount(action) > 1) {
        return std::nullopt;
    }
    heard.action = action;
    if (action == Provide) {
        heard.packedText = rest;
    }
    return heard;
}

std::expected<std::string, UnpackError> unpackText(std::span<const std::uint8_t> packed)
{
    Inflater inflater(packed);
    std::array<std::uint8_t, 4> head{};
    if (!inflater.read(head.data(), head.size())) {
        return std::unexpected(UnpackError{});
    }
    const std::uint32_t size = read32(head.data());
    if (size > maxUnpacked) {
        return std::unexpected(UnpackError{size});
    }
    std::string text(size, '\0');
    if (!inflater.read(text.data(), text.size())) {
        return std::unexpected(UnpackError{});
    }
    if (const auto end = text.find('\0'); end != std::string::npos) {
        text.resize(end);
    }
    return text;
}

Bytes capsMessage()
{
    // Size 0 asks the server to send no text without a request: a text selected on a desktop in the background would
    // delay the images of all others.
    return makeMessage(Caps | Request | Peek | Notify | Provide | Text, bytesOf(U32{0}));
}

Bytes requestMessage()
{
    return makeMessage(Request | Text, {});
}

Bytes notifyMessage(bool hasText)
{
    return makeMessage(Notify | (hasText ? std::uint32_t{Text} : 0U), {});
}

Bytes provideMessage(std::string_view utf8)
{
    std::string plain = withCrLf(utf8);
    plain.push_back('\0');
    Bytes raw;
    raw.reserve(4 + plain.size());
    append32(raw, static_cast<std::uint32_t>(plain.size()));
    raw.insert(raw.end(), plain.begin(), plain.end());
    uLongf size = ::compressBound(static_cast<uLong>(raw.size()));
    Bytes packed(size);
    if (::compress(packed.data(), &size, raw.data(), static_cast<uLong>(raw.size())) != Z_OK) {
        return notifyMessage(false);
    }
    packed.resize(size);
    return makeMessage(Provide | Text, packed);
}
}
