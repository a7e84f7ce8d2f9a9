// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/bus/consoleactions.h"

namespace Nightdesk
{
using namespace Qt::StringLiterals;

QString ConsoleActions::errorName(RefusalReason reason)
{
    static constexpr QLatin1StringView names[] = {"NoFacility"_L1, // in the order of RefusalReason
                                                  "OtherFacility"_L1,
                                                  "OtherSite"_L1,
                                                  "NoSuchProfile"_L1,
                                                  "Asking"_L1,
                                                  "CannotConnect"_L1,
                                                  "NotConnected"_L1,
                                                  "NoSuchDisplay"_L1,
                                                  "BadLink"_L1,
                                                  "NoBoard"_L1};
    static_assert(std::size(names) == static_cast<std::size_t>(RefusalReason::NoBoard) + 1);
    return "org.nightdesk.Error."_L1 + names[static_cast<std::size_t>(reason)];
}
}
