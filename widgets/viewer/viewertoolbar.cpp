// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/viewertoolbar.h"

#include "sessions/desktops/desktopsession.h"
#include "widgets/common/toolbarshade.h"
#include "widgets/view/clarityindicator.h"
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
ViewerToolbar::ViewerToolbar(const QString &screenName, QWidget *parent)
    : QWidget(parent)
{
    setScreenName(screenName);
    setAutoFillBackground(true);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(6, 1, 6, 1);
    row->setSpacing(10);
    m_chips = new ChipRow;
    connect(m_chips, &ChipRow::changed, this, &ViewerToolbar::fitChips);
    connect(m_chips, &ChipRow::dragged, this, &ViewerToolbar::desktopDragged);
    connect(m_chips, &ChipRow::dropped, this, &ViewerToolbar::desktopDropped);
    connect(m_chips, &ChipRow::chosen, this, [this](DesktopSession *session) {
        Q_EMIT desktopChosen(session);
        setCurrent(session);
    });
    connect(m_chips, &ChipRow::currentChanged, this, &ViewerToolbar::showCurrent);
    connect(m_chips, &ChipRow::viewOnlyChanged, this, [this](const DesktopSession *session) {
        if (session == current()) {
            m_viewOnly->setChecked(session->isViewOnly());
        }
    });
    row->addLayout(m_chips);
    m_noDesktop = new QLabel(i18nc("@info:status of a screen", "No desktop on this screen"));
    m_noDesktop->setMinimumWidth(1);
    row->addWidget(m_noDesktop);
    row->addStretch(1);

    m_drop = new QLabel(i18nc("@info:status a desktop is being dragged with the mouse", "Release to move the desktop here"));
    m_drop->setForegroundRole(QPalette::Highlight);
    m_drop->hide();
    row->addWidget(m_drop);

    m_asking = new QToolButton;
    m_asking->setIcon(QIcon::fromTheme(QStringLiteral("dialog-password")));
    m_asking->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_asking->setFocusPolicy(Qt::NoFocus); // the desktop keeps the keyboard until the button is clicked
    m_asking->setToolTip(i18nc("@info:tooltip", "Brings the Nightdesk window to the front, where you can answer"));
    m_asking->hide();
    connect(m_asking, &QToolButton::clicked, this, &ViewerToolbar::answerRequested);
    row->addWidget(m_asking);

    m_preloads = new PreloadChip;
    connect(m_preloads, &PreloadChip::changed, this, &ViewerToolbar::fitChips);
    row->addWidget(m_preloads);

    m_windows = new WindowChip;
    connect(m_windows, &QToolButton::clicked, this, &ViewerToolbar::troubleRequested);
    connect(m_windows, &WindowChip::changed, this, &ViewerToolbar::fitChips);
    row->addWidget(m_windows);

    m_keyboard = new KeyboardIndicator;
    connect(m_keyboard, &KeyboardIndicator::textChanged, this, &ViewerToolbar::keyboardReported);
    m_keyboard->setToolTip(i18nc("@info:tooltip", "Where what you type goes"));
    m_keyboard->hide();
    row->addWidget(m_keyboard);

    m_release = new QLabel;
    m_release->setMinimumWidth(1); // shrinks when even the shortest titles have no room
    row->addWidget(m_release);

    m_clarity = new ClarityIndicator;
    m_clarity->setForegroundRole(QPalette::WindowText); // the toolbar may be darkened
    row->addWidget(m_clarity);

    m_connection = new ConnectionIndicator(row, m_chips, this);
    connect(m_connection, &ConnectionIndicator::told, this, &ViewerToolbar::connectionReported);
    connect(m_connection, &ConnectionIndicator::changed, this, &ViewerToolbar::fitChips);

    m_viewOnly = new ViewOnlyAction(this);
    auto *viewOnly = new QToolButton;
    viewOnly->setDefaultAction(m_viewOnly);
    viewOnly->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    viewOnly->setAutoRaise(true);
    row->addWidget(viewOnly);
    m_viewOnlyButton = viewOnly;
    // Without displays there is no keyboard to release; without desktops there is nothing to make view-only.
    m_release->hide();
    m_clarity->hide();
    m_viewOnlyButton->hide();
    m_viewOnly->setEnabled(false); // disabled until there is a desktop
    connect(m_viewOnly, &QAction::triggered, this, [this](bool checked) {
        if (DesktopSession *session = current()) {
            session->setViewOnly(checked);
            m_viewOnly->setChecked(session->isViewOnly()); // a profile may forbid the change
        }
    });

    m_night = new NightBar;
    connect(m_night, &NightBar::resized, this, &ViewerToolbar::fitChips);
    row->addWidget(m_night);

    m_menu = new QMenu(this);
    const auto addShared = [this] {
        m_menu->addSeparator();
        SharedDesktops::addTo(m_menu, [this] {
            return current();
        });
    };
    QMetaObject::invokeMethod(this, addShared, Qt::QueuedConnection); // queued: these entries belong below those of the viewer window
    auto *menuButton = new QToolButton;
    menuButton->setIcon(QIcon::fromTheme(QStringLiteral("application-menu")));
    menuButton->setText(i18nc("@action:button", "Menu"));
    menuButton->setAccessibleName(i18nc("@info accessible name", "Menu of this screen"));
    menuButton->setToolTip(i18nc("@info:tooltip", "Menu of this screen"));
    menuButton->setMenu(m_menu);
    menuButton->setPopupMode(QToolButton::InstantPopup);
    menuButton->setAutoRaise(true);
    row->addWidget(menuButton);

    m_shade = new ToolbarShade(this);
}

void ViewerToolbar::setScreenName(const QString &screenName)
{
    setAccessibleName(i18nc("@info accessible name", "Toolbar of screen %1", screenName));
}

void ViewerToolbar::setDesktops(const QList<DesktopSession *> &sessions)
{
    m_chips->setDesktops(sessions);
    showKeyboard();
    m_noDesktop->setVisible(sessions.isEmpty());
    m_clarity->setVisible(!sessions.isEmpty());
    m_viewOnlyButton->setVisible(!sessions.isEmpty());
    m_connection->setDesktops(sessions);
    fitChips();
}

DesktopSession *ViewerToolbar::current() const
{
    return m_chips->current();
}

void ViewerToolbar::setCurrent(DesktopSession *session)
{
    m_chips->setCurrent(session);
}

void ViewerToolbar::showCurrent()
{
    const DesktopSession *session = current();
    m_clarity->setSession(current());
    m_viewOnly->setChecked(session && session->isViewOnly());
    m_viewOnly->setEnabled(session && !session->isAlwaysViewOnly());
}

void ViewerToolbar::setColour(const DesktopSession *session, const QColor &colour)
{
    m_chips->setColour(session, colour);
}

void ViewerToolbar::setTabbed(bool isTabbed)
{
    m_chips->setTabbed(isTabbed);
}

void ViewerToolbar::setDropHint(bool shown)
{
    m_drop->setVisible(shown);
    fitChips();
}

void ViewerToolbar::setReleaseKey(const QString &key, bool leadsHome)
{
    m_release->setText(leadsHome ? i18nc("@info:status the key that leads from a desktop to the main window", "%1: Nightdesk window", key)
                                 : i18nc("@info:status the key that leaves the keyboard grab", "%1 releases the keyboard", key));
    m_release->setToolTip(leadsHome ? i18nc("@info:tooltip", "%1 releases the keyboard and brings the Nightdesk window to the front", key) : QString());
}

void ViewerToolbar::setAsking(const QString &words)
{
    QString text = words;
    m_asking->setText(text.replace(u'&', QStringLiteral("&&")));
    m_asking->setAccessibleName(words);
    m_asking->setVisible(!words.isEmpty());
    if (!words.isEmpty()) {
        QAccessibleAnnouncementEvent said(m_asking, words);
        QAccessible::updateAccessibility(&said);
    }
    fitChips();
}

void ViewerToolbar::setKeyboard(const KeyboardWords &words)
{
    m_keyboard->setWords(words);
    fitChips();
}

/// The release key also works in an X program, so its label is visible then too.
void ViewerToolbar::showKeyboard()
{
    const QStringList displays = m_chips->keys() + m_windowKeys;
    m_keyboard->setDisplays(displays);
    m_chips->setKeyboardElsewhere(m_keyboard->isElsewhere());
    constexpr int narrow = 125; // characters: a small laptop at 200 % has no room; its tiles show who has the keyboard, and the image's quality
    m_isNarrow = width() < narrow * fontMetrics().averageCharWidth();
    m_keyboard->setVisible(!displays.isEmpty() && !m_isNarrow);
    m_release->setVisible(!displays.isEmpty() && !m_keyboard->isOther());
}

void ViewerToolbar::setWindows(const QList<WindowSession *> &windows)
{
    m_windowKeys.clear();
    for (const WindowSession *window : windows) {
        m_windowKeys.append(window->key());
    }
    showKeyboard();
    m_windows->setWindows(windows);
    m_preloads->setSessions(QList<Session *>(windows.begin(), windows.end()));
}

void ViewerToolbar::setIndicators(NightIndicators *indicators)
{
    m_indicators = indicators;
    m_night->setIndicators(indicators);
    if (!indicators) {
        return;
    }
    m_chips->setIndicators(indicators);
    const auto refresh = [this] {
        m_shade->setBrightness(m_indicators->brightness());
    };
    connect(indicators, &NightIndicators::changed, this, refresh);
    refresh();
}

QAction *ViewerToolbar::viewOnlyAction() const
{
    return m_viewOnly;
}

QMenu *ViewerToolbar::menu() const
{
    return m_menu;
}

int ViewerToolbar::takenByOthers(const QWidget *without) const
{
    int taken = layout()->contentsMargins().left() + layout()->contentsMargins().right();
    for (int i = 0; i < layout()->count(); ++i) {
        const QWidget *widget = layout()->itemAt(i)->widget();
        if (widget && widget != without && !widget->isHidden()) { // a hidden widget takes no spacing either
            taken += widget->sizeHint().width() + layout()->spacing();
        }
    }
    return taken;
}

void ViewerToolbar::fitNight()
{
    // Desktop buttons have priority over the optional clocks, which are hidden before anything else.
    m_night->setRoom(width() - takenByOthers(m_night) - layout()->spacing() - m_chips->whole());
}

void ViewerToolbar::fitChips()
{
    if (m_isFitting) {
        return; // showing or hiding a widget triggers a layout, which may call this function again
    }
    const QScopedValueRollback fitting(m_isFitting, true);
    m_connection->showWhole();
    showKeyboard();
    m_viewOnlyButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_windows->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    fitNight();
    m_clarity->setVisible(m_chips->desktopCount() > 0 && !m_isNarrow);
    // The tiles also show whether the image is lossless and who has the keyboard.
    const QList<QWidget *> dispensable = m_connection->dispensable() + QList<QWidget *>{m_clarity, m_keyboard};
    int taken = takenByOthers();
    const int needed = m_chips->needed();
    for (QToolButton *button : {m_viewOnlyButton, static_cast<QToolButton *>(m_windows)}) {
        // too little room (small laptop, long words): shows only icons; the notices on the image say the same
        if (width() - taken < needed) {
            button->setToolButtonStyle(Qt::ToolButtonIconOnly);
            taken = takenByOthers();
        }
    }
    for (QWidget *widget : dispensable) {
        if (width() - taken < needed) {
            widget->hide();
            taken = takenByOthers();
        }
    }
    const bool isTight = width() - taken < needed;
    m_connection->setShort(isTight);
    taken = takenByOthers();
    // the label of the release key is hidden last: without it, a user may not know how to leave the desktop
    if (width() - taken < needed) {
        m_release->hide();
        m_connection->setShort(false); // the connection's problem may have room now
        taken = takenByOthers();
        if (width() - taken < needed) {
            m_connection->setShort(true);
            taken = takenByOthers();
        }
    }
    m_chips->fit(width() - taken);
    // The minimum widths of titles and clocks depend on the style: checks the result.
    for (QWidget *widget : dispensable) {
        layout()->invalidate();
        if (layout()->totalSizeHint().width() > width()) {
            widget->hide();
        }
    }
    layout()->invalidate();
    if (layout()->totalSizeHint().width() > width()) {
        m_connection->setShort(true); // a cut reason would not be understandable
    }
}

void ViewerToolbar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) { // hiding or showing widgets changes only the height
        fitChips();
    }
}
}
