// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/config/algorithmlists.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
QStringList addedNamesOfKind(AlgorithmKind kind, const QStringList &added)
{
    QStringList result = added;
    result.removeIf([kind](const QString &name) {
        const SshAlgorithm *algorithm = findSshAlgorithm(name);
        return !algorithm || algorithm->kind != kind || algorithm->use == SshAlgorithm::Use::Never;
    });
    return result;
}

QByteArray commaSeparated(QStringList names)
{
    names.removeDuplicates();
    return names.join(u',').toUtf8();
}

/// A value of ssh_config(5) with names appended: libssh accepts only one of "+", "-" and "^" in a value.
QByteArray withAddedAlgorithms(const QString &value, AlgorithmKind kind, const QStringList &added)
{
    if (added.isEmpty() || value.isEmpty()) {
        return value.isEmpty() && !added.isEmpty() ? '+' + commaSeparated(added) : value.toUtf8();
    }
    const QStringList names = value.mid(1).split(u',', Qt::SkipEmptyParts);
    if (value.startsWith(u'^')) {
        return commaSeparated(names + sshAlgorithmNames(kind, SshAlgorithm::Use::Usual) + added);
    }
    if (value.startsWith(u'-')) {
        QStringList left = sshAlgorithmNames(kind, SshAlgorithm::Use::Usual);
        for (const QString &pattern : names) {
            const QRegularExpression out(QRegularExpression::wildcardToRegularExpression(pattern));
            left.removeIf([&out](const QString &name) {
                return out.match(name).hasMatch();
            });
        }
        return commaSeparated(left + added);
    }
    const bool adds = value.startsWith(u'+');
    return (adds ? "+" : "") + commaSeparated((adds ? names : value.split(u',', Qt::SkipEmptyParts)) + added);
}

QString configValue(const QList<SshOption> &config, const QStringList &keywords)
{
    const auto found = std::ranges::find_if(config, [&keywords](const SshOption &option) {
        return keywords.contains(option.keyword);
    });
    return found == config.cend() ? QString() : found->value;
}

/// The signature algorithms for keys of these types. An RSA key works with three; SHA-1 is used only if the profile adds it.
QStringList signatureAlgorithmsFor(const QByteArrayList &types, const QStringList &added)
{
    QStringList result;
    for (const QByteArray &type : types) {
        if (type == "ssh-rsa") {
            result << u"rsa-sha2-512"_s << u"rsa-sha2-256"_s;
            if (added.contains(u"ssh-rsa"_s)) {
                result << u"ssh-rsa"_s;
            }
        } else {
            result << QString::fromLatin1(type);
        }
    }
    return result;
}
}

AlgorithmLists AlgorithmLists::make(const QList<SshOption> &config, const QStringList &added, const QByteArrayList &knownTypes)
{
    using enum AlgorithmKind;
    AlgorithmLists result;
    result.keyExchange = withAddedAlgorithms(configValue(config, {u"kexalgorithms"_s}), KeyExchange, addedNamesOfKind(KeyExchange, added));
    result.ciphers = withAddedAlgorithms(configValue(config, {u"ciphers"_s}), Cipher, addedNamesOfKind(Cipher, added));
    result.macs = withAddedAlgorithms(configValue(config, {u"macs"_s}), Mac, addedNamesOfKind(Mac, added));

    const QStringList addedKeys = addedNamesOfKind(HostKey, added);
    // pubkeyacceptedkeytypes is the name of the option before OpenSSH 8.5.
    result.userKeyAlgorithms = withAddedAlgorithms(configValue(config, {u"pubkeyacceptedalgorithms"_s, u"pubkeyacceptedkeytypes"_s}), HostKey, addedKeys);
    const QString ownOrder = configValue(config, {u"hostkeyalgorithms"_s});
    const QStringList known = signatureAlgorithmsFor(knownTypes, added);
    result.hostKeyAlgorithms = withAddedAlgorithms(ownOrder.isEmpty() && !known.isEmpty() ? u'^' + known.join(u',') : ownOrder, HostKey, addedKeys);
    return result;
}
}
