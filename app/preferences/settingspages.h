// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace Nightdesk
{
class SettingsPage;

/// Creates the settings pages that need no class of their own. The caller owns the pages.
namespace SettingsPages
{
SettingsPage *viewPage();
SettingsPage *viewKeysPage();
SettingsPage *keyboardPage();
SettingsPage *sharingPage();
SettingsPage *nightPage();
SettingsPage *editorPage();
}
}
