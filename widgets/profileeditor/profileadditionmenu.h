// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/editing/tomladdition.h"

#include <QObject>

class KActionMenu;

namespace Nightdesk
{
class DraftChecker;
class ProfileEditor;

/// A menu for users who do not write TOML: adds parts to the text of an editor by means of forms. Child of the editor's
/// window. GUI thread.
class ProfileAdditionMenu : public QObject
{
    Q_OBJECT
public:
    /// @p editor and @p check outlive this object. @p check: checks the editor's text; nothing can be added before its first
    /// result.
    ProfileAdditionMenu(ProfileEditor *editor, DraftChecker *check, QWidget *window);

    KActionMenu *menu() const;
    /// Opens the form for @p kind.
    void showDialog(TomlAddition::Kind kind);

private:
    void addAction(TomlAddition::Kind kind, const QString &icon, const QString &text, const QKeySequence &key);

    ProfileEditor *const m_editor;
    DraftChecker *const m_draftChecker;
    QWidget *const m_parentWindow;
    KActionMenu *m_menu;
};
}
