// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/deskboard/keptevents.h"

#include "app/settings/settingsstore.h"
#include "monitors/night/night.h"
#include "nightdesk.h"
#include "sessions/boardwire/boardtopics.h"

#include <KConfigGroup>

namespace Nightdesk::StoredEvents
{
using namespace Qt::StringLiterals;

namespace
{
KConfigGroup eventsGroup()
{
    return Settings::self()->config()->group(u"BoardEvents"_s);
}

/// The topic under which events are stored. It is one of the board's message format, which has size limits and a
/// version. No message is published under it.
QString settingsStorageTopic()
{
    return BoardTopics(u"kept"_s).deskTopic({u"kept"_s, u"kept"_s}, BoardTopics::MessageKind::History);
}
}

QList<BoardWire::Trouble> read(const QString &desk, const QString &timezone)
{
    const auto message = BoardWire::read(settingsStorageTopic(), eventsGroup().readEntry(desk, QStringList()).value(0).toUtf8());
    const auto *kept = message ? std::get_if<BoardWire::DeskHistory>(&*message) : nullptr;
    const bool isTonight = kept && nightOf(kept->stamp.sentAt, timezone) == nightOf(QDateTime::currentDateTimeUtc(), timezone);
    return isTonight ? kept->entries : QList<BoardWire::Trouble>();
}

void store(const QString &desk, const QList<BoardWire::Trouble> &events)
{
    if (events.isEmpty()) {
        SettingsStore::removeEntry(eventsGroup(), desk);
        return;
    }
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const BoardWire::DeskHistory history{.stamp = {.runId = u"0000000000000000"_s, .runBeganAt = now, .sequence = 1, .sentAt = now}, .entries = events};
    SettingsStore::writeEntry(eventsGroup(), desk, {QString::fromUtf8(BoardWire::write(history))});
}
}
