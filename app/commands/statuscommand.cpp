// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/statuscommand.h"

#include "app/consolecalls.h"
#include "app/quietboard.h"
#include "app/statusscreen.h"
#include "app/terminaltext.h"

#include <KLocalizedString>

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLoggingCategory>

#include <algorithm>
#include <iterator>
#include <optional>

#include <unistd.h>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
constexpr std::chrono::seconds connecting(10);
constexpr std::chrono::seconds pause(1); // to be watched

void printRow(const QStringList &cells, QTextStream &out)
{
    constexpr int widths[] = {24, 14, 10};
    QString line;
    for (qsizetype i = 0; i < cells.size(); ++i) {
        line += u' ' + (i < static_cast<qsizetype>(std::size(widths)) ? TerminalText::fromLeft(cells.at(i), widths[i]) : cells.at(i));
    }
    out << u' ' << line.trimmed().prepend(u' ') << '\n';
}

/// What is the matter with a display: why it failed, or that its start takes minutes; else what it says to its X server now.
QString remark(const QJsonObject &display)
{
    if (const QString why = display.value("failure"_L1).toObject().value("what"_L1).toString(); !why.isEmpty()) {
        return why;
    }
    const QJsonObject start = display.value("start"_L1).toObject();
    if (const qint64 left = start.value("leftMs"_L1).toInteger(); left > 0) {
        return i18ncp("@info:shell a start",
                      "slow start, about %1 minute left",
                      "slow start, about %1 minutes left",
                      std::max<qint64>(1, (left + 30'000) / 60'000));
    }
    if (start.value("state"_L1).toString() == "no-end-in-sight"_L1) {
        return i18nc("@info:shell a start", "slow start, no end in sight");
    }
    const QJsonObject traffic = display.value("xTraffic"_L1).toObject();
    const double perSecond = traffic.value("roundTripsPerSecond"_L1).toDouble();
    return perSecond < 1 ? QString()
                         : i18nc("@info:shell X traffic; %1, %2: numbers; derived: reckoned, not measured",
                                 "X: %1 round trips/s, waits %2 % (derived)",
                                 QString::number(perSecond, 'f', 0),
                                 QString::number(traffic.value("waitingShareDerived"_L1).toDouble() * 100, 'f', 0));
}

/// @p of: whose links and displays; empty: all of them.
void printProfile(const QJsonObject &console, const QString &profile, const QString &of, QTextStream &out)
{
    out << i18nc("@info:shell", "Instrument %1", profile) << '\n';
    const auto isMeant = [&of](const QJsonObject &object) {
        return of.isEmpty() || object.value("profile"_L1).toString() == of;
    };
    for (const QJsonValue &value : console.value("links"_L1).toArray()) {
        const QJsonObject link = value.toObject();
        if (!isMeant(link)) {
            continue;
        }
        const QString roundTrip = QString::number(link.value("roundTripMs"_L1).toDouble(), 'f', 1);
        printRow({link.value("host"_L1).toString(),
                  link.value("state"_L1).toString(),
                  link.contains("roundTripMs"_L1) ? i18nc("@info:shell round-trip time in milliseconds", "RTT %1 ms", roundTrip) : QString()},
                 out);
    }
    for (const QJsonValue &value : console.value("displays"_L1).toArray()) {
        const QJsonObject display = value.toObject();
        if (isMeant(display)) {
            printRow({display.value("title"_L1).toString(), display.value("state"_L1).toString(), display.value("screen"_L1).toString(), remark(display)}, out);
        }
    }
}

void printText(const QJsonObject &console, QTextStream &out)
{
    const QString profile = console.value("profile"_L1).toString();
    if (profile.isEmpty()) {
        const QString question = console.value("waitingFor"_L1).toString();
        out << (question.isEmpty() ? i18nc("@info:shell", "Not connected.")
                                   : i18nc("@info:shell %1: site, account or trust", "Not connected; it asks and waits for an answer: %1.", question))
            << '\n';
        return;
    }
    const QJsonArray profiles = console.value("profiles"_L1).toArray(); // not told by a console of an older version
    if (profiles.isEmpty()) {
        printProfile(console, profile, {}, out);
    }
    for (const QJsonValue &value : profiles) {
        const QString id = value.toObject().value("id"_L1).toString();
        printProfile(console, id, id, out);
    }
}

/// Everything that is to be told, once.
struct Told {
    StatusScreen screen;
    int answered = 0;
};

Told tellOnce(const ConsoleCalls &calls, const QStringList &consoles, const QStringList &boards, QuietBoard &own, bool json)
{
    Told told;
    QTextStream out(&told.screen.text);
    std::optional<QJsonObject> board;
    for (const QString &name : consoles) {
        const auto answer = calls.call(name, u"State"_s);
        if (!answer) {
            told.screen.trouble += i18nc("@info:shell", "The console %1 does not answer: %2", name, answer.error().text) + u'\n';
            continue;
        }
        ++told.answered;
        QString state = answer->value(0).toString();
        std::optional<QJsonObject> its;
        if (const auto known = calls.call(name, u"Board"_s)) { // else it has none open, or is of an older version
            its = QJsonDocument::fromJson(known->value(0).toString().toUtf8()).object();
            board = board ? board : its;
        }
        if (!json) {
            printText(QJsonDocument::fromJson(state.toUtf8()).object(), out);
            continue;
        }
        if (its) {
            QJsonObject whole = QJsonDocument::fromJson(state.toUtf8()).object();
            whole.insert(u"board"_s, *its);
            state = QString::fromUtf8(QJsonDocument(whole).toJson(QJsonDocument::Compact));
        }
        out << state << '\n';
    }
    for (const QString &name : boards) {
        const auto answer = calls.call(name, u"Board"_s);
        if (!answer) {
            continue; // it has no broker or no credential, and says so in its window
        }
        ++told.answered;
        const QJsonObject its = QJsonDocument::fromJson(answer->value(0).toString().toUtf8()).object();
        board = board ? board : its;
        if (json) {
            out << QJsonDocument(QJsonObject{{u"board"_s, its}}).toJson(QJsonDocument::Compact) << '\n';
        }
    }
    if (board) {
        own.release();
    } else {
        board = own.look(connecting);
        told.answered += board ? 1 : 0;
        if (board && json) {
            out << QJsonDocument(QJsonObject{{u"board"_s, *board}}).toJson(QJsonDocument::Compact) << '\n';
        }
        if (const QString why = own.trouble(); !why.isEmpty() && !board) {
            told.screen.trouble += why + u'\n';
        }
    }
    if (board && !json) {
        told.screen.board = board;
    } else if (!json && told.answered > 0) {
        out << i18nc("@info:shell keep the command untranslated", "No board is open here. “nightdesk board” opens one.") << '\n';
    }
    out.flush();
    return told;
}
}

int runStatusCommand(const StatusCommand &command, const QString &facility, QTextStream &out, QTextStream &err)
{
    // Every attempt to reach the broker, and the link before it, is logged, which belongs into no table; what is wrong is said below.
    QLoggingCategory::setFilterRules(u"nightdesk.*.info=false\nnightdesk.broker=false"_s);
    const ConsoleCalls calls;
    QuietBoard own(facility);
    const bool isTerminal = ::isatty(STDOUT_FILENO) == 1;
    QString before;
    QString troubleBefore;
    while (true) {
        const auto consoles = calls.consoles();
        if (!consoles && !QuietBoard::isOffered()) { // a computer without desktops has no session bus, and may have a board
            err << consoles.error() << '\n';
            return 1;
        }
        Told told = tellOnce(calls, consoles.value_or(QStringList()), calls.boards().value_or(QStringList()), own, command.json);
        if (told.answered == 0) {
            told.screen.text = i18nc("@info:shell", "No console of yours is running here.") + u'\n';
        }
        const StatusScreen &screen = told.screen;
        const bool isRedrawn = isTerminal && command.watch && !command.json;
        if (!isRedrawn && screen.trouble != troubleBefore) {
            err << screen.trouble;
            err.flush();
            troubleBefore = screen.trouble;
        }
        if (told.answered == 0 && !command.watch) {
            err << i18nc("@info:shell keep the command untranslated", "No console of yours is running here, and no board. “nightdesk board” opens one.")
                << '\n';
            return 1;
        }
        const QDateTime now = QDateTime::currentDateTimeUtc();
        const QString text = screen.whole(now);
        if (!command.watch) {
            out << text;
            return 0;
        }
        if (isRedrawn) { // in place of what stood there, which what goes to err would be, too
            const auto size = StatusScreen::sizeOf(STDOUT_FILENO); // each time: a person may have changed it
            out << "\x1b[H\x1b[J" << (size ? screen.fitted(*size, now) : text + screen.trouble);
        } else if (text != before) {
            out << text;
        }
        before = text;
        out.flush();
        if (out.status() != QTextStream::Ok) { // nobody reads on
            return 0;
        }
        QuietBoard::wait(pause);
    }
}
}
