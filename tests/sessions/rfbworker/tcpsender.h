// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>

namespace Nightdesk::Test
{
/// A host that sends a stream by TCP through one narrow place with a queue, in steps of a millisecond: its window opens and closes as
/// that of Linux's reno, cubic and BBR does. What is lost is sent once more by the window's rules, and nothing behind it waits: only what
/// matters for pacing.
class TcpSender
{
public:
    enum class Control {
        Reno,
        Cubic,
        Bbr,
    };
    struct Path {
        Control control = Control::Cubic;
        int roundTrip = 100; ///< ms
        double rate = 1e6; ///< bytes per second, of the narrow place
        double buffer = 0; ///< bytes that wait there at most; 0: a round trip of it, and 64 kB at least
    };

    explicit TcpSender(const Path &path);
    void setRate(double rate);
    /// Losses, one after the other: nothing more arrives for so long, and this is left of the window.
    void collapse(double window, int milliseconds);
    /// The program writes; gives the place of the last byte in the stream.
    double write(double bytes);
    /// One millisecond more.
    void turn();
    double delivered() const; ///< the place of the last byte that is at the receiver
    double waiting() const; ///< bytes that have not left the host
    double window() const; ///< bytes

private:
    struct Flight {
        double bytes = 0;
        int at = 0; ///< at the receiver, or its acknowledgement is back
    };
    double buffer() const;
    void acknowledge(double bytes);
    void grow(double bytes);
    void lose();
    void turnBbr();

    Path m_path;
    int m_now = 0;
    double m_written = 0;
    double m_unsent = 0;
    double m_inFlight = 0;
    double m_queue = 0; ///< before the narrow place
    double m_delivered = 0;
    double m_window;
    double m_threshold = 1e12; ///< of slow start
    bool m_isLimited = false; ///< by the window, not by the program
    int m_lostAt = -1'000'000;
    int m_repairsUntil = 0; ///< what was lost, and sends nothing new
    // Cubic:
    double m_most = 0; ///< the window before the last loss
    int m_epoch = -1;
    // BBR:
    double m_open; ///< the window while it does not probe
    bool m_isStarting = true;
    double m_bandwidth = 0; ///< bytes per millisecond
    double m_roundBytes = 0; ///< acknowledged in this round
    int m_roundBegan = 0;
    int m_flatRounds = 0;
    int m_probedAt = 0;
    int m_probingUntil = -1;
    std::deque<Flight> m_toReceiver;
    std::deque<Flight> m_acks;
};
}
