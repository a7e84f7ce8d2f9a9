// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/boardpage.h"

#include "monitors/board/board.h"
#include "widgets/board/boardmodel.h"
#include "widgets/board/boardsortmodel.h"
#include "widgets/board/boardview.h"
#include "widgets/board/deskboardpage.h"
#include "widgets/common/plainlabel.h"

#include <KLocalizedString>
#include <KMessageWidget>

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QShortcut>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

BoardPage::BoardPage(QWidget *parent)
    : QWidget(parent)
    , m_boardModel(new BoardModel(this))
    , m_boardView(new BoardView(m_boardModel))
    , m_filterEdit(new QLineEdit)
    , m_groupingBox(new QComboBox)
    , m_countLabel(new QLabel)
    , m_unreadableLabel(PlainLabel::create())
    , m_messageWidget(new KMessageWidget)
    , m_emptyBoardPage(new QWidget)
    , m_emptyBoardSummary(PlainLabel::createWrapped())
    , m_emptyBoardAdvice(PlainLabel::createWrapped())
    , m_headLayout(new QHBoxLayout)
    , m_tableStack(new QStackedWidget)
    , m_pageStack(new QStackedWidget)
    , m_deskPage(new DeskBoardPage)
{
    m_filterEdit->setPlaceholderText(i18nc("@info:placeholder", "Filter by site, workstation, observer or instrument"));
    m_filterEdit->setAccessibleName(i18nc("@info accessible name", "Filter workstations"));
    m_filterEdit->setClearButtonEnabled(true);
    m_groupingBox->setAccessibleName(i18nc("@info accessible name", "Group workstations"));
    m_groupingBox->addItems({i18nc("@item:inlistbox", "Not grouped"), i18nc("@item:inlistbox", "By site"), i18nc("@item:inlistbox", "By instrument")});
    m_unreadableLabel->setForegroundRole(QPalette::PlaceholderText);

    m_headLayout->setContentsMargins(6, 6, 6, 6);
    m_headLayout->addWidget(m_filterEdit, 1);
    m_headLayout->addWidget(m_groupingBox);
    m_headLayout->addSpacing(6);
    m_headLayout->addWidget(m_countLabel);
    m_messageWidget->setTextFormat(Qt::PlainText); // plain text, because it contains names and messages from other hosts
    m_messageWidget->setMinimumWidth(1); // layOutMessage() wraps the text, so a long line need not force a wide window
    m_messageWidget->setCloseButtonVisible(false);
    auto *again = new QAction(QIcon::fromTheme(u"view-refresh"_s), i18nc("@action:button", "Retry"), this);
    connect(again, &QAction::triggered, this, &BoardPage::retryRequested);
    m_messageWidget->addAction(again);
    m_messageWidget->hide();

    auto *retry = new QPushButton(QIcon::fromTheme(u"view-refresh"_s), i18nc("@action:button", "Retry"));
    connect(retry, &QPushButton::clicked, this, &BoardPage::retryRequested);
    m_retryButton = retry;
    for (QLabel *label : {m_emptyBoardSummary, m_emptyBoardAdvice}) {
        label->setAlignment(Qt::AlignCenter);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    }
    QFont large = m_emptyBoardSummary->font();
    large.setPointSizeF(large.pointSizeF() * 1.3);
    m_emptyBoardSummary->setFont(large);
    auto *empty = new QVBoxLayout(m_emptyBoardPage);
    empty->addStretch(2);
    empty->addWidget(m_emptyBoardSummary);
    empty->addWidget(m_emptyBoardAdvice);
    empty->addWidget(retry, 0, Qt::AlignHCenter);
    empty->addStretch(3);

    m_tableStack->addWidget(m_boardView);
    m_tableStack->addWidget(m_emptyBoardPage);
    auto *overview = new QWidget;
    auto *column = new QVBoxLayout(overview);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(m_headLayout);
    column->addWidget(m_tableStack, 1);
    column->addWidget(m_unreadableLabel);
    m_unreadableLabel->setContentsMargins(6, 2, 6, 2);
    m_pageStack->addWidget(overview);
    m_pageStack->addWidget(m_deskPage);
    auto *whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->setSpacing(0);
    whole->addWidget(m_messageWidget);
    whole->addWidget(m_pageStack, 1);
    setFocusProxy(m_boardView);

    connect(m_filterEdit, &QLineEdit::textChanged, m_boardView->sortModel(), &BoardSortModel::setFilterWords);
    connect(m_filterEdit, &QLineEdit::textChanged, this, &BoardPage::refresh);
    connect(m_filterEdit, &QLineEdit::returnPressed, m_boardView, qOverload<>(&QWidget::setFocus));
    connect(m_groupingBox, &QComboBox::currentIndexChanged, this, [this](int index) {
        const auto current = m_boardView->currentDesk();
        m_boardModel->setGrouping(static_cast<BoardModel::Grouping>(index));
        if (current) {
            m_boardView->setCurrentDesk(*current);
        }
    });
    connect(m_boardView, &BoardView::openRequested, this, &BoardPage::openDeskPage);
    connect(m_boardView, &BoardView::viewDisplayMenuRequested, this, &BoardPage::showViewDisplayMenu);
    connect(m_boardView, &BoardView::menuRequested, this, &BoardPage::showContextMenu);
    connect(m_boardView, &BoardView::filterFocusRequested, this, &BoardPage::focusFilter);
    auto *find = new QShortcut(QKeySequence(QKeySequence::Find), this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
    connect(find, &QShortcut::activated, this, &BoardPage::focusFilter);
    auto *leave = new QShortcut(QKeySequence(Qt::Key_Escape), m_filterEdit, nullptr, nullptr, Qt::WidgetShortcut);
    connect(leave, &QShortcut::activated, this, [this] {
        m_filterEdit->clear();
        m_boardView->setFocus();
    });
    connect(m_deskPage, &DeskBoardPage::backRequested, this, &BoardPage::closeDeskPage);
    connect(m_deskPage, &DeskBoardPage::viewDisplayRequested, this, &BoardPage::viewDisplayRequested);
    m_refreshTimer.setInterval(1s);
    m_refreshTimer.setSingleShot(true);
    connect(&m_refreshTimer, &QTimer::timeout, this, &BoardPage::refresh);
    refresh();
}

void BoardPage::setBoard(Board *board)
{
    if (m_board) {
        m_board->disconnect(this);
    }
    closeDeskPage();
    m_board = board;
    m_boardModel->setBoard(board);
    m_deskPage->setBoard(board);
    if (board) {
        const auto soon = [this] {
            if (!m_refreshTimer.isActive()) {
                m_refreshTimer.start();
            }
        };
        connect(board, &Board::deskAdded, this, &BoardPage::refresh);
        connect(board, &Board::deskRemoved, this, [this](const DeskName &desk) {
            if (m_openDesk == desk) {
                closeDeskPage();
            }
            refresh();
        });
        connect(board, &Board::desksChanged, this, soon);
    }
    refresh();
}

void BoardPage::setNotice(const std::optional<BoardNotice> &notice)
{
    m_notice = notice;
    refresh();
}

void BoardPage::setTimezone(const QTimeZone &zone)
{
    m_boardModel->setTimezone(zone);
    m_deskPage->setTimezone(zone);
}

void BoardPage::setSiteNames(const QHash<QString, QString> &names)
{
    m_boardModel->setSiteNames(names);
}

void BoardPage::setViewObstacleFunction(const ViewObstacleFunction &obstacle)
{
    m_viewObstacleFunction = obstacle;
    m_deskPage->setViewObstacleFunction(obstacle);
}

void BoardPage::setNotes(QWidget *notes)
{
    m_deskPage->setNotes(notes);
}

void BoardPage::setClocks(QWidget *clocks)
{
    m_headLayout->addSpacing(12);
    m_headLayout->addWidget(clocks);
}

void BoardPage::addBar(QWidget *bar)
{
    static_cast<QVBoxLayout *>(layout())->insertWidget(0, bar);
}

BoardView *BoardPage::view() const
{
    return m_boardView;
}

DeskBoardPage *BoardPage::deskPage() const
{
    return m_deskPage;
}

std::optional<DeskName> BoardPage::shownDesk() const
{
    return m_openDesk;
}

void BoardPage::openDeskPage(const DeskName &desk)
{
    if (!m_board || !m_board->desk(desk) || m_openDesk == desk) {
        return;
    }
    closeDeskPage();
    m_openDesk = desk;
    m_deskPage->setDesk(desk);
    m_pageStack->setCurrentWidget(m_deskPage);
    m_deskPage->setFocus();
    Q_EMIT deskPageOpened(desk);
}

void BoardPage::closeDeskPage()
{
    if (const auto desk = std::exchange(m_openDesk, std::nullopt)) {
        m_pageStack->setCurrentIndex(0);
        m_deskPage->setDesk({});
        m_boardView->setCurrentDesk(*desk);
        m_boardView->setFocus();
        Q_EMIT deskPageClosed(*desk);
    }
}

void BoardPage::focusFilter()
{
    closeDeskPage();
    m_filterEdit->setFocus(Qt::ShortcutFocusReason);
    m_filterEdit->selectAll();
}

void BoardPage::addViewDisplayActions(QMenu *menu, const DeskName &desk)
{
    menu->setToolTipsVisible(true);
    const BoardDesk *known = m_board ? m_board->desk(desk) : nullptr;
    if (!known || !known->state || known->state->displays.isEmpty()) {
        menu->addAction(i18nc("@item:inmenu", "This workstation shows no display"))->setEnabled(false);
        return;
    }
    for (const BoardWire::DisplayReport &display : known->state->displays) {
        const QString why = m_viewObstacleFunction ? m_viewObstacleFunction(desk, display.key) : QString();
        QString title = display.title.isEmpty() ? display.key : display.title;
        QAction *look = menu->addAction(title.replace(u'&', u"&&"_s));
        look->setEnabled(why.isEmpty());
        look->setToolTip(why.toHtmlEscaped());
        if (!why.isEmpty()) {
            look->setStatusTip(why);
        }
        connect(look, &QAction::triggered, this, [this, desk, key = display.key] {
            Q_EMIT viewDisplayRequested(desk, key);
        });
    }
}

void BoardPage::showViewDisplayMenu(const DeskName &desk, const QPoint &global)
{
    QMenu menu(this);
    addViewDisplayActions(&menu, desk);
    QList<QAction *> able = menu.actions();
    able.removeIf([](const QAction *action) {
        return !action->isEnabled();
    });
    if (able.size() == 1 && menu.actions().size() == 1) {
        able.constFirst()->trigger();
        return;
    }
    menu.setActiveAction(able.value(0));
    menu.exec(global);
}

void BoardPage::showContextMenu(const DeskName &desk, const QPoint &global)
{
    QMenu menu(this);
    const auto *openPage = menu.addAction(QIcon::fromTheme(u"view-list-details"_s), i18nc("@action:inmenu", "Open Workstation Page"));
    connect(openPage, &QAction::triggered, this, [this, desk] {
        openDeskPage(desk);
    });
    QMenu *look = menu.addMenu(QIcon::fromTheme(u"view-visible"_s), i18nc("@title:menu the displays of a workstation", "View Display"));
    addViewDisplayActions(look, desk);
    const BoardDesk *known = m_board ? m_board->desk(desk) : nullptr;
    if (known && (known->health == DeskHealth::Gone || known->health == DeskHealth::Lost)) {
        menu.addSeparator();
        const QString text = i18nc("@action:inmenu of a workstation that is offline; the next report brings it back", "Remove from Status Board");
        connect(menu.addAction(QIcon::fromTheme(u"list-remove"_s), text), &QAction::triggered, this, [this, desk] {
            if (m_board) { // the board may have changed while the menu was open
                m_board->removeDesk(desk);
            }
        });
    }
    menu.exec(global);
}

/// Puts the message's button next to the text where the width allows it. On a laptop, each line saved shows one more
/// workstation.
void BoardPage::layOutMessage()
{
    int longest = 0;
    for (const QString &line : m_messageWidget->text().split(u'\n')) {
        longest = std::max(longest, fontMetrics().horizontalAdvance(line));
    }
    constexpr int button = 30; // width of the button with its icon and margins, in characters
    m_messageWidget->setWordWrap(longest + button * fontMetrics().averageCharWidth() > width());
}

void BoardPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    layOutMessage();
}

void BoardPage::refresh()
{
    const qsizetype all = m_board ? m_board->desks().size() : 0;
    const bool isEmpty = all == 0;
    BoardNotice notice = m_notice.value_or(BoardNotice{
        i18nc("@info of the status board", "No workstation has reported yet"),
        i18nc("@info of the status board", "The message broker is connected. Workstations appear here as soon as somebody connects an instrument there.")});
    m_tableStack->setCurrentWidget(isEmpty ? m_emptyBoardPage : static_cast<QWidget *>(m_boardView));
    m_emptyBoardSummary->setText(notice.summary);
    m_emptyBoardAdvice->setText(notice.advice);
    m_retryButton->setVisible(notice.canRetry);
    const bool isReported = !isEmpty && m_notice;
    if (isReported) {
        m_messageWidget->setMessageType(m_notice->isProblem ? KMessageWidget::Warning : KMessageWidget::Information);
        m_messageWidget->setText(m_notice->advice.isEmpty() ? m_notice->summary : m_notice->summary + u'\n' + m_notice->advice);
        m_messageWidget->actions().constFirst()->setVisible(m_notice->canRetry);
        layOutMessage();
    }
    m_messageWidget->setVisible(isReported);
    int ill = 0;
    for (qsizetype i = 0; i < all; ++i) {
        const BoardDesk *desk = m_board->desk(m_board->desks().at(i));
        ill += desk && desk->health >= DeskHealth::Bad ? 1 : 0;
    }
    m_countLabel->setText(isEmpty       ? QString()
                              : ill > 0 ? i18ncp("@info:status of the status board; %2: how many need somebody",
                                                 "%1 workstation, %2 with problems",
                                                 "%1 workstations, %2 with problems",
                                                 static_cast<int>(all),
                                                 QString::number(ill))
                                        : i18ncp("@info:status of the status board", "%1 workstation", "%1 workstations", static_cast<int>(all)));
    const auto droppedMessages = m_board ? m_board->counters().droppedMessages : 0;
    m_unreadableLabel->setText(i18ncp("@info:status of the status board: what workstations sent that could not be read",
                                      "%1 unreadable message was discarded",
                                      "%1 unreadable messages were discarded",
                                      static_cast<int>(droppedMessages)));
    m_unreadableLabel->setVisible(droppedMessages > 0);
}
}
