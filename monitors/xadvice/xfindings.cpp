// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xadvice/xadvice.h"

#include "sessions/common/displaytext.h"

#include <KLocalizedString>

#include <QLocale>

#include <algorithm>

namespace Nightdesk
{
namespace
{
using namespace std::chrono_literals;
using Kind = XFinding::Kind;
using Time = std::chrono::microseconds;

/// A shorter delay is not worth a finding.
constexpr Time least = 300ms;
constexpr std::int64_t fewest = 5; ///< minimum number of round trips of one kind for a finding
constexpr std::int64_t manySmall = 200;
constexpr std::int64_t manyBytes = 4'000'000;

/// The round trips of one Kind in a trace, and which request caused the most of them.
struct RoundTripsOfKind {
    std::int64_t roundTripCount = 0;
    XName topRequest; ///< the request that caused the most of these round trips
    std::uint16_t topWireCode = 0; ///< XRecord::wireCode of that request
    std::int64_t topRequestCount = 0; ///< round trips that it caused
};

/// The kind of round trips that a request causes, from the opcodes of the X11 core protocol, which have not changed
/// since 1987.
Kind kindOf(XName name)
{
    if (name.extensionIndex != XName::coreProtocolIndex) {
        return Kind::OtherRoundTrips;
    }
    switch (name.code) {
    case 47: // the request QueryFont
    case 48: // QueryTextExtents
    case 49: // ListFonts
    case 50: // the request ListFontsWithInfo
        return Kind::CoreFonts;
    case 84: // AllocColor
    case 85: // AllocNamedColor
    case 86: // AllocColorCells
    case 87: // the request AllocColorPlanes
    case 91: // QueryColors
    case 92: // LookupColor
        return Kind::Colors;
    case 3: // GetWindowAttributes
    case 14: // GetGeometry
    case 15: // QueryTree
    case 38: // the request QueryPointer
    case 40: // TranslateCoordinates
        return Kind::Geometry;
    case 16: // InternAtom
    case 17: // the request GetAtomName
        return Kind::Atoms;
    case 20: // GetProperty
    case 21: // ListProperties
    case 23: // GetSelectionOwner
        return Kind::Properties;
    case 43: // the request GetInputFocus, which XSync() sends
        return Kind::Syncs;
    default:
        return Kind::OtherRoundTrips;
    }
}

QString nameOf(XName name, std::uint16_t raw)
{
    const std::string label = XNames::label({.name = name, .kind = XRecordKind::Request, .wireCode = raw});
    return QString::fromUtf8(label.data(), static_cast<qsizetype>(label.size()));
}

QString diagnosisOf(Kind kind)
{
    switch (kind) {
    case Kind::CoreFonts:
        return i18nc("@info finding", "The program asks the X server for font metrics, one font at a time.");
    case Kind::Colors:
        return i18nc("@info finding", "The program asks the X server for colors, one at a time.");
    case Kind::Geometry:
        return i18nc("@info finding", "The program asks repeatedly where its windows and the pointer are.");
    case Kind::Atoms:
        return i18nc("@info finding", "The program asks for atoms one by one, although it could ask for all at once.");
    case Kind::Properties:
        return i18nc("@info finding", "The program reads window properties one by one.");
    case Kind::Syncs:
        return i18nc("@info finding", "The program waits until the X server has processed all requests (XSync).");
    default:
        return i18nc("@info finding", "The program waits for replies of other kinds.");
    }
}

QString whatToDoAbout(Kind kind)
{
    switch (kind) {
    case Kind::CoreFonts:
        return i18nc("@info what to do; trusted and vnc-app are words of profiles",
                     "Use vnc-app, or fewer fonts in the program’s settings. Programs that draw text themselves do not ask; many need the "
                     "RENDER extension for that (trusted = true).");
    case Kind::Colors:
        return i18nc("@info what to do; vnc-app is a word of profiles", "Use vnc-app, or fewer named colors in the program’s resources.");
    case Kind::Syncs:
        return i18nc("@info what to do; vnc-app is a word of profiles",
                     "Remove -sync or -synchronous from the program’s command, and XSYNCHRONIZE from its environment: they are for "
                     "debugging. Otherwise use vnc-app.");
    case Kind::Atoms:
        return i18nc("@info what to do; vnc-app is a word of profiles",
                     "Only the program’s authors can change this: report it to them. Use vnc-app until then.");
    default:
        return i18nc("@info what to do; vnc-app is a word of profiles",
                     "Only the program’s authors can change this. With vnc-app these requests stay on the remote host.");
    }
}

std::optional<XFinding> roundTripFinding(Kind kind, const RoundTripsOfKind &roundTrips, const XLinkFigures &link)
{
    const Time cost = roundTrips.roundTripCount * link.roundTrip;
    if (roundTrips.roundTripCount < fewest || cost < least) {
        return {};
    }
    return XFinding{.kind = kind,
                    .severity = cost >= 60s ? XFinding::Severity::Grave
                        : cost >= 2s        ? XFinding::Severity::Warning
                                            : XFinding::Severity::Note,
                    .diagnosis = diagnosisOf(kind),
                    .evidence = i18ncp("@info evidence; %2 a duration, %3 a connection as in: 100 ms round trip, %4 a request's name, %5 how many of it",
                                       "%1 round trip, %2 at %3, most of them %4 (%5)",
                                       "%1 round trips, %2 at %3, most of them %4 (%5)",
                                       qlonglong(roundTrips.roundTripCount),
                                       XAdvice::durationText(cost),
                                       XAdvice::linkText({.roundTrip = link.roundTrip}),
                                       nameOf(roundTrips.topRequest, roundTrips.topWireCode),
                                       qlonglong(roundTrips.topRequestCount)),
                    .whatToDo = whatToDoAbout(kind)};
}

void addRoundTripFindings(const XTally &tally, const XLinkFigures &link, QList<XFinding> &findings)
{
    std::map<Kind, RoundTripsOfKind> roundTripsByKind;
    const auto add = [&](XName name, std::uint16_t raw, const XMessageTotals &count) {
        RoundTripsOfKind &roundTrips = roundTripsByKind[kindOf(name)];
        roundTrips.roundTripCount += count.roundTripCount;
        if (count.roundTripCount > roundTrips.topRequestCount) {
            roundTrips.topRequest = name;
            roundTrips.topWireCode = raw;
            roundTrips.topRequestCount = count.roundTripCount;
        }
    };
    for (const auto &[name, count] : tally.totalsByRequest) {
        add(name, 0, count);
    }
    for (const auto &[raw, count] : tally.totalsOfUnnamedRequests) {
        add({.extensionIndex = XName::unknownExtensionIndex}, raw, count);
    }
    for (const auto &[kind, roundTrips] : roundTripsByKind) {
        if (const auto finding = roundTripFinding(kind, roundTrips, link)) {
            findings.push_back(*finding);
        }
    }
}

void addByteFindings(const XTally &tally, const XLinkFigures &link, QList<XFinding> &findings)
{
    const std::int64_t images = tally.bytesByClass[static_cast<std::size_t>(XByteClass::Images)];
    const Time time(link.transferTime(images));
    if (images >= manyBytes && images * 2 > tally.bytesUp + tally.bytesDown) {
        XFinding finding{.kind = Kind::Images, .severity = time >= 2s ? XFinding::Severity::Warning : XFinding::Severity::Note};
        finding.diagnosis = i18nc("@info finding", "Most of the traffic is images.");
        finding.evidence = QLocale().formattedDataSize(images, 1, QLocale::DataSizeSIFormat);
        if (link.bytesPerSecond > 0) {
            finding.evidence = i18nc("@info evidence: an amount, a duration, a connection as in: 100 ms round trip, 30 Mbit/s",
                                     "%1, %2 at %3",
                                     finding.evidence,
                                     XAdvice::durationText(time),
                                     XAdvice::linkText(link));
        }
        finding.whatToDo = i18nc("@info what to do; vnc-app is a word of profiles",
                                 "Compression of the connection helps if the images are simple. vnc-app sends only what is visible.");
        findings.push_back(finding);
    }
    // Requests that wait for a reply are always small packets, and are already counted as round trips.
    const std::int64_t small = tally.smallBurstCount - tally.roundTripCount;
    if (small >= manySmall && small * 2 > tally.burstCount - tally.roundTripCount) {
        findings.push_back({.kind = Kind::SmallPackets,
                            .severity = XFinding::Severity::Note,
                            .diagnosis = i18nc("@info finding", "The program sends many small packets."),
                            .evidence = i18ncp("@info evidence", "%1 packet of less than 256 bytes", "%1 packets of less than 256 bytes", qlonglong(small)),
                            .whatToDo = i18nc("@info what to do; the words in quotes are a profile's",
                                              "Add compression = “on” to the connection in the profile: small packets shrink most.")});
    }
}

void addLossFindings(const XTrace &trace, const XTally &tally, QList<XFinding> &findings)
{
    if (tally.retransmits > 0) {
        const bool isMuch = tally.retransmits >= (tally.rangeEnd - tally.rangeBegin + 9'999'999) / 10'000'000;
        findings.push_back({.kind = Kind::Retransmits,
                            .severity = isMuch ? XFinding::Severity::Warning : XFinding::Severity::Note,
                            .diagnosis = i18nc("@info finding", "The network loses packets: data after a lost packet waits for a round trip or more."),
                            .evidence = i18ncp("@info evidence; %2 a duration",
                                               "%1 packet sent again in %2",
                                               "%1 packets sent again in %2",
                                               qlonglong(tally.retransmits),
                                               XAdvice::durationText(Time(tally.rangeEnd - tally.rangeBegin))),
                            .whatToDo = i18nc("@info what to do", "This is a network problem. Report these figures to the network administrator.")});
    }
    if (const qlonglong lost = std::ranges::count_if(trace.connections, &XConnection::hasProblem); lost > 0) {
        findings.push_back({.kind = Kind::IncompleteTrace,
                            .severity = XFinding::Severity::Note,
                            .diagnosis = i18ncp("@info finding",
                                                "The data of %1 connection could not be decoded to its end.",
                                                "The data of %1 connections could not be decoded to their end.",
                                                lost),
                            // Made safe to show, because a trace file may contain any text.
                            .evidence = displayText(QByteArrayView(std::ranges::find_if(trace.connections, &XConnection::hasProblem)->problem)),
                            .whatToDo = i18nc("@info what to do", "These totals do not include that data. The connection itself was not affected.")});
    }
    if (trace.gapBeganAt && *trace.gapBeganAt < tally.rangeEnd && trace.gapEndedAt > tally.rangeBegin) {
        findings.push_back(
            {.kind = Kind::IncompleteTrace,
             .severity = XFinding::Severity::Note,
             .diagnosis = i18nc("@info finding", "Part of the traffic was not recorded: there was too much."),
             .evidence = i18nc("@info evidence; a duration", "%1 not recorded", XAdvice::durationText(Time(trace.gapEndedAt - *trace.gapBeganAt)))});
    }
}
}

QList<XFinding> XAdvice::findings(const XTrace &trace, const XTally &tally, const XLinkFigures &link)
{
    QList<XFinding> result;
    addRoundTripFindings(tally, link, result);
    addByteFindings(tally, link, result);
    addLossFindings(trace, tally, result);
    std::ranges::stable_sort(result, std::greater(), &XFinding::severity);
    return result;
}
}
