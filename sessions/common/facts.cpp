// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/facts.h"

#include <KLocalizedString>

namespace Nightdesk
{
QString stepName(StartStep step)
{
    switch (step) {
    case StartStep::Resolving:
        return i18nc("@item step of a connection", "name lookup");
    case StartStep::Tcp:
        return i18nc("@item step of a connection", "TCP");
    case StartStep::HostKey:
        return i18nc("@item step of a connection", "host key");
    case StartStep::Login:
        return i18nc("@item step of a connection", "login");
    case StartStep::Channel:
        return i18nc("@item step of a connection", "channel");
    case StartStep::Rfb:
        return i18nc("@item step of a connection", "RFB");
    case StartStep::FirstPicture:
        return i18nc("@item step of a connection", "first image");
    case StartStep::Program:
        return i18nc("@item step of a connection", "program");
    case StartStep::FirstWindow:
        return i18nc("@item step of a connection", "first window");
    }
    return {};
}

QStringList failureLines(const Failure &failure)
{
    QStringList lines{failure.what, failure.affectedItem, failure.advice};
    lines.removeAll(QString());
    return lines;
}
}
