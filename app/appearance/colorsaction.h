// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <KSelectAction>

namespace Nightdesk
{
/// A menu to choose the colors. Stores the choice in the settings, applies it, and follows changes of the settings. GUI thread. A child of its
/// window.
class ColorsAction : public KSelectAction
{
    Q_OBJECT
public:
    explicit ColorsAction(QObject *parent);
};
}
