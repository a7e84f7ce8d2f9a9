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
void storeInMember(void *target, const KeyValue &value)
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

/// Stores @p value in a struct inside the table's struct: in the member @p Inner of the member @p Outer.
template<auto Outer, auto Inner>
void storeInNestedMember(void *target, const KeyValue &value)
{
    storeInMember<Inner>(&(static_cast<typename MemberPointerTraits<Outer>::Class *>(target)->*Outer), value);
}

// Functions that store the value of one key each: its value has to be converted, or belongs to an inner struct or variant.
void storeColor(void *target, const KeyValue &value);
void storeDisplay(void *target, const KeyValue &value);
void storePort(void *target, const KeyValue &value);
void storeHostOfPort(void *target, const KeyValue &value);
void storeSocket(void *target, const KeyValue &value);
void storeDiscoverCommand(void *target, const KeyValue &value);
void storeDiscoverPattern(void *target, const KeyValue &value);
void storeDiscoveredTitle(void *target, const KeyValue &value);
void storeDiscoveredLinePattern(void *target, const KeyValue &value);
void storeExpectVisual(void *target, const KeyValue &value);
void storeExpectSize(void *target, const KeyValue &value);
void storeNeedsVisuals(void *target, const KeyValue &value);
void storeNeedsBackingStore(void *target, const KeyValue &value);
void storeNeedsFonts(void *target, const KeyValue &value);
void storeVisual(void *target, const KeyValue &value);
void storeBrokerLink(void *target, const KeyValue &value);
void storeBrokerPort(void *target, const KeyValue &value);
void storeBrokerHost(void *target, const KeyValue &value);
void storeBrokerSocket(void *target, const KeyValue &value);
void storeShare(void *target, const KeyValue &value);
}
