// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/displays/sessioncard.h"

#include "sessions/apps/appsession.h"
#include "sessions/common/failurelines.h"
#include "sessions/display/occupied.h"
#include "sessions/profiles/format/keytable.h"
#include "sessions/xwindows/windowsession.h"
#include "widgets/common/plaintooltip.h"
#include "widgets/common/themeicon.h"
#include "widgets/displays/displayactions.h"
#include "widgets/displays/supportline.h"
#include "widgets/traffic/trafficline.h"
#include "widgets/view/claritysign.h"
#include "widgets/wording/warmwording.h"
#include "widgets/wording/windowwording.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>
#include <KSqueezedTextLabel>

#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace Nightdesk
{
using DisplayDeeds::Deed;

SessionCard::SessionCard(Session *session, SupportDesk *support, QWidget *parent)
    : QFrame(parent)
    , m_session(session)
    , m_window(qobject_cast<WindowSession *>(session))
    , m_warmth(Warmth::of(session))
    , m_actions(new DisplayActions(session, this))
    , m_support(new SupportLine(support))
{
    setFrameShape(QFrame::StyledPanel);
    setFocusPolicy(Qt::StrongFocus);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(10, 6, 10, 6);
    column->setSpacing(2);

    auto *head = new QHBoxLayout;
    head->setSpacing(8);
    auto *icon = new QLabel;
    const QIcon kindIcon = QIcon::fromTheme(session->kind() == Session::Kind::Desktop ? QStringLiteral("video-display") : QStringLiteral("window"));
    icon->setPixmap(kindIcon.pixmap(16, 16));
    icon->setProperty(themeIconProperty, kindIcon.name());
    icon->setAccessibleName(session->kind() == Session::Kind::Desktop ? i18nc("@info accessible name", "Desktop")
                                                                      : i18nc("@info accessible name", "X program"));
    m_title = new KSqueezedTextLabel(session->title());
    m_title->setTextFormat(Qt::PlainText);
    new PlainToolTip(m_title);
    m_title->setTextElideMode(Qt::ElideRight); // a narrow window shows its beginning; the tool tip all of it
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_place = new QLabel;
    m_place->setTextFormat(Qt::PlainText);
    m_place->setForegroundRole(QPalette::PlaceholderText);
    describe(m_place, ki18nc("@info accessible description, a display's title", "Screen of %1"));
    m_state = new QLabel;
    // Descriptions, not names: a label's name is its text, and that is what has to be read out.
    describe(m_state, ki18nc("@info accessible description, a display's title", "State of %1"));
    head->addWidget(icon);
    head->addWidget(m_title);
    head->addWidget(m_place);
    if (m_window) {
        const bool isTrusted = m_window->spec().trusted;
        const QString words = m_window->spec().topology == Topology::VncAtSummit ? WindowWording::trustedViewer()
            : isTrusted                                                          ? WindowWording::trusted()
                                                                                 : WindowWording::untrusted();
        auto *trust = new QLabel(isTrusted ? i18nc("@info an X program that can read all keys", "trusted")
                                           : i18nc("@info an X program that is kept apart", "not trusted"));
        trust->setForegroundRole(QPalette::PlaceholderText);
        trust->setToolTip(QStringLiteral("<qt>%1</qt>").arg(words));
        trust->setAccessibleDescription(words);
        head->addWidget(trust);
    }
    head->addStretch(1);
    if (auto *desktop = qobject_cast<DesktopSession *>(session)) {
        auto *clarity = new ClaritySign(desktop);
        describe(clarity, ki18nc("@info accessible description, a display's title", "Image quality of %1"));
        head->addWidget(clarity);
    }
    head->addWidget(m_state);
    column->addLayout(head);

    m_steps = new QLabel;
    m_steps->setWordWrap(true);
    m_steps->setTextFormat(Qt::PlainText);
    m_steps->setForegroundRole(QPalette::PlaceholderText);
    QFont small = m_steps->font();
    small.setPointSizeF(small.pointSizeF() * 0.9);
    m_steps->setFont(small);
    describe(m_steps, ki18nc("@info accessible description, a display's title", "Steps of %1"));
    column->addWidget(m_steps);

    m_failure = new QLabel;
    m_failure->setWordWrap(true);
    m_failure->setTextFormat(Qt::PlainText);
    m_failure->setTextInteractionFlags(Qt::TextSelectableByMouse);
    describe(m_failure, ki18nc("@info accessible description, a display's title", "Why %1 failed"));
    column->addWidget(m_failure);
    addAnswers(column);
    column->addWidget(m_support);

    if (session->kind() == Session::Kind::Window) {
        auto *output = new QPushButton(i18nc("@action:button shows what the program printed", "View Output"));
        name(output, ki18nc("@info accessible name, a display's title", "View output of %1"));
        connect(output, &QPushButton::clicked, this, [this] {
            Q_EMIT outputRequested(m_session);
        });
        head->addWidget(output);
    }
    m_raise = new QPushButton(i18nc("@action:button brings the display to the front", "Show"));
    name(m_raise, ki18nc("@info accessible name, a display's title", "Show %1"));
    m_retry = new QPushButton(QIcon::fromTheme(QStringLiteral("view-refresh")), i18nc("@action:button", "Retry"));
    head->addWidget(m_raise);
    head->addWidget(m_retry);
    addTools(head);

    connect(m_raise, &QPushButton::clicked, m_actions->action(Deed::Show), &QAction::trigger);
    connect(m_retry, &QPushButton::clicked, m_actions->action(Deed::Open), &QAction::trigger);
    connect(m_actions, &DisplayActions::openRequested, this, &SessionCard::retryRequested);
    connect(m_actions, &DisplayActions::showRequested, this, &SessionCard::raiseRequested);
    connect(m_actions, &DisplayActions::moveRequested, this, &SessionCard::moveRequested);
    connect(m_actions, &DisplayActions::trafficRequested, this, &SessionCard::trafficRequested);
    m_age.setSingleShot(true);
    connect(&m_age, &QTimer::timeout, this, &SessionCard::showSteps);
    m_count.setInterval(1000);
    connect(&m_count, &QTimer::timeout, this, &SessionCard::showTrouble);
    connect(session, &Session::answeringChanged, this, &SessionCard::refresh);
    connect(session, &Session::stateChanged, this, &SessionCard::refresh);
    connect(session, &Session::iconifiedChanged, this, &SessionCard::refresh);
    connect(session, &Session::closingChanged, this, &SessionCard::refresh);
    if (m_window) {
        connect(m_window, &WindowSession::askedBack, this, &SessionCard::refresh);
    } else if (auto *app = qobject_cast<AppSession *>(session)) {
        connect(app, &AppSession::askedBack, this, &SessionCard::refresh);
    }
    connect(session, &Session::stepsChanged, this, &SessionCard::refresh);
    if (m_warmth) {
        connect(m_warmth, &Warmth::changed, this, &SessionCard::refresh);
    }
    connect(session->link(), &Link::stateChanged, this, &SessionCard::refresh);
    connect(session, &Session::labelChanged, this, &SessionCard::showLabel);
    for (QAbstractButton *button : findChildren<QAbstractButton *>()) {
        button->installEventFilter(this); // arrows are the list's there, too
    }
    showLabel();
}

void SessionCard::name(QWidget *widget, const KLocalizedString &words)
{
    m_named.append({widget, &QWidget::setAccessibleName, words});
}

void SessionCard::describe(QWidget *widget, const KLocalizedString &words)
{
    m_named.append({widget, &QWidget::setAccessibleDescription, words});
}

/// Who hears a control alone does not see under which instrument it stands.
void SessionCard::showLabel()
{
    const QString label = m_session->label();
    setAccessibleName(label);
    m_title->setAccessibleName(label);
    for (const Named &named : std::as_const(m_named)) {
        (named.widget->*named.set)(named.words.subs(label).toString());
    }
    refresh();
}

void SessionCard::addTools(QHBoxLayout *head)
{
    m_tools = new QWidget;
    auto *row = new QHBoxLayout(m_tools);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    const auto add = [&](Deed deed, const KLocalizedString &words) {
        auto *tool = new QToolButton;
        tool->setDefaultAction(m_actions->action(deed));
        tool->setToolButtonStyle(Qt::ToolButtonIconOnly);
        tool->setAutoRaise(true);
        tool->setFocusPolicy(Qt::TabFocus);
        name(tool, words);
        row->addWidget(tool);
    };
    add(Deed::Iconify, ki18nc("@info accessible name, a display's title", "Minimize %1"));
    add(Deed::Restart, ki18nc("@info accessible name, a display's title", "Restart %1"));
    add(Deed::Close, ki18nc("@info accessible name, a display's title", "Close %1"));
    head->addWidget(m_tools);
    auto *more = new QToolButton;
    more->setMenu(m_actions->menu());
    more->setPopupMode(QToolButton::InstantPopup);
    more->setIcon(QIcon::fromTheme(QStringLiteral("application-menu")));
    more->setAutoRaise(true);
    more->setFocusPolicy(Qt::TabFocus);
    more->setToolTip(i18nc("@info:tooltip", "All actions for this display"));
    name(more, ki18nc("@info accessible name, a display's title", "Menu of %1"));
    head->addWidget(more);
}

void SessionCard::addAnswers(QLayout *column)
{
    m_silence = new QLabel;
    m_silence->setWordWrap(true);
    m_silence->setTextFormat(Qt::PlainText);
    describe(m_silence, ki18nc("@info accessible description, a display's title", "Outcome of %1"));
    column->addWidget(m_silence);
    m_answers = new QWidget;
    auto *row = new QHBoxLayout(m_answers);
    row->setContentsMargins(0, 2, 0, 2);
    row->setSpacing(8);
    const auto add = [this, row](QPushButton *button, const KLocalizedString &words) {
        name(button, words);
        row->addWidget(button);
        return button;
    };
    m_again = add(
        new QPushButton(QIcon::fromTheme(QStringLiteral("view-refresh")), i18nc("@action:button an X program that ended with its connection", "Start Again")),
        ki18nc("@info accessible name, a display's title", "Start %1 again"));
    m_leaveClosed = add(new QPushButton(i18nc("@action:button an X program that ended with its connection", "Leave Closed")),
                        ki18nc("@info accessible name, a display's title", "Leave %1 closed"));
    m_anew = add(new QPushButton(QIcon::fromTheme(QStringLiteral("view-refresh")), i18nc("@action:button an X program in an old connection", "Restart Now")),
                 ki18nc("@info accessible name, a display's title", "Restart %1 now"));
    m_anew->setToolTip(i18nc("@info:tooltip", "Ends the program and starts it again over the new connection"));
    m_endNow = add(new QPushButton(QIcon::fromTheme(QStringLiteral("window-close")), i18nc("@action:button ends a program that was asked to", "End Now")),
                   ki18nc("@info accessible name, a display's title", "End %1 now"));
    m_keepOpen = add(new QPushButton(i18nc("@action:button a program is not to end after all", "Keep Open")),
                     ki18nc("@info accessible name, a display's title", "Keep %1 open"));
    m_watch = add(
        new QPushButton(QIcon::fromTheme(QStringLiteral("view-visible")), i18nc("@action:button shows a program that another person runs", "Watch Program")),
        ki18nc("@info accessible name, a display's title", "Watch %1"));
    m_watch->setToolTip(i18nc("@info:tooltip", "Shows the program here as it is, view-only at first"));
    m_leave = add(new QPushButton(i18nc("@action:button leaves a program to who started it", "Leave to Its User")),
                  ki18nc("@info accessible name, a display's title", "Leave %1 to its user"));
    m_lookAgain =
        add(new QPushButton(QIcon::fromTheme(QStringLiteral("view-refresh")), i18nc("@action:button whether a program still runs elsewhere", "Check Again")),
            ki18nc("@info accessible name, a display's title", "Check %1 again"));
    m_lookAgain->setToolTip(i18nc("@info:tooltip", "Starts the program here if it has ended there"));
    row->addStretch(1);
    column->addWidget(m_answers);
    connect(m_watch, &QPushButton::clicked, m_session, &Session::watch);
    connect(m_leave, &QPushButton::clicked, m_session, &Session::leaveToOccupant);
    connect(m_lookAgain, &QPushButton::clicked, this, [this] {
        Q_EMIT retryRequested(m_session);
    });
    connect(m_again, &QPushButton::clicked, this, [this] {
        Q_EMIT retryRequested(m_session);
    });
    connect(m_endNow, &QPushButton::clicked, m_session, &Session::close);
    connect(m_keepOpen, &QPushButton::clicked, m_session, &Session::keepOpen);
    if (m_window) {
        connect(m_leaveClosed, &QPushButton::clicked, m_window, &WindowSession::leaveClosed);
        connect(m_anew, &QPushButton::clicked, m_window, &WindowSession::startAnew);
    }
}

void SessionCard::showTrouble()
{
    const Session::Answering answering = m_session->answering();
    QString text =
        WindowWording::silence(m_session->kind(), answering, m_window ? m_window->keptUntil() : std::nullopt, m_window ? m_window->withheldPresses() : 0);
    if (text.isEmpty() && m_window && m_window->endedWithLink()) {
        text = WindowWording::closedWithLink(m_window->spec().restart);
    }
    const auto *app = qobject_cast<const AppSession *>(m_session);
    const bool isDesktop = m_session->kind() == Session::Kind::Desktop;
    if (m_session->isClosing()) {
        const bool asksBack = m_window ? m_window->asksBack() : app && app->asksBack();
        text = asksBack ? i18nc("@info an X program was asked to end", "The program asks a question before it ends. Answer in its window.")
                        : i18nc("@info an X program", "Nightdesk asked the program to end.");
    } else if (isDesktop && m_session->state() == SessionState::Ended) {
        text = i18nc("@info a desktop whose view was closed", "Closed here. The desktop itself keeps running on the remote host.");
    } else if (m_warmth && m_warmth->isCovered()) {
        const QString remark = WarmWording::remark(*m_warmth);
        text = !remark.isEmpty() ? remark
            : WarmWording::isReady(*m_warmth)
            ? i18nc("@info a program that was preloaded", "Ready in the background. Show brings the program to its screen at once.")
            : i18nc("@info a program that is preloaded", "Starting in the background. The program receives no keys.");
    } else if (m_session->isIconified()) {
        text = isDesktop ? i18nc("@info a desktop", "Minimized. Show brings the desktop back.")
                         : i18nc("@info an X program", "Minimized. Show brings the program’s windows back.");
    } else if (app && text.isEmpty() && m_session->state() == SessionState::WaitingForLink && app->lastDamage()) {
        text = i18nc("@info an X program in a private X server, while its connection is broken",
                     "The program keeps running on the remote host. Nightdesk rejoins it unchanged when the connection is back.");
    }
    if (const QString caveat = m_session->caveat(); !caveat.isEmpty() && m_session->state() == SessionState::Live) {
        text = text.isEmpty() ? caveat : text + QLatin1Char('\n') + caveat;
    }
    m_silence->setText(text);
    m_silence->setVisible(!text.isEmpty());
    QPalette colors = m_silence->palette();
    colors.setColor(QPalette::WindowText, answering == Session::Answering::Yes ? palette().color(QPalette::WindowText) : Wording::color(Wording::Mood::Busy));
    m_silence->setPalette(colors);
    const bool asks = m_window && m_window->asksToStartAgain();
    const bool waits = answering == Session::Answering::Waiting;
    m_again->setVisible(asks);
    m_leaveClosed->setVisible(asks);
    m_anew->setVisible(waits);
    const bool closing = m_session->isClosing();
    m_endNow->setVisible(closing);
    m_keepOpen->setVisible(closing);
    const auto occupant = m_session->occupant();
    m_watch->setVisible(occupant && occupant->canWatch);
    m_leave->setVisible(occupant.has_value());
    m_lookAgain->setVisible(occupant.has_value());
    m_answers->setVisible(asks || waits || closing || occupant);
    if (answering == Session::Answering::Yes) {
        m_count.stop();
    } else if (!m_count.isActive()) {
        m_count.start();
    }
}

Session *SessionCard::session() const
{
    return m_session;
}

DisplayActions *SessionCard::actions() const
{
    return m_actions;
}

void SessionCard::setTraffic(XTrafficWatch *watch)
{
    auto *line = new TrafficLine(m_session, watch);
    line->button()->installEventFilter(this);
    auto *column = static_cast<QVBoxLayout *>(layout());
    column->insertWidget(column->indexOf(m_failure), line); // below the steps
}

void SessionCard::setScreens(const QStringList &names)
{
    m_actions->setScreens(names);
    showPlace();
}

void SessionCard::setScreen(const QString &name)
{
    m_screen = name;
    m_actions->setScreen(name);
    showPlace();
}

void SessionCard::setNote(const QString &note)
{
    m_note = note;
    showPlace();
}

void SessionCard::showPlace()
{
    const Session::Ways ways = m_session->ways();
    const QString way = ways.now == ways.profiles
        ? QString()
        : i18nc("@info a display is shown in another display mode than its profile says; %1: a word of profiles, vnc-app",
                "%1 tonight",
                topologyWord(ways.now));
    QStringList parts{m_screen.isEmpty() ? m_session->screenName() : m_screen, way, m_note};
    if (const auto watched = m_session->watched()) {
        parts.append(Occupied::watching(*watched));
    }
    parts.removeAll(QString());
    m_place->setText(parts.join(QStringLiteral(" · ")));
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
        Q_EMIT stepRequested(-1);
        return true;
    case Qt::Key_Down:
        Q_EMIT stepRequested(1);
        return true;
    case Qt::Key_Home:
        Q_EMIT stepRequested(-maxStep);
        return true;
    case Qt::Key_End:
        Q_EMIT stepRequested(maxStep);
        return true;
    case Qt::Key_Delete:
        m_actions->action(Deed::Close)->trigger(); // nothing while it is not possible
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: {
        QAction *show = m_actions->action(Deed::Show);
        (show->isEnabled() ? show : m_actions->action(Deed::Open))->trigger();
        return true;
    }
    default:
        return false;
    }
}

void SessionCard::contextMenuEvent(QContextMenuEvent *event)
{
    // By the key it opens at the card, which may be far from where the pointer is.
    m_actions->menu()->popup(event->reason() == QContextMenuEvent::Keyboard ? mapToGlobal(QPoint(24, 24)) : event->globalPos());
    event->accept();
}

void SessionCard::focusInEvent(QFocusEvent *event)
{
    QFrame::focusInEvent(event);
    update();
}

void SessionCard::focusOutEvent(QFocusEvent *event)
{
    QFrame::focusOutEvent(event);
    update();
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
    constexpr int roomy = 92; // characters: a laptop at 200 % has fewer
    m_tools->setVisible(width() >= fontMetrics().averageCharWidth() * roomy);
}

void SessionCard::showSteps()
{
    QString text = Wording::steps(m_session->steps());
    if (const auto since = m_session->liveSince()) {
        const auto age = std::chrono::duration_cast<std::chrono::minutes>(std::chrono::steady_clock::now() - *since);
        text = i18nc("@info for how long a display is live, the steps it took", "live for %1 · %2", Wording::hours(age), text);
        m_age.start(std::chrono::ceil<std::chrono::milliseconds>(*since + age + std::chrono::minutes(1) - std::chrono::steady_clock::now()));
    }
    m_steps->setText(text);
    m_steps->setVisible(!text.isEmpty());
}

void SessionCard::refresh()
{
    const SessionState state = m_session->state();
    const bool waitsForLink = state == SessionState::WaitingForLink;
    // Waiting for the link says little; what the link itself is doing says more.
    const LinkState link = m_session->link()->state();
    const bool linkComesBack = link == LinkState::Closed && m_session->failure() && m_session->failure()->kind == FailureKind::Transient;
    QString text = !waitsForLink ? Wording::state(state) : linkComesBack ? Wording::state(SessionState::Retrying) : Wording::state(link);
    if (state == SessionState::Live && m_session->timeToLive()) {
        text = i18nc("@info:status a display is live, and how long that took", "live after %1", Wording::duration(*m_session->timeToLive()));
    }
    const bool answers = m_session->answering() == Session::Answering::Yes;
    const bool isOccupied = m_session->occupant().has_value();
    const bool asks = isOccupied || (m_window && m_window->asksToStartAgain());
    if (!answers) {
        text = m_session->answering() == Session::Answering::Waiting ? i18nc("@info:status an X program in an old connection", "waiting")
                                                                     : i18nc("@info:status of a display", "no answer");
    } else if (isOccupied) {
        text = i18nc("@info:status a program that may run only once", "already running");
    } else if (asks) {
        text = i18nc("@info:status an X program that ended with its connection", "ended with its connection");
    } else if (m_session->isClosing()) {
        text = i18nc("@info:status of a display", "closing");
    } else if (m_session->state() == SessionState::Ended && m_session->kind() == Session::Kind::Desktop) {
        text = i18nc("@info:status of a desktop", "closed");
    } else if (m_warmth && m_warmth->isCovered() && state == SessionState::Live) {
        text = WarmWording::progress(*m_warmth);
    } else if (m_session->isIconified() && state == SessionState::Live) {
        text = i18nc("@info:status of a display", "minimized");
    }
    m_state->setText(text);
    QPalette colors = m_state->palette();
    colors.setColor(QPalette::WindowText, Wording::color(answers && !asks ? Wording::mood(state) : Wording::Mood::Busy));
    m_state->setPalette(colors);

    showSteps();
    if (state != SessionState::Live) {
        m_age.stop();
    }
    showPlace();

    const auto failure = m_session->failure();
    m_failure->setVisible(failure.has_value());
    if (failure) {
        m_failure->setText(failureLines(*failure).join(QLatin1Char('\n')));
        QPalette failureColors = m_failure->palette();
        failureColors.setColor(QPalette::WindowText, Wording::color(state == SessionState::Failed && !asks ? Wording::Mood::Bad : Wording::Mood::Busy));
        m_failure->setPalette(failureColors);
    }
    // What is wrong with a link is said, with who can help, in its strip; not once more in each of its cards.
    m_support->setWanted(state == SessionState::Failed && !asks && link != LinkState::Closed);
    m_actions->refresh();
    const QAction *open = m_actions->action(Deed::Open);
    m_retry->setVisible(open->isEnabled());
    m_retry->setText(open->text());
    m_retry->setToolTip(open->toolTip());
    m_retry->setAccessibleName(i18nc("@info accessible name of a button: what it does, a display's title", "%1 %2", open->text(), m_session->label()));
    m_raise->setVisible(m_actions->action(Deed::Show)->isEnabled());
    m_raise->setToolTip(m_actions->action(Deed::Show)->toolTip());
    showTrouble();
}
}
