// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/linkemu/namespaceholder.h"

#include "tools/linkemu/descriptor.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <vector>

using namespace std::chrono;

namespace Nightdesk
{
namespace
{
constexpr auto patience = 2s;

bool isHere(const std::string &pid, const struct stat &here)
{
    struct stat theirs{};
    return ::stat(("/proc/" + pid + "/ns/net").c_str(), &theirs) == 0 && theirs.st_ino == here.st_ino && theirs.st_dev == here.st_dev;
}

/// Every other process in our network namespace, by descriptors that cannot come to mean another process.
std::vector<Descriptor> neighbours()
{
    std::vector<Descriptor> found;
    struct stat here{};
    DIR *processes = ::stat("/proc/self/ns/net", &here) == 0 ? ::opendir("/proc") : nullptr;
    if (processes == nullptr) {
        return found;
    }
    while (const dirent *entry = ::readdir(processes)) {
        const std::string name = entry->d_name;
        const int pid = std::atoi(name.c_str());
        if (pid <= 0 || pid == ::getpid() || !isHere(name, here)) {
            continue;
        }
        Descriptor process(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
        if (process && isHere(name, here)) {
            found.push_back(std::move(process));
        }
    }
    ::closedir(processes);
    return found;
}

/// Signals all of them and waits for their end; false when the deadline passed first.
bool endNeighbours(int signal, steady_clock::time_point deadline)
{
    while (true) {
        const std::vector<Descriptor> processes = neighbours();
        if (processes.empty()) {
            return true;
        }
        for (const Descriptor &process : processes) {
            ::syscall(SYS_pidfd_send_signal, process.get(), signal, nullptr, 0);
        }
        for (const Descriptor &process : processes) {
            const auto left = duration_cast<milliseconds>(deadline - steady_clock::now());
            pollfd wait{process.get(), POLLIN, 0};
            if (left <= 0ms || ::poll(&wait, 1, static_cast<int>(left.count())) == 0) {
                return false;
            }
        }
    }
}
}

void removeControlFile(const ControlFile &file)
{
    struct stat found{};
    if (!file.path.empty() && ::lstat(file.path.c_str(), &found) == 0 && found.st_ino == file.inode && found.st_dev == file.device) {
        ::unlink(file.path.c_str());
        if (!file.madeDirectory.empty()) {
            ::rmdir(file.madeDirectory.c_str());
        }
    }
}

void holdNamespace(int parentPipe, const char *name, const ControlFile &control)
{
    // Nothing of the parent's may stay open here: a caller that reads its output to the end would wait for us.
    const int kept = ::fcntl(parentPipe, F_DUPFD, 3);
    const int null = ::open("/dev/null", O_RDWR);
    for (const int standard : {0, 1, 2}) {
        ::dup2(null, standard);
    }
    for (const auto &[first, last] : {std::pair(3U, static_cast<unsigned>(kept) - 1), std::pair(static_cast<unsigned>(kept) + 1, ~0U)}) {
        if (first <= last) {
            ::syscall(SYS_close_range, first, last, 0);
        }
    }
    ::prctl(PR_SET_NAME, name);
    char byte = 0;
    while (::read(kept, &byte, 1) < 0 && errno == EINTR) { }
    if (!endNeighbours(SIGTERM, steady_clock::now() + patience)) {
        endNeighbours(SIGKILL, steady_clock::now() + patience);
    }
    removeControlFile(control);
    ::_exit(0);
}
}
