// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/profilefits.h"

#include "app/commands/checkcommand.h"
#include "monitors/visuals/fitjson.h"
#include "monitors/visuals/serverwatch.h"
#include "sessions/common/displaytext.h"
#include "sessions/profiles/facility/facilityfiles.h"
#include "sessions/profiles/facility/profilereader.h"
#include "sessions/profiles/facility/textfile.h"

#include <KLocalizedString>

namespace Nightdesk
{
namespace
{
QString inWords(const ServerFit &fit)
{
    switch (fit.verdict) {
    case ServerFit::Verdict::Unknown:
        break;
    case ServerFit::Verdict::Fits:
        return i18nc("@info:shell a display and an X server", "fits");
    case ServerFit::Verdict::FitsAsVncApp:
        return i18nc("@info:shell a display and an X server; keep vnc-app untranslated; %1: like PseudoColor 8", "fits as vnc-app with %1", fit.visual);
    case ServerFit::Verdict::DoesNotFit:
        return i18nc("@info:shell a display and an X server", "does not fit");
    }
    return i18nc("@info:shell a display and an X server", "unknown");
}
}

ProfileFits::ProfileFits(const InstrumentProfile &profile)
    : m_profile(profile)
{
}

std::expected<ProfileFits, QString> ProfileFits::read(const QString &file)
{
    const auto unreadable = [](const QString &path, const QString &why) {
        return std::unexpected(problemLine({SourcePlace{path, 0, 0}, Severity::Error, why}));
    };
    FacilityDocument facility;
    if (const QString directory = FacilityFiles::facilityOf(file); !directory.isEmpty()) {
        const QString path = FacilityFiles::facilityFile(directory);
        const auto text = readTextFile(path);
        if (!text) {
            return unreadable(path, text.error());
        }
        facility = FacilityDocument(*text, path);
    }
    const auto text = readTextFile(file);
    if (!text) {
        return unreadable(file, text.error());
    }
    const ProfileReading reading = ProfileReader::parse(*text, file, facility);
    if (!reading.isGood()) {
        QString lines;
        for (const ProfileError &problem : reading.problems) {
            lines += problemLine(problem);
        }
        return std::unexpected(lines);
    }
    return ProfileFits(reading.profile);
}

QStringList ProfileFits::fonts() const
{
    Facility facility;
    facility.profiles = {m_profile};
    return ServerWatch::fontsOf(facility);
}

QList<ProfileFits::Judged> ProfileFits::judge(const XServerFacts &here, const XServerFacts *there, bool isNamed) const
{
    QList<Judged> result;
    for (const WindowSpec &window : m_profile.windows) {
        result.append({window.title, ServerFit::ofWindow(window, &here, there)});
    }
    for (const DesktopSpec &desktop : m_profile.desktops) {
        const auto number = ServerWatch::displayOf(desktop);
        const bool isIts = there && (isNamed || (number && there->display == QStringLiteral(":%1").arg(*number)));
        result.append({desktop.title, ServerFit::ofDesktop(desktop, isIts ? there : nullptr)});
    }
    return result;
}

QJsonArray ProfileFits::json(const XServerFacts &here, const XServerFacts *there, bool isNamed) const
{
    QJsonArray array;
    for (const Judged &judged : judge(here, there, isNamed)) {
        array.append(FitJson::of(judged.title, judged.fit));
    }
    return array;
}

void ProfileFits::print(const XServerFacts &here, const XServerFacts *there, bool isNamed, QTextStream &out) const
{
    for (const Judged &judged : judge(here, there, isNamed)) {
        out << i18nc("@info:shell %1: the title of a display, %2: like fits", "%1: %2", displayText(judged.title), inWords(judged.fit)) << '\n';
        for (const ServerFit::Finding &finding : judged.fit.findings) {
            out << "  " << finding.what << ' ' << finding.remedy << '\n';
        }
    }
}
}
