// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/displays/founddesktoplist.h"

#include "widgets/common/plainlabel.h"
#include "widgets/common/plaintooltip.h"
#include "widgets/common/widgetlook.h"
#include "widgets/wording/foundwording.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>
#include <KSqueezedTextLabel>

#include <QComboBox>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace Nightdesk
{
FoundDesktopList::FoundDesktopList(Discovery *discovery)
    : m_discovery(discovery)
    , m_summaryLabel(PlainLabel::createWrapped())
    , m_refreshButton(new QPushButton(QIcon::fromTheme(QStringLiteral("view-refresh")), QString()))
    , m_rowLayout(new QVBoxLayout)
    , m_problemLabel(PlainLabel::createWrapped())
{
    const QString host = discovery->link()->target().spec.host;
    setFrameShape(QFrame::StyledPanel);
    setAccessibleName(i18nc("@info accessible name, a host", "Desktops found on %1", host));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(10, 6, 10, 6);
    column->setSpacing(4);
    auto *head = new QHBoxLayout;
    head->setSpacing(8);
    auto *title = new KSqueezedTextLabel(i18nc("@title desktops that run on a host", "On %1", host));
    title->setTextFormat(Qt::PlainText);
    new PlainToolTip(title);
    title->setTextElideMode(Qt::ElideRight);
    title->setAccessibleName(i18nc("@info accessible name, desktops that run on a host", "On %1", host));
    WidgetLook::setBold(title);
    head->addWidget(title);
    head->addWidget(m_summaryLabel, 1);
    head->addWidget(m_refreshButton);
    column->addLayout(head);
    m_rowLayout->setSpacing(2);
    column->addLayout(m_rowLayout);
    m_problemLabel->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_problemLabel->setAccessibleDescription(i18nc("@info accessible description, a host", "Problems in the answer of %1", host));
    column->addWidget(m_problemLabel);
    connect(m_refreshButton, &QPushButton::clicked, this, &FoundDesktopList::refreshOrReconnect);
    connect(discovery, &Discovery::runningChanged, this, &FoundDesktopList::refresh);
    connect(discovery, &Discovery::outcomeChanged, this, &FoundDesktopList::refresh);
    connect(discovery->link(), &Link::stateChanged, this, &FoundDesktopList::refresh);
    refresh();
}

Link *FoundDesktopList::link() const
{
    return m_discovery ? m_discovery->link() : nullptr;
}

void FoundDesktopList::setDesktopsWithDisplay(const QList<DesktopAddress> &known)
{
    if (m_desktopsWithDisplay != known) {
        m_desktopsWithDisplay = known;
        refresh();
    }
}

void FoundDesktopList::setScreens(const QStringList &names)
{
    m_screenNames = names;
    m_rowDesktops.clear(); // cleared, so that the rows are made again with the new screens
    refresh();
}

QList<FoundDesktop> FoundDesktopList::offeredDesktops() const
{
    QList<FoundDesktop> result = m_discovery->outcome() ? m_discovery->outcome()->report.foundDesktops : QList<FoundDesktop>();
    result.removeIf([this](const FoundDesktop &desktop) {
        return std::ranges::any_of(m_desktopsWithDisplay, [&desktop](const DesktopAddress &known) {
            return DiscoverReader::areSameAddress(known, desktop.address);
        });
    });
    return result;
}

void FoundDesktopList::refreshOrReconnect()
{
    if (m_discovery && m_discovery->link()->state() == LinkState::Closed) {
        Q_EMIT reconnectRequested(m_discovery->link());
    } else if (m_discovery) {
        m_discovery->refresh();
    }
}

void FoundDesktopList::refresh()
{
    if (!m_discovery) {
        return;
    }
    const std::optional<DiscoverOutcome> outcome = m_discovery->outcome();
    const QList<FoundDesktop> offers = offeredDesktops();
    const bool isLinkLive = m_discovery->isLinkLive();
    m_summaryLabel->setText(FoundWording::summary(outcome, m_discovery->isRunning(), isLinkLive, offers.size()));
    // The button is not disabled during the search, because the keyboard focus would then jump elsewhere.
    const bool isClosed = m_discovery->link()->state() == LinkState::Closed;
    const QString host = m_discovery->link()->target().spec.host;
    m_refreshButton->setText(isClosed ? i18nc("@action:button a connection", "Reconnect")
                                      : i18nc("@action:button lists the desktops of a host again", "Refresh List"));
    m_refreshButton->setAccessibleName(isClosed ? i18nc("@info accessible name, a host", "Reconnect to %1", host)
                                                : i18nc("@info accessible name, a host", "Refresh the list of desktops on %1", host));
    m_refreshButton->setEnabled(isLinkLive || isClosed);
    m_refreshButton->setToolTip(isLinkLive ? i18nc("@info:tooltip", "Asks the host again which desktops are running")
                                           : i18nc("@info:tooltip why not", "Nightdesk is not connected to this host"));
    const QStringList trouble = outcome ? FoundWording::problems(*outcome) : QStringList();
    m_problemLabel->setText(trouble.join(QLatin1Char('\n')));
    m_problemLabel->setVisible(!trouble.isEmpty());
    const bool isBad = outcome && FoundWording::isProblemSerious(*outcome);
    WidgetLook::setTextColor(m_problemLabel, isBad ? Wording::color(Wording::StatusTone::Busy) : palette().color(QPalette::PlaceholderText));
    if (std::exchange(m_rowDesktops, offers) == offers && m_rowLayout->count() == offers.size()) {
        return; // the rows stay, because the user may be choosing a screen in one of them
    }
    while (QLayoutItem *item = m_rowLayout->takeAt(0)) {
        if (QWidget *row = item->widget()) {
            row->hide(); // hidden now and deleted later, because the row's button may be the signal's sender
            row->deleteLater();
        }
        delete item;
    }
    for (const FoundDesktop &desktop : offers) {
        addRow(desktop);
    }
}

void FoundDesktopList::addRow(const FoundDesktop &desktop)
{
    const QString name = FoundWording::name(desktop);
    auto *row = new QWidget;
    auto *parts = new QHBoxLayout(row);
    parts->setContentsMargins(12, 0, 0, 0);
    parts->setSpacing(8);
    parts->addWidget(PlainLabel::createWrapped(name), 1);
    QComboBox *screens = nullptr;
    if (m_screenNames.size() > 1) {
        screens = new QComboBox;
        screens->addItems(m_screenNames);
        screens->setAccessibleName(i18nc("@info accessible name, a desktop", "Screen for %1", name));
        screens->setToolTip(i18nc("@info:tooltip", "Screen on which the desktop opens"));
        screens->setFocusPolicy(Qt::StrongFocus); // not focused by the wheel, because the wheel scrolls the list
        parts->addWidget(screens);
    }
    auto *open = new QPushButton(i18nc("@action:button opens a desktop", "Open Desktop"));
    open->setAccessibleName(i18nc("@info accessible name, a desktop", "Open %1", name));
    open->setToolTip(i18nc("@info:tooltip", "Shows the desktop on this screen for this night"));
    parts->addWidget(open);
    connect(open, &QPushButton::clicked, this, [this, desktop, screens] {
        if (m_discovery) {
            Q_EMIT openRequested(m_discovery->link(), desktop, screens ? screens->currentText() : m_screenNames.value(0));
        }
    });
    m_rowLayout->addWidget(row);
}
}
