// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A link of a web page. What is read of it names a host, a user or a profile, and is no option, file or command to any program.
#include "app/window/externallink.h"

#include <algorithm>
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

/// @p signs: what may be in it besides letters and digits of ASCII.
bool isWord(const QString &text, QStringView signs)
{
    return !text.isEmpty() && !text.startsWith(u'-') && std::ranges::all_of(text, [signs](QChar c) {
        return (c.unicode() < 0x80 && c.isLetterOrNumber()) || signs.contains(c);
    });
}
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QString text = QString::fromUtf8(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
    const QString textForDisplay = ExternalLink::textForDisplay(text);
    require(textForDisplay.size() <= 201 && !textForDisplay.contains(u'\n') && !textForDisplay.contains(QChar(0x1b)));
    const auto link = ExternalLink::read(text);
    if (!link) {
        require(!link.error().isEmpty() && link.error().size() < 1000);
        return 0;
    }
    if (const auto *connect = std::get_if<ConnectCommand>(&link->target)) {
        require(isWord(connect->profile, u"._-") && connect->facility.isEmpty());
        require(connect->site.isEmpty() || isWord(connect->site, u"._-"));
        return 0;
    }
    const auto &view = std::get<DesktopCommand>(link->target);
    const auto *port = std::get_if<TcpAddress>(&view.address);
    require(port && port->port > 0 && isWord(port->host, u"._-:%"));
    require(view.sshHost.isEmpty() || isWord(view.sshHost, u"._-:%"));
    require(view.sshUser.isEmpty() || (!view.sshHost.isEmpty() && isWord(view.sshUser, u"._-")));
    require(view.identityFile.isEmpty() && !view.fullScreen);
    return 0;
}
