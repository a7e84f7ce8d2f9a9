// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testcertificates.h"

#include <QDir>
#include <QFile>
#include <QProcess>

using namespace Qt::StringLiterals;

namespace Nightdesk::Test
{
namespace
{
bool openssl(const QStringList &arguments)
{
    QProcess process;
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(u"openssl"_s, arguments);
    if (process.waitForFinished(60000) && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0) {
        return true;
    }
    qWarning("openssl failed: %s", process.readAllStandardError().constData());
    return false;
}

// Elliptic curves: a key is made at once.
QStringList newKey(const QString &file)
{
    return {u"-newkey"_s, u"ec"_s, u"-pkeyopt"_s, u"ec_paramgen_curve:prime256v1"_s, u"-nodes"_s, u"-keyout"_s, file};
}
}

TestCertificates::TestCertificates()
    : m_directory(QDir::tempPath() + u"/nightdesk-ca-XXXXXX"_s)
{
}

QString TestCertificates::authority()
{
    const QString file = m_directory.filePath(u"ca.pem"_s);
    if (!QFile::exists(file)) {
        const QStringList words = QStringList{u"req"_s, u"-x509"_s} + newKey(m_directory.filePath(u"ca.key"_s))
            + QStringList{u"-subj"_s, u"/CN=Nightdesk test authority"_s, u"-days"_s, u"30"_s, u"-out"_s, file};
        if (!openssl(words)) {
            return {};
        }
    }
    return file;
}

TestCertificates::Pair TestCertificates::server(const QString &name, Age age)
{
    const QString ca = authority();
    const QString base = m_directory.filePath(u"server%1"_s.arg(++m_made));
    const QString names = name == u"localhost"_s ? u"subjectAltName=DNS:localhost,IP:127.0.0.1"_s : u"subjectAltName=DNS:"_s + name;
    const QStringList days = age == Age::Valid ? QStringList{u"-not_before"_s, u"20200101000000Z"_s, u"-not_after"_s, u"20991231235959Z"_s}
                                               : QStringList{u"-not_before"_s, u"20200101000000Z"_s, u"-not_after"_s, u"20200201000000Z"_s};
    const QStringList words = QStringList{u"req"_s, u"-x509"_s, u"-CA"_s, ca, u"-CAkey"_s, m_directory.filePath(u"ca.key"_s)} + newKey(base + u".key"_s)
        + QStringList{u"-subj"_s, u"/CN="_s + name, u"-addext"_s, names, u"-addext"_s, u"basicConstraints=critical,CA:FALSE"_s} + days
        + QStringList{u"-out"_s, base + u".pem"_s};
    if (ca.isEmpty() || !openssl(words)) {
        return {};
    }
    return {base + u".pem"_s, base + u".key"_s};
}
}
