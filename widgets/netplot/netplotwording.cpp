// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/netplot/netplotwording.h"

#include "sessions/common/displaytext.h"
#include "sessions/xtrace/xnames.h"

#include <KFormat>
#include <KLocalizedString>

#include <QLocale>

#include <algorithm>

namespace Nightdesk::NetPlotWording
{
using namespace Qt::StringLiterals;

namespace
{
constexpr qsizetype longestWord = 60;

QString shortDisplayableText(const std::string &text)
{
    return displayText(QByteArrayView(text), longestWord);
}
}

QString kind(NetPlotMessageKind kind)
{
    switch (kind) {
    case NetPlotMessageKind::Images:
        return i18nc("@item a class of X requests", "images");
    case NetPlotMessageKind::Glyphs:
        return i18nc("@item a class of X requests: text drawn by RENDER", "glyphs");
    case NetPlotMessageKind::CoreFonts:
        return i18nc("@item a class of X requests: text in the server's own fonts", "core fonts");
    case NetPlotMessageKind::WindowProperties:
        return i18nc("@item a class of X requests", "properties");
    case NetPlotMessageKind::Drawing:
        return i18nc("@item a class of X requests", "drawing");
    case NetPlotMessageKind::Other:
        return i18nc("@item a class of X requests", "other requests");
    case NetPlotMessageKind::Reply:
        return i18nc("@item X messages", "replies");
    case NetPlotMessageKind::Event:
        return i18nc("@item X messages", "events");
    case NetPlotMessageKind::Error:
        return i18nc("@item X messages", "errors");
    }
    return {};
}

QString waitingLegend()
{
    return i18nc("@item on a plot of X messages", "waiting for an answer (estimated)");
}

QString bytesIn(std::int64_t count, std::int64_t unit)
{
    int power = 0;
    for (std::int64_t rest = unit; rest >= 1024; rest /= 1024) {
        ++power;
    }
    return KFormat().formatByteSize(static_cast<double>(count),
                                    0,
                                    KFormat::DefaultBinaryDialect,
                                    static_cast<KFormat::BinarySizeUnits>(KFormat::UnitByte + std::min<int>(power, KFormat::UnitLastUnit)));
}

QString bytes(std::int64_t count)
{
    std::int64_t unit = 1;
    while (count / unit >= 1024) {
        unit *= 1024;
    }
    return KFormat().formatByteSize(static_cast<double>(count), count % unit == 0 ? 0 : 1);
}

QString seconds(std::int64_t time, std::int64_t step)
{
    int digits = 0;
    for (std::int64_t unit = 1'000'000; unit > step && digits < 6; unit /= 10) {
        ++digits;
    }
    return QLocale().toString(static_cast<double>(time) / 1e6, 'f', digits);
}

QString programName(const XTraceTitle &title)
{
    return title.program.empty() ? i18nc("@title of a plot of X messages", "X program") : shortDisplayableText(title.program);
}

QString title(const XTraceTitle &title)
{
    QStringList parts{programName(title)};
    if (!title.host.empty()) {
        parts.append(i18nc("@title of a plot: a host", "on %1", shortDisplayableText(title.host)));
    }
    if (!title.display.empty()) {
        parts.append(shortDisplayableText(title.display));
    }
    return parts.join(u" · "_s);
}

QString title(const NetPlotIndex &index)
{
    QStringList parts{title(index.trace().title)};
    if (const auto connection = index.connection()) {
        parts.append(i18nc("@title of a plot: the number of an X connection", "connection %1 only", QString::number(*connection)));
    }
    parts.append(
        i18nc("@title of a plot: there and back", "round trip (RTT) %1 ms", QLocale().toString(static_cast<double>(index.roundTripUsec()) / 1000, 'g', 4)));
    return parts.join(u" · "_s);
}

QString messageName(XRecordKind kind, XName name, std::uint16_t requestOpcode)
{
    XRecord record;
    record.kind = kind;
    record.name = name;
    record.wireCode = requestOpcode;
    return QString::fromStdString(XNames::label(record));
}

QString message(const XRecord &record)
{
    const QString name = QString::fromStdString(XNames::label(record));
    const QString size = bytes(record.size);
    const QString at = seconds(record.at, 1000);
    const QString connection = QString::number(record.connection);
    const auto withAll = [&](const KLocalizedString &text) {
        return text.subs(name).subs(size).subs(at).subs(connection).subs(QString::number(record.sequence)).toString();
    };
    switch (record.kind) {
    case XRecordKind::Request:
        return withAll(record.has(XRecord::HasReply)
                           ? ki18nc("@info %1: an X request, %2: bytes, %3: seconds, %4: a connection's number, %5: its place in the connection",
                                    "%1, request with a reply, %2, at %3 s, connection %4, request %5")
                           : ki18nc("@info %1: an X request, %2: bytes, %3: seconds, %4: a connection's number, %5: its place in the connection",
                                    "%1, request, %2, at %3 s, connection %4, request %5"));
    case XRecordKind::Reply:
        return withAll(ki18nc("@info %1: an X request, %2: bytes, %3: seconds, %4: a connection's number, %5: its place in the connection",
                              "%1, reply, %2, at %3 s, connection %4, to request %5"));
    case XRecordKind::Event:
        return i18nc("@info %1: an X event, %2: bytes, %3: seconds, %4: a connection's number",
                     "%1, event, %2, at %3 s, connection %4",
                     name,
                     size,
                     at,
                     connection);
    case XRecordKind::Error:
        return withAll(ki18nc("@info %1: an X error, %2: bytes, %3: seconds, %4: a connection's number, %5: a request's place in the connection",
                              "%1, error, %2, at %3 s, connection %4, to request %5"));
    case XRecordKind::Setup:
        return i18nc("@info %1: bytes, %2: seconds, %3: a connection's number", "setup of connection %3, %1, at %2 s", size, at, connection);
    case XRecordKind::ParsingStopped:
        return i18nc("@info %1: seconds, %2: a connection's number", "connection %2 cannot be decoded from %1 s on", at, connection);
    case XRecordKind::Closed:
        return i18nc("@info %1: seconds, %2: a connection's number", "end of connection %2, at %1 s", at, connection);
    }
    return {};
}
}
