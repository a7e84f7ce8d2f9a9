// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/trust/runmanifests.h"

#include "sessions/profiles/trust/runmanifestjson.h"

#include <QCryptographicHash>
#include <QHash>
#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk::RunManifests
{
namespace
{
QString hostWithPort(const QString &host, quint16 port)
{
    return (host.contains(u':') ? u"[%1]:%2"_s : u"%1:%2"_s).arg(host, QString::number(port));
}

QString addressText(const DesktopAddress &address)
{
    if (const auto *display = std::get_if<DisplayNumber>(&address)) {
        return u":%1"_s.arg(display->number);
    }
    if (const auto *port = std::get_if<TcpAddress>(&address)) {
        return hostWithPort(port->host, port->port);
    }
    if (const auto *found = std::get_if<DesktopSelector>(&address)) {
        return found->title.isEmpty() ? u"discover match '%1'"_s.arg(found->linePattern) : u"discover title '%1'"_s.arg(found->title);
    }
    const auto *socket = std::get_if<UnixSocket>(&address);
    return socket ? socket->path : QString();
}

void addDetail(RunItem &item, RunDetail::Kind kind, const QStringList &words)
{
    if (!words.isEmpty()) {
        item.runDetails.append({kind, words});
    }
}

RunItem linkItem(const LinkSpec &link)
{
    RunItem item;
    item.kind = RunItem::Kind::Link;
    item.id = link.id;
    item.account = link.user;
    item.host = link.port ? hostWithPort(link.host, *link.port) : link.host;
    item.jumpHosts = link.jumpHosts;
    item.privateKeyFiles = link.privateKeyFiles;
    item.knownHostsPath = link.knownHostsPath;
    for (const KnownHost &host : link.hostKeys.value_or(QList<KnownHost>())) {
        item.hostKeys.append(host.text());
    }
    item.hostKeys.sort();
    item.hostKeys.removeDuplicates();
    item.command = link.discover ? link.discover->command : QStringList();
    addDetail(item, RunDetail::Kind::Algorithms, link.addedAlgorithms);
    return item;
}

/// Item of a display: its link, address and account. The route is part of the link's item only: a changed gateway is one change, not one for each
/// window behind it.
RunItem displayItem(const QList<RunItem> &links, const QString &link)
{
    RunItem item;
    item.link = link;
    const auto found = std::ranges::find(links, link, &RunItem::id);
    if (found != links.end()) {
        item.account = found->account;
        item.host = found->host;
    }
    return item;
}

void addViewer(RunItem &item, const ViewerSpec &viewer)
{
    addDetail(item, RunDetail::Kind::ViewerCommand, viewer.command);
    addDetail(item, RunDetail::Kind::ViewerHostLink, viewer.link.isEmpty() || viewer.link == item.link ? QStringList() : QStringList{viewer.link});
}

/// Adds the restrictions of a desktop. A desktop without restrictions gets no entry, so that older approvals remain
/// valid.
void addRestrictions(RunItem &item, const DesktopSpec &desktop)
{
    static const QHash<ClipboardPolicy, QString> words{
        {ClipboardPolicy::FromSummit, u"from-summit"_s},
        {ClipboardPolicy::ToSummit, u"to-summit"_s},
        {ClipboardPolicy::Off, u"off"_s},
    };
    addDetail(item, RunDetail::Kind::Clipboard, words.contains(desktop.clipboard) ? QStringList{words.value(desktop.clipboard)} : QStringList());
    addDetail(item, RunDetail::Kind::ViewOnlyDesktop, desktop.input == InputPermission::ViewOnly ? QStringList{u"view-only"_s} : QStringList());
}

/// Adds the details of a program for every topology, since the topology can be changed in a menu.
void addProgramDetails(RunItem &item, const WindowSpec &window)
{
    const AppServerSpec &server = window.server;
    if (server.command.isEmpty()) {
        addDetail(item, RunDetail::Kind::PrivateServerArguments, server.arguments);
    } else {
        addDetail(item, RunDetail::Kind::PrivateServerCommand, QStringList{server.command} + server.arguments);
    }
    addViewer(item, window.viewer);
    addDetail(item, RunDetail::Kind::PreloadArguments, window.preloadArguments);
    addDetail(item, RunDetail::Kind::Resources, window.xResources);
    addDetail(item, RunDetail::Kind::Fonts, window.fonts);
    const bool isSharedWithGroup = window.share.scope == ServerShareSpec::Scope::Group;
    addDetail(item, RunDetail::Kind::Group, isSharedWithGroup ? QStringList{window.share.hostGroup} : QStringList());
}

const RunItem *findMatching(const QList<RunItem> &items, const RunItem &item)
{
    const auto found = std::ranges::find_if(items, [&item](const RunItem &other) {
        return other.kind == item.kind && other.id == item.id;
    });
    return found == items.end() ? nullptr : &*found;
}
}

RunManifest manifestOf(const InstrumentProfile &profile)
{
    RunManifest result;
    result.accounts = profile.accounts;
    for (const LinkSpec &link : profile.links) {
        result.items.append(linkItem(link));
    }
    const QList<RunItem> links = result.items;
    for (const DesktopSpec &desktop : profile.desktops) {
        RunItem item = displayItem(links, desktop.link);
        item.kind = RunItem::Kind::Desktop;
        item.id = desktop.id;
        item.vncServerAddress = addressText(desktop.address);
        item.isTrusted = desktop.topology == Topology::VncAtSummit;
        addViewer(item, desktop.viewer);
        addRestrictions(item, desktop);
        result.items.append(item);
    }
    for (const WindowSpec &window : profile.windows) {
        RunItem item = displayItem(links, window.link);
        item.kind = RunItem::Kind::Window;
        item.id = window.id;
        item.command = window.command;
        item.isTrusted = window.isTrusted || window.topology == Topology::VncAtSummit;
        addProgramDetails(item, window);
        result.items.append(item);
    }
    return result;
}

void addBroker(RunManifest &manifest, const BrokerSpec &broker)
{
    RunItem item = linkItem(broker.link);
    item.id = u"[broker]"_s;
    item.command.clear(); // the link's discover command is not run for the broker
    const QString address = std::visit(
        [](const auto &place) {
            return addressText(place);
        },
        broker.address);
    bool isThere = false;
    for (RunItem &other : manifest.items) {
        if (other.kind == RunItem::Kind::Link && other.account == item.account && other.host == item.host && other.jumpHosts == item.jumpHosts
            && other.privateKeyFiles == item.privateKeyFiles && other.knownHostsPath == item.knownHostsPath && other.runDetails == item.runDetails) {
            isThere = true;
            addDetail(other, RunDetail::Kind::BrokerAddress, {address});
        }
    }
    if (!isThere) {
        addDetail(item, RunDetail::Kind::BrokerAddress, {address});
        manifest.items.append(item);
    }
}

QList<RunItemChange> changes(const RunManifest &approved, const RunManifest &now)
{
    QList<RunItemChange> result;
    for (const RunItem &item : now.items) {
        const RunItem *old = findMatching(approved.items, item);
        if (!old) {
            result.append({RunItemChange::Kind::Added, item, {}});
        } else {
            result.append({*old == item ? RunItemChange::Kind::Same : RunItemChange::Kind::Changed, item, *old});
        }
    }
    for (const RunItem &item : approved.items) {
        if (!findMatching(now.items, item)) {
            result.append({RunItemChange::Kind::Removed, {}, item});
        }
    }
    return result;
}

QString hash(const RunManifest &manifest)
{
    RunManifest ordered = manifest;
    ordered.accounts.sort();
    ordered.accounts.removeDuplicates();
    std::ranges::sort(ordered.items, [](const RunItem &a, const RunItem &b) {
        return std::pair(a.kind, a.id) < std::pair(b.kind, b.id);
    });
    // QJsonObject sorts its keys, so equal statements give equal texts.
    const QByteArray text = QJsonDocument(RunManifestJson::toJson(ordered)).toJson(QJsonDocument::Compact);
    return QString::fromLatin1(QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex());
}

TrustVerdict
evaluateTrust(const RunManifest &manifest, const std::optional<RunManifest> &approved, const QDateTime &approvedAt, bool isInstalledByAdministrator)
{
    TrustVerdict verdict;
    verdict.currentManifest = manifest;
    verdict.manifestHash = hash(manifest);
    verdict.changes = changes(approved.value_or(RunManifest()), manifest);
    if (approved) {
        verdict.approvedAt = approvedAt;
    }
    if (isInstalledByAdministrator) {
        verdict.state = TrustVerdict::State::InstalledByAdministrator;
    } else if (approved && hash(*approved) == verdict.manifestHash) {
        verdict.state = TrustVerdict::State::Approved;
    } else if (approved) {
        verdict.state = TrustVerdict::State::Changed;
        verdict.approvedManifest = *approved;
    }
    return verdict;
}
}
