// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QString>

#include <optional>

class QDateTime;

namespace Nightdesk
{
/// What `nightdesk status` tells, and how much of it stands in a terminal at once.
struct StatusScreen {
    struct Size {
        int columns = 0;
        int rows = 0;
    };
    QString text; ///< of the consoles
    std::optional<QJsonObject> board;
    QString trouble; ///< lines

    /// Of the terminal behind @p descriptor, now; empty: there is none, or it does not know.
    static std::optional<Size> sizeOf(int descriptor);
    /// Consoles and board, whole. @p now: UTC.
    QString whole(const QDateTime &now) const;
    /// With the trouble, so that nothing scrolls: what does not fit is cut, and of the desks those that are best are left out.
    QString fitted(const Size &size, const QDateTime &now) const;
};
}
