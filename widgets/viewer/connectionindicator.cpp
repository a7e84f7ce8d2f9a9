// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/connectionindicator.h"

#include "monitors/link/displaymonitor.h"
#include "monitors/link/linkmonitor.h"
#include "sessions/desktops/desktopsession.h"
#include "sessions/links/hop/link.h"
#include "widgets/common/plainlabel.h"
#include "widgets/common/widgetlook.h"
#include "widgets/displays/connectionhistorygraph.h"
#include "widgets/displays/figurespopup.h"
#include "widgets/viewer/chiprow.h"
#include "widgets/viewer/nightbar.h"
#include "widgets/viewer/ratebutton.h"
#include "widgets/wording/connectionwording.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QHBoxLayout>

#include <utility>

namespace Nightdesk
{
ConnectionIndicator::ConnectionIndicator(QHBoxLayout *row, const ChipRow *chips, QWidget *toolbar)
    : QObject(toolbar)
    , m_toolbar(toolbar)
    , m_chipRow(chips)
    , m_stateLabel(PlainLabel::create())
    , m_reasonLabel(PlainLabel::create())
    , m_historyGraph(new ConnectionHistoryGraph)
    , m_dataRateButton(new DataRateButton)
{
    m_stateLabel->setAccessibleDescription(i18nc("@info accessible description", "State and round-trip time of the connection"));
    for (QLabel *label : {m_stateLabel, m_reasonLabel}) {
        label->setMinimumWidth(1); // the label may become narrower than its text; its tooltip has the full text
    }
    for (QWidget *widget : std::initializer_list<QWidget *>{m_stateLabel, m_reasonLabel, m_historyGraph, m_dataRateButton}) {
        row->addWidget(widget);
        widget->setVisible(widget == m_stateLabel);
    }
    connect(m_dataRateButton, &QToolButton::clicked, this, &ConnectionIndicator::openFiguresPopup);
}

void ConnectionIndicator::showAllParts()
{
    m_stateLabel->setText(m_shownContent.text);
    m_dataRateButton->setVisible(m_shownLink && m_shownLink->state() == LinkState::Live);
    m_historyGraph->setVisible(m_shownLink);
    m_reasonLabel->setVisible(!m_reasonLabel->text().isEmpty());
}

void ConnectionIndicator::setShowsStateOnly(bool showsStateOnly)
{
    m_stateLabel->setText(showsStateOnly && m_shownContent.verdict ? ConnectionWording::levelName(m_shownContent.verdict->level) : m_shownContent.text);
}

QList<QWidget *> ConnectionIndicator::hideableWidgets() const
{
    return {m_reasonLabel, m_dataRateButton, m_historyGraph};
}

void ConnectionIndicator::setDesktops(const QList<DesktopSession *> &sessions)
{
    QList<Link *> links;
    for (const DesktopSession *session : sessions) {
        if (!links.contains(session->link())) {
            links.append(session->link());
        }
    }
    for (Link *link : std::as_const(m_desktopLinks)) {
        if (!links.contains(link)) {
            link->disconnect(m_stateLabel);
            LinkMonitor::of(link)->disconnect(m_stateLabel);
        }
    }
    for (Link *link : std::as_const(links)) {
        if (!m_desktopLinks.contains(link)) {
            const auto refresh = [this] {
                updateContent();
            };
            connect(link, &Link::stateChanged, m_stateLabel, refresh);
            connect(LinkMonitor::of(link), &LinkMonitor::figuresChanged, m_stateLabel, refresh);
        }
    }
    m_desktopLinks = links;
    updateContent();
}

void ConnectionIndicator::updateContent()
{
    // If one screen has several connections, only the worst is shown.
    Link *shown = nullptr;
    for (Link *link : std::as_const(m_desktopLinks)) {
        if (!shown || Wording::statusTone(link->state()) != Wording::StatusTone::Good) {
            shown = link;
        }
    }
    m_stateLabel->setVisible(shown);
    m_historyGraph->setLink(shown); // also while the toolbar hides the graph because it has too little room
    m_shownLink = shown;
    showDataRate();
    if (!shown) {
        m_dataRateButton->hide();
        m_historyGraph->hide();
        m_reasonLabel->setText({});
        m_reasonLabel->hide();
        m_shownContent = {};
        Q_EMIT stateTextChanged({});
        return;
    }
    const LinkState state = shown->state();
    const LinkMonitor *monitor = LinkMonitor::of(shown);
    const auto roundTrip = state == LinkState::Live ? monitor->history().roundTrip() : std::nullopt;
    Content indicator{Wording::state(state), {}, state, monitor->verdict(), m_toolbar->palette().cacheKey()};
    if (indicator.verdict) {
        const QString word = ConnectionWording::levelName(indicator.verdict->level);
        const QString why = ConnectionWording::reason(*indicator.verdict, state);
        if (roundTrip) {
            indicator.text = QStringLiteral("%1 · %2").arg(word, Wording::roundTrip(*roundTrip, RoundTripLevel::Level::Ok));
            indicator.reason = why;
        } else if (!why.isEmpty()) {
            indicator.text = i18nc("@info:status of a connection: Fault, the reason", "%1: %2", word, why);
        }
    }
    m_stateLabel->setToolTip(indicator.verdict ? ConnectionWording::tip(*indicator.verdict, monitor->level(), state) : indicator.text);
    m_reasonLabel->setToolTip(m_stateLabel->toolTip());
    // This is called every second, and changing the widgets is slow, so they are changed only if their content differs.
    if (std::exchange(m_shownContent, indicator) == indicator) {
        return;
    }
    m_reasonLabel->setText(indicator.reason);
    Q_EMIT stateTextChanged(indicator.text);
    const Wording::StatusTone tone = indicator.verdict ? Wording::statusTone(indicator.verdict->level) : Wording::statusTone(state);
    for (QLabel *label : {m_stateLabel, m_reasonLabel}) {
        WidgetLook::setTextColor(label, NightBar::readableColor(m_toolbar->palette(), Wording::color(tone)));
    }
    Q_EMIT sizeHintChanged();
}

void ConnectionIndicator::showDataRate()
{
    if (!m_shownLink) {
        return;
    }
    QString late;
    if (DesktopSession *current = m_chipRow->currentDesktop()) {
        const DisplayHistory &history = DisplayMonitor::of(current)->history();
        if (const auto age = history.imageAge(); age && history.isImageLate()) {
            late = Wording::duration(*age);
        }
    }
    m_dataRateButton->setRateAndAge(Wording::rate(LinkMonitor::of(m_shownLink)->history().wireBytesInPerSecond()), late);
}

void ConnectionIndicator::openFiguresPopup()
{
    DesktopSession *current = m_chipRow->currentDesktop();
    if (m_shownLink) {
        (new FiguresPopup(m_shownLink, current && current->link() == m_shownLink ? current : nullptr, m_toolbar))->popUpNextTo(m_dataRateButton);
    }
}
}
