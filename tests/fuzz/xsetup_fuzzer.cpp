// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The first packets of an X connection: what a program at the summit sends us, and what a server answers. The input is
// one direction's stream from its start; both readers see it, in one piece and cut short, and must agree with themselves.
#include "sessions/xwindows/protocol/cookietable.h"
#include "sessions/xwindows/protocol/xsetupreply.h"
#include "sessions/xwindows/protocol/xsetuprequest.h"

#include <cstdlib>

using namespace Nightdesk;

namespace
{
void require(bool holds)
{
    if (!holds) {
        std::abort();
    }
}

void readRequest(std::span<const std::uint8_t> bytes)
{
    XSetupRequest request;
    if (XSetupRequest::parse(bytes, request) != XSetupParseResult::Complete) {
        require(bytes.size() < XSetupRequest::maxSize || XSetupRequest::parse(bytes, request) == XSetupParseResult::Malformed);
        return;
    }
    require(request.packetSize <= bytes.size() && request.packetSize <= XSetupRequest::maxSize);
    XSetupRequest early;
    for (std::size_t size = 0; size < request.packetSize; size += 1 + size / 8) {
        require(XSetupRequest::parse(bytes.first(size), early) == XSetupParseResult::NeedMore);
    }
    // Written again it reads the same.
    const auto written = request.withAuthorization(request.authorizationName, request.authorizationData);
    XSetupRequest again;
    require(XSetupRequest::parse(written, again) == XSetupParseResult::Complete);
    require(again.authorizationName == request.authorizationName && again.authorizationData == request.authorizationData && again.packetSize == written.size());
    require(again.bigEndian == request.bigEndian && again.majorVersion == request.majorVersion && again.minorVersion == request.minorVersion);
    CookieTable table;
    XCookie cookie{};
    cookie.fill('c');
    table.add(1, cookie);
    const bool ours = request.authorizationName == xCookieProtocol && request.authorizationData == std::string(16, 'c');
    require(table.find(request.authorizationName, request.authorizationData).has_value() == ours);
}

void readReply(std::span<const std::uint8_t> bytes, bool bigEndian)
{
    XSetupReply reply;
    const XSetupParseResult verdict = XSetupReply::parse(bytes, bigEndian, reply);
    require(verdict != XSetupParseResult::NeedMore || bytes.size() < XSetupReply::maxSize);
    if (verdict != XSetupParseResult::Complete) {
        return;
    }
    if (reply.status == XSetupReply::Status::Success) {
        require((reply.resourceBase & reply.resourceMask) == 0 && reply.resourceMask != 0);
    }
    XSetupReply refused;
    const auto refusal = XSetupReply::failure(bigEndian, reply.reason);
    require(XSetupReply::parse(refusal, bigEndian, refused) == XSetupParseResult::Complete);
    require(refused.reason == reply.reason.substr(0, 255));
}
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::span<const std::uint8_t> bytes(data, size);
    readRequest(bytes);
    readReply(bytes, false);
    readReply(bytes, true);
    return 0;
}
