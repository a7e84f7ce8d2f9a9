// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/trust/runwording.h"

#include "sessions/common/knownhostsfile.h"

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
bool isHidden(char32_t character)
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
        return character != U' '; // a shell does not treat a no-break space as a space
    default:
        return false;
    }
}

QString escaped(char32_t character)
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
QString shown(const QString &text, bool quoted)
{
    QString result;
    const QList<uint> characters = text.toUcs4();
    for (const uint character : characters) {
        if (isHidden(character)) {
            result += escaped(character);
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
    if (std::ranges::any_of(characters, isHidden)) {
        return u"$'%1'"_s.arg(shown(word, true));
    }
    return u'\'' + QString(word).replace(u'\'', u"'\\''"_s) + u'\'';
}

QStringList shellWords(const QStringList &words)
{
    QStringList result;
    for (const QString &word : words) {
        result.append(shellWord(word));
    }
    return result;
}

QString visibleList(const QStringList &words, const QString &separator)
{
    QStringList result;
    for (const QString &word : words) {
        result.append(visible(word));
    }
    return result.join(separator);
}

QString place(const RunItem &item)
{
    return item.account.isEmpty()
        ? i18nc("@info a host; the account is the ssh config's", "on %1 with the account from your ssh configuration", visible(item.host))
        : i18nc("@info a host, an account", "on %1 as %2", visible(item.host), visible(item.account));
}

QString login(const RunItem &item)
{
    return item.account.isEmpty()
        ? i18nc("@info a host; the account is the ssh config's", "Logs in to %1 with the account from your ssh configuration", visible(item.host))
        : i18nc("@info a host, an account", "Logs in to %1 as %2", visible(item.host), visible(item.account));
}

QString jumpHosts(const RunItem &item)
{
    return item.jumpHosts.isEmpty()
        ? i18nc("@info which route a connection takes", "without a jump host from the profile")
        : i18nc("@info hosts, the first one first", "through %1", visibleList(item.jumpHosts, i18nc("between hosts on the way", ", then ")));
}

QString keys(const RunItem &item)
{
    return item.identities.isEmpty() ? i18nc("@info", "without key files from the profile")
                                     : i18nc("@info paths", "with the key files %1", shellWords(item.identities).join(u", "_s));
}

QString knownHosts(const RunItem &item)
{
    return item.knownHostsPath.isEmpty() ? i18nc("@info which host keys a connection accepts", "without a known_hosts file from the profile")
                                     : i18nc("@info which host keys a connection accepts; a path", "trusting the host keys in %1", visible(item.knownHostsPath));
}

QString hostKey(const QString &line)
{
    const KnownHost host = KnownHostsFile::parse(line.toUtf8(), {}).value(0);
    const QString name = visible(QString::fromUtf8(host.hosts));
    const QString type = visible(QString::fromUtf8(host.keyType));
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

QString discovery(const RunItem &item)
{
    return item.command.isEmpty() ? i18nc("@info", "without looking for desktops on this host")
                                  : i18nc("@info a command", "looking for desktops on this host with the command: %1", shellLine(item.command));
}

QString name(const RunItem &item)
{
    switch (item.kind) {
    case Kind::Link:
        return i18nc("@info an id", "Connection “%1”", visible(item.id));
    case Kind::Desktop:
        return i18nc("@info an id", "Shared desktop “%1”", visible(item.id));
    case Kind::Window:
        return i18nc("@info an id", "Program “%1”", visible(item.id));
    }
    return {};
}

QString trustedWords()
{
    return i18nc("@info what a trusted X program may do",
                 "Trusted, like ssh -Y: can read everything typed at this workstation, including passwords, and see and change every window.");
}

QString untrustedWords()
{
    return i18nc("@info an X program that is kept apart", "Not trusted, like ssh -X");
}

QString clipboard(const QString &policy)
{
    return policy == "from-summit"_L1 ? i18nc("@info of a desktop; the clipboard", "Text copied there can be pasted here, but not in the other direction")
        : policy == "to-summit"_L1    ? i18nc("@info of a desktop; the clipboard", "Text copied here can be pasted there, but not in the other direction")
                                      : i18nc("@info of a desktop", "The clipboard is not shared with this workstation");
}

QString extraWords(const RunDetail &extra)
{
    const QString words = shellLine(extra.words);
    switch (extra.what) {
    case RunDetail::What::Server:
        return i18nc("@info what an X program is given; a command", "On a private X server that is started with: %1", words);
    case RunDetail::What::ServerArguments:
        return i18nc("@info what an X program is given; arguments", "Arguments for the private X server: %1", words);
    case RunDetail::What::Viewer:
        return i18nc("@info a command", "Shown by a viewer that runs on the remote host: %1", words);
    case RunDetail::What::ViewerLink:
        return i18nc("@info an id", "The viewer uses the connection “%1”", visible(extra.words.value(0)));
    case RunDetail::What::PreloadArguments:
        return i18nc("@info arguments of a program", "Arguments when the program is preloaded: %1", words);
    case RunDetail::What::Resources:
        return i18nc("@info X resources", "With the X resources: %1", words);
    case RunDetail::What::Fonts:
        return i18nc("@info paths", "Font folders for the private X server: %1", words);
    case RunDetail::What::Group:
        return i18nc("@info a group of accounts", "Members of the group %1 can join, see everything and type", visible(extra.words.value(0)));
    case RunDetail::What::Algorithms:
        return i18nc("@info of an ssh connection; names of algorithms", "Also offers weaker algorithms: %1", words);
    case RunDetail::What::Clipboard:
        return clipboard(extra.words.value(0));
    case RunDetail::What::ViewOnly:
        return i18nc("@info of a desktop", "View-only: no keyboard or pointer input is sent");
    case RunDetail::What::Broker:
        return i18nc("@info of an ssh connection; a port or the path of a socket",
                     "Connects to the facility’s message broker at %1",
                     visible(extra.words.value(0)));
    }
    return {};
}

Style extraStyle(const RunDetail &extra)
{
    return extra.what == RunDetail::What::Group || extra.what == RunDetail::What::Algorithms ? Style::Warning : Style::Text;
}

/// Lines of a link's item below its heading.
QList<RunLine> linkDetails(const RunItem &item, Mark mark, int indent)
{
    QList<RunLine> result;
    if (!item.jumpHosts.isEmpty()) {
        result.append({Style::Text, mark, indent, jumpHosts(item)});
    }
    if (!item.identities.isEmpty()) {
        result.append({Style::Text, mark, indent, keys(item)});
    }
    if (!item.knownHostsPath.isEmpty()) {
        result.append({Style::Text, mark, indent, knownHosts(item)});
    }
    for (const QString &line : item.hostKeys) {
        result.append({Style::Text, mark, indent, hostKey(line)});
    }
    if (!item.command.isEmpty()) {
        result.append({Style::Text, mark, indent, discovery(item)});
    }
    for (const RunDetail &extra : item.runDetails) {
        result.append({extraStyle(extra), mark, indent, extraWords(extra)});
    }
    return result;
}

/// The link of a display, and the route of that link in @p statement.
QString way(const RunItem &display, const RunStatement &statement)
{
    QStringList parts{i18nc("@info an id", "over the connection “%1”", visible(display.link))};
    const auto link = std::ranges::find_if(statement.items, [&display](const RunItem &item) {
        return item.kind == Kind::Link && item.id == display.link;
    });
    if (link != statement.items.end()) {
        RunItem wayOnly = *link;
        wayOnly.command.clear(); // compare the route only: the command to find desktops is not part of it
        wayOnly.hostKeys.clear();
        wayOnly.runDetails.clear();
        const QList<RunLine> details = linkDetails(wayOnly, Mark::None, 0);
        for (const RunLine &line : details) {
            parts.append(line.text);
        }
    }
    return parts.join(i18nc("between parts of a sentence", ", "));
}

/// A desktop or a window; with its address if no heading shows the address.
QList<RunLine> displayLines(const RunItem &item, Mark mark, int indent, bool withPlace)
{
    const QString head = withPlace
        ? i18nc("@info a display, where it is, over which connection", "%1 %2, over the connection “%3”", name(item), place(item), visible(item.link))
        : name(item);
    QList<RunLine> result{{Style::Text, mark, indent, i18nc("@info a display; a command or address follows", "%1:", head)}};
    result.append({Style::Code, mark, indent + 1, item.kind == Kind::Window ? shellLine(item.command) : visible(item.address)});
    if (item.trusted) {
        result.append({Style::Warning, mark, indent + 1, trustedWords()});
    }
    for (const RunDetail &extra : item.runDetails) {
        result.append({extraStyle(extra), mark, indent + 1, extraWords(extra)});
    }
    return result;
}

QList<RunLine> itemLines(const RunItem &item, Mark mark)
{
    if (item.kind == Kind::Link) {
        return QList<RunLine>{{Style::Text, mark, 1, i18nc("@info a connection, a login", "%1: %2", name(item), login(item))}} + linkDetails(item, mark, 2);
    }
    return displayLines(item, mark, 1, true);
}

/// Adds lines for the old and the new text, if these differ.
void compare(QList<RunLine> &lines, Style style, const QString &approved, const QString &now)
{
    if (approved != now) {
        lines.append({style, Mark::Removed, 2, approved});
        lines.append({style, Mark::Added, 2, now});
    }
}

/// Adds the old and the new extras that differ.
void compareExtras(QList<RunLine> &lines, const RunItem &approved, const RunItem &now)
{
    const auto addExtra = [&lines](const RunItem &item, const RunItem &other, Mark mark) {
        for (const RunDetail &extra : item.runDetails) {
            if (!other.runDetails.contains(extra)) {
                lines.append({mark == Mark::Added ? extraStyle(extra) : Style::Text, mark, 2, extraWords(extra)});
            }
        }
    };
    addExtra(approved, now, Mark::Removed);
    addExtra(now, approved, Mark::Added);
}

QList<RunLine> changedLines(const RunItem &approved, const RunItem &now, const TrustVerdict &verdict)
{
    QList<RunLine> result{{Style::Text, Mark::None, 1, i18nc("@info a display, where it is", "%1 %2", name(now), place(now))}};
    compare(result, Style::Text, place(approved), place(now));
    if (approved.link != now.link) {
        // The host names may be equal: the difference is the route.
        compare(result, Style::Text, way(approved, verdict.approved), way(now, verdict.now));
    }
    compare(result, Style::Text, jumpHosts(approved), jumpHosts(now));
    compare(result, Style::Text, keys(approved), keys(now));
    compare(result, Style::Text, knownHosts(approved), knownHosts(now));
    for (const QString &line : approved.hostKeys) {
        if (!now.hostKeys.contains(line)) {
            result.append({Style::Text, Mark::Removed, 2, hostKey(line)});
        }
    }
    for (const QString &line : now.hostKeys) {
        if (!approved.hostKeys.contains(line)) {
            result.append({Style::Warning, Mark::Added, 2, hostKey(line)});
        }
    }
    compare(result, Style::Code, visible(approved.address), visible(now.address));
    if (now.kind == Kind::Link) {
        compare(result, Style::Text, discovery(approved), discovery(now));
    } else {
        compare(result, Style::Code, shellLine(approved.command), shellLine(now.command));
    }
    if (approved.trusted != now.trusted) {
        result.append({Style::Text, Mark::Removed, 2, approved.trusted ? trustedWords() : untrustedWords()});
        result.append({now.trusted ? Style::Warning : Style::Text, Mark::Added, 2, now.trusted ? trustedWords() : untrustedWords()});
    }
    compareExtras(result, approved, now);
    return result;
}

void section(QList<RunLine> &lines, const QString &title, const QList<RunLine> &body)
{
    if (!body.isEmpty()) {
        lines.append({Style::Heading, Mark::None, 0, title});
        lines += body;
    }
}

QString accountsText(const QStringList &accounts)
{
    return accounts.isEmpty() ? i18nc("@info accounts that a profile may be used with", "any account") : visibleList(accounts, u", "_s);
}

bool namesAccount(const RunStatement &statement)
{
    return std::ranges::any_of(statement.items, [](const RunItem &item) {
        QStringList runDetails;
        for (const RunDetail &extra : item.runDetails) {
            runDetails += extra.words;
        }
        return (QStringList{item.account, item.host, item.knownHostsPath, item.address} + item.jumpHosts + item.identities + item.command + runDetails)
            .join(u' ')
            .contains("{account}"_L1);
    });
}
}

QString visible(const QString &text)
{
    return shown(text, false);
}

QString shellLine(const QStringList &command)
{
    return shellWords(command).join(u' ');
}

QString accountLine(const RunStatement &statement, const QString &account)
{
    if (!namesAccount(statement)) {
        return {};
    }
    if (!account.isEmpty()) {
        return i18nc("@info keep {account} untranslated; %1: a user name", "{account} is the account for tonight: %1", visible(account));
    }
    return statement.accounts.isEmpty() ? i18nc("@info keep {account} untranslated", "{account} is the account that you enter for the night")
                                        : i18nc("@info keep {account} untranslated; %1: user names",
                                                "{account} is the account that you enter for the night, one of: %1",
                                                accountsText(statement.accounts));
}

QList<RunLine> everything(const RunStatement &statement, Mark mark)
{
    QList<RunLine> result;
    QList<RunItem> displays;
    std::ranges::copy_if(statement.items, std::back_inserter(displays), [](const RunItem &item) {
        return item.kind != Kind::Link;
    });
    for (const RunItem &link : statement.items) {
        if (link.kind != Kind::Link) {
            continue;
        }
        result.append({Style::Heading, mark, 0, login(link)});
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
    for (const RunChange &change : verdict.changes) {
        switch (change.kind) {
        case RunChange::Kind::Same:
            break;
        case RunChange::Kind::Added:
            added += itemLines(change.now, Mark::Added);
            break;
        case RunChange::Kind::Changed:
            changed += changedLines(change.approved, change.now, verdict);
            break;
        case RunChange::Kind::Removed:
            removed += itemLines(change.approved, Mark::Removed);
            break;
        }
    }
    QStringList accountsBefore = verdict.approved.accounts;
    QStringList accountsNow = verdict.now.accounts;
    accountsBefore.sort();
    accountsNow.sort();
    if (accountsBefore != accountsNow) {
        changed.append({Style::Text, Mark::None, 1, i18nc("@info keep {account} untranslated", "Accounts allowed for {account}")});
        compare(changed, Style::Text, accountsText(accountsBefore), accountsText(accountsNow));
    }
    QList<RunLine> result;
    section(result, i18nc("@title of a list of what changed", "New"), added);
    section(result, i18nc("@title of a list of what changed", "Changed"), changed);
    section(result, i18nc("@title of a list of what changed", "Removed"), removed);
    // If no difference can be shown, show everything instead of nothing.
    return result.isEmpty() ? everything(verdict.now) : result;
}

RunStatement unchanged(const TrustVerdict &verdict)
{
    RunStatement result;
    result.accounts = verdict.now.accounts;
    for (const RunChange &change : verdict.changes) {
        if (change.kind == RunChange::Kind::Same) {
            result.items.append(change.now);
        }
    }
    return result;
}
}
