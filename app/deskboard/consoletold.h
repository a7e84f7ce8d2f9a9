// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/board/boardsight.h"

#include <QObject>
#include <QPointer>

class QWidget;

namespace Nightdesk
{
class BoardAccess;
class BoardToldDialog;
class DeskPeople;
class DeskPost;
class MessageBar;

/// Shows the desk's people what the board was told, and takes a credential from a file. GUI thread.
class ConsoleTold : public QObject
{
    Q_OBJECT
public:
    /// All outlive this.
    struct Console {
        BoardAccess *access;
        DeskPost *post;
        DeskPeople *people;
        MessageBar *message;
        QWidget *window;
    };
    explicit ConsoleTold(const Console &console);

    void show();
    void setSight(const BoardSight &sight);

private:
    void fill();
    void chooseCredential();

    const Console m_console;
    BoardSight m_sight;
    QPointer<BoardToldDialog> m_dialog;
};
}
