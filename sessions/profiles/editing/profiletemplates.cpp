// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/editing/profiletemplates.h"

#include "sessions/common/overloaded.h"
#include "sessions/profiles/editing/draftfile.h"
#include "sessions/profiles/facility/facilityfiles.h"
#include "sessions/profiles/facility/profilecopy.h"

#include <KLocalizedString>

#include <QDir>
#include <QFileInfo>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
constexpr char templateHeader[] = R"(# Comments begin with #. The editor checks each line while you type; Ctrl+Space shows what can be written.
format = 1
id = "instrument"
name = "Instrument"
# description = "What observers read below the name"

# The host of the instrument. "summit" is a name for this file; use one [link.NAME] for each host.
[link.summit]
host = "instrument.example"             # or an alias of your ssh configuration
user = "{account}"                      # asked once per night; without this line, as in the ssh configuration
# jump = ["gateway.example"]            # hosts in between, the outermost first
)";

constexpr char desktopTemplate[] = R"(
# A VNC desktop that runs on the host. Copy this table for each further one.
[[desktop]]
id = "control"
title = "Control"
link = "summit"
display = ":1"                          # or port = 5901
# screen = "left"                       # without this line, the first screen of each site
# input = "view-only"                   # nobody can type in it
)";

constexpr char programTemplate[] = R"(
# An X program that Nightdesk starts on the host: the program and each of its arguments in quotes.
[[window]]
id = "terminal"
title = "Terminal"
link = "summit"
command = ["xterm", "-title", "{instrument}"]
# topology = "vnc-app"                  # one window that survives a lost connection, fast at any distance
# screen = "right"
# geometry = "1200x900+20+20"
# start = "manual"                      # an observer starts it from the menu
)";
}

const QList<ProfileTemplates::Template> &ProfileTemplates::allTemplates()
{
    static const QList<Template> templates{
        {.title = i18nc("@item:inlistbox a template of a profile", "VNC desktops"),
         .description = i18nc("@info:tooltip a template of a profile", "Desktops that run on the instrument’s host all the time"),
         .text = QByteArray(templateHeader) + desktopTemplate},
        {.title = i18nc("@item:inlistbox a template of a profile", "X programs"),
         .description = i18nc("@info:tooltip a template of a profile", "Programs that Nightdesk starts on the instrument’s host"),
         .text = QByteArray(templateHeader) + programTemplate},
        {.title = i18nc("@item:inlistbox a template of a profile", "Desktops and programs"),
         .description = i18nc("@info:tooltip a template of a profile", "Both"),
         .text = QByteArray(templateHeader) + desktopTemplate + programTemplate}};
    return templates;
}

std::expected<QString, QString> ProfileTemplates::createProfile(const Template &source, const QString &directory, const QString &name)
{
    const QString id = ProfileCopy::idFromName(name);
    if (id.isEmpty()) {
        return std::unexpected(i18nc("@info a name", "“%1” is not a valid name: expected at least one letter or digit, for example LRIS 2.", name));
    }
    const QString target = QDir(FacilityFiles::profilesDirectory(directory)).filePath(id + u".toml"_s);
    const auto written = DraftFile::newFile(target).write(ProfileCopy::withIdAndName(source.text, id, name));
    if (written) {
        return target;
    }
    return std::unexpected(std::visit(Overloaded{
                                          [&target](const DraftFile::ChangedByOthers &) {
                                              return i18nc("@info a file", "%1 already exists. Choose another name.", QDir::toNativeSeparators(target));
                                          },
                                          [](const DraftFile::SaveFailed &failed) {
                                              return failed.reason;
                                          },
                                      },
                                      written.error()));
}
}
