// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The proof of the walls: a process that enters them exactly as the worker does tries, from each of its two threads, what a
// worker that was taken over would try. Links the worker's own code; the shipped program has no such door.
#include "sessions/rfbworker/sandbox/sandbox.h"
#include "sessions/rfbworker/worker.h"
#include "tests/sessions/rfbwire/checker.h"
#include "tests/sessions/rfbworker/testconsole.h"
#include "tests/support/testprogram.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <mutex>
#include <thread>

using namespace Nightdesk;
using namespace Nightdesk::Rfb;
using namespace Nightdesk::Test;

namespace
{
constexpr int survived = 40; ///< the attempt came back
constexpr int asExpected = 41;

/// Made before the walls, for attempts that need something to work on.
struct Tools {
    int file = -1; ///< a memfd
    int socket = -1;
    pid_t sibling = -1; ///< a process of the same user
};

struct Attempt {
    const char *name;
    std::function<void(const Tools &)> run;
};

const std::vector<Attempt> deadly{
    {"socket",
     [](const Tools &) {
         ::socket(AF_INET, SOCK_STREAM, 0);
     }},
    {"socket of Unix",
     [](const Tools &) {
         ::socket(AF_UNIX, SOCK_STREAM, 0);
     }},
    {"socketpair",
     [](const Tools &) {
         int fds[2];
         ::socketpair(AF_UNIX, SOCK_STREAM, 0, fds);
     }},
    {"connect",
     [](const Tools &tools) {
         sockaddr_in address{};
         address.sin_family = AF_INET;
         ::connect(tools.socket, reinterpret_cast<const sockaddr *>(&address), sizeof(address));
     }},
    {"bind",
     [](const Tools &tools) {
         sockaddr_in address{};
         address.sin_family = AF_INET;
         ::bind(tools.socket, reinterpret_cast<const sockaddr *>(&address), sizeof(address));
     }},
    {"execve",
     [](const Tools &) {
         char *const none[] = {nullptr};
         ::execve("/bin/true", none, none);
     }},
    {"execveat",
     [](const Tools &tools) {
         char *const none[] = {nullptr};
         ::syscall(SYS_execveat, tools.file, "", none, none, AT_EMPTY_PATH);
     }},
    {"fork",
     [](const Tools &) {
         if (::fork() == 0)
             ::_exit(survived);
     }},
#ifdef SYS_vfork
    {"vfork",
     [](const Tools &) {
         if (::syscall(SYS_vfork) == 0)
             ::_exit(survived);
     }},
#endif
    {"clone3",
     [](const Tools &) {
         std::array<std::uint64_t, 11> arguments{};
         if (::syscall(SYS_clone3, arguments.data(), 88) == 0)
             ::_exit(survived);
     }},
    {"a third thread",
     [](const Tools &) {
         pthread_t thread;
         ::pthread_create(
             &thread,
             nullptr,
             [](void *p) {
                 return p;
             },
             nullptr);
     }},
    {"kill another process",
     [](const Tools &tools) {
         ::kill(tools.sibling, SIGUSR1);
     }},
    {"kill itself",
     [](const Tools &) {
         ::kill(::getpid(), 0);
     }},
    {"tgkill another process",
     [](const Tools &tools) {
         ::syscall(SYS_tgkill, tools.sibling, tools.sibling, SIGUSR1);
     }},
    {"ptrace",
     [](const Tools &tools) {
         ::ptrace(PTRACE_ATTACH, tools.sibling, nullptr, nullptr);
     }},
    {"process_vm_readv",
     [](const Tools &tools) {
         char buffer[8];
         iovec here{buffer, sizeof(buffer)};
         iovec there{buffer, sizeof(buffer)};
         ::process_vm_readv(tools.sibling, &here, 1, &there, 1, 0);
     }},
    {"process_vm_writev",
     [](const Tools &tools) {
         char buffer[8]{};
         iovec here{buffer, sizeof(buffer)};
         iovec there{buffer, sizeof(buffer)};
         ::process_vm_writev(tools.sibling, &here, 1, &there, 1, 0);
     }},
    {"mmap to write and execute",
     [](const Tools &) {
         ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
     }},
    {"mmap to execute",
     [](const Tools &tools) {
         ::mmap(nullptr, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, tools.file, 0);
     }},
    {"mprotect to execute",
     [](const Tools &) {
         void *page = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
         ::mprotect(page, 4096, PROT_READ | PROT_EXEC);
     }},
    {"ftruncate",
     [](const Tools &tools) {
         ::ftruncate(tools.file, 0) == 0 ? void() : void();
     }},
    {"truncate",
     [](const Tools &) {
         ::truncate("/nowhere", 0) == 0 ? void() : void();
     }},
    {"unlink",
     [](const Tools &) {
         ::unlink("/nowhere");
     }},
    {"unlinkat",
     [](const Tools &) {
         ::unlinkat(AT_FDCWD, "/nowhere", 0);
     }},
    {"rename",
     [](const Tools &) {
         ::rename("/nowhere", "/elsewhere");
     }},
    {"mkdir",
     [](const Tools &) {
         ::mkdirat(AT_FDCWD, "/nowhere", 0700);
     }},
    {"chmod",
     [](const Tools &tools) {
         ::fchmod(tools.file, 0777);
     }},
    {"chdir",
     [](const Tools &) {
         ::chdir("/") == 0 ? void() : void();
     }},
    {"readlink",
     [](const Tools &) {
         char b[8];
         ::readlink("/proc/self/exe", b, sizeof(b)) > 0 ? void() : void();
     }},
    {"prctl",
     [](const Tools &) {
         ::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
     }},
    {"setrlimit",
     [](const Tools &) {
         rlimit limit{64, 64};
         ::setrlimit(RLIMIT_NOFILE, &limit);
     }},
    {"setuid",
     [](const Tools &) {
         ::setuid(0) == 0 ? void() : void();
     }},
    {"io_uring",
     [](const Tools &) {
         std::array<char, 256> parameters{};
         ::syscall(SYS_io_uring_setup, 4, parameters.data());
     }},
    {"memfd_create",
     [](const Tools &) {
         ::memfd_create("another", 0);
     }},
    {"add seals",
     [](const Tools &tools) {
         ::fcntl(tools.file, F_ADD_SEALS, F_SEAL_WRITE);
     }},
    {"duplicate a descriptor",
     [](const Tools &tools) {
         ::fcntl(tools.file, F_DUPFD, 0);
     }},
    {"dup",
     [](const Tools &tools) {
         ::dup(tools.file);
     }},
    {"ioctl",
     [](const Tools &tools) {
         int n = 0;
         ::syscall(SYS_ioctl, tools.file, 0x541bu, &n);
     }},
    {"pidfd_open",
     [](const Tools &tools) {
         ::syscall(SYS_pidfd_open, tools.sibling, 0);
     }},
    {"bpf",
     [](const Tools &) {
         std::array<char, 128> attribute{};
         ::syscall(SYS_bpf, 0, attribute.data(), attribute.size());
     }},
    {"userfaultfd",
     [](const Tools &) {
         ::syscall(SYS_userfaultfd, 0);
     }},
    {"unshare",
     [](const Tools &) {
         ::unshare(CLONE_NEWUSER);
     }},
    {"another filter",
     [](const Tools &) {
         ::syscall(SYS_seccomp, 0, 0, nullptr);
     }},
#ifdef __x86_64__
    {"an allowed call by its number of the x32 table",
     [](const Tools &) {
         ::syscall(0x40000000 | SYS_getpid);
     }},
#endif
};

/// What libraries may try: it fails, and the worker lives.
const std::vector<Attempt> refused{
    {"open",
     [](const Tools &) {
         if (::open("/etc/passwd", O_RDONLY) < 0 && errno == EACCES)
             ::_exit(asExpected);
     }},
    {"open to write",
     [](const Tools &) {
         if (::open("/tmp/nightdesk-test-nothing", O_WRONLY | O_CREAT, 0600) < 0 && errno == EACCES)
             ::_exit(asExpected);
     }},
    {"openat",
     [](const Tools &) {
         if (::syscall(SYS_openat, AT_FDCWD, "/dev/null", O_RDWR) < 0 && errno == EACCES)
             ::_exit(asExpected);
     }},
    {"openat2",
     [](const Tools &) {
         std::array<std::uint64_t, 3> how{};
         if (::syscall(SYS_openat2, AT_FDCWD, "/", how.data(), sizeof(how)) < 0 && errno == EACCES)
             ::_exit(asExpected);
     }},
    {"stat",
     [](const Tools &) {
         struct stat s;
         if (::stat("/", &s) < 0 && errno == EACCES)
             ::_exit(asExpected);
     }},
    {"access",
     [](const Tools &) {
         if (::access("/", F_OK) < 0 && errno == EACCES)
             ::_exit(asExpected);
     }},
    {"getpeername",
     [](const Tools &tools) {
         sockaddr_in a{};
         socklen_t n = sizeof(a);
         if (::getpeername(tools.socket, reinterpret_cast<sockaddr *>(&a), &n) < 0 && errno == EACCES)
             ::_exit(asExpected);
     }},
    {"uname",
     [](const Tools &) {
         utsname name{};
         if (::uname(&name) < 0 && errno == EACCES)
             ::_exit(asExpected);
     }},
};

/// What a worker does all the time.
const std::vector<Attempt> allowed{
    {"read, write and memory",
     [](const Tools &tools) {
         char c = 0;
         const bool memory = ::mmap(nullptr, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
         const std::string large(8 << 20, 'x'); // larger than what malloc keeps
         // RLIMIT_FSIZE is 0: a file does not grow, and its signal is what says so.
         if (memory && large.size() == 8u << 20 && ::read(tools.file, &c, 1) == 1) {
             ::_exit(asExpected);
         }
     }},
    {"time, random numbers and its own identity",
     [](const Tools &) {
         timespec t{};
         char bytes[4];
         if (::syscall(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, &t) == 0 && ::getrandom(bytes, 4, 0) == 4 && ::getpid() > 0) {
             ::_exit(asExpected);
         }
     }},
    {"the seals of a picture",
     [](const Tools &tools) {
         if (::fcntl(tools.file, F_GET_SEALS) >= 0)
             ::_exit(asExpected);
     }},
};

enum class From {
    FirstThread,
    SecondThread
};

/// Enters the walls as Worker::run() does, then lets one of the two threads try. Never returns.
[[noreturn]] void tryInside(const Attempt &attempt, From from, Tools tools)
{
    Sandbox::preloadLibraries();
    Sandbox sandbox;
    sandbox.confineProcess();
    std::mutex mutex;
    std::condition_variable changed;
    int state = 0; // 1: the second runs, 2: the walls stand
    const auto set = [&](int value) {
        const std::lock_guard lock(mutex);
        state = value;
        changed.notify_all();
    };
    const auto wait = [&](int value) {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] {
            return state >= value;
        });
    };
    std::thread second([&] {
        set(1);
        wait(2);
        if (from == From::SecondThread) {
            attempt.run(tools);
            ::_exit(survived);
        }
        wait(3);
    });
    wait(1);
    sandbox.denySystemCalls();
    if (!sandbox.isSeccompActive()) {
        ::_exit(42);
    }
    set(2);
    if (from == From::FirstThread) {
        attempt.run(tools);
        ::_exit(survived);
    }
    wait(3);
    ::_exit(survived);
}

int statusOf(const Attempt &attempt, From from)
{
    Tools tools;
    tools.file = ::memfd_create("attempt", MFD_ALLOW_SEALING);
    CHECK_EQUAL(::write(tools.file, "xyz", 3), 3);
    ::lseek(tools.file, 0, SEEK_SET);
    tools.socket = ::socket(AF_INET, SOCK_STREAM, 0);
    tools.sibling = ::fork();
    if (tools.sibling == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (;;) {
            ::pause();
        }
    }
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(60); // an attempt that blocks must not hang the test
        tryInside(attempt, from, tools);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    ::kill(tools.sibling, SIGKILL);
    ::waitpid(tools.sibling, nullptr, 0);
    ::close(tools.file);
    ::close(tools.socket);
    return status;
}

std::string told(int status)
{
    if (WIFSIGNALED(status)) {
        return std::string("signal ") + ::strsignal(WTERMSIG(status));
    }
    const int code = WEXITSTATUS(status);
    return code == survived  ? "it came back"
        : code == asExpected ? "it went as expected"
        : code == 42         ? "there is no seccomp here"
                             : "exit " + std::to_string(code);
}
}

NIGHTDESK_TEST_PROGRAM(int /*argc*/, char ** /*argv*/)
{
    for (const From from : {From::FirstThread, From::SecondThread}) {
        const std::string thread = from == From::FirstThread ? " from the reader's thread" : " from the pump's thread";
        for (const Attempt &attempt : deadly) {
            row(attempt.name + thread + " is death", [&] {
                const int status = statusOf(attempt, from);
                if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGSYS) {
                    report(__FILE__, __LINE__, "expected: SIGSYS, got: " + told(status));
                }
            });
        }
        for (const Attempt &attempt : refused) {
            row(attempt.name + thread + " fails, no more", [&] {
                const int status = statusOf(attempt, from);
                if (!WIFEXITED(status) || WEXITSTATUS(status) != asExpected) {
                    report(__FILE__, __LINE__, "expected: EACCES, got: " + told(status));
                }
            });
        }
        for (const Attempt &attempt : allowed) {
            row(attempt.name + thread + " is allowed", [&] {
                const int status = statusOf(attempt, from);
                if (!WIFEXITED(status) || WEXITSTATUS(status) != asExpected) {
                    report(__FILE__, __LINE__, "expected: it works, got: " + told(status));
                }
            });
        }
    }
    row("a file and a listening socket of the user stay untouched", [] {
        char path[] = "/tmp/nightdesk-canary-XXXXXX";
        const int file = ::mkstemp(path);
        REQUIRE(::write(file, "canary", 6) == 6);
        sockaddr_un place{};
        place.sun_family = AF_UNIX;
        std::strcpy(place.sun_path, path);
        std::strcat(place.sun_path, ".socket");
        const auto *address = reinterpret_cast<const sockaddr *>(&place);
        const int listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        REQUIRE(::bind(listener, address, sizeof(place)) == 0 && ::listen(listener, 1) == 0);
        const int left = ::socket(AF_UNIX, SOCK_STREAM, 0); // as if somebody had left one open for it
        for (const From from : {From::FirstThread, From::SecondThread}) {
            for (const int mode : {O_RDONLY, O_RDWR, O_WRONLY | O_TRUNC}) {
                const int status = statusOf({"open",
                                             [&](const Tools &) {
                                                 ::_exit(::open(path, mode) < 0 && errno == EACCES ? asExpected : survived);
                                             }},
                                            from);
                CHECK(WIFEXITED(status) && WEXITSTATUS(status) == asExpected);
            }
            const int status = statusOf({"connect",
                                         [&](const Tools &) {
                                             ::connect(left, address, sizeof(place));
                                         }},
                                        from);
            CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS);
        }
        CHECK(::accept(listener, nullptr, nullptr) < 0 && errno == EAGAIN); // nobody came
        char contents[8] = {};
        CHECK(::pread(file, contents, sizeof(contents), 0) == 6 && std::strcmp(contents, "canary") == 0);
        for (const int fd : {file, listener, left}) {
            ::close(fd);
        }
        ::unlink(place.sun_path);
        ::unlink(path);
    });
    row("abort() ends with its own signal", [] {
        const int status = statusOf({"abort",
                                     [](const Tools &) {
                                         std::abort();
                                     }},
                                    From::SecondThread);
        CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    });
    // Without the filter, which would end the process first: that it is Landlock which refuses.
    row("Landlock alone refuses files and TCP", [] {
        const pid_t child = ::fork();
        if (child == 0) {
            Sandbox::preloadLibraries();
            Sandbox sandbox;
            sandbox.confineProcess();
            const auto isRefused = [](int fd) {
                return fd < 0 && errno == EACCES;
            };
            sockaddr_in place{};
            place.sin_family = AF_INET;
            place.sin_port = htons(1);
            place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
            ::_exit(!sandbox.isLandlockActive()                                                                                        ? 43
                        : !isRefused(::open("/etc/passwd", O_RDONLY | O_CLOEXEC))                                                      ? 44
                        : !isRefused(::open("/tmp", O_RDONLY | O_DIRECTORY | O_CLOEXEC))                                               ? 45
                        : !isRefused(::open("/tmp/nightdesk-sandboxtest", O_WRONLY | O_CREAT | O_CLOEXEC, 0600))                       ? 46
                        : !isRefused(::connect(::socket(AF_INET, SOCK_STREAM, 0), reinterpret_cast<sockaddr *>(&place), sizeof place)) ? 47
                                                                                                                                       : asExpected);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        if (!WIFEXITED(status) || WEXITSTATUS(status) != asExpected) {
            report(__FILE__, __LINE__, "expected: all refused (43: this kernel has no Landlock), got: " + told(status));
        }
    });
    // Before the filter, which ends the process at calls by which some of these are tried.
    row("limits of files, sizes and dumps are in force", [] {
        const pid_t child = ::fork();
        if (child == 0) {
            const int file = ::memfd_create("limits", 0);
            Sandbox::preloadLibraries();
            Sandbox sandbox;
            sandbox.confineProcess();
            ::signal(SIGXFSZ, SIG_IGN);
            const bool grows = ::write(file, "x", 1) == 1 || errno != EFBIG;
            int highest = file;
            for (int fd = file; fd >= 0; fd = ::dup(file)) {
                highest = fd;
            }
            const bool isFull = errno == EMFILE;
            rlimit core{1, 1};
            ::getrlimit(RLIMIT_CORE, &core);
            ::_exit(grows                                               ? 44
                        : !isFull || highest > 63                       ? 45
                        : core.rlim_cur != 0                            ? 46
                        : ::prctl(PR_GET_DUMPABLE) != 0                 ? 47
                        : ::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1 ? 48
                                                                        : asExpected);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        if (!WIFEXITED(status) || WEXITSTATUS(status) != asExpected) {
            report(__FILE__, __LINE__, "expected: every limit in force, got: " + told(status));
        }
    });
#ifndef NIGHTDESK_SANITIZED
    row("no more memory than three of the largest pictures need", [] {
        const int status = statusOf({"mmap",
                                     [](const Tools &) {
                                         constexpr std::size_t tooMuch = std::size_t(8) << 30;
                                         const void *const place = ::mmap(nullptr, tooMuch, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
                                         ::_exit(place == MAP_FAILED && errno == ENOMEM ? asExpected : survived);
                                     }},
                                    From::SecondThread);
        if (!WIFEXITED(status) || WEXITSTATUS(status) != asExpected) {
            report(__FILE__, __LINE__, "expected: ENOMEM, got: " + told(status));
        }
    });
#endif
    row("the program itself says that its walls stand", [] {
        auto stream = makeStream();
        TestConsole console(std::move(stream.first));
        const auto hello = console.next<RfbWire::Hello>();
        REQUIRE(hello.has_value());
        CHECK(hello->seccomp);
        CHECK(hello->landlock);
    });
    return result();
}
