// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/editing/displayedit.h"
#include "sessions/profiles/editing/liveeffect.h"

#include <QDockWidget>

namespace Nightdesk
{
class EffectPanel;
class ProfileEditor;

/// Beside the text in a profile's window: what the text comes to at a site. Child of the window. GUI thread.
class EffectDock : public QDockWidget
{
    Q_OBJECT
public:
    /// @p file: what is edited in @p editor, which must outlive it.
    EffectDock(const QString &file, ProfileEditor *editor, QWidget *parent);

    /// As it was checked.
    void setText(const Draft &draft, const QByteArray &text);

Q_SIGNALS:
    void goToRequested(const Nightdesk::SourcePlace &place); ///< of this or another file
    /// A value of another file is to be changed there.
    void foreignEdited(const Nightdesk::EditTarget &target, const QString &value);

private:
    void showEffect(const DraftEffect &effect);
    void edit(const DisplayEdit &edit);
    void editAtSite(const DisplayEdit &edit);
    /// Whether a value that others share is to change there, or at the site alone.
    void ask(const DisplayEdit &edit, const EditTarget &target);

    const QString m_file;
    ProfileEditor *const m_editor;
    LiveEffect m_effect;
    EffectPanel *m_panel;
    QString m_text; ///< that was given to m_effect
    QString m_shownText; ///< that is shown: places of values are places in it
    DraftEffect m_shown; ///< of m_shownText
    std::optional<DisplayEdit> m_waiting; ///< until the newest text is shown
};
}
