// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/viewonlyaction.h"

#include <KLocalizedString>

#include <QIcon>

namespace Nightdesk
{
ViewOnlyAction::ViewOnlyAction(QObject *parent)
    : QAction(parent)
{
    setIcon(QIcon::fromTheme(QStringLiteral("view-visible")));
    setCheckable(true);
    connect(this, &QAction::toggled, this, &ViewOnlyAction::showState);
    showState(false);
}

void ViewOnlyAction::showState(bool isOn)
{
    setText(isOn ? i18nc("@action nothing is sent to the desktop; ends that", "View-Only: Input Off")
                 : i18nc("@action nothing is sent to the desktop any more", "Switch to View-Only"));
    setToolTip(isOn ? i18nc("@info:tooltip", "Neither keys nor mouse input are sent to this desktop; click to send them again")
                    : i18nc("@info:tooltip", "Sends neither keys nor mouse input to this desktop"));
}
}
