// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/appwindows.h"
#include "sessions/apps/windowagentatoms.h"
#include "sessions/xwindows/protocol/xpropertyvalue.h"

#include <QImage>
#include <QList>

namespace Nightdesk
{
/// Asks what there is to know about a window, all of it in one flight, and enters it where windows are kept. A window that goes
/// meanwhile is no error. Belongs to AppWindowAgent's thread; talk, atoms and windows outlive it and its questions.
class WindowReader
{
public:
    WindowReader(XClientProtocol &talk, const WindowAgentAtoms &atoms, AppWindows &windows);

    using Done = std::function<void()>;
    /// Has its events of @p eventMask told from now on and reads it. @p byState: it is the program's own if it has WM_STATE.
    void read(XId window, std::uint32_t eventMask, bool byState, const Done &done);
    void readTitle(XId window, const Done &done);
    void readIcon(XId window, const std::function<void(const QList<QImage> &icon)> &done);
    void readChildren(XId window, const std::function<void(const std::vector<XId> &children)> &done); ///< none, if it is gone
    void hear(XId window, std::uint32_t eventMask);

private:
    void askTitle(XId window, const Done &done);
    void askProperty(XId window, std::uint32_t property, std::uint32_t words, const std::function<void(const XPropertyValue &value)> &answer);
    QString title(const XPropertyValue &value) const;
    void readPixmap(XId pixmap, const std::function<void(const QImage &image)> &done);
    void readSizeHints(AppWindow &window, const XPropertyValue &value) const;

    XClientProtocol &m_protocol;
    const WindowAgentAtoms &m_atoms;
    AppWindows &m_windows;
};
}
