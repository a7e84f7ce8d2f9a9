// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/librarylog.h"

#include <rfb/rfbclient.h>

#include <chrono>
#include <cstdarg>
#include <cstdio>
#include <string>

namespace Nightdesk::Rfb
{
namespace
{
constexpr int maxLines = 20;

ConsoleSink *theConsole = nullptr;
std::chrono::steady_clock::time_point theSecond;
int theLines = 0;

__attribute__((format(printf, 1, 2))) void forwardLogLine(const char *format, ...)
{
    if (!theConsole) {
        return;
    }
    const auto now = std::chrono::steady_clock::now();
    if (now - theSecond >= std::chrono::seconds(1)) {
        theSecond = now;
        theLines = 0;
    }
    if (++theLines > maxLines) {
        return;
    }
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    const int size = std::vsnprintf(line, sizeof(line), format, arguments);
    va_end(arguments);
    if (size > 0) {
        std::string text(line);
        while (!text.empty() && text.back() == '\n') {
            text.pop_back();
        }
        theConsole->send(RfbWire::Log{0, "libvncclient: " + text});
    }
}
}

LibraryLog::LibraryLog(ConsoleSink &console)
{
    theConsole = &console;
    rfbClientLog = forwardLogLine;
    rfbClientErr = forwardLogLine;
}

LibraryLog::~LibraryLog()
{
    theConsole = nullptr;
}
}
