// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/login/keylogin.h"

#include "sessions/links/facts/linkfailure.h"

#include <KLocalizedString>

#include <QFile>
#include <QFileInfo>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
constexpr int attemptsPerPassphrase = 3;
}

KeyLogin::KeyLogin(LoginContext &context)
    : m_loginContext(context)
{
}

QStringList KeyLogin::certificatesOf(const QString &file) const
{
    QStringList result;
    if (const QString beside = file + u"-cert.pub"_s; QFile::exists(beside)) {
        result << beside;
    }
    return result + m_loginContext.plan.certificateFiles;
}

KeyLogin::Outcome KeyLogin::run()
{
    m_passphraseKeyFiles.clear();
    m_wouldAgentHelp = false;
    // If the profile names key files, they come before the agent, which may have many keys (sshd counts each).
    const bool onlyThese = m_loginContext.plan.usesOnlyTheseIdentities;
    Outcome outcome = onlyThese ? Outcome::Refused : tryAgent({});
    for (const QString &file : m_loginContext.plan.privateKeyFiles) {
        if (outcome == Outcome::Refused && file != m_refusedKeyFile) {
            outcome = tryKeyFile(file);
        }
    }
    if (outcome == Outcome::Refused && onlyThese && m_wouldAgentHelp) {
        outcome = tryAgent({});
    }
    for (const QString &file : std::as_const(m_passphraseKeyFiles)) {
        if (outcome == Outcome::Refused) {
            outcome = tryPassphraseKeyFile(file);
            m_loginContext.finishAsking();
        }
    }
    return outcome;
}

KeyLogin::Outcome KeyLogin::tryFirstKeyFile()
{
    const LinkPlan &plan = m_loginContext.plan;
    const bool doesAgentComeFirst = !plan.usesOnlyTheseIdentities && !plan.agentSocket.isEmpty();
    if (doesAgentComeFirst || plan.privateKeyFiles.isEmpty() || !certificatesOf(plan.privateKeyFiles.first()).isEmpty()) {
        return Outcome::Refused;
    }
    const QString &file = plan.privateKeyFiles.first();
    const auto key = SshKeys::privateKey(file, nullptr);
    if (!key) {
        return Outcome::Refused;
    }
    const Outcome outcome = tryKeyAndCertificate(file, {}, *key);
    // If the server does not accept keys at this stage (a password comes first), it did not check the key, which may be tried later.
    if (outcome == Outcome::Refused && (m_loginContext.offeredMethods() & SSH_AUTH_METHOD_PUBLICKEY)) {
        m_refusedKeyFile = file;
    }
    return outcome;
}

KeyLogin::Outcome KeyLogin::repeatProvenLogin(const ProvenLogin &login)
{
    // A recorded key is used only if the plan allows it, so that run() would try it as well: the record may come from a run with another profile, or
    // from an untrusted source.
    if (login.keyFile.isEmpty()) {
        const bool isMeant = !m_loginContext.plan.usesOnlyTheseIdentities || preferredAgentKeys().contains(login.agentKey);
        return login.agentKey.isEmpty() || !isMeant ? Outcome::Refused : tryAgent(login.agentKey);
    }
    const bool isMeant = m_loginContext.plan.privateKeyFiles.contains(login.keyFile)
        && (login.certificate.isEmpty() || certificatesOf(login.keyFile).contains(login.certificate));
    if (!isMeant) {
        return Outcome::Refused;
    }
    const auto passphrase = m_loginContext.linkSecrets.secret(login.keyFile);
    const auto key = SshKeys::privateKey(login.keyFile, passphrase ? passphrase->constData() : nullptr);
    if (!key || (!login.certificate.isEmpty() && !SshKeys::addCertificate(*key, login.certificate))) {
        return Outcome::Refused;
    }
    return tryKeyAndCertificate(login.keyFile, login.certificate, *key);
}

QByteArrayList KeyLogin::preferredAgentKeys() const
{
    QByteArrayList blobs;
    for (const QString &file : m_loginContext.plan.privateKeyFiles) {
        for (const QString &certificate : certificatesOf(file)) {
            blobs << SshKeys::agentKeyBlob(SshKeys::certifiedKey(file, certificate));
        }
        blobs << SshKeys::agentKeyBlob(SshKeys::publicKey(file));
    }
    blobs.removeAll(QByteArray());
    return blobs;
}

KeyLogin::Outcome KeyLogin::tryAgent(const QByteArray &onlyKey)
{
    AgentKeySelection wish;
    wish.onlyKey = onlyKey;
    if (onlyKey.isEmpty()) {
        wish.preferredKeys = preferredAgentKeys();
    }
    auto agent = std::make_unique<AgentBridge>();
    if (m_loginContext.plan.agentSocket.isEmpty() || !agent->start(m_loginContext.plan.agentSocket, wish, {})) {
        return Outcome::Refused;
    }
    m_agentBridge = std::move(agent);
    m_loginContext.control.shutDownFdAtStop(m_agentBridge->interruptFd());
    if (m_agentFd) {
        ::close(*m_agentFd); // descriptor of an earlier agent: libssh does not close it when it gets the next one
    }
    m_agentFd = m_agentBridge->takeLibsshFd();
    ssh_set_agent_socket(m_loginContext.session.handle(), *m_agentFd);
    m_loginContext.addTriedMethod(i18nc("@item what a login was tried with", "ssh agent"));
    const Outcome outcome = m_loginContext.outcomeOf(m_loginContext.callLibssh([this] {
        return ssh_userauth_agent(m_loginContext.session.handle(), nullptr);
    }));
    if (m_agentBridge->hasAgentTimedOut()) {
        m_loginContext.addNote(i18nc("@info", "The ssh agent did not respond and was skipped."));
    }
    return m_loginContext.recordOutcome(outcome, {LoginMethod::PublicKey, {}, {}, m_agentBridge->lastSigningKey()});
}

KeyLogin::Outcome KeyLogin::tryKeyFile(const QString &file)
{
    auto key = SshKeys::privateKey(file, nullptr);
    if (key) {
        return tryKeyWithCertificates(file, std::move(*key), [&file] {
            return SshKeys::privateKey(file, nullptr).value_or(nullptr);
        });
    }
    if (SshKeys::isOnHardwareToken(SshKeys::publicKey(file))) {
        m_wouldAgentHelp = true;
        if (!m_loginContext.refusalReason()) {
            m_loginContext.setSuspectedRefusalCause(LinkFailure::keyOnToken(m_loginContext.plan.destinationText(), file));
        }
    } else if (key.error() == SshKeys::KeyProblem::Locked) {
        m_wouldAgentHelp = true;
        m_passphraseKeyFiles << file;
    } else if (!m_loginContext.refusalReason()) {
        m_loginContext.setSuspectedRefusalCause(LinkFailure::keyUnreadable(m_loginContext.plan.destinationText(), file));
    }
    return Outcome::Refused;
}

KeyLogin::Outcome KeyLogin::tryKeyWithCertificates(const QString &file, SshKeys::Key key, const std::function<SshKeys::Key()> &rereadKey)
{
    const QStringList certificateFiles = certificatesOf(file);
    for (const QString &certificate : certificateFiles) {
        if (!key) {
            key = rereadKey();
        }
        if (!key || !SshKeys::addCertificate(key, certificate)) {
            continue;
        }
        const Outcome outcome = tryKeyAndCertificate(file, certificate, key);
        if (outcome != Outcome::Refused) {
            return outcome;
        }
        key.reset();
    }
    return tryKeyAndCertificate(file, {}, key ? std::move(key) : rereadKey());
}

KeyLogin::Outcome KeyLogin::tryKeyAndCertificate(const QString &file, const QString &certificate, const SshKeys::Key &key)
{
    m_loginContext.addTriedMethod(QFileInfo(certificate.isEmpty() ? file : certificate).fileName());
    const Outcome outcome = m_loginContext.outcomeOf(m_loginContext.callLibssh([&] {
        return ssh_userauth_publickey(m_loginContext.session.handle(), nullptr, key.get());
    }));
    return m_loginContext.recordOutcome(outcome, {LoginMethod::PublicKey, file, certificate, {}});
}

std::expected<bool, KeyLogin::Outcome> KeyLogin::wouldKeyBeAccepted(const QString &file)
{
    bool isKnown = false;
    const auto asks = [&](const SshKeys::Key &shown) {
        isKnown = true;
        return m_loginContext.outcomeOf(m_loginContext.callLibssh([&] {
            return ssh_userauth_try_publickey(m_loginContext.session.handle(), nullptr, shown.get());
        }));
    };
    QList<Outcome> outcomes;
    for (const QString &certificate : certificatesOf(file)) {
        if (const SshKeys::Key shown = SshKeys::certifiedKey(file, certificate)) {
            outcomes << asks(shown);
        }
    }
    if (const SshKeys::Key shown = SshKeys::publicKey(file); shown && !outcomes.contains(Outcome::FullyAccepted)) {
        outcomes << asks(shown);
    }
    for (const Outcome outcome : std::as_const(outcomes)) {
        if (outcome != Outcome::FullyAccepted && outcome != Outcome::Refused) {
            return std::unexpected(outcome);
        }
    }
    // Without a public key file the server cannot be asked whether it accepts the key: the key is then tried.
    return !isKnown || outcomes.contains(Outcome::FullyAccepted);
}

KeyLogin::Outcome KeyLogin::tryPassphraseKeyFile(const QString &file)
{
    // Ask the server first: the user need not enter the passphrase of a key that the server does not accept.
    const auto wanted = wouldKeyBeAccepted(file);
    if (!wanted || !*wanted) {
        m_loginContext.addTriedMethod(QFileInfo(file).fileName());
        return wanted ? Outcome::Refused : wanted.error();
    }
    LinkSecrets &linkSecrets = m_loginContext.linkSecrets;
    SecretQuestion question;
    question.kind = SecretQuestion::Kind::Passphrase;
    question.account = m_loginContext.plan.account();
    question.subject = file;
    question.nightSecretName = linkSecrets.secretName(file);
    std::optional<Secret> remembered = linkSecrets.secret(file);
    for (int asked = 0; asked < attemptsPerPassphrase;) {
        Secret passphrase;
        if (remembered) {
            passphrase = *std::exchange(remembered, std::nullopt);
        } else {
            question.attempt = ++asked;
            const auto answer = m_loginContext.askForSecret(question);
            if (!answer) {
                return answer.error();
            }
            passphrase = *answer;
        }
        if (auto key = SshKeys::privateKey(file, passphrase.constData())) {
            m_loginContext.keepSecret(file, passphrase);
            return tryKeyWithCertificates(file, std::move(*key), [&] {
                return SshKeys::privateKey(file, passphrase.constData()).value_or(nullptr);
            });
        }
        linkSecrets.forgetSecret(file, passphrase);
    }
    m_loginContext.setSuspectedRefusalCause(LinkFailure::passphraseWrong(m_loginContext.plan.destinationText(), file, attemptsPerPassphrase));
    return Outcome::Refused;
}
}
