// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/apporder.h"
#include "sessions/xwindows/windowsession.h"

#include <memory>

namespace Nightdesk
{
class ProgramMarks;
class ProgramViewFinder;

/// An X program in a display of its own at the summit that is shown by a viewer there (topology vnc-at-summit). The viewer is
/// what runs here as an X program; the other one is found or started first, lives on without link and console, and is what a
/// person closes. Whoever closes the viewer's window leaves it running: it is found again by Start. GUI thread. Owned by ConnectedProfile.
class SummitWindow : public WindowSession
{
    Q_OBJECT
public:
    /// @p link is the program's. @p marks: this desk's name; null: it will not be found again.
    SummitWindow(const AppOrder &order, std::shared_ptr<ProgramMarks> marks, Link *link, Link *viewerLink, LocalX *localX, QObject *parent = nullptr);
    ~SummitWindow() override;

    /// The console ends, and the program is to go on: what ends it from now on leaves it.
    void leave();
    int programWindowCount() const; ///< ordinary ones in its own display; 0: none, or not known

protected:
    bool askToEnd() override;
    bool takesExit(const ProgramExit &exit) override;
    void drop() override;

private:
    SummitWindow(ProgramViewFinder *finder, Link *viewerLink, LocalX *localX, QObject *parent); ///< takes the finder
    void placed(const AppPlace &place);
    void programFinished(const ProgramExit &exit);

    class Private;
    std::unique_ptr<Private> d;
};
}
