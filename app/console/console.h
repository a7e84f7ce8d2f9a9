// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QObject>
#include <QString>

#include <functional>
#include <memory>

class KActionCollection;
class QWidget;

namespace Nightdesk
{
class ConnectFlow;
class Desk;
class FacilityChoice;
class LocalX;
class MessageBar;
class NightSigns;
class Questions;
class Stages;
class SupportDesk;

/// What one console works with, handed to each of its features: the desk, the facility and the way to a connection, the viewer
/// windows, questions and messages. A window owns it. It owns all of these, and the features, which are its children: those end
/// first, the newest of them before the others, and the desk ends last. GUI thread.
class Console : public QObject
{
    Q_OBJECT
public:
    struct Options {
        QString facility = {}; ///< a directory; empty: as set, else the system's
        QString site = {}; ///< an id; empty: as set
        QString display = {}; ///< of the X server for X programs, as in $DISPLAY; empty: there is none
        QString authority = {}; ///< as in $XAUTHORITY
        std::function<QDateTime()> now = {}; ///< the time of accounts and approvals; empty: the computer's
    };
    /// @p window: its owner, the parent of dialogs and of the message bar until that is placed. @p actions: of that window.
    /// Both outlive this.
    Console(const Options &options, QWidget *window, KActionCollection *actions);
    ~Console() override;

    // None of them is ever null.
    LocalX *localX() const;
    Desk *desk() const;
    FacilityChoice *choice() const;
    ConnectFlow *flow() const;
    Stages *stages() const;
    NightSigns *signs() const; ///< of the night, on all stages
    Questions *questions() const;
    SupportDesk *support() const;
    MessageBar *message() const; ///< the window's to place, and to delete
    KActionCollection *actions() const;
    QWidget *window() const;

private:
    QWidget *const m_window;
    KActionCollection *const m_actions;
    const std::unique_ptr<LocalX> m_localX;
    const std::unique_ptr<Desk> m_desk;
    FacilityChoice *const m_choice;
    NightSigns *const m_signs;
    Stages *const m_stages;
    Questions *const m_questions;
    ConnectFlow *const m_flow;
    SupportDesk *const m_support;
    MessageBar *const m_message;
};
}
