// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/reportedfacts.h"

#include "sessions/desktops/rfbnames.h"

namespace Nightdesk
{
using namespace Qt::StringLiterals;

void ReportedFacts::take(const RfbWire::Hello &hello)
{
    facts.seccomp = hello.seccomp;
    facts.landlock = hello.landlock;
}

void ReportedFacts::take(const RfbWire::Progress &progress)
{
    if (progress.phase == RfbWire::Phase::Version) {
        m_minorVersion = progress.minorVersion;
        facts.protocol = u"RFB 3.%1"_s.arg(m_minorVersion);
    } else if (progress.phase == RfbWire::Phase::Security) {
        facts.protocol = u"RFB 3.%1, %2"_s.arg(QString::number(m_minorVersion), securityName(progress.securityType));
    }
}

void ReportedFacts::take(const NamedFact &named)
{
    facts.name = named.name;
}

void ReportedFacts::take(const RfbWire::Abilities &abilities)
{
    facts.extendedKeys = abilities.extendedKeys;
    facts.leds = abilities.leds;
    facts.extendedClipboard = abilities.extendedClipboard;
}

void ReportedFacts::take(const RfbWire::Resizable &resizable)
{
    facts.canBeResized = resizable.can;
    facts.resizeRefusal = resizable.refusal;
}

void ReportedFacts::take(const RfbWire::Stats &now)
{
    stats.received = {static_cast<qint64>(now.bytesIn)};
    stats.sent = {static_cast<qint64>(now.bytesOut)};
    stats.updates = now.updates;
    stats.rects = now.rects;
    stats.pixels = now.pixels;
    stats.decoding = std::chrono::microseconds(now.decodeMicroseconds);
    stats.cpu = std::chrono::microseconds(now.cpuMicroseconds);
    stats.encoding = now.updates == 0 ? QString() : encodingName(now.lastEncoding);
    stats.requests = now.requests;
    stats.kinds = now.kinds;
    stats.demand = {static_cast<qint64>(now.demandBytesPerSecond)};
    stats.queue = std::chrono::microseconds(now.queueMicroseconds);
    stats.way = now.way;
    stats.jpegQuality = now.jpegQuality == RfbWire::noJpeg ? std::nullopt : std::optional<int>(now.jpegQuality);
}

void ReportedFacts::take(const RfbWire::FenceTime &time)
{
    stats.roundTrip = std::chrono::microseconds(time.microseconds);
}
}
