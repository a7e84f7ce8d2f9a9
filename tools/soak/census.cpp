// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Preloaded into the console by ./dev soak: counts the memory blocks in use by their exact size, in a file that the soak reads
// meanwhile. A hundred bytes that are lost now and then are nothing in a hundred megabytes, but one block more each time among
// the few of its size. With NIGHTDESK_SOAK_PLANT=leak it loses them itself, and descriptors: what the soak must find.
#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <new>

extern "C" {
// What glibc's own functions are called behind the names that we take.
void *__libc_malloc(std::size_t);
void *__libc_memalign(std::size_t, std::size_t);
void *__libc_realloc(void *, std::size_t);
void __libc_free(void *);
}

namespace
{
constexpr std::size_t sizes = 4097; ///< the last counts all that is larger
constexpr std::size_t bytes = sizes; ///< behind them, the bytes in all blocks
constexpr std::size_t numbers = sizes + 1;
constexpr std::uint64_t mark = 0x6e69676874646573ull;
constexpr std::size_t plantedBytes = 100;
constexpr int workersPerDescriptor = 50;

/// In front of each block.
struct alignas(16) Head {
    std::uint64_t mark;
    std::uint32_t size; ///< as asked for, at most 4 GiB
    std::uint32_t offset; ///< from what glibc gave
};
static_assert(sizeof(Head) == 16);

/// Until the file is there, and if it never is.
std::atomic<std::int64_t> early[numbers];
std::atomic<std::atomic<std::int64_t> *> counters{early};

void count(std::size_t size, int change)
{
    std::atomic<std::int64_t> *const all = counters.load(std::memory_order_relaxed);
    all[std::min(size, sizes - 1)].fetch_add(change, std::memory_order_relaxed);
    all[bytes].fetch_add(change * static_cast<std::int64_t>(size), std::memory_order_relaxed);
}

void *headed(void *given, std::size_t offset, std::size_t size)
{
    if (!given) {
        return nullptr;
    }
    auto *const block = static_cast<char *>(given) + offset;
    new (block - sizeof(Head)) Head{mark, static_cast<std::uint32_t>(size), static_cast<std::uint32_t>(offset)};
    count(size, 1);
    return block;
}

Head *headOf(void *block)
{
    auto *const head = reinterpret_cast<Head *>(static_cast<char *>(block) - sizeof(Head));
    return head->mark == mark ? head : nullptr;
}

void *allocate(std::size_t size)
{
    if (size > UINT32_MAX) {
        errno = ENOMEM;
        return nullptr;
    }
    return headed(__libc_malloc(size + sizeof(Head)), sizeof(Head), size);
}

void *allocateAligned(std::size_t alignment, std::size_t size)
{
    if (size > UINT32_MAX || alignment > UINT32_MAX / 2) {
        errno = ENOMEM;
        return nullptr;
    }
    const std::size_t offset = std::max(alignment, sizeof(Head));
    return headed(__libc_memalign(offset, size + offset), offset, size);
}

void release(void *block)
{
    if (!block) {
        return;
    }
    Head *const head = headOf(block);
    if (!head) { // the loader's, from before
        __libc_free(block);
        return;
    }
    count(head->size, -1);
    head->mark = 0;
    __libc_free(static_cast<char *>(block) - head->offset);
}

bool isPlanting = false;

__attribute__((constructor)) void begin()
{
    const char *const file = std::getenv("NIGHTDESK_SOAK_CENSUS");
    const char *const plant = std::getenv("NIGHTDESK_SOAK_PLANT");
    isPlanting = plant && std::strcmp(plant, "leak") == 0;
    const int fd = file ? ::open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
    if (fd >= 0 && ::ftruncate(fd, numbers * sizeof(std::int64_t)) == 0) {
        void *const shared = ::mmap(nullptr, numbers * sizeof(std::int64_t), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (shared != MAP_FAILED) {
            auto *const there = static_cast<std::atomic<std::int64_t> *>(shared);
            for (std::size_t number = 0; number < numbers; ++number) {
                there[number].store(early[number].load());
            }
            counters.store(there);
        }
    }
    if (fd >= 0) {
        ::close(fd);
    }
    // What the console starts is not what is measured.
    ::unsetenv("LD_PRELOAD");
}
}

extern "C" {
void *malloc(std::size_t size)
{
    return allocate(size);
}

void free(void *block)
{
    release(block);
}

void *calloc(std::size_t number, std::size_t each)
{
    std::size_t size = 0;
    if (__builtin_mul_overflow(number, each, &size)) {
        errno = ENOMEM;
        return nullptr;
    }
    void *const block = allocate(size);
    return block ? std::memset(block, 0, size) : nullptr;
}

void *realloc(void *block, std::size_t size)
{
    if (!block) {
        return allocate(size);
    }
    if (size == 0) {
        release(block);
        return nullptr;
    }
    const Head *const head = headOf(block);
    if (!head) {
        return __libc_realloc(block, size);
    }
    void *const next = allocate(size);
    if (next) {
        std::memcpy(next, block, std::min<std::size_t>(head->size, size));
        release(block);
    }
    return next;
}

void *memalign(std::size_t alignment, std::size_t size)
{
    return allocateAligned(alignment, size);
}

void *aligned_alloc(std::size_t alignment, std::size_t size)
{
    return allocateAligned(alignment, size);
}

int posix_memalign(void **block, std::size_t alignment, std::size_t size)
{
    void *const made = allocateAligned(alignment, size);
    if (!made) {
        return ENOMEM;
    }
    *block = made;
    return 0;
}

void *valloc(std::size_t size)
{
    return allocateAligned(4096, size);
}

std::size_t malloc_usable_size(void *block)
{
    const Head *const head = block ? headOf(block) : nullptr;
    return head ? head->size : 0;
}

/// libssh's, once for each connection that is made.
int ssh_connect(void *session)
{
    static auto *const real = reinterpret_cast<int (*)(void *)>(::dlsym(RTLD_NEXT, "ssh_connect"));
    const int result = real(session);
    if (isPlanting && result == 0) { // SSH_OK; before, it is called again and again
        void *volatile lost = std::malloc(plantedBytes);
        (void)lost;
    }
    return result;
}

/// The console's, once for each worker.
int posix_spawn(pid_t *pid,
                const char *path,
                const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes,
                char *const arguments[],
                char *const environment[])
{
    static auto *const real = reinterpret_cast<decltype(&::posix_spawn)>(::dlsym(RTLD_NEXT, "posix_spawn"));
    static std::atomic<int> workers = 0;
    if (isPlanting && std::strstr(path, "nightdesk-rfb") && ++workers % workersPerDescriptor == 0) {
        (void)::open("/dev/null", O_RDONLY | O_CLOEXEC);
    }
    return real(pid, path, actions, attributes, arguments, environment);
}
}
