// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace Nightdesk::Rfb
{
/// The sandbox around a worker. The order of calls matters (Worker::run() keeps it): confineProcess() while there is one
/// thread, since Landlock restricts the calling thread and threads created later; then the second thread; then denySystemCalls(),
/// which restricts both. Data from the network is read only after that. Owned by Worker.
class Sandbox
{
public:
    /// Makes the libraries do now what they do once at first use (open files, load, allocate): locale, time zone, one zlib stream, one JPEG.
    static void preloadLibraries();
    /// Sets: no new privileges, not dumpable, resource limits. Denies files, TCP, and signals or abstract sockets to other processes.
    void confineProcess();
    /// Denies new processes and threads and all system calls that a running worker does not need; such a call kills the process.
    void denySystemCalls();

    bool isLandlockActive() const;
    bool isSeccompActive() const;
    /// Which parts of the sandbox could not be activated, for the log; empty if all are active.
    const std::string &shortcomings() const;

private:
    void confineWithLandlock();
    void addShortcoming(const std::string &what, int error);

    bool m_isLandlockActive = false; ///< the restrictions of Landlock apply to this process
    bool m_isSeccompActive = false; ///< the filter for system calls applies to this process
    std::string m_shortcomings; ///< the parts of the sandbox that could not be activated, with their errors
};
}
