// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/externallink.h"

#include "app/commands/commandvalues.h"
#include "sessions/common/displaytext.h"

#include <KLocalizedString>

#include <QHostAddress>
#include <QRegularExpression>
#include <QUrl>
#include <QUrlQuery>

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
using Result = std::expected<ExternalLink, QString>;
using Parameters = QHash<QString, QString>; // parameters of a URL by their names in lower case

using std::unexpected;

constexpr qsizetype longestLink = 2048;
constexpr quint16 vncPort = 5900;
// Smaller numbers mean display numbers in other programs, or ports of other services.
constexpr quint16 lowestPort = 100;

bool matches(const QString &text, const QString &pattern)
{
    return QRegularExpression(QRegularExpression::anchoredPattern(pattern)).match(text).hasMatch();
}

bool isId(const QString &text)
{
    return matches(text, u"[A-Za-z0-9][A-Za-z0-9._-]{0,63}"_s);
}

/// True: a profile would accept @p text as a host: a name or an address, without characters that ssh or another program
/// could misinterpret.
bool isHost(const QString &text)
{
    // The pattern is needed, because QHostAddress accepts any text as the scope (after "%").
    return matches(text, u"[A-Za-z0-9_][A-Za-z0-9._-]{0,252}"_s)
        || (matches(text, u"[0-9A-Fa-f:.]+(%[A-Za-z0-9._-]+)?"_s) && QHostAddress(text).protocol() == QAbstractSocket::IPv6Protocol);
}

bool isValidUserName(const QString &text)
{
    return matches(text, u"[A-Za-z0-9_][A-Za-z0-9._-]{0,63}"_s);
}

QString quote(const QString &text)
{
    return displayText(text.left(80));
}

std::expected<Parameters, QString> parametersOf(const QUrl &url)
{
    Parameters result;
    const auto items = QUrlQuery(url).queryItems(QUrl::FullyDecoded);
    for (const auto &[name, value] : items) {
        if (result.contains(name.toLower())) {
            return unexpected(i18nc("@info", "“%1” appears twice in the URL.", quote(name)));
        }
        result.insert(name.toLower(), value);
    }
    return result;
}

/// Reads the parameter @p name, if there is one, into @p flag. Returns the error; empty: valid.
QString readFlag(const Parameters &parameters, const QString &name, bool &flag)
{
    if (!parameters.contains(name.toLower())) {
        return {};
    }
    const QString value = parameters.value(name.toLower());
    flag = value.compare("true"_L1, Qt::CaseInsensitive) == 0 || value == "1"_L1;
    if (!flag && value.compare("false"_L1, Qt::CaseInsensitive) != 0 && value != "0"_L1) {
        return i18nc("@info a name in a URL, its value", "“%1” has the value “%2”, which is not valid: expected true or false.", name, quote(value));
    }
    return {};
}

/// Reads the ssh parameters (RFC 7869) into @p command. Returns the error; empty: valid.
QString readSsh(const Parameters &parameters, DesktopCommand &command)
{
    const QString host = parameters.value(u"sshhost"_s);
    const bool wantsSsh = parameters.contains(u"sshhost"_s);
    if (!wantsSsh && (parameters.contains(u"sshport"_s) || parameters.contains(u"sshusername"_s))) {
        return i18nc("@info", "The URL has ssh parameters but does not name the ssh host.");
    }
    if (!wantsSsh) {
        return {};
    }
    if (!isHost(host)) {
        return i18nc("@info", "“%1” is not a valid host name.", quote(host));
    }
    command.sshHost = host;
    if (parameters.contains(u"sshusername"_s)) {
        command.sshUser = parameters.value(u"sshusername"_s);
        if (!isValidUserName(command.sshUser)) {
            return i18nc("@info", "“%1” is not a valid user name.", quote(command.sshUser));
        }
    }
    if (parameters.contains(u"sshport"_s)) {
        command.sshPort = parameters.value(u"sshport"_s).toUShort();
        if (command.sshPort == 0) {
            return i18nc("@info", "“%1” is not a valid port: expected 1 to 65535.", quote(parameters.value(u"sshport"_s)));
        }
    }
    return {};
}

/// A link must not be opened if its required security types cannot be used (RFC 7869, 2.1). Returns the error; empty: valid.
QString readSecurity(const Parameters &parameters, bool isThroughSsh)
{
    const auto isOneOf = [&parameters](const QString &name, const QStringList &good) {
        return !parameters.contains(name) || good.contains(parameters.value(name));
    };
    // Numbers of RFC 7869: 1 is no security, 2 is VNC authentication, 23 and 24 are ssh.
    const QStringList channels = isThroughSsh ? QStringList{u"23"_s, u"24"_s} : QStringList{u"1"_s};
    if (!isOneOf(u"securitytype"_s, {u"1"_s, u"2"_s}) || !isOneOf(u"channelsecuritytype"_s, channels)) {
        return i18nc("@info", "The URL requires a VNC security type that Nightdesk does not support.");
    }
    return {};
}

QStringList ignoredPartRemarksOf(const QUrl &url, const Parameters &parameters)
{
    QStringList ignoredPartRemarks;
    if (!url.password().isEmpty() || parameters.contains(u"vncpassword"_s) || parameters.contains(u"sshpassword"_s)) {
        ignoredPartRemarks.append(
            i18nc("@info", "Nightdesk ignores the password in the URL, because others may have read it. Nightdesk asks for the password."));
    }
    if (!url.userName().isEmpty() || parameters.contains(u"vncusername"_s)) {
        ignoredPartRemarks.append(i18nc("@info", "Nightdesk ignores the user name in the URL: the supported VNC security types have none."));
    }
    return ignoredPartRemarks;
}

Result readVncUrl(const QUrl &url)
{
    if (!url.path().isEmpty() && url.path() != "/"_L1) {
        return unexpected(i18nc("@info", "Unexpected text after the host: “%1”.", quote(url.path())));
    }
    const QString host = url.host();
    if (host.isEmpty()) {
        return unexpected(i18nc("@info", "The URL does not name a host."));
    }
    if (!isHost(host)) {
        return unexpected(i18nc("@info", "“%1” is not a valid host name.", quote(host)));
    }
    const int port = url.port(vncPort);
    if (port < lowestPort) {
        return unexpected(i18nc("@info", "“%1” is not a valid port of a VNC server: expected 100 to 65535.", QString::number(port)));
    }
    const auto parameters = parametersOf(url);
    if (!parameters) {
        return unexpected(parameters.error());
    }
    DesktopCommand command;
    command.address = TcpAddress{host, static_cast<quint16>(port)};
    command.typedAddress = (host.contains(u':') ? u'[' + host + u']' : host) + u':' + QString::number(port);
    if (const QString why = readFlag(*parameters, u"ViewOnly"_s, command.viewOnly); !why.isEmpty()) {
        return unexpected(why);
    }
    if (const QString why = readSsh(*parameters, command); !why.isEmpty()) {
        return unexpected(why);
    }
    if (const QString why = readSecurity(*parameters, !command.sshHost.isEmpty()); !why.isEmpty()) {
        return unexpected(why);
    }
    return ExternalLink{command, ignoredPartRemarksOf(url, *parameters)};
}

/// The error if @p parameters has a name that is not in @p known; empty: valid. An unknown parameter in a nightdesk://
/// link is an error or an attack, so the link is refused.
QString unknownParameterError(const Parameters &parameters, const QStringList &known)
{
    for (const QString &name : parameters.keys()) {
        if (!known.contains(name)) {
            return i18nc("@info", "Unknown part in the URL: “%1”.", quote(name));
        }
    }
    return {};
}

Result readConnectUrl(const QString &profile, const Parameters &parameters)
{
    if (!isId(profile)) {
        return unexpected(i18nc("@info", "“%1” is not a valid profile id.", quote(profile)));
    }
    if (const QString why = unknownParameterError(parameters, {u"site"_s}); !why.isEmpty()) {
        return unexpected(why);
    }
    const QString site = parameters.value(u"site"_s);
    if (parameters.contains(u"site"_s) && !isId(site)) {
        return unexpected(i18nc("@info", "“%1” is not a valid site id.", quote(site)));
    }
    return ExternalLink{ConnectCommand{profile, site, {}}, {}};
}

Result readViewUrl(const QString &target, const Parameters &parameters)
{
    if (const QString why = unknownParameterError(parameters, {u"ssh"_s, u"view-only"_s}); !why.isEmpty()) {
        return unexpected(why);
    }
    const auto address = CommandValues::readDesktopAddress(target);
    const auto *port = address ? std::get_if<TcpAddress>(&*address) : nullptr;
    if (!port || !isHost(port->host)) {
        return unexpected(i18nc("@info", "“%1” is not a valid desktop: expected HOST:PORT.", quote(target)));
    }
    DesktopCommand command;
    command.typedAddress = target;
    command.address = *address;
    if (parameters.contains(u"ssh"_s)
        && (!CommandValues::readSshTarget(parameters.value(u"ssh"_s), command) || !isHost(command.sshHost)
            || (!command.sshUser.isEmpty() && !isValidUserName(command.sshUser)))) {
        return unexpected(i18nc("@info", "“%1” is not a valid ssh host: expected USER@HOST or USER@HOST:PORT.", quote(parameters.value(u"ssh"_s))));
    }
    if (const QString why = readFlag(parameters, u"view-only"_s, command.viewOnly); !why.isEmpty()) {
        return unexpected(why);
    }
    return ExternalLink{command, {}};
}

Result readNightdeskUrl(const QUrl &url)
{
    if (!url.userInfo().isEmpty() || url.port() != -1) {
        return unexpected(i18nc("@info", "A nightdesk: URL has no user and no port."));
    }
    const auto parameters = parametersOf(url);
    if (!parameters) {
        return unexpected(parameters.error());
    }
    const QString rest = url.path(QUrl::FullyDecoded).mid(1);
    if (rest.isEmpty() || rest.contains(u'/')) {
        return unexpected(
            i18nc("@info keep the URLs untranslated", "The URL is not valid: expected nightdesk://connect/PROFILE or nightdesk://view/HOST:PORT."));
    }
    if (url.host() == "connect"_L1) {
        return readConnectUrl(rest, *parameters);
    }
    if (url.host() == "view"_L1) {
        return readViewUrl(rest, *parameters);
    }
    return unexpected(i18nc("@info keep the URLs untranslated", "The URL is not valid: expected nightdesk://connect/PROFILE or nightdesk://view/HOST:PORT."));
}
}

Result ExternalLink::read(const QString &text)
{
    if (text.size() > longestLink) {
        return unexpected(i18nc("@info", "The URL is too long to be valid."));
    }
    const bool isPlain = std::ranges::all_of(text, [](QChar c) {
        return c.unicode() > 0x20 && c.unicode() < 0x7f && c != u'\\';
    });
    const QUrl url(text, QUrl::StrictMode);
    if (!isPlain || !url.isValid() || url.authority().isEmpty() || url.hasFragment()) {
        return unexpected(i18nc("@info", "The URL is not well-formed."));
    }
    // Checks the decoded text, because percent-encoded characters are displayed differently from how they are used.
    const QString decoded = QUrl::fromPercentEncoding(text.toLatin1());
    if (std::ranges::any_of(decoded, [](QChar c) {
            return !c.isPrint();
        })) {
        return unexpected(i18nc("@info", "The URL contains control characters."));
    }
    if (url.scheme() == "vnc"_L1) {
        return readVncUrl(url);
    }
    if (url.scheme() == "nightdesk"_L1) {
        return readNightdeskUrl(url);
    }
    return unexpected(i18nc("@info", "Nightdesk opens only vnc: and nightdesk: URLs."));
}

QString ExternalLink::textForDisplay(const QString &text)
{
    QUrl url(text.left(longestLink), QUrl::TolerantMode);
    url.setPassword({});
    QUrlQuery query(url);
    auto items = query.queryItems(QUrl::PrettyDecoded);
    for (auto &[name, value] : items) {
        if (name.contains("pass"_L1, Qt::CaseInsensitive)) {
            value = u"…"_s;
        }
    }
    query.setQueryItems(items);
    url.setQuery(items.isEmpty() ? QUrlQuery() : query);
    if (items.isEmpty()) {
        url.setQuery(QString());
    }
    const QString safe = displayText(url.toString());
    constexpr qsizetype longest = 200;
    return safe.size() > longest ? safe.left(longest) + u'…' : safe;
}
}
