// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/quality.h"
#include "sessions/common/knownhostsfile.h"
#include "sessions/profiles/runstatement.h"

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
/// Where a value stands in a file.
struct SourcePlace {
    QString file;
    int line = 0; ///< from 1, as editors count; 0 when no line is to blame
    int column = 0; ///< from 1, in characters (code points), as editors count
    bool operator==(const SourcePlace &) const = default;
    /// "file:line:column" as compilers write it; "file" where no line is to blame.
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

enum class Topology {
    X11,
    Vnc,
    VncAtSummit,
    VncApp
};
enum class Compression {
    Off,
    On,
    Auto
};
enum class InputPolicy {
    Free,
    Baton,
    ViewOnly
};
enum class RestartPolicy {
    Ask,
    Auto,
    Never
};
enum class StartPolicy {
    Connect,
    Warm,
    Manual
};

/// discover of a link: how the desktops that run tonight are found.
struct DiscoverSpec {
    QStringList command; ///< runs at the link's host; variables replaced already
    QString pattern; ///< a QRegularExpression; its groups "display" (":3" or "3"), "port" or "socket", and "title" where there is one
    bool operator==(const DiscoverSpec &) const = default;
};

/// [link.ID]: one ssh connection to one host.
struct LinkSpec {
    QString id;
    QString host; ///< a name, an address, or an alias of the user's ssh config; empty (never in a profile): straight from here, without ssh
    std::optional<quint16> port; ///< empty: the ssh config's, else 22
    QString user; ///< empty: the ssh config's, else the local user
    QStringList jump; ///< "[user@]host[:port]", outermost first
    QStringList identities; ///< private key files, absolute; empty: the ssh config's and the agent's
    QString knownHosts; ///< a further known_hosts file, read only, absolute; empty: none
    Compression compression = Compression::Auto;
    QStringList addedAlgorithms; ///< algorithms.add: for an old sshd, names as OpenSSH has them; offered after the usual ones
    SourcePlace place;
    std::optional<DiscoverSpec> discover = {};
    std::optional<QList<KnownHost>> hostKeys = {}; ///< what knownHosts says of the link's hosts, as approved; empty: it was not read
    QString contact = {}; ///< whom of the facility's people to call; empty: none is named
    bool operator==(const LinkSpec &) const = default;
};

struct DisplayNumber {
    int number = 0; ///< RFB port 5900 + number, loopback of the summit host
    bool operator==(const DisplayNumber &) const = default;
};
struct TcpPort {
    QString host = QStringLiteral("127.0.0.1"); ///< as seen from the far end of the link
    quint16 port = 0;
    bool operator==(const TcpPort &) const = default;
};
struct UnixSocket {
    QString path; ///< absolute, at the far end of the link
    bool operator==(const UnixSocket &) const = default;
};
/// discover of a desktop: which of those that its link's discover finds tonight. One of the two is given.
struct DiscoveredDesktop {
    QString title; ///< the one whose group "title" is this
    QString match; ///< the one whose line this QRegularExpression matches
    bool operator==(const DiscoveredDesktop &) const = default;
};
/// Where a VNC desktop is to be found at the far end.
using DesktopAddress = std::variant<DisplayNumber, TcpPort, UnixSocket, DiscoveredDesktop>;

/// Which way texts of the clipboard go.
enum class ClipboardPolicy {
    Both,
    FromSummit, ///< what is copied there can be pasted here
    ToSummit, ///< what is copied here can be pasted there
    Off
};

/// A size in pixels.
struct PixelSize {
    int width = 0;
    int height = 0;
    bool operator==(const PixelSize &) const = default;
};

/// viewer of a display whose topology is vnc-at-summit: the viewer that runs there.
struct ViewerSpec {
    QString link; ///< of the host that it runs on; empty: the display's own
    QStringList command; ///< with {server} where the display's address goes, else that comes last; empty: asked of the host
    bool operator==(const ViewerSpec &) const = default;
};

/// share of a window: who may join the display of its own that it runs in.
struct ShareSpec {
    enum class With {
        Nobody, ///< but who started it
        Account, ///< every desk that logs in as the same account
        Group, ///< and the members of a group of the host
    };
    With with = With::Account;
    QString group; ///< of Group
    bool operator==(const ShareSpec &) const = default;
};

/// server of a window: the VNC server that shows it at the summit.
struct AppServerSpec {
    QString command; ///< a program of the host; empty: asked of the host
    QStringList arguments; ///< after ours
    bool operator==(const AppServerSpec &) const = default;
};

/// What a profile says about a desktop's server; a server that differs is worth a finding.
struct ExpectedServer {
    QString visual; ///< "TrueColor 24"; empty: nothing said
    std::optional<PixelSize> size;
    bool operator==(const ExpectedServer &) const = default;
};

/// [[desktop]]: a shared VNC desktop.
struct DesktopSpec {
    QString id;
    QString title;
    QString link;
    DesktopAddress address;
    Topology topology = Topology::Vnc;
    QString screen; ///< a screen name of the site; empty: the first
    InputPolicy input = InputPolicy::Free;
    Quality quality = Quality::Auto;
    SourcePlace place;
    ExpectedServer expect;
    QString colour = {}; ///< of its border and title, "#rrggbb"; empty: none given
    ClipboardPolicy clipboard = ClipboardPolicy::Both;
    ViewerSpec viewer = {}; ///< of vnc-at-summit
    bool operator==(const DesktopSpec &) const = default;
};

/// An X geometry: size and place may each be missing. Negative offsets count from the right or bottom edge (XParseGeometry).
struct WindowGeometry {
    using Size = PixelSize;
    /// How far the window's own edge is from the screen's left (right) and top (bottom) edge: "-20+30" is x = 20 with
    /// fromRight, y = 30. A number below 0 lies outside the screen ("+-20").
    struct Offset {
        int x = 0;
        int y = 0;
        bool fromRight = false;
        bool fromBottom = false;
        bool operator==(const Offset &) const = default;
    };
    std::optional<Size> size; ///< pixels
    std::optional<Offset> offset; ///< pixels, relative to the screen (monitor)
    bool operator==(const WindowGeometry &) const = default;
};

/// What an X program asks of the X server that shows it.
struct WindowNeeds {
    QStringList visuals; ///< any of these will do, best first; empty: any
    bool backingStore = false;
    QStringList fonts; ///< all of these
    bool operator==(const WindowNeeds &) const = default;
};

/// [[window]]: an X program at the summit.
struct WindowSpec {
    QString id;
    QString title;
    QString link;
    QStringList command; ///< the program and its arguments, {variables} replaced already
    Topology topology = Topology::X11;
    bool trusted = false; ///< false: ssh -X, true: ssh -Y
    QString screen;
    WindowGeometry geometry;
    StartPolicy start = StartPolicy::Connect;
    RestartPolicy restart = RestartPolicy::Ask;
    SourcePlace place;
    bool onlyOne = false; ///< single-instance = true: ask the host first, never start a second
    WindowNeeds needs;
    QStringList xrm = {}; ///< X resources that the program is given, "XTerm*background: blue"
    ViewerSpec viewer = {}; ///< of vnc-at-summit
    // Of a display of its own (vnc-app, vnc-at-summit):
    AppServerSpec server = {};
    QString visual = {}; ///< "PseudoColor 8"; empty: TrueColor 24
    QStringList fonts = {}; ///< font paths of the host, beside the server's own
    ShareSpec share = {};
    // Of start = "preload":
    QStringList warmArguments = {}; ///< in place of those of command; empty: these
    std::optional<int> warmAt = {}; ///< minutes of the day in the facility's time zone; empty: by hand only
    bool operator==(const WindowSpec &) const = default;
};

/// One instrument's profile as it is in force at one site.
struct InstrumentProfile {
    QString file;
    QString id;
    QString name;
    QString description;
    QList<LinkSpec> links;
    QList<DesktopSpec> desktops;
    QList<WindowSpec> windows;
    QStringList accounts = {}; ///< those that {account} may be; empty: any
    bool needsAccount = false; ///< {account} is used; it stands literally where no account was given to the reader
    QString site = {}; ///< the id of that site; empty: none
    bool operator==(const InstrumentProfile &) const = default;
};

/// [site.ID] of facility.toml.
struct SiteSpec {
    QString id;
    QString name;
    QStringList screens; ///< names from left to right, e.g. left, centre, right
    QMap<QString, PixelSize> screenSizes = {}; ///< of those screens of which it is told; for the checker, monitors differ from desk to desk
    bool operator==(const SiteSpec &) const = default;
};

/// What a person does at the facility.
enum class SupportRole {
    ObservingAssistant,
    SupportAstronomer
};

/// Part of a day in the facility's time zone. It may run past midnight: 18:00 to 06:00.
struct HoursOfDay {
    int fromMinute = 0; ///< of the day, 0 to 1439
    int toMinute = 0; ///< of the day, 0 to 1440; exclusive. Not after fromMinute: it ends the next day
    bool operator==(const HoursOfDay &) const = default;
};

/// [[person]] of facility.toml: who helps observers.
struct PersonSpec {
    QString name;
    SupportRole role = SupportRole::SupportAstronomer;
    QString phone; ///< as written; empty: none
    QString email; ///< empty: none
    std::optional<HoursOfDay> hours; ///< empty: at any time
    SourcePlace place;
    bool operator==(const PersonSpec &) const = default;
};

/// [[room]] of facility.toml: where people of different sites meet.
struct RoomSpec {
    QString name;
    QString link; ///< http or https
    SourcePlace place;
    bool operator==(const RoomSpec &) const = default;
};

/// [broker] of facility.toml: the MQTT broker by which desks and boards know of each other.
struct BrokerSpec {
    QString id; ///< the facility's in topics: an identifier
    LinkSpec link; ///< the ssh link that leads there
    std::variant<TcpPort, UnixSocket> address; ///< as seen from the link's far end
    QStringList pager; ///< a command of the facility that wakes the SA; empty: none. Never through a shell, and never on a desk
    SourcePlace place;
    /// {account} is used in link; it stands literally where no account was given to the reader: whoever connects then asks for
    /// the account and reads again, as for a profile, or puts it in.
    bool needsAccount = false;
    bool operator==(const BrokerSpec &) const = default;
};

/// A profile file that could not be read as a whole: the list shows it with its errors.
struct BrokenProfile {
    QString file;
    QString id; ///< as far as it could be read, else the file's base name
    QList<ProfileError> errors;
    std::optional<InstrumentProfile> lastGood = {}; ///< its last form without an error, as it is in force at this site
    QDateTime lastGoodAt = {}; ///< UTC; when that form was read; invalid without one
    bool operator==(const BrokenProfile &) const = default;
};

/// A facility directory: facility.toml and profiles/*.toml.
struct Facility {
    QString directory;
    QString name;
    QString timezone; ///< IANA name
    QList<SiteSpec> sites;
    QList<InstrumentProfile> profiles; ///< by name
    QList<BrokenProfile> broken;
    QList<ProfileError> errors; ///< of facility.toml itself; warnings of all files
    QList<PersonSpec> people = {}; ///< in the file's order
    QList<RoomSpec> rooms = {};
    QHash<QString, TrustVerdict> trust = {}; ///< by the profile's id; of good ones and of last good forms
    std::optional<double> longitude = {}; ///< degrees, east positive; for sidereal time
    std::optional<BrokerSpec> broker = {}; ///< empty: the facility has none
    bool operator==(const Facility &) const = default;
};

/// All errors of a file at once, in the file's order; never empty when it is the error.
using ProfileResult = std::expected<InstrumentProfile, QList<ProfileError>>;
}

Q_DECLARE_METATYPE(Nightdesk::InstrumentProfile)
Q_DECLARE_METATYPE(Nightdesk::Facility)
