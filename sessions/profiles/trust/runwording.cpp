// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/trust/runwording.h"

#include "sessions/common/knownhostsfile.h"
#include "sessions/profiles/textsof.h"

#include <KLocalizedString>

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk::RunWording
{
using Style = RunLine::Style;
using Mark = RunLine::Mark;
using Kind = RunItem::Kind;

namespace
{
bool isInvisible(char32_t character)
{
    switch (QChar::category(character)) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Other_Surrogate:
    case QChar::Other_PrivateUse:
    case QChar::Other_NotAssigned:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return true;
    case QChar::Separator_Space:
        // Other spaces, such as the no-break space, look like a space, but a shell does not separate words at them. They must be shown as an escape.
        return character != U' ';
    default:
        return false;
    }
}

QString escapeSequence(char32_t character)
{
    switch (character) {
    case U'\n':
        return u"\\n"_s;
    case U'\t':
        return u"\\t"_s;
    case U'\r':
        return u"\\r"_s;
    default:
        return character <= 0xffff ? u"\\u"_s + QString::number(static_cast<uint>(character), 16).rightJustified(4, u'0')
                                   : u"\\U"_s + QString::number(static_cast<uint>(character), 16).rightJustified(8, u'0');
    }
}

/// Escapes @p text for the user. @p quoted: inside $'...', where backslash and apostrophe are escaped, too.
QString withEscapes(const QString &text, bool quoted)
{
    QString result;
    const QList<uint> characters = text.toUcs4();
    for (const uint character : characters) {
        if (isInvisible(character)) {
            result += escapeSequence(character);
        } else if (quoted && (character == '\\' || character == '\'')) {
            result += u'\\';
            result += QChar::fromUcs4(character);
        } else {
            result += QChar::fromUcs4(character);
        }
    }
    return result;
}

QString shellWord(const QString &word)
{
    static const QRegularExpression harmless(u"\\A[A-Za-z0-9_@%+=:,./-]+\\z"_s);
    if (harmless.match(word).hasMatch()) {
        return word;
    }
    const QList<uint> characters = word.toUcs4();
    if (std::ranges::any_of(characters, isInvisible)) {
        return u"$'%1'"_s.arg(withEscapes(word, true));
    }
    return u'\'' + QString(word).replace(u'\'', u"'\\''"_s) + u'\'';
}

QString visibleList(const QStringList &words, const QString &separator)
{
    return textsOf(words, escapeInvisible).join(separator);
}

QString hostText(const RunItem &item)
{
    return item.account.isEmpty()
        ? i18nc("@info a host; the account is the ssh config's", "on %1 with the account from your ssh configuration", escapeInvisible(item.host))
        : i18nc("@info a host, an account", "on %1 as %2", escapeInvisible(item.host), escapeInvisible(item.account));
}

QString loginText(const RunItem &item)
{
    return item.account.isEmpty()
        ? i18nc("@info a host; the account is the ssh config's", "Logs in to %1 with the account from your ssh configuration", escapeInvisible(item.host))
        : i18nc("@info a host, an account", "Logs in to %1 as %2", escapeInvisible(item.host), escapeInvisible(item.account));
}

QString jumpHostsText(const RunItem &item)
{
    return item.jumpHosts.isEmpty()
        ? i18nc("@info which route a connection takes", "without a jump host from the profile")
        : i18nc("@info hosts, the first one first", "through %1", visibleList(item.jumpHosts, i18nc("between hosts on the way", ", then ")));
}

QString keyFilesText(const RunItem &item)
{
    return item.privateKeyFiles.isEmpty() ? i18nc("@info", "without key files from the profile")
                                          : i18nc("@info paths", "with the key files %1", textsOf(item.privateKeyFiles, shellWord).join(u", "_s));
}

QString knownHostsText(const RunItem &item)
{
    return item.knownHostsPath.isEmpty()
        ? i18nc("@info which host keys a connection accepts", "without a known_hosts file from the profile")
        : i18nc("@info which host keys a connection accepts; a path", "trusting the host keys in %1", escapeInvisible(item.knownHostsPath));
}

QString hostKeyText(const QString &line)
{
    const KnownHost host = KnownHostsFile::parse(line.toUtf8(), {}).value(0);
    const QString name = escapeInvisible(QString::fromUtf8(host.hosts));
    const QString type = escapeInvisible(QString::fromUtf8(host.keyType));
    switch (host.marker) {
    case KnownHost::Marker::None:
        break;
    case KnownHost::Marker::Revoked:
        return i18nc("@info host, type of key, fingerprint", "rejecting %1 with the %2 key %3", name, type, host.fingerprint());
    case KnownHost::Marker::CertAuthority:
        return i18nc("@info host, type of key, fingerprint", "with a certificate authority for %1: the %2 key %3", name, type, host.fingerprint());
    }
    return i18nc("@info host, type of key, fingerprint", "accepting %1 with the %2 key %3", name, type, host.fingerprint());
}

QString discoveryText(const RunItem &item)
{
    return item.command.isEmpty() ? i18nc("@info", "without looking for desktops on this host")
                                  : i18nc("@info a command", "looking for desktops on this host with the command: %1", shellLine(item.command));
}

QString itemTitle(const RunItem &item)
{
    switch (item.kind) {
    case Kind::Link:
        return i18nc("@info an id", "Connection “%1”", escapeInvisible(item.id));
    case Kind::Desktop:
        return i18nc("@info an id", "Shared desktop “%1”", escapeInvisible(item.id));
    case Kind::Window:
        return i18nc("@info an id", "Program “%1”", escapeInvisible(item.id));
    }
    return {};
}

QString trustedText()
{
    return i18nc("@info what a trusted X program may do",
                 "Trusted, like ssh -Y: can read everything typed at this workstation, including passwords, and see and change every window.");
}

QString notTrustedText()
{
    return i18nc("@info an X program that is kept apart", "Not trusted, like ssh -X");
}

QString clipboardText(const QString &policy)
{
    return policy == "from-summit"_L1 ? i18nc("@info of a desktop; the clipboard", "Text copied there can be pasted here, but not in the other direction")
        : policy == "to-summit"_L1    ? i18nc("@info of a desktop; the clipboard", "Text copied here can be pasted there, but not in the other direction")
                                      : i18nc("@info of a desktop", "The clipboard is not shared with this workstation");
}

QString detailText(const RunDetail &detail)
{
    const QString words = shellLine(detail.values);
    switch (detail.kind) {
    case RunDetail::Kind::PrivateServerCommand:
        return i18nc("@info what an X program is given; a command", "On a private X server that is started with: %1", words);
    case RunDetail::Kind::PrivateServerArguments:
        return i18nc("@info what an X program is given; arguments", "Arguments for the private X server: %1", words);
    case RunDetail::Kind::ViewerCommand:
        return i18nc("@info a command", "Shown by a viewer that runs on the remote host: %1", words);
    case RunDetail::Kind::ViewerHostLink:
        return i18nc("@info an id", "The viewer uses the connection “%1”", escapeInvisible(detail.values.value(0)));
    case RunDetail::Kind::PreloadArguments:
        return i18nc("@info arguments of a program", "Arguments when the program is preloaded: %1", words);
    case RunDetail::Kind::Resources:
        return i18nc("@info X resources", "With the X resources: %1", words);
    case RunDetail::Kind::Fonts:
        return i18nc("@info paths", "Font folders for the private X server: %1", words);
    case RunDetail::Kind::Group:
        return i18nc("@info a group of accounts", "Members of the group %1 can join, see everything and type", escapeInvisible(detail.values.value(0)));
    case RunDetail::Kind::Algorithms:
        return i18nc("@info of an ssh connection; names of algorithms", "Also offers weaker algorithms: %1", words);
    case RunDetail::Kind::Clipboard:
        return clipboardText(detail.values.value(0));
    case RunDetail::Kind::ViewOnlyDesktop:
        return i18nc("@info of a desktop", "View-only: no keyboard or pointer input is sent");
    case RunDetail::Kind::BrokerAddress:
        return i18nc("@info of an ssh connection; a port or the path of a socket",
                     "Connects to the facility’s message broker at %1",
                     escapeInvisible(detail.values.value(0)));
    }
    return {};
}

Style detailStyle(const RunDetail &detail)
{
    return detail.kind == RunDetail::Kind::Group || detail.kind == RunDetail::Kind::Algorithms ? Style::Warning : Style::Text;
}

/// Lines of a link's item below its heading.
QList<RunLine> linkDetails(const RunItem &item, Mark mark, int indent)
{
    QList<RunLine> result;
    if (!item.jumpHosts.isEmpty()) {
        result.append({Style::Text, mark, indent, jumpHostsText(item)});
    }
    if (!item.privateKeyFiles.isEmpty()) {
        result.append({Style::Text, mark, indent, keyFilesText(item)});
    }
    if (!item.knownHostsPath.isEmpty()) {
        result.append({Style::Text, mark, indent, knownHostsText(item)});
    }
    for (const QString &line : item.hostKeys) {
        result.append({Style::Text, mark, indent, hostKeyText(line)});
    }
    if (!item.command.isEmpty()) {
        result.append({Style::Text, mark, indent, discoveryText(item)});
    }
    for (const RunDetail &detail : item.runDetails) {
        result.append({detailStyle(detail), mark, indent, detailText(detail)});
    }
    return result;
}

/// Describes over which link a display is connected, and the route of that link as @p manifest lists it: jump hosts and key files.
QString routeText(const RunItem &display, const RunManifest &manifest)
{
    QStringList parts{i18nc("@info an id", "over the connection “%1”", escapeInvisible(display.link))};
    const auto link = std::ranges::find_if(manifest.items, [&display](const RunItem &item) {
        return item.kind == Kind::Link && item.id == display.link;
    });
    if (link != manifest.items.end()) {
        RunItem routeOnly = *link;
        routeOnly.command.clear(); // describe the route only: the command to find desktops is not part of it
        routeOnly.hostKeys.clear();
        routeOnly.runDetails.clear();
        parts += textsOf(linkDetails(routeOnly, Mark::Unmarked, 0), &RunLine::text);
    }
    return parts.join(i18nc("between parts of a sentence", ", "));
}

/// The lines of a desktop or a window. @p withHost: its title names the host and the connection, since no heading above it does.
QList<RunLine> displayLines(const RunItem &item, Mark mark, int indent, bool withHost)
{
    const QString title = withHost ? i18nc("@info a display, where it is, over which connection",
                                           "%1 %2, over the connection “%3”",
                                           itemTitle(item),
                                           hostText(item),
                                           escapeInvisible(item.link))
                                   : itemTitle(item);
    QList<RunLine> result{{Style::Text, mark, indent, i18nc("@info a display; a command or address follows", "%1:", title)}};
    result.append({Style::Code, mark, indent + 1, item.kind == Kind::Window ? shellLine(item.command) : escapeInvisible(item.vncServerAddress)});
    if (item.isTrusted) {
        result.append({Style::Warning, mark, indent + 1, trustedText()});
    }
    for (const RunDetail &detail : item.runDetails) {
        result.append({detailStyle(detail), mark, indent + 1, detailText(detail)});
    }
    return result;
}

QList<RunLine> itemLines(const RunItem &item, Mark mark)
{
    if (item.kind == Kind::Link) {
        return QList<RunLine>{{Style::Text, mark, 1, i18nc("@info a connection, a login", "%1: %2", itemTitle(item), loginText(item))}}
        + linkDetails(item, mark, 2);
    }
    return displayLines(item, mark, 1, true);
}

/// Adds lines for the old and the new text, if these differ.
void addIfDifferent(QList<RunLine> &lines, Style style, const QString &approved, const QString &now)
{
    if (approved != now) {
        lines.append({style, Mark::Removed, 2, approved});
        lines.append({style, Mark::Added, 2, now});
    }
}

/// Adds the old and the new details that differ.
void addDetailChanges(QList<RunLine> &lines, const RunItem &approved, const RunItem &now)
{
    const auto addDetails = [&lines](const RunItem &item, const RunItem &other, Mark mark) {
        for (const RunDetail &detail : item.runDetails) {
            if (!other.runDetails.contains(detail)) {
                lines.append({mark == Mark::Added ? detailStyle(detail) : Style::Text, mark, 2, detailText(detail)});
            }
        }
    };
    addDetails(approved, now, Mark::Removed);
    addDetails(now, approved, Mark::Added);
}

QList<RunLine> changedLines(const RunItem &approved, const RunItem &now, const TrustVerdict &verdict)
{
    QList<RunLine> result{{Style::Text, Mark::Unmarked, 1, i18nc("@info a display, where it is", "%1 %2", itemTitle(now), hostText(now))}};
    addIfDifferent(result, Style::Text, hostText(approved), hostText(now));
    if (approved.link != now.link) {
        // The two links may lead to hosts of the same name through different jump hosts. So the lines show the routes of both links.
        addIfDifferent(result, Style::Text, routeText(approved, verdict.approvedManifest), routeText(now, verdict.currentManifest));
    }
    addIfDifferent(result, Style::Text, jumpHostsText(approved), jumpHostsText(now));
    addIfDifferent(result, Style::Text, keyFilesText(approved), keyFilesText(now));
    addIfDifferent(result, Style::Text, knownHostsText(approved), knownHostsText(now));
    for (const QString &line : approved.hostKeys) {
        if (!now.hostKeys.contains(line)) {
            result.append({Style::Text, Mark::Removed, 2, hostKeyText(line)});
        }
    }
    for (const QString &line : now.hostKeys) {
        if (!approved.hostKeys.contains(line)) {
            result.append({Style::Warning, Mark::Added, 2, hostKeyText(line)});
        }
    }
    addIfDifferent(result, Style::Code, escapeInvisible(approved.vncServerAddress), escapeInvisible(now.vncServerAddress));
    if (now.kind == Kind::Link) {
        addIfDifferent(result, Style::Text, discoveryText(approved), discoveryText(now));
    } else {
        addIfDifferent(result, Style::Code, shellLine(approved.command), shellLine(now.command));
    }
    if (approved.isTrusted != now.isTrusted) {
        result.append({Style::Text, Mark::Removed, 2, approved.isTrusted ? trustedText() : notTrustedText()});
        result.append({now.isTrusted ? Style::Warning : Style::Text, Mark::Added, 2, now.isTrusted ? trustedText() : notTrustedText()});
    }
    addDetailChanges(result, approved, now);
    return result;
}

void addSection(QList<RunLine> &lines, const QString &title, const QList<RunLine> &body)
{
    if (!body.isEmpty()) {
        lines.append({Style::Heading, Mark::Unmarked, 0, title});
        lines += body;
    }
}

QString accountsText(const QStringList &accounts)
{
    return accounts.isEmpty() ? i18nc("@info accounts that a profile may be used with", "any account") : visibleList(accounts, u", "_s);
}

bool containsAccountVariable(const RunManifest &manifest)
{
    return std::ranges::any_of(manifest.items, [](const RunItem &item) {
        QStringList runDetails;
        for (const RunDetail &detail : item.runDetails) {
            runDetails += detail.values;
        }
        const QStringList single{item.account, item.host, item.knownHostsPath, item.vncServerAddress};
        return (single + item.jumpHosts + item.privateKeyFiles + item.command + runDetails).join(u' ').contains("{account}"_L1);
    });
}
}

QString escapeInvisible(const QString &text)
{
    return withEscapes(text, false);
}

QString shellLine(const QStringList &command)
{
    return textsOf(command, shellWord).join(u' ');
}

QString accountLine(const RunManifest &manifest, const QString &account)
{
    if (!containsAccountVariable(manifest)) {
        return {};
    }
    if (!account.isEmpty()) {
        return i18nc("@info keep {account} untranslated; %1: a user name", "{account} is the account for tonight: %1", escapeInvisible(account));
    }
    return manifest.accounts.isEmpty() ? i18nc("@info keep {account} untranslated", "{account} is the account that you enter for the night")
                                       : i18nc("@info keep {account} untranslated; %1: user names",
                                               "{account} is the account that you enter for the night, one of: %1",
                                               accountsText(manifest.accounts));
}

QList<RunLine> allLines(const RunManifest &manifest, Mark mark)
{
    QList<RunLine> result;
    QList<RunItem> displays;
    std::ranges::copy_if(manifest.items, std::back_inserter(displays), [](const RunItem &item) {
        return item.kind != Kind::Link;
    });
    for (const RunItem &link : manifest.items) {
        if (link.kind != Kind::Link) {
            continue;
        }
        result.append({Style::Heading, mark, 0, loginText(link)});
        result += linkDetails(link, mark, 1);
        displays.removeIf([&](const RunItem &display) {
            const bool isHere = display.link == link.id;
            if (isHere) {
                result += displayLines(display, mark, 1, false);
            }
            return isHere;
        });
    }
    for (const RunItem &display : std::as_const(displays)) {
        result += displayLines(display, mark, 0, true);
    }
    return result;
}

QList<RunLine> differences(const TrustVerdict &verdict)
{
    QList<RunLine> added;
    QList<RunLine> changed;
    QList<RunLine> removed;
    for (const RunItemChange &change : verdict.changes) {
        switch (change.kind) {
        case RunItemChange::Kind::Same:
            break;
        case RunItemChange::Kind::Added:
            added += itemLines(change.currentItem, Mark::Added);
            break;
        case RunItemChange::Kind::Changed:
            changed += changedLines(change.approvedItem, change.currentItem, verdict);
            break;
        case RunItemChange::Kind::Removed:
            removed += itemLines(change.approvedItem, Mark::Removed);
            break;
        }
    }
    QStringList accountsBefore = verdict.approvedManifest.accounts;
    QStringList accountsNow = verdict.currentManifest.accounts;
    accountsBefore.sort();
    accountsNow.sort();
    if (accountsBefore != accountsNow) {
        changed.append({Style::Text, Mark::Unmarked, 1, i18nc("@info keep {account} untranslated", "Accounts allowed for {account}")});
        addIfDifferent(changed, Style::Text, accountsText(accountsBefore), accountsText(accountsNow));
    }
    QList<RunLine> result;
    addSection(result, i18nc("@title of a list of what changed", "New"), added);
    addSection(result, i18nc("@title of a list of what changed", "Changed"), changed);
    addSection(result, i18nc("@title of a list of what changed", "Removed"), removed);
    // If no difference can be shown, show everything instead of nothing.
    return result.isEmpty() ? allLines(verdict.currentManifest) : result;
}

RunManifest manifestOfUnchangedItems(const TrustVerdict &verdict)
{
    RunManifest result;
    result.accounts = verdict.currentManifest.accounts;
    for (const RunItemChange &change : verdict.changes) {
        if (change.kind == RunItemChange::Kind::Same) {
            result.items.append(change.currentItem);
        }
    }
    return result;
}
}
