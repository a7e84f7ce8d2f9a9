// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewnotice.h"

#include <KLocalizedString>

#include <QStringList>

namespace Nightdesk
{
QString ageText(std::chrono::seconds age)
{
    const qint64 seconds = age.count();
    if (seconds < 120) {
        return i18nc("@info a duration in seconds", "%1 s", seconds);
    }
    if (seconds < 2 * 3600) {
        return i18nc("@info a duration in minutes", "%1 min", seconds / 60);
    }
    return i18nc("@info a duration in hours and minutes", "%1 h %2 min", seconds / 3600, seconds / 60 % 60);
}

namespace
{
QString headline(SessionState state, bool hadPicture, const QString &age)
{
    switch (state) {
    case SessionState::Idle:
        return i18nc("@info over a desktop", "Not connected");
    case SessionState::Ended:
        return hadPicture ? i18nc("@info over a desktop, %1 is a duration", "Disconnected %1 ago", age) : i18nc("@info over a desktop", "Disconnected");
    case SessionState::Failed:
        return hadPicture ? i18nc("@info over a desktop, %1 is a duration", "No connection for %1", age) : i18nc("@info over a desktop", "No connection");
    case SessionState::Live:
    case SessionState::WaitingForLink:
    case SessionState::Opening:
    case SessionState::Starting:
    case SessionState::Retrying:
        break;
    }
    return hadPicture ? i18nc("@info over a desktop, %1 is a duration", "No connection for %1", age) : i18nc("@info over a desktop", "Connecting…");
}
}

std::optional<ViewNotice> viewNotice(SessionState state, LinkState link, const std::optional<Failure> &failure, std::optional<std::chrono::seconds> age)
{
    if (state == SessionState::Live && link != LinkState::Stalled && link != LinkState::Dead) {
        return std::nullopt;
    }
    ViewNotice notice;
    notice.headline = headline(state, age.has_value(), ageText(age.value_or(std::chrono::seconds(0))));
    if (state == SessionState::Live) {
        notice.details = i18nc("@info over a desktop", "The link is silent. What you type may arrive late.");
    } else if (failure && state != SessionState::Idle && state != SessionState::Ended) {
        QStringList lines = {failure->what, failure->where, failure->advice};
        lines.removeAll(QString());
        notice.details = lines.join(u'\n');
    }
    return notice;
}
}
