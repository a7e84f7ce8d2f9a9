// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/broker/certificatefile.h"

#include <KLocalizedString>

#include <QFile>
#include <QSslConfiguration>
#include <QSslSocket>

#include <sys/eventfd.h>

#include <thread>

namespace Nightdesk
{
namespace
{
/// All that the world trusts is a quarter of that.
constexpr qint64 sizeLimit = 1024 * 1024;

CertificateFile::Answer load(const QString &name)
{
    (void)QSslSocket::supportsSsl(); // loads OpenSSL, which takes a moment too
    if (name.isEmpty()) {
        return QSslConfiguration::systemCaCertificates();
    }
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly)) {
        return std::unexpected(file.errorString());
    }
    QList<QSslCertificate> certificates = QSslCertificate::fromData(file.read(sizeLimit), QSsl::Pem);
    if (certificates.isEmpty()) {
        return std::unexpected(i18nc("@info what is wrong with a file", "there is no certificate in it"));
    }
    return certificates;
}
}

CertificateFile::CertificateFile()
    : m_ready(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{
}

std::shared_ptr<CertificateFile> CertificateFile::begin(const QString &file)
{
    auto certificates = std::make_shared<CertificateFile>();
    std::thread([certificates, file] {
        certificates->settle(load(file));
    }).detach();
    return certificates;
}

void CertificateFile::settle(Answer answer)
{
    const std::scoped_lock lock(m_mutex);
    m_answer = std::move(answer);
    const std::uint64_t one = 1;
    (void)!::write(m_ready.get(), &one, sizeof one);
}

std::optional<CertificateFile::Answer> CertificateFile::answer() const
{
    const std::scoped_lock lock(m_mutex);
    return m_answer;
}

int CertificateFile::readyFd() const
{
    return m_ready.get();
}
}
