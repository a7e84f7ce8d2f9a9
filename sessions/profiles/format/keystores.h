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

/// Stores @p value in the struct's member @p Member. ValueReader made the value for this key, so its alternative fits
/// the member.
template<auto Member>
void into(void *target, const KeyValue &value)
{
    using Type = typename MemberPointerTraits<Member>::Type;
    Type &member = static_cast<typename MemberPointerTraits<Member>::Class *>(target)->*Member;
    if constexpr (std::is_enum_v<Type>) {
        if (const auto *number = std::get_if<qint64>(&value)) {
            member = static_cast<Type>(*number);
        }
    } else if constexpr (std::is_same_v<Type, std::optional<quint16>>) {
        if (const auto *number = std::get_if<qint64>(&value)) {
            member = static_cast<quint16>(*number);
        }
    } else if constexpr (std::is_same_v<Type, std::optional<int>>) {
        if (const auto *number = std::get_if<qint64>(&value)) {
            member = static_cast<int>(*number);
        }
    } else if constexpr (std::is_same_v<Type, std::optional<double>>) {
        if (const auto *number = std::get_if<double>(&value)) {
            member = *number;
        }
    } else if constexpr (std::is_same_v<Type, std::optional<HoursOfDay>>) {
        if (const auto *hours = std::get_if<HoursOfDay>(&value)) {
            member = *hours;
        }
    } else if constexpr (std::is_same_v<Type, std::optional<PixelSize>>) {
        if (const auto *size = std::get_if<PixelSize>(&value)) {
            member = *size;
        }
    } else if (const auto *plain = std::get_if<Type>(&value)) {
        member = *plain;
    }
}

/// Stores @p value in the member @p Inner of the member @p Outer of the table's struct.
template<auto Outer, auto Inner>
void intoNested(void *target, const KeyValue &value)
{
    into<Inner>(&(static_cast<typename MemberPointerTraits<Outer>::Class *>(target)->*Outer), value);
}

/// For keys that are not a plain member of their table's struct.
void intoColor(void *target, const KeyValue &value);
void intoDisplay(void *target, const KeyValue &value);
void intoPort(void *target, const KeyValue &value);
void intoPortHost(void *target, const KeyValue &value);
void intoSocket(void *target, const KeyValue &value);
void intoDiscoverCommand(void *target, const KeyValue &value);
void intoDiscoverPattern(void *target, const KeyValue &value);
void intoDiscoveredTitle(void *target, const KeyValue &value);
void intoDiscoveredMatch(void *target, const KeyValue &value);
void intoExpectVisual(void *target, const KeyValue &value);
void intoExpectSize(void *target, const KeyValue &value);
void intoNeedsVisuals(void *target, const KeyValue &value);
void intoNeedsBackingStore(void *target, const KeyValue &value);
void intoNeedsFonts(void *target, const KeyValue &value);
void intoVisual(void *target, const KeyValue &value);
void intoBrokerLink(void *target, const KeyValue &value);
void intoBrokerPort(void *target, const KeyValue &value);
void intoBrokerHost(void *target, const KeyValue &value);
void intoBrokerSocket(void *target, const KeyValue &value);
void intoShare(void *target, const KeyValue &value);
}
