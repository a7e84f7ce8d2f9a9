// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/specialkeysmenu.h"

#include "widgets/input/specialkeys.h"
#include "widgets/view/remoteview.h"
#include "widgets/view/viewkeyboard.h"

#include <KLocalizedString>

#include <QIcon>

#include <utility>

namespace Nightdesk
{
SpecialKeysMenu::SpecialKeysMenu(std::function<RemoteView *()> findTargetView, QWidget *parent)
    : QMenu(i18nc("@title:menu keys that are sent to a desktop", "Send Keys"), parent)
    , m_findTargetView(std::move(findTargetView))
{
    setIcon(QIcon::fromTheme(QStringLiteral("input-keyboard")));
    for (const SpecialKey &key : specialKeys()) {
        addKeys(this, key.text, key.keysyms);
    }
    auto *consoles = addMenu(i18nc("@title:menu keys that choose a text console", "Ctrl+Alt+F1 to F12"));
    for (const SpecialKey &key : virtualConsoleKeys()) {
        addKeys(consoles, key.text, key.keysyms);
    }
    addSeparator();
    for (const SpecialKey &key : stickyModifierKeys()) {
        addStickyModifier(key.text, key.keysyms.first());
    }
    addSeparator();
    QAction *type = addAction(QIcon::fromTheme(QStringLiteral("edit-paste")), i18nc("@action:inmenu", "Type Clipboard Text"));
    type->setToolTip(i18nc("@info:tooltip", "Types the text key by key, for programs that cannot paste"));
    connect(type, &QAction::triggered, this, [this] {
        if (RemoteView *view = m_findTargetView()) {
            view->keyboard()->typeClipboard();
        }
    });
    const auto enable = [this, type] {
        const RemoteView *view = m_findTargetView();
        const bool canType = view && view->session() && view->session()->state() == SessionState::Live && !view->session()->isViewOnly();
        const QList<QAction *> all = actions();
        for (QAction *action : all) {
            action->setEnabled(canType);
        }
        type->setEnabled(canType && view->session()->allowsClipboardToServer());
    };
    connect(this, &QMenu::aboutToShow, this, enable);
    setToolTipsVisible(true);
}

void SpecialKeysMenu::addKeys(QMenu *menu, const QString &text, const QList<quint32> &keysyms)
{
    connect(menu->addAction(text), &QAction::triggered, this, [this, keysyms] {
        if (RemoteView *view = m_findTargetView()) {
            view->keyboard()->desktopInput()->typeKeys(keysyms);
        }
    });
}

void SpecialKeysMenu::addStickyModifier(const QString &text, quint32 keysym)
{
    QAction *action = addAction(text);
    action->setCheckable(true);
    connect(action, &QAction::triggered, this, [this, keysym](bool on) {
        if (RemoteView *view = m_findTargetView()) {
            view->keyboard()->desktopInput()->setStickyModifier(keysym, on);
        }
    });
    connect(this, &QMenu::aboutToShow, action, [this, action, keysym] {
        const RemoteView *view = m_findTargetView();
        action->setChecked(view && view->keyboard()->desktopInput()->isStickyModifier(keysym));
    });
}
}
