// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/channel/bannerwatch.h"

#include "sessions/common/displaytext.h"

namespace Nightdesk
{
namespace
{
qsizetype sshLine(QByteArrayView beginning)
{
    if (beginning.startsWith("SSH-")) {
        return 0;
    }
    const qsizetype found = QByteArrayView(beginning.first(qMin<qsizetype>(beginning.size(), 1024))).indexOf("\nSSH-");
    return found < 0 ? -1 : found + 1;
}
}

bool BannerWatch::hasSshVersionLine(QByteArrayView beginning)
{
    return sshLine(beginning) >= 0;
}

QString BannerWatch::refusal(QByteArrayView beginning)
{
    return hasSshVersionLine(beginning) ? QString() : displayText(beginning.first(qMin<qsizetype>(beginning.size(), 1024)));
}

bool BannerWatch::isPenaltyMessage(QByteArrayView beginning)
{
    return !hasSshVersionLine(beginning) && beginning.contains("Not allowed at this time");
}
}
