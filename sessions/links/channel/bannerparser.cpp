// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/channel/bannerparser.h"

#include "sessions/common/displaytext.h"

namespace Nightdesk
{
bool BannerParser::hasSshVersionLine(QByteArrayView beginning)
{
    return beginning.startsWith("SSH-") || beginning.first(qMin<qsizetype>(beginning.size(), 1024)).contains("\nSSH-");
}

QString BannerParser::refusal(QByteArrayView beginning)
{
    return hasSshVersionLine(beginning) ? QString() : displayText(beginning.first(qMin<qsizetype>(beginning.size(), 1024)));
}

bool BannerParser::isPenaltyMessage(QByteArrayView beginning)
{
    return !hasSshVersionLine(beginning) && beginning.contains("Not allowed at this time");
}
}
