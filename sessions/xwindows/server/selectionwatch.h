// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/server/localdisplay.h"
#include "sessions/xwindows/server/selectiontext.h"

#include <QObject>

#include <memory>

namespace Nightdesk
{
/// Watches and reads the local X server's clipboard and primary selection on its own connection and thread: Qt's own reading blocks the GUI thread
/// until the other program answers, for up to seconds. Owned by its user. GUI thread; its functions return at once.
class SelectionWatch : public QObject
{
    Q_OBJECT
public:
    explicit SelectionWatch(const LocalDisplay &display, const QString &authorityFile = {}, QObject *parent = nullptr);
    ~SelectionWatch() override;

    /// Requests the text of the selection. Emits answered() when it is known. Calls that are made before that get one common answer.
    void read(Nightdesk::XSelection which);

Q_SIGNALS:
    /// @p owner: the window that owns the selection now; 0: none. Emitted at the start for selections that have an owner.
    void selectionChanged(Nightdesk::XSelection which, quint32 owner);
    void answered(Nightdesk::XSelection which, const Nightdesk::SelectionText &text);

private:
    class Thread;
    std::unique_ptr<Thread> m_thread;
};
}
