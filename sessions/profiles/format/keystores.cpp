// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/format/keystores.h"

#include "sessions/profiles/format/desktopcolor.h"
#include "sessions/profiles/valuegrammar.h"

namespace Nightdesk::KeyStores
{
namespace
{
DiscoverSpec &discoverOf(void *target)
{
    auto &discover = static_cast<LinkSpec *>(target)->discover;
    return discover ? *discover : discover.emplace();
}
}

void storeColor(void *target, const KeyValue &value)
{
    if (const auto *text = std::get_if<QString>(&value)) {
        static_cast<DesktopSpec *>(target)->color = desktopColorValue(*text).value_or(QString());
    }
}

void storeDisplay(void *target, const KeyValue &value)
{
    if (const auto *number = std::get_if<DisplayNumber>(&value)) {
        static_cast<DesktopSpec *>(target)->address = *number;
    }
}

void storePort(void *target, const KeyValue &value)
{
    if (const auto *port = std::get_if<qint64>(&value)) {
        TcpAddress address;
        address.port = static_cast<quint16>(*port);
        static_cast<DesktopSpec *>(target)->address = address;
    }
}

/// Stores the host of the TCP address that storePort() stored before: "port" precedes "host" in keyTable(), and "host" requires "port".
void storeHostOfPort(void *target, const KeyValue &value)
{
    auto *address = std::get_if<TcpAddress>(&static_cast<DesktopSpec *>(target)->address);
    const auto *host = std::get_if<QString>(&value);
    if (address && host) {
        address->host = *host;
    }
}

void storeSocket(void *target, const KeyValue &value)
{
    if (const auto *path = std::get_if<QString>(&value)) {
        static_cast<DesktopSpec *>(target)->address = UnixSocket{*path};
    }
}

void storeBrokerLink(void *target, const KeyValue &value)
{
    if (const auto *id = std::get_if<QString>(&value)) {
        static_cast<BrokerSpec *>(target)->link.id = *id; // BrokerReader reads the other keys of the link
    }
}

void storeBrokerPort(void *target, const KeyValue &value)
{
    if (const auto *port = std::get_if<qint64>(&value)) {
        TcpAddress address;
        address.port = static_cast<quint16>(*port);
        static_cast<BrokerSpec *>(target)->address = address;
    }
}

/// Stores the host of the TCP address that storeBrokerPort() stored before: "port" precedes "host" in keyTable(), and "host" requires "port".
void storeBrokerHost(void *target, const KeyValue &value)
{
    auto *address = std::get_if<TcpAddress>(&static_cast<BrokerSpec *>(target)->address);
    const auto *host = std::get_if<QString>(&value);
    if (address && host) {
        address->host = *host;
    }
}

void storeBrokerSocket(void *target, const KeyValue &value)
{
    if (const auto *path = std::get_if<QString>(&value)) {
        static_cast<BrokerSpec *>(target)->address = UnixSocket{*path};
    }
}

void storeDiscoverCommand(void *target, const KeyValue &value)
{
    storeInMember<&DiscoverSpec::command>(&discoverOf(target), value);
}
void storeDiscoverPattern(void *target, const KeyValue &value)
{
    storeInMember<&DiscoverSpec::pattern>(&discoverOf(target), value);
}

void storeDiscoveredTitle(void *target, const KeyValue &value)
{
    if (const auto *title = std::get_if<QString>(&value)) {
        static_cast<DesktopSpec *>(target)->address = DesktopSelector{.title = *title, .linePattern = {}};
    }
}
void storeDiscoveredLinePattern(void *target, const KeyValue &value)
{
    if (const auto *match = std::get_if<QString>(&value)) {
        static_cast<DesktopSpec *>(target)->address = DesktopSelector{.title = {}, .linePattern = *match};
    }
}

void storeExpectVisual(void *target, const KeyValue &value)
{
    storeInMember<&ExpectedVncServer::visual>(&static_cast<DesktopSpec *>(target)->expectedServer, value);
}
void storeExpectSize(void *target, const KeyValue &value)
{
    storeInMember<&ExpectedVncServer::size>(&static_cast<DesktopSpec *>(target)->expectedServer, value);
}
void storeNeedsVisuals(void *target, const KeyValue &value)
{
    storeInMember<&WindowNeeds::visuals>(&static_cast<WindowSpec *>(target)->needs, value);
}
void storeNeedsBackingStore(void *target, const KeyValue &value)
{
    storeInMember<&WindowNeeds::needsBackingStore>(&static_cast<WindowSpec *>(target)->needs, value);
}
void storeNeedsFonts(void *target, const KeyValue &value)
{
    storeInMember<&WindowNeeds::fonts>(&static_cast<WindowSpec *>(target)->needs, value);
}

void storeVisual(void *target, const KeyValue &value)
{
    const KeyInfo *key = findKey(TableId::Window, QStringLiteral("visual"));
    const auto *chosen = std::get_if<qint64>(&value);
    for (const KeyChoice &choice : key->choices) {
        if (chosen && choice.value == *chosen) {
            // The default is stored as empty, so that a profile that states it equals one that does not.
            static_cast<WindowSpec *>(target)->visual = choice.value == 0 ? QString() : QString(choice.name);
        }
    }
}

void storeShare(void *target, const KeyValue &value)
{
    if (const auto *text = std::get_if<QString>(&value)) {
        static_cast<WindowSpec *>(target)->share = ValueGrammar::parseShare(*text).value_or(ServerShareSpec());
    }
}
}
