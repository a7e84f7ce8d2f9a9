// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/displays/sessioncard.h"

#include "sessions/apps/appsession.h"
#include "sessions/common/facts.h"
#include "sessions/display/occupied.h"
#include "sessions/profiles/format/keytable.h"
#include "sessions/xwindows/windowsession.h"
#include "widgets/common/plainlabel.h"
#include "widgets/common/plaintooltip.h"
#include "widgets/common/themeicon.h"
#include "widgets/common/widgetlook.h"
#include "widgets/displays/displayactions.h"
#include "widgets/displays/displaythumbnail.h"
#include "widgets/displays/sessionanswerbuttons.h"
#include "widgets/displays/startstepsbar.h"
#include "widgets/displays/supportline.h"
#include "widgets/traffic/trafficline.h"
#include "widgets/view/losslessindicator.h"
#include "widgets/wording/preloadwording.h"
#include "widgets/wording/windowwording.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>
#include <KSqueezedTextLabel>

#include <QAction>
#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace Nightdesk
{
using DisplayCommands::Command;

SessionCard::SessionCard(Session *session, SupportDesk *support)
    : m_session(session)
    , m_windowSession(qobject_cast<WindowSession *>(session))
    , m_preloadState(PreloadState::of(session))
    , m_displayActions(new DisplayActions(session, this))
    , m_answerButtons(new SessionAnswerButtons(session))
    , m_supportContactLabel(new SupportContactLabel(support))
{
    setFrameShape(QFrame::StyledPanel);
    setFocusPolicy(Qt::StrongFocus);
    auto *whole = new QHBoxLayout(this);
    whole->setContentsMargins(8, 6, 10, 6);
    whole->setSpacing(10);
    auto *image = new DisplayThumbnail(session);
    m_accessibleNames.addDescription(image, ki18nc("@info accessible description, a display's title", "Image of %1"));
    image->setMinimumWidth(1); // may become narrow, for a laptop with a scale of 200 %
    whole->addWidget(image, 0, Qt::AlignTop);
    m_columnLayout = new QVBoxLayout;
    m_columnLayout->setSpacing(2);
    whole->addLayout(m_columnLayout, 1);

    m_headLineLayout = new QHBoxLayout;
    m_headLineLayout->setSpacing(8);
    auto *icon = new QLabel;
    const QIcon kindIcon = QIcon::fromTheme(session->kind() == Session::Kind::Desktop ? QStringLiteral("video-display") : QStringLiteral("window"));
    icon->setPixmap(kindIcon.pixmap(16, 16));
    icon->setProperty(themeIconProperty, kindIcon.name());
    icon->setAccessibleName(session->kind() == Session::Kind::Desktop ? i18nc("@info accessible name", "Desktop")
                                                                      : i18nc("@info accessible name", "X program"));
    m_titleLabel = new KSqueezedTextLabel(session->title());
    m_titleLabel->setTextFormat(Qt::PlainText);
    new PlainToolTip(m_titleLabel);
    m_titleLabel->setTextElideMode(Qt::ElideRight); // a narrow window shows the title's beginning; the tooltip has all of it
    WidgetLook::setBold(m_titleLabel);
    m_screenLabel = PlainLabel::create();
    m_screenLabel->setForegroundRole(QPalette::PlaceholderText);
    m_accessibleNames.addDescription(m_screenLabel, ki18nc("@info accessible description, a display's title", "Screen of %1"));
    m_stateLabel = new QLabel;
    // Sets descriptions, not names: a label's accessible name is its text, which must be read out.
    m_accessibleNames.addDescription(m_stateLabel, ki18nc("@info accessible description, a display's title", "State of %1"));
    m_headLineLayout->addWidget(icon);
    m_headLineLayout->addWidget(m_titleLabel);
    m_headLineLayout->addWidget(m_screenLabel);
    if (m_windowSession) {
        const bool isTrusted = m_windowSession->spec().isTrusted;
        const QString words = m_windowSession->spec().topology == Topology::VncAtSummit ? WindowWording::trustedViewerMeaning()
            : isTrusted                                                                 ? WindowWording::trustedMeaning()
                                                                                        : WindowWording::untrustedMeaning();
        auto *trust = new QLabel(isTrusted ? i18nc("@info an X program that can read all keys", "trusted")
                                           : i18nc("@info an X program that is kept apart", "not trusted"));
        trust->setForegroundRole(QPalette::PlaceholderText);
        trust->setToolTip(QStringLiteral("<qt>%1</qt>").arg(words));
        trust->setAccessibleDescription(words);
        m_headLineLayout->addWidget(trust);
    }
    m_headLineLayout->addStretch(1);
    if (auto *desktop = qobject_cast<DesktopSession *>(session)) {
        auto *clarity = new LosslessIndicator(desktop);
        m_accessibleNames.addDescription(clarity, ki18nc("@info accessible description, a display's title", "Image quality of %1"));
        m_headLineLayout->addWidget(clarity);
    }
    m_headLineLayout->addWidget(m_stateLabel);
    m_columnLayout->addLayout(m_headLineLayout);

    m_secondLineLayout = new QHBoxLayout;
    m_secondLineLayout->setSpacing(8);
    m_startStepsBar = new StartStepsBar;
    m_slowestStepLabel = PlainLabel::create();
    m_slowestStepLabel->setForegroundRole(QPalette::PlaceholderText);
    QFont small = m_slowestStepLabel->font();
    small.setPointSizeF(small.pointSizeF() * 0.9);
    m_slowestStepLabel->setFont(small);
    m_secondLineLayout->addWidget(m_startStepsBar);
    m_secondLineLayout->addWidget(m_slowestStepLabel, 1);
    m_columnLayout->addLayout(m_secondLineLayout);

    m_failureLabel = PlainLabel::createWrapped();
    m_failureLabel->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_accessibleNames.addDescription(m_failureLabel, ki18nc("@info accessible description, a display's title", "Why %1 failed"));
    m_columnLayout->addWidget(m_failureLabel);
    m_columnLayout->addWidget(m_answerButtons);
    m_columnLayout->addWidget(m_supportContactLabel);

    if (session->kind() == Session::Kind::Window) {
        auto *output = new QPushButton(i18nc("@action:button shows what the program printed", "View Output"));
        m_accessibleNames.addName(output, ki18nc("@info accessible name, a display's title", "View output of %1"));
        connect(output, &QPushButton::clicked, this, [this] {
            Q_EMIT outputRequested(m_session);
        });
        m_headLineLayout->addWidget(output);
    }
    m_raiseButton = new QPushButton(i18nc("@action:button brings the display to the front", "Show"));
    m_accessibleNames.addName(m_raiseButton, ki18nc("@info accessible name, a display's title", "Show %1"));
    m_retryButton = new QPushButton(QIcon::fromTheme(QStringLiteral("view-refresh")), i18nc("@action:button", "Retry"));
    m_headLineLayout->addWidget(m_raiseButton);
    m_headLineLayout->addWidget(m_retryButton);
    addToolButtons();

    connect(m_raiseButton, &QPushButton::clicked, m_displayActions->action(Command::Show), &QAction::trigger);
    connect(m_retryButton, &QPushButton::clicked, m_displayActions->action(Command::Open), &QAction::trigger);
    connect(m_displayActions, &DisplayActions::openRequested, this, &SessionCard::retryRequested);
    m_ageTimer.setParent(this);
    m_ageTimer.setObjectName(QStringLiteral("age"));
    m_ageTimer.setSingleShot(true);
    connect(&m_ageTimer, &QTimer::timeout, this, &SessionCard::showStateText);
    connect(m_answerButtons, &SessionAnswerButtons::startRequested, this, [this] {
        Q_EMIT retryRequested(m_session);
    });
    connect(session, &Session::answeringChanged, this, &SessionCard::refresh);
    connect(session, &Session::stateChanged, this, &SessionCard::refresh);
    connect(session, &Session::iconifiedChanged, this, &SessionCard::refresh);
    connect(session, &Session::closingChanged, this, &SessionCard::refresh);
    if (m_windowSession) {
        connect(m_windowSession, &WindowSession::userQuestionAsked, this, &SessionCard::refresh);
    } else if (auto *app = qobject_cast<AppSession *>(session)) {
        connect(app, &AppSession::userQuestionAsked, this, &SessionCard::refresh);
    }
    connect(session, &Session::stepsChanged, this, &SessionCard::refresh);
    if (m_preloadState) {
        connect(m_preloadState, &PreloadState::preloadStateChanged, this, &SessionCard::refresh);
    }
    connect(session->link(), &Link::stateChanged, this, &SessionCard::refresh);
    connect(session, &Session::labelChanged, this, &SessionCard::updateAccessibleNames);
    for (QAbstractButton *button : findChildren<QAbstractButton *>()) {
        button->installEventFilter(this); // arrow keys on a button also move through the list
    }
    updateAccessibleNames();
}

/// Sets the accessible name of each control, which contains the display's label: screen readers read one control at a time,
/// without the heading of its instrument.
void SessionCard::updateAccessibleNames()
{
    const QString label = m_session->label();
    setAccessibleName(label);
    m_titleLabel->setAccessibleName(label);
    m_accessibleNames.applyLabel(label);
    m_answerButtons->setLabel(label);
    refresh();
}

void SessionCard::addToolButtons()
{
    m_toolButtons = new QWidget;
    m_toolButtons->setMinimumWidth(1); // otherwise the card could not become narrow enough to hide the tools
    auto *row = new QHBoxLayout(m_toolButtons);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    const auto add = [&](Command command, const KLocalizedString &words) {
        auto *tool = new QToolButton;
        tool->setDefaultAction(m_displayActions->action(command));
        tool->setToolButtonStyle(Qt::ToolButtonIconOnly);
        tool->setAutoRaise(true);
        tool->setFocusPolicy(Qt::TabFocus);
        m_accessibleNames.addName(tool, words);
        row->addWidget(tool);
    };
    add(Command::Iconify, ki18nc("@info accessible name, a display's title", "Minimize %1"));
    add(Command::Restart, ki18nc("@info accessible name, a display's title", "Restart %1"));
    add(Command::Close, ki18nc("@info accessible name, a display's title", "Close %1"));
    m_headLineLayout->addWidget(m_toolButtons);
    auto *more = new QToolButton;
    more->setMenu(m_displayActions->menu());
    more->setPopupMode(QToolButton::InstantPopup);
    more->setIcon(QIcon::fromTheme(QStringLiteral("application-menu")));
    more->setAutoRaise(true);
    more->setFocusPolicy(Qt::TabFocus);
    more->setToolTip(i18nc("@info:tooltip", "All actions for this display"));
    m_accessibleNames.addName(more, ki18nc("@info accessible name, a display's title", "Menu of %1"));
    m_headLineLayout->addWidget(more);
}

void SessionCard::setTrafficWatch(XTrafficWatch *watch)
{
    auto *line = new TrafficLine(m_session, watch);
    line->showAsButton()->installEventFilter(this);
    m_columnLayout->insertWidget(m_columnLayout->indexOf(m_failureLabel), line); // inserted below the startup line
}

void SessionCard::setScreens(const QStringList &names)
{
    m_displayActions->setScreens(names);
    updateScreenLabel();
}

void SessionCard::setDisplayScreen(const QString &screenName)
{
    m_screenName = screenName;
    m_displayActions->setDisplayScreen(screenName);
    updateScreenLabel();
}

void SessionCard::setCardNote(const QString &note)
{
    m_cardNoteText = note;
    updateScreenLabel();
}

void SessionCard::updateScreenLabel()
{
    const Session::DisplayModes modes = m_session->displayModes();
    const QString mode = modes.current == modes.ofProfile
        ? QString()
        : i18nc("@info a display is shown in another display mode than its profile says; %1: a word of profiles, vnc-app",
                "%1 tonight",
                topologyWord(modes.current));
    QStringList parts{m_screenName.isEmpty() ? m_session->screenName() : m_screenName, mode, m_cardNoteText};
    if (const auto watched = m_session->occupancy().watchedHolder()) {
        parts.append(Occupied::watchingText(*watched));
    }
    parts.removeAll(QString());
    m_screenLabel->setText(parts.join(QStringLiteral(" · ")));
}

bool SessionCard::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress) {
        auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() != Qt::Key_Return && key->key() != Qt::Key_Enter && handleKey(*key)) {
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

void SessionCard::keyPressEvent(QKeyEvent *event)
{
    if (!handleKey(*event)) {
        QFrame::keyPressEvent(event);
    }
}

bool SessionCard::handleKey(const QKeyEvent &event)
{
    if (event.modifiers() & ~Qt::KeypadModifier) {
        return false;
    }
    switch (event.key()) {
    case Qt::Key_Up:
        Q_EMIT focusMoveRequested(-1);
        return true;
    case Qt::Key_Down:
        Q_EMIT focusMoveRequested(1);
        return true;
    case Qt::Key_Home:
        Q_EMIT focusMoveRequested(-focusMoveToListEnd);
        return true;
    case Qt::Key_End:
        Q_EMIT focusMoveRequested(focusMoveToListEnd);
        return true;
    case Qt::Key_Delete:
        m_displayActions->action(Command::Close)->trigger(); // does nothing while the action is disabled
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: {
        QAction *show = m_displayActions->action(Command::Show);
        (show->isEnabled() ? show : m_displayActions->action(Command::Open))->trigger();
        return true;
    }
    default:
        return false;
    }
}

void SessionCard::contextMenuEvent(QContextMenuEvent *event)
{
    // The context menu key opens the menu at the card, because the pointer may be far away.
    m_displayActions->menu()->popup(event->reason() == QContextMenuEvent::Keyboard ? mapToGlobal(QPoint(24, 24)) : event->globalPos());
    event->accept();
}

void SessionCard::paintEvent(QPaintEvent *event)
{
    QFrame::paintEvent(event);
    if (!hasFocus()) {
        return;
    }
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPen pen(palette().color(QPalette::Highlight), 2);
    painter.setPen(pen);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 3, 3);
}

void SessionCard::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    // From this width in characters, the card has room for all controls; a laptop at 200 % has less.
    constexpr int roomyCardWidth = 97;
    const bool isRoomy = width() >= fontMetrics().averageCharWidth() * roomyCardWidth;
    m_toolButtons->setVisible(isRoomy);
    // The state of the connection can be a long text. The title next to it must stay complete.
    QHBoxLayout *line = isRoomy ? m_headLineLayout : m_secondLineLayout;
    if (line->indexOf(m_screenLabel) < 0) {
        (isRoomy ? m_secondLineLayout : m_headLineLayout)->removeWidget(m_screenLabel);
        line->insertWidget(isRoomy ? m_headLineLayout->indexOf(m_titleLabel) + 1 : 0, m_screenLabel);
    }
}

void SessionCard::showStartSteps()
{
    const QList<StepTiming> steps = m_session->steps();
    const auto dominantStep = StartStepsBar::dominantStep(steps);
    m_startStepsBar->setSteps(steps);
    m_startStepsBar->setVisible(!steps.isEmpty());
    m_slowestStepLabel->setText(dominantStep ? i18nc("@info what of a display's start took longest: a step", "Startup: mostly %1", stepName(*dominantStep))
                                             : i18nc("@info label of a small bar", "Startup"));
    m_slowestStepLabel->setToolTip(m_startStepsBar->toolTip());
    m_slowestStepLabel->setVisible(!steps.isEmpty());
}

bool SessionCard::waitsForUserAnswer() const
{
    return m_session->occupancy().holder() || (m_windowSession && m_windowSession->asksToStartAgain());
}

/// The display's state as text; tooltips have the figures.
QString SessionCard::stateText() const
{
    const SessionState state = m_session->state();
    if (m_session->answering() != Session::AnswerState::Responding) {
        return m_session->answering() == Session::AnswerState::UsingSilentOldConnection ? i18nc("@info:status an X program in an old connection", "waiting")
                                                                                        : i18nc("@info:status of a display", "no answer");
    }
    if (m_session->occupancy().holder()) {
        return i18nc("@info:status a program that may run only once", "already running");
    }
    if (waitsForUserAnswer()) {
        return i18nc("@info:status an X program that ended with its connection", "ended with its connection");
    }
    if (m_session->isClosing()) {
        return i18nc("@info:status of a display", "closing");
    }
    if (state == SessionState::Ended && m_session->kind() == Session::Kind::Desktop) {
        return i18nc("@info:status of a desktop", "closed");
    }
    if (m_preloadState && m_preloadState->hidesWindows() && state == SessionState::Live) {
        return PreloadWording::progress(*m_preloadState);
    }
    if (m_session->isIconified() && state == SessionState::Live) {
        return i18nc("@info:status of a display", "minimized");
    }
    if (const auto since = m_session->liveSince()) {
        const auto age = std::chrono::duration_cast<std::chrono::minutes>(std::chrono::steady_clock::now() - *since);
        return i18nc("@info:status for how long a display is live", "live for %1", Wording::hours(age));
    }
    if (state != SessionState::WaitingForLink) {
        return Wording::state(state);
    }
    // Shows the state of the connection that the display waits for, because it says more than "waiting for the connection".
    const LinkState link = m_session->link()->state();
    const bool linkComesBack = link == LinkState::Closed && m_session->failure() && m_session->failure()->kind == FailureKind::Transient;
    return linkComesBack ? Wording::state(SessionState::Retrying) : Wording::state(link);
}

void SessionCard::showStateText()
{
    m_stateLabel->setText(stateText());
    const auto took = m_session->timeTakenUntilLive();
    m_stateLabel->setToolTip(took ? i18nc("@info:tooltip how long a display took to be live", "Live after %1", Wording::duration(*took)) : QString());
    const bool isNormal = m_session->answering() == Session::AnswerState::Responding && !waitsForUserAnswer();
    WidgetLook::setTextColor(m_stateLabel, Wording::color(isNormal ? Wording::statusTone(m_session->state()) : Wording::StatusTone::Busy));
    if (const auto since = m_session->liveSince()) {
        const auto now = std::chrono::steady_clock::now();
        const auto age = std::chrono::duration_cast<std::chrono::minutes>(now - *since);
        m_ageTimer.start(std::chrono::ceil<std::chrono::milliseconds>(*since + age + std::chrono::minutes(1) - now));
    } else {
        m_ageTimer.stop();
    }
}

void SessionCard::refresh()
{
    const SessionState state = m_session->state();
    const LinkState link = m_session->link()->state();
    showStateText();
    showStartSteps();
    updateScreenLabel();

    const auto failure = m_session->failure();
    m_failureLabel->setVisible(failure.has_value());
    if (failure) {
        // A permanent failure of a connection is shown once, next to the connection. The card of each of its displays only refers to it.
        const bool isOfLink = link == LinkState::Closed && failure->kind != FailureKind::Transient && failure == m_session->link()->lastFailure();
        m_failureLabel->setText(isOfLink ? i18nc("@info a display's connection is lost for good; %1: a host",
                                                 "The connection to %1 failed. The reason is shown next to the connection.",
                                                 m_session->link()->target().spec.host)
                                         : failureLines(*failure).join(QLatin1Char('\n')));
        const bool hasFailed = state == SessionState::Failed && !waitsForUserAnswer();
        WidgetLook::setTextColor(m_failureLabel, Wording::color(hasFailed ? Wording::StatusTone::Bad : Wording::StatusTone::Busy));
    }
    // The failure of a connection and the contact are shown in its toolbar, not repeated in each of its cards.
    m_supportContactLabel->setHasFailure(state == SessionState::Failed && !waitsForUserAnswer() && link != LinkState::Closed);
    m_displayActions->refresh();
    const QAction *open = m_displayActions->action(Command::Open);
    m_retryButton->setVisible(open->isEnabled());
    m_retryButton->setText(open->text());
    m_retryButton->setToolTip(open->toolTip());
    m_retryButton->setAccessibleName(i18nc("@info accessible name of a button: what it does, a display's title", "%1 %2", open->text(), m_session->label()));
    m_raiseButton->setVisible(m_displayActions->action(Command::Show)->isEnabled());
    m_raiseButton->setToolTip(m_displayActions->action(Command::Show)->toolTip());
    m_answerButtons->refresh();
}
}
