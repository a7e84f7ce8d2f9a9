// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/start/neededprograms.h"

#include "sessions/common/backgroundjobs.h"
#include "sessions/profiles/facility/facilityreader.h"

#include <KConfig>
#include <KConfigGroup>

#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>
#include <future>
#include <memory>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
/// Takes the values as arguments instead of using Settings, which may be created only after SettingsStore::open() has
/// chosen the file.
XProgramNeed findXProgramNeed(QString facility, QString site)
{
    const KConfig config(u"nightdeskrc"_s, KConfig::CascadeConfig);
    const KConfigGroup settings = config.group(u"Desk"_s);
    if (site.isEmpty()) {
        site = settings.readEntry("Site", QString());
    }
    if (facility.isEmpty()) {
        facility = settings.readEntry("FacilityDirectory", QString());
    }
    if (facility.isEmpty()) {
        facility = QFileInfo(QStandardPaths::locate(QStandardPaths::GenericConfigLocation, u"nightdesk/facility.toml"_s)).path();
    }
    const Facility found = FacilityReader::read(facility, site);
    const auto hasPrograms = [](const InstrumentProfile &profile) {
        return !profile.windows.isEmpty();
    };
    if (std::ranges::any_of(found.profiles, hasPrograms)) {
        return XProgramNeed::Some;
    }
    return found.profiles.isEmpty() || !found.brokenProfiles.isEmpty() ? XProgramNeed::Unknown : XProgramNeed::None;
}
}

XProgramNeed readXProgramNeed(const QString &facility, const QString &site, std::chrono::milliseconds limit)
{
    auto promise = std::make_shared<std::promise<XProgramNeed>>();
    std::future<XProgramNeed> answer = promise->get_future();
    BackgroundJobs::shared().run([promise, facility, site] {
        promise->set_value(findXProgramNeed(facility, site));
    });
    return answer.wait_for(limit) == std::future_status::ready ? answer.get() : XProgramNeed::Unknown;
}
}
