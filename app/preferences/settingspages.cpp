// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/preferences/settingspages.h"

#include "app/preferences/settingspage.h"

#include <KLocalizedString>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

SettingsPage *SettingsPages::view()
{
    auto *page = new SettingsPage;
    page->addChoice(u"NavigationModifiers"_s,
                    i18nc("@label:listbox", "&Zoom and pan with:"),
                    {i18nc("@item:inlistbox keys", "Ctrl+Alt"),
                     i18nc("@item:inlistbox keys", "Ctrl+Shift"),
                     i18nc("@item:inlistbox keys", "Alt+Shift"),
                     i18nc("@item:inlistbox keys", "Meta"),
                     i18nc("@item:inlistbox keys", "Nothing")},
                    i18nc("@info:whatsthis", "What is held for the wheel to zoom and the middle button to pan. All else of the mouse is the desktop’s."));
    page->addNumber(u"LensFactor"_s,
                    i18nc("@label:spinbox", "&Lens magnifies:"),
                    i18nc("@item:valuesuffix times", "×"),
                    i18nc("@info:whatsthis", "How many times the lens magnifies what is under the pointer."));
    page->addCheck(u"EdgePanning"_s,
                   i18nc("@option:check", "The pointer at an edge &moves a larger picture"),
                   i18nc("@info:whatsthis", "The pointer at the edge of a view moves a picture that is larger than it."));
    page->addCheck(u"ExactPixels"_s,
                   i18nc("@option:check", "&Sharp pixels at whole zooms"),
                   i18nc("@info:whatsthis", "At 200 %, 300 % … each pixel of a desktop stays a sharp square; else every zoom is smoothed."));
    return page;
}

SettingsPage *SettingsPages::viewKeys()
{
    auto *page = new SettingsPage;
    page->addNote(i18nc("@info", "These keys do not go to the desktop. The first one always leads out of it; without a key it is Ctrl+Alt+Home."));
    page->addKey(u"LeaveKey"_s, i18nc("@label a key", "&Leave the desktop:"), i18nc("@info:whatsthis", "Gives the keyboard back and shows the console."));
    page->addKey(u"LensKey"_s, i18nc("@label a key", "L&ens:"), i18nc("@info:whatsthis", "Shows and hides the lens."));
    page->addKey(u"FiguresKey"_s,
                 i18nc("@label a key", "Live fi&gures:"),
                 i18nc("@info:whatsthis", "Shows and hides round trip, age, frames, rate and compression on the desktop."));
    page->addKey(u"ZoomInKey"_s, i18nc("@label a key", "Zoom &in:"), i18nc("@info:whatsthis", "Makes the picture of a desktop larger."));
    page->addKey(u"ZoomOutKey"_s, i18nc("@label a key", "Zoom &out:"), i18nc("@info:whatsthis", "Makes the picture of a desktop smaller."));
    page->addKey(u"ActualSizeKey"_s, i18nc("@label a key", "&Actual size:"), i18nc("@info:whatsthis", "One pixel of the desktop for one of the monitor."));
    page->addKey(u"FitKey"_s, i18nc("@label a key", "&Fit:"), i18nc("@info:whatsthis", "Shows the whole desktop."));
    page->addKey(u"FullScreenKey"_s, i18nc("@label a key", "F&ull screen:"), i18nc("@info:whatsthis", "Full screen, and back."));
    page->addKey(u"StripKey"_s, i18nc("@label a key", "S&trip:"), i18nc("@info:whatsthis", "Shows and hides the strip of a full screen."));
    page->addKey(u"NextDesktopKey"_s, i18nc("@label a key", "&Next desktop:"), i18nc("@info:whatsthis", "Goes to the next desktop of the screen."));
    page->addKey(u"PreviousDesktopKey"_s, i18nc("@label a key", "&Previous desktop:"), i18nc("@info:whatsthis", "Goes to the desktop before."));
    page->addKey(u"NextScreenKey"_s, i18nc("@label a key", "Move to the ne&xt screen:"), i18nc("@info:whatsthis", "Moves the desktop to the next screen."));
    page->addKey(u"PreviousScreenKey"_s,
                 i18nc("@label a key", "Move to the screen &before:"),
                 i18nc("@info:whatsthis", "Moves the desktop to the screen before."));
    return page;
}

SettingsPage *SettingsPages::keyboard()
{
    auto *page = new SettingsPage;
    page->addCheck(u"GrabKeyboard"_s,
                   i18nc("@option:check", "&Window manager’s keys go to the desktop too"),
                   i18nc("@info:whatsthis", "While a desktop has the keyboard, so do keys such as Alt+Tab (on X11). The key that leaves always leaves."));
    page->addCheck(u"ComposeHere"_s,
                   i18nc("@option:check", "&Dead keys, Compose and input methods work here"),
                   i18nc("@info:whatsthis", "What they make at this desk is typed. Off: the keys go to the desktop, which composes."));
    page->addCheck(u"ScanCodes"_s,
                   i18nc("@option:check", "Tell desktops the &physical key"),
                   i18nc("@info:whatsthis", "Desktops that want to know it (QEMU’s) are told which key of the keyboard it was."));
    page->addCheck(u"AlignLocks"_s,
                   i18nc("@option:check", "&Caps Lock and Num Lock follow this desk"),
                   i18nc("@info:whatsthis", "When the keyboard comes to a desktop, its locks are set as they are here."));
    page->addCheck(u"FollowsPointer"_s,
                   i18nc("@option:check", "&Keyboard follows the pointer"),
                   i18nc("@info:whatsthis", "The keyboard goes from desktop to desktop with the pointer, without a click."));
    page->addCheck(u"FollowsWarps"_s,
                   i18nc("@option:check", "Pointer follows the desktop’s &own"),
                   i18nc("@info:whatsthis", "The pointer goes where a desktop moves its own, while the hand rests."));
    return page;
}

SettingsPage *SettingsPages::sharing()
{
    auto *page = new SettingsPage;
    page->addHeading(i18nc("@title:group", "Clipboard"));
    page->addCheck(u"ClipboardToSummit"_s,
                   i18nc("@option:check", "What is copied &here may be pasted there"),
                   i18nc("@info:whatsthis", "On the desktop that is used. A profile may forbid it as well."));
    page->addCheck(u"ClipboardFromSummit"_s,
                   i18nc("@option:check", "What is copied &there may be pasted here"),
                   i18nc("@info:whatsthis", "From the desktop that is used. A profile may forbid it as well."));
    page->addCheck(u"ClipboardFromBackground"_s,
                   i18nc("@option:check", "Also from desktops that are &not used"),
                   i18nc("@info:whatsthis", "What anybody copies on a desktop that is not used here takes the place of what was copied here."));
    page->addHeading(i18nc("@title:group", "Security"));
    page->addCheck(u"RequireSandbox"_s,
                   i18nc("@option:check", "Show desktops only in a &sandbox"),
                   i18nc("@info:whatsthis", "Refuses desktops where the system lacks seccomp or Landlock, which confine the program that decodes them."));
    page->addHeading(i18nc("@title:group", "Other People"));
    page->addKey(u"ViewOnlyKey"_s,
                 i18nc("@label a key", "&View only:"),
                 i18nc("@info:whatsthis", "Sends nothing to the desktop that is used, and sends again."));
    page->addCheck(u"WarnOfOthers"_s,
                   i18nc("@option:check", "&Say when somebody else types along"),
                   i18nc("@info:whatsthis", "Says it when somebody else seems to meddle with a desktop while one types."));
    return page;
}

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
    page->addNumber(
        u"StripBrightness"_s,
        i18nc("@label:spinbox", "&Brightness of strips and borders:"),
        i18nc("@item:valuesuffix percent", " %"),
        i18nc("@info:whatsthis",
              "How bright the strips of the screens and the borders of desktops are, in percent of the theme’s colours. Light colours stay as they are."));
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
                  i18nc("@label:textbox", "&Command that opens a file at an error:"),
                  i18nc("@info:placeholder how the editor is chosen", "Automatic"),
                  i18nc("@info:whatsthis", "Runs when you click a line on the page “Configuration Problems”."));
    page->addNote(i18nc("@info",
                        "%f, %l and %c are file, line and column; “kate”, “gvim”, “emacs” and “code” need none of them. An editor that needs a terminal gets "
                        "one.\n\nIf empty, Nightdesk uses $VISUAL, $EDITOR or the desktop environment’s text editor."));
    return page;
}
}
