// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Preloaded into a console by tools/torture/torture: makes the n-th call of one kind fail, or kills the process before its n-th
// step towards a file. What to do stands in a small file that both sides map (see Gate), so that the torturer can begin at any
// moment of a run and read how far the count got. Other programs that inherit it are left in peace.

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>

namespace
{
enum Kind : std::uint32_t {
    Malloc,
    Read,
    Write,
    Open,
    Sync,
    Step, ///< towards a regular file: opening for writing, writing, syncing, renaming, linking
    kinds
};

/// Little endian, no padding; the torturer knows this layout too.
struct Gate {
    std::atomic<std::uint32_t> armed; ///< 0: only watch
    std::uint32_t kind;
    std::uint64_t target; ///< from 1; 0: only count
    std::uint32_t kills; ///< instead of failing
    std::uint32_t error; ///< errno of the failure
    std::atomic<std::uint64_t> counts[kinds];
    std::atomic<std::uint32_t> fired;
};

Gate *gate = nullptr;

__attribute__((constructor)) void openGate()
{
    char name[32] = "";
    const int comm = ::open("/proc/self/comm", O_RDONLY | O_CLOEXEC);
    const ssize_t length = comm >= 0 ? ::read(comm, name, sizeof name - 1) : -1;
    ::close(comm);
    const char *path = std::getenv("NIGHTDESK_FAULT_GATE");
    if (length < 0 || std::strcmp(name, "nightdesk\n") != 0 || !path) {
        return;
    }
    const int fd = ::open(path, O_RDWR | O_CLOEXEC);
    void *mapped = ::mmap(nullptr, sizeof(Gate), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    ::close(fd);
    if (mapped != MAP_FAILED) {
        gate = static_cast<Gate *>(mapped);
    }
}

/// True: this call is the one that has to fail.
bool strikes(Kind kind)
{
    if (!gate || gate->armed.load(std::memory_order_relaxed) == 0) {
        return false;
    }
    const std::uint64_t number = gate->counts[kind].fetch_add(1) + 1;
    if (gate->kind != kind || gate->target != number) {
        return false;
    }
    gate->fired = 1;
    if (gate->kills != 0) {
        ::kill(::getpid(), SIGKILL);
    }
    errno = static_cast<int>(gate->error);
    return true;
}

bool isRegular(int fd)
{
    struct stat status{};
    return gate && ::fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
}

/// Whether this wakes somebody up: a signal's number on its way through KSignalHandler's pair of sockets, or an eventfd's 8 bytes, by
/// which GLib's loops hear of work. After an error there any program waits for ever; neither has errors of its own, so none is played.
bool isWakeUp(int fd, std::size_t size)
{
    struct stat status{};
    if (!gate || ::fstat(fd, &status) != 0) {
        return false;
    }
    return (size == sizeof(int) && S_ISSOCK(status.st_mode)) || (size == sizeof(std::uint64_t) && (status.st_mode & S_IFMT) == 0);
}

/// Whether this is what libxcb says to the X server: a socket has none of these errors. What Qt does when its first words there fail is
/// not ours either: it aborts or, in QXcbConnection's destructor, waits for ever, before our first line.
bool isXServer(int fd)
{
    sockaddr_un peer{};
    socklen_t size = sizeof peer;
    if (!gate || ::getpeername(fd, reinterpret_cast<sockaddr *>(&peer), &size) != 0 || peer.sun_family != AF_UNIX) {
        return false;
    }
    const std::string_view path(peer.sun_path, std::min<std::size_t>(size, sizeof peer) - offsetof(sockaddr_un, sun_path));
    return path.find("/.X11-unix/") != std::string_view::npos; // the abstract one begins with a zero
}

template<typename Function>
Function next(const char *name)
{
    return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

bool failsToOpen(int flags)
{
    const bool isForWriting = (flags & O_ACCMODE) != O_RDONLY;
    return (isForWriting && strikes(Step)) || strikes(Open);
}

mode_t modeOf(int flags, va_list arguments)
{
    return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
}

// The loader's own look-ups allocate before the real functions are known.
alignas(16) char early[65536];
std::size_t earlyUsed = 0;
void *(*realMalloc)(std::size_t) = nullptr;
void *(*realCalloc)(std::size_t, std::size_t) = nullptr;
void *(*realRealloc)(void *, std::size_t) = nullptr;
void (*realFree)(void *) = nullptr;
bool isLooking = false;

void *earlyMemory(std::size_t size)
{
    size = (size + 15) & ~std::size_t(15);
    if (earlyUsed + size > sizeof early) {
        ::abort();
    }
    return early + std::exchange(earlyUsed, earlyUsed + size);
}

bool look()
{
    if (!realMalloc && !isLooking) {
        isLooking = true;
        realCalloc = next<decltype(realCalloc)>("calloc");
        realRealloc = next<decltype(realRealloc)>("realloc");
        realFree = next<decltype(realFree)>("free");
        realMalloc = next<decltype(realMalloc)>("malloc");
        isLooking = false;
    }
    return realMalloc != nullptr;
}

bool isEarly(const void *memory)
{
    return memory >= early && memory < early + sizeof early;
}
}

extern "C" {
__attribute__((visibility("default"))) void *malloc(std::size_t size)
{
    if (!look()) {
        return earlyMemory(size);
    }
    return strikes(Malloc) ? nullptr : realMalloc(size);
}

__attribute__((visibility("default"))) void *calloc(std::size_t count, std::size_t size)
{
    if (!look()) {
        return earlyMemory(count * size);
    }
    return strikes(Malloc) ? nullptr : realCalloc(count, size);
}

__attribute__((visibility("default"))) void *realloc(void *memory, std::size_t size)
{
    if (!look() || isEarly(memory)) {
        void *moved = malloc(size);
        if (moved && memory) {
            std::memcpy(moved, memory, std::min<std::size_t>(size, static_cast<std::size_t>(early + sizeof early - static_cast<char *>(memory))));
        }
        return moved;
    }
    return strikes(Malloc) ? nullptr : realRealloc(memory, size);
}

__attribute__((visibility("default"))) void free(void *memory)
{
    if (!isEarly(memory) && look()) {
        realFree(memory);
    }
}

__attribute__((visibility("default"))) ssize_t read(int fd, void *buffer, std::size_t size)
{
    static const auto real = next<ssize_t (*)(int, void *, std::size_t)>("read");
    return !isWakeUp(fd, size) && strikes(Read) ? -1 : real(fd, buffer, size);
}

__attribute__((visibility("default"))) ssize_t write(int fd, const void *buffer, std::size_t size)
{
    static const auto real = next<ssize_t (*)(int, const void *, std::size_t)>("write");
    const bool fails = (isRegular(fd) && strikes(Step)) || (!isWakeUp(fd, size) && strikes(Write));
    return fails ? -1 : real(fd, buffer, size);
}

__attribute__((visibility("default"))) ssize_t writev(int fd, const iovec *parts, int count)
{
    static const auto real = next<ssize_t (*)(int, const iovec *, int)>("writev");
    const bool fails = (isRegular(fd) && strikes(Step)) || (!isXServer(fd) && strikes(Write));
    return fails ? -1 : real(fd, parts, count);
}

__attribute__((visibility("default"))) int open(const char *path, int flags, ...)
{
    static const auto real = next<int (*)(const char *, int, ...)>("open");
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = modeOf(flags, arguments);
    va_end(arguments);
    return failsToOpen(flags) ? -1 : real(path, flags, mode);
}

__attribute__((visibility("default"))) int open64(const char *path, int flags, ...)
{
    static const auto real = next<int (*)(const char *, int, ...)>("open64");
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = modeOf(flags, arguments);
    va_end(arguments);
    return failsToOpen(flags) ? -1 : real(path, flags, mode);
}

__attribute__((visibility("default"))) int openat(int directory, const char *path, int flags, ...)
{
    static const auto real = next<int (*)(int, const char *, int, ...)>("openat");
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = modeOf(flags, arguments);
    va_end(arguments);
    return failsToOpen(flags) ? -1 : real(directory, path, flags, mode);
}

__attribute__((visibility("default"))) int openat64(int directory, const char *path, int flags, ...)
{
    static const auto real = next<int (*)(int, const char *, int, ...)>("openat64");
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = modeOf(flags, arguments);
    va_end(arguments);
    return failsToOpen(flags) ? -1 : real(directory, path, flags, mode);
}

__attribute__((visibility("default"))) int fsync(int fd)
{
    static const auto real = next<int (*)(int)>("fsync");
    return strikes(Step) || strikes(Sync) ? -1 : real(fd);
}

__attribute__((visibility("default"))) int fdatasync(int fd)
{
    static const auto real = next<int (*)(int)>("fdatasync");
    return strikes(Step) || strikes(Sync) ? -1 : real(fd);
}

__attribute__((visibility("default"))) int rename(const char *from, const char *to)
{
    static const auto real = next<int (*)(const char *, const char *)>("rename");
    return strikes(Step) ? -1 : real(from, to);
}

__attribute__((visibility("default"))) int renameat2(int fromDirectory, const char *from, int toDirectory, const char *to, unsigned flags)
{
    static const auto real = next<int (*)(int, const char *, int, const char *, unsigned)>("renameat2");
    return strikes(Step) ? -1 : real(fromDirectory, from, toDirectory, to, flags);
}

__attribute__((visibility("default"))) int linkat(int fromDirectory, const char *from, int toDirectory, const char *to, int flags)
{
    static const auto real = next<int (*)(int, const char *, int, const char *, int)>("linkat");
    return strikes(Step) ? -1 : real(fromDirectory, from, toDirectory, to, flags);
}
}
