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

/// Reads what was copied here, once for each time it is asked, without waiting for the program that holds it: Qt's own
/// reading may wait for seconds. GUI thread. Owned by ClipboardTyping.
class CopiedText : public QObject
{
    Q_OBJECT
public:
    explicit CopiedText(QObject *parent = nullptr);
    ~CopiedText() override;

    /// answered() follows, at once where the text is our own.
    void read();
    void cancel(); ///< no answer follows
    bool isReading() const;

Q_SIGNALS:
    void answered(const Nightdesk::SelectionText &text);

private:
    void finish(const SelectionText &text);

    std::unique_ptr<SelectionWatch> m_watch; ///< while it reads on X
    const std::shared_ptr<WaylandSelections> m_selections; ///< null: not on Wayland
    bool m_isReading = false;
    QTimer m_limit;
};
}
