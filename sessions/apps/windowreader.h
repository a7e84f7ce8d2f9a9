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
/// Requests all properties of a window at once, and stores them in AppWindows. A window that is destroyed
/// meanwhile is not an error. Owned by WindowAgentProtocol, on AppWindowAgent's thread; the protocol, atoms and windows outlive it.
class WindowReader
{
public:
    WindowReader(XClientProtocol &protocol, const WindowAgentAtoms &atoms, AppWindows &windows);

    using Done = std::function<void()>;
    /// Selects the window's events of @p eventMask and reads its properties. @p needsWmState: only a window with the property WM_STATE
    /// belongs to the program.
    void readWindow(XId window, std::uint32_t eventMask, bool needsWmState, const Done &done);
    void readTitle(XId window, const Done &done);
    /// Reads at most 4 * @p maxWords bytes of the property.
    void readProperty(XId window, std::uint32_t property, std::uint32_t maxWords, const std::function<void(const XPropertyValue &value)> &done);
    void readIcon(XId window, const std::function<void(const QList<QImage> &icon)> &done);
    /// @p done: called without children if the window is gone.
    void readChildren(XId window, const std::function<void(const std::vector<XId> &children)> &done);
    void selectEvents(XId window, std::uint32_t eventMask);

private:
    QString decodeTitle(const XPropertyValue &value) const;
    void readPixmap(XId pixmap, const std::function<void(const QImage &image)> &done);
    void readSizeHints(AppWindowProperties &properties, const XPropertyValue &value) const;

    XClientProtocol &m_xProtocol;
    const WindowAgentAtoms &m_atoms;
    AppWindows &m_windows;
};
}
