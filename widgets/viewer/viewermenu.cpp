// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/viewermenu.h"

#include "sessions/desktops/desktopsession.h"
#include "sessions/profiles/format/desktopcolor.h"
#include "widgets/displays/showasmenu.h"
#include "widgets/view/nightindicators.h"
#include "widgets/view/specialkeysmenu.h"
#include "widgets/viewer/viewerwindow.h"

#include <KLocalizedString>

#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QPainter>
#include <QPixmap>
#include <QPointer>

#include <utility>

namespace Nightdesk
{
namespace
{
QIcon swatch(const QString &color)
{
    QPixmap pixmap(32, 32);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(color));
    painter.drawRect(4, 4, 24, 24);
    return QIcon(pixmap);
}

/// "Ctrl+Alt", with the platform's names of the keys.
QString modifierNames(Qt::KeyboardModifiers modifiers)
{
    QString text = QKeySequence(QKeyCombination(modifiers, Qt::Key_A)).toString(QKeySequence::NativeText);
    text.chop(2); // removes the "+A" of the example key at the end
    return text;
}
}

ViewerMenu::ViewerMenu(ViewerWindow *viewerWindow, QMenu *menu, QAction *viewOnly)
    : QObject(viewerWindow)
    , m_viewerWindow(viewerWindow)
    , m_viewerMenu(menu)
    , m_viewOnlyAction(viewOnly)
{
    addScalingActions();
    m_viewerMenu->addSeparator();
    m_viewerMenu->addAction(m_viewOnlyAction);
    m_specialKeysMenu = new SpecialKeysMenu(
        [viewerWindow] {
            return viewerWindow->currentView();
        },
        m_viewerMenu);
    m_viewerMenu->addMenu(m_specialKeysMenu);
    addColorMenu();
    m_moveToScreenMenu = m_viewerMenu->addMenu(QIcon::fromTheme(QStringLiteral("transform-move")), i18nc("@title:menu", "Move to Screen"));
    connect(m_moveToScreenMenu, &QMenu::triggered, this, [this](const QAction *action) {
        Q_EMIT m_viewerWindow->moveRequested(m_viewerWindow->currentDesktop(), action->data().toString());
    });
    m_actionAfterShowAs = m_viewerMenu->addSeparator();
    m_showAsTabsAction = m_viewerMenu->addAction(QIcon::fromTheme(QStringLiteral("tab-new")),
                                                 i18nc("@action:inmenu one desktop at a time instead of side by side", "Show Tabs Instead of Tiles"));
    m_showAsTabsAction->setCheckable(true);
    connect(m_showAsTabsAction, &QAction::triggered, m_viewerWindow, &ViewerWindow::setTabbed);
    add(i18nc("@action:inmenu", "Full Screen"), QStringLiteral("view-fullscreen"), ViewCommand::ToggleFullScreen)->setCheckable(true);
    QAction *reset = m_viewerMenu->addAction(QIcon::fromTheme(QStringLiteral("edit-reset")),
                                             i18nc("@action:inmenu of how the desktops are arranged on all screens", "Reset Layout"));
    connect(reset, &QAction::triggered, m_viewerWindow, &ViewerWindow::resetAllLooksRequested);
    m_viewerMenu->addSeparator();
    add(i18nc("@action:inmenu", "Show the Nightdesk Window"), QStringLiteral("window"), ViewCommand::ReleaseKeyboard);
    m_viewerMenu->addSeparator();
    QAction *end = m_viewerMenu->addAction(QIcon::fromTheme(QStringLiteral("system-log-out")), i18nc("@action:inmenu", "End Session…"));
    connect(end, &QAction::triggered, m_viewerWindow, &ViewerWindow::endNightRequested);
    // These commands have a key but no menu entry.
    for (const ViewCommand command :
         {ViewCommand::ToggleToolbar, ViewCommand::NextDesktop, ViewCommand::PreviousDesktop, ViewCommand::NextScreen, ViewCommand::PreviousScreen}) {
        connectCommand(new QAction(m_viewerWindow), command);
    }
    connect(m_viewerMenu, &QMenu::aboutToShow, this, &ViewerMenu::refreshMenu);
    setPrefs({});
}

QAction *ViewerMenu::add(const QString &text, const QString &icon, ViewCommand command)
{
    QAction *action = m_viewerMenu->addAction(QIcon::fromTheme(icon), text);
    connectCommand(action, command);
    return action;
}

void ViewerMenu::connectCommand(QAction *action, ViewCommand command)
{
    // makes the action's key work while no view has the focus; a view handles the key itself
    m_viewerWindow->addAction(action);
    m_actionOfCommand.insert(command, action);
    connect(action, &QAction::triggered, m_viewerWindow, [this, command] {
        m_viewerWindow->executeCommand(command);
    });
}

void ViewerMenu::addScalingActions()
{
    auto *group = new QActionGroup(this);
    group->setExclusionPolicy(QActionGroup::ExclusionPolicy::ExclusiveOptional); // neither is checked while the desktop is zoomed
    m_desktopActions = {
        group->addAction(add(i18nc("@action:inmenu", "Fit to the Screen"), QStringLiteral("zoom-fit-best"), ViewCommand::Fit)),
        group->addAction(add(i18nc("@action:inmenu", "Actual Size"), QStringLiteral("zoom-original"), ViewCommand::ActualSize)),
        add(i18nc("@action:inmenu", "Zoom In"), QStringLiteral("zoom-in"), ViewCommand::ZoomIn),
        add(i18nc("@action:inmenu", "Zoom Out"), QStringLiteral("zoom-out"), ViewCommand::ZoomOut),
        add(i18nc("@action:inmenu a magnifier around the pointer", "Show Magnifier"), QStringLiteral("zoom"), ViewCommand::ToggleMagnifier),
        add(i18nc("@action:inmenu figures on top of a desktop’s image", "Show Live Figures"), QStringLiteral("office-chart-line"), ViewCommand::ToggleFigures),
    };
    for (const ViewCommand command : {ViewCommand::Fit, ViewCommand::ActualSize, ViewCommand::ToggleMagnifier, ViewCommand::ToggleFigures}) {
        m_actionOfCommand[command]->setCheckable(true);
    }
    m_zoomPanHintAction = m_viewerMenu->addAction(QString());
    m_zoomPanHintAction->setEnabled(false); // disabled, because this entry only informs and does nothing
}

void ViewerMenu::addColorMenu()
{
    m_colorMenu = m_viewerMenu->addMenu(QIcon::fromTheme(QStringLiteral("color-picker")), i18nc("@title:menu of the border around a desktop", "Border Color"));
    const auto add = [this](const QString &text, const QIcon &icon, const std::optional<QString> &color) {
        QAction *action = m_colorMenu->addAction(icon, text);
        connect(action, &QAction::triggered, m_viewerWindow, [this, color] {
            m_viewerWindow->setColor(m_viewerWindow->currentDesktop(), color);
        });
    };
    add(i18nc("@action:inmenu of a border's color", "Color of the Profile"), {}, std::nullopt);
    add(i18nc("@action:inmenu of a border's color", "No Color"), {}, QString());
    m_colorMenu->addSeparator();
    for (const DesktopColor &color : desktopColors()) {
        add(color.title.toString(), swatch(QString(color.value)), QString(color.value));
    }
}

void ViewerMenu::setPrefs(const ViewPrefs &prefs)
{
    for (const auto &[command, action] : m_actionOfCommand.asKeyValueRange()) {
        action->setShortcut(prefs.keys.key(command));
    }
    m_zoomPanHintAction->setVisible(prefs.zoomPanModifiers != Qt::NoModifier);
    m_zoomPanHintAction->setText(
        i18nc("@info:inmenu %1: modifier keys, such as Ctrl+Alt", "%1 + wheel zooms, %1 + middle button pans", modifierNames(prefs.zoomPanModifiers)));
}

void ViewerMenu::setIndicators(NightIndicators *indicators)
{
    connect(m_viewerMenu, &QMenu::aboutToShow, indicators, [menu = m_viewerMenu, indicators, separator = QPointer<QAction>()]() mutable {
        for (QAction *action : indicators->keyActions()) {
            if (!menu->actions().contains(action)) {
                if (!separator) {
                    separator = menu->addSeparator();
                }
                menu->addAction(action);
            }
        }
    });
}

void ViewerMenu::setScreens(const QList<MoveTargetScreen> &screens)
{
    m_targetScreens = screens;
    m_moveToScreenMenu->clear();
    for (const MoveTargetScreen &screen : screens) {
        QString title = screen.title;
        QAction *action = m_moveToScreenMenu->addAction(title.replace(u'&', QStringLiteral("&&")));
        action->setData(screen.name);
        action->setEnabled(!screen.isCurrentScreen);
    }
}

void ViewerMenu::refreshMenu()
{
    const DesktopSession *current = m_viewerWindow->currentDesktop();
    for (QAction *action : std::as_const(m_desktopActions)) {
        action->setEnabled(current);
    }
    const RemoteView *view = m_viewerWindow->currentView();
    m_actionOfCommand[ViewCommand::Fit]->setChecked(view && view->scaling() == RemoteView::Scaling::Fit);
    m_actionOfCommand[ViewCommand::ActualSize]->setChecked(view && view->scaling() == RemoteView::Scaling::OneToOne);
    m_actionOfCommand[ViewCommand::ToggleMagnifier]->setChecked(view && view->isMagnifierShown());
    m_actionOfCommand[ViewCommand::ToggleFigures]->setChecked(view && view->showsFigures());
    m_actionOfCommand[ViewCommand::ToggleFullScreen]->setChecked(m_viewerWindow->isFullScreenViewerWindow());
    m_viewOnlyAction->setVisible(current);
    m_specialKeysMenu->menuAction()->setVisible(current);
    m_colorMenu->menuAction()->setVisible(current);
    m_moveToScreenMenu->menuAction()->setVisible(current && m_targetScreens.size() > 1);
    m_showAsTabsAction->setChecked(m_viewerWindow->isTabbed());
    m_showAsTabsAction->setVisible(m_viewerWindow->desktops().size() > 1);
    updateShowAsMenu();
}

/// Creates the Show As menu again, because the current desktop may have changed.
void ViewerMenu::updateShowAsMenu()
{
    delete std::exchange(m_displayModeMenu, nullptr);
    DesktopSession *current = m_viewerWindow->currentDesktop();
    if (!current || current->displayModes().all.size() < 2) {
        return;
    }
    m_displayModeMenu = new DisplayModeMenu(current, m_viewerMenu);
    m_viewerMenu->insertMenu(m_actionAfterShowAs, m_displayModeMenu);
    connect(m_displayModeMenu, &DisplayModeMenu::modeChosen, current, &Session::showAs);
}
}
