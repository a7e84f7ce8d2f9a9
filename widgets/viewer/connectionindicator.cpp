// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/connectionindicator.h"

#include "monitors/link/displaymonitor.h"
#include "monitors/link/linkmonitor.h"
#include "sessions/desktops/desktopsession.h"
#include "sessions/links/hop/link.h"
#include "widgets/displays/connectionlane.h"
#include "widgets/displays/figurespopup.h"
#include "widgets/viewer/chiprow.h"
#include "widgets/viewer/nightbar.h"
#include "widgets/viewer/ratebutton.h"
#include "widgets/wording/connectionwording.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QHBoxLayout>
#include <QLabel>

#include <utility>

namespace Nightdesk
{
ConnectionIndicator::ConnectionIndicator(QHBoxLayout *row, const ChipRow *chips, QWidget *strip)
    : QObject(strip)
    , m_strip(strip)
    , m_chips(chips)
    , m_word(new QLabel)
    , m_reason(new QLabel)
    , m_lane(new ConnectionLane)
    , m_rate(new RateButton)
{
    m_word->setAccessibleDescription(i18nc("@info accessible description", "State and round-trip time of the connection"));
    for (QLabel *label : {m_word, m_reason}) {
        label->setTextFormat(Qt::PlainText);
        label->setMinimumWidth(1); // the label may become narrower than its text; its tooltip has the full text
    }
    for (QWidget *widget : std::initializer_list<QWidget *>{m_word, m_reason, m_lane, m_rate}) {
        row->addWidget(widget);
        widget->setVisible(widget == m_word);
    }
    connect(m_rate, &QToolButton::clicked, this, &ConnectionIndicator::openFigures);
}

void ConnectionIndicator::showWhole()
{
    m_word->setText(m_indicator.text);
    m_rate->setVisible(m_shown && m_shown->state() == LinkState::Live);
    m_lane->setVisible(m_shown);
    m_reason->setVisible(!m_reason->text().isEmpty());
}

void ConnectionIndicator::setShort(bool isShort)
{
    m_word->setText(isShort && m_indicator.verdict ? ConnectionWording::word(m_indicator.verdict->level) : m_indicator.text);
}

QList<QWidget *> ConnectionIndicator::dispensable() const
{
    return {m_reason, m_rate, m_lane};
}

void ConnectionIndicator::setDesktops(const QList<DesktopSession *> &sessions)
{
    QList<Link *> links;
    for (const DesktopSession *session : sessions) {
        if (!links.contains(session->link())) {
            links.append(session->link());
        }
    }
    for (Link *link : std::as_const(m_links)) {
        if (!links.contains(link)) {
            link->disconnect(m_word);
            LinkMonitor::of(link)->disconnect(m_word);
        }
    }
    for (Link *link : std::as_const(links)) {
        if (!m_links.contains(link)) {
            const auto refresh = [this] {
                show();
            };
            connect(link, &Link::stateChanged, m_word, refresh);
            connect(LinkMonitor::of(link), &LinkMonitor::changed, m_word, refresh);
        }
    }
    m_links = links;
    show();
}

void ConnectionIndicator::show()
{
    // If one screen has several connections, only the worst is shown.
    Link *shown = nullptr;
    for (Link *link : std::as_const(m_links)) {
        if (!shown || Wording::mood(link->state()) != Wording::Mood::Good) {
            shown = link;
        }
    }
    m_word->setVisible(shown);
    m_lane->setLink(shown); // the toolbar decides whether it has room for the lane
    m_shown = shown;
    showRate();
    if (!shown) {
        m_rate->hide();
        m_lane->hide();
        m_reason->setText({});
        m_reason->hide();
        m_indicator = {};
        Q_EMIT told({});
        return;
    }
    const LinkState state = shown->state();
    const LinkMonitor *monitor = LinkMonitor::of(shown);
    const auto roundTrip = state == LinkState::Live ? monitor->history().roundTrip() : std::nullopt;
    Sign indicator{Wording::state(state), {}, state, monitor->verdict(), m_strip->palette().cacheKey()};
    if (indicator.verdict) {
        const QString word = ConnectionWording::word(indicator.verdict->level);
        const QString why = ConnectionWording::reason(*indicator.verdict, state);
        if (roundTrip) {
            indicator.text = QStringLiteral("%1 · %2").arg(word, Wording::roundTrip(*roundTrip, RoundTripLevel::Level::Ok));
            indicator.reason = why;
        } else if (!why.isEmpty()) {
            indicator.text = i18nc("@info:status of a connection: Fault, the reason", "%1: %2", word, why);
        }
    }
    m_word->setToolTip(indicator.verdict ? ConnectionWording::tip(*indicator.verdict, monitor->level(), state) : indicator.text);
    m_reason->setToolTip(m_word->toolTip());
    // Called once a second: without this check, a new layout and a color from the theme's file took a tenth of the time spent on a desktop's images.
    if (std::exchange(m_indicator, indicator) == indicator) {
        return;
    }
    m_reason->setText(indicator.reason);
    Q_EMIT told(indicator.text);
    QPalette colors = m_word->palette();
    colors.setColor(QPalette::WindowText,
                    NightBar::readable(m_strip->palette(), Wording::color(indicator.verdict ? Wording::mood(indicator.verdict->level) : Wording::mood(state))));
    m_word->setPalette(colors);
    m_reason->setPalette(colors);
    Q_EMIT changed();
}

void ConnectionIndicator::showRate()
{
    if (!m_shown) {
        return;
    }
    QString late;
    if (DesktopSession *current = m_chips->current()) {
        const DisplayHistory &history = DisplayMonitor::of(current)->history();
        if (const auto age = history.age(); age && history.isLate()) {
            late = Wording::duration(*age);
        }
    }
    m_rate->setFigures(Wording::rate(LinkMonitor::of(m_shown)->history().wireInPerSecond()), late);
}

void ConnectionIndicator::openFigures()
{
    DesktopSession *current = m_chips->current();
    if (m_shown) {
        (new FiguresPopup(m_shown, current && current->link() == m_shown ? current : nullptr, m_strip))->popUp(m_rate);
    }
}
}
