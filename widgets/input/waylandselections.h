// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/server/selectiontext.h"

#include <QObject>

#include <array>
#include <memory>

namespace Nightdesk
{
class PipeReader;

/// The clipboard and the primary selection of a Wayland session. A compositor offers them only to the client with the keyboard, so Qt's connection
/// must be used. Qt's own reading blocks the GUI thread while the other program sends. Therefore this class has separate data devices on Qt's seat
/// and reads offers without blocking. Text copied in Nightdesk goes through Qt. One object for all, owned by those that use it. GUI thread; its
/// functions return immediately.
class WaylandSelections : public QObject
{
    Q_OBJECT
public:
    /// Null: Qt is not on Wayland.
    static std::shared_ptr<WaylandSelections> shared();
    ~WaylandSelections() override;

    /// answered() follows within one second, once for all earlier calls.
    void read(Nightdesk::XSelection which);
    /// Makes @p text the selection; selectionChanged() is not emitted for it.
    void put(Nightdesk::XSelection which, const QString &text);

Q_SIGNALS:
    /// Another program, or another part of Nightdesk, changed the selection; not emitted for put(). @p isEmpty: nobody owns the selection.
    void selectionChanged(Nightdesk::XSelection which, bool isEmpty);
    void answered(Nightdesk::XSelection which, const Nightdesk::SelectionText &text);

private:
    struct Devices;
    explicit WaylandSelections(std::unique_ptr<Devices> devices);
    void scheduleChangeReport(XSelection which);
    void reportChange(XSelection which);
    void emitAnsweredLater(XSelection which, const SelectionText &text);

    const std::unique_ptr<Devices> m_dataDevices;
    std::array<QString, 2> m_ownTexts;
    std::array<bool, 2> m_isChangeReportScheduled{}; ///< by selection: reportChange() will be called soon
    std::array<std::unique_ptr<PipeReader>, 2> m_readers;
};
}
