// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/deskfigures.h"

#include <QObject>

#include <memory>

namespace Nightdesk
{
class Desk;

/// Gathers what a console is doing for the board: nothing that is typed, copied or shown, no account, no host's address.
/// It gathers nothing, reads no file and says nothing until somebody wants to tell of it. GUI thread; @p desk outlives it. Owned by ConsoleBoard.
class DeskReporter : public QObject
{
    Q_OBJECT
public:
    explicit DeskReporter(Desk *desk, QObject *parent = nullptr);
    ~DeskReporter() override;

    /// There is a board to tell of it, or there is none any more: then what was gathered is forgotten.
    void setGatheringFigures(bool isGathering);

    DeskFigures figures() const;
    const QList<BoardWire::Trouble> &history() const; ///< of this night, the newest last, at most 60
    void setPeople(const QStringList &people);
    void beginNight(); ///< the history starts again
    /// While it gathers: what the console before this one had as history() in the same night.
    void restore(const QList<BoardWire::Trouble> &entries);

Q_SIGNALS:
    void stateChanged(); ///< something that is to be told at once
    void historyChanged();

private:
    class Private;
    std::unique_ptr<Private> d;
};
}
