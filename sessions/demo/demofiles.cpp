// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/demo/demofiles.h"

#include "sessions/profiles/toml/tomltext.h"

#include <KLocalizedString>

namespace Nightdesk::DemoFiles
{
using namespace Qt::StringLiterals;

namespace
{
QString tomlArray(const QStringList &words)
{
    QStringList texts;
    for (const QString &word : words) {
        texts.append(TomlText::quotedString(word));
    }
    return u'[' + texts.join(u", "_s) + u']';
}

QStringList terminalCommand(const DemoSettings &settings, const QString &title)
{
    // The terminal has no icon, because xterm needs a round trip for each color of its icon.
    return QStringList{settings.xtermPath, u"-xrm"_s, u"*iconHint: none"_s, u"-T"_s, title} + u"-fa Monospace -fs 10 -bg #11161c -fg #d7dee6"_s.split(u' ');
}
}

QByteArray sshdConfig(const DemoSettings &settings)
{
    // sshd accepts a name with spaces in quotes, but no quotes inside it.
    const auto quoted = [&](QStringView name) {
        return u'"' + settings.filePath(name) + u'"';
    };
    const QStringList lines{
        u"ListenAddress 127.0.0.1"_s,
        u"Port %1"_s.arg(settings.sshPort),
        u"HostKey "_s + quoted(hostKey),
        u"AuthorizedKeysFile "_s + quoted(u"person.pub"),
        u"PidFile none"_s,
        u"AllowUsers "_s + settings.user,
        u"AuthenticationMethods publickey"_s,
        u"PasswordAuthentication no"_s,
        u"KbdInteractiveAuthentication no"_s,
        u"PermitRootLogin prohibit-password"_s,
        u"StrictModes no"_s, // the directory itself is private; sshd would also check its parents, which belong to the system
        u"UsePAM no"_s,
        u"PrintMotd no"_s,
        u"PrintLastLog no"_s,
        u"X11Forwarding yes"_s,
        u"XAuthLocation "_s + settings.xauthPath,
        u"AcceptEnv LANG LC_*"_s,
        // Without this, xauth, which sshd starts, would write to the user's own .Xauthority.
        u"SetEnv XAUTHORITY="_s + quoted(u"xauthority.ssh"),
    };
    return (lines.join(u'\n') + u'\n').toUtf8();
}

QByteArray knownHosts(const DemoSettings &settings, const QByteArray &hostKey)
{
    const QList<QByteArray> words = hostKey.simplified().split(' ');
    return "[127.0.0.1]:" + QByteArray::number(settings.sshPort) + ' ' + words.value(0) + ' ' + words.value(1) + '\n';
}

QByteArray facilityToml(const DemoSettings &settings)
{
    return u"format = 1\nname = %1\nknown-hosts = \"known_hosts\"\n\n[site.demo]\nname = %2\nscreens = %3\n"_s
        .arg(TomlText::quotedString(i18nc("name of a facility", "Demo observatory")),
             TomlText::quotedString(i18nc("name of a site", "This workstation")),
             tomlArray(settings.screens))
        .toUtf8();
}

QByteArray profileToml(const DemoSettings &settings)
{
    const QString text =
        u"format = 1\nid = \"demo\"\nname = %1\ndescription = %2\n\n"
        "[link.summit]\nhost = \"127.0.0.1\"\nport = %3\nuser = %4\nidentities = [%5]\n\n"
        "[[desktop]]\nid = \"control\"\ntitle = %6\nlink = \"summit\"\nsocket = %7\nscreen = %8\n\n"
        "[[window]]\nid = \"log\"\ntitle = %9\nlink = \"summit\"\ntopology = \"x11\"\ncommand = %10\nscreen = %11\n"
        "geometry = \"640x360-60-60\"\n"_s;
    return text
        .arg(TomlText::quotedString(i18nc("name of an instrument", "Demo instrument")),
             TomlText::quotedString(i18nc("what an instrument is", "A VNC desktop and an X program of this computer, by way of an ssh server of its own.")),
             QString::number(settings.sshPort),
             TomlText::quotedString(settings.user),
             TomlText::quotedString(settings.filePath(userKey)),
             TomlText::quotedString(i18nc("title of a desktop", "Instrument control")),
             TomlText::quotedString(settings.filePath(desktopSocket)),
             TomlText::quotedString(settings.screens.constFirst()),
             TomlText::quotedString(i18nc("title of an X program", "Telescope log")))
        .arg(tomlArray(logCommand(settings)), TomlText::quotedString(settings.screens.constLast()))
        .toUtf8();
}

QStringList shellCommand(const DemoSettings &settings)
{
    return terminalCommand(settings, u"Terminal"_s);
}

QStringList logCommand(const DemoSettings &settings)
{
    return terminalCommand(settings, u"Telescope log"_s)
        + QStringList{u"-e"_s, u"sh"_s, u"-c"_s, u"n=1; while :; do echo \"$(date -u +%H:%M:%S) UTC  exposure $n  done\"; n=$((n+1)); sleep 1; done"_s};
}
}
