// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/xwindows/server/selectiontext.h"

#include <QByteArray>
#include <QObject>
#include <QSocketNotifier>
#include <QTimer>

#include <chrono>

namespace Nightdesk
{
/// Reads the text that another program writes into a pipe, until that program closes it. Never blocks, even if the program writes nothing, or only a
/// little at a time. Any thread with an event loop. Owned by WaylandSelections.
class PipeReader : public QObject
{
    Q_OBJECT
public:
    /// @p pipe: the read end. @p limit: time limit for the whole text.
    PipeReader(UniqueFd pipe, std::chrono::milliseconds limit);

Q_SIGNALS:
    /// Emitted once; nothing is read afterwards.
    void finished(const Nightdesk::SelectionText &text);

private:
    void readChunk();
    void finishReading(const SelectionText &text);

    UniqueFd m_pipe;
    QSocketNotifier m_readNotifier;
    QTimer m_timeoutTimer;
    QByteArray m_bytes;
};
}
