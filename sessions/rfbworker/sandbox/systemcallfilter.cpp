// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/sandbox/systemcallfilter.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <initializer_list>
#include <memory>

#include <seccomp.h>

namespace Nightdesk::Rfb::SystemCallFilter
{
namespace
{
struct ContextDeleter {
    void operator()(void *context) const
    {
        seccomp_release(context);
    }
};

class Rules
{
public:
    Rules()
        : m_context(seccomp_init(SCMP_ACT_KILL_PROCESS))
    {
        if (!m_context) {
            m_error = ENOMEM;
            return;
        }
        // A system call for another architecture, like x32, must end the whole process; by default it would end only the thread.
        keepFirstError(seccomp_attr_set(m_context.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS));
        // Without TSYNC the thread that was created before would not be filtered.
        keepFirstError(seccomp_attr_set(m_context.get(), SCMP_FLTATR_CTL_TSYNC, 1));
    }
    void allow(std::initializer_list<int> calls)
    {
        for (const int call : calls) {
            keepFirstError(seccomp_rule_add(m_context.get(), SCMP_ACT_ALLOW, call, 0));
        }
    }
    void allowIf(int call, const scmp_arg_cmp &condition)
    {
        keepFirstError(seccomp_rule_add_array(m_context.get(), SCMP_ACT_ALLOW, call, 1, &condition));
    }
    void deny(std::initializer_list<int> calls)
    {
        for (const int call : calls) {
            keepFirstError(seccomp_rule_add(m_context.get(), SCMP_ACT_ERRNO(EACCES), call, 0));
        }
    }
    int load()
    {
        if (m_error == 0) {
            keepFirstError(seccomp_load(m_context.get()));
        }
        return m_error;
    }

private:
    void keepFirstError(int result)
    {
        // A system call that does not exist on this architecture needs no rule.
        if (result < 0 && result != -EDOM && result != -EEXIST && m_error == 0) {
            m_error = -result;
        }
    }

    std::unique_ptr<void, ContextDeleter> m_context;
    int m_error = 0;
};

scmp_arg_cmp argumentWithoutExec(unsigned int argument)
{
    return {argument, SCMP_CMP_MASKED_EQ, PROT_EXEC, 0};
}

scmp_arg_cmp argumentEquals(unsigned int argument, scmp_datum_t value)
{
    return {argument, SCMP_CMP_EQ, value, 0};
}
}

int load()
{
    Rules rules;
    rules.allow({SCMP_SYS(read),
                 SCMP_SYS(write),
                 SCMP_SYS(readv),
                 SCMP_SYS(writev),
                 SCMP_SYS(recvmsg),
                 SCMP_SYS(sendmsg),
                 SCMP_SYS(poll),
                 SCMP_SYS(ppoll),
                 SCMP_SYS(select),
                 SCMP_SYS(pselect6),
                 SCMP_SYS(close),
                 SCMP_SYS(shutdown),
                 SCMP_SYS(brk),
                 SCMP_SYS(mremap),
                 SCMP_SYS(munmap),
                 SCMP_SYS(futex),
                 SCMP_SYS(clock_gettime),
                 SCMP_SYS(gettimeofday),
                 SCMP_SYS(getrandom),
                 SCMP_SYS(clock_nanosleep),
                 SCMP_SYS(getpid),
                 SCMP_SYS(gettid),
                 SCMP_SYS(rt_sigreturn),
                 SCMP_SYS(exit_group),
                 SCMP_SYS(rt_sigprocmask),
                 SCMP_SYS(restart_syscall),
                 SCMP_SYS(exit)});
    for (const int call : {SCMP_SYS(mmap), SCMP_SYS(mprotect)}) {
        rules.allowIf(call, argumentWithoutExec(2));
    }
    rules.allowIf(SCMP_SYS(madvise), argumentEquals(2, MADV_DONTNEED));
    for (const int command : {F_GETFL, F_SETFL, F_GET_SEALS}) {
        rules.allowIf(SCMP_SYS(fcntl), argumentEquals(1, static_cast<scmp_datum_t>(command)));
    }
    // For the size of the framebuffer's descriptor. Unlike stat() and its variants, fstat() cannot name a file.
    rules.allow({SCMP_SYS(fstat)});
    // For abort(), which sends a signal to its own process.
    rules.allowIf(SCMP_SYS(tgkill), argumentEquals(0, static_cast<scmp_datum_t>(::getpid())));
    rules.deny({SCMP_SYS(open),
                SCMP_SYS(openat),
                SCMP_SYS(openat2),
                SCMP_SYS(stat),
                SCMP_SYS(lstat),
                SCMP_SYS(newfstatat),
                SCMP_SYS(statx),
                SCMP_SYS(statfs),
                SCMP_SYS(fstatfs),
                SCMP_SYS(access),
                SCMP_SYS(faccessat),
                SCMP_SYS(faccessat2),
                SCMP_SYS(getpeername),
                SCMP_SYS(uname),
                SCMP_SYS(sysinfo),
                SCMP_SYS(getrusage),
                SCMP_SYS(sched_getaffinity)});
    return rules.load();
}
}
