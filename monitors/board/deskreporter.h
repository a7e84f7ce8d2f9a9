// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/deskfigures.h"

#include <QObject>

#include <memory>

namespace Nightdesk
{
class Desk;

/// Gathers a console's state for the board: no keys, clipboard text or screen contents, no accounts, no host addresses.
/// It is idle, reads no file and emits nothing until gathering is switched on. GUI thread; @p desk outlives it. Owned by ConsoleBoard.
class DeskReporter : public QObject
{
    Q_OBJECT
public:
    explicit DeskReporter(Desk *desk, QObject *parent = nullptr);
    ~DeskReporter() override;

    /// Starts gathering when there is a board to report to. Stops when there is none any more, and discards what was gathered.
    void setGatheringFigures(bool isGathering);
    bool isGatheringFigures() const;

    DeskFigures figures() const;
    const QList<BoardWire::Trouble> &history() const; ///< the problems of this night, the newest last, at most 60
    void setPeople(const QStringList &people);
    void beginNight(); ///< clears the history
    /// Call while gathering: restores history() of an earlier console process of the same night.
    void restoreHistory(const QList<BoardWire::Trouble> &entries);

Q_SIGNALS:
    void stateChanged(); ///< something changed that is to be published at once
    void historyChanged();

private:
    class Private;
    std::unique_ptr<Private> d;
};
}
