// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/reportedfacts.h"

#include <algorithm>
#include <iterator>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
struct NamedNumber {
    quint32 number;
    const char *text;
};

/// RFB encodings (RFC 6143 §7.7 and the community's registry).
constexpr NamedNumber encodings[] = {
    {0, "Raw"},
    {1, "CopyRect"},
    {2, "RRE"},
    {4, "CoRRE"},
    {5, "Hextile"},
    {6, "Zlib"},
    {7, "Tight"},
    {8, "ZlibHex"},
    {9, "Ultra"},
    {15, "TRLE"},
    {16, "ZRLE"},
    {17, "ZYWRLE"},
    {0xfffffefc, "TightPNG"},
};
/// RFB security types (RFC 6143 §7.1.2).
constexpr NamedNumber securityTypes[] = {
    {1, "None"},
    {2, "VncAuth"},
    {16, "Tight"},
    {18, "TLS"},
    {19, "VeNCrypt"},
};

/// The name, for example "Tight"; the number if unknown.
template<std::size_t N>
QString nameOfNumber(const NamedNumber (&names)[N], quint32 number)
{
    const auto found = std::ranges::find(names, number, &NamedNumber::number);
    return found == std::end(names) ? QString::number(static_cast<qint32>(number)) : QString::fromLatin1(found->text);
}
}

void WorkerReportedFacts::setFacts(const RfbWire::Hello &hello)
{
    facts.hasSeccomp = hello.seccomp;
    facts.hasLandlock = hello.landlock;
}

void WorkerReportedFacts::setFacts(const RfbWire::Progress &progress)
{
    if (progress.phase == RfbWire::Phase::Version) {
        m_minorVersion = progress.minorVersion;
        facts.protocolDescription = u"RFB 3.%1"_s.arg(m_minorVersion);
    } else if (progress.phase == RfbWire::Phase::Security) {
        facts.protocolDescription = u"RFB 3.%1, %2"_s.arg(QString::number(m_minorVersion), nameOfNumber(securityTypes, progress.securityType));
    }
}

void WorkerReportedFacts::setFacts(const DesktopNameFact &named)
{
    facts.name = named.name;
}

void WorkerReportedFacts::setFacts(const RfbWire::Abilities &abilities)
{
    facts.hasExtendedKeys = abilities.extendedKeys;
    facts.reportsLockLeds = abilities.leds;
    facts.hasExtendedClipboard = abilities.extendedClipboard;
}

void WorkerReportedFacts::setFacts(const RfbWire::ResizeSupport &resizable)
{
    facts.canBeResized = resizable.canResize;
    facts.lastResizeRefusal = resizable.refusal;
}

void WorkerReportedFacts::setFacts(const RfbWire::Stats &now)
{
    stats.received = {static_cast<qint64>(now.bytesIn)};
    stats.sent = {static_cast<qint64>(now.bytesOut)};
    stats.updateCount = now.updates;
    stats.rects = now.rects;
    stats.pixels = now.pixels;
    stats.decodingTime = std::chrono::microseconds(now.decodeMicroseconds);
    stats.cpuTime = std::chrono::microseconds(now.cpuMicroseconds);
    stats.encoding = now.updates == 0 ? QString() : nameOfNumber(encodings, now.lastEncoding);
    stats.requestCount = now.requests;
    stats.kinds = now.kinds;
    stats.demandPerSecond = {static_cast<qint64>(now.demandBytesPerSecond)};
    stats.queueTime = std::chrono::microseconds(now.queueDelayMicroseconds);
    stats.requestMode = now.mode;
    stats.jpegQuality = now.jpegQuality == RfbWire::noJpeg ? std::nullopt : std::optional<int>(now.jpegQuality);
}

void WorkerReportedFacts::setFacts(const RfbWire::FenceRoundTrip &time)
{
    stats.roundTrip = std::chrono::microseconds(time.microseconds);
}
}
