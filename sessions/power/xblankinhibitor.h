// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

struct xcb_connection_t;

namespace Nightdesk
{
/// Suspends an X server's screen blanking and power saving (DPMS) over a separate connection. The server resumes both
/// when that connection closes, even after a crash. Any thread that may block for the server's answer. Owned by
/// WakeWorker.
class XBlankInhibitor
{
public:
    explicit XBlankInhibitor(const QByteArray &display);
    ~XBlankInhibitor();
    Q_DISABLE_COPY_MOVE(XBlankInhibitor)

    bool isBlankingInhibited() const; ///< false: the server lacks the extension, or the connection is lost

private:
    xcb_connection_t *m_xConnection = nullptr;
    bool m_isBlankingInhibited = false;
};
}
