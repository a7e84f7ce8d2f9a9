// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/broker/brokeraccounts.h"

#include "app/commands/exitstatus.h"
#include "sessions/broker/brokercredentialfile.h"
#include "sessions/brokerservice/brokerpassword.h"
#include "sessions/profiles/facility/facilityfiles.h"
#include "sessions/profiles/facility/facilityreader.h"
#include "sessions/profiles/valuegrammar.h"

#include <KLocalizedString>

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <sys/stat.h>
#include <unistd.h>

#include <csignal>

namespace Nightdesk::BrokerAccounts
{
using namespace Qt::StringLiterals;

namespace
{
int reportError(const QString &why, QTextStream &err)
{
    err << why << '\n';
    return ExitStatus::notDone;
}

bool isDesk(const BrokerUser &user)
{
    return user.role == BrokerRole::Desk;
}

/// If a broker runs, makes it read the changed users at once.
void notifyRunningBroker(const BrokerDirectory &directory, QTextStream &out)
{
    const auto process = directory.runningBrokerProcess();
    if (process && ::kill(*process, SIGUSR1) == 0) {
        out << i18nc("@info:shell %1: a process number", "The running message broker (process %1) was notified.", QString::number(*process)) << '\n';
    }
}

/// A file name such as "santa-cruz.left.desk" or "ann.sa". A slash in the user's name would mean a directory and
/// becomes a dot, which names do not contain.
QString outputFile(const BrokerCommand &command, const BrokerCredential &credential)
{
    if (!command.credentialFile.isEmpty()) {
        return command.credentialFile;
    }
    const QString name = QString(credential.name).replace(u'/', u'.');
    return QDir::current().filePath(name + (credential.role == BrokerRole::Desk ? u".desk"_s : u".sa"_s));
}

bool isFacilityDirectory(const QString &facility)
{
    return facility.contains(u'/') || (!facility.isEmpty() && !ValueGrammar::isIdentifier(facility));
}

std::expected<BrokerSpec, QString> readBrokerSpec(const QString &directory)
{
    const Facility read = FacilityReader::read(directory, {});
    if (read.broker) {
        return *read.broker;
    }
    for (const ProfileError &problem : read.errors) {
        if (problem.severity == Severity::Error) {
            return std::unexpected(problem.place.toString() + u": "_s + problem.message);
        }
    }
    return std::unexpected(i18nc("@info:shell %1: a directory; keep [broker] untranslated", "The facility in %1 has no [broker] in facility.toml.", directory));
}

void printCredentialInstructions(const BrokerCredential &credential, const QString &file, QTextStream &out)
{
    const QString kept = u"~/.config/nightdesk/credentials/"_s + credential.facility + (credential.role == BrokerRole::Desk ? u".desk"_s : u".sa"_s);
    out << (credential.role == BrokerRole::Desk
                ? i18nc("@info:shell %1: a workstation, %2: a file, %3: a path",
                        "The credential of workstation %1 is in %2. Send this file to the workstation by a secure method, and save it there as "
                        "%3 (mode 0600).",
                        credential.name,
                        file,
                        kept)
                : i18nc("@info:shell %1: a name, %2: a file, %3: a path",
                        "The credential of support astronomer %1 is in %2. Give this file to %1 by a secure method, to be saved as %3 (mode "
                        "0600).",
                        credential.name,
                        file,
                        kept))
        << '\n';
}
}

std::expected<QString, QString> facilityId(const BrokerCommand &command, const BrokerUsers &users)
{
    QString id = command.facility;
    if (isFacilityDirectory(id)) {
        const auto broker = readBrokerSpec(id);
        if (!broker && command.action == BrokerCommand::Action::Run && !users.facility().isEmpty()) {
            // An unreadable facility.toml must not keep the broker from starting; pagerCommand() reports the error.
            return users.facility();
        }
        if (!broker) {
            return std::unexpected(broker.error());
        }
        id = broker->id;
    }
    if (id.isEmpty()) {
        id = users.facility();
    }
    if (id.isEmpty()) {
        return std::unexpected(i18nc("@info:shell keep the option untranslated", "The facility of this broker is not set. Name it once with --facility."));
    }
    if (!users.facility().isEmpty() && users.facility() != id) {
        return std::unexpected(i18nc("@info:shell %1, %2: facilities; keep the option untranslated",
                                     "This broker belongs to the facility %1, not to %2. For another facility, choose another directory with --directory.",
                                     users.facility(),
                                     id));
    }
    return id;
}

std::expected<QStringList, QString> pagerCommand(const BrokerCommand &command)
{
    if (!command.pagerCommand.isEmpty() || !isFacilityDirectory(command.facility)) {
        return command.pagerCommand;
    }
    const auto broker = readBrokerSpec(command.facility);
    if (!broker) {
        return std::unexpected(broker.error());
    }
    if (broker->pagerCommand.isEmpty()) {
        return QStringList();
    }
    const QString file = FacilityFiles::facilityFilePath(command.facility);
    const QString directory = QFileInfo(file).absolutePath();
    for (const QString &path : {file, directory}) {
        struct stat status{};
        const bool isKnown = ::stat(QFile::encodeName(path).constData(), &status) == 0;
        if (!isKnown || (status.st_uid != ::geteuid() && status.st_uid != 0) || (status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
            return std::unexpected(
                i18nc("@info:shell %1: a file or directory; keep pager and --pager untranslated",
                      "The pager of facility.toml is not run: others may write to %1. Fix the permissions, or name the program with --pager.",
                      path));
        }
    }
    return broker->pagerCommand;
}

int addUser(const BrokerCommand &command, const BrokerDirectory &directory, QTextStream &out, QTextStream &err)
{
    const bool isForDesk = command.action == BrokerCommand::Action::AddDesk;
    const BrokerRole role = isForDesk ? BrokerRole::Desk : BrokerRole::SupportAstronomer;
    if (!BrokerCredentialFile::isValidName(role, command.userName)) {
        return reportError(
            isForDesk
                ? i18nc("@info:shell",
                        "“%1” is not a valid workstation: expected SITE/DESK, for example santa-cruz/left. Each has at most 32 lower-case "
                        "letters, digits and -.",
                        command.userName)
                : i18nc("@info:shell", "“%1” is not a valid name: expected at most 32 lower-case letters, digits and -, for example ann.", command.userName),
            err);
    }
    BrokerCredential credential{.facility = {}, .role = role, .name = command.userName, .password = BrokerPassword::make()};
    QString written;
    const auto changed = directory.editUsers([&](BrokerUsers &users) -> std::expected<void, QString> {
        const auto id = facilityId(command, users);
        if (!id) {
            return std::unexpected(id.error());
        }
        users.setFacility(*id);
        credential.facility = *id;
        if (!users.add({credential.role, credential.name, BrokerPassword::hash(credential.password), QDateTime::currentDateTimeUtc()})) {
            return std::unexpected(i18nc("@info:shell keep the command untranslated; %1: a name",
                                         "%1 already has a credential. To replace it, first revoke the old one with “nightdesk broker remove %1”.",
                                         credential.name));
        }
        // Create the file before the user is added to the list, so that every listed user has a credential.
        const QString file = outputFile(command, credential);
        const auto created = BrokerCredentialFile::create(file, credential);
        written = created ? file : QString();
        return created;
    });
    if (!changed) {
        if (!written.isEmpty()) {
            QFile::remove(written);
        }
        return reportError(changed.error(), err);
    }
    printCredentialInstructions(credential, written, out);
    notifyRunningBroker(directory, out);
    return 0;
}

int removeUser(const BrokerCommand &command, const BrokerDirectory &directory, QTextStream &out, QTextStream &err)
{
    const BrokerRole role = command.userName.contains(u'/') ? BrokerRole::Desk : BrokerRole::SupportAstronomer;
    const auto changed = directory.editUsers([&](BrokerUsers &users) -> std::expected<void, QString> {
        if (!users.remove(role, command.userName)) {
            return std::unexpected(i18nc("@info:shell", "“%1” has no credential: nothing was revoked.", command.userName));
        }
        return {};
    });
    if (!changed) {
        return reportError(changed.error(), err);
    }
    out << i18nc("@info:shell", "Revoked the credential of %1.", command.userName) << '\n';
    notifyRunningBroker(directory, out);
    return 0;
}

int listUsers(const BrokerCommand &command, const BrokerDirectory &directory, QTextStream &out, QTextStream &err)
{
    const auto users = directory.users();
    if (!users) {
        return reportError(users.error(), err);
    }
    const auto process = directory.runningBrokerProcess();
    if (command.json) {
        QJsonArray entries;
        for (const BrokerUser &user : users->all()) {
            entries.append(
                QJsonObject{{u"role"_s, isDesk(user) ? u"desk"_s : u"sa"_s}, {u"name"_s, user.name}, {u"added"_s, user.addedAt.toUTC().toString(Qt::ISODate)}});
        }
        QJsonObject object{{u"facility"_s, users->facility()}, {u"directory"_s, directory.path()}, {u"users"_s, entries}, {u"running"_s, process.has_value()}};
        if (process) {
            object.insert(u"process"_s, *process);
        }
        out << QJsonDocument(object).toJson();
        return 0;
    }
    if (users->all().isEmpty()) {
        out << i18nc("@info:shell keep the words untranslated", "No credentials yet. Create one with add-desk or add-sa.") << '\n';
    }
    for (const BrokerUser &user : users->all()) {
        out << (isDesk(user) ? i18nc("@info:shell a kind of user, in a column", "workstation") : i18nc("@info:shell a kind of user, in a column", "SA"))
                   .leftJustified(6)
            << user.name.leftJustified(40) << ' ' << user.addedAt.toUTC().toString(u"yyyy-MM-dd hh:mm"_s) << " UT\n";
    }
    return 0;
}
}
