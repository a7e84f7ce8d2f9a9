// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/commands.h"

#include <KXmlGuiWindow>

namespace Nightdesk
{
class BoardConsole;
class BoardConversation;
class ConsoleBus;
class FacilityChoice;
class Keychain;
class MessageBar;
class NightIndicators;
class Questions;
class SupportDesk;

/// `nightdesk board`: a window with the desks of all sites. GUI thread. Owned by main().
class BoardWindow : public KXmlGuiWindow
{
    Q_OBJECT
public:
    explicit BoardWindow(const BoardCommand &command);
    ~BoardWindow() override;

    void showInfo(const QString &text); ///< @p text is translated
    BoardConsole *console() const;

private:
    void buildActions();
    void handleFacilityRead(const Facility &facility);

    FacilityChoice *m_facilityChoice;
    SupportDesk *m_supportDesk;
    MessageBar *m_messageBar;
    Questions *m_questions;
    Keychain *m_keychain;
    NightIndicators *m_indicators;
    BoardConsole *m_boardConsole;
    BoardConversation *m_boardConversation = nullptr;
    ConsoleBus *m_consoleBus;
};
}
