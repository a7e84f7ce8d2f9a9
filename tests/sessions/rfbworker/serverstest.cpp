// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
// A real worker with real servers: TigerVNC's Xvnc, x11vnc on a true color and on an 8-bit PseudoColor X server.
#include "tests/sessions/rfbwire/checker.h"
#include "tests/sessions/rfbworker/realserver.h"
#include "tests/sessions/rfbworker/testconsole.h"
#include "tests/support/testprogram.h"

#include "sessions/rfbworker/protocol/bytes.h"
#include "sessions/rfbworker/protocol/rfbtypes.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <fstream>
#include <sstream>

using namespace Nightdesk;
using namespace Nightdesk::Rfb;
using namespace Nightdesk::Test;
using namespace std::chrono_literals;
using RfbWire::FailureCode;

namespace
{
constexpr RfbWire::Start lossless{RfbWire::protocolVersion, RfbWire::Quality::Lossless, false};

/// Something to see that does not move by itself: a pattern, a shape with curves, text.
class Scene
{
public:
    explicit Scene(const XServer &x)
        : m_logo({"xlogo", "-geometry", "150x150+30+40", "-fg", "red", "-bg", "yellow"}, x.display())
    {
        outputOf({"xsetroot", "-mod", "7", "11", "-fg", "rgb:20/60/c0", "-bg", "rgb:10/18/20"}, x.display());
        // The logo stands when the scene has its colors.
        const auto deadline = std::chrono::steady_clock::now() + patience;
        std::uint32_t width = 0;
        std::uint32_t height = 0;
        bool stands = false;
        while (!stands && std::chrono::steady_clock::now() < deadline) {
            const auto pixels = x.pixels(width, height);
            std::size_t red = 0;
            for (const std::uint32_t pixel : pixels) {
                red += pixel == 0xffff0000 ? 1 : 0;
            }
            stands = red > 100;
        }
        CHECK(stands);
    }

private:
    Program m_logo;
};

/// A picture with more colors than any palette, which servers send by JPEG where that is offered.
class Photograph
{
public:
    Photograph(const XServer &x, const Directory &directory)
        : m_program({"xwud", "-noclick", "-in", write(directory), "-geometry", "+40+30"}, x.display())
    {
        const auto deadline = std::chrono::steady_clock::now() + patience;
        std::uint32_t width = 0;
        std::uint32_t height = 0;
        bool stands = false;
        while (!stands && std::chrono::steady_clock::now() < deadline) {
            const auto pixels = x.pixels(width, height);
            stands = pixels.size() > 150 * width + 150 && (pixels[150 * width + 150] & 0xffffff) == color(110, 120);
        }
        CHECK(stands);
    }

private:
    static std::uint32_t color(std::uint32_t x, std::uint32_t y)
    {
        const std::uint32_t grain = (x * 7919 + y * 104729) % 23;
        return (x * 255 / side + grain / 2) % 256 << 16 | (y * 255 / side) << 8 | ((x + y) * 127 / side + grain) % 256;
    }
    /// As xwd writes it: 25 numbers, big-endian, a name, the rows.
    static std::string write(const Directory &directory)
    {
        const std::string file = directory.path() + "/photograph.xwd";
        Rfb::Bytes m;
        for (const std::uint32_t number :
             {104u, 7u, 2u, 24u, side, side, 0u, 1u, 32u, 1u, 32u, 32u, side * 4, 4u, 0xff0000u, 0xff00u, 0xffu, 8u, 0u, 0u, side, side, 0u, 0u, 0u}) {
            append32(m, number);
        }
        m.insert(m.end(), {'p', 'i', 'c', 0});
        for (std::uint32_t y = 0; y < side; ++y) {
            for (std::uint32_t x = 0; x < side; ++x) {
                append32(m, color(x, y));
            }
        }
        std::ofstream(file, std::ios::binary).write(reinterpret_cast<const char *>(m.data()), static_cast<std::streamsize>(m.size()));
        return file;
    }

    static constexpr std::uint32_t side = 300;
    Program m_program;
};

/// Until the picture is what the X server shows, pixel by pixel.
bool showsTheSame(TestConsole &console, const XServer &x)
{
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    const auto truth = x.pixels(width, height);
    if (truth.empty()) {
        return false;
    }
    const bool same = console.until([&] {
        return console.width() == width && console.height() == height && console.pixels() == truth;
    });
    if (!same) {
        const auto pixels = console.pixels();
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < std::min(pixels.size(), truth.size()); ++i) {
            if (pixels[i] != truth[i] && wrong++ == 0) {
                std::fprintf(stderr, "first wrong pixel at %zu,%zu: %08x instead of %08x\n", i % width, i / width, pixels[i], truth[i]);
            }
        }
        std::fprintf(stderr, "%zu pixels are wrong, %ux%u instead of %ux%u\n", wrong, console.width(), console.height(), width, height);
    }
    return same;
}

std::vector<std::string> xvncArguments(const Directory &directory, const std::string &size, const std::vector<std::string> &more = {"-SecurityTypes", "None"})
{
    std::vector<std::string> arguments{"Xvnc", "-rfbport", "-1", "-rfbunixpath", directory.path() + "/vnc", "-geometry", size, "-depth", "24"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

void encodingRows()
{
    const Directory directory;
    const XServer x(xvncArguments(directory, "500x400"));
    const Scene scene(x);
    for (const std::int32_t encoding : {EncodingRaw, EncodingHextile, EncodingTight, EncodingZrle}) {
        row("Xvnc's picture by encoding " + std::to_string(encoding) + " alone is right to the last pixel", [&] {
            EncodingFilter filter(connectUnix(directory.path() + "/vnc"), encoding);
            TestConsole console(filter.takeWorkerEnd(), lossless);
            CHECK(showsTheSame(console, x));
            std::optional<RfbWire::Stats> stats;
            while ((stats = console.next<RfbWire::Stats>()) && stats->updates == 0) { }
            REQUIRE(stats.has_value());
            CHECK_EQUAL(static_cast<std::int32_t>(stats->lastEncoding), encoding);
        });
    }
    row("Xvnc's picture lossless, all encodings offered, is right to the last pixel", [&] {
        TestConsole console(connectUnix(directory.path() + "/vnc"), lossless);
        CHECK(showsTheSame(console, x));
    });
    row("Xvnc's picture by JPEG is nearly right", [&] {
        RfbWire::Start start;
        start.quality = RfbWire::Quality::High;
        TestConsole console(connectUnix(directory.path() + "/vnc"), start);
        std::uint32_t width = 0;
        std::uint32_t height = 0;
        const auto truth = x.pixels(width, height);
        CHECK(console.until([&] {
            const auto pixels = console.pixels();
            std::size_t near = 0;
            for (std::size_t i = 0; i < pixels.size() && i < truth.size(); ++i) {
                int apart = 0;
                for (const int shift : {0, 8, 16}) {
                    apart += std::abs(static_cast<int>(pixels[i] >> shift & 0xff) - static_cast<int>(truth[i] >> shift & 0xff));
                }
                near += apart < 60 ? 1 : 0;
            }
            return !truth.empty() && near > truth.size() * 95 / 100;
        }));
    });
    row("windows that move keep the picture right (CopyRect)", [&] {
        TestConsole console(connectUnix(directory.path() + "/vnc"), lossless);
        CHECK(showsTheSame(console, x));
        const std::string window = outputOf({"xdotool", "search", "--name", "xlogo"}, x.display());
        REQUIRE(!window.empty());
        const std::string id = window.substr(0, window.find('\n'));
        for (const char *place : {"200", "120", "60", "35"}) {
            outputOf({"xdotool", "windowmove", "--sync", id, place, place}, x.display());
        }
        CHECK(showsTheSame(console, x));
    });
}

/// Offered JPEG, it ends up as the server has it, to the last pixel, and says so.
void checkBecomesExact(TestConsole &console, const XServer &x)
{
    std::optional<RfbWire::Stats> stats;
    while ((stats = console.next<RfbWire::Stats>()) && stats->jpegQuality == RfbWire::noJpeg) { }
    CHECK(stats.has_value());
    CHECK(showsTheSame(console, x));
    std::optional<RfbWire::LosslessState> clarity;
    while ((clarity = console.next<RfbWire::LosslessState>()) && !clarity->exact) { }
    CHECK(clarity.has_value());
}

void clarityRows()
{
    const Directory directory;
    RfbWire::Start start;
    start.quality = RfbWire::Quality::Low;
    row("a photograph on Xvnc becomes exact to the last pixel", [&] {
        const XServer x(xvncArguments(directory, "500x400"));
        const Photograph photograph(x, directory);
        TestConsole console(connectUnix(directory.path() + "/vnc"), start);
        checkBecomesExact(console, x);
    });
    start.quality = RfbWire::Quality::Auto;
    row("a photograph by x11vnc becomes exact to the last pixel", [&] {
        const XServer x({"Xvfb", "-screen", "0", "500x400x24"});
        const Photograph photograph(x, directory);
        const X11Vnc server(x, {"-nocursor", "-nonap", "-wait", "10"}); // else it looks every few seconds at what is still
        TestConsole console(server.connect(), start);
        checkBecomesExact(console, x);
    });
}

std::string pointerOf(const XServer &x)
{
    const std::string text = outputOf({"xdotool", "getmouselocation"}, x.display());
    return text.substr(0, text.find(" screen"));
}

void realInputRows()
{
    const Directory directory;
    const XServer x(xvncArguments(directory, "500x400"));
    row("the pointer goes where it is sent, keys are typed", [&] {
        const std::string file = directory.path() + "/typed";
        Program xterm({"xterm",
                       "-geometry",
                       "60x20+0+0",
                       "-e",
                       "sh",
                       "-c",
                       "while read line; do echo \"$line\" > " + file + ".part; mv " + file + ".part " + file + "; done"},
                      x.display());
        TestConsole console(connectUnix(directory.path() + "/vnc"), lossless);
        REQUIRE(console.next<RfbWire::Damage>().has_value());
        console.send(RfbWire::Pointer{123, 87, 0});
        const auto there = [&x] {
            return pointerOf(x) == "x:123 y:87";
        };
        CHECK(console.until([&] {
            return there();
        }));
        // Typed again until the terminal has read a whole one: the first may come while it is only half up.
        std::string typed;
        CHECK(console.until([&] {
            for (const std::uint32_t keysym : {0x4bu, 0x65u, 0x63u, 0x6bu, 0x21u, 0xff0du}) {
                console.send(RfbWire::Key{keysym, true});
                console.send(RfbWire::Key{keysym, false});
            }
            console.until(
                [] {
                    return false;
                },
                200ms);
            std::ifstream in(file);
            return std::getline(in, typed) && typed.ends_with("Keck!");
        }));
    });
    row("view-only leaves the pointer and the keys of a real server alone", [&] {
        outputOf({"xdotool", "mousemove", "11", "22"}, x.display());
        RfbWire::Start start = lossless;
        start.viewOnly = true;
        TestConsole console(connectUnix(directory.path() + "/vnc"), start);
        REQUIRE(console.next<RfbWire::Damage>().has_value());
        for (std::uint16_t i = 0; i < 100; ++i) {
            console.send(RfbWire::Pointer{static_cast<std::uint16_t>(300 + i % 7), 200, 0});
            console.send(RfbWire::Key{0x61, true});
        }
        // A second viewer's input arrives after what the first would have sent.
        TestConsole other(connectUnix(directory.path() + "/vnc"), lossless);
        REQUIRE(other.next<RfbWire::Stats>().has_value());
        CHECK_EQUAL(pointerOf(x), std::string("x:11 y:22"));
    });
    row("somebody else's pointer is seen: Xvnc paints it into the picture", [&] {
        TestConsole console(connectUnix(directory.path() + "/vnc"), lossless);
        REQUIRE(console.next<RfbWire::Damage>().has_value());
        console.send(RfbWire::Pointer{250, 200, 0});
        std::uint32_t width = 0;
        std::uint32_t height = 0;
        const auto truth = x.pixels(width, height);
        REQUIRE(!truth.empty());
        const auto painted = [&] {
            for (std::uint32_t y = 110; y < 134; ++y) {
                for (std::uint32_t px = 99; px < 123; ++px) {
                    if (console.pixel(px, y) != truth[y * width + px]) {
                        return true;
                    }
                }
            }
            return false;
        };
        // Xvnc holds a pointer for ours until a second after our last event, so somebody moves it more than once.
        const auto deadline = std::chrono::steady_clock::now() + patience;
        for (int i = 0; !console.until(painted, 100ms) && std::chrono::steady_clock::now() < deadline; ++i) {
            outputOf({"xdotool", "mousemove", i % 2 == 0 ? "111" : "112", "122"}, x.display());
        }
        CHECK(painted());
    });
    row("Xvnc takes scan codes, tells of its lock lights, and takes nine buttons", [&] {
        int pipe[2]{-1, -1};
        REQUIRE(::pipe(pipe) == 0);
        UniqueFd output(pipe[0]);
        UniqueFd input(pipe[1]);
        Program xev({"xev", "-geometry", "500x400+0+0"}, x.display(), {}, input.get());
        input.reset();
        TestConsole console(connectUnix(directory.path() + "/vnc"), lossless);
        REQUIRE(console.next<RfbWire::Damage>().has_value());
        CHECK(console.until([&console] {
            return console.count<RfbWire::Abilities>() > 0 && console.count<RfbWire::KeyboardLeds>() > 0;
        }));
        std::optional<RfbWire::Abilities> shown;
        while (console.count<RfbWire::Abilities>() > 0) {
            shown = console.next<RfbWire::Abilities>();
        }
        CHECK(shown->extendedKeys);
        CHECK(shown->leds);
        CHECK_EQUAL(static_cast<int>(console.next<RfbWire::KeyboardLeds>()->lockLeds), 0);
        // Caps Lock as a keyboard has it: its light goes on there, and off again.
        for (const int expected : {4, 0}) {
            console.send(RfbWire::Key{0xffe5, true, 0, 0x3a});
            console.send(RfbWire::Key{0xffe5, false, 0, 0x3a});
            const auto lockLeds = console.next<RfbWire::KeyboardLeds>();
            REQUIRE(lockLeds.has_value());
            CHECK_EQUAL(static_cast<int>(lockLeds->lockLeds), expected);
        }
        std::string text;
        ::fcntl(output.get(), F_SETFL, O_NONBLOCK);
        CHECK(console.until([&] {
            console.send(RfbWire::Pointer{250, 200, 1 << 7});
            console.send(RfbWire::Pointer{250, 200, 1 << 8});
            console.send(RfbWire::Pointer{250, 200, 0});
            console.until(
                [] {
                    return false;
                },
                50ms);
            char buffer[4096];
            for (ssize_t size = 0; (size = ::read(output.get(), buffer, sizeof buffer)) > 0;) {
                text.append(buffer, static_cast<std::size_t>(size));
            }
            return text.find("button 8") != std::string::npos && text.find("button 9") != std::string::npos;
        }));
    });
    row("Xvnc takes the size that is wanted, the last of many, and shows it", [&] {
        TestConsole console(connectUnix(directory.path() + "/vnc"), lossless);
        REQUIRE(console.next<RfbWire::Damage>().has_value());
        REQUIRE(console.next<RfbWire::ResizeSupport>()->canResize);
        console.send(RfbWire::Pointer{20, 30, 0});
        for (std::uint32_t side = 410; side <= 450; side += 10) {
            console.send(RfbWire::RequestDesktopSize{side + 101, side});
        }
        CHECK(console.until([&console] {
            return console.width() == 551 && console.height() == 450;
        }));
        CHECK(showsTheSame(console, x));
        console.send(RfbWire::RequestDesktopSize{500, 400});
        CHECK(console.until([&console] {
            return console.width() == 500 && console.height() == 400;
        }));
    });
    row("Xvnc that may not be resized says so", [&] {
        const Directory fixed;
        const XServer other(xvncArguments(fixed, "500x400", {"-SecurityTypes", "None", "-AcceptSetDesktopSize=0"}));
        TestConsole console(connectUnix(fixed.path() + "/vnc"), lossless);
        REQUIRE(console.next<RfbWire::Damage>().has_value());
        REQUIRE(console.next<RfbWire::ResizeSupport>().has_value());
        console.send(RfbWire::RequestDesktopSize{640, 480});
        const auto told = console.next<RfbWire::ResizeSupport>();
        REQUIRE(told.has_value());
        CHECK((*told == RfbWire::ResizeSupport{false, RfbWire::ResizeRefusal::Prohibited}));
        CHECK_EQUAL(console.width(), 500u);
    });
    row("a desktop that is resized is followed", [&] {
        TestConsole console(connectUnix(directory.path() + "/vnc"), lossless);
        REQUIRE(console.next<RfbWire::Damage>().has_value());
        console.send(RfbWire::Pointer{20, 30, 0}); // ours now, so not painted into the picture
        outputOf({"xrandr", "--fb", "640x480"}, x.display());
        CHECK(console.until([&console] {
            return console.width() == 640 && console.height() == 480;
        }));
        CHECK(showsTheSame(console, x));
        outputOf({"xrandr", "--fb", "500x400"}, x.display());
        CHECK(console.until([&console] {
            return console.width() == 500 && console.height() == 400;
        }));
        CHECK(showsTheSame(console, x));
    });
}

void loginRows()
{
    const Directory directory;
    {
        std::ofstream file(directory.path() + "/password", std::ios::binary);
        // What vncpasswd writes: DES of the password with a key that is in every VNC's source.
        const std::string password = outputOf({"sh", "-c", "echo observer | vncpasswd -f"}, {});
        CHECK_EQUAL(password.size(), 8u);
        file << password;
    }
    row("the right password lets in, a wrong one says so, too many wrong ones are told apart", [&] {
        XServer x(xvncArguments(directory, "320x200", {"-SecurityTypes", "VncAuth", "-PasswordFile", directory.path() + "/password"}));
        const auto attempt = [&directory](const std::string &password) {
            auto console = std::make_unique<TestConsole>(connectUnix(directory.path() + "/vnc"), lossless);
            console->answerChallenge(password);
            return console;
        };
        auto right = attempt("observer");
        CHECK(right->next<RfbWire::Damage>().has_value());
        auto wrong = attempt("wrong");
        const auto failed = wrong->next<RfbWire::Failed>();
        REQUIRE(failed.has_value());
        CHECK_EQUAL(failed->code, FailureCode::AuthenticationFailed);
        CHECK_EQUAL(failed->detail, std::string("Authentication failed"));
        std::optional<FailureCode> last;
        for (int i = 0; i < 20 && last != FailureCode::TooManyAttempts; ++i) {
            auto again = attempt("wrong");
            const auto reason = again->next<RfbWire::Failed>();
            REQUIRE(reason.has_value());
            last = reason->code;
        }
        CHECK(last == FailureCode::TooManyAttempts);
        x.kill();
        const auto closed = right->next<RfbWire::Failed>();
        REQUIRE(closed.has_value());
        CHECK_EQUAL(closed->code, FailureCode::Closed);
    });
    row("a server that offers TLS first and VncAuth after gets VncAuth; one that insists on TLS is refused", [&] {
        {
            const XServer x(xvncArguments(directory, "320x200", {"-SecurityTypes", "TLSVnc,VncAuth", "-PasswordFile", directory.path() + "/password"}));
            TestConsole console(connectUnix(directory.path() + "/vnc"), lossless);
            REQUIRE(console.answerChallenge("observer"));
            CHECK(console.next<RfbWire::Damage>().has_value());
        }
        const XServer x(xvncArguments(directory, "320x200", {"-SecurityTypes", "TLSVnc", "-PasswordFile", directory.path() + "/password"}));
        TestConsole console(connectUnix(directory.path() + "/vnc"), lossless);
        const auto failed = console.next<RfbWire::Failed>();
        REQUIRE(failed.has_value());
        CHECK_EQUAL(failed->code, FailureCode::SecurityRefused);
    });
}

void x11vncRows()
{
    {
        const XServer x({"Xvfb", "-screen", "0", "500x400x24"});
        const Scene scene(x);
        const X11Vnc server(x, {"-nocursor"});
        for (const std::int32_t encoding : {EncodingRaw, EncodingHextile, EncodingZlib, EncodingTight, EncodingZrle}) {
            row("x11vnc's picture by encoding " + std::to_string(encoding) + " alone is right to the last pixel", [&] {
                EncodingFilter filter(server.connect(), encoding);
                TestConsole console(filter.takeWorkerEnd(), lossless);
                CHECK(showsTheSame(console, x));
            });
        }
        row("x11vnc's picture is right with all encodings offered", [&] {
            TestConsole console(server.connect(), lossless);
            CHECK(showsTheSame(console, x));
        });
    }
    row("somebody else's pointer is heard of from x11vnc", [] {
        const XServer x({"Xvfb", "-screen", "0", "500x400x24"});
        const X11Vnc server(x);
        TestConsole console(server.connect(), lossless);
        REQUIRE(console.next<RfbWire::Damage>().has_value());
        outputOf({"xdotool", "mousemove", "77", "88"}, x.display());
        std::optional<RfbWire::PointerMoved> moved;
        while ((moved = console.next<RfbWire::PointerMoved>()) && (moved->x != 77 || moved->y != 88)) { }
        CHECK(moved.has_value());
    });
    const XServer x({"Xvfb", "-screen", "0", "500x400x8", "-cc", "3"});
    const Scene scene(x);
    const X11Vnc server(x, {"-nocursor", "-flashcmap"});
    for (const std::int32_t encoding : {EncodingRaw, EncodingHextile, EncodingZlib, EncodingTight, EncodingZrle}) {
        row("an 8-bit PseudoColor desktop by encoding " + std::to_string(encoding) + " alone has the right colours", [&] {
            EncodingFilter filter(server.connect(), encoding);
            TestConsole console(filter.takeWorkerEnd(), lossless);
            CHECK(showsTheSame(console, x));
        });
    }
    row("an 8-bit PseudoColor desktop, all encodings offered, has the right colours", [&] {
        TestConsole console(server.connect(), RfbWire::Start{});
        CHECK(showsTheSame(console, x));
    });
}
}

NIGHTDESK_TEST_PROGRAM(int /*argc*/, char ** /*argv*/)
{
    encodingRows();
    clarityRows();
    realInputRows();
    loginRows();
    x11vncRows();
    return result();
}
