// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/displays/figurespopup.h"

#include "monitors/link/displaymonitor.h"
#include "monitors/link/linkmonitor.h"
#include "sessions/desktops/desktopsession.h"
#include "sessions/links/hop/link.h"
#include "widgets/common/plainlabel.h"
#include "widgets/wording/figurewording.h"

#include <KLocalizedString>

#include <QHeaderView>
#include <QScreen>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace Nightdesk
{
FiguresPopup::FiguresPopup(Link *link, DesktopSession *desktop, QWidget *parent)
    : QFrame(parent, Qt::Popup)
    , m_link(link)
    , m_desktopSession(desktop)
    , m_figuresTable(new QTreeWidget)
    , m_tcpLabel(PlainLabel::create())
    , m_figureSourceLabel(PlainLabel::createWrapped(i18nc("@info", "Click a row to see where its figures come from.")))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setFrameShape(QFrame::StyledPanel);
    setAccessibleName(i18nc("@info accessible name; a host", "Round-trip time to %1 by layer", link->target().spec.host));
    auto *column = new QVBoxLayout(this);
    m_figuresTable->setRootIsDecorated(false);
    m_figuresTable->setUniformRowHeights(true);
    m_figuresTable->setSelectionMode(QAbstractItemView::SingleSelection);
    m_figuresTable->setAccessibleName(i18nc("@info accessible name", "Layers of the round-trip time"));
    m_figuresTable->setHeaderLabels({i18nc("@title:column", "Layer"),
                                     i18nc("@title:column a time at this moment", "Now"),
                                     i18nc("@title:column the least of some times", "Min."),
                                     i18nc("@title:column the median", "p50"),
                                     i18nc("@title:column the 95th percentile", "p95"),
                                     i18nc("@title:column measured or estimated", "Kind")});
    m_figuresTable->header()->setStretchLastSection(false);
    m_figuresTable->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_figuresTable->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_figuresTable->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    // The label is always as high as the longest text, so that nothing moves below the pointer.
    m_figureSourceLabel->setMinimumHeight(m_figureSourceLabel->fontMetrics().lineSpacing() * 4);
    m_figureSourceLabel->setAlignment(Qt::AlignTop);
    column->addWidget(m_figuresTable);
    column->addWidget(m_tcpLabel);
    column->addWidget(m_figureSourceLabel);
    setFocusProxy(m_figuresTable);
    connect(m_figuresTable, &QTreeWidget::currentItemChanged, this, &FiguresPopup::showSourceOfCurrentFigure);
    connect(LinkMonitor::of(link), &LinkMonitor::figuresChanged, this, &FiguresPopup::refresh);
    connect(link, &QObject::destroyed, this, &QWidget::close);
    refresh();
}

void FiguresPopup::refresh()
{
    if (!m_link) {
        return;
    }
    m_roundTripLayers = LinkMonitor::of(m_link)->history().layers();
    if (m_desktopSession) {
        m_roundTripLayers += DisplayMonitor::of(m_desktopSession)->history().layers();
    }
    while (m_figuresTable->topLevelItemCount() > m_roundTripLayers.size()) {
        delete m_figuresTable->takeTopLevelItem(m_figuresTable->topLevelItemCount() - 1);
    }
    for (qsizetype i = 0; i < m_roundTripLayers.size(); ++i) {
        const RoundTripLayer &layer = m_roundTripLayers[i];
        QTreeWidgetItem *row = m_figuresTable->topLevelItem(static_cast<int>(i));
        if (!row) {
            row = new QTreeWidgetItem(m_figuresTable);
            for (int time = 1; time <= 4; ++time) {
                row->setTextAlignment(time, Qt::AlignRight | Qt::AlignVCenter);
            }
        }
        const DurationFigure &figure = layer.figure;
        row->setText(0, FigureWording::title(layer, m_link->target().spec.host));
        row->setText(1, FigureWording::time(figure, figure.now));
        row->setText(2, FigureWording::time(figure, figure.least));
        row->setText(3, FigureWording::time(figure, figure.median));
        row->setText(4, FigureWording::time(figure, figure.p95));
        row->setText(5, FigureWording::certainty(figure.certainty));
    }
    const LinkSample *newest = LinkMonitor::of(m_link)->history().newestSample();
    m_tcpLabel->setText(newest ? FigureWording::tcp(*newest, m_link->target().spec.host) : QString());
    int width = 2 * m_figuresTable->frameWidth();
    for (int section = 0; section < m_figuresTable->columnCount(); ++section) {
        width += m_figuresTable->header()->sectionSize(section);
    }
    const int rows = qMax(1, m_figuresTable->topLevelItemCount()) * qMax(m_figuresTable->sizeHintForRow(0), m_figuresTable->fontMetrics().lineSpacing());
    // The table only grows, so that a shorter figure moves nothing.
    m_figuresTable->setMinimumSize(
        QSize(width, m_figuresTable->header()->sizeHint().height() + rows + 2 * m_figuresTable->frameWidth()).expandedTo(m_figuresTable->minimumSize()));
    showSourceOfCurrentFigure();
}

void FiguresPopup::showSourceOfCurrentFigure()
{
    const int row = m_figuresTable->indexOfTopLevelItem(m_figuresTable->currentItem());
    if (row < 0 || row >= m_roundTripLayers.size()) {
        return;
    }
    const RoundTripLayer &layer = m_roundTripLayers[row];
    m_figureSourceLabel->setText(FigureWording::explanation(layer, m_link ? m_link->target().spec.host : QString()));
}

void FiguresPopup::popUpNextTo(const QWidget *widget)
{
    adjustSize();
    const QRect room = widget->screen()->availableGeometry();
    QPoint at = widget->mapToGlobal(QPoint(0, widget->height()));
    if (at.y() + height() > room.bottom()) {
        at = widget->mapToGlobal(QPoint(0, -height()));
    }
    at.setX(qBound(room.left(), at.x(), qMax(room.left(), room.right() - width())));
    move(at);
    QWidget::show();
    m_figuresTable->setFocus(Qt::PopupFocusReason);
}
}
