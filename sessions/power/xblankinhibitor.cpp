// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/power/xblankinhibitor.h"

#include <xcb/screensaver.h>

#include <cstdlib>

namespace Nightdesk
{
XBlankInhibitor::XBlankInhibitor(const QByteArray &display)
    : m_xConnection(xcb_connect(display.constData(), nullptr))
{
    if (xcb_connection_has_error(m_xConnection) != 0) {
        return;
    }
    const xcb_query_extension_reply_t *extension = xcb_get_extension_data(m_xConnection, &xcb_screensaver_id);
    if (!extension || !extension->present) {
        return;
    }
    // Suspending needs version 1.1, and the server must be asked for its version before any other request.
    xcb_screensaver_query_version_reply_t *version =
        xcb_screensaver_query_version_reply(m_xConnection, xcb_screensaver_query_version(m_xConnection, 1, 1), nullptr);
    const bool canSuspend = version && (version->server_major_version > 1 || version->server_minor_version >= 1);
    std::free(version);
    if (!canSuspend) {
        return;
    }
    xcb_generic_error_t *error = xcb_request_check(m_xConnection, xcb_screensaver_suspend_checked(m_xConnection, 1));
    m_isBlankingInhibited = !error && xcb_connection_has_error(m_xConnection) == 0;
    std::free(error);
}

XBlankInhibitor::~XBlankInhibitor()
{
    xcb_disconnect(m_xConnection);
}

bool XBlankInhibitor::isBlankingInhibited() const
{
    return m_isBlankingInhibited && xcb_connection_has_error(m_xConnection) == 0;
}
}
