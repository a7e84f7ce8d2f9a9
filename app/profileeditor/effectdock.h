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

/// A dock widget next to the text of a profile: shows the effective screens and values at a site. Child of the window. GUI thread.
class EffectDock : public QDockWidget
{
    Q_OBJECT
public:
    /// @p file: the file being edited in @p editor, which must outlive this.
    EffectDock(const QString &file, ProfileEditor *editor, QWidget *parent);

    /// Sets the text and its checked form @p draft.
    void setText(const Draft &draft, const QByteArray &text);

Q_SIGNALS:
    void goToRequested(const Nightdesk::SourcePlace &place); ///< a place in this or another file
    /// A value in another file is to be changed.
    void foreignEdited(const Nightdesk::EditTarget &target, const QString &value);

private:
    void showEffect(const DraftEffect &effect);
    void edit(const DisplayEdit &edit);
    void editAtSite(const DisplayEdit &edit);
    /// Asks whether to change a shared value in its own file, or only for this site.
    void ask(const DisplayEdit &edit, const EditTarget &target);

    const QString m_file;
    ProfileEditor *const m_editor;
    LiveEffect m_effect;
    EffectPanel *m_panel;
    QString m_text; ///< the text last given to m_effect
    QString m_shownText; ///< the text of the shown effect: positions of values refer to this text
    DraftEffect m_shown; ///< effect of m_shownText
    std::optional<DisplayEdit> m_waiting; ///< an edit that waits until the effect of the newest text is shown
};
}
