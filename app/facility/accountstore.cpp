// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/facility/accountstore.h"

#include "app/settings/settingsstore.h"
#include "nightdesk.h"
#include "sessions/profiles/valuegrammar.h"

#include <KConfigGroup>

#include <QDir>
#include <QTimeZone>

#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
const QString ended = u"Ended"_s;

KConfigGroup nightSettingsGroup()
{
    return Settings::self()->config()->group(u"Night"_s);
}

KConfigGroup settingsGroupOf(const QString &directory)
{
    return Settings::self()->config()->group(u"Accounts"_s).group(QDir::cleanPath(QDir(directory).absolutePath()));
}
}

NightAccounts AccountStore::loadAccounts(const QString &directory)
{
    QList<EnteredAccount> all;
    const KConfigGroup group = settingsGroupOf(directory);
    const QStringList profiles = group.keyList();
    for (const QString &profile : profiles) {
        const QStringList words = group.readEntry(profile, QStringList());
        const QDateTime at = QDateTime::fromString(words.value(0), Qt::ISODate);
        // Entries that are not valid are ignored: users may edit the settings file.
        if (words.size() == 2 && at.isValid() && ValueGrammar::isUser(words.at(1))) {
            all.append({profile, words.at(1), at.toUTC()});
        }
    }
    return NightAccounts(all);
}

void AccountStore::saveAccount(const QString &directory, const EnteredAccount &given)
{
    const KConfigGroup group = settingsGroupOf(directory);
    SettingsStore::writeEntry(group, given.profile, {given.enteredAt.toUTC().toString(Qt::ISODate), given.account});
}

QDateTime AccountStore::lastNightEndedAt()
{
    const QDateTime at = QDateTime::fromString(nightSettingsGroup().readEntry(ended, QString()), Qt::ISODateWithMs);
    return at.isValid() ? at : QDateTime::fromSecsSinceEpoch(0, QTimeZone::UTC);
}

void AccountStore::endNight(const QString &directory, const QString &timezone, const QDateTime &now)
{
    const QString open = settingsGroupOf(directory).name();
    QStringList facilities = Settings::self()->config()->group(u"Accounts"_s).groupList();
    facilities.removeAll(open);
    facilities.prepend(open);
    for (const QString &facility : std::as_const(facilities)) {
        NightAccounts accounts = loadAccounts(facility);
        if (facility == open) {
            accounts.endNight(timezone, now);
        } else {
            accounts.endNightInAnyTimezone(now);
        }
        for (const EnteredAccount &given : accounts.enteredAccounts()) {
            saveAccount(facility, given);
        }
    }
    SettingsStore::writeEntry(nightSettingsGroup(), ended, {now.toUTC().toString(Qt::ISODateWithMs)});
}
}
