// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/boarddisplaylist.h"

#include <KLocalizedString>

#include <QHeaderView>
#include <QKeyEvent>
#include <QLocale>
#include <QPushButton>

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
enum DisplayColumn {
    TitleColumn,
    StateColumn,
    DisplayModeColumn,
    ImageAgeColumn,
    FrameRateColumn,
    LiveSinceColumn,
    ViewButtonColumn,
};
constexpr int obstacleRole = Qt::UserRole + 1;
}

BoardDisplayList::BoardDisplayList(QWidget *parent)
    : BoardList(i18nc("@info accessible name", "Displays of the workstation"),
                {i18nc("@title:column", "Display"),
                 i18nc("@title:column of a display", "State"),
                 i18nc("@title:column", "Display Mode"),
                 i18nc("@title:column how old the image is", "Image Age"),
                 i18nc("@title:column images that come each second", "Frames/s"),
                 i18nc("@title:column since when", "Live Since"),
                 QString()},
                {{LiveSinceColumn, 95}, {DisplayModeColumn, 82}, {FrameRateColumn, 70}, {ImageAgeColumn, 60}},
                parent)
{
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(TitleColumn, QHeaderView::Stretch);
    header()->setMaximumSectionSize(fontMetrics().averageCharWidth() * 28);
    connect(this, &QTreeWidget::itemActivated, this, &BoardDisplayList::requestView);
}

void BoardDisplayList::show(const BoardDesk *desk, const ViewObstacleFunction &obstacle, const QDateTime &now, const QTimeZone &zone)
{
    const QList<BoardWire::DisplayReport> displays = desk && desk->state ? desk->state->displays : QList<BoardWire::DisplayReport>();
    QStringList keys;
    for (const BoardWire::DisplayReport &display : displays) {
        keys.append(display.key);
    }
    if (keys != m_displayKeys) {
        rebuild(displays, keys);
    }
    for (int row = 0; row < topLevelItemCount(); ++row) {
        QTreeWidgetItem *item = topLevelItem(row);
        const BoardWire::DisplayReport &display = displays.at(row);
        fill(item, display, *desk, now, zone);
        const QString why = obstacle ? obstacle(display.key) : QString();
        item->setData(TitleColumn, obstacleRole, why);
        if (QWidget *button = itemWidget(item, ViewButtonColumn)) {
            button->setEnabled(why.isEmpty());
            button->setToolTip(why.isEmpty() ? i18nc("@info:tooltip", "Shows the display here, view-only, directly from the remote host")
                                             : u"<qt>%1</qt>"_s.arg(why.toHtmlEscaped()));
            button->setAccessibleDescription(why);
        }
    }
}

void BoardDisplayList::rebuild(const QList<BoardWire::DisplayReport> &displays, const QStringList &displayKeys)
{
    // The current display stays current, so that keyboard users keep their place in the list.
    const QString current = m_displayKeys.value(currentIndex().row());
    QString focused;
    for (int row = 0; row < topLevelItemCount(); ++row) {
        const QWidget *button = itemWidget(topLevelItem(row), ViewButtonColumn);
        focused = button && button->hasFocus() ? m_displayKeys.value(row) : focused;
    }
    m_displayKeys = displayKeys;
    clear();
    for (const BoardWire::DisplayReport &display : displays) {
        auto *item = new QTreeWidgetItem(this);
        const QString title = display.title.isEmpty() ? display.key : display.title;
        auto *button = new QPushButton(QIcon::fromTheme(u"view-visible"_s), i18nc("@action:button shows a display of another workstation", "View Display"));
        button->setAccessibleName(i18nc("@info accessible name of a button; a display", "View %1", title));
        connect(button, &QPushButton::clicked, this, [this, key = display.key] {
            Q_EMIT viewDisplayRequested(key);
        });
        setItemWidget(item, ViewButtonColumn, button);
        if (display.key == focused) {
            button->setFocus(Qt::OtherFocusReason);
        }
    }
    if (topLevelItemCount() > 0) {
        setCurrentItem(topLevelItem(std::max<int>(0, static_cast<int>(displayKeys.indexOf(current)))), 0, QItemSelectionModel::NoUpdate);
    }
}

void BoardDisplayList::fill(QTreeWidgetItem *item, const BoardWire::DisplayReport &display, const BoardDesk &desk, const QDateTime &now, const QTimeZone &zone)
{
    const QString title = display.title.isEmpty() ? display.key : display.title;
    const bool isSlow = display.state == "live"_L1 && !display.answering.isEmpty() && display.answering != "yes"_L1;
    const QString state = BoardWording::state(isSlow ? display.answering : display.state);
    showState(item, BoardWording::mark(display), state);
    item->setText(TitleColumn, title);
    item->setText(DisplayModeColumn,
                  display.isViewOnly ? i18nc("@info how a display is shown at a workstation: vnc, view-only", "%1, view-only", display.topology)
                                     : display.topology);
    const BoardWire::DisplayMeasurements numbers = desk.numbersOf(display);
    item->setText(ImageAgeColumn, numbers.imageAge ? BoardWording::imageAge(*numbers.imageAge) : QString());
    item->setText(FrameRateColumn, numbers.framesPerSecond ? QLocale().toString(*numbers.framesPerSecond, 'f', 1) : QString());
    item->setTextAlignment(FrameRateColumn, Qt::AlignRight | Qt::AlignVCenter);
    item->setText(LiveSinceColumn, BoardWording::universalTime(display.liveSince, now));
    item->setToolTip(LiveSinceColumn, BoardWording::facilityTime(display.liveSince, zone));
    const QString tip = display.problemText.isEmpty() ? QString() : u"<qt>%1</qt>"_s.arg(display.problemText.toHtmlEscaped());
    for (const int column : {TitleColumn, StateColumn}) {
        item->setToolTip(column, tip);
    }
    item->setData(TitleColumn,
                  Qt::AccessibleTextRole,
                  display.problemText.isEmpty()
                      ? i18nc("@info accessible text, a display and its state, read out", "%1: %2", title, state)
                      : i18nc("@info accessible text, a display, its state and why, read out", "%1: %2. %3", title, state, display.problemText));
}

QString BoardDisplayList::firstViewableDisplayKey() const
{
    for (int row = 0; row < topLevelItemCount(); ++row) {
        if (topLevelItem(row)->data(TitleColumn, obstacleRole).toString().isEmpty()) {
            return m_displayKeys.at(row);
        }
    }
    return {};
}

void BoardDisplayList::requestView(const QTreeWidgetItem *item)
{
    if (item && item->data(TitleColumn, obstacleRole).toString().isEmpty()) {
        Q_EMIT viewDisplayRequested(m_displayKeys.value(indexOfTopLevelItem(const_cast<QTreeWidgetItem *>(item))));
    }
}

void BoardDisplayList::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_L && event->modifiers() == Qt::NoModifier) {
        requestView(currentItem());
        return;
    }
    BoardList::keyPressEvent(event);
}
}
