// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/childreaper.h"

#include <QCoreApplication>
#include <QSocketNotifier>

#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>

namespace Nightdesk
{
void ChildReaper::killAndReap(UniqueFd process)
{
    ::syscall(SYS_pidfd_send_signal, process.get(), SIGKILL, nullptr, 0);
    // Without an application there is no event loop to come; init collects it soon.
    if (!reap(process) && qApp) {
        new ChildReaper(std::move(process));
    }
}

ChildReaper::ChildReaper(UniqueFd process)
    : QObject(qApp)
    , m_process(std::move(process))
    , m_gone(new QSocketNotifier(m_process.get(), QSocketNotifier::Read, this))
{
    connect(m_gone, &QSocketNotifier::activated, this, [this] {
        if (reap(m_process)) {
            m_gone->setEnabled(false);
            deleteLater();
        }
    });
}

bool ChildReaper::reap(const UniqueFd &process)
{
    siginfo_t info{};
    const int result = ::waitid(static_cast<idtype_t>(P_PIDFD), static_cast<id_t>(process.get()), &info, WEXITED | WNOHANG);
    return result < 0 || info.si_pid != 0; // an error: somebody else collected it
}
}
