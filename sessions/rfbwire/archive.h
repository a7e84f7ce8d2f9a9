// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbwire/messages.h"

#include <optional>
#include <type_traits>
#include <utility>

/// Writer and Reader have the same functions, so that one function can visit a message's fields for both. Each checks
/// every field. The first error is kept, and all later calls have no effect. Private to rfbwire and its tests.
namespace Nightdesk::RfbWire
{
inline constexpr std::uint16_t firstToWorkerTag = 1;
inline constexpr std::uint16_t firstFromWorkerTag = 101;

/// What Writer and Reader have in common: the first error of a message.
class ArchiveBase
{
public:
    const std::optional<WireError> &error() const
    {
        return m_error;
    }
    void require(bool holds, const char *what)
    {
        if (!holds && !m_error) {
            m_error = WireError{what};
        }
    }

protected:
    void setRangeError(const char *field, std::uint64_t value, std::uint64_t lowest, std::uint64_t highest)
    {
        if (!m_error) {
            m_error =
                WireError{std::string(field) + ": " + std::to_string(value) + " is not within " + std::to_string(lowest) + ".." + std::to_string(highest)};
        }
    }

private:
    std::optional<WireError> m_error;
};

class Writer : public ArchiveBase
{
public:
    template<class T>
    void rawNumber(T value)
    {
        static_assert(std::is_unsigned_v<T>);
        for (std::size_t i = 0; i < sizeof(T); ++i) {
            m_bytes.push_back(static_cast<std::byte>(static_cast<std::uint64_t>(value) >> (8 * i) & 0xff));
        }
    }
    template<class T>
    void number(const char *field, T value, std::uint64_t lowest, std::uint64_t highest)
    {
        if (value < lowest || value > highest) {
            setRangeError(field, value, lowest, highest);
        } else {
            rawNumber(value);
        }
    }
    void boolean(const char * /*field*/, bool value) // a bool is never out of range, so no error has to name the field
    {
        rawNumber<std::uint8_t>(value ? 1 : 0);
    }
    template<class E>
    void enumeration(const char *field, E value, E last)
    {
        number(field, std::to_underlying(value), 0, std::to_underlying(last));
    }
    void text(const char *field, const std::string &value, std::size_t most)
    {
        if (value.size() > most) {
            setRangeError(field, value.size(), 0, most);
            return;
        }
        rawNumber(static_cast<std::uint16_t>(value.size()));
        for (const char c : value) {
            m_bytes.push_back(static_cast<std::byte>(c));
        }
    }
    template<class T, class Visitor>
    void list(const char *field, const std::vector<T> &values, std::size_t least, std::size_t most, Visitor visitItem)
    {
        if (values.size() < least || values.size() > most) {
            setRangeError(field, values.size(), least, most);
            return;
        }
        rawNumber(static_cast<std::uint16_t>(values.size()));
        for (const T &value : values) {
            visitItem(value);
        }
    }
    std::vector<std::byte> bytes() &&
    {
        return std::move(m_bytes);
    }

private:
    std::vector<std::byte> m_bytes;
};

class Reader : public ArchiveBase
{
public:
    explicit Reader(std::span<const std::byte> bytes)
        : m_rest(bytes)
    {
    }
    template<class T>
    T rawNumber()
    {
        static_assert(std::is_unsigned_v<T>);
        if (error() || m_rest.size() < sizeof(T)) {
            require(false, "record: too short");
            return 0;
        }
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < sizeof(T); ++i) {
            value |= std::to_integer<std::uint64_t>(m_rest[i]) << (8 * i);
        }
        m_rest = m_rest.subspan(sizeof(T));
        return static_cast<T>(value);
    }
    template<class T>
    void number(const char *field, T &value, std::uint64_t lowest, std::uint64_t highest)
    {
        const T read = rawNumber<T>();
        if (error()) {
            return;
        }
        if (read < lowest || read > highest) {
            setRangeError(field, read, lowest, highest);
            return;
        }
        value = read;
    }
    void boolean(const char *field, bool &value)
    {
        std::uint8_t read = 0;
        number(field, read, 0, 1);
        value = read == 1;
    }
    template<class E>
    void enumeration(const char *field, E &value, E last)
    {
        std::underlying_type_t<E> read = 0;
        number(field, read, 0, std::to_underlying(last));
        value = static_cast<E>(read);
    }
    void text(const char *field, std::string &value, std::size_t most)
    {
        std::uint16_t size = 0;
        number(field, size, 0, most);
        if (error()) {
            return;
        }
        if (m_rest.size() < size) {
            require(false, "record: too short");
            return;
        }
        value.assign(reinterpret_cast<const char *>(m_rest.data()), size);
        m_rest = m_rest.subspan(size);
    }
    template<class T, class Visitor>
    void list(const char *field, std::vector<T> &values, std::size_t least, std::size_t most, Visitor visitItem)
    {
        std::uint16_t count = 0;
        number(field, count, least, most);
        for (std::size_t i = 0; i < count && !error(); ++i) {
            visitItem(values.emplace_back());
        }
    }
    /// Call after the last field: reports bytes that are left over.
    void requireEndOfRecord()
    {
        require(m_rest.empty(), "record: longer than its message");
    }

private:
    std::span<const std::byte> m_rest;
};
}
