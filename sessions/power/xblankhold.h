// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

struct xcb_connection_t;

namespace Nightdesk
{
/// Suspends an X server's blanking and DPMS, by a connection of its own: the server ends it with that, however we end. Any
/// thread, for it waits for the server. Owned by WakeWorker.
class XBlankHold
{
public:
    explicit XBlankHold(const QByteArray &display);
    ~XBlankHold();
    XBlankHold(const XBlankHold &) = delete;
    XBlankHold &operator=(const XBlankHold &) = delete;

    bool isHeld() const; ///< false: it has no such extension, or is gone

private:
    xcb_connection_t *m_connection = nullptr;
    bool m_isHeld = false;
};
}
