// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xtrace/xtrace.h"

#include <QComboBox>

#include <cstdint>
#include <optional>
#include <vector>

namespace Nightdesk
{
/// Selects which X connection of a program is shown: one, or all of them. Owned by its window. GUI thread.
class XConnectionBox : public QComboBox
{
    Q_OBJECT
public:
    explicit XConnectionBox(QWidget *parent = nullptr);

    /// Sets the present connections. Keeps the selection; if the selected connection no longer exists, selects all.
    void setConnections(const std::vector<XConnection> &connections);

Q_SIGNALS:
    /// @p connection: the selected X connection; empty: all connections.
    void connectionChosen(std::optional<std::uint16_t> connection);
};
}
