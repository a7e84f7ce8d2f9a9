// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/viewonlyindicator.h"

#include "widgets/view/remoteview.h"

#include <KLocalizedString>

#include <QFontMetrics>
#include <QPainter>
#include <QPen>
#include <QRegion>

namespace Nightdesk
{
namespace
{
// The dashes, not the color, distinguish this line from the frames of desktops, which may have any color.
constexpr QColor ink(205, 208, 214);
constexpr QColor paper(20, 22, 26);
constexpr int dashWidth = 3;

QString viewOnlyText()
{
    return i18nc("@info at the edge of a desktop to which nothing is sent", "View-only: input off");
}
}

ViewOnlyIndicator::ViewOnlyIndicator(RemoteView *view)
    : QWidget(view)
    , m_view(view)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    setFocusPolicy(Qt::NoFocus);
    setAccessibleName(viewOnlyText());
    connect(view, &RemoteView::imageRectChanged, this, &ViewOnlyIndicator::placeOnImage);
    connect(view->session(), &DesktopSession::viewOnlyChanged, this, &ViewOnlyIndicator::placeOnImage);
    placeOnImage();
}

QRect ViewOnlyIndicator::textRect() const
{
    const QFontMetrics metrics(font());
    QRect box(0, 0, metrics.horizontalAdvance(viewOnlyText()) + metrics.height(), metrics.height() + 4);
    box.moveCenter(m_placedImageRect.center());
    box.moveTop(m_placedImageRect.top());
    return box.width() + 4 * dashWidth < m_placedImageRect.width() ? box : QRect();
}

void ViewOnlyIndicator::placeOnImage()
{
    m_placedImageRect = m_view->remoteRectOnWidget() & m_view->rect();
    if (!m_view->session() || !m_view->session()->isViewOnly() || m_placedImageRect.isEmpty()) {
        hide();
        return;
    }
    setGeometry(m_view->rect());
    setMask(QRegion(m_placedImageRect).subtracted(m_placedImageRect.adjusted(dashWidth, dashWidth, -dashWidth, -dashWidth)).united(textRect()));
    show();
    raise();
    update();
}

void ViewOnlyIndicator::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    QPen dashes(ink, dashWidth);
    dashes.setCapStyle(Qt::FlatCap);
    dashes.setDashPattern({5, 4});
    const QRectF edge = QRectF(m_placedImageRect).adjusted(dashWidth / 2.0, dashWidth / 2.0, -dashWidth / 2.0, -dashWidth / 2.0);
    painter.setPen(QPen(paper, dashWidth)); // a dark line below the light dashes, so that they are visible on any image
    painter.drawRect(edge);
    painter.setPen(dashes);
    painter.drawRect(edge);
    if (const QRect box = textRect(); !box.isNull()) {
        painter.fillRect(box, paper);
        painter.setPen(ink);
        painter.drawText(box, Qt::AlignCenter, viewOnlyText());
    }
}
}
