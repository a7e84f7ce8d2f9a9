// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/checkcommand.h"

#include "app/commands/exitstatus.h"
#include "sessions/profiles/facility/facilitychecker.h"

#include <KLocalizedString>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
QString severityName(Severity severity)
{
    // "error" and "warning" are the words of compilers, which editors recognize.
    return severity == Severity::Error ? u"error"_s : u"warning"_s;
}

QJsonObject asObject(const ProfileError &problem)
{
    QJsonObject object{{u"file"_s, problem.place.file}, {u"severity"_s, severityName(problem.severity)}, {u"message"_s, problem.message}};
    if (problem.place.line > 0) {
        object.insert(u"line"_s, problem.place.line);
        object.insert(u"column"_s, problem.place.column);
    }
    return object;
}
}

QString problemLine(const ProfileError &problem)
{
    return u"%1: %2: %3\n"_s.arg(problem.place.toString(), severityName(problem.severity), problem.message);
}

QString problemLines(const QList<ProfileError> &problems)
{
    QString lines;
    for (const ProfileError &problem : problems) {
        lines += problemLine(problem);
    }
    return lines;
}

int runCheckCommand(const QStringList &paths, bool json, QTextStream &out, QTextStream &err)
{
    if (paths.isEmpty()) {
        err << i18nc("@info:shell", "nightdesk check: Name at least one profile or facility directory.") << '\n';
        return ExitStatus::wrongUse;
    }
    QList<ProfileError> problems;
    int readFileCount = 0;
    bool isUnreadable = false;
    for (const QString &path : paths) {
        const FacilityChecker::Result result = FacilityChecker::check(path);
        problems += result.problems;
        readFileCount += result.readFileCount;
        isUnreadable = isUnreadable || result.isUnreadable;
    }

    int errors = 0;
    int warnings = 0;
    QJsonArray array;
    for (const ProfileError &problem : std::as_const(problems)) {
        (problem.severity == Severity::Error ? errors : warnings) += 1;
        if (json) {
            array.append(asObject(problem));
        } else {
            out << problemLine(problem);
        }
    }
    if (json) {
        out << QString::fromUtf8(QJsonDocument(array).toJson());
    } else if (!problems.isEmpty()) {
        err << i18nc("@info:shell %1, %2, %3: counts of files, errors and warnings",
                     "%1, %2, %3",
                     i18ncp("@info:shell", "%1 file", "%1 files", readFileCount),
                     i18ncp("@info:shell", "%1 error", "%1 errors", errors),
                     i18ncp("@info:shell", "%1 warning", "%1 warnings", warnings))
            << '\n';
    }
    out.flush();
    err.flush();
    if (isUnreadable) {
        return ExitStatus::wrongUse;
    }
    return errors > 0 ? ExitStatus::notDone : ExitStatus::done;
}
}
