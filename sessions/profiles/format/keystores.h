// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/format/facilityheader.h"
#include "sessions/profiles/format/keytable.h"

#include <type_traits>

/// Store the values of keyTable() in the structs of profile.h.
namespace Nightdesk::KeyStores
{
template<auto Member>
struct MemberPointerTraits;
template<class C, class T, T C::*M>
struct MemberPointerTraits<M> {
    using Class = C;
    using Type = T;
};

template<class T>
struct WithoutOptional {
    using Type = T;
};
template<class T>
struct WithoutOptional<std::optional<T>> {
    using Type = T;
};

/// Stores @p value in the struct's member @p Member. ValueReader made the value for this key, so its alternative fits
/// the member.
template<auto Member>
void storeInMember(void *target, const KeyValue &value)
{
    using Value = typename WithoutOptional<typename MemberPointerTraits<Member>::Type>::Type;
    constexpr bool isNumber = std::is_enum_v<Value> || (std::is_integral_v<Value> && !std::is_same_v<Value, bool>);
    if (const auto *stored = std::get_if<std::conditional_t<isNumber, qint64, Value>>(&value)) {
        static_cast<typename MemberPointerTraits<Member>::Class *>(target)->*Member = static_cast<Value>(*stored);
    }
}

/// Stores @p value in a struct inside the table's struct: in the member @p Inner of the member @p Outer.
template<auto Outer, auto Inner>
void storeInMember(void *target, const KeyValue &value)
{
    storeInMember<Inner>(&(static_cast<typename MemberPointerTraits<Outer>::Class *>(target)->*Outer), value);
}

/// Stores the port of the address in the struct @p Spec of a desktop or broker.
template<class Spec>
void storePort(void *target, const KeyValue &value)
{
    storeInMember<&TcpAddress::port>(&static_cast<Spec *>(target)->address.template emplace<TcpAddress>(), value);
}

/// Stores the host of the TCP address that storePort() stored before: "port" precedes "host" in keyTable(), and "host" requires "port".
template<class Spec>
void storeHostOfPort(void *target, const KeyValue &value)
{
    if (auto *tcpAddress = std::get_if<TcpAddress>(&static_cast<Spec *>(target)->address)) {
        storeInMember<&TcpAddress::host>(tcpAddress, value);
    }
}

template<class Spec>
void storeSocket(void *target, const KeyValue &value)
{
    storeInMember<&UnixSocket::path>(&static_cast<Spec *>(target)->address.template emplace<UnixSocket>(), value);
}

/// Stores @p value in a member of a link's DiscoverSpec.
template<auto Member>
void storeDiscover(void *target, const KeyValue &value)
{
    auto &discover = static_cast<LinkSpec *>(target)->discover;
    if (!discover) {
        discover.emplace();
    }
    storeInMember<Member>(&*discover, value);
}

/// Stores @p value in a member of a desktop's DesktopSelector; its other member remains empty.
template<auto Member>
void storeSelector(void *target, const KeyValue &value)
{
    storeInMember<Member>(&static_cast<DesktopSpec *>(target)->address.emplace<DesktopSelector>(), value);
}

// Functions that store the value of one key each: its value has to be converted.
void storeColor(void *target, const KeyValue &value);
void storeDisplay(void *target, const KeyValue &value);
void storeVisual(void *target, const KeyValue &value);
void storeShare(void *target, const KeyValue &value);
}
