// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/server/selectiontext.h"

#include <QHash>
#include <QString>

#include <array>
#include <optional>

namespace Nightdesk
{
/// Which text stands in the selections here and which each desktop holds, and hence what is to be given to one. What was
/// given once is not given again, and what came from a desktop never goes back there: no text runs in circles. Pure. Owned by ClipboardBridge.
class ClipboardLedger
{
public:
    using Desktop = const void *; ///< its address stands for it

    /// Somebody here copied or marked something; what, is not read yet. @p isEmpty: nobody owns it any more.
    void changed(XSelection which, bool isEmpty);
    /// Read: empty where it is no text.
    void read(XSelection which, const QString &text);
    bool isUnread(XSelection which) const;
    QString text(XSelection which) const;

    /// Copied at this desktop, and in both selections here from now on.
    void arrived(Desktop from, const QString &text);
    /// Something was copied at this desktop, and is not passed on: what is here is older.
    void waits(Desktop there);
    /// True if it is what the selections here hold already.
    bool isHere(const QString &text) const;

    /// What the desktop is to be given of this selection; empty optional: nothing that is new to it.
    std::optional<QString> due(XSelection which, Desktop to) const;
    /// It was given, or cannot be.
    void settled(XSelection which, Desktop to, const QString &text);
    /// What was marked went there for one click: what was copied, if it is another text.
    std::optional<QString> dueAfterPaste(Desktop to) const;
    /// What it was given may be lost.
    void forget(Desktop desktop);
    void drop(Desktop desktop); ///< it is gone

private:
    struct Local {
        quint64 number = 0; ///< of the change; 0: none yet
        std::optional<QString> text; ///< empty: not read
    };
    struct Remote {
        std::array<quint64, 2> seen{}; ///< by selection
        QString holds;
        bool isOurs = false; ///< and was given by us
    };
    const Local &local(XSelection which) const;

    quint64 m_number = 0;
    std::array<Local, 2> m_local;
    QHash<Desktop, Remote> m_remote;
};
}
