// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/path/childcommand.h"

#include "sessions/common/backgroundjobs.h"

#include <QByteArray>

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>

using namespace std::chrono_literals;

namespace Nightdesk
{
namespace
{
constexpr auto hangUpTime = 200ms;

void addRedirection(posix_spawn_file_actions_t &actions, int from, int to)
{
    if (from < 0) {
        posix_spawn_file_actions_addopen(&actions, to, "/dev/null", O_RDWR, 0);
    } else {
        posix_spawn_file_actions_adddup2(&actions, from, to);
    }
}
}

ChildCommand::~ChildCommand()
{
    terminate();
}

int ChildCommand::start(const QString &command, int inputFd, int outputFd, int errorFd)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    addRedirection(actions, inputFd, STDIN_FILENO);
    addRedirection(actions, outputFd, STDOUT_FILENO);
    addRedirection(actions, errorFd, STDERR_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigset_t usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    // A separate session: the command cannot prompt at the terminal that Nightdesk may have been started from.
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

    QByteArray shell = qgetenv("SHELL");
    if (shell.isEmpty()) {
        shell = "/bin/sh";
    }
    QByteArray line = command.toLocal8Bit();
    char option[] = "-c";
    char *arguments[] = {shell.data(), option, line.data(), nullptr};
    pid_t pid = -1;
    const int error = ::posix_spawn(&pid, shell.constData(), &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (error == 0) {
        m_pid = pid;
        m_exitStatus.reset();
    }
    return error;
}

std::optional<int> ChildCommand::exitStatus()
{
    int exitStatus = 0;
    if (m_pid > 0 && !m_exitStatus && ::waitpid(m_pid, &exitStatus, WNOHANG) == m_pid) {
        m_exitStatus = WIFEXITED(exitStatus) ? WEXITSTATUS(exitStatus) : 255;
    }
    return m_exitStatus;
}

void ChildCommand::terminate()
{
    if (m_pid <= 0) {
        return;
    }
    ::kill(-m_pid, SIGHUP);
    for (const auto until = std::chrono::steady_clock::now() + hangUpTime; !exitStatus() && std::chrono::steady_clock::now() < until;) {
        std::this_thread::sleep_for(5ms);
    }
    ::kill(-m_pid, SIGKILL); // child processes of the command may ignore SIGHUP
    if (!exitStatus()) {
        // The kernel may delay the end of the command: a background job waits for it.
        BackgroundJobs::shared().run([pid = m_pid] {
            while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) { }
        });
    }
    m_pid = -1;
}
}
