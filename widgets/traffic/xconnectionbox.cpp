// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/traffic/xconnectionbox.h"

#include <KLocalizedString>

#include <algorithm>

namespace Nightdesk
{
XConnectionBox::XConnectionBox(QWidget *parent)
    : QComboBox(parent)
{
    setAccessibleName(i18nc("@label:listbox", "X connection"));
    setToolTip(i18nc("@info:tooltip", "One X connection of the program, or all"));
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
    addItem(i18nc("@item:inlistbox X connections", "All connections"), -1);
    connect(this, &QComboBox::activated, this, [this] {
        const int number = currentData().toInt();
        Q_EMIT connectionChosen(number < 0 ? std::nullopt : std::optional(static_cast<std::uint16_t>(number)));
    });
}

void XConnectionBox::setConnections(const std::vector<XConnection> &connections)
{
    bool isSame = count() == static_cast<int>(connections.size()) + 1;
    for (std::size_t i = 0; isSame && i < connections.size(); ++i) {
        isSame = itemData(static_cast<int>(i) + 1).toInt() == connections[i].number;
    }
    if (isSame) {
        return;
    }
    const QVariant before = currentData();
    while (count() > 1) {
        removeItem(1);
    }
    for (const XConnection &connection : connections) {
        addItem(i18nc("@item:inlistbox an X connection's number", "Connection %1", QString::number(connection.number)), connection.number);
    }
    setCurrentIndex(std::max(0, findData(before)));
    if (currentData() != before) {
        Q_EMIT connectionChosen({});
    }
}
}
