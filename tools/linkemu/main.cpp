// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
// linkemu: two network namespaces and an emulated link between them. README.md tells how to use it.
#include "tools/linkemu/linkemulator.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstdio>
#include <print>

using namespace Nightdesk;
using namespace std::string_view_literals;

namespace
{
constexpr int failed = 1;
constexpr int badArguments = 2;
constexpr int notExecutable = 126;
constexpr int notFound = 127;

constexpr auto help = R"(Usage:
  linkemu [OPTION...] --control SOCKET     make the namespaces near and far, stay until SIGTERM or the parent's end
  linkemu exec --near|--far SOCKET COMMAND [ARGUMENT...]     run a command in one of them
  linkemu set SOCKET CHANGE...             change the link while it runs
  linkemu stats SOCKET                     print counters as JSON

Options, for both directions; all but --rtt also as --up-NAME (near to far) or --down-NAME:
  --rtt TIME           round trip (100ms); the same as --delay with half of it
  --delay TIME         one way (50ms, 200us, 0)
  --jitter TIME        up to so much more or less, at most the delay (1ms)
  --reorder on|off     may jitter change the order (off)
  --rate RATE          30mbit, 512kbit, 1gbit, unlimited (unlimited)
  --queue BOUND        what may wait for the line, in bytes or time: 256KiB, 100ms (100ms); the rest is dropped
  --loss SHARE         share of packets lost by chance, 0.1% (0%)
  --cut WAY            both, up or down: nothing passes
And:
  --seed NUMBER        the same seed loses the same packets (1)
  --control SOCKET     control socket to make, in a directory of mode 0700, which is made where missing
  --ready-fd NUMBER    descriptor for one line of JSON once all is up (1)
  --backend NAME       tun, packet, auto (auto: TUN where it can be opened, else AF_PACKET on veth)

Changes are NAME=VALUE with the names above (rtt=500ms rate=4mbit up-loss=0.1%), cut=both|up|down, restore[=both|up|down].
Exit status: 0, 1 (failed), 2 (bad arguments); exec: the command's, 126 (not executable), 127 (not found).
)"sv;

int reportError(int status, const std::string &message)
{
    std::println(stderr, "linkemu: {}", message);
    return status;
}

bool writeReady(int fd, const std::string &line)
{
    const bool written = ::write(fd, line.data(), line.size()) == static_cast<ssize_t>(line.size());
    if (fd > 2) {
        ::close(fd);
    }
    return written;
}

int emulate(std::span<const std::string_view> arguments)
{
    const auto options = parseLinkOptions(arguments);
    if (!options) {
        return reportError(badArguments, options.error());
    }
    if (::fcntl(options->readyFd, F_GETFD) < 0) {
        return reportError(badArguments, "--ready-fd=" + std::to_string(options->readyFd) + ": expected the number of an open descriptor");
    }
    sigset_t ending;
    ::sigemptyset(&ending);
    for (const int number : {SIGTERM, SIGINT, SIGHUP}) {
        ::sigaddset(&ending, number);
    }
    ::sigprocmask(SIG_BLOCK, &ending, nullptr);
    ::signal(SIGPIPE, SIG_IGN);
    // The process, not its thread as with PR_SET_PDEATHSIG: a caller may start us from a thread that ends.
    const Descriptor parent(static_cast<int>(::syscall(SYS_pidfd_open, ::getppid(), 0)));

    auto control = ControlServer::listen(options->control);
    if (!control) {
        return reportError(failed, control.error());
    }
    auto namespaces = LinkNamespaces::make(options->backend);
    if (!namespaces) {
        removeControlFile(control->file());
        return reportError(failed, namespaces.error());
    }
    auto ended = namespaces->hold(control->file());
    if (ended) {
        LinkEmulator emulator(*options, *namespaces, *control);
        if (!writeReady(options->readyFd, emulator.readyJson())) {
            ended = std::unexpected(systemError("cannot tell that all is ready", errno));
        } else {
            ended = emulator.run(parent);
        }
    }
    removeControlFile(control->file());
    namespaces->end();
    return ended ? 0 : reportError(failed, ended.error());
}

bool isOwnUserNamespace(const Descriptor &user)
{
    struct stat theirs{};
    struct stat ours{};
    return ::fstat(user.get(), &theirs) == 0 && ::stat("/proc/self/ns/user", &ours) == 0 && theirs.st_ino == ours.st_ino && theirs.st_dev == ours.st_dev;
}

/// exec --near|--far SOCKET [--] COMMAND...
int execute(std::span<char *> arguments)
{
    const std::string_view side = arguments.empty() ? ""sv : arguments[0];
    if (side != "--near"sv && side != "--far"sv) {
        return reportError(badArguments, "exec: expected --near or --far first");
    }
    if (arguments.size() < 3) {
        return reportError(badArguments, "exec: expected the control socket and a command after " + std::string(side));
    }
    auto reply = askControl(arguments[1], "enter " + std::string(side.substr(2)));
    if (!reply) {
        return reportError(failed, reply.error());
    }
    if (reply->descriptors.empty()) {
        return reportError(failed, "the emulator gave no namespace");
    }
    // The user namespace first: it gives the right to enter the other. uid, gid and mount namespace stay as they are.
    if (reply->descriptors.size() > 1 && !isOwnUserNamespace(reply->descriptors[1]) && ::setns(reply->descriptors[1].get(), CLONE_NEWUSER) < 0) {
        return reportError(failed, systemError("cannot enter the user namespace of the link", errno));
    }
    if (::setns(reply->descriptors[0].get(), CLONE_NEWNET) < 0) {
        return reportError(failed, systemError("cannot enter the network namespace (from inside one of its own namespaces it cannot be left)", errno));
    }
    reply->descriptors.clear();
    std::size_t first = 2;
    if (arguments[2] == "--"sv && arguments.size() > 3) {
        first = 3;
    }
    ::execvp(arguments[first], arguments.data() + first); // argv ends in a null pointer
    return reportError(errno == ENOENT ? notFound : notExecutable, systemError(std::string("cannot run ") + arguments[first], errno));
}

int ask(std::string_view verb, std::span<const std::string_view> arguments)
{
    const bool setting = verb == "set"sv;
    if (arguments.size() < (setting ? 2 : 1) || (!setting && arguments.size() > 1)) {
        return reportError(badArguments,
                           setting ? "set: expected the control socket and changes such as rtt=500ms" : "stats: expected the control socket and nothing else");
    }
    std::string request(verb);
    for (const std::string_view argument : arguments.subspan(1)) {
        request += ' ';
        request += argument;
    }
    if (setting) {
        // Checked alone here: what only contradicts the settings in force is found by the emulator.
        TwoWaySettings lenient;
        lenient.up.delay = lenient.down.delay = std::chrono::seconds(60);
        if (const auto valid = withAssignments(lenient, arguments.subspan(1)); !valid && !valid.error().starts_with("jitter: "sv)) {
            return reportError(badArguments, valid.error());
        }
    }
    const auto reply = askControl(std::string(arguments[0]), request);
    if (!reply) {
        return reportError(failed, reply.error());
    }
    if (!setting) {
        std::println("{}", reply->text);
    }
    return 0;
}
}

int main(int argc, char **argv)
{
    const std::span<char *> words(argv + 1, static_cast<std::size_t>(argc > 0 ? argc - 1 : 0));
    const std::vector<std::string_view> arguments(words.begin(), words.end());
    const std::string_view verb = arguments.empty() ? ""sv : arguments.front();
    if (verb == "--help"sv || verb == "-h"sv) {
        std::print("{}", help);
        return 0;
    }
    if (verb == "exec"sv) {
        return execute(words.subspan(1));
    }
    if (verb == "set"sv || verb == "stats"sv) {
        return ask(verb, std::span(arguments).subspan(1));
    }
    return emulate(arguments);
}
