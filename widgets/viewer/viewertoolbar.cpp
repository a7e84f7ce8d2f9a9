// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/viewertoolbar.h"

#include "sessions/desktops/desktopsession.h"
#include "widgets/common/toolbarshade.h"
#include "widgets/view/losslessindicator.h"
#include "widgets/view/nightindicators.h"
#include "widgets/view/shareddesktops.h"
#include "widgets/viewer/chiprow.h"
#include "widgets/viewer/connectionindicator.h"
#include "widgets/viewer/keyboardindicator.h"
#include "widgets/viewer/nightbar.h"
#include "widgets/viewer/preloadchip.h"
#include "widgets/viewer/viewonlyaction.h"
#include "widgets/viewer/windowchip.h"

#include <KLocalizedString>

#include <QAccessible>
#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QResizeEvent>
#include <QScopedValueRollback>
#include <QToolButton>

namespace Nightdesk
{
ViewerToolbar::ViewerToolbar(const QString &screenName)
{
    setScreenName(screenName);
    setAutoFillBackground(true);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(6, 1, 6, 1);
    row->setSpacing(10);
    m_chipRow = new ChipRow;
    connect(m_chipRow, &ChipRow::sizeHintChanged, this, &ViewerToolbar::fitChips);
    connect(m_chipRow, &ChipRow::desktopDragged, this, &ViewerToolbar::desktopDragged);
    connect(m_chipRow, &ChipRow::desktopDropped, this, &ViewerToolbar::desktopDropped);
    connect(m_chipRow, &ChipRow::desktopChosen, this, [this](DesktopSession *session) {
        Q_EMIT desktopChosen(session);
        setCurrent(session);
    });
    connect(m_chipRow, &ChipRow::currentDesktopChanged, this, &ViewerToolbar::showCurrentDesktop);
    connect(m_chipRow, &ChipRow::viewOnlyChanged, this, [this](const DesktopSession *session) {
        if (session == currentDesktop()) {
            m_viewOnlyAction->setChecked(session->isViewOnly());
        }
    });
    row->addLayout(m_chipRow);
    m_noDesktopLabel = new QLabel(i18nc("@info:status of a screen", "No desktop on this screen"));
    m_noDesktopLabel->setMinimumWidth(1);
    row->addWidget(m_noDesktopLabel);
    row->addStretch(1);

    m_dropHintLabel = new QLabel(i18nc("@info:status a desktop is being dragged with the mouse", "Release to move the desktop here"));
    m_dropHintLabel->setForegroundRole(QPalette::Highlight);
    m_dropHintLabel->hide();
    row->addWidget(m_dropHintLabel);

    m_showQuestionButton = new QToolButton;
    m_showQuestionButton->setIcon(QIcon::fromTheme(QStringLiteral("dialog-password")));
    m_showQuestionButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_showQuestionButton->setFocusPolicy(Qt::NoFocus); // the desktop keeps the keyboard until the button is clicked
    m_showQuestionButton->setToolTip(i18nc("@info:tooltip", "Brings the Nightdesk window to the front, where you can answer"));
    m_showQuestionButton->hide();
    connect(m_showQuestionButton, &QToolButton::clicked, this, &ViewerToolbar::showQuestionRequested);
    row->addWidget(m_showQuestionButton);

    m_preloadedProgramsChip = new PreloadedProgramsChip;
    connect(m_preloadedProgramsChip, &PreloadedProgramsChip::sizeHintChanged, this, &ViewerToolbar::fitChips);
    row->addWidget(m_preloadedProgramsChip);

    m_programProblemsChip = new ProgramProblemsChip;
    connect(m_programProblemsChip, &QToolButton::clicked, this, &ViewerToolbar::programProblemsRequested);
    connect(m_programProblemsChip, &ProgramProblemsChip::sizeHintChanged, this, &ViewerToolbar::fitChips);
    row->addWidget(m_programProblemsChip);

    m_keyboardIndicator = new KeyboardIndicator;
    connect(m_keyboardIndicator, &KeyboardIndicator::textChanged, this, &ViewerToolbar::keyboardTextChanged);
    m_keyboardIndicator->setToolTip(i18nc("@info:tooltip", "Where what you type goes"));
    m_keyboardIndicator->hide();
    row->addWidget(m_keyboardIndicator);

    m_keyboardReleaseKeyLabel = new QLabel;
    m_keyboardReleaseKeyLabel->setMinimumWidth(1); // shrinks when even the shortest titles have no room
    row->addWidget(m_keyboardReleaseKeyLabel);

    m_losslessIndicator = new LosslessIndicator;
    m_losslessIndicator->setForegroundRole(QPalette::WindowText); // this color is readable on a darkened toolbar too
    row->addWidget(m_losslessIndicator);

    m_connectionIndicator = new ConnectionIndicator(row, m_chipRow, this);
    connect(m_connectionIndicator, &ConnectionIndicator::stateTextChanged, this, &ViewerToolbar::connectionTextChanged);
    connect(m_connectionIndicator, &ConnectionIndicator::sizeHintChanged, this, &ViewerToolbar::fitChips);

    m_viewOnlyAction = new ViewOnlyAction(this);
    m_viewOnlyButton = new QToolButton;
    m_viewOnlyButton->setDefaultAction(m_viewOnlyAction);
    m_viewOnlyButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_viewOnlyButton->setAutoRaise(true);
    row->addWidget(m_viewOnlyButton);
    // Hidden at first: without displays there is no keyboard to release, and without desktops nothing to make view-only.
    m_keyboardReleaseKeyLabel->hide();
    m_losslessIndicator->hide();
    m_viewOnlyButton->hide();
    m_viewOnlyAction->setEnabled(false); // disabled until there is a desktop
    connect(m_viewOnlyAction, &QAction::triggered, this, [this](bool checked) {
        if (DesktopSession *session = currentDesktop()) {
            session->setViewOnly(checked);
            m_viewOnlyAction->setChecked(session->isViewOnly()); // shows the actual state, because a profile may forbid the change
        }
    });

    m_nightBar = new NightBar;
    connect(m_nightBar, &NightBar::sizeHintChanged, this, &ViewerToolbar::fitChips);
    row->addWidget(m_nightBar);

    m_viewerMenu = new QMenu(this);
    const auto addShared = [this] {
        m_viewerMenu->addSeparator();
        SharedDesktops::addActionsTo(m_viewerMenu, [this] {
            return currentDesktop();
        });
    };
    QMetaObject::invokeMethod(this, addShared, Qt::QueuedConnection); // queued: these entries belong below those of the viewer window
    auto *menuButton = new QToolButton;
    menuButton->setIcon(QIcon::fromTheme(QStringLiteral("application-menu")));
    menuButton->setText(i18nc("@action:button", "Menu"));
    menuButton->setAccessibleName(i18nc("@info accessible name", "Menu of this screen"));
    menuButton->setToolTip(i18nc("@info:tooltip", "Menu of this screen"));
    menuButton->setMenu(m_viewerMenu);
    menuButton->setPopupMode(QToolButton::InstantPopup);
    menuButton->setAutoRaise(true);
    row->addWidget(menuButton);

    m_darkeningLayer = new DarkeningLayer(this);
}

void ViewerToolbar::setScreenName(const QString &screenName)
{
    setAccessibleName(i18nc("@info accessible name", "Toolbar of screen %1", screenName));
}

void ViewerToolbar::setDesktops(const QList<DesktopSession *> &sessions)
{
    m_chipRow->setDesktops(sessions);
    updateKeyboardIndicator();
    m_noDesktopLabel->setVisible(sessions.isEmpty());
    m_losslessIndicator->setVisible(!sessions.isEmpty());
    m_viewOnlyButton->setVisible(!sessions.isEmpty());
    m_connectionIndicator->setDesktops(sessions);
    fitChips();
}

DesktopSession *ViewerToolbar::currentDesktop() const
{
    return m_chipRow->currentDesktop();
}

void ViewerToolbar::setCurrent(DesktopSession *session)
{
    m_chipRow->setCurrent(session);
}

void ViewerToolbar::showCurrentDesktop()
{
    const DesktopSession *session = currentDesktop();
    m_losslessIndicator->setSession(currentDesktop());
    m_viewOnlyAction->setChecked(session && session->isViewOnly());
    m_viewOnlyAction->setEnabled(session && !session->isAlwaysViewOnly());
}

void ViewerToolbar::setColor(const DesktopSession *session, const QColor &color)
{
    m_chipRow->setColor(session, color);
}

void ViewerToolbar::setTabbed(bool isTabbed)
{
    m_chipRow->setTabbed(isTabbed);
}

void ViewerToolbar::setDropHintShown(bool shown)
{
    m_dropHintLabel->setVisible(shown);
    fitChips();
}

void ViewerToolbar::setReleaseKey(const QString &key, bool showsMainWindow)
{
    m_keyboardReleaseKeyLabel->setText(showsMainWindow ? i18nc("@info:status the key that leads from a desktop to the main window", "%1: Nightdesk window", key)
                                                       : i18nc("@info:status the key that leaves the keyboard grab", "%1 releases the keyboard", key));
    m_keyboardReleaseKeyLabel->setToolTip(showsMainWindow ? i18nc("@info:tooltip", "%1 releases the keyboard and brings the Nightdesk window to the front", key)
                                                          : QString());
}

void ViewerToolbar::setOpenQuestionText(const QString &words)
{
    QString text = words;
    m_showQuestionButton->setText(text.replace(u'&', QStringLiteral("&&")));
    m_showQuestionButton->setAccessibleName(words);
    m_showQuestionButton->setVisible(!words.isEmpty());
    if (!words.isEmpty()) {
        QAccessibleAnnouncementEvent said(m_showQuestionButton, words);
        QAccessible::updateAccessibility(&said);
    }
    fitChips();
}

void ViewerToolbar::setKeyboardOwnerTexts(const KeyboardOwnerTexts &words)
{
    m_keyboardIndicator->setKeyboardOwnerTexts(words);
    fitChips();
}

/// The release key also works in an X program, so its label is visible then too.
void ViewerToolbar::updateKeyboardIndicator()
{
    const QStringList displays = m_chipRow->desktopSessionKeys() + m_programSessionKeys;
    m_keyboardIndicator->setDisplaysOnThisScreen(displays);
    m_chipRow->setKeyboardOnOtherScreen(m_keyboardIndicator->isKeyboardOnOtherScreen());
    constexpr int narrow = 125; // in characters; on a narrower toolbar (small laptop at 200 %), the tiles show who has the keyboard
    m_isNarrow = width() < narrow * fontMetrics().averageCharWidth();
    m_keyboardIndicator->setVisible(!displays.isEmpty() && !m_isNarrow);
    m_keyboardReleaseKeyLabel->setVisible(!displays.isEmpty() && !m_keyboardIndicator->isKeyboardOutsideDisplays());
}

void ViewerToolbar::setWindowSessions(const QList<WindowSession *> &windows)
{
    m_programSessionKeys.clear();
    for (const WindowSession *window : windows) {
        m_programSessionKeys.append(window->key());
    }
    updateKeyboardIndicator();
    m_programProblemsChip->setWindowSessions(windows);
    m_preloadedProgramsChip->setSessions(QList<Session *>(windows.begin(), windows.end()));
}

void ViewerToolbar::setIndicators(NightIndicators *indicators)
{
    m_nightBar->setIndicators(indicators);
    m_chipRow->setIndicators(indicators);
    const auto refresh = [this, indicators] {
        m_darkeningLayer->setBrightness(indicators->brightness());
    };
    connect(indicators, &NightIndicators::indicatorsChanged, this, refresh);
    refresh();
}

int ViewerToolbar::widthOfOtherWidgets(const QWidget *excluded) const
{
    int taken = layout()->contentsMargins().left() + layout()->contentsMargins().right();
    for (int i = 0; i < layout()->count(); ++i) {
        const QWidget *widget = layout()->itemAt(i)->widget();
        if (widget && widget != excluded && !widget->isHidden()) { // a hidden widget takes no spacing either
            taken += widget->sizeHint().width() + layout()->spacing();
        }
    }
    return taken;
}

void ViewerToolbar::fitNightBar()
{
    // Desktop buttons have priority over the optional clocks, which are hidden before anything else.
    m_nightBar->setMaxWidth(width() - widthOfOtherWidgets(m_nightBar) - layout()->spacing() - m_chipRow->fullWidth());
}

void ViewerToolbar::fitChips()
{
    if (m_isFittingChips) {
        return; // showing or hiding a widget triggers a layout, which may call this function again
    }
    const QScopedValueRollback fitting(m_isFittingChips, true);
    m_connectionIndicator->showAllParts();
    updateKeyboardIndicator();
    m_viewOnlyButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_programProblemsChip->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    fitNightBar();
    m_losslessIndicator->setVisible(m_chipRow->desktopCount() > 0 && !m_isNarrow);
    // These widgets are hidden first if there is too little room: the titles of the desktops also show lossless images and the keyboard's owner.
    const QList<QWidget *> hideableWidgets = m_connectionIndicator->hideableWidgets() + QList<QWidget *>{m_losslessIndicator, m_keyboardIndicator};
    const auto isTight = [this, neededWidth = m_chipRow->neededWidth()] {
        return width() - widthOfOtherWidgets() < neededWidth;
    };
    for (QToolButton *button : {m_viewOnlyButton, static_cast<QToolButton *>(m_programProblemsChip)}) {
        // too little room (small laptop, long words): shows only icons; the notices on the image say the same
        if (isTight()) {
            button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        }
    }
    for (QWidget *widget : hideableWidgets) {
        if (isTight()) {
            widget->hide();
        }
    }
    m_connectionIndicator->setShowsStateOnly(isTight());
    // the label of the release key is hidden last: without it, a user may not know how to leave the desktop
    if (isTight()) {
        m_keyboardReleaseKeyLabel->hide();
        m_connectionIndicator->setShowsStateOnly(false); // the hidden label may leave enough room for the connection's problem
        m_connectionIndicator->setShowsStateOnly(isTight());
    }
    m_chipRow->fitChips(width() - widthOfOtherWidgets());
    // The minimum widths of titles and clocks depend on the style, so the toolbar may still be too wide: hides more widgets until it fits.
    for (QWidget *widget : hideableWidgets) {
        layout()->invalidate();
        if (layout()->totalSizeHint().width() > width()) {
            widget->hide();
        }
    }
    layout()->invalidate();
    if (layout()->totalSizeHint().width() > width()) {
        m_connectionIndicator->setShowsStateOnly(true); // a problem's text that is cut off would not be understandable
    }
}

void ViewerToolbar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) { // not for a change of the height, which hiding or showing widgets causes
        fitChips();
    }
}
}
