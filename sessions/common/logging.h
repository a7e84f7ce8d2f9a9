// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLoggingCategory>

namespace Nightdesk
{
// One category per subject: `QT_LOGGING_RULES=nightdesk.link.debug=true` enables debug output of that subject. Lines are untranslated
// and never contain secrets, keys or clipboard text.
Q_DECLARE_LOGGING_CATEGORY(LogProfiles)
Q_DECLARE_LOGGING_CATEGORY(LogLink)
Q_DECLARE_LOGGING_CATEGORY(LogBroker)
Q_DECLARE_LOGGING_CATEGORY(LogDesktop)
Q_DECLARE_LOGGING_CATEGORY(LogXWindow)
Q_DECLARE_LOGGING_CATEGORY(LogDesk)
Q_DECLARE_LOGGING_CATEGORY(LogMonitor)
Q_DECLARE_LOGGING_CATEGORY(LogUi)
Q_DECLARE_LOGGING_CATEGORY(LogNotes) ///< notes between desks and support astronomers, and calls: a part of the night's log
}
