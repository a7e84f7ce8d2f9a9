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
QString hour(const QDateTime &at)
{
    return at.toUTC().toString(u"HH:mm"_s);
}
}

BoardLineState::Reach BoardLineState::reachOf(BrokerState state, bool needsPerson)
{
    switch (state) {
    case BrokerState::Idle:
    case BrokerState::Waiting:
        break;
    case BrokerState::Connecting:
        return Reach::Connecting;
    case BrokerState::Connected:
        return Reach::Connected;
    case BrokerState::Retrying:
        return Reach::Lost;
    case BrokerState::Refused:
        return Reach::Refused;
    }
    return needsPerson ? Reach::NeedsPerson : Reach::Waiting;
}

QString BoardLineWording::reach(const BoardLineState &lineState)
{
    switch (lineState.reach) {
    case BoardLineState::Reach::None:
        break;
    case BoardLineState::Reach::Waiting:
        return i18nc("@info:status the facility’s status board", "Status board waiting for the connection");
    case BoardLineState::Reach::Connecting:
        return i18nc("@info:status the facility’s status board", "Connecting to the status board");
    case BoardLineState::Reach::Connected:
        if (lineState.isPublishing && lineState.watchers.isEmpty()) {
            return i18nc("@info:status this workstation’s status is sent, and nobody has the board open", "Status shared; no status board is open");
        }
        return lineState.isPublishing ? i18nc("@info:status the facility’s status board", "On the status board")
                                      : i18nc("@info:status the facility’s status board; no instrument is connected here", "Connected to the status board");
    case BoardLineState::Reach::Lost:
        return i18nc("@info:status the facility’s status board", "Status board unreachable, retrying");
    case BoardLineState::Reach::Refused:
        return i18nc("@info:status the facility’s status board", "The status board refuses this workstation");
    case BoardLineState::Reach::NeedsPerson:
        return i18nc("@info:status the facility’s status board", "Status board connection needs a login");
    }
    return {};
}

QString BoardLineWording::watcher(const DeskWatchers::Watcher &watcher, const QHash<QString, QString> &displayTitles)
{
    QStringList looked;
    for (const QString &display : watcher.displays) {
        const QString title = displayTitles.value(display);
        // The key is used if the display has no title here: it may be closed while the SA's view of it is still open.
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
    switch (call.state) {
    case BoardWire::CallState::Ringing:
        return i18nc("@info %1: a time, UT", "Calling the support astronomer (SA) since %1 UT. The call goes on when this window is closed.", hour(call.since));
    case BoardWire::CallState::Acknowledged:
        return i18nc("@info a support astronomer's name", "%1, a support astronomer, has acknowledged the call.", call.acknowledgedBy);
    case BoardWire::CallState::Over:
        break;
    }
    return {};
}

QString BoardLineWording::call(const BoardWire::Call &call)
{
    switch (call.state) {
    case BoardWire::CallState::Ringing:
        return i18nc("@info:status %1: a time, UT", "Calling the SA since %1 UT", hour(call.since));
    case BoardWire::CallState::Acknowledged:
        return i18nc("@info:status a support astronomer's name", "%1 has acknowledged the call", call.acknowledgedBy);
    case BoardWire::CallState::Over:
        break;
    }
    return {};
}
}
