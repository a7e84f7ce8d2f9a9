// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/xauthorization.h"

#include "sessions/xwindows/protocol/cookietable.h"

#include <QDir>
#include <QFile>

#include <X11/Xauth.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <memory>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
XAuthorization readAuthority(const QString &file, const LocalDisplay &display)
{
    // XauGetBestAuthByAddr is not used: it takes the file from this process' environment, but every LocalX has its own file.
    const QString path = file.isEmpty() ? QDir::homePath() + u"/.Xauthority"_s : file;
    const std::unique_ptr<std::FILE, int (*)(std::FILE *)> stream(std::fopen(QFile::encodeName(path).constData(), "rbe"), std::fclose);
    if (!stream) {
        return {};
    }
    char host[256] = {};
    (void)::gethostname(host, sizeof(host) - 1);
    const std::string number = std::to_string(display.number);
    const auto text = [](const char *data, unsigned short size) {
        return std::string_view(data ? data : "", data ? size : 0);
    };
    while (Xauth *entry = XauReadAuth(stream.get())) {
        const bool here = entry->family == FamilyWild || (entry->family == FamilyLocal && text(entry->address, entry->address_length) == host);
        const bool thisDisplay = entry->number_length == 0 || text(entry->number, entry->number_length) == number;
        XAuthorization found{.name = std::string(text(entry->name, entry->name_length)), .data = std::string(text(entry->data, entry->data_length))};
        XauDisposeAuth(entry);
        if (here && thisDisplay && found.name == xCookieProtocol) {
            return found;
        }
    }
    return {};
}
}
