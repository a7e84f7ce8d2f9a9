// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commandline.h"

#include "app/commands/commandparser.h"
#include "app/commands/commandvalues.h"
#include "app/commands/exitstatus.h"

#include <KLocalizedString>

#include <QDir>
#include <QSet>

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
bool isUrl(const QString &word)
{
    return word.startsWith("vnc:"_L1, Qt::CaseInsensitive) || word.startsWith("nightdesk:"_L1, Qt::CaseInsensitive);
}

Command parseWindow(CommandParser &words)
{
    if (words.isSet(u"version"_s)) {
        return PrintCommand{u"nightdesk " NIGHTDESK_VERSION "\n"_s, 0};
    }
    const QString link = words.argument();
    if (!link.isEmpty() && !isUrl(link)) {
        return words.usageError(i18nc("@info:shell", "Unexpected argument “%1”.", link));
    }
    if (words.isSet(u"resume"_s) && words.isSet(u"facility"_s)) {
        return words.usageError(i18nc("@info:shell keep the options untranslated", "--facility cannot be used with --resume, which knows its facility."));
    }
    if (words.isSet(u"resume"_s) && !link.isEmpty()) {
        return words.usageError(i18nc("@info:shell keep the option untranslated", "A URL cannot be used with --resume."));
    }
    if (!link.isEmpty()) {
        return OpenCommand{link, words.value(u"facility"_s)};
    }
    return WindowCommand{words.value(u"facility"_s), words.isSet(u"resume"_s)};
}

Command parseConnect(CommandParser &words)
{
    return ConnectCommand{words.argument(), words.value(u"site"_s), words.value(u"facility"_s)};
}

Command parseDisconnect(CommandParser &words)
{
    return DisconnectCommand{words.argument()};
}

Command parseRaise(CommandParser &words)
{
    return RaiseCommand{words.argument()};
}

Command parseView(CommandParser &words)
{
    DesktopCommand view;
    view.typedAddress = words.argument();
    const auto address = CommandValues::readDesktopAddress(view.typedAddress);
    if (!address) {
        return words.usageError(
            i18nc("@info:shell", "“%1” is not a valid desktop: expected HOST:PORT, HOST::DISPLAY or the path of a Unix socket.", view.typedAddress));
    }
    view.address = *address;
    if (words.isSet(u"ssh"_s) && !CommandValues::readSshTarget(words.value(u"ssh"_s), view)) {
        return words.usageError(i18nc("@info:shell", "“%1” is not a valid ssh host: expected USER@HOST or USER@HOST:PORT.", words.value(u"ssh"_s)));
    }
    view.identityFile = words.value(u"identity"_s);
    view.viewOnly = words.isSet(u"view-only"_s);
    view.fullScreen = words.isSet(u"fullscreen"_s);
    return view;
}

Command parseCheck(CommandParser &words)
{
    return CheckCommand{words.arguments(), words.isSet(u"json"_s)};
}

Command parseShow(CommandParser &words)
{
    return ShowCommand{words.argument(), words.value(u"site"_s), words.value(u"facility"_s), words.value(u"account"_s), words.isSet(u"json"_s)};
}

Command parseEdit(CommandParser &words)
{
    return EditCommand{words.argument(), words.value(u"facility"_s)};
}

Command parseReference(CommandParser &words)
{
    if (!words.isSet(u"schema"_s)) {
        return ReferenceCommand{};
    }
    const QString schema = words.value(u"schema"_s);
    if (schema != u"facility" && schema != u"profile") {
        return words.usageError(
            i18nc("@info:shell keep facility and profile untranslated", "“%1” is not a valid schema: expected facility or profile.", schema));
    }
    return ReferenceCommand{schema == u"facility" ? ReferenceCommand::OutputFormat::FacilitySchema : ReferenceCommand::OutputFormat::ProfileSchema};
}

Command parseTrust(CommandParser &words)
{
    return TrustCommand{words.arguments(), words.value(u"site"_s), words.value(u"facility"_s), words.isSet(u"yes"_s)};
}

Command parseStatus(CommandParser &words)
{
    return StatusCommand{words.isSet(u"json"_s)};
}

Command parseMeasure(CommandParser &words)
{
    MeasureCommand measure{words.value(u"link"_s), {}, words.isSet(u"json"_s)};
    if (words.isSet(u"link"_s) && measure.link.isEmpty()) {
        return words.usageError(i18nc("@info:shell keep the option untranslated", "Expected the host of a connection after --link."));
    }
    if (words.isSet(u"seconds"_s)) {
        bool isNumber = false;
        const int seconds = words.value(u"seconds"_s).toInt(&isNumber);
        if (!isNumber || seconds < 1 || seconds > MeasureCommand::maxSeconds) {
            return words.usageError(i18nc("@info:shell",
                                          "“%1” is not a valid number of seconds: expected 1 to %2.",
                                          words.value(u"seconds"_s),
                                          QString::number(MeasureCommand::maxSeconds)));
        }
        measure.span = std::chrono::seconds(seconds);
    }
    return measure;
}

Command parseVisuals(CommandParser &words)
{
    if (words.isSet(u"display"_s) && words.value(u"display"_s).isEmpty()) {
        return words.usageError(i18nc("@info:shell keep the option untranslated", "Expected an X display after --display, for example :1."));
    }
    if (words.isSet(u"display"_s) && words.isSet(u"link"_s)) {
        return words.usageError(i18nc("@info:shell keep the options untranslated", "--display cannot be used with --link."));
    }
    if (words.isSet(u"link"_s) && words.value(u"link"_s).isEmpty()) {
        return words.usageError(i18nc("@info:shell keep the option untranslated", "Expected the host of a connection after --link."));
    }
    if (words.isSet(u"profile"_s) && words.value(u"profile"_s).isEmpty()) {
        return words.usageError(i18nc("@info:shell keep the option untranslated", "Expected the file of a profile after --profile."));
    }
    return VisualsCommand{words.value(u"display"_s), words.value(u"link"_s), words.isSet(u"json"_s), words.value(u"profile"_s)};
}

Command parseDemo(CommandParser &)
{
    return DemoCommand{};
}

Command parseBoard(CommandParser &words)
{
    return BoardCommand{words.value(u"facility"_s), words.value(u"name"_s)};
}

/// Checks the options that name output files. Returns the error: a missing file name, or one name for two outputs,
/// which would overwrite each other.
std::optional<QString> outputFilesError(const CommandParser &words)
{
    QStringList written;
    for (const QString &option : {u"replay"_s, u"compare"_s, u"json"_s, u"svg"_s, u"png"_s}) {
        if (!words.isSet(option)) {
            continue;
        }
        const QString path = words.value(option);
        if (path.isEmpty()) {
            return i18nc("@info:shell an option", "Expected a file after --%1.", option);
        }
        if (option != "replay"_L1 && option != "compare"_L1) {
            written.append(QDir::cleanPath(path));
        }
    }
    if (QSet<QString>(written.cbegin(), written.cend()).size() < written.size()) {
        return i18nc("@info:shell keep the options untranslated", "--json, --svg and --png each need a different file.");
    }
    return {};
}

Command parseXTrace(CommandParser &words)
{
    if (const auto usageError = outputFilesError(words)) {
        return words.usageError(*usageError);
    }
    XTraceCommand trace;
    trace.replayFile = words.value(u"replay"_s);
    trace.predictsStartTimes = words.isSet(u"grid"_s);
    trace.compress = words.isSet(u"compress"_s);
    trace.jsonFile = words.value(u"json"_s);
    trace.svgFile = words.value(u"svg"_s);
    trace.pngFile = words.value(u"png"_s);
    if (words.isSet(u"delay"_s)) {
        const auto emulatedRoundTrip = CommandValues::readDuration(words.value(u"delay"_s));
        if (!emulatedRoundTrip) {
            return words.usageError(
                i18nc("@info:shell", "“%1” is not a valid delay: expected a time of up to a minute, for example 100ms or 0.3s.", words.value(u"delay"_s)));
        }
        trace.emulatedRoundTrip = *emulatedRoundTrip;
    }
    if (words.isSet(u"rate"_s)) {
        const auto rate = CommandValues::readByteRate(words.value(u"rate"_s));
        if (!rate) {
            return words.usageError(
                i18nc("@info:shell", "“%1” is not a valid rate: expected bits per second, for example 30mbit or 256kbit.", words.value(u"rate"_s)));
        }
        trace.bytesPerSecond = *rate;
    }
    const bool isRead = words.isSet(u"replay"_s) || words.isSet(u"compare"_s);
    if (isRead && (words.isSet(u"delay"_s) || words.isSet(u"rate"_s) || trace.compress)) {
        return words.usageError(i18nc("@info:shell keep the options untranslated", "--delay, --rate and --compress need a COMMAND to run."));
    }
    if (words.isSet(u"compare"_s)) {
        trace.comparedFiles = QStringList{words.value(u"compare"_s)} + words.arguments();
        if (trace.comparedFiles.size() != 2 || words.isSet(u"replay"_s)) {
            return words.usageError(i18nc("@info:shell keep the option untranslated", "Expected two files after --compare, and no COMMAND."));
        }
        if (trace.predictsStartTimes || !trace.svgFile.isEmpty() || !trace.pngFile.isEmpty()) {
            return words.usageError(i18nc("@info:shell keep the options untranslated", "--grid, --svg and --png need one trace; --compare has two."));
        }
        return trace;
    }
    trace.command = words.arguments();
    if (words.isSet(u"replay"_s) != trace.command.isEmpty()) {
        return words.usageError(i18nc("@info:shell keep the options untranslated", "Expected a COMMAND to run, or --replay FILE, or --compare FILE FILE."));
    }
    return trace;
}

std::optional<quint16> portOf(const QString &text)
{
    bool ok = false;
    const uint port = text.toUInt(&ok);
    return ok && port >= 1 && port <= 65535 ? std::optional(static_cast<quint16>(port)) : std::nullopt;
}

/// Reads where the broker listens. Returns the error, if there is one.
std::optional<QString> readListeners(const CommandParser &words, BrokerCommand &broker)
{
    broker.socketPath = words.value(u"socket"_s);
    if (words.isSet(u"socket"_s) && !broker.socketPath.startsWith(u'/')) {
        return i18nc("@info:shell", "“%1” is not a valid socket: expected an absolute path.", broker.socketPath);
    }
    if (words.isSet(u"port"_s)) {
        broker.port = portOf(words.value(u"port"_s));
        if (!broker.port) {
            return i18nc("@info:shell", "“%1” is not a valid port: expected a number from 1 to 65535.", words.value(u"port"_s));
        }
    }
    return {};
}

Command parseBroker(CommandParser &words)
{
    using Action = BrokerCommand::Action;
    struct ActionSpec {
        QLatin1StringView name;
        Action action;
        bool takesName;
    };
    constexpr ActionSpec actions[] = {
        {"run"_L1, Action::Run, false},
        {"add-desk"_L1, Action::AddDesk, true},
        {"add-sa"_L1, Action::AddSupportAstronomer, true},
        {"remove"_L1, Action::Remove, true},
        {"list"_L1, Action::List, false},
    };
    const QStringList given = words.arguments();
    const QString first = given.value(0, u"run"_s);
    const auto action = std::ranges::find(actions, first, &ActionSpec::name);
    if (action == std::end(actions)) {
        return words.usageError(
            i18nc("@info:shell keep the words untranslated", "“%1” is not a valid action: expected run, add-desk, add-sa, remove or list.", first));
    }
    if (given.size() > (action->takesName ? 2 : 1)) {
        return words.usageError(i18nc("@info:shell", "Unexpected argument “%1”.", given.constLast()));
    }
    if (action->takesName && given.size() < 2) {
        return words.usageError(action->action == Action::AddDesk ? i18nc("@info:shell", "Expected a workstation, for example santa-cruz/left.")
                                                                  : i18nc("@info:shell", "Expected a name, for example ann."));
    }
    BrokerCommand broker;
    broker.action = action->action;
    broker.userName = given.value(1);
    broker.directory = words.value(u"directory"_s);
    broker.facility = words.value(u"facility"_s);
    broker.pagerCommand = words.values(u"pager"_s);
    broker.credentialFile = words.value(u"output"_s);
    broker.json = words.isSet(u"json"_s);
    if (const auto usageError = readListeners(words, broker)) {
        return words.usageError(*usageError);
    }
    return broker;
}

/// Pairs a command of CommandTable with the function that parses its arguments.
struct ArgumentParserEntry {
    QLatin1StringView commandName;
    Command (*parse)(CommandParser &words);
};
constexpr ArgumentParserEntry argumentParserEntries[] = {
    {""_L1, parseWindow},
    {"connect"_L1, parseConnect},
    {"disconnect"_L1, parseDisconnect},
    {"raise"_L1, parseRaise},
    {"view"_L1, parseView},
    {"check"_L1, parseCheck},
    {"show"_L1, parseShow},
    {"edit"_L1, parseEdit},
    {"reference"_L1, parseReference},
    {"trust"_L1, parseTrust},
    {"demo"_L1, parseDemo},
    {"board"_L1, parseBoard},
    {"status"_L1, parseStatus},
    {"measure"_L1, parseMeasure},
    {"visuals"_L1, parseVisuals},
    {"xtrace"_L1, parseXTrace},
    {"broker"_L1, parseBroker},
};
}

Command CommandLine::parse(const QStringList &arguments)
{
    const QString first = arguments.value(1);
    const bool isWindow = first.isEmpty() || first.startsWith(u'-') || isUrl(first);
    const QString word = isWindow ? QString() : first;
    const QStringList rest = arguments.mid(isWindow ? 1 : 2);
    if (word == "complete"_L1 && rest.value(0) == "--"_L1) {
        return CompleteCommand{rest.mid(1)}; // not parsed: this is a command line that the user is still typing
    }
    const auto command = CommandTable::command(word);
    if (!command) {
        return PrintCommand{i18nc("@info:shell", "Unknown command “%1”.", word) + u'\n' + CommandParser::commandsText(), ExitStatus::wrongUse};
    }
    CommandParser words(*command);
    if (const auto print = words.parse(rest)) {
        return *print;
    }
    if (command->takesProgram && words.isSet(u"compare"_s)) {
        // With --compare the argument is a file, not a command, so options may follow it.
        CommandSpec plain = *command;
        plain.takesProgram = false;
        CommandParser again(plain);
        if (const auto print = again.parse(rest)) {
            return *print;
        }
        return parseXTrace(again);
    }
    const auto entry = std::ranges::find(argumentParserEntries, word, &ArgumentParserEntry::commandName);
    return entry == std::end(argumentParserEntries) ? CompleteCommand{words.arguments()} : entry->parse(words);
}
}
