// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <KSelectAction>

namespace Nightdesk
{
/// The choice of colors in a menu: kept in the settings and applied, here and wherever the settings change. GUI thread. A child of its window.
class ColoursAction : public KSelectAction
{
    Q_OBJECT
public:
    explicit ColoursAction(QObject *parent);
};
}
