// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/channel/bannerparser.h"

#include "sessions/common/displaytext.h"

namespace Nightdesk
{
namespace
{
qsizetype positionOfSshLine(QByteArrayView beginning)
{
    if (beginning.startsWith("SSH-")) {
        return 0;
    }
    const qsizetype found = QByteArrayView(beginning.first(qMin<qsizetype>(beginning.size(), 1024))).indexOf("\nSSH-");
    return found < 0 ? -1 : found + 1;
}
}

bool BannerParser::hasSshVersionLine(QByteArrayView beginning)
{
    return positionOfSshLine(beginning) >= 0;
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
