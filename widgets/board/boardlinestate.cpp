// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/boardlinestate.h"

#include "widgets/wording/instrumentwording.h"

#include <KLocalizedString>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
QString timeOfDayText(const QDateTime &at)
{
    return at.toUTC().toString(u"HH:mm"_s);
}
}

BoardLineState::ConnectionState BoardLineState::connectionStateOf(BrokerState state, bool needsLogin)
{
    switch (state) {
    case BrokerState::Idle:
    case BrokerState::WaitingForPath:
        break;
    case BrokerState::Connecting:
        return ConnectionState::Connecting;
    case BrokerState::Connected:
        return ConnectionState::Connected;
    case BrokerState::Retrying:
        return ConnectionState::Lost;
    case BrokerState::Refused:
        return ConnectionState::Refused;
    }
    return needsLogin ? ConnectionState::NeedsLogin : ConnectionState::Waiting;
}

QString BoardLineWording::connectionState(const BoardLineState &lineState)
{
    switch (lineState.connectionState) {
    case BoardLineState::ConnectionState::NothingToShow:
        break;
    case BoardLineState::ConnectionState::Waiting:
        return i18nc("@info:status the facility’s status board", "Status board waiting for the connection");
    case BoardLineState::ConnectionState::Connecting:
        return i18nc("@info:status the facility’s status board", "Connecting to the status board");
    case BoardLineState::ConnectionState::Connected:
        if (lineState.isPublishing && lineState.watchers.isEmpty()) {
            return i18nc("@info:status this workstation’s status is sent, and nobody has the board open", "Status shared; no status board is open");
        }
        return lineState.isPublishing ? i18nc("@info:status the facility’s status board", "On the status board")
                                      : i18nc("@info:status the facility’s status board; no instrument is connected here", "Connected to the status board");
    case BoardLineState::ConnectionState::Lost:
        return i18nc("@info:status the facility’s status board", "Status board unreachable, retrying");
    case BoardLineState::ConnectionState::Refused:
        return i18nc("@info:status the facility’s status board", "The status board refuses this workstation");
    case BoardLineState::ConnectionState::NeedsLogin:
        return i18nc("@info:status the facility’s status board", "Status board connection needs a login");
    }
    return {};
}

QString BoardLineWording::watcher(const DeskWatchers::Watcher &watcher, const QHash<QString, QString> &displayTitles)
{
    QStringList looked;
    for (const QString &display : watcher.displays) {
        const QString title = displayTitles.value(display);
        // The key is used if the display's title is not known: the display may be closed while the SA's view of it is still open.
        looked.append(title.isEmpty() ? display : title);
    }
    if (!looked.isEmpty()) {
        return i18nc("@info:status %1: a support astronomer's name; %2: desktops' titles", "%1 (SA) views %2", watcher.name, InstrumentWording::list(looked));
    }
    return watcher.hasPageOpen ? i18nc("@info:status a support astronomer's name", "%1 (SA) views this workstation’s page", watcher.name)
                               : i18nc("@info:status a support astronomer's name", "%1 (SA) has the status board open", watcher.name);
}

QString BoardLineWording::watchers(const BoardLineState &lineState)
{
    // SAs who view this desk come first, with what they view; the others are only named.
    QStringList parts;
    QStringList others;
    for (const DeskWatchers::Watcher &one : lineState.watchers) {
        if (one.hasPageOpen || !one.displays.isEmpty()) {
            parts.append(watcher(one, lineState.displayTitles));
        } else {
            others.append(one.name);
        }
    }
    if (others.size() == 1) {
        parts.append(i18nc("@info:status a support astronomer's name", "%1 (SA) has the status board open", others.constFirst()));
    } else if (!others.isEmpty()) {
        parts.append(i18nc("@info:status support astronomers' names", "%1 (SAs) have the status board open", InstrumentWording::list(others)));
    }
    return parts.join(u" · "_s);
}

QString BoardLineWording::callInFull(const BoardWire::Call &call)
{
    if (call.state == BoardWire::CallState::Ringing) {
        return i18nc("@info %1: a time, UT",
                     "Calling the support astronomer (SA) since %1 UT. The call goes on when this window is closed.",
                     timeOfDayText(call.since));
    }
    return call.state == BoardWire::CallState::Acknowledged
        ? i18nc("@info a support astronomer's name", "%1, a support astronomer, has acknowledged the call.", call.acknowledgerName)
        : QString();
}

QString BoardLineWording::call(const BoardWire::Call &call)
{
    if (call.state == BoardWire::CallState::Ringing) {
        return i18nc("@info:status %1: a time, UT", "Calling the SA since %1 UT", timeOfDayText(call.since));
    }
    return call.state == BoardWire::CallState::Acknowledged
        ? i18nc("@info:status a support astronomer's name", "%1 has acknowledged the call", call.acknowledgerName)
        : QString();
}
}
