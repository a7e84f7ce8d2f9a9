// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/input/pipereader.h"

#include <array>
#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace Nightdesk
{
PipeReader::PipeReader(UniqueFd pipe, std::chrono::milliseconds limit)
    : m_pipe(std::move(pipe))
    , m_readNotifier(m_pipe.get(), QSocketNotifier::Read)
{
    ::fcntl(m_pipe.get(), F_SETFL, O_NONBLOCK);
    connect(&m_readNotifier, &QSocketNotifier::activated, this, &PipeReader::readChunk);
    m_timeoutTimer.setSingleShot(true);
    connect(&m_timeoutTimer, &QTimer::timeout, this, [this] {
        finishReading({.outcome = SelectionText::Outcome::NoAnswer});
    });
    m_timeoutTimer.start(limit);
}

/// Reads one chunk per call, so that a program that never stops writing does not block other events.
void PipeReader::readChunk()
{
    std::array<char, 64 * 1024> piece;
    const ssize_t got = ::read(m_pipe.get(), piece.data(), piece.size());
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
        return;
    }
    if (got < 0) {
        finishReading({.outcome = SelectionText::Outcome::NoAnswer});
        return;
    }
    if (got == 0) {
        finishReading({.outcome = SelectionText::Outcome::Text, .text = QString::fromUtf8(m_bytes), .bytes = m_bytes.size()});
        return;
    }
    m_bytes.append(piece.data(), got);
    if (m_bytes.size() > SelectionText::maxBytes) {
        finishReading({.outcome = SelectionText::Outcome::TooLong, .bytes = m_bytes.size()});
    }
}

void PipeReader::finishReading(const SelectionText &text)
{
    m_readNotifier.setEnabled(false);
    m_timeoutTimer.stop();
    m_pipe.reset(); // a program that continues to write gets EPIPE
    Q_EMIT finished(text);
}
}
