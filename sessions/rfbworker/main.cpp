// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
// nightdesk-rfb: one RFB session in a process of its own. Inherits the RFB stream as descriptor 3 and the control socket as descriptor 4;
// docs/developer/protocols/rfbwire.md describes the control protocol.
#include "sessions/rfbworker/worker.h"

#include "sessions/rfbwire/messages.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

namespace
{
using namespace Nightdesk;

bool isSocket(int fd, int type)
{
    int actual = 0;
    socklen_t size = sizeof(actual);
    return ::getsockopt(fd, SOL_SOCKET, SO_TYPE, &actual, &size) == 0 && actual == type;
}

/// Closes all inherited descriptors except the two sockets. An inherited standard output would keep a pipeline open that waits for its end.
void closeInheritedDescriptors()
{
    const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    if (null >= 0) {
        ::dup2(null, STDIN_FILENO);
        ::dup2(null, STDOUT_FILENO);
#ifndef NIGHTDESK_SANITIZED
        ::dup2(null, STDERR_FILENO); // sanitizers write to standard error
#endif
    }
    ::close_range(RfbWire::controlFd + 1, ~0u, 0);
}
}

int main()
{
    // PDEATHSIG is sent when the parent's thread ends, so the console forks workers only from its main thread. If the parent has exited already,
    // the control socket is closed, which ends the worker too.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (!isSocket(RfbWire::rfbFd, SOCK_STREAM) || !isSocket(RfbWire::controlFd, SOCK_SEQPACKET)) {
        std::fputs("nightdesk-rfb is a part of Nightdesk and is started by it: descriptors 3 and 4 are missing.\n", stderr);
        return 2;
    }
    closeInheritedDescriptors();
    ::signal(SIGPIPE, SIG_IGN);
    ::fcntl(RfbWire::controlFd, F_SETFL, ::fcntl(RfbWire::controlFd, F_GETFL) | O_NONBLOCK);
    Rfb::Sandbox::preloadLibraries();
    Rfb::Worker worker(RfbWire::rfbFd, RfbWire::controlFd);
    return worker.run();
}
