// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/showcommand.h"

#include "app/commands/checkcommand.h"
#include "app/commands/exitstatus.h"
#include "sessions/common/displaytext.h"
#include "sessions/profiles/facility/effectiveprofiletext.h"
#include "sessions/profiles/facility/facilityfiles.h"
#include "sessions/profiles/facility/textfile.h"
#include "sessions/profiles/problems.h"
#include "sessions/profiles/suggestion.h"

#include <KLocalizedString>

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <expected>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
/// The profile's file and its facility, as found from the command's arguments.
struct LocatedProfile {
    QString facilityDirectory; ///< directory of the facility; empty: none
    FacilityDocument facility;
    QByteArray facilityText;
    QString profileFile;
    QByteArray profileText;
};

struct SiteChoice {
    QString id; ///< id of the site; empty: no site's overrides are used
    QString remark; ///< why this site was chosen, for the output; empty: the command named it
};

bool isFilePath(const QString &profileArgument)
{
    return profileArgument.contains(u'/') || profileArgument.endsWith(".toml"_L1);
}

QString cannotReadText(const QString &file, const QString &why)
{
    return problemLine({SourcePlace{file, 0, 0}, Severity::Error, why});
}

QString expectedOneOfText(const QStringList &names)
{
    return names.isEmpty() ? QString() : i18nc("@info what a key of a profile expects; %1: names", "one of %1", names.join(", "_L1));
}

/// Reads facility.toml into @p found. The error is the text to print.
std::expected<void, QString> readFacility(LocatedProfile &found)
{
    const QString file = FacilityFiles::facilityFilePath(found.facilityDirectory);
    const auto text = readTextFile(file);
    if (!text) {
        return std::unexpected(cannotReadText(file, text.error()));
    }
    found.facilityText = *text;
    found.facility = FacilityDocument(*text, file);
    return {};
}

std::expected<void, QString> readFile(const QString &file, LocatedProfile &found)
{
    const auto text = readTextFile(file);
    if (!text) {
        return std::unexpected(cannotReadText(file, text.error()));
    }
    found.profileFile = file;
    found.profileText = *text;
    return {};
}

/// Finds the facility's profile with this id.
std::expected<void, QString> findProfile(const QString &id, LocatedProfile &found)
{
    QStringList known;
    for (const QString &file : FacilityFiles::profileFiles(found.facilityDirectory)) {
        const auto text = readTextFile(file);
        const QString thisId = text ? ProfileReader(*text, file, found.facility).parsedAtSite({}).id : FacilityFiles::baseName(file);
        if (thisId == id) {
            return readFile(file, found);
        }
        known.append(thisId);
    }
    return std::unexpected(
        problemText(i18nc("@info:shell %1: a name in quotes, %2: a directory", "Unknown profile %1 in %2", quoted(id), found.facilityDirectory),
                    expectedOneOfText(known),
                    suggestion(id, known))
        + u'\n');
}

std::expected<LocatedProfile, QString> findProfile(const ShowCommand &command, const DeskSettings &desk)
{
    LocatedProfile found;
    const bool asFile = isFilePath(command.profile);
    found.facilityDirectory = !command.facility.isEmpty() ? command.facility
        : asFile                                          ? FacilityFiles::facilityDirectoryOf(command.profile)
                                                          : desk.facilityDirectory;
    if (found.facilityDirectory.isEmpty() && !asFile) {
        return std::unexpected(i18nc("@info:shell keep --facility DIR", "No facility is set on this workstation. Use --facility DIR, or name a profile’s file.")
                               + u'\n');
    }
    if (!found.facilityDirectory.isEmpty()) {
        if (const auto read = readFacility(found); !read) {
            return std::unexpected(read.error());
        }
    }
    const auto read = asFile ? readFile(command.profile, found) : findProfile(command.profile, found);
    if (!read) {
        return std::unexpected(read.error());
    }
    return found;
}

std::expected<SiteChoice, QString> chooseSite(const ShowCommand &command, const DeskSettings &desk, const FacilityDocument &facility, const QStringList &known)
{
    if (!command.site.isEmpty()) {
        if (known.contains(command.site)) {
            return SiteChoice{command.site, {}};
        }
        return std::unexpected(problemText(i18nc("@info:shell %1: a name in quotes", "Unknown site %1", quoted(command.site)),
                                           expectedOneOfText(known),
                                           suggestion(command.site, known))
                               + u'\n');
    }
    if (known.contains(desk.site)) {
        return SiteChoice{desk.site, i18nc("@info:shell", "the site set on this workstation")};
    }
    if (facility.siteNames().size() == 1) {
        return SiteChoice{known.first(), i18nc("@info:shell", "the facility’s only site")}; // the main window chooses the only site, too
    }
    if (known.isEmpty()) {
        return SiteChoice{};
    }
    const QString names = known.join(", "_L1);
    if (desk.site.isEmpty()) {
        return SiteChoice{
            {},
            i18nc("@info:shell %1: names; keep --site", "no overrides of a site: no site is set on this workstation; choose one of %1 with --site", names)};
    }
    return SiteChoice{{},
                      i18nc("@info:shell %1, %2: names; keep --site",
                            "no overrides of a site: the facility does not know this workstation’s site %1; choose one of %2 with --site",
                            quoted(desk.site),
                            names)};
}

QString
headingText(const LocatedProfile &found, const ParsedProfile &reading, const SiteChoice &site, const ShowCommand &command, const EffectiveProfileText &text)
{
    const QString name = reading.profile.name.isEmpty() ? reading.id : reading.profile.name;
    QStringList lines{
        site.id.isEmpty()
            ? i18nc("@info:shell %1: an instrument, %2: a file", "%1, %2", name, text.shortenedPath(found.profileFile))
            : i18nc("@info:shell %1: an instrument, %2: a site, %3: a file", "%1 at the site %2, %3", name, site.id, text.shortenedPath(found.profileFile))};
    if (!site.remark.isEmpty()) {
        lines.append(site.remark);
    }
    const QList<ProfileError> &ofFacility = found.facility.problems();
    if (std::ranges::contains(ofFacility, Severity::Error, &ProfileError::severity)) {
        lines.append(i18nc("@info:shell", "facility.toml has errors: until they are fixed, running consoles use its last valid version, not this one"));
    }
    if (reading.profile.needsAccount && command.account.isEmpty()) {
        lines.append(i18nc("@info:shell keep {account} and --account", "Connect asks for {account}; --account replaces it here"));
    }
    QString result;
    for (const QString &line : std::as_const(lines)) {
        result += u"# "_s + displayText(line, 2000) + u'\n';
    }
    return result + u'\n';
}
}

std::expected<QString, QString> fileToEdit(const EditCommand &command, const DeskSettings &desk)
{
    if (isFilePath(command.profile)) {
        return command.profile;
    }
    if (!command.profile.isEmpty()) {
        return findProfile({command.profile, {}, command.facility, {}, false}, desk).transform([](const LocatedProfile &found) {
            return found.profileFile;
        });
    }
    const QString directory = command.facility.isEmpty() ? desk.facilityDirectory : command.facility;
    if (directory.isEmpty()) {
        return std::unexpected(i18nc("@info:shell keep --facility DIR", "No facility is set on this workstation. Use --facility DIR, or name a profile’s file.")
                               + u'\n');
    }
    return FacilityFiles::facilityFilePath(directory);
}

int runShowCommand(const ShowCommand &command, const DeskSettings &desk, QTextStream &out, QTextStream &err)
{
    const auto fail = [&err](const QString &why) {
        err << why;
        err.flush();
        return ExitStatus::wrongUse;
    };
    const auto found = findProfile(command, desk);
    if (!found) {
        return fail(found.error());
    }
    const ProfileReader reader(found->profileText, found->profileFile, found->facility);
    // Problems of facility.toml that affect the profile are reported with the profile's own, unless facility.toml could
    // not be read at all.
    const bool isFacilityRead = found->facilityDirectory.isEmpty() || found->facility.isReadable();
    const QList<ProfileError> facilityProblems = isFacilityRead ? QList<ProfileError>() : found->facility.problems();
    const auto site = chooseSite(command, desk, found->facility, reader.sites());
    if (!site) {
        return fail(problemLines(facilityProblems) + site.error());
    }
    const ParsedProfile reading = reader.parsedAtSite(site->id, command.account);

    ValueOrigins origins;
    origins.addFile(found->facilityText, FacilityFiles::facilityFilePath(found->facilityDirectory), ValueOrigin::Kind::Facility);
    origins.addFile(found->profileText, found->profileFile, ValueOrigin::Kind::Profile);
    const QList<EffectiveTable> tables = EffectiveProfile(reading, origins, found->facility, site->id).tables();
    const EffectiveProfileText text(found->facilityDirectory);
    if (command.json) {
        const QJsonObject object{{u"profile"_s, reading.id},
                                 {u"file"_s, text.shortenedPath(found->profileFile)},
                                 {u"site"_s, site->id},
                                 {u"account"_s, command.account},
                                 {u"good"_s, reading.hasNoErrors() && isFacilityRead},
                                 {u"tables"_s, text.json(tables)}};
        out << QString::fromUtf8(QJsonDocument(object).toJson());
    } else {
        out << headingText(*found, reading, *site, command, text) << text.toml(tables);
    }
    out.flush();
    err << problemLines(reading.problems);
    err.flush();
    return reading.hasNoErrors() && isFacilityRead ? ExitStatus::done : ExitStatus::notDone;
}
}
