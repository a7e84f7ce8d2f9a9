// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/problems.h"

#include "sessions/common/displaytext.h"

#include <KLocalizedString>

#include <algorithm>
#include <tuple>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
void Problems::error(const SourcePlace &place, const QString &message)
{
    add(ProfileError{place, Severity::Error, message});
}

void Problems::warning(const SourcePlace &place, const QString &message)
{
    add(ProfileError{place, Severity::Warning, message});
}

void Problems::add(const QList<ProfileError> &problems)
{
    for (const ProfileError &problem : problems) {
        add(problem);
    }
}

void Problems::add(const ProfileError &problem)
{
    m_hasErrors = m_hasErrors || problem.severity == Severity::Error;
    if (m_problems.size() >= limit) {
        return;
    }
    const QString identity = u"%1:%2:%3:%4"_s.arg(problem.place.line).arg(problem.place.column).arg(problem.place.file, problem.message);
    if (!m_seen.contains(identity)) {
        m_seen.insert(identity);
        m_problems.append(problem);
    }
}

bool Problems::hasErrors() const
{
    return m_hasErrors;
}

QList<ProfileError> Problems::sorted() const
{
    QList<ProfileError> result = m_problems;
    std::ranges::stable_sort(result, [](const ProfileError &a, const ProfileError &b) {
        return std::tie(a.place.file, a.place.line, a.place.column) < std::tie(b.place.file, b.place.line, b.place.column);
    });
    return result;
}

QString problemText(const QString &what, const QString &expected, const QString &suggestion)
{
    if (!expected.isEmpty() && !suggestion.isEmpty()) {
        return i18nc("@info a mistake in a profile: what, what was expected, a proposal", "%1; expected %2; did you mean \"%3\"?", what, expected, suggestion);
    }
    if (!suggestion.isEmpty()) {
        return i18nc("@info a mistake in a profile: what, a proposal", "%1; did you mean \"%2\"?", what, suggestion);
    }
    if (!expected.isEmpty()) {
        return i18nc("@info a mistake in a profile: what, what was expected", "%1; expected %2", what, expected);
    }
    return what;
}

QString quoted(const QString &text)
{
    return u"\"%1\""_s.arg(displayText(QStringView(text), 60));
}
}
