// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/sandbox/sandbox.h"

#include "sessions/rfbwire/messages.h"
#include "sessions/rfbworker/picture/jpegrect.h"
#include "sessions/rfbworker/sandbox/systemcallfilter.h"

#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <clocale>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <malloc.h>

#include <zlib.h>

namespace Nightdesk::Rfb
{
namespace
{
// Memory for three of the largest images (private framebuffer, shared framebuffer, and the output of a decompressed encoding) and for the program
// itself.
[[maybe_unused]] constexpr rlim_t addressSpace = 256ull * 1024 * 1024 + 3ull * RfbWire::maxPixels * 4;

// A gray JPEG of 8x8 pixels.
constexpr std::uint8_t smallJpeg[] = {
    0xff, 0xd8, 0xff, 0xdb, 0x00, 0x43, 0x00, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01,
    0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01,
    0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0xff,
    0xc0, 0x00, 0x0b, 0x08, 0x00, 0x08, 0x00, 0x08, 0x01, 0x01, 0x11, 0x00, 0xff, 0xc4, 0x00, 0x14, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xff, 0xc4, 0x00, 0x14, 0x10, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xff, 0xda, 0x00, 0x08, 0x01, 0x01, 0x00, 0x00, 0x3f, 0x00, 0x3f, 0xff, 0xd9};

void setResourceLimit(__rlimit_resource what, rlim_t most)
{
    const rlimit value{most, most};
    ::setrlimit(what, &value);
}

void initializeZlib()
{
    std::array<unsigned char, 64> plain{};
    std::array<unsigned char, 128> packed{};
    uLongf size = packed.size();
    if (::compress(packed.data(), &size, plain.data(), plain.size()) == Z_OK) {
        uLongf back = plain.size();
        ::uncompress(plain.data(), &back, packed.data(), size);
    }
}
}

void Sandbox::preloadLibraries()
{
    // One malloc arena: each further one reserves 64 MiB of the address space, which is limited below.
    ::mallopt(M_ARENA_MAX, 1);
    std::setlocale(LC_ALL, "C.UTF-8");
    ::tzset();
    initializeZlib();
    std::array<std::uint32_t, 64> pixels{};
    decodeJpeg(smallJpeg, pixels.data(), 8, 8, 8);
    ::strerror(EINVAL);
}

void Sandbox::addShortcoming(const std::string &what, int error)
{
    if (!m_shortcomings.empty()) {
        m_shortcomings += "; ";
    }
    m_shortcomings += what + ": " + std::strerror(error);
}

void Sandbox::confineProcess()
{
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
        addShortcoming("no_new_privs", errno);
    }
    ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    setResourceLimit(RLIMIT_CORE, 0);
    setResourceLimit(RLIMIT_NOFILE, 64);
    setResourceLimit(RLIMIT_FSIZE, 0);
#ifndef NIGHTDESK_SANITIZED
    setResourceLimit(RLIMIT_AS, addressSpace); // not in sanitizer builds: the shadow memory is larger than the limit
#endif
    confineWithLandlock();
}

void Sandbox::confineWithLandlock()
{
    const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1) {
        addShortcoming("Landlock", errno);
        return;
    }
    landlock_ruleset_attr rules{};
    rules.handled_access_fs = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR
        | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR
        | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK
        | LANDLOCK_ACCESS_FS_MAKE_SYM;
    if (version >= 2) {
        rules.handled_access_fs |= LANDLOCK_ACCESS_FS_REFER;
    }
    if (version >= 3) {
        rules.handled_access_fs |= LANDLOCK_ACCESS_FS_TRUNCATE;
    }
    if (version >= 4) {
        rules.handled_access_net = LANDLOCK_ACCESS_NET_BIND_TCP | LANDLOCK_ACCESS_NET_CONNECT_TCP;
    }
    if (version >= 5) {
        rules.handled_access_fs |= LANDLOCK_ACCESS_FS_IOCTL_DEV;
    }
    if (version >= 6) {
        rules.scoped = LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | LANDLOCK_SCOPE_SIGNAL;
    }
    const long ruleset = ::syscall(SYS_landlock_create_ruleset, &rules, sizeof(rules), 0);
    if (ruleset < 0) {
        addShortcoming("Landlock", errno);
        return;
    }
    if (::syscall(SYS_landlock_restrict_self, static_cast<int>(ruleset), 0) != 0) {
        addShortcoming("Landlock", errno);
    } else {
        m_isLandlockActive = true;
    }
    ::close(static_cast<int>(ruleset));
}

void Sandbox::denySystemCalls()
{
    setResourceLimit(RLIMIT_NPROC, 0);
#ifdef NIGHTDESK_SANITIZED
    addShortcoming("seccomp (sanitizer build)", ENOTSUP);
#else
    if (const int error = SystemCallFilter::load(); error != 0) {
        addShortcoming("seccomp", error);
    } else {
        m_isSeccompActive = true;
    }
#endif
}

bool Sandbox::isLandlockActive() const
{
    return m_isLandlockActive;
}

bool Sandbox::isSeccompActive() const
{
    return m_isSeccompActive;
}

const std::string &Sandbox::shortcomings() const
{
    return m_shortcomings;
}
}
