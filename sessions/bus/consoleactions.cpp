// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/bus/consoleactions.h"

namespace Nightdesk
{
using namespace Qt::StringLiterals;

QString ConsoleActions::errorName(RefusalReason reason)
{
    const auto full = [](QLatin1StringView last) {
        return QString("org.nightdesk.Error."_L1 + last);
    };
    switch (reason) {
    case RefusalReason::NoFacility:
        return full("NoFacility"_L1);
    case RefusalReason::OtherFacility:
        return full("OtherFacility"_L1);
    case RefusalReason::OtherSite:
        return full("OtherSite"_L1);
    case RefusalReason::NoSuchProfile:
        return full("NoSuchProfile"_L1);
    case RefusalReason::QuestionOpen:
        return full("Asking"_L1);
    case RefusalReason::CannotConnect:
        return full("CannotConnect"_L1);
    case RefusalReason::NotConnected:
        return full("NotConnected"_L1);
    case RefusalReason::NoSuchDisplay:
        return full("NoSuchDisplay"_L1);
    case RefusalReason::InvalidUrl:
        return full("BadLink"_L1);
    case RefusalReason::NoBoard:
        return full("NoBoard"_L1);
    }
    return {};
}
}
