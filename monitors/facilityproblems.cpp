// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/facilityproblems.h"

#include <algorithm>
#include <functional>
#include <tuple>

namespace Nightdesk::FacilityProblems
{
using namespace Qt::StringLiterals;

QList<ProfileError> all(const Facility &facility)
{
    QList<ProfileError> found = facility.errors;
    for (const BrokenProfile &broken : facility.brokenProfiles) {
        found += broken.errors;
    }
    std::ranges::stable_sort(found, std::less(), [](const ProfileError &problem) {
        return std::tuple(!problem.place.file.endsWith("/facility.toml"_L1), problem.place.file, problem.place.line, problem.place.column);
    });
    QList<ProfileError> result;
    for (const ProfileError &problem : std::as_const(found)) {
        // Each profile that uses facility.toml may report its errors again: such a duplicate is at the same place as the first report.
        const auto before = std::find_if(result.crbegin(), result.crend(), [&problem](const ProfileError &other) {
            return other.place != problem.place || other == problem;
        });
        if (before == result.crend() || *before != problem) {
            result.append(problem);
        }
    }
    return result;
}

qsizetype count(const QList<ProfileError> &problems, Severity severity)
{
    return std::ranges::count(problems, severity, &ProfileError::severity);
}

QString asLine(const ProfileError &problem)
{
    return u"%1: %2: %3"_s.arg(problem.place.toString(), problem.severity == Severity::Error ? u"error"_s : u"warning"_s, problem.message);
}

QString pathRelativeTo(const QString &directory, const QString &file)
{
    QString start = directory;
    while (start.endsWith(u'/')) {
        start.chop(1);
    }
    start += u'/';
    return !directory.isEmpty() && file.startsWith(start) ? file.mid(start.size()) : file;
}
}
