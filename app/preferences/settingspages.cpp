// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/preferences/settingspages.h"

#include "app/preferences/settingspage.h"

#include <KLocalizedString>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

SettingsPage *SettingsPages::viewPage()
{
    auto *page = new SettingsPage;
    page->addChoice(
        u"NavigationModifiers"_s,
        i18nc("@label:listbox", "&Zoom and pan with:"),
        {i18nc("@item:inlistbox keys", "Ctrl+Alt"),
         i18nc("@item:inlistbox keys", "Ctrl+Shift"),
         i18nc("@item:inlistbox keys", "Alt+Shift"),
         i18nc("@item:inlistbox keys", "Meta"),
         i18nc("@item:inlistbox keys", "Nothing")},
        i18nc("@info:whatsthis", "Hold these keys to zoom with the wheel and to pan with the middle button. All other mouse input goes to the desktop."));
    page->addNumber(u"LensFactor"_s,
                    i18nc("@label:spinbox", "Magnifier &level:"),
                    i18nc("@item:valuesuffix times", "×"),
                    i18nc("@info:whatsthis", "How many times the magnifier enlarges the area under the pointer."));
    page->addCheck(u"EdgePanning"_s,
                   i18nc("@option:check", "&Move a larger image with the pointer at an edge"),
                   i18nc("@info:whatsthis", "Moves an image that is larger than the view when the pointer is at the edge of the view."));
    page->addCheck(
        u"ExactPixels"_s,
        i18nc("@option:check", "&Sharp pixels at whole zoom factors"),
        i18nc("@info:whatsthis", "At 200 %, 300 % and so on, each pixel of a desktop stays a sharp square. Otherwise Nightdesk smooths every zoom."));
    return page;
}

SettingsPage *SettingsPages::viewKeysPage()
{
    auto *page = new SettingsPage;
    page->addExplanation(i18nc("@info", "These keys do not go to the desktop. The first key always leaves the desktop; if empty, Ctrl+Alt+Home does."));
    page->addKey(u"LeaveKey"_s, i18nc("@label a key", "&Leave the desktop:"), i18nc("@info:whatsthis", "Releases the keyboard and shows the main window."));
    page->addKey(u"LensKey"_s, i18nc("@label a key", "&Magnifier:"), i18nc("@info:whatsthis", "Shows and hides the magnifier."));
    page->addKey(u"FiguresKey"_s,
                 i18nc("@label a key", "Live fi&gures:"),
                 i18nc("@info:whatsthis", "Shows and hides round-trip time, age, frames, rate and compression on the desktop."));
    page->addKey(u"ZoomInKey"_s, i18nc("@label a key", "Zoom &in:"), i18nc("@info:whatsthis", "Makes the image of a desktop larger."));
    page->addKey(u"ZoomOutKey"_s, i18nc("@label a key", "Zoom &out:"), i18nc("@info:whatsthis", "Makes the image of a desktop smaller."));
    page->addKey(u"ActualSizeKey"_s,
                 i18nc("@label a key", "&Actual size:"),
                 i18nc("@info:whatsthis", "Shows each pixel of the desktop as one pixel of the monitor."));
    page->addKey(u"FitKey"_s, i18nc("@label a key", "&Fit:"), i18nc("@info:whatsthis", "Shows the whole desktop."));
    page->addKey(u"FullScreenKey"_s, i18nc("@label a key", "F&ull screen:"), i18nc("@info:whatsthis", "Switches full screen on and off."));
    page->addKey(u"StripKey"_s, i18nc("@label a key", "&Toolbar:"), i18nc("@info:whatsthis", "Shows and hides the toolbar of a full-screen viewer window."));
    page->addKey(u"NextDesktopKey"_s, i18nc("@label a key", "&Next desktop:"), i18nc("@info:whatsthis", "Shows the next desktop of the screen."));
    page->addKey(u"PreviousDesktopKey"_s, i18nc("@label a key", "&Previous desktop:"), i18nc("@info:whatsthis", "Shows the previous desktop of the screen."));
    page->addKey(u"NextScreenKey"_s, i18nc("@label a key", "Move to the ne&xt screen:"), i18nc("@info:whatsthis", "Moves the desktop to the next screen."));
    page->addKey(u"PreviousScreenKey"_s,
                 i18nc("@label a key", "Mo&ve to the previous screen:"),
                 i18nc("@info:whatsthis", "Moves the desktop to the previous screen."));
    return page;
}

SettingsPage *SettingsPages::keyboardPage()
{
    auto *page = new SettingsPage;
    page->addCheck(u"GrabKeyboard"_s,
                   i18nc("@option:check", "Send &window manager keys to the desktop"),
                   i18nc("@info:whatsthis",
                         "While a desktop has the keyboard, keys such as Alt+Tab go there too (on X11). The key that leaves the desktop always works."));
    page->addCheck(u"ComposeHere"_s,
                   i18nc("@option:check", "Apply &dead keys, Compose and input methods here"),
                   i18nc("@info:whatsthis", "On: Nightdesk sends the composed characters. Off: Nightdesk sends the keys, and the desktop composes."));
    page->addCheck(u"ScanCodes"_s,
                   i18nc("@option:check", "Send &physical key codes"),
                   i18nc("@info:whatsthis", "Desktops that support physical keys (QEMU) receive the key code as well."));
    page->addCheck(u"AlignLocks"_s,
                   i18nc("@option:check", "&Caps Lock and Num Lock follow this workstation"),
                   i18nc("@info:whatsthis", "When a desktop gets the keyboard, Nightdesk sets the desktop’s locks as they are here."));
    page->addCheck(u"FollowsPointer"_s,
                   i18nc("@option:check", "&Keyboard follows the pointer"),
                   i18nc("@info:whatsthis", "Keys go to the desktop under the pointer, without a click."));
    page->addCheck(u"FollowsWarps"_s,
                   i18nc("@option:check", "Pointer follows the desktop’s &own pointer"),
                   i18nc("@info:whatsthis", "When a desktop moves its pointer, the local pointer follows unless you move the mouse."));
    return page;
}

SettingsPage *SettingsPages::sharingPage()
{
    auto *page = new SettingsPage;
    page->addHeading(i18nc("@title:group", "Clipboard"));
    page->addCheck(u"ClipboardToSummit"_s,
                   i18nc("@option:check", "Text copied &here can be pasted on the desktop"),
                   i18nc("@info:whatsthis", "Applies to the desktop in use. A profile can forbid it as well."));
    page->addCheck(u"ClipboardFromSummit"_s,
                   i18nc("@option:check", "Text copied on &the desktop can be pasted here"),
                   i18nc("@info:whatsthis", "Applies to the desktop in use. A profile can forbid it as well."));
    page->addCheck(u"ClipboardFromBackground"_s,
                   i18nc("@option:check", "Also take text from desktops &not in use"),
                   i18nc("@info:whatsthis", "Text that anyone copies on a desktop not in use replaces the text copied here."));
    page->addHeading(i18nc("@title:group", "Security"));
    page->addCheck(
        u"RequireSandbox"_s,
        i18nc("@option:check", "Show desktops only in a &sandbox"),
        i18nc("@info:whatsthis", "Nightdesk shows no desktop if the system lacks seccomp or Landlock, which confine the process that decodes images."));
    page->addHeading(i18nc("@title:group", "Other Observers"));
    page->addKey(u"ViewOnlyKey"_s, i18nc("@label a key", "&View only:"), i18nc("@info:whatsthis", "Switches view-only on and off for the desktop in use."));
    return page;
}

SettingsPage *SettingsPages::nightPage()
{
    auto *page = new SettingsPage;
    page->addChoice(u"Colours"_s,
                    i18nc("@label:listbox", "&Colors:"),
                    {i18nc("@item:inlistbox colors", "Dark"),
                     i18nc("@item:inlistbox colors", "Light"),
                     i18nc("@item:inlistbox colors", "Same as system"),
                     i18nc("@item:inlistbox colors", "Night red")},
                    i18nc("@info:whatsthis", "Sets the colors of Nightdesk itself. Images of desktops keep their own."));
    page->addNumber(
        u"StripBrightness"_s,
        i18nc("@label:spinbox", "&Brightness of toolbars and borders:"),
        i18nc("@item:valuesuffix percent", " %"),
        i18nc("@info:whatsthis", "Brightness of viewer toolbars and desktop borders, in percent of the theme’s colors. Light colors do not change."));
    page->addCheck(u"KeepAwake"_s,
                   i18nc("@option:check", "&Keep screens on while connected"),
                   i18nc("@info:whatsthis", "Keeps the screens on and the computer awake while an instrument is connected."));
    page->addCheck(u"Notify"_s,
                   i18nc("@option:check", "&Notify when a connection is lost or restored"),
                   i18nc("@info:whatsthis", "Nightdesk also notifies when an action is required."));
    page->addText(u"PictureDirectory"_s,
                  i18nc("@label:textbox", "&Screenshots and recordings:"),
                  i18nc("@info:placeholder a directory", "Nightdesk in the Pictures directory"),
                  i18nc("@info:whatsthis", "The directory where screenshots and recordings are saved."));
    page->addNumber(u"RecordingSeconds"_s,
                    i18nc("@label:spinbox", "&Recordings end after:"),
                    i18nc("@item:valuesuffix seconds", " s"),
                    i18nc("@info:whatsthis", "Maximum length of a recording."));
    return page;
}

SettingsPage *SettingsPages::editorPage()
{
    auto *page = new SettingsPage;
    page->addCheck(u"ExternalEditor"_s,
                   i18nc("@option:check", "Open files in an &external editor"),
                   i18nc("@info:whatsthis", "If off, files of the facility open in the profile editor, which checks them while you type."));
    page->addText(u"EditorCommand"_s,
                  i18nc("@label:textbox", "&Command that opens a file at an error:"),
                  i18nc("@info:placeholder how the editor is chosen", "Automatic"),
                  i18nc("@info:whatsthis", "Runs when you click a line on the page “Configuration Problems”."));
    page->addExplanation(
        i18nc("@info",
              "%f, %l and %c are file, line and column; “kate”, “gvim”, “emacs” and “code” need none of them. An editor that needs a terminal gets "
              "one.\n\nIf empty, Nightdesk uses $VISUAL, $EDITOR or the desktop environment’s text editor."));
    return page;
}
}
