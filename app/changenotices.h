// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QObject>

#include <optional>

namespace Nightdesk
{
class ConnectFlow;
class Desk;
class DeskScreens;
class FacilityChoice;
class MessageBar;

/// Says what was changed while an instrument is connected: it counts from the next Connect on, what is connected stays as it
/// is. GUI thread.
class ChangeNotices : public QObject
{
    Q_OBJECT
public:
    /// All of them outlive this.
    ChangeNotices(Desk *desk, FacilityChoice *choice, ConnectFlow *flow, DeskScreens *screens, MessageBar *message, QObject *parent);

    void siteChosen();

private:
    void accountChanged(const QString &account);
    void facilityRead(const Facility &facility);

    Desk *m_desk;
    FacilityChoice *m_choice;
    ConnectFlow *m_flow;
    DeskScreens *m_screens;
    MessageBar *m_message;
    QString m_directory; ///< whose profile is connected, with which account
    QString m_account;
    std::optional<InstrumentProfile> m_told; ///< the form that was spoken of last
};
}
