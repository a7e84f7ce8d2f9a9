// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

class QWidget;

namespace Nightdesk::Test
{
/// What a screen reader cannot name: every visible widget below @p root (and itself) that the keyboard reaches and whose
/// accessible name is empty; as text for a failure message.
QStringList namelessControls(QWidget &root);

/// Visible, enabled controls below @p root that repeated Tab does not reach. The window is shown and activated first.
QStringList unreachableControls(QWidget &root);
}
