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
/// More are not shown: a facility has a handful.
constexpr qsizetype maxSas = 64;

bool isNewer(const BoardWire::Stamp &stamp, const BoardWire::Stamp &known)
{
    if (known.run.isEmpty()) {
        return true;
    }
    return stamp.run == known.run ? stamp.sequence > known.sequence : stamp.began >= known.began;
}
}

QString DeskWatchers::nameOf(const QString &sa, const QString &told)
{
    const QString name = displayText(told.trimmed(), 40);
    if (name.isEmpty() || name == sa) {
        return sa;
    }
    return name.toLower() == sa ? name : u"%1 (%2)"_s.arg(name, sa);
}

bool DeskWatchers::take(const QString &sa, const BoardWire::Presence &presence)
{
    if (!m_known.contains(sa) && m_known.size() >= maxSas) {
        return false;
    }
    Known &known = m_known[sa];
    // The last will has the stamp that the presence of its run had, or one with a later sequence.
    const bool isWill = presence.stamp.run == known.presence.stamp.run && !presence.isOnline && known.presence.isOnline;
    if (!isWill && !isNewer(presence.stamp, known.presence.stamp)) {
        return false;
    }
    const QList<Watcher> before = online();
    known.presence = presence;
    return before != online();
}

bool DeskWatchers::take(const QString &sa, const BoardWire::Watching &watching)
{
    if (!m_known.contains(sa) && m_known.size() >= maxSas) {
        return false;
    }
    Known &known = m_known[sa];
    if (!isNewer(watching.stamp, known.watching.stamp)) {
        return false;
    }
    const QList<Watcher> before = online();
    known.watching = watching;
    return before != online();
}

bool DeskWatchers::withdraw(const QString &sa)
{
    const auto known = m_known.find(sa);
    if (known == m_known.end()) {
        return false;
    }
    const QList<Watcher> before = online();
    known->watching.opensPage = false;
    known->watching.displays.clear();
    return before != online();
}

bool DeskWatchers::clear()
{
    const bool hadAny = !online().isEmpty();
    m_known.clear();
    return hadAny;
}

DeskWatchers::Watcher DeskWatchers::watcherOf(const QString &sa, const Known &known)
{
    const BoardWire::Watching &watching = known.watching;
    Watcher watcher{sa, nameOf(sa, watching.name.isEmpty() ? known.presence.people.value(0) : watching.name), false, {}};
    // What a board that died looked at is no news of the one that took its place.
    if (watching.stamp.run == known.presence.stamp.run) {
        watcher.opensPage = watching.opensPage;
        watcher.displays = watching.displays;
    }
    return watcher;
}

QList<DeskWatchers::Watcher> DeskWatchers::online() const
{
    QList<Watcher> result;
    for (const auto &[sa, known] : m_known.asKeyValueRange()) {
        if (known.presence.isOnline) {
            result.append(watcherOf(sa, known));
        }
    }
    std::ranges::sort(result, {}, &Watcher::name);
    return result;
}

QStringList DeskWatchers::lookingAt(const QString &display) const
{
    QStringList names;
    for (const Watcher &watcher : online()) {
        if (watcher.displays.contains(display)) {
            names.append(watcher.name);
        }
    }
    return names;
}
}
