// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/board/boardlinestate.h"

#include <QObject>
#include <QPointer>

namespace Nightdesk
{
class BoardAccess;
class SharedStatusDialog;
class Console;
class DeskObserverNames;
class DeskMessenger;

/// Shows the observers what was sent to the status board, and imports a credential from a file. GUI thread. Owned by ConsoleBoard.
class SharedStatusController : public QObject
{
    Q_OBJECT
public:
    /// All arguments outlive this object.
    SharedStatusController(Console &console, BoardAccess *access, DeskMessenger *messenger, DeskObserverNames *people, QObject *parent);

    void showDialog();
    void setLineState(const BoardLineState &lineState);

private:
    void fillDialog();
    void askForCredentialFile();

    Console &m_console;
    BoardAccess *const m_boardAccess;
    DeskMessenger *const m_messenger;
    DeskObserverNames *const m_deskObserverNames;
    BoardLineState m_lineState;
    QPointer<SharedStatusDialog> m_statusDialog;
};
}
