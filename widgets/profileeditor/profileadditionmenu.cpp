// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/profileeditor/profileadditionmenu.h"

#include "sessions/profiles/editing/draftchecker.h"
#include "widgets/profileeditor/additiondialog.h"
#include "widgets/profileeditor/profileeditor.h"

#include <KActionMenu>
#include <KLocalizedString>

#include <QToolButton>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

ProfileAdditionMenu::ProfileAdditionMenu(ProfileEditor *editor, DraftChecker *check, QWidget *window)
    : QObject(window)
    , m_editor(editor)
    , m_draftChecker(check)
    , m_parentWindow(window)
    , m_menu(new KActionMenu(QIcon::fromTheme(u"list-add"_s), i18nc("@title:menu of what can be added to a profile", "Add"), this))
{
    m_menu->setPopupMode(QToolButton::InstantPopup);
    m_menu->setEnabled(false);
    addAction(TomlAddition::Kind::Desktop, u"video-display"_s, i18nc("@action:inmenu", "Add Desktop…"), Qt::ALT | Qt::SHIFT | Qt::Key_D);
    addAction(TomlAddition::Kind::Program,
              u"application-x-executable"_s,
              i18nc("@action:inmenu an X program", "Add Program…"),
              Qt::ALT | Qt::SHIFT | Qt::Key_P);
    addAction(TomlAddition::Kind::Site, u"find-location"_s, i18nc("@action:inmenu", "Add Site…"), Qt::ALT | Qt::SHIFT | Qt::Key_S);
    connect(m_draftChecker, &DraftChecker::checked, this, [this] {
        m_menu->setEnabled(true);
        const QList<QAction *> actions = m_menu->menu()->actions();
        for (QAction *action : actions) {
            action->setEnabled(true);
        }
        // Shown only for facility.toml, because no other file defines sites.
        actions.last()->setVisible(m_draftChecker->draft().isFacilityFile());
    });
}

void ProfileAdditionMenu::addAction(TomlAddition::Kind kind, const QString &icon, const QString &text, const QKeySequence &key)
{
    auto *action = new QAction(QIcon::fromTheme(icon), text, this);
    action->setShortcut(key);
    action->setEnabled(false);
    connect(action, &QAction::triggered, this, [this, kind] {
        showDialog(kind);
    });
    m_menu->addAction(action);
    m_parentWindow->addAction(action); // an action of the window, so that its shortcut works
}

KActionMenu *ProfileAdditionMenu::menu() const
{
    return m_menu;
}

void ProfileAdditionMenu::showDialog(TomlAddition::Kind kind)
{
    auto *dialog = new AdditionDialog(kind, m_draftChecker->draft(), m_editor->text(), m_parentWindow);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        // Uses the present text, because the file may have been reloaded while the dialog was open.
        m_editor->insertAddition(dialog->additionTo(m_editor->text()));
    });
    dialog->open();
}
}
