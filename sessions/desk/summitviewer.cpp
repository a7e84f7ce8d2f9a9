// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desk/summitviewer.h"

#include "sessions/profiles/format/keytable.h"
#include "sessions/profiles/valuegrammar.h"

#include <KLocalizedString>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
constexpr int firstPort = 5900;

QString withPort(const QString &host, int port)
{
    return (host.contains(u':') ? u"[%1]::%2"_s : u"%1::%2"_s).arg(host, QString::number(port));
}

/// $1 is the server; $2 is 1 for view-only. The script passes only options that the viewer's help lists, because an unknown option ends the viewer.
/// The options make the viewer exit with its server, without asking whether to reconnect. The session reads the exit code.
constexpr auto findViewer =
    "for v in vncviewer xtigervncviewer tigervncviewer; do "
    "p=$(command -v $v) || continue; "
    "h=$($p --help 2>&1 </dev/null); s=$1; o=$2; "
    "case $h in *RemoteResize*) ;; *) continue;; esac; "
    "set -- -FullScreen=0 -RemoteResize=0 -Shared=1; "
    "[ \"$o\" = 1 ] && set -- \"$@\" -ViewOnly=1; "
    "case $h in *AlertOnFatalError*) set -- \"$@\" -AlertOnFatalError=0;; esac; "
    "case $h in *ReconnectOnError*) set -- \"$@\" -ReconnectOnError=0;; esac; "
    "exec $p \"$@\" \"$s\"; done; exit 127"_L1;
}

QString SummitViewer::serverArgument(const DesktopAddress &address, const QString &host)
{
    if (const auto *display = std::get_if<DisplayNumber>(&address)) {
        // Some viewers take a display number of three digits for a port.
        return host.isEmpty() && display->number < 100 ? u"localhost:%1"_s.arg(display->number)
                                                       : withPort(host.isEmpty() ? u"localhost"_s : host, firstPort + display->number);
    }
    if (const auto *port = std::get_if<TcpAddress>(&address)) {
        const QString there = ValueGrammar::isLoopback(port->host) ? host.isEmpty() ? u"localhost"_s : host : port->host;
        return withPort(there, port->port);
    }
    const auto *socket = std::get_if<UnixSocket>(&address);
    return socket && host.isEmpty() ? socket->path : QString();
}

QStringList SummitViewer::command(const ViewerSpec &viewer, const QString &server, bool isViewOnly)
{
    if (viewer.command.isEmpty()) {
        return {u"sh"_s, u"-c"_s, findViewer, u"sh"_s, server, isViewOnly ? u"1"_s : u"0"_s};
    }
    const QString placeholder = u'{' + serverVariable + u'}';
    QStringList result;
    bool isNamed = false;
    for (const QString &word : viewer.command) {
        isNamed = isNamed || word.contains(placeholder);
        result.append(QString(word).replace(placeholder, server));
    }
    return isNamed ? result : result << server;
}

WindowSpec SummitViewer::windowOf(const DesktopSpec &desktop)
{
    WindowSpec window;
    window.id = desktop.id;
    window.title = desktop.title;
    window.link = desktop.viewer.link.isEmpty() ? desktop.link : desktop.viewer.link;
    window.command = desktop.viewer.command.isEmpty() ? QStringList{u"vncviewer"_s} : desktop.viewer.command;
    window.topology = Topology::VncAtSummit;
    window.isTrusted = true;
    window.screen = desktop.screen;
    window.restart = RestartPolicy::Auto; // the desktop continues to run, so restart the viewer
    window.place = desktop.place;
    window.viewer = desktop.viewer;
    return window;
}

WindowSpec SummitViewer::windowOf(const WindowSpec &window)
{
    WindowSpec viewer = window;
    viewer.link = window.viewer.link.isEmpty() ? window.link : window.viewer.link;
    viewer.topology = Topology::VncAtSummit;
    viewer.isTrusted = true;
    viewer.restart = RestartPolicy::Auto; // the private X server continues to run without the link, so restart the viewer
    viewer.xResources.clear(); // X resources are for the program, whose private X server sets them
    return viewer;
}

Failure SummitViewer::socketOnOtherHost(const QString &host, const QString &desktop)
{
    return {.kind = FailureKind::Refused,
            .what = i18nc("@info %1: a host", "This desktop uses a Unix socket of %1, which a viewer on another host cannot reach.", host),
            .affectedItem = desktop,
            .advice = i18nc("@info keep viewer and link untranslated: keys of profiles",
                            "Choose another display mode (Show As). Or ask the facility staff to remove the “link” of the desktop’s “viewer” from the "
                            "profile.")};
}

Failure SummitViewer::alreadyRunning(const AppHolder &holder)
{
    return {.kind = FailureKind::Refused,
            .what = i18nc("@info", "The program was not started: it is already running, and only one instance may run."),
            .affectedItem = holder.site.isEmpty() ? i18nc("@info where a program was started; %1: an account", "started by %1", holder.account)
                                                  : i18nc("@info where a program was started; %1: a site", "started from %1", holder.site),
            .advice =
                i18nc("@info",
                      "Choose “Private X Server (vnc-app)” under Show As to view the running program here. This works only if its user shares the program.")};
}
}
