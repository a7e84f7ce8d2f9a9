// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/editing/newfacility.h"

#include "sessions/profiles/facility/facilityreader.h"
#include "sessions/profiles/facility/profilecopy.h"
#include "sessions/profiles/textsof.h"
#include "sessions/profiles/toml/tomltext.h"

#include <KLocalizedString>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

namespace Nightdesk::NewFacility
{
using namespace Qt::StringLiterals;

namespace
{
QString profileIdOf(const Answers &answers)
{
    const QString id = ProfileCopy::idFromName(answers.host.section(u'.', 0, 0));
    return id.isEmpty() || id.at(0).isDigit() ? u"host"_s : id;
}

QString quoted(const QString &text)
{
    return TomlText::quotedString(text.trimmed());
}

QString writeNewFile(const QString &file, const QByteArray &contents)
{
    QFile out(file);
    const bool isCreated = out.open(QIODevice::WriteOnly | QIODevice::NewOnly);
    if (isCreated && out.write(contents) == contents.size() && out.flush()) {
        return {};
    }
    const QString why = out.errorString();
    if (isCreated) {
        out.remove(); // no half-written file may remain
    }
    return i18nc("@info %1: a file, %2: the system's reason", "%1 cannot be written: %2", file, why);
}

/// Writes both files below @p directory. Returns the error; empty: both files were written.
QString writeFacilityFiles(const Answers &answers, const QString &directory)
{
    if (!QDir(directory).mkpath(u"profiles"_s)) {
        return i18nc("@info a directory", "The directory %1 cannot be made.", directory + u"/profiles"_s);
    }
    const QString facilityFile = directory + u"/facility.toml"_s;
    QString failed = writeNewFile(facilityFile, facilityText(answers));
    if (failed.isEmpty()) {
        failed = writeNewFile(directory + u"/profiles/"_s + profileIdOf(answers) + u".toml"_s, profileText(answers));
        if (!failed.isEmpty()) {
            QFile::remove(facilityFile);
        }
    }
    if (!failed.isEmpty()) {
        QDir(directory).rmdir(u"profiles"_s); // so that the user can try again: createFacility() refuses a directory that is not empty
    }
    return failed;
}

/// The first error that Nightdesk itself reports for these answers; empty: none.
QString errorInAnswers(const Answers &answers)
{
    const QTemporaryDir trial;
    if (!trial.isValid()) {
        return i18nc("@info the system's reason", "A temporary directory cannot be made: %1", trial.errorString());
    }
    if (const QString failed = writeFacilityFiles(answers, trial.path()); !failed.isEmpty()) {
        return failed;
    }
    const Facility facility = FacilityReader::read(trial.path(), u"main"_s);
    for (const ProfileError &error : facility.errors) {
        if (error.severity == Severity::Error) {
            return error.message;
        }
    }
    return facility.brokenProfiles.isEmpty() ? QString() : facility.brokenProfiles.constFirst().errors.constFirst().message;
}
}

QByteArray facilityText(const Answers &answers)
{
    const QStringList screens = textsOf(answers.screens, TomlText::quotedString);
    return u"format = 1\nname = %1\n\n[site.main]\nname = %1\nscreens = [%2]\n"_s.arg(quoted(answers.name), screens.join(u", "_s)).toUtf8();
}

QByteArray profileText(const Answers &answers)
{
    const QString user = answers.user.trimmed().isEmpty() ? QString() : u"user = %1\n"_s.arg(quoted(answers.user));
    return u"format = 1\nid = %1\nname = %2\n\n[link.%1]\nhost = %2\n%3"
           "discover = { command = [\"vncserver\", \"-list\"], pattern = '^:?(?<display>\\d+)\\s' }\n\n"
           "[[desktop]]\nid = \"desktop\"\ntitle = %4\nlink = %1\ndisplay = %5\nscreen = %6\n"_s
               .arg(TomlText::quotedString(profileIdOf(answers)),
                    quoted(answers.host),
                    user,
                    TomlText::quotedString(i18nc("title of a desktop, by its display", "Desktop %1", answers.vncDisplay.trimmed())),
                    quoted(answers.vncDisplay),
                    TomlText::quotedString(answers.screens.constFirst()))
               .toUtf8();
}

std::expected<QString, QString> createFacility(const Answers &answers)
{
    if (const QDir directory(answers.directory); directory.exists() && !directory.isEmpty()) {
        return std::unexpected(i18nc("@info a directory", "The directory %1 is not empty. Choose another one.", answers.directory));
    }
    if (const QString wrong = errorInAnswers(answers); !wrong.isEmpty()) {
        return std::unexpected(wrong);
    }
    if (const QString failed = writeFacilityFiles(answers, answers.directory); !failed.isEmpty()) {
        return std::unexpected(failed);
    }
    return answers.directory + u"/profiles/"_s + profileIdOf(answers) + u".toml"_s;
}
}
