// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/editing/displayedit.h"
#include "sessions/profiles/editing/drafteffectupdater.h"

#include <QDockWidget>

namespace Nightdesk
{
class EffectPanel;
class ProfileEditor;

/// A dock widget next to the text of a profile. Shows the screens and values that are effective at a site. Child of the
/// window. GUI thread.
class EffectDock : public QDockWidget
{
    Q_OBJECT
public:
    /// @p file: the file being edited in @p editor, which must outlive this object.
    EffectDock(const QString &file, ProfileEditor *editor, QWidget *parent);

    /// @p text: the bytes in the editor. @p draft: the edited file and the other files of its facility, as they were last read.
    void setText(const Draft &draft, const QByteArray &text);

Q_SIGNALS:
    void goToRequested(const Nightdesk::SourcePlace &place); ///< the user wants to see @p place in this or another file
    /// The user changed a value that is in another file.
    void otherFileEditRequested(const Nightdesk::EditTarget &target, const QString &value);

private:
    void showEffect(const DraftEffect &effect);
    void applyEdit(const DisplayEdit &edit);
    void editAtSite(const DisplayEdit &edit);
    /// Asks whether to change a shared value in its own file, or only for this site.
    void askWhereToEdit(const DisplayEdit &edit, const EditTarget &target);

    const QString m_profilePath;
    ProfileEditor *const m_editor;
    DraftEffectUpdater m_effectUpdater;
    EffectPanel *m_effectPanel;
    QString m_textGivenToUpdater; ///< the text last given to m_effectUpdater
    QString m_shownText; ///< the text of the shown effect: positions of values refer to this text
    DraftEffect m_shownEffect; ///< the effect of the text in m_shownText
    std::optional<DisplayEdit> m_waitingEdit; ///< an edit that waits until the effect of the newest text is shown
};
}
