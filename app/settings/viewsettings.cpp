// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/viewsettings.h"

#include "nightdesk.h"

namespace Nightdesk
{
namespace
{
QKeySequence keySequence(const QString &text)
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

ViewPrefs currentViewPrefs()
{
    ViewPrefs prefs;
    prefs.keys.setKey(ViewCommand::ReleaseKeyboard, keySequence(Settings::leaveKey())); // an empty setting means the default key
    prefs.keys.setKey(ViewCommand::ToggleMagnifier, keySequence(Settings::lensKey()));
    prefs.keys.setKey(ViewCommand::ToggleFigures, keySequence(Settings::figuresKey()));
    prefs.keys.setKey(ViewCommand::ZoomIn, keySequence(Settings::zoomInKey()));
    prefs.keys.setKey(ViewCommand::ZoomOut, keySequence(Settings::zoomOutKey()));
    prefs.keys.setKey(ViewCommand::ActualSize, keySequence(Settings::actualSizeKey()));
    prefs.keys.setKey(ViewCommand::Fit, keySequence(Settings::fitKey()));
    prefs.keys.setKey(ViewCommand::ToggleFullScreen, keySequence(Settings::fullScreenKey()));
    prefs.keys.setKey(ViewCommand::ToggleToolbar, keySequence(Settings::stripKey()));
    prefs.keys.setKey(ViewCommand::NextDesktop, keySequence(Settings::nextDesktopKey()));
    prefs.keys.setKey(ViewCommand::PreviousDesktop, keySequence(Settings::previousDesktopKey()));
    prefs.keys.setKey(ViewCommand::NextScreen, keySequence(Settings::nextScreenKey()));
    prefs.keys.setKey(ViewCommand::PreviousScreen, keySequence(Settings::previousScreenKey()));
    prefs.zoomPanModifiers = zoomPanModifiers();
    prefs.pansAtEdges = Settings::edgePanning();
    prefs.keepsIntegerZoomSharp = Settings::exactPixels();
    prefs.magnifierFactor = Settings::lensFactor();
    prefs.input = {
        .grabKeyboard = Settings::grabKeyboard(),
        .composeLocally = Settings::composeHere(),
        .sendScanCodes = Settings::scanCodes(),
        .syncLockKeys = Settings::alignLocks(),
        .focusFollowsPointer = Settings::followsPointer(),
        .pointerFollowsWarps = Settings::followsWarps(),
    };
    return prefs;
}
}
