// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/trustcommand.h"

#include "app/commands/checkcommand.h"
#include "app/commands/exitstatus.h"
#include "sessions/profiles/facility/facilityreader.h"
#include "sessions/profiles/facility/facilitywatcher.h"
#include "sessions/profiles/facilitywording.h"
#include "sessions/profiles/trust/runwording.h"

#include <KLocalizedString>

#include <QEventLoop>

#include <algorithm>
#include <expected>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
/// Calls @p action and returns the facility that the watcher reports next.
Facility facilityReportedAfter(FacilityWatcher &watcher, auto action)
{
    QEventLoop loop;
    QObject::connect(&watcher, &FacilityWatcher::facilityChanged, &loop, &QEventLoop::quit);
    action();
    loop.exec();
    return watcher.facility().value_or(Facility());
}

/// The site for which profiles are approved: @p requestedSite, else @p configuredSite, else the facility's only site. The error is
/// the text to print.
std::expected<QString, QString> siteFor(const Facility &facility, const QString &requestedSite, const QString &configuredSite)
{
    const auto isKnown = [&facility](const QString &site) {
        return std::ranges::contains(facility.sites, site, &SiteSpec::id);
    };
    QStringList known;
    for (const SiteSpec &site : facility.sites) {
        known.append(site.id);
    }
    if (!requestedSite.isEmpty()) {
        if (isKnown(requestedSite)) {
            return requestedSite;
        }
        return std::unexpected(
            known.isEmpty() ? i18nc("@info:shell a site, a directory", "Unknown site “%1”: the facility in %2 has no sites.", requestedSite, facility.directory)
                            : i18nc("@info:shell a site, a directory, sites",
                                    "Unknown site “%1”. Sites in %2: %3.",
                                    requestedSite,
                                    facility.directory,
                                    known.join(u", "_s)));
    }
    if (isKnown(configuredSite)) {
        return configuredSite;
    }
    if (known.size() > 1) {
        return std::unexpected(i18nc("@info:shell keep --site SITE; %1: sites",
                                     "This workstation’s site is not set, and what a profile runs depends on the site. Use --site SITE with one of %1.",
                                     known.join(u", "_s)));
    }
    return known.value(0);
}

QString runLineText(const RunWording::RunLine &line)
{
    QString sign = u"  "_s;
    if (line.mark == RunWording::RunLine::Mark::Added) {
        sign = u"+ "_s;
    } else if (line.mark == RunWording::RunLine::Mark::Removed) {
        sign = u"- "_s;
    }
    return sign + QString(2 * line.indent, u' ') + line.text + u'\n';
}

void printApprovalState(const InstrumentProfile &profile, const TrustVerdict &verdict, QTextStream &out)
{
    out << i18nc("@info:shell an instrument's name, a file",
                 "%1, from %2",
                 RunWording::escapeInvisible(profile.name),
                 RunWording::escapeInvisible(profile.file))
        << '\n';
    QList<RunWording::RunLine> lines;
    switch (verdict.state) {
    case TrustVerdict::State::InstalledByAdministrator:
        out << i18nc("@info:shell", "Installed by the administrator: no approval needed.") << '\n';
        return;
    case TrustVerdict::State::Approved:
        out << i18nc("@info:shell a date and time",
                     "You approved this profile on %1 UT. Nothing has changed since.",
                     verdict.approvedAt.toUTC().toString(u"yyyy-MM-dd HH:mm"_s))
            << '\n';
        return;
    case TrustVerdict::State::Changed:
        out << i18nc("@info:shell a date and time",
                     "You approved an earlier version of this profile on %1 UT. What differs now:",
                     verdict.approvedAt.toUTC().toString(u"yyyy-MM-dd HH:mm"_s))
            << '\n';
        lines = RunWording::differences(verdict);
        break;
    case TrustVerdict::State::NeverApproved:
        out << i18nc("@info:shell", "This profile is not approved on this workstation yet. What it does under your account:") << '\n';
        lines = RunWording::allLines(verdict.currentManifest);
        break;
    }
    if (const QString account = RunWording::accountLine(verdict.currentManifest, {}); !account.isEmpty()) {
        out << account << '\n';
    }
    for (const RunWording::RunLine &line : std::as_const(lines)) {
        out << runLineText(line);
    }
}

/// The named profiles, or the error to print for those that cannot be loaded.
std::expected<QList<InstrumentProfile>, QString> findProfiles(const QStringList &ids, const Facility &facility)
{
    QList<InstrumentProfile> result;
    QString mistakes;
    for (const QString &id : ids) {
        const auto found = std::ranges::find(facility.profiles, id, &InstrumentProfile::id);
        if (found != facility.profiles.end()) {
            result.append(*found);
            continue;
        }
        const auto broken = std::ranges::find(facility.brokenProfiles, id, &BrokenProfile::id);
        if (broken == facility.brokenProfiles.end()) {
            mistakes += FacilityWording::unusableProfile(facility, id) + u'\n';
            continue;
        }
        mistakes += problemLines(broken->errors);
    }
    if (!mistakes.isEmpty()) {
        return std::unexpected(mistakes);
    }
    return result;
}

bool isApprovalConfirmed(QTextStream &in, QTextStream &out)
{
    out << i18nc("@info:shell keep yes untranslated", "Type “yes” to approve, or anything else to cancel: ");
    out.flush();
    return in.readLine().trimmed().compare("yes"_L1, Qt::CaseInsensitive) == 0;
}

/// Saves the approval. False: it was not saved; the reason is on @p err.
bool saveApproval(FacilityWatcher &watcher, const InstrumentProfile &profile, const QString &hash, QTextStream &err)
{
    QString failure;
    const auto connection = QObject::connect(&watcher, &FacilityWatcher::approvalFailed, &watcher, [&failure](const QString &, const QString &text) {
        failure = text;
    });
    const Facility facility = facilityReportedAfter(watcher, [&] {
        watcher.recordApproval(profile.id, hash);
    });
    QObject::disconnect(connection);
    if (!failure.isEmpty()) {
        err << failure << '\n';
        return false;
    }
    const TrustVerdict verdict = facility.trustVerdicts.value(profile.id);
    if (verdict.mustAskUser() || verdict.manifestHash != hash) {
        err << i18nc("@info:shell a profile's id", "%1 has changed in the meantime and is not approved. Run this command again.", profile.id) << '\n';
        return false;
    }
    return true;
}
}

int runTrustCommand(const TrustCommand &command, const DeskSettings &desk, const QString &trustFile, QTextStream &in, QTextStream &out, QTextStream &err)
{
    const QString directory = command.facility.isEmpty() ? desk.facilityDirectory : command.facility;
    if (directory.isEmpty()) {
        err << i18nc("@info:shell keep --facility DIR", "No facility is set on this workstation. Use --facility DIR.") << '\n';
        return ExitStatus::wrongUse;
    }
    const auto site = siteFor(FacilityReader::read(directory, {}), command.site, desk.site);
    if (!site) {
        err << site.error() << '\n';
        return ExitStatus::wrongUse;
    }
    FacilityWatcher watcher;
    watcher.setTrustFile(trustFile);
    watcher.setSite(*site);
    const Facility facility = facilityReportedAfter(watcher, [&] {
        watcher.setDirectory(directory);
    });
    const auto profiles = findProfiles(command.profiles, facility);
    if (!profiles) {
        for (const ProfileError &problem : facility.errors) {
            err << (problem.severity == Severity::Error ? problemLine(problem) : QString());
        }
        err << profiles.error();
        return ExitStatus::wrongUse;
    }
    bool isAllAgreed = true;
    for (const InstrumentProfile &profile : *profiles) {
        const TrustVerdict verdict = facility.trustVerdicts.value(profile.id);
        printApprovalState(profile, verdict, out);
        if (verdict.mustAskUser()) {
            const bool isWanted = command.approvesWithoutAsking || isApprovalConfirmed(in, out);
            const bool isAgreed = isWanted && saveApproval(watcher, profile, verdict.manifestHash, err);
            out << (isAgreed ? i18nc("@info:shell", "Approved.") : i18nc("@info:shell", "Not approved.")) << '\n';
            isAllAgreed = isAllAgreed && isAgreed;
        }
        out << '\n';
    }
    out.flush();
    err.flush();
    return isAllAgreed ? ExitStatus::done : ExitStatus::notDone;
}
}
