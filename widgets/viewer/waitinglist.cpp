// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/waitinglist.h"

#include "sessions/display/session.h"
#include "widgets/common/plainlabel.h"
#include "widgets/common/widgetlook.h"
#include "widgets/displays/displaycommands.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace Nightdesk
{
using namespace std::chrono_literals;

WaitingDisplayList::WaitingDisplayList(QWidget *place)
    : QWidget(place)
    , m_headingLabel(new QLabel)
{
    auto *middle = new QHBoxLayout(this);
    middle->addStretch(1);
    auto *box = new QWidget;
    box->setAutoFillBackground(true);
    m_columnLayout = new QVBoxLayout(box);
    m_columnLayout->setContentsMargins(24, 18, 24, 18);
    m_columnLayout->setSpacing(12);
    QFont large = m_headingLabel->font();
    large.setPointSizeF(large.pointSizeF() * 1.3);
    m_headingLabel->setFont(large);
    m_headingLabel->setText(i18nc("@title:group displays that belong on a screen and are not to be seen there", "Displays of This Screen"));
    m_columnLayout->addWidget(m_headingLabel);
    middle->addWidget(box, 0, Qt::AlignVCenter);
    middle->addStretch(1);
    setAccessibleName(m_headingLabel->text());
    connect(&m_refreshTimer, &QTimer::timeout, this, &WaitingDisplayList::refresh);
    place->installEventFilter(this);
    hide();
}

WaitingDisplayList::Row WaitingDisplayList::makeRow(Session *session)
{
    Row row{.session = session,
            .rowWidget = new QWidget,
            .titleLabel = PlainLabel::create(),
            .stateLabel = PlainLabel::create(),
            .progressBar = new QProgressBar,
            .showButton = new QPushButton};
    auto *grid = new QGridLayout(row.rowWidget);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(24);
    grid->setColumnStretch(0, 1);
    WidgetLook::setBold(row.titleLabel);
    row.progressBar->setRange(0, 0); // the progress is not known
    row.progressBar->setTextVisible(false);
    row.progressBar->setMaximumHeight(row.progressBar->fontMetrics().height() / 2);
    grid->addWidget(row.titleLabel, 0, 0);
    grid->addWidget(row.stateLabel, 1, 0);
    grid->addWidget(row.progressBar, 2, 0);
    grid->addWidget(row.showButton, 0, 1, 2, 1, Qt::AlignVCenter);
    m_columnLayout->addWidget(row.rowWidget);
    const auto update = [this] {
        refresh();
    };
    connect(session, &Session::stateChanged, row.rowWidget, update);
    connect(session, &Session::iconifiedChanged, row.rowWidget, update);
    connect(session, &Session::labelChanged, row.rowWidget, update);
    connect(row.showButton, &QPushButton::clicked, this, [this, session] {
        Q_EMIT displayShowRequested(session);
    });
    return row;
}

void WaitingDisplayList::setSessions(const QList<Session *> &sessions)
{
    QList<Row> rows;
    for (Session *session : sessions) {
        const auto known = std::ranges::find(m_sessionRows, session, [](const Row &row) {
            return row.session.data();
        });
        rows.append(known == m_sessionRows.end() ? makeRow(session) : *known);
    }
    for (const Row &row : std::as_const(m_sessionRows)) {
        if (!sessions.contains(row.session.data())) {
            delete row.rowWidget;
        }
    }
    m_sessionRows = rows;
    refresh();
}

void WaitingDisplayList::setShownWhenNotEmpty(bool wanted)
{
    m_isShownWhenNotEmpty = wanted;
    refresh();
}

QString WaitingDisplayList::waitingText(const Session &session)
{
    const SessionState state = session.state();
    if (session.isIconified() && state != SessionState::Idle && state != SessionState::Ended) {
        return i18nc("@info:status of a display", "minimized");
    }
    if (state == SessionState::Live) {
        return session.kind() == Session::Kind::Desktop ? Wording::state(state) : QString();
    }
    if (state == SessionState::Ended && session.kind() == Session::Kind::Desktop) {
        return i18nc("@info:status of a desktop", "closed");
    }
    return Wording::state(state);
}

void WaitingDisplayList::refresh()
{
    bool isAny = false;
    bool starts = false;
    for (Row &row : m_sessionRows) {
        const QString words = row.session ? WaitingDisplayList::waitingText(*row.session) : QString();
        row.rowWidget->setVisible(!words.isEmpty());
        if (words.isEmpty()) {
            continue;
        }
        isAny = true;
        const SessionState state = row.session->state();
        const bool isStarting = state == SessionState::WaitingForLink || state == SessionState::Opening || state == SessionState::Starting;
        if (!isStarting) {
            row.startedAt.reset();
        } else if (!row.startedAt) {
            row.startedAt = std::chrono::steady_clock::now();
        }
        starts |= isStarting;
        const QString title = row.session->label();
        row.titleLabel->setText(title);
        const auto takes = row.startedAt ? std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - *row.startedAt) : 0ms;
        row.stateLabel->setText(
            takes >= 2s ? i18nc("@info:status what a display waits for, and how long it does already", "%1, for %2", words, Wording::age(takes)) : words);
        row.progressBar->setVisible(isStarting);
        const auto open = DisplayCommands::stateOf(DisplayCommands::Command::Open, DisplayCommands::factsOf(*row.session, 1));
        const bool isAside = row.session->isIconified() && state != SessionState::Idle && state != SessionState::Ended;
        row.showButton->setVisible(isAside || open.isPossible);
        row.showButton->setText(isAside ? i18nc("@action:button shows a display that was minimized", "Bring Back") : open.text);
        row.showButton->setAccessibleName(i18nc("@info accessible name of a button: what it does, a display's title", "%1 %2", row.showButton->text(), title));
    }
    const bool shown = m_isShownWhenNotEmpty && isAny;
    shown &&starts ? m_refreshTimer.start(1s) : m_refreshTimer.stop();
    setGeometry(parentWidget()->rect());
    setVisible(shown);
}

bool WaitingDisplayList::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize) {
        setGeometry(parentWidget()->rect());
    }
    return QWidget::eventFilter(watched, event);
}
}
