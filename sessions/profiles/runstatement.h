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
        Server, ///< program of the display's private X server, with its arguments
        ServerArguments, ///< additional arguments for the server that the host provides
        Viewer, ///< viewer program on the summit host, with its arguments
        ViewerLink, ///< id of the link to the host that runs the viewer
        PreloadArguments, ///< arguments of a program while it is preloaded
        Resources, ///< X resources
        Fonts, ///< font paths of the display's X server
        Group, ///< group whose members may join the display
        Algorithms, ///< weaker algorithms that a link offers
        Clipboard, ///< clipboard setting of a desktop, if text is not passed in both directions; a value of the profile
        ViewOnly, ///< the desktop accepts no input
        Broker ///< address of the facility's message broker, as seen from the host of the link that leads to the broker
    };
    Kind kind = Kind::Server;
    QStringList values;
    bool operator==(const RunDetail &) const = default;
};

/// One action of a profile in the observer's name. It contains {account} literally: the account is the observer's own choice and not a change of the
/// profile.
struct RunItem {
    enum class Kind {
        Link, ///< the profile logs in to a host
        Desktop, ///< the profile shows a VNC server and may send input to the server
        Window ///< the profile runs a program
    };
    Kind kind = Kind::Link;
    QString id; ///< id of the link, desktop or window
    QString account; ///< account at that host; empty: from the ssh configuration, or the local user
    QString host; ///< "host" or "host:port" of the link
    QStringList jumpHosts; ///< Link: jump hosts, outermost first
    QStringList identities; ///< Link: private keys that the profile names, absolute
    QString knownHostsPath; ///< Link: another known_hosts file, which the profile names, absolute; empty: none
    QString link; ///< Desktop, Window: id of its link; hosts with the same name may be behind different gateways
    QString address; ///< Desktop: address of its server, ":1", "127.0.0.1:5901" or a socket's path
    QStringList command; ///< Window: program and arguments. Link: the command that lists the desktops on its host; empty: none
    /// Window: the program, or the viewer on the summit host that shows the program, can read every key typed at the desk. Desktop: the viewer can.
    bool isTrusted = false;
    QStringList hostKeys = {}; ///< Link: host keys in knownHostsPath, each line in the form of KnownHost::text(), sorted
    QList<RunDetail> runDetails = {}; ///< at most one entry for each kind, in the order of the enum
    bool operator==(const RunItem &) const = default;
};

/// Everything that a profile would run, where and as whom, in the profile's order: links, desktops, windows.
struct RunStatement {
    QStringList accounts; ///< accounts that the profile allows for {account}; empty: any account
    QList<RunItem> items;
    bool operator==(const RunStatement &) const = default;
};

/// Difference between one approved item and the current one.
struct RunChange {
    enum class Kind {
        Same,
        Added,
        Changed,
        Removed
    };
    Kind kind = Kind::Same;
    RunItem currentItem; ///< the current item; its id is empty if Removed
    RunItem approvedItem; ///< the approved item; its id is empty if Added
    bool operator==(const RunChange &) const = default;
};

/// Whether the user of this desk approved what a profile would run.
struct TrustVerdict {
    enum class State {
        NeverApproved, ///< the user must be asked
        Changed, ///< another version was approved: ask the user, and show what changed
        Approved, ///< this version was approved
        InstalledByAdministrator ///< the user is never asked
    };
    State state = State::NeverApproved;
    QString hash; ///< SHA-256 of the statement, hexadecimal; identifies what is approved
    RunStatement currentStatement;
    RunStatement approvedStatement; ///< if state is Changed: the approved statement
    QList<RunChange> changes; ///< every item of currentStatement in its order, then the removed items
    QDateTime approvedAt; ///< UTC time of the approval; invalid: never approved
    /// The user must be asked before the profile is connected.
    bool mustAskUser() const
    {
        return state == State::NeverApproved || state == State::Changed;
    }
    bool operator==(const TrustVerdict &) const = default;
};
}
