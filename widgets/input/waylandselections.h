// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/server/selectiontext.h"

#include <QObject>

#include <array>
#include <memory>

namespace Nightdesk
{
class PipeText;

/// The clipboard and the primary selection of a Wayland session. The compositor offers them to the program with the keyboard alone, so that
/// only Qt's connection gets them, and Qt's own reading waits in the GUI thread for as long as the other program sends. So this has data
/// devices of its own at Qt's seat, and reads what they offer without waiting. What is copied here goes through Qt. One for all, owned
/// by those that use it. GUI thread; its functions return at once.
class WaylandSelections : public QObject
{
    Q_OBJECT
public:
    /// Null: Qt is not on Wayland.
    static std::shared_ptr<WaylandSelections> shared();
    ~WaylandSelections() override;

    /// answered() follows, within a second, once for all questions that were asked before it.
    void read(Nightdesk::XSelection which);
    /// It is pasted from now on; changed() is silent about it.
    void put(Nightdesk::XSelection which, const QString &text);

Q_SIGNALS:
    /// Something else than what was put. @p isEmpty: nobody owns it.
    void changed(Nightdesk::XSelection which, bool isEmpty);
    void answered(Nightdesk::XSelection which, const Nightdesk::SelectionText &text);

private:
    struct Devices;
    explicit WaylandSelections(std::unique_ptr<Devices> devices);
    void look(XSelection which);
    void report(XSelection which);
    void answer(XSelection which, const SelectionText &text);

    const std::unique_ptr<Devices> m_devices;
    std::array<QString, 2> m_put;
    std::array<bool, 2> m_isLookedAt{}; ///< report() follows
    std::array<std::unique_ptr<PipeText>, 2> m_reading;
};
}
