// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"

#include <KLocalizedString>

#include <QCommandLineParser>
#include <QCoreApplication>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
constexpr int usageError = 2;

/// One command's parser: QCommandLineParser leaves the process for --help and mistakes; this returns them instead.
class CommandParser
{
public:
    CommandParser(const QString &command, const QString &description)
        : m_command(command)
        , m_help({u"h"_s, u"help"_s}, i18nc("@info:shell", "Shows this help."))
    {
        m_parser.setApplicationDescription(description);
        m_parser.addOption(m_help);
    }
    QCommandLineParser &parser()
    {
        return m_parser;
    }
    /// Parses what follows the command's word. Something to print: help or a mistake.
    std::optional<PrintCommand> parse(const QString &program, const QStringList &rest)
    {
        const bool understood = m_parser.parse(QStringList{program + u' ' + m_command} + rest);
        if (m_parser.isSet(m_help)) {
            return PrintCommand{helpText(program), 0};
        }
        if (!understood) {
            return mistake(m_parser.errorText());
        }
        return {};
    }
    PrintCommand mistake(const QString &what) const
    {
        return {i18nc("@info:shell %1 is what is wrong, %2 a command", "%1\n“nightdesk %2 --help” tells how to use it.", what, m_command).trimmed() + u'\n',
                usageError};
    }

private:
    /// QCommandLineParser names the program as it was started and knows nothing of commands.
    QString helpText(const QString &program) const
    {
        QString text = m_parser.helpText();
        const QStringList arguments = QCoreApplication::instance() ? QCoreApplication::arguments() : QStringList();
        const QString started = arguments.isEmpty() ? u"<executable_name>"_s : arguments.constFirst();
        if (const qsizetype at = text.indexOf(started); at >= 0) {
            text.replace(at, started.size(), QString(program + u' ' + m_command).trimmed());
        }
        return text;
    }

    QString m_command;
    QCommandLineParser m_parser;
    QCommandLineOption m_help;
};

QCommandLineOption facilityOption()
{
    return {u"facility"_s, i18nc("@info:shell", "The facility directory (facility.toml and profiles/*.toml)."), i18nc("@info:shell placeholder", "DIR")};
}

QString commandsText()
{
    return i18nc("@info:shell keep the command words untranslated",
                 "Commands:\n"
                 "  (none)             the window: pick an instrument and connect\n"
                 "  connect PROFILE    connect at once\n"
                 "  view TARGET        show one VNC desktop, without a profile\n"
                 "  check FILE|DIR...  say what is wrong with profiles, with line and column\n"
                 "  show PROFILE       say what is in force at a site, and where each value comes from\n"
                 "  reference          print every key of the profile format\n"
                 "  trust PROFILE...   agree to what profiles run under your account\n"
                 "  status             say what this user's running consoles show\n"
                 "“nightdesk COMMAND --help” tells more of each.\n");
}

Command parseWindow(const QString &program, const QStringList &rest)
{
    CommandParser command({}, i18nc("@info:shell", "Nightdesk, a console for remote observing."));
    command.parser().addOption(facilityOption());
    const QCommandLineOption version({u"v"_s, u"version"_s}, i18nc("@info:shell", "Shows the version."));
    command.parser().addOption(version);
    const QCommandLineOption resume(u"resume"_s,
                                    i18nc("@info:shell",
                                          "Connects again what was connected when Nightdesk or this computer stopped in this night, as it was arranged. "
                                          "For start-up scripts; where there is nothing, the window opens and says so."));
    command.parser().addOption(resume);
    if (auto print = command.parse(program, rest)) {
        if (print->exitCode == 0) {
            print->text += u'\n' + commandsText();
        }
        return *print;
    }
    if (command.parser().isSet(version)) {
        return PrintCommand{u"nightdesk " NIGHTDESK_VERSION "\n"_s, 0};
    }
    if (!command.parser().positionalArguments().isEmpty()) {
        return command.mistake(i18nc("@info:shell", "Expected no further words, but “%1” follows.", command.parser().positionalArguments().constFirst()));
    }
    if (command.parser().isSet(resume) && command.parser().isSet(u"facility"_s)) {
        return command.mistake(i18nc("@info:shell keep the options untranslated", "--resume knows its facility; --facility cannot be given with it."));
    }
    return WindowCommand{command.parser().value(facilityOption().names().constFirst()), command.parser().isSet(resume)};
}

Command parseConnect(const QString &program, const QStringList &rest)
{
    CommandParser command(u"connect"_s, i18nc("@info:shell", "Opens the window and connects an instrument at once."));
    QCommandLineParser &parser = command.parser();
    parser.addPositionalArgument(u"PROFILE"_s, i18nc("@info:shell", "The profile's id."));
    parser.addOption(facilityOption());
    parser.addOption({u"site"_s, i18nc("@info:shell", "The site that this desk stands at."), i18nc("@info:shell placeholder", "SITE")});
    if (const auto print = command.parse(program, rest)) {
        return *print;
    }
    if (parser.positionalArguments().size() != 1) {
        return command.mistake(i18nc("@info:shell", "Expected one profile."));
    }
    return ConnectCommand{parser.positionalArguments().constFirst(), parser.value(u"site"_s), parser.value(u"facility"_s)};
}

/// USER@HOST[:PORT]; the user may be missing, an IPv6 address stands in brackets.
bool readSshTarget(const QString &text, DesktopCommand &view)
{
    QString host = text;
    if (const qsizetype at = host.lastIndexOf(u'@'); at >= 0) {
        view.sshUser = host.left(at);
        host = host.mid(at + 1);
        if (view.sshUser.isEmpty()) {
            return false;
        }
    }
    const qsizetype colon = host.lastIndexOf(u':');
    if (colon >= 0 && (host.count(u':') == 1 || host.at(colon - 1) == u']')) {
        bool ok = false;
        const uint port = QStringView(host).mid(colon + 1).toUInt(&ok);
        if (!ok || port < 1 || port > 65535) {
            return false;
        }
        view.sshPort = static_cast<quint16>(port);
        host = host.left(colon);
    }
    if (host.startsWith(u'[') && host.endsWith(u']')) {
        host = host.mid(1, host.size() - 2);
    }
    // A leading dash could pass for an option somewhere down the line.
    if (host.isEmpty() || host.startsWith(u'-')) {
        return false;
    }
    view.sshHost = host;
    return true;
}

Command parseView(const QString &program, const QStringList &rest)
{
    CommandParser command(u"view"_s, i18nc("@info:shell", "Shows one VNC desktop, without a profile."));
    QCommandLineParser &parser = command.parser();
    parser.addPositionalArgument(u"TARGET"_s,
                                 i18nc("@info:shell", "HOST:PORT, HOST::DISPLAY or the path of a Unix socket; with --ssh as the far end sees it."));
    parser.addOption({u"ssh"_s, i18nc("@info:shell", "Go through an ssh connection to this host."), u"USER@HOST[:PORT]"_s});
    parser.addOption({u"identity"_s, i18nc("@info:shell", "The private key to log in with."), i18nc("@info:shell placeholder", "FILE")});
    parser.addOption({u"view-only"_s, i18nc("@info:shell", "Send neither keys nor mouse.")});
    parser.addOption({u"fullscreen"_s, i18nc("@info:shell", "Fill the monitor.")});
    if (const auto print = command.parse(program, rest)) {
        return *print;
    }
    if (parser.positionalArguments().size() != 1) {
        return command.mistake(i18nc("@info:shell", "Expected one desktop to show."));
    }
    DesktopCommand view;
    view.target = parser.positionalArguments().constFirst();
    const auto address = CommandLine::desktopAddress(view.target);
    if (!address) {
        return command.mistake(i18nc("@info:shell", "“%1” is no desktop; expected HOST:PORT, HOST::DISPLAY or the path of a Unix socket.", view.target));
    }
    view.address = *address;
    if (parser.isSet(u"ssh"_s) && !readSshTarget(parser.value(u"ssh"_s), view)) {
        return command.mistake(i18nc("@info:shell", "“%1” is no ssh host; expected USER@HOST or USER@HOST:PORT.", parser.value(u"ssh"_s)));
    }
    view.identity = parser.value(u"identity"_s);
    view.viewOnly = parser.isSet(u"view-only"_s);
    view.fullScreen = parser.isSet(u"fullscreen"_s);
    return view;
}

Command parseCheck(const QString &program, const QStringList &rest)
{
    CommandParser command(u"check"_s,
                          i18nc("@info:shell",
                                "Says what is wrong with profiles: file:line:col: error: what. "
                                "Exit code 0: no errors, 1: errors, 2: something cannot be read."));
    QCommandLineParser &parser = command.parser();
    parser.addPositionalArgument(u"FILE|DIR"_s, i18nc("@info:shell", "A profile, or a facility directory."), u"FILE|DIR..."_s);
    parser.addOption({u"json"_s, i18nc("@info:shell", "Print a JSON array, for scripts.")});
    if (const auto print = command.parse(program, rest)) {
        return *print;
    }
    if (parser.positionalArguments().isEmpty()) {
        return command.mistake(i18nc("@info:shell", "Expected a file or a directory."));
    }
    return CheckCommand{parser.positionalArguments(), parser.isSet(u"json"_s)};
}

Command parseShow(const QString &program, const QStringList &rest)
{
    CommandParser command(u"show"_s,
                          i18nc("@info:shell",
                                "Prints a profile as it is in force: every key with its value and the line it comes from. "
                                "Exit code 0: good, 1: it has errors, 2: there is no such profile or site, or it cannot be read."));
    QCommandLineParser &parser = command.parser();
    parser.addPositionalArgument(u"PROFILE"_s, i18nc("@info:shell", "The profile's id, or its file."));
    parser.addOption(
        {u"site"_s, i18nc("@info:shell", "What is in force there; without it at this desk's site, if one is set."), i18nc("@info:shell placeholder", "SITE")});
    parser.addOption(facilityOption());
    parser.addOption({u"account"_s, i18nc("@info:shell", "What {account} stands for."), i18nc("@info:shell placeholder", "ACCOUNT")});
    parser.addOption({u"json"_s, i18nc("@info:shell", "Print one JSON object, for scripts.")});
    if (const auto print = command.parse(program, rest)) {
        return *print;
    }
    if (parser.positionalArguments().size() != 1) {
        return command.mistake(i18nc("@info:shell", "Expected one profile."));
    }
    return ShowCommand{parser.positionalArguments().constFirst(),
                       parser.value(u"site"_s),
                       parser.value(u"facility"_s),
                       parser.value(u"account"_s),
                       parser.isSet(u"json"_s)};
}

Command parseReference(const QString &program, const QStringList &rest)
{
    CommandParser command(u"reference"_s, i18nc("@info:shell", "Prints every key of facility.toml and of profiles: a page of Markdown."));
    QCommandLineParser &parser = command.parser();
    parser.addOption({u"schema"_s,
                      i18nc("@info:shell keep facility and profile untranslated", "Print the JSON Schema for editors instead: of “facility” or of “profile”."),
                      u"facility|profile"_s});
    if (const auto print = command.parse(program, rest)) {
        return *print;
    }
    if (!parser.positionalArguments().isEmpty()) {
        return command.mistake(i18nc("@info:shell", "Expected no further words."));
    }
    if (!parser.isSet(u"schema"_s)) {
        return ReferenceCommand{};
    }
    const QString schema = parser.value(u"schema"_s);
    if (schema != u"facility" && schema != u"profile") {
        return command.mistake(i18nc("@info:shell keep facility and profile untranslated", "There is no schema “%1”; expected facility or profile.", schema));
    }
    return ReferenceCommand{schema == u"facility" ? ReferenceCommand::Form::FacilitySchema : ReferenceCommand::Form::ProfileSchema};
}

Command parseTrust(const QString &program, const QStringList &rest)
{
    CommandParser command(u"trust"_s,
                          i18nc("@info:shell",
                                "Shows what profiles run under your account, and what changed, and asks whether you agree. "
                                "Exit code 0: all are agreed to, 1: one is not, 2: one is not there or has errors, or the site is not known."));
    QCommandLineParser &parser = command.parser();
    parser.addPositionalArgument(u"PROFILE"_s, i18nc("@info:shell", "The profile's id."), u"PROFILE..."_s);
    parser.addOption({u"site"_s, i18nc("@info:shell", "The site it is for; without it this desk's."), i18nc("@info:shell placeholder", "SITE")});
    parser.addOption(facilityOption());
    parser.addOption({u"yes"_s, i18nc("@info:shell", "Agree without being asked.")});
    if (const auto print = command.parse(program, rest)) {
        return *print;
    }
    if (parser.positionalArguments().isEmpty()) {
        return command.mistake(i18nc("@info:shell", "Expected a profile."));
    }
    return TrustCommand{parser.positionalArguments(), parser.value(u"site"_s), parser.value(u"facility"_s), parser.isSet(u"yes"_s)};
}

Command parseStatus(const QString &program, const QStringList &rest)
{
    CommandParser command(u"status"_s, i18nc("@info:shell", "Says what this user's running consoles show. Exit code 0: at least one runs, 1: none."));
    command.parser().addOption({u"json"_s, i18nc("@info:shell", "Print one JSON object a line for each console.")});
    if (const auto print = command.parse(program, rest)) {
        return *print;
    }
    if (!command.parser().positionalArguments().isEmpty()) {
        return command.mistake(i18nc("@info:shell", "Expected no further words."));
    }
    return StatusCommand{command.parser().isSet(u"json"_s)};
}
}

Command CommandLine::parse(const QStringList &arguments)
{
    const QString program = u"nightdesk"_s;
    const QString word = arguments.value(1);
    const QStringList rest = arguments.mid(2);
    if (word.isEmpty() || word.startsWith(u'-')) {
        return parseWindow(program, arguments.mid(1));
    }
    if (word == u"connect") {
        return parseConnect(program, rest);
    }
    if (word == u"view") {
        return parseView(program, rest);
    }
    if (word == u"check") {
        return parseCheck(program, rest);
    }
    if (word == u"show") {
        return parseShow(program, rest);
    }
    if (word == u"reference") {
        return parseReference(program, rest);
    }
    if (word == u"trust") {
        return parseTrust(program, rest);
    }
    if (word == u"status") {
        return parseStatus(program, rest);
    }
    return PrintCommand{i18nc("@info:shell", "There is no command “%1”.", word) + u'\n' + commandsText(), usageError};
}

std::optional<DesktopAddress> CommandLine::desktopAddress(const QString &target)
{
    if (target.startsWith(u'/')) {
        return UnixSocket{target};
    }
    const qsizetype colon = target.lastIndexOf(u':');
    if (colon < 0) {
        return {};
    }
    bool ok = false;
    const int number = QStringView(target).mid(colon + 1).toInt(&ok);
    QString host = target.left(colon);
    if (host.endsWith(u':') && !host.endsWith(u"]:"_s) && host.count(u':') == 1) {
        host.chop(1);
    }
    if (host.startsWith(u'[') && host.endsWith(u']')) {
        host = host.mid(1, host.size() - 2);
    } else if (host.contains(u':')) {
        return {};
    }
    if (!ok || number < 0 || number > 65535 || host.startsWith(u'-')) {
        return {};
    }
    const auto port = static_cast<quint16>(number < 100 ? 5900 + number : number);
    return TcpPort{host.isEmpty() ? u"127.0.0.1"_s : host, port};
}
}
