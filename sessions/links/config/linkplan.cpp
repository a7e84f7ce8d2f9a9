// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/config/linkplan.h"

#include "sessions/links/facts/commandword.h"
#include "sessions/links/facts/hostkeyfailure.h"
#include "sessions/links/facts/linkfailure.h"

#include <KLocalizedString>

#include <QFile>
#include <QSysInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
/// Replaces the tokens of ssh_config(5) that are used in file names.
QString replaceTokens(const QString &text, const LinkPlan &plan, const QString &alias, const QString &home, const QString &localUser)
{
    return replaceSshTokens(text == u"~"_s || text.startsWith(u"~/") ? home + text.mid(1) : text,
                            {{u'd', home},
                             {u'h', plan.host},
                             {u'n', alias},
                             {u'p', QString::number(plan.port)},
                             {u'r', plan.user},
                             {u'u', localUser},
                             {u'k', plan.hostKeyAlias.isEmpty() ? plan.host : plan.hostKeyAlias},
                             {u'l', QSysInfo::machineHostName()}});
}

/// Options that change how a connection behaves and that neither Nightdesk nor libssh supports.
bool isUnsupported(const SshOption &option, const QString &home)
{
    // From the system-wide file, only options that may restrict a connection are reported. Others are not worth a note: the file of every Debian
    // system contains a SendEnv.
    static const QStringList
        restricting{u"batchmode"_s, u"bindaddress"_s, u"bindinterface"_s, u"canonicalizehostname"_s, u"checkhostip"_s, u"rekeylimit"_s, u"verifyhostkeydns"_s};
    static const QStringList others{u"forwardagent"_s,
                                    u"hostbasedauthentication"_s,
                                    u"pkcs11provider"_s,
                                    u"securitykeyprovider"_s,
                                    u"serveralivecountmax"_s,
                                    u"serveraliveinterval"_s,
                                    u"setenv"_s,
                                    u"sendenv"_s};
    const QString value = option.value.toLower();
    if (value == u"none" || value == u"no") {
        return false;
    }
    return restricting.contains(option.keyword) || (option.file.startsWith(home) && others.contains(option.keyword));
}

const QStringList handedOn{u"ciphers"_s, u"kexalgorithms"_s, u"macs"_s, u"hostkeyalgorithms"_s, u"pubkeyacceptedalgorithms"_s, u"pubkeyacceptedkeytypes"_s};

/// The allowed login methods, in order: PreferredAuthentications and the options of ssh_config(5) that enable each method.
QList<LoginMethod> methodsOf(const SshHostConfig &config)
{
    struct MethodOption {
        LoginMethod method;
        QString name;
        QString keyword;
        bool isEnabledByDefault; ///< OpenSSH's default, if the option is not set
    };
    static const MethodOption methods[] = {
        {LoginMethod::Gssapi, u"gssapi-with-mic"_s, u"gssapiauthentication"_s, false},
        {LoginMethod::PublicKey, u"publickey"_s, u"pubkeyauthentication"_s, true},
        {LoginMethod::Password, u"password"_s, u"passwordauthentication"_s, true},
        {LoginMethod::KeyboardInteractive, u"keyboard-interactive"_s, u"kbdinteractiveauthentication"_s, true},
    };
    QStringList order;
    if (const auto preferred = config.option(u"preferredauthentications")) {
        order = preferred->value.toLower().split(u',');
    } else {
        for (const MethodOption &method : methods) {
            order << method.name;
        }
    }
    QList<LoginMethod> result;
    for (const QString &name : std::as_const(order)) {
        for (const MethodOption &method : methods) {
            const auto configured = config.option(method.keyword);
            // "unbound" and "host-bound" of PubkeyAuthentication also mean yes.
            const bool isEnabled = configured ? configured->value.compare("no"_L1, Qt::CaseInsensitive) != 0 : method.isEnabledByDefault;
            if (method.name == name.trimmed() && isEnabled && !result.contains(method.method)) {
                result << method.method;
            }
        }
    }
    return result;
}
}

QString LinkPlan::account() const
{
    return user + u'@' + host;
}

QString LinkPlan::destinationText() const
{
    return LinkFailure::accountAndPort(account(), port);
}

LinkPlan LinkPlan::make(const LinkSpec &spec, const SshHostConfig &config, const QString &home, const QString &localUser)
{
    LinkPlan plan;
    const auto value = [&config](QStringView keyword) {
        const auto option = config.option(keyword);
        return option ? option->value : QString();
    };
    const QString name = value(u"hostname");
    plan.host = name.isEmpty() ? spec.host : QString(name).replace("%h"_L1, spec.host).replace("%%"_L1, "%"_L1);
    const quint16 configPort = value(u"port").toUShort();
    plan.port = spec.port ? *spec.port : configPort ? configPort : 22;
    const QString configUser = value(u"user");
    plan.user = !spec.user.isEmpty() ? spec.user : !configUser.isEmpty() ? configUser : localUser;
    plan.hostKeyAlias = value(u"hostkeyalias");

    const auto path = [&](const QString &text) {
        return replaceTokens(text, plan, spec.host, home, localUser);
    };

    if (const auto &unsafe = config.unsafeName) {
        plan.refusal = LinkFailure::unsafeName(plan.destinationText(), unsafe->name, unsafe->place);
    }

    if (!plan.refusal && !config.unfollowedIncludePlace.isEmpty()) { // ssh exits in this case, too
        plan.refusal = LinkFailure::unfollowedInclude(plan.destinationText(), config.unfollowedIncludePlace);
    }

    plan.jumpHosts = spec.jumpHosts;
    // Same rules as ssh: the first of ProxyJump and ProxyCommand is used; a profile's jump hosts take precedence over both.
    const auto isRouteOption = [](const SshOption &option) {
        return option.keyword == u"proxyjump" || option.keyword == u"proxycommand";
    };
    const auto routeOption = std::ranges::find_if(config.options, isRouteOption);
    if (plan.jumpHosts.isEmpty() && routeOption != config.options.cend() && routeOption->value.compare("none"_L1, Qt::CaseInsensitive) != 0) {
        if (routeOption->keyword == u"proxyjump") {
            plan.jumpHosts = path(routeOption->value).split(u',', Qt::SkipEmptyParts);
        } else {
            for (const auto &[token, name] : {std::pair(u"%h"_s, plan.host),
                                              std::pair(u"%n"_s, spec.host),
                                              std::pair(u"%r"_s, plan.user),
                                              std::pair(u"%k"_s, plan.hostKeyAlias.isEmpty() ? plan.host : plan.hostKeyAlias)}) {
                if (!plan.refusal && QString(routeOption->value).remove(u"%%"_s).contains(token) && !isSafeShellWord(name)) {
                    plan.refusal = LinkFailure::unsafeName(plan.destinationText(), name, routeOption->place());
                }
            }
            plan.proxyCommand = path(routeOption->value);
            plan.notes << i18nc("@info %1 is file:line",
                                "This connection uses the ProxyCommand in %1. If it stalls, keys typed just before may still arrive later; Nightdesk "
                                "cannot recall them.",
                                routeOption->place());
        }
    }

    plan.usesOnlyTheseIdentities = !spec.privateKeyFiles.isEmpty() || value(u"identitiesonly") == u"yes"_s;
    plan.privateKeyFiles = spec.privateKeyFiles;
    if (plan.privateKeyFiles.isEmpty()) {
        const QList<SshOption> files = config.allOptions(u"identityfile");
        for (const SshOption &file : files) {
            const QString expandedFile = path(file.value);
            if (file.value != u"none"_s && !plan.privateKeyFiles.contains(expandedFile)) {
                plan.privateKeyFiles << expandedFile;
            }
        }
        if (files.isEmpty()) {
            for (const QString &standard : {u"id_ed25519"_s, u"id_ecdsa"_s, u"id_rsa"_s}) {
                plan.privateKeyFiles << home + u"/.ssh/"_s + standard;
            }
        }
        // Files of the ssh configuration that do not exist are skipped silently, as in ssh; the profile's files are kept.
        plan.privateKeyFiles.removeIf([](const QString &file) {
            return !QFile::exists(file);
        });
    }

    for (const SshOption &file : config.allOptions(u"certificatefile")) {
        if (file.value != u"none"_s) {
            plan.certificateFiles << path(file.value);
        }
    }
    plan.certificateFiles.removeDuplicates(); // a second reading for "Match final" adds them again
    plan.loginMethods = methodsOf(config);
    plan.gssapiServerIdentity = value(u"gssapiserveridentity");
    plan.gssapiClientIdentity = value(u"gssapiclientidentity");
    plan.delegatesKerberosTicket = value(u"gssapidelegatecredentials") == u"yes"_s;

    const QString agent = value(u"identityagent");
    if (agent.isEmpty() || agent == u"SSH_AUTH_SOCK"_s) {
        plan.agentSocket = qEnvironmentVariable("SSH_AUTH_SOCK");
    } else if (agent.startsWith(u'$')) {
        plan.agentSocket = qEnvironmentVariable(agent.mid(1).toLocal8Bit().constData());
    } else if (agent != u"none"_s) {
        plan.agentSocket = path(agent);
    }

    const auto files = [&](QStringView keyword, const QStringList &standard) {
        const auto option = config.option(keyword);
        QStringList result;
        const QStringList words = option ? option->arguments : standard;
        for (const QString &word : words) {
            if (word != u"none"_s) {
                result << path(word);
            }
        }
        return result;
    };
    plan.knownHostsPaths = files(u"userknownhostsfile", {home + u"/.ssh/known_hosts"_s, home + u"/.ssh/known_hosts2"_s});
    if (plan.knownHostsPaths.isEmpty()) {
        // With the option "none", ssh saves no key and would ask about the host at each connection. Nightdesk saves it in this file.
        plan.knownHostsPaths << home + u"/.ssh/known_hosts"_s;
    }
    plan.knownHostsPaths << files(u"globalknownhostsfile", {u"/etc/ssh/ssh_known_hosts"_s, u"/etc/ssh/ssh_known_hosts2"_s});
    if (!spec.knownHostsPath.isEmpty()) {
        plan.knownHostsPaths << spec.knownHostsPath;
        plan.hasFacilityKnownHosts = true;
        plan.facilityKnownHosts = spec.hostKeys;
    }
    plan.contact = spec.contact;
    if (const auto revoked = config.option(u"revokedhostkeys"); revoked && revoked->value.compare("none"_L1, Qt::CaseInsensitive) != 0) {
        plan.hostKeyRules.revokedKeyFiles = files(u"revokedhostkeys", {});
        plan.hostKeyRules.revokedKeyFilesPlace = revoked->place();
    }
    if (const auto strict = config.option(u"stricthostkeychecking"); strict && (strict->value.toLower() == u"yes" || strict->value.toLower() == u"true")) {
        plan.hostKeyRules.strictHostKeyCheckingPlace = strict->place();
    }
    if (const auto size = config.option(u"requiredrsasize")) {
        plan.hostKeyRules.requiredRsaBits = size->value.toInt();
        plan.hostKeyRules.requiredRsaBitsPlace = size->place();
    }
    // These options may forbid a host or a key, and Nightdesk cannot apply them.
    for (const QStringView keyword : {u"knownhostscommand", u"refuseconnection"}) {
        const auto option = config.option(keyword);
        if (option && !plan.refusal && option->value.compare("none"_L1, Qt::CaseInsensitive) != 0) {
            plan.refusal = keyword == u"refuseconnection" ? LinkFailure::configForbids(plan.destinationText(), option->value, option->place())
                                                          : HostKeyFailure::optionUnsupported(plan.destinationText(), u"KnownHostsCommand"_s, option->place());
        }
    }

    const QString family = value(u"addressfamily");
    plan.addressFamily = family == u"inet"_s ? AddressFamily::Inet : family == u"inet6"_s ? AddressFamily::Inet6 : AddressFamily::Any;

    plan.addedAlgorithms = spec.addedAlgorithms;
    QStringList seen;
    for (const SshOption &option : config.options) {
        if (seen.contains(option.keyword)) {
            continue;
        }
        seen << option.keyword;
        if (handedOn.contains(option.keyword)) {
            plan.configuredAlgorithms << option;
        } else if (isUnsupported(option, home)) {
            plan.notes << i18nc("@info %1 is an option of ssh's configuration, %2 file:line",
                                "The option “%1” of the ssh configuration (%2) has no effect in Nightdesk.",
                                option.keyword,
                                option.place());
        }
    }
    for (const QString &file : config.filesWritableByOthers) {
        plan.notes << i18nc("@info %1 is a file; keep the command as it is",
                            "The ssh configuration %1 is ignored: others may write to it, and ssh refuses it as well. If the file is yours: chmod "
                            "go-w %1",
                            file);
    }
    for (const QString &place : config.skippedMatchPlaces) {
        plan.notes << i18nc("@info %1 is file:line",
                            "A “Match” block of the ssh configuration (%1) is ignored: Nightdesk does not support its condition.",
                            place);
    }
    for (const QString &place : config.executedMatchExecPlaces) {
        plan.notes << i18nc("@info %1 is file:line", "Nightdesk ran a “Match exec” command of the ssh configuration (%1).", place);
    }
    for (const QString &place : config.undecidedMatchExecPlaces) {
        plan.notes << i18nc("@info %1 is file:line", "A “Match exec” block of the ssh configuration (%1) is ignored: its command did not end in time.", place);
    }
    return plan;
}
}
