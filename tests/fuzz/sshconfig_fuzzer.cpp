// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// An ssh_config that the user's includes; it may include itself. Commands of "Match exec" are not run.
#include "sessions/links/config/sshhostconfig.h"

#include <QSet>

#include <cstdint>
#include <cstdlib>

using namespace Nightdesk;

namespace
{
void require(bool holds)
{
    if (!holds) {
        std::abort();
    }
}
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray input(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
    const auto files = [&input](const QString &) {
        return QList<SshHostConfig::File>{{.name = QStringLiteral("config"), .contents = input}};
    };
    const SshHostConfig config =
        SshHostConfig::read({.host = QStringLiteral("summit.example"), .user = QStringLiteral("observer"), .port = 2222, .localUser = QStringLiteral("me")},
                            {QStringLiteral("~/.ssh/config")},
                            files,
                            [](const QString &command) -> std::optional<bool> {
                                return command.size() % 2 == 0;
                            });
    QSet<QString> seen;
    for (const SshOption &option : config.options) {
        require(!option.keyword.isEmpty() && option.keyword == option.keyword.toLower() && option.line > 0);
        if (!seen.contains(option.keyword)) {
            seen.insert(option.keyword);
            require(config.option(option.keyword)->value == option.value); // the first one counts
        }
    }
    return 0;
}
