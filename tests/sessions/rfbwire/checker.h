// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdio>
#include <functional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

/// A checker for test programs that know no Qt: says what was expected and what was there, counts, and the program returns
/// the count.
namespace Nightdesk::Test
{
inline int failures = 0;
inline std::string currentRow;

inline void report(const char *file, int line, const std::string &text)
{
    ++failures;
    std::fprintf(stderr, "FAIL  %s\n      %s\n      %s:%d\n", currentRow.c_str(), text.c_str(), file, line);
}

template<class T>
std::string shown(const T &value)
{
    if constexpr (requires(std::ostringstream &s) { s << value; }) {
        std::ostringstream stream;
        stream << value;
        return stream.str();
    } else if constexpr (std::is_enum_v<T>) {
        return std::to_string(static_cast<long long>(std::to_underlying(value)));
    } else {
        return "(a value of " + std::to_string(sizeof(T)) + " bytes)";
    }
}

template<class A, class B>
bool checkEqual(const char *file, int line, const char *what, const A &actual, const B &expected)
{
    if (actual == expected) {
        return true;
    }
    report(file, line, std::string(what) + ": expected " + shown(expected) + ", got " + shown(actual));
    return false;
}

/// Runs one case under its name.
inline void row(const std::string &name, const std::function<void()> &body)
{
    currentRow = name;
    const int before = failures;
    const auto began = std::chrono::steady_clock::now();
    body();
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - began);
    std::printf("%s  %s (%lld ms)\n", failures == before ? "pass" : "FAIL", name.c_str(), static_cast<long long>(took.count()));
    std::fflush(stdout);
}

inline int result()
{
    std::printf("%d failed checks\n", failures);
    return failures == 0 ? 0 : 1;
}
}

#define CHECK(condition)                                                                                                                                       \
    do {                                                                                                                                                       \
        if (!(condition)) {                                                                                                                                    \
            Nightdesk::Test::report(__FILE__, __LINE__, "expected: " #condition);                                                                              \
        }                                                                                                                                                      \
    } while (false)
/// Leaves the function (which returns void) where going on makes no sense.
#define REQUIRE(condition)                                                                                                                                     \
    do {                                                                                                                                                       \
        if (!(condition)) {                                                                                                                                    \
            Nightdesk::Test::report(__FILE__, __LINE__, "expected: " #condition);                                                                              \
            return;                                                                                                                                            \
        }                                                                                                                                                      \
    } while (false)
#define CHECK_EQUAL(actual, expected) Nightdesk::Test::checkEqual(__FILE__, __LINE__, #actual, actual, expected)
