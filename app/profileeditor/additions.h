// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/editing/addition.h"

#include <QObject>

class KActionMenu;

namespace Nightdesk
{
class LiveCheck;
class ProfileEditor;

/// The menu by which somebody who does not write TOML adds to the text of an editor. Child of the editor's window. GUI thread.
class Additions : public QObject
{
    Q_OBJECT
public:
    /// Both outlive it. @p check: of the editor's text; nothing can be added before its first answer.
    Additions(ProfileEditor *editor, LiveCheck *check, QWidget *window);

    KActionMenu *menu() const;
    /// Opens the form.
    void showDialog(Addition::Kind kind);

private:
    void addAction(Addition::Kind kind, const QString &icon, const QString &text, const QKeySequence &key);

    ProfileEditor *const m_editor;
    LiveCheck *const m_check;
    QWidget *const m_window;
    KActionMenu *m_menu;
};
}
