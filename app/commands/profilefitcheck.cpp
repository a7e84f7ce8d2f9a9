// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/profilefitcheck.h"

#include "app/commands/checkcommand.h"
#include "monitors/visuals/fitjson.h"
#include "monitors/visuals/xservermonitor.h"
#include "sessions/common/displaytext.h"
#include "sessions/profiles/facility/facilityfiles.h"
#include "sessions/profiles/facility/profilereader.h"
#include "sessions/profiles/facility/textfile.h"

#include <KLocalizedString>

namespace Nightdesk
{
namespace
{
QString verdictText(const XServerFit &fit)
{
    switch (fit.verdict) {
    case XServerFit::Verdict::Unknown:
        break;
    case XServerFit::Verdict::Fits:
        return i18nc("@info:shell a display and an X server", "fits");
    case XServerFit::Verdict::FitsAsVncApp:
        return i18nc("@info:shell a display and an X server; keep vnc-app untranslated; %1: like PseudoColor 8",
                     "fits as vnc-app with %1",
                     fit.visualOfPrivateServer);
    case XServerFit::Verdict::DoesNotFit:
        return i18nc("@info:shell a display and an X server", "does not fit");
    }
    return i18nc("@info:shell a display and an X server", "unknown");
}
}

ProfileFitCheck::ProfileFitCheck(const InstrumentProfile &profile)
    : m_profile(profile)
{
}

std::expected<ProfileFitCheck, QString> ProfileFitCheck::read(const QString &file)
{
    const auto unreadable = [](const QString &path, const QString &why) {
        return std::unexpected(problemLine({SourcePlace{path, 0, 0}, Severity::Error, why}));
    };
    FacilityDocument facility;
    if (const QString directory = FacilityFiles::facilityDirectoryOf(file); !directory.isEmpty()) {
        const QString path = FacilityFiles::facilityFilePath(directory);
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
    const ParsedProfile reading = ProfileReader::parse(*text, file, facility);
    if (!reading.hasNoErrors()) {
        return std::unexpected(problemLines(reading.problems));
    }
    return ProfileFitCheck(reading.profile);
}

QStringList ProfileFitCheck::neededFonts() const
{
    Facility facility;
    facility.profiles = {m_profile};
    return XServerMonitor::fontPatternsOf(facility);
}

QList<ProfileFitCheck::DisplayFit>
ProfileFitCheck::checkFits(const XServerFacts &localServer, const XServerFacts *remoteServer, bool showsProfileDesktops) const
{
    QList<DisplayFit> result;
    for (const WindowSpec &window : m_profile.windows) {
        result.append({window.title, XServerFit::ofWindow(window, &localServer, remoteServer)});
    }
    for (const DesktopSpec &desktop : m_profile.desktops) {
        const auto number = XServerMonitor::displayNumberOf(desktop);
        const bool isIts = remoteServer && (showsProfileDesktops || (number && remoteServer->display == QStringLiteral(":%1").arg(*number)));
        result.append({desktop.title, XServerFit::ofDesktop(desktop, isIts ? remoteServer : nullptr)});
    }
    return result;
}

QJsonArray ProfileFitCheck::json(const XServerFacts &localServer, const XServerFacts *remoteServer, bool showsProfileDesktops) const
{
    QJsonArray array;
    for (const DisplayFit &judged : checkFits(localServer, remoteServer, showsProfileDesktops)) {
        array.append(FitJson::of(judged.title, judged.fit));
    }
    return array;
}

void ProfileFitCheck::print(const XServerFacts &localServer, const XServerFacts *remoteServer, bool showsProfileDesktops, QTextStream &out) const
{
    for (const DisplayFit &judged : checkFits(localServer, remoteServer, showsProfileDesktops)) {
        out << i18nc("@info:shell %1: the title of a display, %2: like fits", "%1: %2", displayText(judged.title), verdictText(judged.fit)) << '\n';
        for (const XServerFit::Finding &finding : judged.fit.findings) {
            out << "  " << finding.problem << ' ' << finding.remedy << '\n';
        }
    }
}
}
