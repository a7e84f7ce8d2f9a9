// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace Nightdesk
{
/// The dialog of File ▸ Open Facility: asks for the directory, starting at @p currentDirectory. Does not block.
void openFacilityDialog(QWidget *window, const QString &currentDirectory, const std::function<void(const QString &)> &onDirectoryChosen);
}
