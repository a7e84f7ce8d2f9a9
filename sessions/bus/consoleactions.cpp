// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/bus/consoleactions.h"

namespace Nightdesk
{
using namespace Qt::StringLiterals;

QString ConsoleActions::name(Obstacle obstacle)
{
    const auto full = [](QLatin1StringView last) {
        return QString("org.nightdesk.Error."_L1 + last);
    };
    switch (obstacle) {
    case Obstacle::NoFacility:
        return full("NoFacility"_L1);
    case Obstacle::OtherFacility:
        return full("OtherFacility"_L1);
    case Obstacle::OtherSite:
        return full("OtherSite"_L1);
    case Obstacle::NoSuchProfile:
        return full("NoSuchProfile"_L1);
    case Obstacle::Asking:
        return full("Asking"_L1);
    case Obstacle::CannotConnect:
        return full("CannotConnect"_L1);
    case Obstacle::NotConnected:
        return full("NotConnected"_L1);
    case Obstacle::NoSuchDisplay:
        return full("NoSuchDisplay"_L1);
    case Obstacle::BadLink:
        return full("BadLink"_L1);
    case Obstacle::NoBoard:
        return full("NoBoard"_L1);
    }
    return {};
}
}
