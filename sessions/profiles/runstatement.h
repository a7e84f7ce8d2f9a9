// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QList>
#include <QString>
#include <QStringList>

namespace Nightdesk
{
/// What else a display runs at the summit, or gives to what runs there; what weakens a link, leads on from it, or is not allowed. A server or viewer that the
/// host itself has is none: it does no more than the display needs.
struct RunExtra {
    enum class What {
        Server, ///< of its own display: the program and its arguments
        ServerArguments, ///< given to the one that the host has
        Viewer, ///< the one at the summit: the program and its arguments
        ViewerLink, ///< the id of the link to the host that the viewer runs on
        WarmArguments, ///< of a program that is started early
        Resources, ///< X resources
        Fonts, ///< where its display's server looks for fonts
        Group, ///< whose members may join its display
        Algorithms, ///< weaker ones that a link offers
        Clipboard, ///< of a desktop, where it does not pass both ways; a value of the profile
        ViewOnly, ///< of a desktop
        Broker ///< of a link that leads to the facility's broker: where that listens as seen from there
    };
    What what = What::Server;
    QStringList words;
    bool operator==(const RunExtra &) const = default;
};

/// One thing that a profile does in the observer's name. {account} stands literally: which account is typed tonight is the
/// observer's own choice and no change of the profile.
struct RunItem {
    enum class Kind {
        Link, ///< logs in to a host
        Desktop, ///< shows a VNC server and may type into it
        Window ///< runs a program
    };
    Kind kind = Kind::Link;
    QString id; ///< of the link, desktop or window
    QString account; ///< at that host; empty: the ssh config's or the desk's own user
    QString host; ///< "host" or "host:port" of the link
    QStringList through; ///< Link: jump hosts, outermost first
    QStringList identities; ///< Link: private keys that the profile names, absolute
    QString knownHosts; ///< Link: the file that says which hosts are known, absolute; empty: none but the desk's
    QString link; ///< Desktop, Window: the id of the link that leads there; hosts of one name may lie behind different gateways
    QString address; ///< Desktop: where its server is, ":1", "127.0.0.1:5901" or a socket's path
    QStringList command; ///< Window: program and arguments. Link: what lists the desktops that run there; empty: nothing does
    bool trusted = false; ///< Window: it, or the viewer at the summit that shows it (as a desktop's may), can read every key typed at the desk
    QStringList hostKeys = {}; ///< Link: what knownHosts says of the hosts, each line as KnownHost::text() has it, sorted
    QList<RunExtra> extras = {}; ///< each kind once at most, in the order of its enum
    bool operator==(const RunItem &) const = default;
};

/// All that a profile would run where, in the profile's order: links, desktops, windows; and as whom.
struct RunStatement {
    QStringList accounts; ///< the profile's list; empty: free
    QList<RunItem> items;
    bool operator==(const RunStatement &) const = default;
};

/// What differs between what was agreed to and what would run now.
struct RunChange {
    enum class Kind {
        Same,
        Added,
        Changed,
        Removed
    };
    Kind kind = Kind::Same;
    RunItem now; ///< empty id: Removed
    RunItem before; ///< empty id: Added
    bool operator==(const RunChange &) const = default;
};

/// Whether the person at this desk agreed to what a profile would run.
struct TrustVerdict {
    enum class State {
        Asks, ///< never agreed to: ask
        Changed, ///< agreed to another form: ask, and show what changed
        Agreed, ///< agreed to this very form
        Administrator ///< installed by the administrator: never asks
    };
    State state = State::Asks;
    QString hash; ///< SHA-256 of the statement, hexadecimal; what is agreed to
    RunStatement now;
    RunStatement before; ///< Changed: what was agreed to
    QList<RunChange> changes; ///< every item of now in its order, then what was removed
    QDateTime agreedAt; ///< UTC; invalid: never
    /// A person has to be asked before it is connected.
    bool asks() const
    {
        return state == State::Asks || state == State::Changed;
    }
    bool operator==(const TrustVerdict &) const = default;
};
}
