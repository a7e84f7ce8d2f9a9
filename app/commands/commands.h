// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>
#include <variant>

namespace Nightdesk
{
/// `nightdesk` without a command: opens the main window.
struct WindowCommand {
    QString facility; ///< empty: the facility of the settings, else the system's
    bool resume = false; ///< reconnect what a console that ended unexpectedly had connected, without a click
    bool operator==(const WindowCommand &) const = default;
};
/// `nightdesk connect PROFILE`: the main window, connecting at once.
struct ConnectCommand {
    QString profile;
    QString site;
    QString facility;
    bool operator==(const ConnectCommand &) const = default;
};
/// `nightdesk view TARGET`: one desktop without a profile. Created by CommandLine, which returns it inside a Command.
struct DesktopCommand {
    QString typedAddress; ///< the desktop as the user typed it, for titles
    DesktopAddress address;
    QString sshHost; ///< empty: a direct connection, without ssh
    QString sshUser;
    std::optional<quint16> sshPort;
    QString identityFile;
    bool viewOnly = false;
    bool fullScreen = false;

    /// A warning for the terminal that others can read the unencrypted connection. Translated; empty: no warning is
    /// needed.
    QString unencryptedConnectionWarning() const;
    bool operator==(const DesktopCommand &) const = default;
};
/// `nightdesk demo`: the main window, connected to a small demonstration observatory on this computer.
struct DemoCommand {
    bool operator==(const DemoCommand &) const = default;
};
/// `nightdesk LINK`: opens a link of a web page or a mail, after asking the user.
struct OpenCommand {
    QString link; ///< the URL exactly as it was passed
    QString facility;
    bool operator==(const OpenCommand &) const = default;
};
/// `nightdesk disconnect [PROFILE]`: disconnects instruments in running consoles.
struct DisconnectCommand {
    QString profile; ///< id of the profile to disconnect; empty: all profiles
    bool operator==(const DisconnectCommand &) const = default;
};
/// `nightdesk raise [DISPLAY]`: raises a window of a running console.
struct RaiseCommand {
    QString display; ///< display whose window is raised; empty: the console's main window
    bool operator==(const RaiseCommand &) const = default;
};
/// `nightdesk complete -- WORD...`: lists completions for shells.
struct CompleteCommand {
    QStringList words; ///< words of the command line after the program's name; the user is typing the last one
    bool operator==(const CompleteCommand &) const = default;
};
/// `nightdesk check FILE|DIR...`: lists errors in profiles and facilities.
struct CheckCommand {
    QStringList paths;
    bool json = false;
    bool operator==(const CheckCommand &) const = default;
};
/// `nightdesk show PROFILE`: the profile's effective values at one site.
struct ShowCommand {
    QString profile; ///< a profile's id or file
    QString site; ///< id of the site; empty: the site of the settings
    QString facility; ///< empty: the facility of the profile's file, else of the settings, else of the system
    QString account; ///< the value for {account}; empty: {account} is not replaced
    bool json = false;
    bool operator==(const ShowCommand &) const = default;
};
/// `nightdesk edit [PROFILE|FILE]`: opens the file in the profile editor.
struct EditCommand {
    QString profile; ///< a profile's id or file; empty: facility.toml
    QString facility; ///< empty: the facility of the settings, else the system's
    bool operator==(const EditCommand &) const = default;
};
/// `nightdesk reference`: describes every key of the profile format.
struct ReferenceCommand {
    enum class OutputFormat {
        MarkdownPage, ///< the Markdown page docs/facility/profile-reference.md
        FacilitySchema,
        ProfileSchema
    };
    OutputFormat outputFormat = OutputFormat::MarkdownPage;
    bool operator==(const ReferenceCommand &) const = default;
};
/// `nightdesk trust PROFILE...`: approves in advance what profiles run, for example when a workstation is set up.
struct TrustCommand {
    QStringList profiles; ///< ids of profiles
    QString site;
    QString facility;
    bool approvesWithoutAsking = false; ///< approve without questions
    bool operator==(const TrustCommand &) const = default;
};
/// `nightdesk board`: the status board with the desks of all sites, for support astronomers (SA).
struct BoardCommand {
    QString facility; ///< empty: the facility of the settings, else the system's
    QString credentialName; ///< support astronomer (SA) whose credential is used; empty: the only credential
    bool operator==(const BoardCommand &) const = default;
};
/// `nightdesk status`: the state of this user's running consoles, and of the status board.
struct StatusCommand {
    bool json = false;
    bool operator==(const StatusCommand &) const = default;
};
/// `nightdesk measure`: measured figures of connections and desktops.
struct MeasureCommand {
    static constexpr int maxSeconds = 3600;
    QString link; ///< measure only the connection with this host or id; empty: all
    std::chrono::seconds span{}; ///< how long to measure; 0: only the present figures
    bool json = false;
    bool operator==(const MeasureCommand &) const = default;
};
/// `nightdesk visuals`: compares the visuals of X servers.
struct VisualsCommand {
    QString display; ///< X server to compare with the one of this session; empty: no comparison
    QString link; ///< host whose X servers, as a running console knows them, are compared
    bool json = false;
    QString profile = {}; ///< a profile's file: reports whether the profile's displays fit the X servers; empty: none
    bool operator==(const VisualsCommand &) const = default;
};
/// `nightdesk xtrace COMMAND...`: counts and draws what an X program sends to its X server: for a run, for a recorded file, or for two files
/// compared.
struct XTraceCommand {
    QStringList command; ///< the program to run, with its arguments
    std::chrono::microseconds emulatedRoundTrip{}; ///< round trip of an emulated connection between the program and the X server
    double bytesPerSecond = 0; ///< rate of the emulated connection; 0: no limit
    bool compress = false; ///< compress the data on the emulated connection, as ssh does
    QString replayFile; ///< a recorded file to read instead of running a program
    QStringList comparedFiles; ///< two recorded files to compare
    bool predictsStartTimes = false; ///< also predict the program's start time on other connections
    QString jsonFile; ///< file for the JSON report; here and below, empty: no file, "-": standard output
    QString svgFile; ///< file for the plot as SVG
    QString pngFile; ///< file for the plot as PNG
    bool operator==(const XTraceCommand &) const = default;
};
/// `nightdesk broker`: the facility's message broker.
struct BrokerCommand {
    enum class Action {
        Run,
        AddDesk,
        AddSupportAstronomer,
        Remove,
        List
    };
    Action action = Action::Run;
    QString userName; ///< a desk or an SA, for example "santa-cruz/left" or "ann"
    QString directory; ///< directory with the broker's files; empty: this user's default
    QString facility; ///< facility's id or directory; empty: as set by an earlier command
    std::optional<quint16> port; ///< TCP port to listen on, at the loopback interface
    QString socketPath; ///< path of the Unix socket to listen on; if empty and there is no port: the socket in the runtime directory
    QStringList pagerCommand;
    QString credentialFile; ///< credential file to create; empty: a file with a default name in the current directory
    bool json = false;
    bool operator==(const BrokerCommand &) const = default;
};
/// The result of parsing if nothing is to be run: print the text and exit with this code. For help, version and errors
/// in the arguments.
struct PrintCommand {
    QString textToPrint;
    int exitCode = 0;
    bool operator==(const PrintCommand &) const = default;
};
using Command = std::variant<WindowCommand,
                             ConnectCommand,
                             DesktopCommand,
                             OpenCommand,
                             DisconnectCommand,
                             RaiseCommand,
                             CompleteCommand,
                             CheckCommand,
                             ShowCommand,
                             EditCommand,
                             ReferenceCommand,
                             TrustCommand,
                             BoardCommand,
                             DemoCommand,
                             StatusCommand,
                             MeasureCommand,
                             VisualsCommand,
                             XTraceCommand,
                             BrokerCommand,
                             PrintCommand>;
}
