// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/logging.h"

namespace Nightdesk
{
Q_LOGGING_CATEGORY(LogProfiles, "nightdesk.profiles", QtInfoMsg)
Q_LOGGING_CATEGORY(LogLink, "nightdesk.link", QtInfoMsg)
Q_LOGGING_CATEGORY(LogBroker, "nightdesk.broker", QtInfoMsg)
Q_LOGGING_CATEGORY(LogDesktop, "nightdesk.desktop", QtInfoMsg)
Q_LOGGING_CATEGORY(LogXWindow, "nightdesk.xwindow", QtInfoMsg)
Q_LOGGING_CATEGORY(LogDesk, "nightdesk.desk", QtInfoMsg)
Q_LOGGING_CATEGORY(LogMonitor, "nightdesk.monitor", QtInfoMsg)
Q_LOGGING_CATEGORY(LogUi, "nightdesk.ui", QtInfoMsg)
Q_LOGGING_CATEGORY(LogNotes, "nightdesk.notes", QtInfoMsg)
}
