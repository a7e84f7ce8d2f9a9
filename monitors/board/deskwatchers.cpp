// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/deskwatchers.h"

#include "sessions/common/displaytext.h"

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
/// Limit of support astronomers shown; a facility has only a few.
constexpr qsizetype maxSas = 64;

constexpr qsizetype maxBoards = 16; // limit of boards per support astronomer
}

QString DeskWatchers::nameOf(const QString &sa, const QString &ownName)
{
    const QString name = displayText(ownName.trimmed(), 40);
    if (name.isEmpty() || name == sa) {
        return sa;
    }
    return name.toLower() == sa ? name : u"%1 (%2)"_s.arg(name, sa);
}

DeskWatchers::KnownBoards *DeskWatchers::findOrAddBoards(const QString &sa)
{
    return m_boardsBySa.contains(sa) || m_boardsBySa.size() < maxSas ? &m_boardsBySa[sa] : nullptr;
}

bool DeskWatchers::applyMessage(const QString &sa, const BoardWire::Presence &presence)
{
    KnownBoards *known = findOrAddBoards(sa);
    if (!known) {
        return false;
    }
    const QString run = presence.stamp.runId;
    const auto board = known->presenceByRun.constFind(run);
    const bool isOpen = board != known->presenceByRun.constEnd();
    if (isOpen ? presence.stamp.sequence <= board->stamp.sequence : presence.isOnline && known->presenceByRun.size() >= maxBoards) {
        return false; // the message is outdated, the MQTT last will of an earlier connection, or from a board above the limit
    }
    if (!presence.isOnline) {
        return removeBoard(sa, run);
    }
    const QList<Watcher> before = onlineWatchers();
    known->presenceByRun.insert(run, presence);
    return before != onlineWatchers();
}

bool DeskWatchers::applyMessage(const QString &sa, const BoardWire::Watching &watching)
{
    KnownBoards *known = findOrAddBoards(sa);
    if (!known) {
        return false;
    }
    const QString run = watching.stamp.runId;
    const auto told = known->watchingByRun.constFind(run);
    if (told != known->watchingByRun.constEnd() && watching.stamp.sequence <= told->stamp.sequence) {
        return false;
    }
    if (known->watchingByRun.size() >= maxBoards && !known->watchingByRun.contains(run)) {
        known->watchingByRun.removeIf([known](const QMap<QString, BoardWire::Watching>::iterator &one) {
            // removes messages of boards without presence, which probably crashed
            return !known->presenceByRun.contains(one.key());
        });
    }
    const QList<Watcher> before = onlineWatchers();
    known->watchingByRun.insert(run, watching);
    return before != onlineWatchers();
}

bool DeskWatchers::removeBoard(const QString &sa, const QString &run)
{
    const auto known = m_boardsBySa.find(sa);
    if (known == m_boardsBySa.end()) {
        return false;
    }
    const QList<Watcher> before = onlineWatchers();
    known->presenceByRun.remove(run);
    known->watchingByRun.remove(run);
    if (known->presenceByRun.isEmpty() && known->watchingByRun.isEmpty()) {
        m_boardsBySa.erase(known);
    }
    return before != onlineWatchers();
}

bool DeskWatchers::clearWatchedDisplays(const QString &sa, const QString &run)
{
    const auto known = m_boardsBySa.find(sa);
    if (known == m_boardsBySa.end()) {
        return false;
    }
    const QList<Watcher> before = onlineWatchers();
    if (const auto told = known->watchingByRun.find(run); told != known->watchingByRun.end()) {
        told->hasPageOpen = false; // cleared but not removed: its sequence number is needed to ignore older messages
        told->displays.clear();
    }
    return before != onlineWatchers();
}

bool DeskWatchers::clear()
{
    const bool hadAny = !onlineWatchers().isEmpty();
    m_boardsBySa.clear();
    return hadAny;
}

DeskWatchers::Watcher DeskWatchers::watcherOf(const QString &sa, const KnownBoards &known)
{
    Watcher watcher{sa, {}, false, {}};
    QString ownName;
    for (const auto &[run, presence] : known.presenceByRun.asKeyValueRange()) {
        const BoardWire::Watching watching = known.watchingByRun.value(run);
        const QString name = watching.astronomerName.isEmpty() ? presence.people.value(0) : watching.astronomerName;
        ownName = ownName.isEmpty() ? name : ownName;
        watcher.hasPageOpen = watcher.hasPageOpen || watching.hasPageOpen;
        watcher.displays += watching.displays;
    }
    watcher.name = nameOf(sa, ownName);
    watcher.displays.removeDuplicates();
    return watcher;
}

QList<DeskWatchers::Watcher> DeskWatchers::onlineWatchers() const
{
    QList<Watcher> result;
    for (const auto &[sa, known] : m_boardsBySa.asKeyValueRange()) {
        if (!known.presenceByRun.isEmpty()) {
            result.append(watcherOf(sa, known));
        }
    }
    std::ranges::sort(result, {}, &Watcher::name);
    return result;
}
}
