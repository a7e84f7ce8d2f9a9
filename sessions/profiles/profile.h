// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/quality.h"
#include "sessions/common/knownhostsfile.h"
#include "sessions/profiles/runmanifest.h"

#include <QDateTime>
#include <QHash>
#include <QList>
#include <QMap>
#include <QMetaType>
#include <QString>
#include <QStringList>

#include <expected>
#include <optional>
#include <variant>

namespace Nightdesk
{
/// The place of a value in a file.
struct SourcePlace {
    QString file;
    int line = 0; ///< line number from 1, as in editors; 0 if the message does not concern a single line
    int column = 0; ///< column number from 1, in characters (code points), as in editors
    bool operator==(const SourcePlace &) const = default;
    /// "file:line:column" as in compiler messages; "file" if there is no line.
    QString toString() const
    {
        return line > 0 ? QStringLiteral("%1:%2:%3").arg(file, QString::number(line), QString::number(column)) : file;
    }
};

enum class Severity {
    Warning,
    Error
};

/// One error in a profile or facility file.
struct ProfileError {
    SourcePlace place;
    Severity severity = Severity::Error;
    QString message; ///< translated: what is wrong and what was expected
    bool operator==(const ProfileError &) const = default;
};

/// Which server shows a display, and where its viewer runs.
enum class Topology {
    X11, ///< an X program that this desk's X server shows
    Vnc, ///< a VNC desktop that Nightdesk shows
    VncAtSummit, ///< a VNC server whose viewer runs on the summit host; this desk's X server shows the viewer
    VncApp ///< an X program in a private X server on the summit host, which Nightdesk shows
};
/// Whether ssh compresses a connection.
enum class Compression {
    Off,
    On,
    Auto
};
/// Who is allowed to send keyboard and pointer input to a desktop.
enum class InputPermission {
    Everyone,
    OneAtATime, ///< "baton" in profiles: reserved, with a warning to whoever writes it; everyone can send input
    ViewOnly
};
/// Whether a program starts again after a lost connection ended it.
enum class RestartPolicy {
    Ask,
    Auto,
    Never
};
/// When a program starts.
enum class StartPolicy {
    Connect, ///< the program starts when the user connects the instrument
    Preload, ///< the program is started before the user connects the instrument; its windows stay hidden until then
    Manual ///< the program starts when an observer starts it in the console
};

/// The discover key of a link: how to find the desktops that run tonight.
struct DiscoverSpec {
    QStringList command; ///< command to run at the link's host; variables are replaced already
    QString pattern; ///< a QRegularExpression; its groups are "display" (":3" or "3"), "port" or "socket", and optionally "title"
    bool operator==(const DiscoverSpec &) const = default;
};

/// [link.ID]: one ssh connection to one host.
struct LinkSpec {
    QString id;
    QString host; ///< a name, an address, or an alias of the user's ssh configuration; empty: direct connection without ssh, never in a profile
    std::optional<quint16> port; ///< empty: the port of the ssh configuration, otherwise 22
    QString user; ///< empty: the user of the ssh configuration, otherwise the local user
    QStringList jumpHosts; ///< "[user@]host[:port]", outermost first
    QStringList privateKeyFiles; ///< private key files, absolute; empty: those of the ssh configuration and the agent
    QString knownHostsPath; ///< an additional known_hosts file, read only, absolute; empty: none
    Compression compression = Compression::Auto;
    /// Value of the key algorithms.add: OpenSSH's names of algorithms for an old ssh server, which are offered after the usual ones.
    QStringList addedAlgorithms;
    SourcePlace place;
    std::optional<DiscoverSpec> discover = {};
    std::optional<QList<KnownHost>> hostKeys = {}; ///< approved keys of the link's hosts in knownHostsPath; empty: the file was not read
    QString contact = {}; ///< the person of the facility to contact; empty: none is named
    bool operator==(const LinkSpec &) const = default;
};

struct DisplayNumber {
    int number = 0; ///< RFB port 5900 + number, on the loopback address of the summit host
    bool operator==(const DisplayNumber &) const = default;
};
struct TcpAddress {
    QString host = QStringLiteral("127.0.0.1"); ///< host of the VNC server, as seen from the link's host
    quint16 port = 0;
    bool operator==(const TcpAddress &) const = default;
};
struct UnixSocket {
    QString path; ///< absolute path of the socket on the link's host
    bool operator==(const UnixSocket &) const = default;
};
/// The discover key of a desktop: identifies one of the desktops that the link's discover command finds. Either title or linePattern is set.
struct DesktopSelector {
    QString title; ///< text that the group "title" of DiscoverSpec::pattern matches in the desktop's line of output
    QString linePattern; ///< a QRegularExpression that matches the desktop's line in the output of the discover command
    bool operator==(const DesktopSelector &) const = default;
};
/// Address of a VNC desktop on the link's host.
using DesktopAddress = std::variant<DisplayNumber, TcpAddress, UnixSocket, DesktopSelector>;

/// Directions in which clipboard text is passed.
enum class ClipboardPolicy {
    Both,
    FromSummit, ///< text copied on the summit host can be pasted here
    ToSummit, ///< text copied here can be pasted on the summit host
    Off
};

/// A size in pixels.
struct PixelSize {
    int width = 0;
    int height = 0;
    bool operator==(const PixelSize &) const = default;
};

/// The viewer key of a display with topology vnc-at-summit: the viewer that runs on the summit host.
struct ViewerSpec {
    QString link; ///< link of the host that runs the viewer; empty: the display's own link
    /// Program and arguments of the viewer. {server} stands for the display's address; without {server} the address is the last argument. Empty: the
    /// host is asked for a viewer.
    QStringList command;
    bool operator==(const ViewerSpec &) const = default;
};

/// The share key of a window: who may join its private X server.
struct ServerShareSpec {
    enum class Scope {
        Nobody, ///< nobody but the user who started the program
        Account, ///< every desk that logs in to the host with the same account
        Group, ///< every desk that logs in to the host with the same account, and the members of a user group on the host
    };
    Scope scope = Scope::Account;
    QString hostGroup; ///< name of the group on the host; used if scope is Group
    bool operator==(const ServerShareSpec &) const = default;
};

/// The server key of a window: the VNC server that shows the program on the summit host.
struct AppServerSpec {
    QString command; ///< path of the VNC server on the host; empty: the host is asked for a suitable one
    QStringList arguments; ///< arguments that are added after Nightdesk's own ones
    bool operator==(const AppServerSpec &) const = default;
};

/// Properties that a profile expects of a desktop's VNC server. Nightdesk reports a difference.
struct ExpectedVncServer {
    QString visual; ///< "TrueColor 24"; empty: not specified
    std::optional<PixelSize> size;
    bool operator==(const ExpectedVncServer &) const = default;
};

/// [[desktop]]: a shared VNC desktop.
struct DesktopSpec {
    QString id;
    QString title;
    QString link;
    DesktopAddress address;
    Topology topology = Topology::Vnc;
    QString screen; ///< name of a screen at the site; empty: the first one
    InputPermission input = InputPermission::Everyone;
    Quality quality = Quality::Auto;
    SourcePlace place;
    ExpectedVncServer expectedServer;
    QString color = {}; ///< color of its border and title, "#rrggbb"; empty: none
    ClipboardPolicy clipboard = ClipboardPolicy::Both;
    ViewerSpec viewer = {}; ///< used with the topology vnc-at-summit
    bool operator==(const DesktopSpec &) const = default;
};

/// An X geometry: size and position are both optional. Negative offsets are measured from the right or bottom edge (XParseGeometry).
struct WindowGeometry {
    using Size = PixelSize;
    /// Distance of the window's edge from the same edge of the screen: the left or right edge, and the top or bottom edge. "-20+30" is x = 20 with
    /// isFromRight, and y = 30. With a negative number the window's edge is outside the screen ("+-20").
    struct Offset {
        int x = 0;
        int y = 0;
        bool isFromRight = false;
        bool isFromBottom = false;
        bool operator==(const Offset &) const = default;
    };
    std::optional<Size> size; ///< size in pixels
    std::optional<Offset> offset; ///< pixels, relative to the screen (monitor)
    bool operator==(const WindowGeometry &) const = default;
};

/// What an X program needs from the X server that shows it.
struct WindowNeeds {
    QStringList visuals; ///< any of these is sufficient, best first; empty: any visual
    bool needsBackingStore = false;
    QStringList fonts; ///< fonts that the X server must have
    bool operator==(const WindowNeeds &) const = default;
};

/// [[window]]: an X program on the summit host.
struct WindowSpec {
    QString id;
    QString title;
    QString link;
    QStringList command; ///< the program and its arguments, {variables} replaced already
    Topology topology = Topology::X11;
    bool isTrusted = false; ///< whether the program is a trusted X client. False: ssh -X, true: ssh -Y
    QString screen;
    WindowGeometry geometry;
    StartPolicy start = StartPolicy::Connect;
    RestartPolicy restart = RestartPolicy::Ask;
    SourcePlace place;
    bool isSingleInstance = false; ///< single-instance = true: ask the host for a running instance first, never start a second
    WindowNeeds needs;
    QStringList xResources = {}; ///< X resources for the program, "XTerm*background: blue"
    ViewerSpec viewer = {}; ///< for vnc-at-summit
    // The next four are used only with a private X server (topology vnc-app or vnc-at-summit).
    AppServerSpec server = {};
    QString visual = {}; ///< visual of the private X server, for example "PseudoColor 8"; empty: TrueColor 24
    QStringList fonts = {}; ///< font paths on the host, in addition to the server's own
    ServerShareSpec share = {};
    // The next two are used only if start is Preload.
    /// Arguments with which the program is preloaded, in place of those in command; empty: those in command are used.
    QStringList preloadArguments = {};
    std::optional<int> preloadMinuteOfDay = {}; ///< when to preload: minutes since midnight in the facility's time zone; empty: only on request
    bool operator==(const WindowSpec &) const = default;
};

/// One instrument's profile with the values that apply at one site.
struct InstrumentProfile {
    QString file;
    QString id;
    QString name;
    QString description;
    QList<LinkSpec> links;
    QList<DesktopSpec> desktops;
    QList<WindowSpec> windows;
    QStringList accounts = {}; ///< allowed values of {account}; empty: any
    bool needsAccount = false; ///< {account} is used; it stays unreplaced if the reader was given no account
    QString site = {}; ///< id of the site whose values apply; empty: none
    bool operator==(const InstrumentProfile &) const = default;
};

/// [site.ID] of facility.toml: a place where observers work.
struct SiteSpec {
    QString id;
    QString name;
    QStringList screens; ///< names from left to right, e.g. left, centre, right
    /// Sizes of the screens for which facility.toml gives one. Only the checker uses them, since monitors differ between desks.
    QMap<QString, PixelSize> screenSizes = {};
    bool operator==(const SiteSpec &) const = default;
};

/// A person's role at the facility.
enum class SupportRole {
    ObservingAssistant,
    SupportAstronomer
};

/// Part of a day in the facility's time zone. May include midnight: 18:00 to 06:00.
struct HoursOfDay {
    int fromMinute = 0; ///< minute of the day, 0 to 1439
    int toMinute = 0; ///< end, exclusive: minute of the day, 0 to 1440; a value up to fromMinute is a time on the next day
    bool operator==(const HoursOfDay &) const = default;
};

/// [[person]] of facility.toml: who helps observers.
struct PersonSpec {
    QString name;
    SupportRole role = SupportRole::SupportAstronomer;
    QString phone; ///< phone number as written in the file; empty: none
    QString email; ///< email address; empty: none
    std::optional<HoursOfDay> hours; ///< hours in which the person can be reached; empty: at any time
    SourcePlace place;
    bool operator==(const PersonSpec &) const = default;
};

/// [[room]] of facility.toml: a video room in which people at different sites meet.
struct RoomSpec {
    QString name;
    QString url; ///< http or https
    SourcePlace place;
    bool operator==(const RoomSpec &) const = default;
};

/// [broker] of facility.toml: the MQTT broker through which desks and status boards exchange their state.
struct BrokerSpec {
    QString id; ///< the facility's name in topics: an identifier
    LinkSpec link; ///< the ssh link to the broker's host
    std::variant<TcpAddress, UnixSocket> address; ///< address of the broker, to which the link's host connects
    QStringList pagerCommand; ///< command of the facility that wakes the support astronomer; never run through a shell or on a desk; empty: none
    SourcePlace place;
    /// The link's values use {account}. If the facility was read without an account, {account} is still in them, and must be replaced before the link
    /// is connected.
    bool needsAccount = false;
    bool operator==(const BrokerSpec &) const = default;
};

/// A profile file with errors: the list shows it with its errors.
struct BrokenProfile {
    QString file;
    QString id; ///< the profile's id if it could be read, otherwise the file's base name
    QList<ProfileError> errors;
    /// The last valid version of the profile, with the values that apply at this site.
    std::optional<InstrumentProfile> lastValid = {};
    QDateTime lastValidAt = {}; ///< UTC time at which the last valid version was read; invalid if there is none
    bool operator==(const BrokenProfile &) const = default;
};

/// A facility directory: facility.toml and profiles/*.toml.
struct Facility {
    QString directory;
    QString name;
    QString timezone; ///< IANA name of the time zone
    QList<SiteSpec> sites;
    QList<InstrumentProfile> profiles; ///< valid profiles, sorted by name
    QList<BrokenProfile> brokenProfiles;
    QList<ProfileError> errors; ///< errors and warnings of facility.toml, and the warnings of all profiles
    QList<PersonSpec> people = {}; ///< persons in the order of the file
    QList<RoomSpec> rooms = {};
    QHash<QString, TrustVerdict> trustVerdicts = {}; ///< verdicts by profile id; for valid profiles and last valid versions
    std::optional<double> longitude = {}; ///< degrees, east positive; for sidereal time
    std::optional<BrokerSpec> broker = {}; ///< the facility's message broker; empty: there is none
    bool operator==(const Facility &) const = default;
};

}

Q_DECLARE_METATYPE(Nightdesk::InstrumentProfile)
Q_DECLARE_METATYPE(Nightdesk::Facility)
