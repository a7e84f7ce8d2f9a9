// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/settingsversion.h"

#include <QDir>

namespace Nightdesk::SettingsVersion
{
using namespace Qt::StringLiterals;

namespace
{
/// Converts version 1, which stored a single account. Later versions store one account per instrument and night: the
/// old account becomes a proposal for the instrument with which it was used.
void migrateToInstrumentAccounts(Entries &entries)
{
    const QString account = entries.take({u"Desk"_s, u"LastAccount"_s});
    const QString instrument = entries.value({u"Desk"_s, u"LastInstrument"_s});
    const QString facility = entries.value({u"Desk"_s, u"FacilityDirectory"_s});
    const QStringList place{u"Accounts"_s, QDir::cleanPath(facility), instrument};
    if (!account.isEmpty() && !instrument.isEmpty() && !facility.isEmpty() && !entries.contains(place)) {
        // A time in the past, so that the account does not count as tonight's.
        entries.insert(place, u"1970-01-01T00:00:00Z,"_s + account);
    }
}

/// The migrations, each to the next version; the first one converts version 1 to version 2.
constexpr void (*migrations[])(Entries &) = {migrateToInstrumentAccounts};
static_assert(std::size(migrations) == current - 1);
}

QStringList versionPath()
{
    return {u"Settings"_s, u"Version"_s};
}

int versionOf(const Entries &entries)
{
    bool isNumber = false;
    const int version = entries.value(versionPath()).toInt(&isNumber);
    return isNumber && version > 0 ? version : 1;
}

std::expected<Entries, int> migrate(const Entries &entries)
{
    const int version = versionOf(entries);
    if (version > current) {
        return std::unexpected(version);
    }
    Entries result = entries;
    for (int i = version; i < current; ++i) {
        migrations[i - 1](result);
    }
    if (!result.isEmpty()) {
        result.insert(versionPath(), QString::number(current));
    }
    return result;
}
}
