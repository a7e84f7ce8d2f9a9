// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/displays/displayactions.h"

#include "widgets/displays/showasmenu.h"

#include <KLocalizedString>
#include <KMessageDialog>
#include <KStandardGuiItem>

#include <QAction>
#include <QActionGroup>
#include <QLabel>
#include <QMenu>
#include <QPushButton>

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;
using DisplayCommands::Command;

DisplayActions::DisplayActions(Session *session, QWidget *widget)
    : QObject(widget)
    , m_session(session)
    , m_parentWidget(widget)
    , m_menu(new QMenu(widget))
    , m_screensMenu(new QMenu(m_menu))
    , m_screenGroup(new QActionGroup(this))
    , m_screenName(session->screenName())
{
    m_menu->setToolTipsVisible(true);
    addCommandAction(Command::Open, u"media-playback-start"_s, [this] {
        Q_EMIT openRequested(m_session);
    });
    addCommandAction(Command::Show, u"go-up"_s, [this] {
        m_session->deiconify();
        Q_EMIT showRequested(m_session);
    });
    addCommandAction(Command::Iconify, u"window-minimize"_s, [this] {
        m_session->iconify();
    });
    QAction *move = m_menu->addMenu(m_screensMenu);
    move->setIcon(QIcon::fromTheme(u"video-display"_s));
    m_actionsByCommand.insert(Command::Move, move);
    if (session->displayModes().all.size() > 1) {
        m_displayModeMenu = new DisplayModeMenu(session, m_menu);
        m_menu->addMenu(m_displayModeMenu)->setIcon(QIcon::fromTheme(u"view-list-symbolic"_s));
        connect(m_displayModeMenu, &DisplayModeMenu::modeChosen, this, &DisplayActions::showAs);
    }
    m_menu->addSeparator();
    addCommandAction(Command::Restart, u"view-refresh"_s, [this] {
        runAfterConfirmation(i18nc("@title:window", "Restart the Program?"), KGuiItem(i18nc("@action:button", "Restart Program"), u"view-refresh"_s), [this] {
            m_session->restart();
        });
    });
    addCommandAction(Command::Close, u"window-close"_s, &DisplayActions::closeDisplay);
    m_menu->addSeparator();
    addCommandAction(Command::Traffic, u"view-statistics"_s, [this] {
        Q_EMIT trafficRequested(m_session);
    });
    connect(m_screenGroup, &QActionGroup::triggered, this, [this](const QAction *screen) {
        Q_EMIT moveRequested(m_session, screen->data().toString());
    });
    connect(m_menu, &QMenu::aboutToShow, this, [this] {
        for (QAction *screen : m_screenGroup->actions()) {
            // A display without a screen name is on the first screen.
            const QString current = m_screenName.isEmpty() ? m_screenNames.value(0) : m_screenName;
            screen->setChecked(screen->data().toString() == current);
        }
    });
    connect(session, &Session::stateChanged, this, &DisplayActions::refresh);
    connect(session, &Session::iconifiedChanged, this, &DisplayActions::refresh);
    connect(session, &Session::closingChanged, this, &DisplayActions::refresh);
    connect(session, &Session::labelChanged, this, &DisplayActions::refresh);
    refresh();
}

template<typename Slot>
void DisplayActions::addCommandAction(Command command, const QString &icon, Slot slot)
{
    QAction *action = m_menu->addAction(QIcon::fromTheme(icon), QString());
    connect(action, &QAction::triggered, this, slot);
    m_actionsByCommand.insert(command, action);
}

QAction *DisplayActions::action(Command command) const
{
    return m_actionsByCommand.value(command);
}

void DisplayActions::setScreens(const QStringList &names)
{
    m_screenNames = names;
    qDeleteAll(m_screenGroup->actions());
    for (const QString &name : names) {
        QAction *screen = m_screensMenu->addAction(QString(name).replace(u'&', "&&"_L1));
        screen->setData(name);
        screen->setCheckable(true);
        m_screenGroup->addAction(screen);
    }
    refresh();
}

void DisplayActions::setDisplayScreen(const QString &screenName)
{
    m_screenName = screenName.isEmpty() ? m_session->screenName() : screenName;
}

void DisplayActions::refresh()
{
    const DisplayCommands::DisplayFacts facts = DisplayCommands::factsOf(*m_session, static_cast<int>(m_screenNames.size()));
    for (const Command command : {Command::Open, Command::Show, Command::Iconify, Command::Restart, Command::Close, Command::Move, Command::Traffic}) {
        const DisplayCommands::CommandState verdict = DisplayCommands::stateOf(command, facts);
        action(command)->setText(verdict.text);
        action(command)->setToolTip(verdict.toolTipText);
        action(command)->setStatusTip(verdict.toolTipText);
        action(command)->setEnabled(verdict.isPossible);
    }
    if (m_displayModeMenu) {
        m_displayModeMenu->refresh();
    }
    m_menu->setAccessibleName(i18nc("@info accessible name, a display's title", "Actions for %1", m_session->label()));
    Q_EMIT actionsRefreshed();
}

void DisplayActions::closeDisplay()
{
    if (m_session->isClosing()) {
        m_session->close(); // the display is already closing, so the second click needs no question
        return;
    }
    runAfterConfirmation(i18nc("@title:window", "Close the Program?"), KGuiItem(i18nc("@action:button", "Close Program"), u"window-close"_s), [this] {
        m_session->close();
    });
}

void DisplayActions::showAs(Topology topology)
{
    runAfterConfirmation(i18nc("@title:window", "Restart the Program in Another Display Mode?"),
                         KGuiItem(i18nc("@action:button", "Restart Program"), u"view-refresh"_s),
                         [this, topology] {
                             m_session->showAs(topology);
                         });
}

void DisplayActions::runAfterConfirmation(const QString &title, const KGuiItem &button, const std::function<void()> &command)
{
    // Closing a desktop asks no question, because it does not end the desktop.
    const bool isDesktop = m_session->kind() == Session::Kind::Desktop || m_session->displayModes().ofProfile == Topology::Vnc
        || std::ranges::contains(m_session->displayModes().all, Topology::Vnc, &Session::DisplayMode::topology);
    const bool runs = m_session->state() == SessionState::Live || m_session->state() == SessionState::Starting;
    if (isDesktop || !runs) {
        command();
        return;
    }
    auto *dialog = new KMessageDialog(
        KMessageDialog::WarningContinueCancel,
        i18nc(
            "@info a display's title",
            "<qt>The program “%1” on the remote host is asked to end. After 5 seconds without a response Nightdesk ends it, and its unsaved data is lost.</qt>",
            m_session->label().toHtmlEscaped()),
        m_parentWidget);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setCaption(title);
    for (QLabel *label : dialog->findChildren<QLabel *>()) {
        if (!label->text().isEmpty()) {
            label->setWordWrap(true);
            // Lines of readable length instead of one line as wide as the screen.
            label->setMinimumWidth(label->fontMetrics().averageCharWidth() * 52);
        }
    }
    dialog->setButtons(button, KGuiItem(), KStandardGuiItem::cancel());
    for (QPushButton *one : dialog->findChildren<QPushButton *>()) {
        one->setAutoDefault(true); // Return presses the button that has the focus
        if (one->text() == KStandardGuiItem::cancel().text()) {
            one->setDefault(true);
            one->setFocus();
        }
    }
    connect(dialog, &QDialog::finished, this, [this, command](int result) {
        if (result == KMessageDialog::PrimaryAction && m_session->state() != SessionState::Ended) {
            command();
        }
    });
    dialog->open();
}
}
