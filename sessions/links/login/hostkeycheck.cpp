// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/login/hostkeycheck.h"

#include "sessions/links/facts/commandword.h"
#include "sessions/links/facts/hostkeyfailure.h"
#include "sessions/links/facts/linkfailure.h"
#include "sessions/links/login/randomart.h"

#include <KLocalizedString>

#include <QDataStream>
#include <QDir>
#include <QFileInfo>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
QStringList linesWithFingerprints(const QList<KnownHost> &lines)
{
    QStringList result;
    for (const KnownHost &line : lines) {
        result << line.place() + u": "_s + line.fingerprint();
    }
    return result;
}

/// The size of an RSA key (RFC 4253, 6.6: its name, exponent and modulus); 0 for other keys.
int rsaBits(const QByteArray &blob)
{
    QDataStream stream(blob);
    QByteArray type;
    QByteArray exponent;
    QByteArray modulus;
    stream >> type >> exponent >> modulus; // each field is a 32-bit length and that many bytes, as in QDataStream
    if (stream.status() != QDataStream::Ok || type != "ssh-rsa") {
        return 0;
    }
    const auto first = std::ranges::find_if(modulus, [](char byte) {
        return byte != 0;
    });
    const auto bytes = static_cast<int>(modulus.end() - first);
    return bytes == 0 ? 0 : 8 * (bytes - 1) + std::bit_width(static_cast<unsigned char>(*first));
}

QString quotedForShell(const QString &text)
{
    return isSafeShellWord(text) ? text : u'\'' + QString(text).replace(u'\'', u"'\\''"_s) + u'\'';
}
}

HostKeyCheck::HostKeyCheck(const LinkPlan &plan, NightSecrets &night)
    : m_linkPlan(plan)
    , m_nightSecrets(night)
    , m_nameInKnownHosts(plan.hostKeyAlias.isEmpty() ? KnownHostsFile::knownHostsNameFor(plan.host, plan.port) : plan.hostKeyAlias.toLower().toUtf8())
{
}

std::expected<void, std::optional<Failure>> HostKeyCheck::readKnownHosts()
{
    const qsizetype own = m_linkPlan.knownHostsPaths.size() - (m_linkPlan.hasFacilityKnownHosts ? 1 : 0);
    for (const QString &name : m_linkPlan.knownHostsPaths.first(own)) {
        const auto contents = KnownHostsFile::read(name);
        if (!contents) {
            return std::unexpected(HostKeyFailure::knownHostsUnreadable(m_linkPlan.destinationText(), contents.error()));
        }
        m_knownHosts << KnownHostsFile::parse(*contents, name);
    }
    if (m_linkPlan.facilityKnownHosts) {
        m_knownHosts << *m_linkPlan.facilityKnownHosts;
    } else if (m_linkPlan.hasFacilityKnownHosts) {
        const KnownHostsFile::FacilityHosts facilityHosts = KnownHostsFile::readFacilityHosts(m_linkPlan.knownHostsPaths.last());
        m_knownHosts << facilityHosts.hosts;
        for (const auto &[line, why] : facilityHosts.refused) {
            if (line == 0) {
                return std::unexpected(HostKeyFailure::knownHostsUnreadable(m_linkPlan.destinationText(), why));
            }
            m_notesForUser << m_linkPlan.knownHostsPaths.last() + u':' + QString::number(line) + u": "_s + why;
        }
    }
    return readRevokedKeys();
}

std::expected<void, std::optional<Failure>> HostKeyCheck::readRevokedKeys()
{
    for (const QString &name : m_linkPlan.hostKeyRules.revokedKeyFiles) {
        const auto contents = KnownHostsFile::read(name);
        QString why;
        if (!contents) {
            why = contents.error();
        } else if (!QFileInfo(name).isReadable()) {
            why = i18nc("@info %1 is a path", "%1 cannot be read: the file does not exist, or you may not read it.", name);
        } else if (contents->startsWith("SSHKRL\n")) {
            why = i18nc("@info %1 is a path", "%1 is a key revocation list (KRL), which Nightdesk cannot read.", name);
        }
        if (!why.isEmpty()) {
            return std::unexpected(HostKeyFailure::revocationsUnreadable(m_linkPlan.destinationText(), why, m_linkPlan.hostKeyRules.revokedKeyFilesPlace));
        }
        // Lines have the form "type key comment": as in known_hosts, without the host name.
        QList<QByteArray> lines = contents->split('\n');
        for (QByteArray &line : lines) {
            line = line.trimmed().isEmpty() || line.trimmed().startsWith('#') ? QByteArray() : "@revoked * " + line;
        }
        m_knownHosts << KnownHostsFile::parse(lines.join('\n'), name);
    }
    return {};
}

QByteArrayList HostKeyCheck::knownHostKeyTypes() const
{
    return knownKeyTypes(m_knownHosts, m_nameInKnownHosts);
}

std::expected<void, std::optional<Failure>> HostKeyCheck::checkHostKey(SshSession &session, LinkPrompter &prompter)
{
    const HostKey key = session.hostKey();
    if (key.base64.isEmpty()) {
        return std::unexpected(LinkFailure::hungUpInHandshake(m_linkPlan.destinationText(), session.errorText()));
    }
    const LinkPlan::HostKeyRules &rules = m_linkPlan.hostKeyRules;
    const QByteArray blob = QByteArray::fromBase64(key.base64);
    if (const int bits = rsaBits(blob); bits > 0 && bits < rules.requiredRsaBits) {
        return std::unexpected(HostKeyFailure::keyTooShort(m_linkPlan.destinationText(), bits, rules.requiredRsaBits, rules.requiredRsaBitsPlace));
    }
    constexpr int usualBits = 1024; // libssh's default for the smallest RSA key, in bits
    if (rules.requiredRsaBits > usualBits) {
        // libssh applies this limit to the user's own keys, too
        ssh_options_set(session.handle(), SSH_OPTIONS_RSA_MIN_SIZE, &rules.requiredRsaBits);
    }
    const HostKeyVerdict verdict = judgeHostKey(m_knownHosts, m_nameInKnownHosts, key.type, key.base64);
    const HostKeyFailure::HostKeyConflict conflict{.fingerprint = key.fingerprint,
                                                   .conflictingLines = linesWithFingerprints(verdict.lines),
                                                   .facilityLinesOfShownKey = linesWithFingerprints(verdict.overruledLines),
                                                   .removalCommand = removalCommand(verdict.lines),
                                                   .contact = m_linkPlan.contact};
    switch (verdict.kind) {
    case HostKeyVerdict::Kind::Known:
        return {};
    case HostKeyVerdict::Kind::Revoked:
        return std::unexpected(HostKeyFailure::revoked(m_linkPlan.destinationText(), key.fingerprint, verdict.lines.first().place()));
    case HostKeyVerdict::Kind::Changed:
        return std::unexpected(HostKeyFailure::changed(m_linkPlan.destinationText(), conflict));
    case HostKeyVerdict::Kind::OtherType:
        return std::unexpected(HostKeyFailure::onlyOtherTypeKnown(m_linkPlan.destinationText(), conflict));
    case HostKeyVerdict::Kind::Unknown:
        break;
    }
    if (!rules.strictHostKeyCheckingPlace.isEmpty()) {
        return std::unexpected(
            HostKeyFailure::unknownHostForbidden(m_linkPlan.destinationText(), key.fingerprint, rules.strictHostKeyCheckingPlace, m_linkPlan.contact));
    }
    const QString host = QString::fromUtf8(m_nameInKnownHosts);
    if (m_nightSecrets.isHostKeyAcceptedForRun(NightSecrets::hostKeyName(host, key.fingerprint))) {
        return {};
    }
    // A key that the user accepted for this night only counts as known, so a different key now is a changed key, not an unknown one.
    if (const QStringList accepted = m_nightSecrets.acceptedHostKeys(host); !accepted.isEmpty()) {
        return std::unexpected(HostKeyFailure::changedTonight(m_linkPlan.destinationText(), key.fingerprint, accepted));
    }
    return askAboutKey(key, verdict.hasCertificateAuthority, session, prompter);
}

std::expected<void, std::optional<Failure>>
HostKeyCheck::askAboutKey(const HostKey &key, bool hasCertificateAuthority, SshSession &session, LinkPrompter &prompter)
{
    HostKeyQuestion question;
    question.host = QString::fromUtf8(m_nameInKnownHosts);
    question.keyType = key.shortType;
    question.fingerprint = key.fingerprint;
    question.randomArt = randomArt(QByteArray::fromBase64(key.base64), key.shortType);
    if (hasCertificateAuthority) {
        question.note = i18nc("@info",
                              "A certificate authority is known for this host, but Nightdesk cannot check host certificates. Compare the fingerprint "
                              "with the one that an administrator gives you.");
    }
    const auto answer = prompter.ask(question, session);
    if (!answer) {
        return std::unexpected(answer.error() == LinkPrompter::NoAnswerReason::LinkStopped
                                   ? std::nullopt
                                   : std::optional(LinkFailure::connectionLost(m_linkPlan.destinationText())));
    }
    if (*answer == HostKeyAnswer::Refuse) {
        return std::unexpected(HostKeyFailure::refusedByUser(m_linkPlan.destinationText()));
    }
    const QString name = NightSecrets::hostKeyName(question.host, key.fingerprint);
    if (*answer == HostKeyAnswer::AcceptAndSave && saveHostKey(key)) {
        m_nightSecrets.markHostKeySaved(name);
        return {};
    }
    if (*answer == HostKeyAnswer::AcceptAndSave) {
        m_notesForUser << i18nc("@info %1 is a file",
                                "The host’s key could not be saved in %1. Nightdesk will ask about it again.",
                                m_linkPlan.knownHostsPaths.first());
    }
    m_nightSecrets.recordAcceptedHostKey(name);
    return {};
}

QStringList HostKeyCheck::notesForUser() const
{
    return m_notesForUser;
}

/// The commands that remove @p lines from the files that the user may write; empty if there are none.
QString HostKeyCheck::removalCommand(const QList<KnownHost> &lines) const
{
    QStringList commands;
    for (const KnownHost &line : lines) {
        const QString command = u"ssh-keygen -R %1 -f %2"_s.arg(quotedForShell(QString::fromUtf8(m_nameInKnownHosts)), quotedForShell(line.file));
        if (!line.isFromFacility && QFileInfo(line.file).isWritable() && !commands.contains(command)) {
            commands << command;
        }
    }
    return commands.join(u" && "_s);
}

bool HostKeyCheck::saveHostKey(const HostKey &key) const
{
    const QString path = m_linkPlan.knownHostsPaths.first();
    const QString directory = QFileInfo(path).path();
    if (!QDir(directory).exists() && ::mkdir(QFile::encodeName(directory).constData(), 0700) != 0) {
        return false;
    }
    const UniqueFd file(::open(QFile::encodeName(path).constData(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, 0600));
    if (!file.isValid()) {
        return false;
    }
    QByteArray line = m_nameInKnownHosts + ' ' + key.type + ' ' + key.base64 + '\n';
    const off_t size = ::lseek(file.get(), 0, SEEK_END);
    char last = '\n';
    if (size > 0 && ::pread(file.get(), &last, 1, size - 1) == 1 && last != '\n') {
        line.prepend('\n'); // the last line of the file has no line end: begin a new line
    }
    // One write with O_APPEND: no line of another program can get in between.
    const ssize_t written = ::write(file.get(), line.constData(), static_cast<std::size_t>(line.size()));
    if (written > 0 && written < line.size()) {
        // The disk is full. The beginning of a key must not remain: it would be read as another key, and the host's key as a changed one.
        const off_t end = ::lseek(file.get(), 0, SEEK_CUR);
        if (end == ::lseek(file.get(), 0, SEEK_END)) { // nobody else has appended a line meanwhile
            (void)!::ftruncate(file.get(), end - written);
        }
    }
    return written == line.size();
}
}
