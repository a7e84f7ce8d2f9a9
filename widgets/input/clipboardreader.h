// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/server/selectiontext.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace Nightdesk
{
class SelectionWatch;
class WaylandSelections;

/// Reads the local clipboard once per call, without blocking on the program that owns it: Qt's own reading can block for seconds. GUI thread. Owned
/// by ClipboardTyping.
class ClipboardReader : public QObject
{
    Q_OBJECT
public:
    ClipboardReader();
    ~ClipboardReader() override;

    /// readingFinished() follows, immediately if Nightdesk itself owns the clipboard.
    void read();
    void cancel(); ///< cancels reading: readingFinished() will not be emitted
    bool isReading() const
    {
        return m_isReading;
    }

Q_SIGNALS:
    void readingFinished(const Nightdesk::SelectionText &text);

private:
    void finishReading(const SelectionText &text);

    std::unique_ptr<SelectionWatch> m_selectionWatch; ///< reads the selection on X11; null: no reading is in progress
    const std::shared_ptr<WaylandSelections> m_waylandSelections; ///< null: not on Wayland
    bool m_isReading = false;
    QTimer m_timeoutTimer;
};
}
