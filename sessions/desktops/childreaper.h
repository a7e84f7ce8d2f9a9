// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"

#include <QObject>

class QSocketNotifier;

namespace Nightdesk
{
/// Kills a child process and collects it when it is gone, however long that takes (a process in the middle of a system call
/// dies when that ends), without anybody waiting. Owns itself until then, at the latest until the application ends.
class ChildReaper : public QObject
{
    Q_OBJECT
public:
    /// @p process is a pidfd. GUI thread.
    static void killAndReap(UniqueFd process);

private:
    explicit ChildReaper(UniqueFd process);
    static bool reap(const UniqueFd &process);

    UniqueFd m_process;
    QSocketNotifier *m_gone;
};
}
