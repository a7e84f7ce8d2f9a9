// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stagestrip.h"

#include "sessions/desktops/desktopsession.h"
#include "sessions/links/link.h"
#include "widgets/nightbar.h"
#include "widgets/nightsigns.h"
#include "widgets/shareddesktops.h"
#include "widgets/stripshade.h"
#include "widgets/windowchip.h"
#include "widgets/wording.h"

#include <KLocalizedString>

#include <QAccessible>
#include <QAction>
#include <QDateTime>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPixmapCache>
#include <QTimeZone>
#include <QToolButton>

#include <algorithm>

namespace Nightdesk
{
namespace
{
/// A small round light in the mood's colour; the text beside it says the same in words.
QIcon light(const QColor &color, qreal ratio)
{
    constexpr int side = 10;
    // Qt keeps what it makes of each pixmap for a while: of a new one at each change of state that would be megabytes by the morning.
    const QString key = QStringLiteral("nightdesk-light-%1-%2").arg(color.rgba()).arg(ratio);
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap)) {
        return QIcon(pixmap);
    }
    pixmap = QPixmap(qRound(side * ratio), qRound(side * ratio));
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawEllipse(QRectF(1, 1, side - 2, side - 2));
    painter.end();
    QPixmapCache::insert(key, pixmap);
    return QIcon(pixmap);
}
}

StageStrip::StageStrip(const QString &screenName, QWidget *parent)
    : QWidget(parent)
{
    setScreenName(screenName);
    setAutoFillBackground(true);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(6, 1, 6, 1);
    row->setSpacing(10);
    m_chipRow = new QHBoxLayout;
    m_chipRow->setSpacing(4);
    row->addLayout(m_chipRow);
    row->addStretch(1);

    m_asking = new QToolButton;
    m_asking->setIcon(QIcon::fromTheme(QStringLiteral("dialog-password")));
    m_asking->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_asking->setFocusPolicy(Qt::NoFocus); // the keyboard stays with the desktop until this is clicked
    m_asking->setToolTip(i18nc("@info:tooltip", "Brings the Nightdesk window to the front, where it can be answered"));
    m_asking->hide();
    connect(m_asking, &QToolButton::clicked, this, &StageStrip::answerRequested);
    row->addWidget(m_asking);

    m_windows = new WindowChip;
    connect(m_windows, &QToolButton::clicked, this, &StageStrip::troubleRequested);
    connect(m_windows, &WindowChip::changed, this, &StageStrip::fitChips);
    row->addWidget(m_windows);

    m_release = new QLabel;
    m_release->setForegroundRole(QPalette::PlaceholderText);
    m_release->setMinimumWidth(1); // gives way where even the shortest titles have no room
    row->addWidget(m_release);

    m_link = new QLabel;
    m_link->setTextFormat(Qt::PlainText);
    m_link->setAccessibleDescription(i18nc("@info:whatsthis accessible description", "State and round-trip time of the link"));
    row->addWidget(m_link);

    m_viewOnly = new QAction(QIcon::fromTheme(QStringLiteral("view-visible")), i18nc("@action view-only: nothing is sent to the desktop", "View Only"), this);
    m_viewOnly->setCheckable(true);
    m_viewOnly->setToolTip(i18nc("@info:tooltip", "Only watch: neither keys nor mouse are sent to this desktop"));
    auto *viewOnly = new QToolButton;
    viewOnly->setDefaultAction(m_viewOnly);
    viewOnly->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    viewOnly->setAutoRaise(true);
    row->addWidget(viewOnly);
    m_viewOnlyButton = viewOnly;
    // A screen with X programs alone has nothing to leave and nothing to watch.
    m_release->hide();
    m_viewOnlyButton->hide();
    m_viewOnly->setEnabled(false); // until there is a desktop
    connect(m_viewOnly, &QAction::triggered, this, [this](bool checked) {
        if (m_current) {
            m_current->setViewOnly(checked);
            m_viewOnly->setChecked(m_current->isViewOnly()); // a profile may not let it go
        }
    });

    m_night = new NightBar;
    connect(m_night, &NightBar::resized, this, &StageStrip::fitChips);
    row->addWidget(m_night);

    m_menu = new QMenu(this);
    const auto addShared = [this] {
        m_menu->addSeparator();
        SharedDesktops::addTo(m_menu, [this] {
            return m_current;
        });
    };
    QMetaObject::invokeMethod(this, addShared, Qt::QueuedConnection); // below what the stage has in it
    auto *menuButton = new QToolButton;
    menuButton->setIcon(QIcon::fromTheme(QStringLiteral("application-menu")));
    menuButton->setText(i18nc("@action:button", "Menu"));
    menuButton->setAccessibleName(i18nc("@info:whatsthis accessible name", "Menu of this screen"));
    menuButton->setToolTip(i18nc("@info:tooltip", "Menu of this screen"));
    menuButton->setMenu(m_menu);
    menuButton->setPopupMode(QToolButton::InstantPopup);
    menuButton->setAutoRaise(true);
    row->addWidget(menuButton);

    m_shade = new StripShade(this);
}

void StageStrip::setScreenName(const QString &screenName)
{
    setAccessibleName(i18nc("@info:whatsthis accessible name", "Strip of screen %1", screenName));
}

void StageStrip::addDesktop(DesktopSession *session)
{
    auto *button = new QToolButton;
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setAutoRaise(true);
    button->setCheckable(true);
    button->setIconSize({10, 10});
    // Many desktops with long titles share a small monitor: the chips give way (fitChips), the clock and the menu stay.
    button->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    button->setMinimumWidth(button->iconSize().width() + 8);
    m_chipRow->addWidget(button);
    m_chips.append({session, button});
    m_release->show();
    m_viewOnlyButton->show();
    const auto refresh = [this, session, button] {
        refreshChip(session, button);
    };
    connect(session, &Session::stateChanged, button, refresh);
    connect(session, &DesktopSession::viewOnlyChanged, button, [this, session, refresh] {
        refresh();
        if (session == m_current) {
            m_viewOnly->setChecked(session->isViewOnly());
        }
    });
    connect(button, &QToolButton::clicked, this, [this, session] {
        Q_EMIT desktopChosen(session);
        setCurrent(session);
    });
    refresh();
    if (!m_links.contains(session->link())) {
        watchLink(session->link());
    }
    if (!m_current) {
        setCurrent(session);
    }
}

void StageStrip::setCurrent(DesktopSession *session)
{
    m_current = session;
    for (const Chip &chip : std::as_const(m_chips)) {
        chip.button->setChecked(chip.session == session && m_chips.size() > 1);
    }
    m_viewOnly->setChecked(session && session->isViewOnly());
    m_viewOnly->setEnabled(session && !session->isAlwaysViewOnly());
}

void StageStrip::setReleaseKey(const QString &key)
{
    m_release->setText(i18nc("@info:status the key that leaves the keyboard grab", "%1 leaves", key));
    m_release->setToolTip(i18nc("@info:tooltip", "%1 gives the keyboard back and brings the Nightdesk window to the front", key));
}

void StageStrip::setAsking(const QString &words)
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

void StageStrip::setWindows(const QList<WindowSession *> &windows)
{
    m_windows->setWindows(windows);
}

void StageStrip::setSigns(NightSigns *signs)
{
    m_signs = signs;
    m_night->setSigns(signs);
    if (!signs) {
        return;
    }
    connect(signs, &NightSigns::rungChanged, this, [this](const DesktopSession *session) {
        for (const Chip &chip : std::as_const(m_chips)) {
            if (chip.session == session) {
                refreshChip(chip.session, chip.button);
            }
        }
    });
    const auto refresh = [this] {
        m_shade->setBrightness(m_signs->brightness());
    };
    connect(signs, &NightSigns::changed, this, refresh);
    refresh();
}

QAction *StageStrip::viewOnlyAction() const
{
    return m_viewOnly;
}

QMenu *StageStrip::menu() const
{
    return m_menu;
}

void StageStrip::refreshChip(DesktopSession *session, QToolButton *chip)
{
    const SessionState state = session->state();
    chip->setIcon(light(Wording::color(Wording::mood(state)), devicePixelRatioF()));
    QString text = session->label();
    if (state != SessionState::Live) {
        text = i18nc("@info:status a desktop's title and its state", "%1: %2", text, Wording::state(state));
    } else if (session->isViewOnly()) {
        text = i18nc("@info:status a desktop's title, only watched", "%1 (view only)", text);
    }
    if (m_signs && m_signs->hasRung(session)) {
        chip->setIcon(QIcon::fromTheme(QStringLiteral("notifications")));
        text = i18nc("@info:status a desktop's title and state; its bell rang", "%1 rang", text);
    }
    chip->setAccessibleName(text);
    // The title first: the chip may have no room for it.
    const QString tip = session->failure() ? Wording::toolTip(session->failure()).replace(QStringLiteral("<qt>"), QStringLiteral("<qt>%1<br/>"))
                                           : QStringLiteral("<qt>%1</qt>");
    chip->setToolTip(tip.arg(text.toHtmlEscaped()));
    fitChips();
}

void StageStrip::fitNight()
{
    // Chips go before the clocks that can be missed, and those before nothing else.
    constexpr int aroundChip = 26;
    int taken = layout()->contentsMargins().left() + layout()->contentsMargins().right();
    for (int i = 0; i < layout()->count(); ++i) {
        const QWidget *widget = layout()->itemAt(i)->widget();
        taken += layout()->spacing() + (widget && widget != m_night && !widget->isHidden() ? widget->sizeHint().width() : 0);
    }
    for (const Chip &chip : std::as_const(m_chips)) {
        taken += chip.button->fontMetrics().horizontalAdvance(chip.button->accessibleName()) + aroundChip + m_chipRow->spacing();
    }
    m_night->setRoom(width() - taken);
}

void StageStrip::fitChips()
{
    fitNight();
    if (m_chips.isEmpty()) {
        return;
    }
    // The others keep their room, the release key too: who does not know it cannot get out.
    const auto takenByOthers = [this] {
        int taken = layout()->contentsMargins().left() + layout()->contentsMargins().right();
        for (int i = 0; i < layout()->count(); ++i) {
            const QLayoutItem *item = layout()->itemAt(i);
            taken += layout()->spacing() + (item->widget() && !item->widget()->isHidden() ? item->widget()->sizeHint().width() : 0);
        }
        return taken;
    };
    m_viewOnlyButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    int taken = takenByOthers();
    if (width() - taken < 90 * m_chips.size()) { // a small laptop, a language of long words: its eye says the same
        m_viewOnlyButton->setToolButtonStyle(Qt::ToolButtonIconOnly);
        taken = takenByOthers();
    }
    // The light and the button's margins, as the style has them.
    const QToolButton *first = m_chips.constFirst().button;
    const int around = qMax(26, first->sizeHint().width() - first->fontMetrics().size(Qt::TextShowMnemonic, first->text()).width());
    const auto count = static_cast<int>(m_chips.size());
    const int room = (width() - taken - m_chipRow->spacing() * (count - 1)) / count - around;
    int wanted = 0;
    for (const Chip &chip : std::as_const(m_chips)) {
        wanted += chip.button->fontMetrics().horizontalAdvance(chip.button->accessibleName());
    }
    for (const Chip &chip : std::as_const(m_chips)) {
        QString text = chip.button->accessibleName();
        if (wanted > room * count) { // else all fit, whoever is longer
            // The light and the tool tip tell the state.
            text = chip.button->fontMetrics().elidedText(chip.session->label(), Qt::ElideRight, std::max(room, 0));
        }
        text.replace(u'&', QStringLiteral("&&")); // a title's own, no shortcut
        if (chip.button->text() != text) {
            chip.button->setText(text);
        }
    }
}

void StageStrip::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitChips();
}

void StageStrip::watchLink(Link *link)
{
    m_links.append(link);
    connect(link, &Link::stateChanged, m_link, [this] {
        showLink();
    });
    connect(link, &Link::sampleTaken, m_link, [this, link](const LinkSample &sample) {
        m_roundTrips.insert(link, sample.sshRoundTrip);
        showLink();
    });
    showLink();
}

void StageStrip::showLink()
{
    // With several links on one screen the worst one is worth the room.
    const Link *shown = nullptr;
    for (const Link *link : std::as_const(m_links)) {
        if (!shown || Wording::mood(link->state()) != Wording::Mood::Good) {
            shown = link;
        }
    }
    if (!shown) {
        return;
    }
    const LinkState state = shown->state();
    const auto roundTrip = m_roundTrips.value(shown);
    m_link->setText(state == LinkState::Live && roundTrip ? i18nc("@info:status round-trip time", "RTT %1", Wording::duration(*roundTrip))
                                                          : Wording::state(state));
    QPalette colors = m_link->palette();
    colors.setColor(QPalette::WindowText, Wording::color(Wording::mood(state)));
    m_link->setPalette(colors);
    fitChips();
}
}
