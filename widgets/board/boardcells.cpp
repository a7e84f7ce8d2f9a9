// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/boardcells.h"

#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <algorithm>
#include <cmath>

namespace Nightdesk::BoardCells
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
constexpr auto staleAge = 3s; // image age from which the image of a desktop in use counts as old

bool hasProblem(const BoardDesk &desk)
{
    return desk.health != DeskHealth::Good && desk.health != DeskHealth::Gone;
}

std::optional<BoardWire::Trouble> lastTrouble(const BoardDesk &desk)
{
    return desk.state ? desk.state->lastTrouble : std::nullopt;
}

/// A desk that has signed off has nothing open. Returns false for such a desk if the column shows something about open displays or connections: the
/// values in its last report are no longer true.
bool isColumnApplicable(const BoardDesk &desk, BoardColumn column)
{
    switch (column) {
    case BoardColumn::Displays:
    case BoardColumn::RoundTrip:
    case BoardColumn::Throughput:
    case BoardColumn::Compression:
    case BoardColumn::ImageAge:
        return desk.health != DeskHealth::Gone;
    default:
        return true;
    }
}

/// Invalid if the text is empty.
QVariant variantOf(const QString &text)
{
    return text.isEmpty() ? QVariant() : QVariant(text);
}

QString profileVersions(const BoardDesk &desk)
{
    QStringList versions;
    if (desk.state) {
        for (const BoardWire::InstrumentReport &instrument : desk.state->instruments) {
            if (!instrument.version.isEmpty()) {
                versions.append(instrument.version.first(std::min<qsizetype>(7, instrument.version.size())));
            }
        }
    }
    return versions.join(u", "_s);
}

QString programVersion(const BoardDesk &desk)
{
    return desk.state && !desk.state->programVersion.isEmpty() ? desk.state->programVersion : desk.presence ? desk.presence->programVersion : QString();
}

QString clockOffsetText(const BoardDesk &desk)
{
    if (!desk.clockOffset || std::chrono::abs(*desk.clockOffset) < minShownClockOffset) {
        return {};
    }
    const double seconds = std::chrono::duration<double>(*desk.clockOffset).count();
    return i18nc("@info a workstation's clock is wrong by so many seconds, as in +3 s",
                 "clock %1 s",
                 (seconds > 0 ? u"+"_s : u"−"_s) + QString::number(std::abs(std::lround(seconds))));
}
}

QString text(const BoardDesk &desk, BoardColumn column, const BoardDisplayContext &context)
{
    if (!isColumnApplicable(desk, column)) {
        return {};
    }
    switch (column) {
    case BoardColumn::Health:
        return BoardWording::healthName(desk.health);
    case BoardColumn::Desk:
        return desk.name.text();
    case BoardColumn::People:
        return desk.people().join(u", "_s);
    case BoardColumn::Instruments:
        return BoardWording::instruments(desk);
    case BoardColumn::Since:
        return BoardWording::universalTime(desk.firstInstrumentConnectedAt(), context.now);
    case BoardColumn::Displays:
        return desk.state ? BoardWording::displays(desk.state->displays) : QString();
    case BoardColumn::RoundTrip:
        return desk.worstRoundTrip().transform(Wording::duration).value_or(QString());
    case BoardColumn::Throughput: {
        const auto rate = desk.bytesInPerSecond();
        return rate ? Wording::rate(Bytes{*rate}) : QString();
    }
    case BoardColumn::Compression:
        return desk.compressionRatio().transform(BoardWording::compressionRatio).value_or(QString());
    case BoardColumn::ImageAge:
        return desk.oldestImageAge().transform(BoardWording::imageAge).value_or(QString());
    case BoardColumn::Trouble:
        return hasProblem(desk) && !desk.healthReason.isEmpty() ? desk.healthReason : lastTrouble(desk).value_or(BoardWire::Trouble()).what;
    case BoardColumn::Versions:
        return programVersion(desk);
    }
    return {};
}

QString secondLine(const BoardDesk &desk, BoardColumn column, const BoardDisplayContext &context)
{
    switch (column) {
    case BoardColumn::Health:
        if (desk.health == DeskHealth::Lost || desk.health == DeskHealth::Gone) {
            return BoardWording::universalTime(desk.lastMessageAt, context.now);
        }
        return context.isConnected && desk.isStateCurrent
            ? QString()
            : i18nc("@info:status of a workstation: the message broker is unreachable, this is its last report", "last known");
    case BoardColumn::Desk: {
        const QString offset = clockOffsetText(desk);
        return offset.isEmpty() ? context.siteNames.value(desk.name.site) : offset;
    }
    case BoardColumn::Since:
        return BoardWording::facilityTime(desk.firstInstrumentConnectedAt(), context.zone);
    case BoardColumn::Compression: // shows what limits the rate: the second line of column Throughput has no room, since it shows a curve
        return desk.health == DeskHealth::Gone ? QString() : BoardWording::flowLimit(desk.flowLimit());
    case BoardColumn::Displays:
        return desk.health == DeskHealth::Gone ? QString() : desk.highestFrameRate().transform(BoardWording::frameRate).value_or(QString());
    case BoardColumn::Trouble: {
        const auto trouble = lastTrouble(desk);
        if (!trouble) {
            return {};
        }
        const QStringList times{BoardWording::universalTime(trouble->at, context.now), BoardWording::facilityTime(trouble->at, context.zone)};
        const QString when = times.constLast().isEmpty() ? times.constFirst() : times.join(u" · "_s);
        return trouble->subjectKey.isEmpty() ? when
                                             : i18nc("@info when something went wrong, and which display or connection", "%1 · %2", when, trouble->subjectKey);
    }
    case BoardColumn::Versions:
        return profileVersions(desk);
    default:
        return {};
    }
}

QString accessibleText(const BoardDesk &desk, BoardColumn column, const BoardDisplayContext &context)
{
    const QString shown = text(desk, column, context);
    const QString below = secondLine(desk, column, context);
    if (shown.isEmpty() && !below.isEmpty()) {
        return i18nc("@info accessible text, a cell of a table, read out: RTT: 102 ms", "%1: %2", BoardColumns::title(column), below);
    }
    if (shown.isEmpty()) {
        return i18nc("@info accessible text, a cell of a table, read out; %1: what it tells", "%1: unknown", BoardColumns::title(column));
    }
    if (column == BoardColumn::Health && hasProblem(desk) && !desk.healthReason.isEmpty()) {
        return i18nc("@info accessible text, a workstation's state, read out, and why", "%1: %2", shown, desk.healthReason);
    }
    if (column == BoardColumn::Displays && desk.state) {
        return i18ncp("@info accessible text, read out; %2: 2 faulty, 3 live",
                      "%1 display: %2",
                      "%1 displays: %2",
                      static_cast<int>(desk.state->displays.size()),
                      below.isEmpty() ? shown : i18nc("@info of displays: 3 live, and 25 frames/s", "%1, %2", shown, below));
    }
    if (column == BoardColumn::Versions && (isFirstLineUnusual(desk, column) || isSecondLineUnusual(desk, column))) {
        return i18nc("@info accessible text, read out; versions of program and profile", "%1 %2, older than on other workstations", shown, below).simplified();
    }
    switch (column) {
    case BoardColumn::Health:
    case BoardColumn::Desk:
    case BoardColumn::People:
    case BoardColumn::Instruments:
        return below.isEmpty() ? shown : i18nc("@info accessible text, a cell of a table, read out: its two lines", "%1, %2", shown, below);
    default:
        break;
    }
    return below.isEmpty()
        ? i18nc("@info accessible text, a cell of a table, read out: RTT: 102 ms", "%1: %2", BoardColumns::title(column), shown)
        : i18nc("@info accessible text, a cell of a table, read out, with its second line", "%1: %2, %3", BoardColumns::title(column), shown, below);
}

QString toolTip(const BoardDesk &desk, BoardColumn column, const BoardDisplayContext &context)
{
    QStringList lines;
    if (column == BoardColumn::Displays && desk.state) {
        for (const BoardWire::DisplayReport &display : desk.state->displays) {
            const QString state = BoardWording::state(
                display.state == "live"_L1 && display.answering != "yes"_L1 && !display.answering.isEmpty() ? display.answering : display.state);
            lines.append(i18nc("@info:tooltip a display, its state", "%1: %2", display.title.isEmpty() ? display.key : display.title, state));
        }
        if (const QString frames = secondLine(desk, column, context); !frames.isEmpty()) {
            lines.append(frames);
        }
    } else if (column == BoardColumn::Versions) {
        lines.append(i18nc("@info:tooltip the version of the program", "Nightdesk %1", programVersion(desk)));
        if (desk.hasOutdatedProgram) {
            lines.append(i18nc("@info:tooltip", "Another workstation runs a newer version"));
        }
        if (desk.state) {
            for (const BoardWire::InstrumentReport &instrument : desk.state->instruments) {
                lines.append(i18nc("@info:tooltip an instrument, its profile's version and when it was changed",
                                   "%1: profile %2, changed %3",
                                   instrument.name.isEmpty() ? instrument.id : instrument.name,
                                   instrument.version,
                                   instrument.profileFilesChangedAt.isValid() ? BoardWording::universalTime(instrument.profileFilesChangedAt, context.now)
                                                                              : i18nc("@info a time", "at an unknown time")));
            }
        }
        if (desk.hasOutdatedProfile) {
            lines.append(i18nc("@info:tooltip", "Another workstation has a newer profile of this instrument"));
        }
    } else {
        lines.append(accessibleText(desk, column, context));
    }
    if (desk.lastMessageAt.isValid()) {
        lines.append(i18nc("@info:tooltip of a workstation; %1: a time", "Last report: %1", BoardWording::universalTime(desk.lastMessageAt, context.now)));
    }
    // The lines are escaped: they contain text from desks, and Qt must not guess whether it is rich text.
    QStringList safe;
    for (const QString &line : std::as_const(lines)) {
        safe.append(line.toHtmlEscaped());
    }
    return u"<qt>%1</qt>"_s.arg(safe.join(u"<br/>"_s));
}

QVariant sortValue(const BoardDesk &desk, BoardColumn column)
{
    switch (column) {
    case BoardColumn::Health:
        return static_cast<int>(desk.health);
    case BoardColumn::Desk:
        return desk.name.text();
    case BoardColumn::People:
        return variantOf(desk.people().join(u", "_s));
    case BoardColumn::Instruments:
        return variantOf(BoardWording::instruments(desk));
    case BoardColumn::Since:
        return desk.firstInstrumentConnectedAt().isValid() ? QVariant(desk.firstInstrumentConnectedAt()) : QVariant();
    case BoardColumn::Displays: {
        if (!desk.state) {
            return {};
        }
        // Rows are compared by the number of displays that do not work, then by the number of displays.
        const auto bad = std::ranges::count_if(desk.state->displays, [](const BoardWire::DisplayReport &display) {
            return BoardWording::mark(display) == BoardMark::Bad;
        });
        return static_cast<qlonglong>(bad * 1000 + desk.state->displays.size());
    }
    case BoardColumn::RoundTrip: {
        const auto roundTrip = desk.worstRoundTrip();
        return roundTrip ? QVariant(static_cast<qlonglong>(roundTrip->count())) : QVariant();
    }
    case BoardColumn::Throughput: {
        const auto rate = desk.bytesInPerSecond();
        return rate ? QVariant(*rate) : QVariant();
    }
    case BoardColumn::Compression: {
        const auto compressionRatio = desk.compressionRatio();
        return compressionRatio ? QVariant(*compressionRatio) : QVariant();
    }
    case BoardColumn::ImageAge: {
        const auto age = desk.oldestImageAge();
        return age ? QVariant(static_cast<qlonglong>(age->count())) : QVariant();
    }
    case BoardColumn::Trouble: {
        const auto trouble = lastTrouble(desk);
        return trouble ? QVariant(trouble->at) : QVariant();
    }
    case BoardColumn::Versions:
        return variantOf(programVersion(desk));
    }
    return {};
}

QString searchText(const BoardDesk &desk, const BoardDisplayContext &context)
{
    QStringList words{desk.name.text(), context.siteNames.value(desk.name.site), desk.people().join(u' '), BoardWording::instruments(desk)};
    if (desk.state) {
        for (const BoardWire::InstrumentReport &instrument : desk.state->instruments) {
            words.append(instrument.id);
        }
    }
    return words.join(u'\n');
}

bool isFirstLineUnusual(const BoardDesk &desk, BoardColumn column)
{
    switch (column) {
    case BoardColumn::Desk:
        return !clockOffsetText(desk).isEmpty();
    case BoardColumn::ImageAge:
        return isColumnApplicable(desk, column) && desk.oldestImageAge() && *desk.oldestImageAge() > staleAge;
    case BoardColumn::Versions:
        return desk.hasOutdatedProgram;
    case BoardColumn::Trouble:
        return hasProblem(desk) && !desk.healthReason.isEmpty();
    default:
        return false;
    }
}

bool isSecondLineUnusual(const BoardDesk &desk, BoardColumn column)
{
    return column == BoardColumn::Versions && desk.hasOutdatedProfile;
}
}
