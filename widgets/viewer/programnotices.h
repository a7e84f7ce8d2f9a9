// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/view/viewnotice.h"

#include <QList>
#include <QObject>
#include <QTimer>

namespace Nightdesk
{
class WindowSession;

/// Darkens the windows of X programs that do not answer, and writes on them the same notice as views do: since when, and what to do. Owned by ViewerWindows,
/// GUI thread; the painting happens on the thread that places the windows.
class ProgramNotices : public QObject
{
    Q_OBJECT
public:
    explicit ProgramNotices(QObject *parent = nullptr);

    /// Adds an X program. remove() must be called before @p session is deleted.
    void add(WindowSession *session);
    void remove(const WindowSession *session);
    void clear();

private:
    struct Entry {
        WindowSession *session = nullptr;
        std::optional<ViewNotice> notice; ///< the notice now painted
    };
    void refresh();

    QList<Entry> m_noticeEntries;
    QTimer m_silenceTimer; ///< fires each second while a program does not answer, to update the shown duration
};
}
