// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/problems.h"

#include "sessions/common/displaytext.h"
#include "sessions/profiles/textsof.h"

#include <KLocalizedString>

#include <algorithm>
#include <tuple>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
constexpr qsizetype longestShown = 60;

bool isBefore(const ProfileError &a, const ProfileError &b)
{
    return std::tie(a.place.file, a.place.line, a.place.column) < std::tie(b.place.file, b.place.line, b.place.column);
}

const QString &omittedProblemsText()
{
    static const QString text = i18nc("@info the last of the errors in a profile; %1: a number",
                                      "only the first %1 problems are shown; fix these to see the others",
                                      QString::number(Problems::maxProblemCount));
    return text;
}
}

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
    if (problem.message == omittedProblemsText()) {
        // This is the last line of another list, which is being added to this one: that list omitted problems, so this one does, too.
        addOmittedProblemsNote(problem);
        return;
    }
    const QString identity = u"%1:%2:%3:%4"_s.arg(problem.place.line).arg(problem.place.column).arg(problem.place.file, problem.message);
    if (m_seenProblems.contains(identity)) {
        return;
    }
    if (m_problemList.size() >= maxProblemCount) {
        addOmittedProblemsNote(problem);
        return;
    }
    m_seenProblems.insert(identity);
    m_problemList.append(problem);
}

void Problems::addOmittedProblemsNote(const ProfileError &problem)
{
    auto there = m_omittedProblemsNoteByFile.find(problem.place.file);
    if (there == m_omittedProblemsNoteByFile.end()) {
        there = m_omittedProblemsNoteByFile.insert(problem.place.file, {problem.place, Severity::Warning, omittedProblemsText()});
    }
    ProfileError &line = *there;
    if (isBefore(line, problem)) {
        line.place = problem.place;
    }
    if (problem.severity == Severity::Error) {
        line.severity = Severity::Error;
    }
}

bool Problems::hasErrors() const
{
    return m_hasErrors;
}

QList<ProfileError> Problems::sorted() const
{
    QList<ProfileError> result = m_problemList;
    for (ProfileError line : m_omittedProblemsNoteByFile) {
        for (const ProfileError &problem : m_problemList) {
            if (problem.place.file == line.place.file && isBefore(line, problem)) {
                line.place = problem.place;
            }
        }
        result.append(line); // std::ranges::stable_sort() keeps this line behind other errors at the same place
    }
    std::ranges::stable_sort(result, isBefore);
    return result;
}

bool hasErrors(const QList<ProfileError> &problems)
{
    return std::ranges::contains(problems, Severity::Error, &ProfileError::severity);
}

QString problemText(const QString &what, const QString &expected, const QString &suggestion)
{
    if (!expected.isEmpty() && !suggestion.isEmpty()) {
        return i18nc("@info an error in a profile: what, what was expected, a proposal", "%1: expected %2. Did you mean “%3”?", what, expected, suggestion);
    }
    if (!suggestion.isEmpty()) {
        return i18nc("@info an error in a profile: what, a proposal", "%1. Did you mean “%2”?", what, suggestion);
    }
    if (!expected.isEmpty()) {
        return i18nc("@info an error in a profile: what, what was expected", "%1: expected %2", what, expected);
    }
    return what;
}

QString nameExpectation(const QStringList &known)
{
    const QStringList names = textsOf(known, inTomlQuotes);
    return names.size() < 2 ? names.value(0) : i18nc("@info what a key of a profile expects; %1: names", "one of %1", names.join(u", "_s));
}

QString quoted(const QString &text)
{
    return i18nc("@info a name or value of a file, in quotes", "“%1”", displayText(QStringView(text), longestShown));
}

QString inTomlQuotes(const QString &text)
{
    return u"\"%1\""_s.arg(displayText(QStringView(text), longestShown));
}
}
