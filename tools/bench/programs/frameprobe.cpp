// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
// frameprobe: reads the numbers of frames off the glass of an Xvfb (-fbdir), wherever they stand there at their own size.
//   frameprobe FRAMEBUFFER LOG STRIPS [MICROSECONDS [PATCH]]
// LOG gets a line for each change that was seen: "NANOSECONDS ID NUMBER X Y", of the monotonic clock. While it knows the places of
// fewer than STRIPS it looks for them everywhere. PATCH is the id of a source of the kind patch: each change of its RestingPatch is told as
// "NANOSECONDS 16 SUM 0 0". Ends with SIGTERM.
#include "tools/bench/programs/framestrip.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <optional>
#include <print>
#include <span>
#include <vector>

using namespace Nightdesk;

namespace
{
volatile std::sig_atomic_t ended = 0;

std::int64_t now()
{
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

/// The memory of the X server. It starts with a header of an xwd file: big-endian words.
class Glass
{
public:
    bool open(const char *path)
    {
        const int file = ::open(path, O_RDONLY | O_CLOEXEC);
        struct stat facts{};
        if (file < 0 || ::fstat(file, &facts) < 0) {
            return false;
        }
        void *memory = ::mmap(nullptr, static_cast<std::size_t>(facts.st_size), PROT_READ, MAP_SHARED, file, 0);
        ::close(file);
        if (memory == MAP_FAILED) {
            return false;
        }
        m_bytes = std::span(static_cast<const unsigned char *>(memory), static_cast<std::size_t>(facts.st_size));
        m_width = static_cast<int>(word(4));
        m_height = static_cast<int>(word(5));
        m_line = word(12);
        m_start = word(0) + std::size_t{word(19)} * 12;
        return word(11) == 32 && m_start + m_line * static_cast<std::size_t>(m_height) <= m_bytes.size();
    }
    int width() const
    {
        return m_width;
    }
    int height() const
    {
        return m_height;
    }

    /// Green stands for brightness.
    bool isWhite(int x, int y) const
    {
        return m_bytes[m_start + static_cast<std::size_t>(y) * m_line + static_cast<std::size_t>(x) * 4 + 1] > 128;
    }

    /// The strip whose first cell has its middle at @p x, @p y.
    std::optional<FrameStrip> read(int x, int y) const
    {
        for (int place = 0; place < FrameStrip::openingCells; ++place) {
            if (isWhite(x + place * FrameStrip::cell, y) != FrameStrip::opening(place)) {
                return {};
            }
        }
        FrameStrip::Cells cells{};
        for (int place = 0; place < FrameStrip::cells; ++place) {
            cells[static_cast<std::size_t>(place)] = isWhite(x + place * FrameStrip::cell, y);
        }
        return FrameStrip::fromCells(cells);
    }

    /// The sum of the RestingPatch of a desktop whose left top corner is there; empty: not all of it is on the glass.
    std::optional<std::uint32_t> patchSum(int left, int top) const
    {
        const int x = left + RestingPatch::left;
        const int y = top + RestingPatch::top;
        if (x < 0 || y < 0 || x + RestingPatch::width > m_width || y + RestingPatch::height > m_height) {
            return {};
        }
        std::array<std::uint32_t, RestingPatch::width> row{};
        std::uint32_t sum = RestingPatch::emptySum;
        for (int line = 0; line < RestingPatch::height; ++line) {
            const std::size_t start = m_start + static_cast<std::size_t>(y + line) * m_line + static_cast<std::size_t>(x) * 4;
            std::memcpy(row.data(), m_bytes.data() + start, sizeof row);
            sum = RestingPatch::add(sum, row);
        }
        return sum;
    }

private:
    std::uint32_t word(std::size_t place) const
    {
        std::uint32_t value = 0;
        std::memcpy(&value, m_bytes.data() + place * 4, 4);
        return std::byteswap(value);
    }

    std::span<const unsigned char> m_bytes;
    std::size_t m_start = 0;
    std::size_t m_line = 0;
    int m_width = 0;
    int m_height = 0;
};

struct Place {
    int x = 0; ///< the middle of the first cell
    int y = 0;
    std::optional<std::uint16_t> number;
    std::int64_t readAt = 0;
};

class Probe
{
public:
    Probe(const Glass &glass, std::FILE *log)
        : m_glass(glass)
        , m_log(log)
    {
    }

    /// Looks at what has been found. Cheap.
    void look()
    {
        const std::int64_t time = now();
        for (int id = 0; id < 16; ++id) {
            auto &place = m_places[static_cast<std::size_t>(id)];
            if (!place) {
                continue;
            }
            const auto strip = m_glass.read(place->x, place->y);
            if (strip && strip->id == id) {
                place->readAt = time;
                tell(*place, *strip, time);
            } else if (time - place->readAt > 250'000'000) {
                place.reset(); // it was moved, or is covered
                --m_found;
            }
        }
    }

    /// Looks everywhere. Costs a fraction of a millisecond.
    void search()
    {
        const int last = m_glass.width() - FrameStrip::width;
        for (int y = 6; y < m_glass.height(); y += 8) {
            for (int x = 6; x <= last; x += 4) {
                const auto strip = m_glass.read(x, y);
                if (!strip) {
                    continue;
                }
                if (auto &place = m_places[static_cast<std::size_t>(strip->id)]; !place) {
                    place = middle(x, y);
                    place->readAt = now();
                    tell(*place, *strip, place->readAt);
                    ++m_found;
                }
                x += FrameStrip::width;
            }
        }
    }

    /// Looks at the patch of that source. A few hundredths of a millisecond.
    void lookAtPatch(int source)
    {
        const auto &corner = m_places[static_cast<std::size_t>(source + 2)];
        if (!corner) {
            return;
        }
        const int margin = FrameStrip::cell * 3 / 2; // from the desktop's corner to the middle of the strip's first cell; the row is above the middle
        const auto sum = m_glass.patchSum(corner->x - margin, corner->y - margin + 1);
        if (sum && sum != m_patchSum) {
            m_patchSum = sum;
            std::println(m_log, "{} 16 {} 0 0", now(), *sum);
            std::fflush(m_log);
        }
    }

    int found() const
    {
        return m_found;
    }

private:
    /// From a point inside the first cell, which is white and stands left of a black one, to its middle.
    Place middle(int x, int y) const
    {
        int right = x;
        while (m_glass.isWhite(right, y)) {
            ++right;
        }
        const int x0 = right - FrameStrip::cell / 2;
        int top = y;
        while (top > 0 && y - top < FrameStrip::cell && m_glass.read(x0, top - 1)) {
            --top;
        }
        int bottom = y;
        while (bottom + 1 < m_glass.height() && bottom - top < FrameStrip::cell - 1 && m_glass.read(x0, bottom + 1)) {
            ++bottom;
        }
        return {.x = x0, .y = (top + bottom) / 2, .number = {}, .readAt = 0};
    }

    void tell(Place &place, const FrameStrip &strip, std::int64_t time)
    {
        if (place.number == strip.number) {
            return;
        }
        place.number = strip.number;
        std::println(m_log, "{} {} {} {} {}", time, strip.id, strip.number, place.x - FrameStrip::cell / 2, place.y - FrameStrip::cell / 2);
        std::fflush(m_log);
    }

    const Glass &m_glass;
    std::FILE *m_log;
    std::array<std::optional<Place>, 16> m_places;
    std::optional<std::uint32_t> m_patchSum;
    int m_found = 0;
};
}

int main(int count, char **words)
{
    if (count < 4) {
        std::println(stderr, "usage: frameprobe FRAMEBUFFER LOG STRIPS [MICROSECONDS [PATCH]]");
        return 2;
    }
    const int strips = std::atoi(words[3]);
    const long pause = count > 4 ? std::max(200L, std::strtol(words[4], nullptr, 10)) : 1000;
    const int patch = count > 5 ? std::clamp(std::atoi(words[5]), 0, 12) : -1;
    Glass glass;
    std::FILE *log = std::fopen(words[2], "ae");
    if (!glass.open(words[1]) || !log) {
        std::println(stderr, "frameprobe: {}", std::strerror(errno));
        return 1;
    }
    std::signal(SIGTERM, [](int) {
        ended = 1;
    });
    ::prctl(PR_SET_TIMERSLACK, 50'000UL);
    Probe probe(glass, log);
    const long searches = std::max(1L, 4'000 / pause);
    for (long turn = 0; !ended; ++turn) {
        probe.look();
        if (probe.found() < strips && turn % searches == 0) {
            probe.search();
        }
        if (patch >= 0 && turn % 8 == 0) {
            probe.lookAtPatch(patch);
        }
        const timespec time{.tv_sec = 0, .tv_nsec = pause * 1000};
        ::nanosleep(&time, nullptr);
    }
    std::fclose(log);
    return 0;
}
