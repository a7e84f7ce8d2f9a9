// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a profile and as a facility.toml: the reader must end, and every mistake must lie inside the text.
#include "sessions/profiles/profilereader.h"

#include <cstdint>
#include <cstdlib>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
void checkPlaces(const QList<ProfileError> &problems, const QString &file, int lines)
{
    for (const ProfileError &problem : problems) {
        const bool inside = problem.place.line >= 1 && problem.place.line <= lines && problem.place.column >= 1;
        if ((problem.place.file == file && !inside) || problem.message.isEmpty()) {
            std::abort();
        }
    }
}
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArrayView text(data, static_cast<qsizetype>(size));
    const QString file = u"/fuzz/profiles/a.toml"_s;
    static const FacilityDocument facility(
        "format = 1\nname = \"F\"\n[link.shared]\nhost = \"h\"\nuser = \"{account}\"\n[site.waimea]\nscreens = [\"left\", "
        "\"right\"]\n[site.santa-cruz]\nscreens = [\"centre\"]\nlink.shared.port = 3\n",
        u"/fuzz/facility.toml"_s);
    const int lines = static_cast<int>(std::count(text.begin(), text.end(), '\n')) + 1;
    const ProfileReader reader(text, file, facility);
    for (const QString &site : {QString(), u"santa-cruz"_s}) {
        checkPlaces(reader.at(site, u"account"_s).problems, file, lines);
    }
    checkPlaces(FacilityDocument(text, u"/fuzz/facility.toml"_s).problems(), u"/fuzz/facility.toml"_s, lines);
    return 0;
}
