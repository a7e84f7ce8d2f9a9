// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settingspages.h"

#include "app/settingspage.h"

#include <KLocalizedString>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

SettingsPage *SettingsPages::night()
{
    auto *page = new SettingsPage;
    page->addChoice(u"Colours"_s,
                    i18nc("@label:listbox", "&Colours:"),
                    {i18nc("@item:inlistbox colours", "Dark"),
                     i18nc("@item:inlistbox colours", "Light"),
                     i18nc("@item:inlistbox colours", "As the system"),
                     i18nc("@item:inlistbox colours", "Night red")},
                    i18nc("@info:whatsthis", "Which colours Nightdesk itself uses. Pictures of desktops keep theirs."));
    page->addNumber(u"StripBrightness"_s,
                    i18nc("@label:spinbox", "&Brightness of strips and borders:"),
                    i18nc("@item:valuesuffix percent", " %"),
                    i18nc("@info:whatsthis", "How bright the strips of the screens and the borders of desktops are, in percent of the theme’s colours."));
    page->addCheck(u"KeepAwake"_s,
                   i18nc("@option:check", "&Keep screens lit while connected"),
                   i18nc("@info:whatsthis", "Screens stay lit and the computer awake while something is connected."));
    page->addCheck(u"Notify"_s,
                   i18nc("@option:check", "&Notify of connections that are lost or back"),
                   i18nc("@info:whatsthis", "Also when somebody is needed. Nothing else is notified of."));
    page->addText(u"PictureDirectory"_s,
                  i18nc("@label:textbox", "&Pictures and recordings:"),
                  i18nc("@info:placeholder a directory", "Nightdesk in the directory of pictures"),
                  i18nc("@info:whatsthis", "The directory where screenshots and recordings are saved."));
    page->addNumber(u"RecordingSeconds"_s,
                    i18nc("@label:spinbox", "&Recordings end after:"),
                    i18nc("@item:valuesuffix seconds", " s"),
                    i18nc("@info:whatsthis", "How long a recording may be."));
    return page;
}

SettingsPage *SettingsPages::editor()
{
    auto *page = new SettingsPage;
    page->addText(u"EditorCommand"_s,
                  i18nc("@label:textbox", "&Command that opens a file at a mistake:"),
                  i18nc("@info:placeholder how the editor is chosen", "Automatic"),
                  i18nc("@info:whatsthis", "What a click on a line of the page “Mistakes” runs."));
    page->addNote(i18nc("@info",
                        "%f, %l and %c stand for file, line and column. The usual editors know without them: “kate”, “gvim”, “emacs” or “code” is "
                        "enough, and one that needs a terminal gets a terminal window.\n\n"
                        "Left empty, it is what $VISUAL or $EDITOR says, else the desktop's editor for text files."));
    return page;
}
}
