// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QList>
#include <QString>
#include <QStringList>

namespace Nightdesk
{
/// Other programs that a display runs on the summit host, data that it passes to them, options that weaken or extend a link, and restrictions. A
/// server or viewer that the host provides is not listed: it does only what the display needs.
struct RunDetail {
    enum class Kind {
        PrivateServerCommand, ///< the command, with arguments, that starts the private X server of the display
        PrivateServerArguments, ///< additional arguments for the private X server, if the host's usual server program is used
        ViewerCommand, ///< the command, with arguments, that starts the viewer on the summit host
        ViewerHostLink, ///< id of the link to the host that runs the viewer, if it is not the display's own link
        PreloadArguments, ///< arguments of a program while it is preloaded
        Resources, ///< X resources
        Fonts, ///< font paths of the display's X server
        Group, ///< user group on the host, whose members may join the display
        Algorithms, ///< weaker algorithms that a link offers
        Clipboard, ///< the profile's value of the key "clipboard" of a desktop, if text is not passed in both directions
        ViewOnlyDesktop, ///< the profile makes the desktop view-only: it accepts no input
        BrokerAddress ///< address at which the facility's message broker listens; the host of the item's link connects to it
    };
    Kind kind = Kind::PrivateServerCommand;
    QStringList values;
    bool operator==(const RunDetail &) const = default;
};

/// One action of a profile in the observer's name. It contains {account} literally: the account is the observer's own choice and not a change of the
/// profile.
struct RunItem {
    enum class Kind {
        Link, ///< the profile logs in to a host
        Desktop, ///< the profile shows the desktop of a VNC server; the user's input is sent to it
        Window ///< the profile runs a program
    };
    Kind kind = Kind::Link;
    QString id; ///< id of the link, desktop or window
    QString account; ///< account at that host; empty: from the ssh configuration, or the local user
    QString host; ///< "host" or "host:port" of the link
    QStringList jumpHosts; ///< only for links: jump hosts, outermost first
    QStringList privateKeyFiles; ///< only for links: absolute paths of private keys that the profile names
    QString knownHostsPath; ///< only for links: absolute path of a known_hosts file that the profile adds to the user's; empty: none
    /// Only for desktops and windows: id of the link. The host's name is not enough, since two hosts of that name may be behind different gateways.
    QString link;
    QString vncServerAddress; ///< only for desktops: address of the VNC server: ":1", "127.0.0.1:5901" or the path of a socket
    QStringList command; ///< for windows: program and arguments; for links: the command that lists the desktops on its host, empty: none
    /// Whether something that this item starts can read every key typed at the desk (a trusted X client): for windows the program, or the viewer on
    /// the summit host that shows the program; for desktops the viewer on the summit host.
    bool isTrusted = false;
    QStringList hostKeys = {}; ///< only for links: host keys in knownHostsPath, each line in the form of KnownHost::text(), sorted
    QList<RunDetail> runDetails = {}; ///< at most one entry for each kind, in the order of the enum
    bool operator==(const RunItem &) const = default;
};

/// The list of everything that a profile would do in the observer's name if it were connected: log in, show and run, with hosts and accounts. The
/// user approves this list. In the profile's order: links, desktops, windows.
struct RunManifest {
    QStringList accounts; ///< accounts that the profile allows for {account}; empty: any account
    QList<RunItem> items;
    bool operator==(const RunManifest &) const = default;
};

/// One item of a profile as the user approved it and as it is now.
struct RunItemChange {
    enum class Kind {
        Same,
        Added,
        Changed,
        Removed
    };
    Kind kind = Kind::Same;
    RunItem currentItem; ///< the current item; its id is empty if Removed
    RunItem approvedItem; ///< the approved item; its id is empty if Added
    bool operator==(const RunItemChange &) const = default;
};

/// Whether the user of this desk approved what a profile would run.
struct TrustVerdict {
    enum class State {
        NeverApproved, ///< the user never approved the profile, and must be asked before it is connected
        Changed, ///< the user approved another version: ask again, and show what changed
        Approved, ///< this version was approved
        InstalledByAdministrator ///< the user is never asked
    };
    State state = State::NeverApproved;
    QString manifestHash; ///< SHA-256 of currentManifest, hexadecimal; an approval applies to this hash
    RunManifest currentManifest; ///< what the profile would run now
    RunManifest approvedManifest; ///< what the user approved earlier; set only if state is Changed
    QList<RunItemChange> changes; ///< every item of currentManifest in its order, then the removed items
    QDateTime approvedAt; ///< UTC time of the approval; invalid: never approved
    /// The user must be asked before the profile is connected.
    bool mustAskUser() const
    {
        return state == State::NeverApproved || state == State::Changed;
    }
    bool operator==(const TrustVerdict &) const = default;
};
}
