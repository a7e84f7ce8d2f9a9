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
/// `nightdesk`: the main window.
struct WindowCommand {
    QString facility; ///< empty: as set, else the system's
    bool resume = false; ///< what a console had connected that ended silently, without being clicked
    bool operator==(const WindowCommand &) const = default;
};
/// `nightdesk connect PROFILE`: the main window, connecting at once.
struct ConnectCommand {
    QString profile;
    QString site;
    QString facility;
    bool operator==(const ConnectCommand &) const = default;
};
/// `nightdesk view TARGET`: one desktop without a profile. Made by CommandLine and held by the Command it is part of.
struct DesktopCommand {
    QString target; ///< as typed, for titles
    DesktopAddress address;
    QString sshHost; ///< empty: straight from here
    QString sshUser;
    std::optional<quint16> sshPort;
    QString identity;
    bool viewOnly = false;
    bool fullScreen = false;

    /// What the terminal is told when it is shown, translated: that others can read along. Empty: nothing.
    QString notice() const;
    bool operator==(const DesktopCommand &) const = default;
};
/// `nightdesk demo`: the main window, connecting a small observatory on this computer.
struct DemoCommand {
    bool operator==(const DemoCommand &) const = default;
};
/// `nightdesk LINK`: what a web page or a mail wants to have opened; nothing happens without a question.
struct OpenCommand {
    QString link; ///< as it came
    QString facility;
    bool operator==(const OpenCommand &) const = default;
};
/// `nightdesk disconnect [PROFILE]`: in running consoles.
struct DisconnectCommand {
    QString profile; ///< empty: all
    bool operator==(const DisconnectCommand &) const = default;
};
/// `nightdesk raise [DISPLAY]`: of a running console.
struct RaiseCommand {
    QString display; ///< empty: the console's window
    bool operator==(const RaiseCommand &) const = default;
};
/// `nightdesk complete -- WORD...`: for shells.
struct CompleteCommand {
    QStringList words; ///< after the program's; the last is being typed
    bool operator==(const CompleteCommand &) const = default;
};
/// `nightdesk check FILE|DIR...`
struct CheckCommand {
    QStringList paths;
    bool json = false;
    bool operator==(const CheckCommand &) const = default;
};
/// `nightdesk show PROFILE`: the profile as it is in force at one site.
struct ShowCommand {
    QString profile; ///< an id, or a file
    QString site; ///< empty: as set
    QString facility; ///< empty: the file's, else as set, else the system's
    QString account; ///< empty: {account} stays
    bool json = false;
    bool operator==(const ShowCommand &) const = default;
};
/// `nightdesk edit [PROFILE|FILE]`: in the profile editor.
struct EditCommand {
    QString profile; ///< an id, or a file; empty: facility.toml
    QString facility; ///< empty: as set, else the system's
    bool operator==(const EditCommand &) const = default;
};
/// `nightdesk reference`: every key of the format.
struct ReferenceCommand {
    enum class Form {
        Page, ///< docs/facility/profile-reference.md
        FacilitySchema,
        ProfileSchema
    };
    Form form = Form::Page;
    bool operator==(const ReferenceCommand &) const = default;
};
/// `nightdesk trust PROFILE...`: agree beforehand to what profiles run, as when a desk is set up.
struct TrustCommand {
    QStringList profiles; ///< ids
    QString site;
    QString facility;
    bool yes = false; ///< agree without being asked
    bool operator==(const TrustCommand &) const = default;
};
/// `nightdesk board`: all desks of all sites, for support astronomers.
struct BoardCommand {
    QString facility; ///< empty: as set, else the system's
    QString name; ///< the SA whose credential is meant; empty: the one that there is
    bool operator==(const BoardCommand &) const = default;
};
/// `nightdesk status`: what the running consoles of this user show, and the board.
struct StatusCommand {
    bool json = false;
    bool operator==(const StatusCommand &) const = default;
};
/// `nightdesk measure`: the figures of connections and desktops.
struct MeasureCommand {
    static constexpr int mostSeconds = 3600;
    QString link; ///< host or id of the only connection that is meant; empty: all
    std::chrono::seconds span{}; ///< how long; 0: as they are now
    bool json = false;
    bool operator==(const MeasureCommand &) const = default;
};
/// `nightdesk visuals`: what X servers can show.
struct VisualsCommand {
    QString display; ///< to compare this session's with; empty: none
    QString link; ///< the same, those of this host as a running console knows them
    bool json = false;
    QString profile = {}; ///< a file: whether its displays fit; empty: none
    bool operator==(const VisualsCommand &) const = default;
};
/// `nightdesk xtrace COMMAND...`: what an X program says to its server, counted and drawn; of a run, of a file, or of two.
struct XTraceCommand {
    QStringList command; ///< to run
    std::chrono::microseconds delay{}; ///< of the line that it is put behind: there and back
    double bytesPerSecond = 0; ///< of that line; 0: no limit
    bool compress = false; ///< on that line, as ssh does
    QString replay; ///< a file that a run wrote
    QStringList compare; ///< two of them
    bool grid = false; ///< what its start would take over other links
    QString json; ///< files to write; empty: none, "-": standard output
    QString svg;
    QString png;
    bool operator==(const XTraceCommand &) const = default;
};
/// `nightdesk broker`: the facility's broker.
struct BrokerCommand {
    enum class Action {
        Run,
        AddDesk,
        AddSa,
        Remove,
        List
    };
    Action action = Action::Run;
    QString name; ///< "santa-cruz/left", "ann"
    QString directory; ///< empty: this user's
    QString facility; ///< an id, or a directory; empty: as it was said before
    std::optional<quint16> port; ///< of the loopback
    QString socket; ///< empty, and no port: that of the runtime directory
    QStringList pager;
    QString output; ///< empty: in the current directory
    bool json = false;
    bool operator==(const BrokerCommand &) const = default;
};
/// Print this and leave with this exit code: help, version, or what is wrong with the arguments.
struct PrintCommand {
    QString text;
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
