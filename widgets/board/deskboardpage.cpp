// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/deskboardpage.h"

#include "monitors/board/board.h"
#include "widgets/board/boardcells.h"
#include "widgets/board/boarddisplaylist.h"
#include "widgets/board/boardhistorylist.h"
#include "widgets/board/boardlinklist.h"
#include "widgets/board/boardmarkpaint.h"
#include "widgets/common/plainlabel.h"

#include <KLocalizedString>

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>
#include <QSplitter>
#include <QVBoxLayout>

#include <cmath>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{

QWidget *withTitle(const QString &title, QWidget *widget)
{
    auto *box = new QWidget;
    auto *column = new QVBoxLayout(box);
    column->setContentsMargins(3, 3, 3, 3);
    column->setSpacing(2);
    auto *label = new QLabel(title);
    QFont bold = label->font();
    bold.setBold(true);
    label->setFont(bold);
    label->setBuddy(widget);
    column->addWidget(label);
    column->addWidget(widget, 1);
    return box;
}
}

DeskBoardPage::DeskBoardPage(QWidget *parent)
    : QWidget(parent)
    , m_backButton(new QPushButton(QIcon::fromTheme(u"go-previous"_s), i18nc("@action:button back to the table of all workstations", "Show All Workstations")))
    , m_healthIcon(new QLabel)
    , m_nameLabel(PlainLabel::create()) // plain text, like the labels below: it comes from a desk
    , m_stateLabel(PlainLabel::create())
    , m_reasonLabel(PlainLabel::createWrapped())
    , m_factsLabel(PlainLabel::createWrapped())
    , m_viewButton(new QPushButton(QIcon::fromTheme(u"view-visible"_s), i18nc("@action:button shows a desktop of another workstation", "View Desktop")))
    , m_displayList(new BoardDisplayList)
    , m_linkList(new BoardLinkList)
    , m_historyList(new BoardHistoryList)
    , m_notesArea(new QWidget)
    , m_notesLayout(new QVBoxLayout(m_notesArea))
{
    for (QLabel *label : {m_nameLabel, m_stateLabel, m_reasonLabel, m_factsLabel}) {
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    QFont large = m_nameLabel->font();
    large.setPointSizeF(large.pointSizeF() * 1.4);
    large.setBold(true);
    m_nameLabel->setFont(large);
    QFont bold = m_stateLabel->font();
    bold.setBold(true);
    m_stateLabel->setFont(bold);
    m_viewButton->setToolTip(i18nc("@info:tooltip", "Shows the first desktop of this workstation, view-only, directly from the remote host"));

    auto *head = new QHBoxLayout;
    head->addWidget(m_backButton);
    head->addSpacing(8);
    head->addWidget(m_healthIcon);
    head->addWidget(m_nameLabel);
    head->addSpacing(8);
    head->addWidget(m_stateLabel);
    head->addWidget(m_reasonLabel, 1);
    head->addWidget(m_viewButton);

    auto *left = new QSplitter(Qt::Vertical);
    left->addWidget(withTitle(i18nc("@title:group", "Displays"), m_displayList));
    left->addWidget(withTitle(i18nc("@title:group", "Connections"), m_linkList));
    left->setStretchFactor(0, 3);
    left->setStretchFactor(1, 1);
    left->setChildrenCollapsible(false);
    auto *right = new QSplitter(Qt::Vertical);
    right->addWidget(withTitle(i18nc("@title:group", "Events of the Night"), m_historyList));
    right->addWidget(m_notesArea);
    right->setChildrenCollapsible(false);
    m_notesLayout->setContentsMargins(0, 0, 0, 0);
    m_notesArea->hide();
    auto *both = new QSplitter(Qt::Horizontal);
    both->addWidget(left);
    both->addWidget(right);
    both->setStretchFactor(0, 3);
    both->setStretchFactor(1, 2);
    both->setChildrenCollapsible(false);

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 6);
    column->addLayout(head);
    column->addWidget(m_factsLabel);
    column->addWidget(both, 1);
    setFocusProxy(m_displayList);

    connect(m_backButton, &QPushButton::clicked, this, &DeskBoardPage::backRequested);
    auto *escape = new QShortcut(QKeySequence(Qt::Key_Escape), this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
    connect(escape, &QShortcut::activated, this, &DeskBoardPage::backRequested);
    connect(m_displayList, &BoardDisplayList::viewDisplayRequested, this, [this](const QString &display) {
        if (m_shownDesk) {
            Q_EMIT viewDisplayRequested(*m_shownDesk, display);
        }
    });
    connect(m_viewButton, &QPushButton::clicked, this, [this] {
        if (const QString display = m_displayList->firstViewableDisplayKey(); m_shownDesk && !display.isEmpty()) {
            Q_EMIT viewDisplayRequested(*m_shownDesk, display);
        }
    });
}

void DeskBoardPage::setBoard(Board *board)
{
    if (m_board) {
        m_board->disconnect(this);
    }
    m_board = board;
    if (board) {
        connect(board, &Board::desksChanged, this, [this](const QList<DeskName> &desks) {
            if (m_shownDesk && desks.contains(*m_shownDesk)) {
                refresh();
            }
        });
        connect(board, &Board::connectedChanged, this, &DeskBoardPage::refresh);
    }
    refresh();
}

void DeskBoardPage::setDesk(const std::optional<DeskName> &desk)
{
    m_shownDesk = desk;
    refresh();
}

void DeskBoardPage::setTimezone(const QTimeZone &zone)
{
    m_zone = zone;
    refresh();
}

void DeskBoardPage::setViewObstacleFunction(const ViewObstacleFunction &obstacle)
{
    m_viewObstacleFunction = obstacle;
    refresh();
}

void DeskBoardPage::setOtherWatchers(const QStringList &names)
{
    m_otherWatcherNames = names;
    refresh();
}

void DeskBoardPage::setNotes(QWidget *notes)
{
    delete std::exchange(m_notesWidget, notes);
    if (notes) {
        m_notesLayout->addWidget(notes);
    }
    m_notesArea->setVisible(notes);
}

void DeskBoardPage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        refresh();
    }
}

void DeskBoardPage::refresh()
{
    const BoardDesk *desk = m_board && m_shownDesk ? m_board->desk(*m_shownDesk) : nullptr;
    const QDateTime now = QDateTime::currentDateTimeUtc();
    m_linkList->show(desk);
    m_displayList->show(
        desk,
        [this](const QString &display) {
            return m_viewObstacleFunction && m_shownDesk ? m_viewObstacleFunction(*m_shownDesk, display) : QString();
        },
        now,
        m_zone);
    m_historyList->setEntries(desk && desk->history ? desk->history->entries : QList<BoardWire::Trouble>(), now, m_zone);
    m_viewButton->setEnabled(!m_displayList->firstViewableDisplayKey().isEmpty());
    if (desk) {
        showHeader(*desk, now);
    }
}

void DeskBoardPage::showHeader(const BoardDesk &desk, const QDateTime &now)
{
    const BoardMark tone = BoardWording::healthMark(desk.health);
    const int size = fontMetrics().height();
    m_healthIcon->setPixmap(BoardMarkPaint::icon(tone).pixmap(QSize(size, size), devicePixelRatioF()));
    m_healthIcon->setAccessibleName(BoardWording::healthName(desk.health));
    m_nameLabel->setText(desk.name.text());
    QPalette colors = m_stateLabel->palette();
    colors.setColor(QPalette::WindowText, BoardWording::color(tone));
    m_stateLabel->setPalette(colors);
    m_stateLabel->setText(BoardWording::healthName(desk.health));
    m_reasonLabel->setText(m_board->isConnected()
                               ? desk.healthReason
                               : i18nc("@info:status of a workstation on the status board", "Last known state: the message broker is unreachable"));
    m_factsLabel->setText(factsText(desk, now));
}

QString DeskBoardPage::factsText(const BoardDesk &desk, const QDateTime &now) const
{
    const QStringList people = desk.people();
    QStringList first{people.isEmpty() ? i18nc("@info of a workstation", "No observers are named")
                                       : i18nc("@info of a workstation", "Observers: %1", people.join(u", "_s))};
    if (desk.state) {
        for (const BoardWire::InstrumentReport &instrument : desk.state->instruments) {
            const QString name = instrument.name.isEmpty() ? instrument.id : instrument.name;
            const QStringList since{BoardWording::universalTime(instrument.since, now), BoardWording::facilityTime(instrument.since, m_zone)};
            first.append(i18nc("@info an instrument of a workstation and since when it is connected",
                               "%1 since %2",
                               name,
                               since.constLast().isEmpty() ? since.constFirst() : since.join(u" / "_s)));
        }
    }
    if (!m_otherWatcherNames.isEmpty()) {
        first.append(i18ncp("@info of a workstation; %2: names of support astronomers",
                            "%2 also views this workstation",
                            "%2 also view this workstation",
                            static_cast<int>(m_otherWatcherNames.size()),
                            m_otherWatcherNames.join(u", "_s)));
    }
    QStringList second;
    if (const QString program = desk.state ? desk.state->programVersion : desk.presence ? desk.presence->programVersion : QString(); !program.isEmpty()) {
        second.append(desk.hasOutdatedProgram ? i18nc("@info a version", "Nightdesk %1, older than on other workstations", program)
                                              : i18nc("@info a version", "Nightdesk %1", program));
    }
    if (desk.state) {
        for (const BoardWire::InstrumentReport &instrument : desk.state->instruments) {
            if (!instrument.version.isEmpty()) {
                second.append(i18nc("@info an instrument and its profile's version",
                                    "%1 profile %2",
                                    instrument.name.isEmpty() ? instrument.id : instrument.name,
                                    instrument.version));
            }
        }
    }
    if (desk.hasOutdatedProfile) {
        second.append(i18nc("@info", "another workstation has a newer profile"));
    }
    if (desk.clockOffset && std::chrono::abs(*desk.clockOffset) >= BoardCells::minShownClockOffset) {
        const double seconds = std::chrono::duration<double>(*desk.clockOffset).count();
        const QString shown = QString::number(std::abs(std::lround(seconds)));
        second.append(seconds > 0 ? i18nc("@info of a workstation's clock", "the clock is %1 s ahead", shown)
                                  : i18nc("@info of a workstation's clock", "the clock is %1 s behind", shown));
    }
    if (desk.lastMessageAt.isValid()) {
        second.append(i18nc("@info of a workstation; a time", "last report at %1", BoardWording::universalTime(desk.lastMessageAt, now)));
    }
    const QString facts = first.join(u"  ·  "_s);
    return second.isEmpty() ? facts : facts + u'\n' + second.join(u"  ·  "_s);
}
}
