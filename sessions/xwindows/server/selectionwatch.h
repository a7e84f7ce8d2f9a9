// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/server/localdisplay.h"
#include "sessions/xwindows/server/selectiontext.h"

#include <QObject>

#include <memory>

namespace Nightdesk
{
/// Watches the local X server's clipboard and primary selection and reads them, with a connection and a thread of its own: Qt's
/// own reading waits for the other program, up to seconds, in the GUI thread. Owned by who needs
/// the clipboard. GUI thread; its functions return at once.
class SelectionWatch : public QObject
{
    Q_OBJECT
public:
    explicit SelectionWatch(const LocalDisplay &display, const QString &authorityFile = {}, QObject *parent = nullptr);
    ~SelectionWatch() override;

    /// answered() follows, once for all questions that were asked before it.
    void read(Nightdesk::XSelection which);

Q_SIGNALS:
    /// @p owner: the window that owns it now; 0: none. Told at first of those that are owned.
    void changed(Nightdesk::XSelection which, quint32 owner);
    void answered(Nightdesk::XSelection which, const Nightdesk::SelectionText &text);

private:
    class Thread;
    std::unique_ptr<Thread> m_thread;
};
}
