// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/viewsettings.h"

#include "nightdesk.h"

namespace Nightdesk
{
namespace
{
QKeySequence key(const QString &text)
{
    return QKeySequence(text, QKeySequence::PortableText);
}

Qt::KeyboardModifiers zoomPanModifiers()
{
    switch (Settings::navigationModifiers()) {
    case Settings::EnumNavigationModifiers::CtrlAlt:
        return Qt::ControlModifier | Qt::AltModifier;
    case Settings::EnumNavigationModifiers::CtrlShift:
        return Qt::ControlModifier | Qt::ShiftModifier;
    case Settings::EnumNavigationModifiers::AltShift:
        return Qt::AltModifier | Qt::ShiftModifier;
    case Settings::EnumNavigationModifiers::Meta:
        return Qt::MetaModifier;
    default:
        return Qt::NoModifier;
    }
}
}

ViewPrefs viewSettings()
{
    ViewPrefs prefs;
    prefs.keys.setKey(ViewCommand::Leave, key(Settings::leaveKey())); // an empty setting means the default key
    prefs.keys.setKey(ViewCommand::Magnifier, key(Settings::lensKey()));
    prefs.keys.setKey(ViewCommand::Figures, key(Settings::figuresKey()));
    prefs.keys.setKey(ViewCommand::ZoomIn, key(Settings::zoomInKey()));
    prefs.keys.setKey(ViewCommand::ZoomOut, key(Settings::zoomOutKey()));
    prefs.keys.setKey(ViewCommand::ActualSize, key(Settings::actualSizeKey()));
    prefs.keys.setKey(ViewCommand::Fit, key(Settings::fitKey()));
    prefs.keys.setKey(ViewCommand::FullScreen, key(Settings::fullScreenKey()));
    prefs.keys.setKey(ViewCommand::Strip, key(Settings::stripKey()));
    prefs.keys.setKey(ViewCommand::NextDesktop, key(Settings::nextDesktopKey()));
    prefs.keys.setKey(ViewCommand::PreviousDesktop, key(Settings::previousDesktopKey()));
    prefs.keys.setKey(ViewCommand::NextScreen, key(Settings::nextScreenKey()));
    prefs.keys.setKey(ViewCommand::PreviousScreen, key(Settings::previousScreenKey()));
    prefs.zoomPanModifiers = zoomPanModifiers();
    prefs.edgePanning = Settings::edgePanning();
    prefs.exactPixels = Settings::exactPixels();
    prefs.magnifierFactor = Settings::lensFactor();
    return prefs;
}
}
