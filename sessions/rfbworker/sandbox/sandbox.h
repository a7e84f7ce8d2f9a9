// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace Nightdesk::Rfb
{
/// The walls around a worker. The order matters (main.cpp keeps it): confineFiles() while there is one thread, since Landlock
/// binds the calling thread and those it makes later; then the second thread; then seal(), which binds both. Nothing that
/// came from the network is looked at before. Owned by Worker.
class Sandbox
{
public:
    /// Makes the libraries open, load and allocate what they do once: locale, time zone, one zlib stream,
    /// one JPEG.
    static void warmUp();
    /// No new privileges, not dumpable, resource limits, no file, no TCP, no signal or abstract socket to the outside.
    void confineFiles();
    /// No new process or thread, and only the system calls that a running worker needs; anything else kills the process.
    void seal();

    bool hasLandlock() const;
    bool hasSeccomp() const;
    /// What could not be done, for the log; empty when all walls stand.
    const std::string &shortcomings() const;

private:
    void confineWithLandlock();
    void reportError(const std::string &what, int error);

    bool m_landlock = false;
    bool m_seccomp = false;
    std::string m_shortcomings;
};
}
