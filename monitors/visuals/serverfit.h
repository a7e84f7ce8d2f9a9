// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/visuals/programcolors.h"
#include "sessions/profiles/profile.h"
#include "sessions/xwindows/facts/xserverfacts.h"

#include <QList>
#include <QString>

#include <optional>

namespace Nightdesk
{
/// Whether a display comes up well on the X server that shows it: what the profile says that it needs, against what is known of the
/// servers (Kibrick et al. 2004, section 6). A value. ServerWatch and ProfileFits make it.
struct ServerFit {
    enum class Verdict {
        Unknown, ///< nothing is known of the server, or nothing can be judged; never a reason not to connect
        Fits,
        FitsAsVncApp, ///< not on this X server, but in a private one with @ref visual
        DoesNotFit
    };
    enum class Cause {
        Visual, ///< it has none that is needed; of a desktop: another one than expected
        DefaultVisual, ///< it has one, but programs that do not choose get another
        BlackWhite, ///< pixel values of black and white differ from those of another screen
        BackingStore,
        Preload, ///< the same, of a program that is preloaded
        Font,
        Confinement, ///< it cannot confine an untrusted program
        Size ///< of a desktop
    };
    struct Finding {
        Cause cause = Cause::Visual;
        QString what; ///< translated sentences
        QString remedy; ///< translated: what to do
        bool operator==(const Finding &) const = default;
    };
    Verdict verdict = Verdict::Unknown;
    QString visual; ///< of FitsAsVncApp, as profiles write it
    QList<Finding> findings; ///< empty: nothing is to be said
    std::optional<ProgramColors> colors = {}; ///< of an X program's text on this X server; empty: not known

    bool operator==(const ServerFit &) const = default;

    /// Of an X program. @p here: the X server of this workstation; @p there: one of the program's host, of which it may be known
    /// what is usual there. Null: not known. Pure.
    static ServerFit ofWindow(const WindowSpec &spec, const XServerFacts *here, const XServerFacts *there);
    /// Of a VNC desktop, whose X server is @p there. @p size: of its image, which tells more of its size than the X server does; empty:
    /// not known. Pure.
    static ServerFit ofDesktop(const DesktopSpec &spec, const XServerFacts *there, const QSize &size = {});
};
}
