// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/facts.h"

#include <KLocalizedString>

namespace Nightdesk
{
QString stepName(Step step)
{
    switch (step) {
    case Step::Resolving:
        return i18nc("@item step of a connection", "name lookup");
    case Step::Tcp:
        return i18nc("@item step of a connection", "TCP");
    case Step::HostKey:
        return i18nc("@item step of a connection", "host key");
    case Step::Login:
        return i18nc("@item step of a connection", "login");
    case Step::Channel:
        return i18nc("@item step of a connection", "channel");
    case Step::Rfb:
        return i18nc("@item step of a connection", "RFB");
    case Step::FirstPicture:
        return i18nc("@item step of a connection", "first image");
    case Step::Program:
        return i18nc("@item step of a connection", "program");
    case Step::FirstWindow:
        return i18nc("@item step of a connection", "first window");
    }
    return {};
}
}
