// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/statusdescription.h"

#include "widgets/wording/boardwording.h"
#include "widgets/wording/instrumentwording.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QJsonDocument>

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
QString utcTime(const QDateTime &at)
{
    return at.toUTC().toString(u"HH:mm:ss"_s);
}

QString peopleText(const QStringList &names)
{
    return names.isEmpty() ? i18nc("@info shared status", "Observers: nobody is named")
                           : i18nc("@info shared status; names", "Observers: %1", InstrumentWording::list(names));
}

QString displayLine(const BoardWire::DisplayReport &display)
{
    const QString state = display.liveSince.isValid() && display.state == "live"_L1
        ? i18nc("@info a display is live since a time, UT", "live since %1 UT", utcTime(display.liveSince))
        : BoardWording::state(display.state);
    QString line =
        i18nc("@info shared status of a display: its title, how it is shown, its state", "Display %1 (%2): %3", display.title, display.topology, state);
    if (!display.answering.isEmpty() && display.answering != "yes"_L1) {
        line += u", "_s + BoardWording::state(display.answering);
    }
    if (display.isViewOnly) {
        line += u", "_s + i18nc("@info a desktop", "view-only");
    }
    if (!display.vncServerSocket.isEmpty()) {
        line += u", "_s + display.vncServerSocket;
    }
    if (!display.problemText.isEmpty()) {
        line += u", "_s + display.problemText;
    }
    return line;
}

QString troubleLine(const BoardWire::Trouble &trouble)
{
    return i18nc("@info shared status: a time, UT; what happened", "%1 UT: %2", utcTime(trouble.at), trouble.what)
        + (trouble.subjectKey.isEmpty() ? QString() : u" (%1)"_s.arg(trouble.subjectKey));
}

QString descriptionOf(const BoardWire::Presence &presence)
{
    return (presence.isOnline ? i18nc("@info shared status", "This workstation is online.") : i18nc("@info shared status", "This workstation is offline."))
        + u'\n' + peopleText(presence.people) + u'\n' + i18nc("@info a version", "Nightdesk %1", presence.programVersion);
}

QString descriptionOf(const BoardWire::DeskState &state)
{
    QStringList lines{peopleText(state.people)};
    for (const BoardWire::InstrumentReport &instrument : state.instruments) {
        lines << i18nc("@info shared status: an instrument's name, a time, a profile's version",
                       "Instrument %1 since %2 UT, profile version %3",
                       instrument.name,
                       utcTime(instrument.since),
                       instrument.version);
    }
    for (const BoardWire::LinkReport &link : state.links) {
        lines << (link.isCompressed
                      ? i18nc("@info shared status: a connection’s id and state", "Connection %1: %2, compressed", link.id, BoardWording::state(link.state))
                      : i18nc("@info shared status: a connection’s id and state", "Connection %1: %2", link.id, BoardWording::state(link.state)));
    }
    for (const BoardWire::DisplayReport &display : state.displays) {
        lines << displayLine(display);
    }
    if (state.lastTrouble) {
        lines << i18nc("@info shared status", "Last problem: %1", troubleLine(*state.lastTrouble));
    }
    return lines.join(u'\n');
}

QString descriptionOf(const BoardWire::DeskMeasurements &numbers)
{
    QStringList lines;
    for (const BoardWire::LinkMeasurements &link : numbers.links) {
        QStringList parts;
        if (link.roundTrip) {
            parts << i18nc("@info a round-trip time", "round trip %1", Wording::duration(*link.roundTrip));
        }
        if (link.bytesInPerSecond) {
            parts << i18nc("@info bytes a second that arrive", "in %1", Wording::rate(Bytes{*link.bytesInPerSecond}));
        }
        if (link.bytesOutPerSecond) {
            parts << i18nc("@info bytes a second that leave", "out %1", Wording::rate(Bytes{*link.bytesOutPerSecond}));
        }
        lines << i18nc("@info shared status: a connection’s id; its figures", "Connection %1: %2", link.id, parts.join(u", "_s));
    }
    for (const BoardWire::DisplayMeasurements &display : numbers.displays) {
        if (display.imageAge) {
            lines << i18nc("@info shared status: a display's name; a time", "Display %1: image age %2", display.key, Wording::duration(*display.imageAge));
        }
    }
    return lines.join(u'\n');
}

QString descriptionOf(const BoardWire::DeskHistory &history)
{
    QStringList lines;
    for (const BoardWire::Trouble &entry : history.entries) {
        lines << troubleLine(entry);
    }
    return lines.isEmpty() ? QString() : i18nc("@info shared status", "Events of the night:") + u'\n' + lines.join(u'\n');
}

QString descriptionOf(const BoardWire::Note &note)
{
    return i18nc("@info shared status: a note's text; its writer", "Last note: “%1”, by %2", note.text, note.signature);
}

QString descriptionOf(const BoardWire::Call &call)
{
    return call.state == BoardWire::CallState::Over
        ? QString()
        : i18nc("@info shared status: a time, UT; a text", "Call for the SA since %1 UT: “%2”", utcTime(call.since), call.text);
}

QString descriptionOf(const BoardWire::Layout &layout)
{
    return i18nc("@info what is sent to the same observers’ other workstations; names",
                 "Arrangement of the displays, for other workstations of %1",
                 InstrumentWording::list(layout.people));
}

QString descriptionOf(const BoardWire::Acknowledgement &)
{
    return {};
}

QString descriptionOf(const BoardWire::Watching &)
{
    return {};
}

QString descriptionOf(const BoardWire::TakeoverNotice &notice)
{
    return i18nc("@info what another workstation is sent: observers’ names; instruments’ ids",
                 "Sent to another workstation of %1: they continue here with %2",
                 InstrumentWording::list(notice.people),
                 InstrumentWording::list(notice.profiles));
}

QStringList sortedTopics(const QHash<QString, QByteArray> &publishedMessages)
{
    QStringList topics = publishedMessages.keys();
    std::ranges::sort(topics);
    return topics;
}
}

QString StatusDescription::describe(const BoardWire::Message &message)
{
    return std::visit(
        [](const auto &one) {
            return descriptionOf(one);
        },
        message);
}

QString StatusDescription::describe(const QHash<QString, QByteArray> &publishedMessages)
{
    QStringList parts;
    for (const QString &topic : sortedTopics(publishedMessages)) {
        if (const auto message = BoardWire::read(topic, publishedMessages.value(topic))) {
            if (const QString part = describe(*message); !part.isEmpty()) {
                parts << part;
            }
        }
    }
    return parts.join(u"\n\n"_s);
}

QString StatusDescription::json(const QHash<QString, QByteArray> &publishedMessages)
{
    QStringList parts;
    for (const QString &topic : sortedTopics(publishedMessages)) {
        parts << topic + u'\n' + QString::fromUtf8(QJsonDocument::fromJson(publishedMessages.value(topic)).toJson()).trimmed();
    }
    return parts.join(u"\n\n"_s);
}
}
