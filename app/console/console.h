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
class NightIndicators;
class Questions;
class ViewerWindows;
class SupportDesk;

/// The objects that the features of one console share: the desk, the facility, the steps to a connection, the viewer windows, questions and messages.
/// Owns all of them, and the features, which are its children. On destruction, the features are deleted first, in reverse order of creation, and the
/// desk last. Owned by a window. GUI thread.
class Console : public QObject
{
    Q_OBJECT
public:
    struct Options {
        QString facility = {}; ///< a directory; empty: that of the settings, else the system's
        QString site = {}; ///< an id; empty: that of the settings
        QString xDisplay = {}; ///< the X server for X programs, in the form of $DISPLAY; empty: none
        QString authority = {}; ///< file with the X server's keys, in the form of $XAUTHORITY
        std::function<QDateTime()> now = {}; ///< returns the time for accounts and approvals; empty: the computer's clock
    };
    /// @p window: owner of this, and the parent of dialogs and, until it is placed, of the message bar. @p actions: the window's actions. Both
    /// outlive this object.
    Console(const Options &options, QWidget *window, KActionCollection *actions);
    ~Console() override;

    // The getters below never return null.
    LocalX *localX() const;
    Desk *desk() const;
    FacilityChoice *facilityChoice() const;
    ConnectFlow *flow() const;
    ViewerWindows *viewerWindows() const;
    NightIndicators *indicators() const; ///< indicators (clocks, bell, recording) in all viewer windows
    Questions *questions() const;
    SupportDesk *support() const;
    MessageBar *messageBar() const; ///< the window places and deletes the message bar
    KActionCollection *actions() const;
    QWidget *window() const;

private:
    QWidget *const m_window;
    KActionCollection *const m_actionCollection;
    const std::unique_ptr<LocalX> m_localX;
    const std::unique_ptr<Desk> m_desk;
    FacilityChoice *const m_facilityChoice;
    NightIndicators *const m_indicators;
    ViewerWindows *const m_viewerWindows;
    Questions *const m_questions;
    ConnectFlow *const m_connectFlow;
    SupportDesk *const m_supportDesk;
    MessageBar *const m_messageBar;
};
}
