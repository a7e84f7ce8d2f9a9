// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/start/secretarguments.h"

#include <QByteArray>
#include <QByteArrayView>

#include <algorithm>
#include <cstring>
#include <string_view>

namespace Nightdesk
{
namespace
{
/// Overwrites @p secret in place; its memory must be writable.
void overwriteWithAsterisks(std::string_view secret)
{
    std::fill_n(const_cast<char *>(secret.data()), secret.size(), '*');
}

/// Hides a password in "name=value" of a URL query.
void hidePasswordInParameter(std::string_view parameter)
{
    const std::size_t equals = parameter.find('=');
    if (equals == std::string_view::npos) {
        return;
    }
    const QByteArray name = QByteArray::fromPercentEncoding(QByteArray(parameter.data(), static_cast<qsizetype>(equals))).toLower();
    if (name.contains("pass")) {
        overwriteWithAsterisks(parameter.substr(equals + 1));
    }
}

void hidePasswordInUrl(std::string_view url)
{
    // Also searches URLs that are not valid, because they are shown and passed on, too.
    const std::size_t colon = url.find(':');
    const std::size_t question = std::min(url.find('?', colon), url.size());
    const std::string_view before = url.substr(colon + 1, question - colon - 1);
    const std::size_t at = before.rfind('@');
    const std::size_t password = before.find(':');
    if (at != std::string_view::npos && password != std::string_view::npos && password < at) {
        overwriteWithAsterisks(before.substr(password + 1, at - password - 1));
    }
    std::string_view query = url.substr(question);
    while (!query.empty()) {
        query.remove_prefix(1);
        const std::size_t end = std::min(query.find_first_of("&;#"), query.size());
        hidePasswordInParameter(query.substr(0, end));
        query.remove_prefix(end);
    }
}
}

void hideSecrets(std::span<char *const> arguments)
{
    for (char *const argument : arguments) {
        const QByteArrayView text(argument);
        for (const char *scheme : {"vnc:", "nightdesk:"}) {
            if (text.first(std::min(text.size(), QByteArrayView(scheme).size())).compare(scheme, Qt::CaseInsensitive) == 0) {
                hidePasswordInUrl({argument, std::strlen(argument)});
            }
        }
    }
}
}
