// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a facility.toml, a profile and a site, with a line of "=====" between them; without one as a profile of a
// facility that is good, and as a facility.toml. The reader must end, and every mistake must lie inside its text.
#include "sessions/profiles/facility/profilereader.h"

#include <cstdint>
#include <cstdlib>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
constexpr QByteArrayView separator = "=====\n";
const QString facilityFilePath = u"/fuzz/facility.toml"_s;
const QString profileFile = u"/fuzz/profiles/a.toml"_s;

/// Places in @p text of @p file; those of other files are left alone.
void checkPlaces(const QList<ProfileError> &problems, const QString &file, QByteArrayView text)
{
    QList<qsizetype> lengths; // in bytes: no line has more characters than that
    qsizetype begin = 0;
    for (qsizetype i = 0; i <= text.size(); ++i) {
        if (i == text.size() || text[i] == '\n') {
            lengths.append(i - begin);
            begin = i + 1;
        }
    }
    int line = 0;
    for (const ProfileError &problem : problems) {
        if (problem.message.isEmpty()) {
            std::abort();
        }
        if (problem.place.file != file) {
            continue;
        }
        const bool isInside = problem.place.line >= 1 && problem.place.line <= lengths.size() && problem.place.column >= 1
            && problem.place.column <= lengths.at(problem.place.line - 1) + 1;
        if (!isInside || problem.place.line < line) {
            std::abort();
        }
        line = problem.place.line;
    }
}

void readBoth(QByteArrayView facilityText, QByteArrayView profileText, const QString &site)
{
    const FacilityDocument facility(facilityText, facilityFilePath);
    checkPlaces(facility.problems(), facilityFilePath, facilityText);
    const ProfileReader reader(profileText, profileFile, facility);
    for (const QString &one : {QString(), site}) {
        const QList<ProfileError> problems = reader.parsedAtSite(one, u"account"_s).problems;
        checkPlaces(problems, profileFile, profileText);
        checkPlaces(problems, facilityFilePath, facilityText);
    }
}
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArrayView input(data, static_cast<qsizetype>(size));
    const qsizetype first = input.indexOf(separator);
    if (first >= 0) {
        const QByteArrayView behind = input.sliced(first + separator.size());
        const qsizetype second = behind.indexOf(separator);
        const QByteArrayView profile = second < 0 ? behind : behind.first(second);
        const QByteArrayView site = second < 0 ? QByteArrayView() : behind.sliced(second + separator.size());
        readBoth(input.first(first), profile, QString::fromUtf8(site.trimmed()));
        return 0;
    }
    static constexpr QByteArrayView goodFacility =
        "format = 1\nname = \"F\"\nvariables.gateway = \"g.example\"\n[default.link]\njump = [\"{gateway}\"]\n[link.shared]\nhost = \"h\"\n"
        "user = \"{account}\"\n[[desktop]]\nid = \"status\"\nlink = \"shared\"\ndisplay = \":9\"\n[group.one]\nlink.tcs.host = \"{instrument}\"\n"
        "[site.waimea]\nscreens = [\"left\", \"right\"]\nscreen-sizes = { left = \"800x600\" }\n"
        "[site.santa-cruz]\nscreens = [\"centre\"]\nlink.shared.port = 3\nvariables.gateway = \"other\"\n";
    readBoth(goodFacility, input, u"santa-cruz"_s);
    readBoth(goodFacility, input, u"waimea"_s);
    checkPlaces(FacilityDocument(input, facilityFilePath).problems(), facilityFilePath, input);
    return 0;
}
