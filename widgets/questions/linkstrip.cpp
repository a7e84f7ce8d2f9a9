// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/questions/linkstrip.h"

#include "monitors/link/linkmonitor.h"
#include "sessions/common/displaytext.h"
#include "sessions/links/hop/link.h"
#include "widgets/common/plainlabel.h"
#include "widgets/common/widgetlook.h"
#include "widgets/displays/connectionhistorygraph.h"
#include "widgets/displays/figurespopup.h"
#include "widgets/displays/supportline.h"
#include "widgets/wording/figurewording.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace Nightdesk
{
namespace
{
/// A figure with its small title above it.
QLabel *addFigureLabel(QHBoxLayout *row, const QString &title, const QString &description)
{
    auto *column = new QVBoxLayout;
    column->setSpacing(0);
    auto *heading = new QLabel(title);
    heading->setForegroundRole(QPalette::PlaceholderText);
    WidgetLook::scaleFont(heading, 0.85);
    auto *value = new QLabel(Wording::rate({}));
    // the label's accessible name is the figure itself, so the title becomes its description
    value->setAccessibleDescription(description);
    value->setMinimumWidth(value->fontMetrics().averageCharWidth() * 11);
    value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(heading);
    column->addWidget(value);
    row->addLayout(column);
    return value;
}

QString layersText(const QList<RoundTripLayer> &layers)
{
    DurationFigure network{Certainty::Measured, std::chrono::microseconds(0), {}, {}, {}};
    DurationFigure queue;
    for (const RoundTripLayer &layer : layers) {
        if (layer.part == RoundTripLayer::Part::Queue) {
            queue = layer.figure;
        } else if (layer.part == RoundTripLayer::Part::Network) {
            network.certainty = std::max(network.certainty, layer.figure.certainty);
            network.now = network.now && layer.figure.now ? std::optional(*network.now + *layer.figure.now) : std::nullopt;
        }
    }
    return i18nc("@info:tooltip parts of the round-trip time",
                 "Network: %1; waiting in queues: %2",
                 FigureWording::time(network, network.now),
                 FigureWording::time(queue, queue.now));
}
}

LinkStatusPanel::LinkStatusPanel(Link *link, SupportDesk *support, QWidget *parent)
    : QFrame(parent)
    , m_link(link)
    , m_linkMonitor(LinkMonitor::of(link))
    , m_supportContactLabel(new SupportContactLabel(support))
{
    setFrameShape(QFrame::StyledPanel);
    setAccessibleName(i18nc("@info accessible name", "Connection to %1", link->target().spec.host));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(8, 4, 8, 4);
    column->setSpacing(2);
    auto *row = new QHBoxLayout;
    row->setSpacing(16);
    column->addLayout(row);
    column->addWidget(m_supportContactLabel);

    auto *names = new QVBoxLayout;
    names->setSpacing(0);
    m_instrumentLabel = PlainLabel::create();
    m_instrumentLabel->setForegroundRole(QPalette::PlaceholderText);
    m_instrumentLabel->setAccessibleDescription(i18nc("@info accessible description", "Instrument of this connection"));
    m_instrumentLabel->hide();
    names->addWidget(m_instrumentLabel);
    m_linkNameLabel = PlainLabel::create(link->target().spec.host);
    WidgetLook::setBold(m_linkNameLabel);
    m_stateLabel = PlainLabel::createWrapped(); // wrapped: the reason for a failure may be a long sentence, which must not widen the window
    m_stateLabel->setAccessibleDescription(i18nc("@info accessible description", "State of the connection"));
    names->addWidget(m_linkNameLabel);
    names->addWidget(m_stateLabel);
    row->addLayout(names, 2); // gets most of the width, so that a message about a link that does not answer fits on one line

    m_roundTripLabel = addFigureLabel(row, i18nc("@label of a number", "Round trip"), i18nc("@info accessible description", "Round-trip time"));
    m_historyGraph = new ConnectionHistoryGraph;
    m_historyGraph->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_historyGraph->setLink(link);
    row->addWidget(m_historyGraph, 1);
    m_receiveRateLabel =
        addFigureLabel(row, i18nc("@label of a number, bytes received", "In"), i18nc("@info accessible description", "Bytes received per second"));
    m_sendRateLabel = addFigureLabel(row, i18nc("@label of a number, bytes sent", "Out"), i18nc("@info accessible description", "Bytes sent per second"));
    m_compressionLabel =
        addFigureLabel(row, i18nc("@label of a number", "Compression"), i18nc("@info accessible description", "Compression ratio of the ssh connection"));

    m_figuresButton = new QToolButton;
    m_figuresButton->setIcon(QIcon::fromTheme(QStringLiteral("office-chart-bar-stacked")));
    m_figuresButton->setAutoRaise(true);
    m_figuresButton->setFocusPolicy(Qt::TabFocus);
    const QString layersTitle = i18nc("@info:tooltip", "Show the layers of the round-trip time and their sources");
    m_figuresButton->setToolTip(layersTitle);
    m_figuresButton->setAccessibleName(layersTitle);
    row->addWidget(m_figuresButton);
    connect(m_figuresButton, &QToolButton::clicked, this, [this] {
        if (m_link) {
            (new FiguresPopup(m_link, nullptr, this))->popUpNextTo(m_figuresButton);
        }
    });

    m_newConnectionButton = new QPushButton(i18nc("@action:button", "Open New Connection"));
    m_newConnectionButton->setToolTip(i18nc("@info:tooltip", "Opens a new connection next to the one that does not answer, and asks for your login"));
    m_newConnectionButton->setFocusPolicy(Qt::TabFocus); // a click must not take the focus from a desktop
    m_newConnectionButton->hide();
    row->addWidget(m_newConnectionButton);
    connect(m_newConnectionButton, &QPushButton::clicked, link, &Link::renewInteractively);

    m_silenceTimer.setInterval(std::chrono::seconds(1));
    connect(&m_silenceTimer, &QTimer::timeout, this, &LinkStatusPanel::showNotAnswering);
    const auto showAgain = [this] {
        showState(m_link->state());
    };
    connect(link, &Link::answeringChanged, this, showAgain);
    connect(link, &Link::connectionRenewed, this, showAgain);
    connect(link, &Link::renewalStartedOrEnded, this, [this, showAgain] {
        if (m_link->renewalState()) {
            m_renewalRefusal.reset();
        }
        showAgain();
    });
    connect(link, &Link::linkRenewalFailed, this, [this, showAgain](const Failure &failure) {
        if (failure.kind != FailureKind::Transient) {
            m_renewalRefusal = failure;
        }
        showAgain();
    });
    connect(link, &Link::stateChanged, this, &LinkStatusPanel::showState);
    connect(m_linkMonitor, &LinkMonitor::figuresChanged, this, &LinkStatusPanel::showLinkFigures);
    showState(link->state());
}

LinkStatusPanel::~LinkStatusPanel() = default;

void LinkStatusPanel::setInstrumentName(const QString &name)
{
    m_instrumentLabel->setText(displayText(name, 60));
    m_instrumentLabel->setVisible(!name.isEmpty());
    const QString host = m_link ? m_link->target().spec.host : QString();
    setAccessibleName(name.isEmpty()
                          ? i18nc("@info accessible name", "Connection to %1", host)
                          : i18nc("@info accessible name: a host, an instrument's name", "Connection to %1 for %2", host, m_instrumentLabel->text()));
}

void LinkStatusPanel::addQuestion(QWidget *bar)
{
    auto *column = qobject_cast<QVBoxLayout *>(layout());
    column->insertWidget(column->indexOf(m_supportContactLabel), bar);
    bar->show();
}

void LinkStatusPanel::removeQuestion(QWidget *bar)
{
    if (bar->isAncestorOf(focusWidget())) {
        setFocus(Qt::OtherFocusReason);
    }
    layout()->removeWidget(bar);
    bar->hide();
    bar->deleteLater(); // deleted later, because a signal of the bar may have called this function
}

void LinkStatusPanel::keyPressEvent(QKeyEvent *event)
{
    event->accept(); // discards keys that were typed for a bar that was removed meanwhile
}

void LinkStatusPanel::showNotAnswering()
{
    if (const auto since = m_link ? m_link->silentSince() : std::nullopt) {
        const auto silent = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - *since);
        const QString text = Wording::silence(silent, m_renewalRefusal ? std::nullopt : m_link->renewalState());
        m_stateLabel->setText(m_renewalRefusal ? i18nc("@info:status %1: no answer for 5 s", "%1 · login needed", text) : text);
        m_stateLabel->setToolTip(Wording::toolTip(m_renewalRefusal));
    }
}

void LinkStatusPanel::showState(LinkState state)
{
    const bool isSilent = m_link->silentSince().has_value();
    isSilent ? m_silenceTimer.start() : m_silenceTimer.stop();
    if (!isSilent) {
        m_renewalRefusal.reset();
    }
    // The button does not depend on renewalState(), which also returns a renewal that only waits for a hop.
    m_newConnectionButton->setVisible(isSilent && m_renewalRefusal);
    WidgetLook::setTextColor(m_stateLabel, Wording::color(isSilent ? Wording::StatusTone::Bad : Wording::statusTone(state)));
    const auto failure = m_link->lastFailure();
    QString text = Wording::state(state);
    if (state == LinkState::Closed && failure) {
        text = failure->what;
        if (failure->kind != FailureKind::Transient && !failure->advice.isEmpty()) {
            text += u'\n' + failure->advice; // shown here, because the displays' cards do not repeat the advice
        }
    }
    m_stateLabel->setText(text);
    m_stateLabel->setToolTip(Wording::toolTip(failure));
    showNotAnswering();
    if (state == LinkState::Closed && failure) {
        m_supportContactLabel->setHasFailure(true);
    } else if (state == LinkState::Live || state == LinkState::Idle) {
        // The contact is not hidden while Nightdesk connects again, because hiding it would change the height at each attempt.
        m_supportContactLabel->setHasFailure(false);
    }
    if (state == LinkState::Live) {
        const LinkFacts facts = m_link->facts();
        m_linkNameLabel->setText(facts.account);
        setToolTip(i18nc("@info:tooltip",
                         "<qt>%1, port %2 (%3)<br/>Server: %4<br/>Cipher: %5<br/>Host key: %6</qt>",
                         facts.account.toHtmlEscaped(),
                         QString::number(facts.port),
                         facts.address.toHtmlEscaped(),
                         facts.serverBanner.toHtmlEscaped(),
                         facts.cipher.toHtmlEscaped(),
                         facts.hostKeyFingerprint.toHtmlEscaped()));
        showLinkFigures();
    }
}

void LinkStatusPanel::showLinkFigures()
{
    const LinkHistory &history = m_linkMonitor->history();
    const auto roundTrip = history.roundTrip();
    const RoundTripLevel &level = m_linkMonitor->level();
    const bool isJudged = roundTrip && level.level() != RoundTripLevel::Level::Ok;
    const QString time = roundTrip ? Wording::duration(*roundTrip) : QString();
    const QString judged = level.level() == RoundTripLevel::Level::Fault ? i18nc("@info:status a round-trip time that is very long", "%1: Fault", time)
                                                                         : i18nc("@info:status a round-trip time that is long", "%1: Degraded", time);
    m_roundTripLabel->setText(isJudged ? judged : roundTrip ? Wording::duration(*roundTrip) : Wording::rate({}));
    QPalette colors = palette();
    if (isJudged) {
        colors.setColor(QPalette::WindowText, Wording::color(Wording::statusTone(level.level())));
    }
    m_roundTripLabel->setPalette(colors);
    m_roundTripLabel->setToolTip(roundTrip ? layersText(history.layers()) : QString());
    m_receiveRateLabel->setText(Wording::rate(history.wireBytesInPerSecond()));
    m_sendRateLabel->setText(Wording::rate(history.wireBytesOutPerSecond()));
    if (!m_link->isLive()) {
        m_compressionLabel->setText(Wording::rate({}));
    } else if (!m_link->facts().sshCompresses) {
        m_compressionLabel->setText(i18nc("@info:status ssh compression", "off"));
    } else {
        const auto ratio = history.totalCompressionRatio();
        m_compressionLabel->setText(ratio ? i18nc("@info:status a compression ratio", "%1 : 1", QLocale().toString(*ratio, 'f', 1))
                                          : i18nc("@info:status ssh compression", "on"));
    }
}
}
