// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sessioncard.h"

#include "sessions/xwindows/windowsession.h"
#include "widgets/supportline.h"
#include "widgets/windowwording.h"
#include "widgets/wording.h"

#include <KLocalizedString>

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace Nightdesk
{
SessionCard::SessionCard(Session *session, SupportDesk *support, QWidget *parent)
    : QFrame(parent)
    , m_session(session)
    , m_window(qobject_cast<WindowSession *>(session))
    , m_support(new SupportLine(support))
{
    setFrameShape(QFrame::StyledPanel);
    setAccessibleName(session->title());
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(10, 6, 10, 6);
    column->setSpacing(2);

    auto *head = new QHBoxLayout;
    head->setSpacing(8);
    auto *icon = new QLabel;
    const QIcon kindIcon = QIcon::fromTheme(session->kind() == Session::Kind::Desktop ? QStringLiteral("video-display") : QStringLiteral("window"));
    icon->setPixmap(kindIcon.pixmap(16, 16));
    icon->setAccessibleName(session->kind() == Session::Kind::Desktop ? i18nc("@info:whatsthis accessible name", "Desktop")
                                                                      : i18nc("@info:whatsthis accessible name", "X window"));
    m_title = new QLabel(session->title());
    m_title->setTextFormat(Qt::PlainText);
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    auto *place = new QLabel(session->screenName());
    place->setTextFormat(Qt::PlainText);
    place->setForegroundRole(QPalette::PlaceholderText);
    m_state = new QLabel;
    // Descriptions, not names: a label's name is its text, and that is what has to be read out.
    m_state->setAccessibleDescription(i18nc("@info:whatsthis accessible description, a display's title", "State of %1", session->title()));
    head->addWidget(icon);
    head->addWidget(m_title);
    head->addWidget(place);
    if (m_window && m_window->spec().trusted) {
        auto *trusted = new QLabel(i18nc("@info an X program that can read all keys", "trusted"));
        trusted->setForegroundRole(QPalette::PlaceholderText);
        trusted->setToolTip(QStringLiteral("<qt>%1</qt>").arg(WindowWording::trusted()));
        trusted->setAccessibleDescription(WindowWording::trusted());
        head->addWidget(trusted);
    }
    head->addStretch(1);
    head->addWidget(m_state);
    column->addLayout(head);

    m_steps = new QLabel;
    m_steps->setWordWrap(true);
    m_steps->setTextFormat(Qt::PlainText);
    m_steps->setForegroundRole(QPalette::PlaceholderText);
    QFont small = m_steps->font();
    small.setPointSizeF(small.pointSizeF() * 0.9);
    m_steps->setFont(small);
    m_steps->setAccessibleDescription(i18nc("@info:whatsthis accessible description, a display's title", "Steps of %1", session->title()));
    column->addWidget(m_steps);

    m_failure = new QLabel;
    m_failure->setWordWrap(true);
    m_failure->setTextFormat(Qt::PlainText);
    m_failure->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_failure->setAccessibleDescription(i18nc("@info:whatsthis accessible description, a display's title", "Why %1 failed", session->title()));
    column->addWidget(m_failure);
    addAnswers(column);
    column->addWidget(m_support);

    if (session->kind() == Session::Kind::Window) {
        auto *output = new QPushButton(i18nc("@action:button shows what the program printed", "Output"));
        output->setAccessibleName(i18nc("@info:whatsthis accessible name, a display's title", "Output of %1", session->title()));
        connect(output, &QPushButton::clicked, this, [this] {
            Q_EMIT outputRequested(m_session);
        });
        head->addWidget(output);
    }
    m_raise = new QPushButton(i18nc("@action:button brings the display to the front", "Show"));
    m_raise->setAccessibleName(i18nc("@info:whatsthis accessible name, a display's title", "Show %1", session->title()));
    m_retry = new QPushButton(QIcon::fromTheme(QStringLiteral("view-refresh")), i18nc("@action:button", "Retry"));
    m_retry->setAccessibleName(i18nc("@info:whatsthis accessible name, a display's title", "Retry %1", session->title()));
    head->addWidget(m_raise);
    head->addWidget(m_retry);

    connect(m_raise, &QPushButton::clicked, this, [this] {
        Q_EMIT raiseRequested(m_session);
    });
    connect(m_retry, &QPushButton::clicked, this, [this] {
        Q_EMIT retryRequested(m_session);
    });
    m_count.setInterval(1000);
    connect(&m_count, &QTimer::timeout, this, &SessionCard::showTrouble);
    connect(session, &Session::answeringChanged, this, &SessionCard::refresh);
    connect(session, &Session::stateChanged, this, &SessionCard::refresh);
    connect(session, &Session::stepsChanged, this, &SessionCard::refresh);
    connect(session->link(), &Link::stateChanged, this, &SessionCard::refresh);
    refresh();
}

void SessionCard::addAnswers(QLayout *column)
{
    m_silence = new QLabel;
    m_silence->setWordWrap(true);
    m_silence->setTextFormat(Qt::PlainText);
    m_silence->setAccessibleDescription(i18nc("@info:whatsthis accessible description, a display's title", "What becomes of %1", m_session->title()));
    column->addWidget(m_silence);
    m_answers = new QWidget;
    auto *row = new QHBoxLayout(m_answers);
    row->setContentsMargins(0, 2, 0, 2);
    row->setSpacing(8);
    const auto add = [row](QPushButton *button, const QString &name) {
        button->setAccessibleName(name);
        row->addWidget(button);
        return button;
    };
    m_again =
        add(new QPushButton(QIcon::fromTheme(QStringLiteral("view-refresh")), i18nc("@action:button an X program that ended with its link", "Start Again")),
            i18nc("@info:whatsthis accessible name, a display's title", "Start %1 again", m_session->title()));
    m_leaveClosed = add(new QPushButton(i18nc("@action:button an X program that ended with its link", "Leave Closed")),
                        i18nc("@info:whatsthis accessible name, a display's title", "Leave %1 closed", m_session->title()));
    m_anew = add(new QPushButton(QIcon::fromTheme(QStringLiteral("view-refresh")), i18nc("@action:button an X program in an old connection", "Start Anew")),
                 i18nc("@info:whatsthis accessible name, a display's title", "Start %1 anew", m_session->title()));
    m_anew->setToolTip(i18nc("@info:tooltip", "Ends it and starts it again over the new connection"));
    row->addStretch(1);
    column->addWidget(m_answers);
    connect(m_again, &QPushButton::clicked, this, [this] {
        Q_EMIT retryRequested(m_session);
    });
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
    m_answers->setVisible(asks || waits);
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
    const bool asks = m_window && m_window->asksToStartAgain();
    if (!answers) {
        text = m_session->answering() == Session::Answering::Waiting ? i18nc("@info:status an X program in an old connection", "waiting")
                                                                     : i18nc("@info:status of a display", "no answer");
    } else if (asks) {
        text = i18nc("@info:status an X program that its link took along", "ended with the link");
    }
    m_state->setText(text);
    QPalette colors = m_state->palette();
    colors.setColor(QPalette::WindowText, Wording::color(answers && !asks ? Wording::mood(state) : Wording::Mood::Busy));
    m_state->setPalette(colors);

    const QString steps = Wording::steps(m_session->steps());
    m_steps->setText(steps);
    m_steps->setVisible(!steps.isEmpty());

    const auto failure = m_session->failure();
    m_failure->setVisible(failure.has_value());
    if (failure) {
        QStringList lines{failure->what};
        if (!failure->where.isEmpty()) {
            lines.append(failure->where);
        }
        if (!failure->advice.isEmpty()) {
            lines.append(failure->advice);
        }
        m_failure->setText(lines.join(QLatin1Char('\n')));
        QPalette failureColors = m_failure->palette();
        failureColors.setColor(QPalette::WindowText, Wording::color(state == SessionState::Failed && !asks ? Wording::Mood::Bad : Wording::Mood::Busy));
        m_failure->setPalette(failureColors);
    }
    // What is wrong with a link is said, with who can help, in its strip; not once more in each of its cards.
    m_support->setWanted(state == SessionState::Failed && !asks && link != LinkState::Closed);
    const bool startable = state == SessionState::Idle || state == SessionState::Ended;
    m_retry->setVisible(startable || (state == SessionState::Failed && !asks) || state == SessionState::Retrying || (waitsForLink && failure));
    m_retry->setText(startable ? i18nc("@action:button starts a display", "Start") : i18nc("@action:button", "Retry"));
    m_raise->setVisible(state == SessionState::Live);
    showTrouble();
}
}
