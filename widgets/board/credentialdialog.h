// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace Nightdesk
{
/// The dialog of Choose Credential, used by desks and boards: asks for a credential file that `nightdesk broker`
/// created. Does not block.
void openCredentialDialog(QWidget *window, const std::function<void(const QString &)> &onFileChosen);
}
