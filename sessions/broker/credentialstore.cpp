// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/broker/credentialstore.h"

#include "sessions/broker/brokercredentialfile.h"
#include "sessions/common/backgroundjobs.h"
#include "sessions/common/privatefile.h"
#include "sessions/profiles/valuegrammar.h"

#include <KLocalizedString>

#include <QFile>
#include <QStandardPaths>

#include <sys/stat.h>

#include <cerrno>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
bool fileDoesNotExist(const QString &file)
{
    struct stat status{};
    return ::lstat(QFile::encodeName(file).constData(), &status) != 0 && (errno == ENOENT || errno == ENOTDIR);
}
}

CredentialStore::CredentialStore(const QString &directory)
    : m_directory(directory)
{
}

QString CredentialStore::defaultDirectory()
{
    // This variable is set if one user runs two desks, as in demos: then each desk stores its credential in its own directory.
    const QString given = qEnvironmentVariable("NIGHTDESK_CREDENTIALS");
    if (!given.isEmpty()) {
        return given;
    }
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + u"/nightdesk/credentials"_s;
}

QString CredentialStore::file(const QString &facility, BrokerRole role) const
{
    return m_directory + u'/' + facility + (role == BrokerRole::Desk ? u".desk"_s : u".sa"_s);
}

CredentialStore::LoadResult CredentialStore::load(const QString &facility, BrokerRole role) const
{
    const QString path = file(facility, role);
    if (!ValueGrammar::isIdentifier(facility) || fileDoesNotExist(path)) {
        return std::nullopt;
    }
    const auto credential = BrokerCredentialFile::read(path);
    if (!credential) {
        return std::unexpected(credential.error());
    }
    if (credential->facility != facility || credential->role != role) {
        return std::unexpected(i18nc("@info %1: a file, %2: a facility", "The credential in %1 is not used: it is not for %2.", path, facility));
    }
    return *credential;
}

CredentialStore::ImportResult CredentialStore::importCredential(const QString &from) const
{
    const auto credential = BrokerCredentialFile::read(from);
    if (!credential) {
        return credential;
    }
    const QString to = file(credential->facility, credential->role);
    if (const auto prepared = PrivateFile::prepareDirectory(to); !prepared) {
        return std::unexpected(i18nc("@info %1: a file, %2: why", "The credential cannot be written to %1: %2.", to, prepared.error()));
    }
    if (const auto written = BrokerCredentialFile::write(to, *credential); !written) {
        return std::unexpected(written.error());
    }
    return credential;
}

void CredentialStore::load(const QString &facility, BrokerRole role, QObject *context, const std::function<void(const LoadResult &)> &done) const
{
    BackgroundJobs::shared().run(
        [store = *this, facility, role] {
            return store.load(facility, role);
        },
        context,
        done);
}

void CredentialStore::importCredential(const QString &from, QObject *context, const std::function<void(const ImportResult &)> &done) const
{
    BackgroundJobs::shared().run(
        [store = *this, from] {
            return store.importCredential(from);
        },
        context,
        done);
}
}
