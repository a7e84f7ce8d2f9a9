// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/profileeditor/additions.h"

#include "sessions/profiles/editing/livecheck.h"
#include "widgets/profileeditor/additiondialog.h"
#include "widgets/profileeditor/profileeditor.h"

#include <KActionMenu>
#include <KLocalizedString>

#include <QToolButton>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

Additions::Additions(ProfileEditor *editor, LiveCheck *check, QWidget *window)
    : QObject(window)
    , m_editor(editor)
    , m_check(check)
    , m_window(window)
    , m_menu(new KActionMenu(QIcon::fromTheme(u"list-add"_s), i18nc("@title:menu of what can be added to a profile", "Add"), this))
{
    m_menu->setPopupMode(QToolButton::InstantPopup);
    m_menu->setEnabled(false);
    addAction(Addition::Kind::Desktop, u"video-display"_s, i18nc("@action:inmenu", "Add Desktop…"), Qt::ALT | Qt::SHIFT | Qt::Key_D);
    addAction(Addition::Kind::Program, u"application-x-executable"_s, i18nc("@action:inmenu an X program", "Add Program…"), Qt::ALT | Qt::SHIFT | Qt::Key_P);
    addAction(Addition::Kind::Site, u"find-location"_s, i18nc("@action:inmenu", "Add Site…"), Qt::ALT | Qt::SHIFT | Qt::Key_S);
    connect(m_check, &LiveCheck::checked, this, [this] {
        m_menu->setEnabled(true);
        const QList<QAction *> actions = m_menu->menu()->actions();
        for (QAction *action : actions) {
            action->setEnabled(true);
        }
        // Shown only for facility.toml, because no other file defines sites.
        actions.last()->setVisible(m_check->draft().isFacility());
    });
}

void Additions::addAction(Addition::Kind kind, const QString &icon, const QString &text, const QKeySequence &key)
{
    auto *action = new QAction(QIcon::fromTheme(icon), text, this);
    action->setShortcut(key);
    action->setEnabled(false);
    connect(action, &QAction::triggered, this, [this, kind] {
        showDialog(kind);
    });
    m_menu->addAction(action);
    m_window->addAction(action); // an action of the window, so that its shortcut works
}

KActionMenu *Additions::menu() const
{
    return m_menu;
}

void Additions::showDialog(Addition::Kind kind)
{
    auto *dialog = new AdditionDialog(kind, m_check->draft(), m_editor->text(), m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        // Uses the present text, because the file may have been reloaded while the dialog was open.
        m_editor->insert(dialog->additionTo(m_editor->text()));
    });
    dialog->open();
}
}
