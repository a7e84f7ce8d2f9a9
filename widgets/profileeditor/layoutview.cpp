// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/profileeditor/layoutview.h"

#include "sessions/common/displaytext.h"
#include "widgets/profileeditor/displaybox.h"
#include "widgets/screens/monitorsketch.h"

#include <KLocalizedString>

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
constexpr double screenGap = 10;
/// The step of dragging and of the arrow keys, in screen pixels, because users also write round numbers. In a small
/// drawing, one pixel of mouse movement is several screen pixels.
constexpr int stepSize = 10;
/// A window that is nearer to a screen edge than this is placed at the edge.
constexpr int edgeReach = 15;
constexpr int smallestWindow = 20;

int roundedToStep(int value)
{
    return static_cast<int>(std::lround(value / static_cast<double>(stepSize))) * stepSize;
}

/// Position of a window of @p length pixels on a screen: @p begin rounded to steps, or an edge of the screen if the window is near it.
int snappedToScreenEdge(int begin, int length, int screenLength)
{
    if (std::abs(begin) < edgeReach) {
        return 0;
    }
    return std::abs(begin + length - screenLength) < edgeReach ? screenLength - length : roundedToStep(begin);
}
}

LayoutView::LayoutView(QWidget *parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(i18nc("@info accessible name of a picture", "Screens of the site"));
}

void LayoutView::setScreenLayout(const ScreenLayout &layout, bool isEditable)
{
    if (layout == m_screenLayout && isEditable == m_isEditable) {
        return;
    }
    const auto focused = std::ranges::find_if(m_displayBoxes, &QWidget::hasFocus);
    const qsizetype index = focused - m_displayBoxes.begin();
    const auto current = focused == m_displayBoxes.end() ? ScreenLayout::Display() : m_screenLayout.displays[index];
    m_screenLayout = layout;
    m_isEditable = isEditable;
    m_draggedDisplay.reset();
    rebuild();
    placeBoxes();
    // A desktop that was moved to another screen has another index; the focus moves with it.
    for (qsizetype i = 0; !current.id.isEmpty() && i < m_displayBoxes.size(); ++i) {
        const ScreenLayout::Display &display = m_screenLayout.displays[i];
        if (i != index && display.id == current.id && display.table == current.table) {
            m_displayBoxes[i]->setFocus();
        }
    }
}

const ScreenLayout &LayoutView::screenLayout() const
{
    return m_screenLayout;
}

void LayoutView::setTabOrderAfter(QWidget *before)
{
    m_previousInTabOrder = before;
}

QSize LayoutView::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 60, fontMetrics().height() * 12};
}

QSize LayoutView::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 30, fontMetrics().height() * 7};
}

void LayoutView::connectBox(DraggableDisplayBox *box, int index)
{
    connect(box, &DraggableDisplayBox::dragMoved, this, [this, index](QPoint by, bool isResize, QPoint pointer) {
        dragDisplay(index, by, isResize, pointer);
    });
    connect(box, &DraggableDisplayBox::dragFinished, this, [this, index] {
        finishDisplayDrag(index);
    });
    connect(box, &DraggableDisplayBox::dragCancelled, this, [this] {
        m_draggedDisplay.reset();
        placeBoxes();
    });
    connect(box, &DraggableDisplayBox::arrowKeyPressed, this, [this, index](QPoint steps, bool isResize, bool isFine) {
        stepDisplay(index, steps, isResize, isFine);
    });
    connect(box, &DraggableDisplayBox::screenChangeRequested, this, [this, index](int by) {
        moveToScreen(index, m_screenLayout.displays[index].screenIndex + by);
    });
    connect(box, &DraggableDisplayBox::focusReceived, this, [this, index] {
        Q_EMIT currentDisplayChanged(m_screenLayout.displays[index].table, m_screenLayout.displays[index].id);
    });
    connect(box, &DraggableDisplayBox::openTableRequested, this, [this, index] {
        Q_EMIT openTableRequested(m_screenLayout.displays[index].table, m_screenLayout.displays[index].id);
    });
}

/// Makes one box per display. Existing boxes are reused, so that the focus is kept while the number of displays is the same.
void LayoutView::rebuild()
{
    while (m_displayBoxes.size() > m_screenLayout.displays.size()) {
        delete m_displayBoxes.takeLast();
    }
    while (m_displayBoxes.size() < m_screenLayout.displays.size()) {
        auto *box = new DraggableDisplayBox(this);
        connectBox(box, static_cast<int>(m_displayBoxes.size()));
        if (QWidget *before = m_displayBoxes.isEmpty() ? m_previousInTabOrder : m_displayBoxes.last()) {
            setTabOrder(before, box);
        }
        m_displayBoxes.append(box);
        box->show();
    }
    for (qsizetype i = 0; i < m_displayBoxes.size(); ++i) {
        const ScreenLayout::Display &display = m_screenLayout.displays[i];
        const QString words = displayDescription(display);
        m_displayBoxes[i]->setEditable(m_isEditable);
        m_displayBoxes[i]->setAppearance({.title = displayText(display.title),
                                          .secondLineText = display.isWindow() ? ScreenLayout::geometryText(display.profileGeometry) : QString(),
                                          .isProgramWindow = display.isWindow(),
                                          .startsAutomatically = display.startsAutomatically,
                                          .hasProblem = !m_screenLayout.problemTexts(display).isEmpty()});
        m_displayBoxes[i]->setAccessibleName(words);
        m_displayBoxes[i]->setToolTip(words.toHtmlEscaped());
        m_displayBoxes[i]->raise();
    }
}

QString LayoutView::displayDescription(const ScreenLayout::Display &display) const
{
    const QString &name = m_screenLayout.screens[display.screenIndex].name;
    const QString screen = displayText(name);
    const QString title = displayText(display.title);
    QStringList words;
    if (!display.isWindow()) {
        words.append(screen.isEmpty() ? i18nc("@info accessible name; %1: a desktop", "%1, desktop", title)
                                      : i18nc("@info accessible name; %1: a desktop, %2: a screen", "%1, desktop on the screen %2", title, screen));
    } else {
        const QString geometry = display.profileGeometry.size || display.profileGeometry.offset
            ? ScreenLayout::geometryText(display.profileGeometry)
            : i18nc("@info of a program: the profile does not say where its window is", "no position");
        words.append(
            screen.isEmpty()
                ? i18nc("@info accessible name; %1: a program, %2: 640x400+0+0", "%1, program, %2", title, geometry)
                : i18nc("@info accessible name; %1: a program, %2: a screen, %3: 640x400+0+0", "%1, program on the screen %2, %3", title, screen, geometry));
    }
    words += m_screenLayout.problemTexts(display);
    return words.join(u'\n');
}

QRectF LayoutView::boxRect(const ScreenLayout::Display &display) const
{
    const QRectF screen = m_screenRects.value(display.screenIndex);
    const double scale = screen.width() / m_screenLayout.screens[display.screenIndex].size.width();
    const QRectF place(screen.left() + display.rect.left() * scale,
                       screen.top() + display.rect.top() * scale,
                       display.rect.width() * scale,
                       display.rect.height() * scale);
    // Large enough to be seen and dragged, however small the drawing is.
    return {place.topLeft(), place.size().expandedTo(QSizeF(14, 14))};
}

void LayoutView::placeBoxes()
{
    QList<QRect> screens;
    int left = 0;
    for (const ScreenLayout::Screen &screen : std::as_const(m_screenLayout.screens)) {
        screens.append(QRect(QPoint(left, 0), screen.size));
        left += screen.size.width();
    }
    const QRectF room = QRectF(rect()).adjusted(2, 2, -2, -2 - fontMetrics().height());
    m_screenRects = MonitorSketch::monitorRects(screens, room, screenGap);
    for (qsizetype i = 0; i < m_displayBoxes.size(); ++i) {
        m_displayBoxes[i]->setGeometry(boxRect(m_screenLayout.displays[i]).toAlignedRect());
    }
    update();
}

void LayoutView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    placeBoxes();
}

void LayoutView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    for (qsizetype i = 0; i < m_screenRects.size(); ++i) {
        const ScreenLayout::Screen &screen = m_screenLayout.screens[i];
        painter.setPen(QPen(palette().color(QPalette::PlaceholderText), 1));
        painter.setBrush(palette().color(QPalette::Base));
        painter.drawRect(m_screenRects[i].adjusted(0.5, 0.5, -0.5, -0.5));
        const QString size = u"%1×%2"_s.arg(screen.size.width()).arg(screen.size.height());
        const QString name = displayText(screen.name);
        QStringList captions{screen.isSizeKnown ? i18nc("@info a screen and its size", "%1 %2", name, size)
                                                : i18nc("@info a screen of which no size is given, and what is assumed", "%1, assumed %2", name, size),
                             name};
        if (name.isEmpty()) {
            captions = {screen.isSizeKnown ? size : i18nc("@info a screen of which no size is given, and what is assumed", "assumed %1", size)};
        }
        const double width = m_screenRects[i].width();
        const auto fits = std::ranges::find_if(captions, [&](const QString &caption) {
            return fontMetrics().horizontalAdvance(caption) <= width;
        });
        painter.setPen(palette().color(QPalette::WindowText));
        const QRectF below(m_screenRects[i].left(), m_screenRects[i].bottom(), width, fontMetrics().height());
        const QString caption = fits == captions.end() ? fontMetrics().elidedText(captions.last(), Qt::ElideRight, static_cast<int>(width)) : *fits;
        painter.drawText(below, Qt::AlignCenter, caption);
    }
}

QRect LayoutView::rectMovedIntoScreen(const QRect &rect, const ScreenLayout::Display &display) const
{
    const QSize screen = m_screenLayout.screens[display.screenIndex].size;
    QRect result(rect.topLeft(), rect.size().expandedTo(QSize(smallestWindow, smallestWindow)).boundedTo(screen));
    result.moveLeft(std::clamp(result.left(), 0, screen.width() - result.width()));
    result.moveTop(std::clamp(result.top(), 0, screen.height() - result.height()));
    return result;
}

void LayoutView::dragDisplay(int index, QPoint by, bool isResize, QPoint pointer)
{
    const ScreenLayout::Display &display = m_screenLayout.displays[index];
    const QSize screen = m_screenLayout.screens[display.screenIndex].size;
    const double scale = m_screenRects[display.screenIndex].width() / screen.width();
    if (scale <= 0) {
        return;
    }
    const QPoint pixels = (QPointF(by) / scale).toPoint();
    m_draggedDisplay = display;
    if (isResize) {
        const QSize size(roundedToStep(display.rect.width() + pixels.x()), roundedToStep(display.rect.height() + pixels.y()));
        const QSize room(screen.width() - display.rect.left(), screen.height() - display.rect.top());
        m_draggedDisplay->rect.setSize(size.boundedTo(room).expandedTo(QSize(smallestWindow, smallestWindow)));
    } else {
        const auto over = std::ranges::find_if(m_screenRects, [&pointer](const QRectF &place) {
            return place.contains(pointer);
        });
        const int target = over == m_screenRects.end() ? display.screenIndex : static_cast<int>(over - m_screenRects.begin());
        if (target != display.screenIndex) {
            m_draggedDisplay->screenIndex = target; // only the screen changes in the profile, not the geometry
            m_draggedDisplay->rect = rectMovedIntoScreen(display.rect, *m_draggedDisplay);
        } else if (display.isWindow()) {
            const QRect moved(QPoint(snappedToScreenEdge(display.rect.left() + pixels.x(), display.rect.width(), screen.width()),
                                     snappedToScreenEdge(display.rect.top() + pixels.y(), display.rect.height(), screen.height())),
                              display.rect.size());
            m_draggedDisplay->rect = rectMovedIntoScreen(moved, display);
        }
    }
    m_displayBoxes[index]->setGeometry(boxRect(*m_draggedDisplay).toAlignedRect());
}

void LayoutView::finishDisplayDrag(int index)
{
    if (!m_draggedDisplay) {
        return;
    }
    const ScreenLayout::Display dragged = *std::exchange(m_draggedDisplay, std::nullopt);
    if (dragged.screenIndex != m_screenLayout.displays[index].screenIndex) {
        moveToScreen(index, dragged.screenIndex);
    } else {
        requestGeometryChange(index, dragged.rect);
    }
    placeBoxes();
}

void LayoutView::stepDisplay(int index, QPoint steps, bool isResize, bool isFine)
{
    const ScreenLayout::Display &display = m_screenLayout.displays[index];
    if (!display.isWindow()) {
        moveToScreen(index, isResize ? display.screenIndex : display.screenIndex + steps.x());
        return;
    }
    const QPoint by = steps * (isFine ? 1 : stepSize);
    QRect rect = display.rect;
    isResize ? rect.setSize(rect.size() + QSize(by.x(), by.y())) : rect.translate(by);
    requestGeometryChange(index, rectMovedIntoScreen(rect, display));
    placeBoxes();
}

void LayoutView::requestGeometryChange(int index, const QRect &rect)
{
    ScreenLayout::Display &display = m_screenLayout.displays[index];
    if (!m_isEditable || !display.isWindow() || rect == display.rect) {
        return;
    }
    display.profileGeometry = m_screenLayout.geometryAt(display, rect);
    display.rect = rect;
    Q_EMIT displayEdited({.table = display.table, .id = display.id, .key = u"geometry"_s, .value = ScreenLayout::geometryText(display.profileGeometry)});
}

void LayoutView::moveToScreen(int index, int screen)
{
    const ScreenLayout::Display &display = m_screenLayout.displays[index];
    if (!m_isEditable || screen < 0 || screen >= m_screenLayout.screens.size() || screen == display.screenIndex) {
        return;
    }
    Q_EMIT displayEdited({.table = display.table, .id = display.id, .key = u"screen"_s, .value = m_screenLayout.screens[screen].name});
}
}
