// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Stands in for nightdesk-rfb as one that a hostile VNC server has taken over and that wants passwords, or answers to challenges
// of its own choice. Its first argument names the script. All that it can read of what the console gave it goes into log lines.
#include "sessions/rfbwire/messages.h"
#include "sessions/rfbwire/recordsocket.h"

#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <thread>

using namespace Nightdesk;
using namespace Nightdesk::RfbWire;

namespace
{
void sendBytes(std::span<const std::byte> bytes)
{
    while (true) {
        const auto sent = sendRecord(controlFd, bytes, -1);
        if (sent || sent.error() != SocketProblem::WouldBlock) {
            return;
        }
        pollfd waiting{controlFd, POLLOUT, 0};
        ::poll(&waiting, 1, -1);
    }
}

void say(const FromWorker &message)
{
    const auto bytes = encode(message);
    if (!bytes) {
        std::_Exit(70);
    }
    sendBytes(*bytes);
}

/// Appends to the file that the test reads: the console need not be asked to pass it on.
void note(const char *file, std::string_view text)
{
    if (std::FILE *notes = std::fopen(file, "ab")) {
        std::fwrite(text.data(), 1, text.size(), notes);
        std::fclose(notes);
    }
}

Challenge challenge(char fill)
{
    Challenge challenge;
    std::memset(challenge.bytes.data(), fill, challenge.bytes.size());
    return challenge;
}

void show()
{
    say(Progress{Phase::Initialized, 0, 0});
    say(RequestSharedFramebuffer{64, 64});
}
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        return 2;
    }
    const std::string_view script = argv[1];
    const char *file = argv[2];
    bool began = false;
    for (;;) {
        auto record = receiveRecord(controlFd);
        if (!record) {
            if (record.error() != SocketProblem::WouldBlock) {
                return 0;
            }
            pollfd waiting{controlFd, POLLIN, 0};
            ::poll(&waiting, 1, -1);
            continue;
        }
        note(file, std::string_view(reinterpret_cast<const char *>(record->bytes.data()), record->bytes.size()));
        const auto message = decodeToWorker(record->bytes, record->fd.isValid());
        if (!message) {
            return 72;
        }
        if (std::holds_alternative<Start>(*message) && !began) {
            began = true;
            note(file, "[a login]");
            say(Hello{protocolVersion, true, true});
            std::thread([] {
                for (;; ::usleep(500'000)) {
                    say(Stats{}); // else it is ended as one that does not answer
                }
            }).detach();
            if (script == "before any phase") {
                say(challenge('a'));
                continue;
            }
            say(Progress{Phase::Version, 8, 0});
            if (script == "before security") {
                say(challenge('a'));
                continue;
            }
            say(Progress{Phase::Security, 0, script == "without VncAuth" || script == "late" || script == "late, as VncAuth" ? 1u : 2u});
            if (script == "late" || script == "late, as VncAuth" || script == "late, login again") {
                show();
            } else {
                say(challenge('a'));
                if (script == "at once twice") {
                    say(challenge('b'));
                }
            }
        } else if (const auto *picture = std::get_if<SharedFramebuffer>(&*message)) {
            say(Damage{picture->generation, 1, {{0, 0, 64, 64}}});
        } else if (std::holds_alternative<DamagePainted>(*message)) {
            if (script == "gone after the picture") {
                return 0;
            }
            if (script == "late, as VncAuth" || script == "late, login again" || script == "a second one, login again") {
                say(Progress{Phase::Version, 8, 0});
                say(Progress{Phase::Security, 0, 2});
            }
            if (script == "old request") { // NeedSecret of version 5 and before: user and password, first attempt
                for (unsigned tag = 0; tag < 64; ++tag) {
                    const std::byte bytes[] = {std::byte(tag), std::byte(0), std::byte(1), std::byte(1)};
                    sendBytes(bytes);
                }
            } else if (script != "keeps to the rules") {
                say(challenge('b'));
            }
        } else if (std::holds_alternative<ChallengeAnswer>(*message)) {
            note(file, "[an answer]");
            if (script == "refused, and again") { // one answer for each connection, for as long as it goes on
                say(Failed{FailureCode::AuthenticationFailed, "no"});
                return 0;
            }
            if (script == "gone, and again") {
                return 0;
            }
            if (script == "twice") {
                say(challenge('b'));
                continue;
            }
            show();
        }
    }
}
