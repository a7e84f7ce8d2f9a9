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
/// Reads the text that another program writes into a pipe until that program closes it, and waits neither for a program that is silent nor for
/// one that writes a little now and then. Any thread with an event loop. Owned by WaylandSelections.
class PipeText : public QObject
{
    Q_OBJECT
public:
    /// @p pipe: the end that is read. @p limit: for the whole text.
    PipeText(UniqueFd pipe, std::chrono::milliseconds limit, QObject *parent = nullptr);

Q_SIGNALS:
    /// Once; nothing is read after it.
    void finished(const Nightdesk::SelectionText &text);

private:
    void take();
    void finish(const SelectionText &text);

    UniqueFd m_pipe;
    QSocketNotifier m_readable;
    QTimer m_limit;
    QByteArray m_bytes;
};
}
