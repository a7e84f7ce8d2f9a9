// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testprogram.h"

#include <cstdio>
#include <string>
#include <string_view>

namespace Nightdesk::Test
{
namespace
{
Entry *first = nullptr; // constant-initialized: it is there before the first entry

std::string_view nameOf(std::string_view file)
{
    file.remove_prefix(file.rfind('/') + 1);
    return file.substr(0, file.rfind('.'));
}
}

Entry::Entry(const char *file, Run run)
    : m_file(file)
    , m_run(run)
    , m_next(first)
{
    first = this;
}

int Entry::run(int argc, char **argv)
{
    for (const Entry *entry = first; argc > 1 && entry; entry = entry->m_next) {
        if (nameOf(entry->m_file) == argv[1]) {
            return entry->m_run(argc - 1, argv + 1); // it sees its own name as the program's
        }
    }
    std::fprintf(stderr, "usage: %s TEST [ARGUMENT...]; the tests are:\n", argv[0]);
    for (const Entry *entry = first; entry; entry = entry->m_next) {
        std::fprintf(stderr, "  %s\n", std::string(nameOf(entry->m_file)).c_str());
    }
    return 2;
}

}

int main(int argc, char **argv)
{
    return Nightdesk::Test::Entry::run(argc, argv);
}
