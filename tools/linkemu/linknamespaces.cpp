// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/linkemu/linknamespaces.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <cerrno>

namespace Nightdesk
{
namespace
{
// The shared address space of RFC 6598: hardly ever that of an observatory, and seen in the two namespaces only.
constexpr auto nearAddress = "100.64.0.1";
constexpr auto farAddress = "100.64.0.2";
const std::string interfaceName = "link0";
constexpr int endLimit = 10000; // ms; the holders need up to 4 s for stubborn processes

std::expected<void, SystemError> writeMap(const char *path, const std::string &text)
{
    const Descriptor file(::open(path, O_WRONLY | O_CLOEXEC));
    if (!file || ::write(file.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
        return std::unexpected(systemError(std::string("cannot write ") + path, errno));
    }
    return {};
}

std::string sameId(unsigned id)
{
    return std::to_string(id) + ' ' + std::to_string(id) + " 1";
}

std::expected<void, SystemError> enterUserNamespace()
{
    const unsigned uid = ::geteuid();
    const unsigned gid = ::getegid();
    if (::unshare(CLONE_NEWUSER) < 0) {
        return std::unexpected(systemError("cannot make a user namespace", errno)
                               + " (forbidden inside a chroot, by some containers, and by kernel.apparmor_restrict_unprivileged_userns or"
                                 " kernel.unprivileged_userns_clone)");
    }
    return writeMap("/proc/self/setgroups", "deny")
        .and_then([&] {
            return writeMap("/proc/self/uid_map", sameId(uid));
        })
        .and_then([&] {
            return writeMap("/proc/self/gid_map", sameId(gid));
        });
}

std::expected<Descriptor, SystemError> newNetwork()
{
    if (::unshare(CLONE_NEWNET) < 0) {
        return std::unexpected(systemError("cannot make a network namespace", errno));
    }
    Descriptor net(::open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC));
    if (!net) {
        return std::unexpected(systemError("cannot open /proc/self/ns/net", errno));
    }
    return net;
}

/// Makes a namespace for @p end and, unless @p backend is Packet, its TUN interface; the thread stays in it.
std::expected<void, SystemError> makeEnd(LinkEnd &end, LinkBackend backend)
{
    auto net = newNetwork();
    if (!net) {
        return std::unexpected(net.error());
    }
    end.net = std::move(*net);
    allowPing();
    if (auto up = bringUpLoopback(); !up || backend == LinkBackend::Packet) {
        return up;
    }
    auto port = openTunPort(interfaceName);
    if (!port) {
        return std::unexpected(port.error());
    }
    end.port = std::move(*port);
    return bringUpInterface(interfaceName, end.address);
}

/// Joins @p end to the namespace @p middle, where the thread is and stays, by a veth pair with our packet socket on this side.
std::expected<void, SystemError> joinByVeth(LinkEnd &end, const std::string &name, const MacAddress &mac, int middle)
{
    auto port = makeVethPair(name, interfaceName, mac, end.net.get())
                    .and_then([&] {
                        return bringUpBare(name);
                    })
                    .and_then([&] {
                        return openVethPort(name, mac);
                    });
    if (!port) {
        return std::unexpected(port.error());
    }
    end.port = std::move(*port);
    if (::setns(end.net.get(), CLONE_NEWNET) < 0) {
        return std::unexpected(systemError("cannot enter a namespace of our own", errno));
    }
    const auto up = switchOffloadsOff(interfaceName).and_then([&] {
        return bringUpInterface(interfaceName, end.address);
    });
    if (up && ::setns(middle, CLONE_NEWNET) < 0) {
        return std::unexpected(systemError("cannot leave a namespace of our own", errno));
    }
    return up;
}

std::expected<void, SystemError> startHolder(LinkEnd &end, const char *name, const ControlFile &control)
{
    int pipe[2];
    if (::pipe2(pipe, O_CLOEXEC) < 0) {
        return std::unexpected(systemError("cannot make a pipe", errno));
    }
    Descriptor reading(pipe[0]);
    end.pipe = Descriptor(pipe[1]);
    end.holder = ::fork();
    if (end.holder == 0) {
        if (::setns(end.net.get(), CLONE_NEWNET) < 0) {
            ::_exit(1);
        }
        holdNamespace(reading.get(), name, control);
    }
    if (end.holder < 0) {
        return std::unexpected(systemError("cannot start a process", errno));
    }
    return {};
}

void endHolder(LinkEnd &end)
{
    if (end.holder <= 0) {
        return;
    }
    const Descriptor process(static_cast<int>(::syscall(SYS_pidfd_open, end.holder, 0)));
    pollfd wait{process.get(), POLLIN, 0};
    if (process && ::poll(&wait, 1, endLimit) == 0) {
        ::kill(end.holder, SIGKILL);
    }
    ::waitpid(end.holder, nullptr, 0);
    end.holder = -1;
}
}

std::expected<LinkNamespaces, SystemError> LinkNamespaces::make(LinkBackend backend)
{
    LinkNamespaces made;
    made.nearEnd.address = nearAddress;
    made.farEnd.address = farAddress;
    // A privileged caller needs no user namespace, and programs that change their uid work only without one.
    if (::unshare(CLONE_NEWNET) < 0) {
        if (auto entered = enterUserNamespace(); !entered) {
            return std::unexpected(entered.error());
        }
        made.user = Descriptor(::open("/proc/self/ns/user", O_RDONLY | O_CLOEXEC));
    }
    made.backend = backend;
    auto ready = makeEnd(made.nearEnd, made.backend);
    if (!ready && backend == LinkBackend::Automatic) {
        made.backend = LinkBackend::Packet;
        ready = makeEnd(made.nearEnd, made.backend);
    } else if (backend == LinkBackend::Automatic) {
        made.backend = LinkBackend::Tun;
    }
    ready = ready.and_then([&] {
        return makeEnd(made.farEnd, made.backend);
    });
    auto middle = newNetwork();
    if (!ready || !middle) {
        return std::unexpected(ready ? middle.error() : ready.error());
    }
    if (made.backend == LinkBackend::Packet) {
        ready = joinByVeth(made.nearEnd, "near", {0x02, 0, 0, 0, 0, 0x01}, middle->get()).and_then([&] {
            return joinByVeth(made.farEnd, "far", {0x02, 0, 0, 0, 0, 0x02}, middle->get());
        });
    }
    if (!ready) {
        return std::unexpected(ready.error());
    }
    return made;
}

std::expected<void, SystemError> LinkNamespaces::hold(const ControlFile &control)
{
    return startHolder(nearEnd, "linkemu-near", control).and_then([&] {
        return startHolder(farEnd, "linkemu-far", control);
    });
}

void LinkNamespaces::end()
{
    for (LinkEnd *end : {&nearEnd, &farEnd}) {
        end->pipe.reset();
        end->port.reset();
    }
    endHolder(nearEnd);
    endHolder(farEnd);
}
}
