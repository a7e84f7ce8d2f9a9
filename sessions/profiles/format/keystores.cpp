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

void intoColor(void *target, const KeyValue &value)
{
    if (const auto *text = std::get_if<QString>(&value)) {
        static_cast<DesktopSpec *>(target)->color = desktopColorValue(*text).value_or(QString());
    }
}

void intoDisplay(void *target, const KeyValue &value)
{
    if (const auto *number = std::get_if<DisplayNumber>(&value)) {
        static_cast<DesktopSpec *>(target)->address = *number;
    }
}

void intoPort(void *target, const KeyValue &value)
{
    if (const auto *port = std::get_if<qint64>(&value)) {
        TcpAddress address;
        address.port = static_cast<quint16>(*port);
        static_cast<DesktopSpec *>(target)->address = address;
    }
}

/// Stored after "port", since its key comes after "port" in the key table.
void intoPortHost(void *target, const KeyValue &value)
{
    auto *address = std::get_if<TcpAddress>(&static_cast<DesktopSpec *>(target)->address);
    const auto *host = std::get_if<QString>(&value);
    if (address && host) {
        address->host = *host;
    }
}

void intoSocket(void *target, const KeyValue &value)
{
    if (const auto *path = std::get_if<QString>(&value)) {
        static_cast<DesktopSpec *>(target)->address = UnixSocket{*path};
    }
}

void intoBrokerLink(void *target, const KeyValue &value)
{
    if (const auto *id = std::get_if<QString>(&value)) {
        static_cast<BrokerSpec *>(target)->link.id = *id; // BrokerReader reads the other keys of the link
    }
}

void intoBrokerPort(void *target, const KeyValue &value)
{
    if (const auto *port = std::get_if<qint64>(&value)) {
        TcpAddress address;
        address.port = static_cast<quint16>(*port);
        static_cast<BrokerSpec *>(target)->address = address;
    }
}

/// Stored after "port", since its key comes after "port" in the key table.
void intoBrokerHost(void *target, const KeyValue &value)
{
    auto *address = std::get_if<TcpAddress>(&static_cast<BrokerSpec *>(target)->address);
    const auto *host = std::get_if<QString>(&value);
    if (address && host) {
        address->host = *host;
    }
}

void intoBrokerSocket(void *target, const KeyValue &value)
{
    if (const auto *path = std::get_if<QString>(&value)) {
        static_cast<BrokerSpec *>(target)->address = UnixSocket{*path};
    }
}

void intoDiscoverCommand(void *target, const KeyValue &value)
{
    into<&DiscoverSpec::command>(&discoverOf(target), value);
}
void intoDiscoverPattern(void *target, const KeyValue &value)
{
    into<&DiscoverSpec::pattern>(&discoverOf(target), value);
}

void intoDiscoveredTitle(void *target, const KeyValue &value)
{
    if (const auto *title = std::get_if<QString>(&value)) {
        static_cast<DesktopSpec *>(target)->address = DesktopSelector{.title = *title, .linePattern = {}};
    }
}
void intoDiscoveredMatch(void *target, const KeyValue &value)
{
    if (const auto *match = std::get_if<QString>(&value)) {
        static_cast<DesktopSpec *>(target)->address = DesktopSelector{.title = {}, .linePattern = *match};
    }
}

void intoExpectVisual(void *target, const KeyValue &value)
{
    into<&ExpectedServer::visual>(&static_cast<DesktopSpec *>(target)->expectedServer, value);
}
void intoExpectSize(void *target, const KeyValue &value)
{
    into<&ExpectedServer::size>(&static_cast<DesktopSpec *>(target)->expectedServer, value);
}
void intoNeedsVisuals(void *target, const KeyValue &value)
{
    into<&WindowNeeds::visuals>(&static_cast<WindowSpec *>(target)->needs, value);
}
void intoNeedsBackingStore(void *target, const KeyValue &value)
{
    into<&WindowNeeds::needsBackingStore>(&static_cast<WindowSpec *>(target)->needs, value);
}
void intoNeedsFonts(void *target, const KeyValue &value)
{
    into<&WindowNeeds::fonts>(&static_cast<WindowSpec *>(target)->needs, value);
}

void intoVisual(void *target, const KeyValue &value)
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

void intoShare(void *target, const KeyValue &value)
{
    if (const auto *text = std::get_if<QString>(&value)) {
        static_cast<WindowSpec *>(target)->share = ValueGrammar::parseShare(*text).value_or(ServerShareSpec());
    }
}
}
