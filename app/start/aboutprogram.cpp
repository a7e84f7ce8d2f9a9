// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/start/aboutprogram.h"

#include <KAboutData>
#include <KLocalizedString>

#include <QIcon>
#include <QStringList>

#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
/// A sentence about which sandbox features this system offers for the processes that decode desktops.
QString sandboxText()
{
    QStringList offered;
    if (const quint32 action = SECCOMP_RET_KILL_PROCESS; ::syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0) {
        offered.append(u"seccomp"_s);
    }
    if (const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION); version > 0) {
        offered.append(u"Landlock %1"_s.arg(version));
    }
    return offered.size() == 2 ? i18nc("@info %1: names of features of Linux", "Sandbox for desktops: %1.", offered.join(u", "_s))
                               : i18nc("@info %1: names of features of Linux, may be empty",
                                       "The sandbox for desktops is incomplete. Nightdesk needs seccomp and Landlock; this system has: %1.",
                                       offered.isEmpty() ? i18nc("@info none of the features", "neither") : offered.join(u", "_s));
}
}

KAboutData aboutProgram()
{
    KAboutData about(u"nightdesk"_s,
                     i18nc("@title the program's name", "Nightdesk"),
                     QStringLiteral(NIGHTDESK_VERSION),
                     i18nc("@title", "A console for remote observing"),
                     KAboutLicense::GPL_V3,
                     i18nc("@info:credit", "© 2026 The Nightdesk developers"));
    about.setLicense(KAboutLicense::GPL_V3, KAboutLicense::OrLaterVersions);
    about.setOrganizationDomain("nightdesk.org");
    about.setDesktopFileName(u"org.nightdesk.nightdesk"_s);
    about.setProgramLogo(QIcon(u":/icons/org.nightdesk.nightdesk.svg"_s));
    // Without addresses from the publisher of this build, no address is shown: a wrong one, such as KDE's bug tracker,
    // would be worse.
    about.setBugAddress(NIGHTDESK_BUG_ADDRESS);
    about.setHomepage(QStringLiteral(NIGHTDESK_HOMEPAGE));
    about.setCustomAuthorText({}, {});
    about.addAuthor(i18nc("@info:credit", "The Nightdesk developers"), i18nc("@info:credit", "Design, program and documentation"));
    about.setOtherText(sandboxText());
    about.addComponent(u"libssh"_s, i18nc("@info:credit", "ssh connections"), {}, u"https://www.libssh.org"_s, KAboutLicense::LGPL_V2_1);
    about.addComponent(u"LibVNCClient"_s, i18nc("@info:credit", "The VNC protocol"), {}, u"https://libvnc.github.io"_s, KAboutLicense::GPL_V2);
    about.addComponent(u"toml++"_s, i18nc("@info:credit", "Reads profiles"), {}, u"https://marzer.github.io/tomlplusplus"_s, KAboutLicense::MIT);
    about.addComponent(u"libseccomp"_s,
                       i18nc("@info:credit", "Confines the process that decodes images"),
                       {},
                       u"https://github.com/seccomp/libseccomp"_s,
                       KAboutLicense::LGPL_V2_1);
    about.addComponent(u"libjpeg-turbo"_s, i18nc("@info:credit", "Decodes images"), {}, u"https://libjpeg-turbo.org"_s, KAboutLicense::BSD_3_Clause);
    about.addComponent(u"xcb"_s, i18nc("@info:credit", "Communicates with X servers"), {}, u"https://xcb.freedesktop.org"_s, KAboutLicense::MIT);
    return about;
}
}
