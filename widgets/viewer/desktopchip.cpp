// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/desktopchip.h"

#include "widgets/view/losslessindicator.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QApplication>
#include <QCursor>
#include <QMouseEvent>
#include <QPainter>
#include <QPixmapCache>

#include <algorithm>
#include <utility>

namespace Nightdesk
{
namespace
{
/// A small round light in the color of the desktop's state; the text next to it names the state.
QIcon statusLightIcon(const QColor &color, qreal ratio)
{
    constexpr int side = 10;
    // Qt caches scaled versions of each pixmap for a while: a new pixmap at each change of state would need megabytes after one night.
    const QString key = QStringLiteral("nightdesk-light-%1-%2").arg(color.rgba()).arg(ratio);
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap)) {
        return QIcon(pixmap);
    }
    pixmap = QPixmap(qRound(side * ratio), qRound(side * ratio));
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawEllipse(QRectF(1, 1, side - 2, side - 2));
    painter.end();
    QPixmapCache::insert(key, pixmap);
    return QIcon(pixmap);
}
}

DesktopChip::DesktopChip(DesktopSession *session)
    : m_session(session)
    , m_desktopFreshness(session)
{
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setAutoRaise(true);
    setCheckable(true);
    setIconSize({10, 10});
    // With many long titles on a small monitor, the chips become narrower; clock and menu stay.
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    setMinimumWidth(iconSize().width() + 8);
    connect(session, &Session::stateChanged, this, &DesktopChip::refresh);
    connect(session, &DesktopSession::viewOnlyChanged, this, &DesktopChip::refresh);
    connect(session, &Session::labelChanged, this, &DesktopChip::refresh);
    connect(session, &Session::answeringChanged, this, &DesktopChip::refresh);
    connect(session, &DesktopSession::losslessChanged, this, &DesktopChip::refresh);
    connect(session, &DesktopSession::serverFitRemarkChanged, this, &DesktopChip::refresh);
    connect(&m_desktopFreshness, &DesktopFreshness::noticeChanged, this, &DesktopChip::refresh);
    refresh();
}

void DesktopChip::refresh()
{
    const SessionState state = m_session->state();
    const bool isSilent = state == SessionState::Live && m_desktopFreshness.notice() && (m_desktopFreshness.imageAge() || !m_desktopFreshness.isAnswering());
    const QString remark = state == SessionState::Live ? m_session->serverFitRemark() : QString();
    setIcon(statusLightIcon(isSilent || !remark.isEmpty() ? Wording::color(Wording::StatusTone::Busy) : Wording::color(Wording::statusTone(state)),
                            devicePixelRatioF()));
    const auto age = m_desktopFreshness.imageAge();
    const QString title = m_session->label();
    QString fullText = title;
    if (isSilent) {
        fullText =
            i18nc("@info:status a desktop's title and since when it says nothing", "%1: no answer, %2", title, ageText(age.value_or(std::chrono::seconds(0))));
    } else if (state != SessionState::Live && age) {
        fullText = i18nc("@info:status a desktop's title, its state and how old its image is", "%1: %2, %3", title, Wording::state(state), ageText(*age));
    } else if (state != SessionState::Live) {
        fullText = i18nc("@info:status a desktop's title and its state", "%1: %2", title, Wording::state(state));
    } else if (m_session->isViewOnly()) {
        fullText = i18nc("@info:status a desktop’s title, nothing is sent to it", "%1 (view-only)", title);
    }
    if (!remark.isEmpty()) {
        fullText = i18nc("@info:status a desktop's title and state; its server is not as its profile expects", "%1: differs from profile", fullText);
    }
    if (!m_viewingAstronomers.isEmpty()) {
        fullText = i18nc("@info:status a desktop's title and state; support astronomers' names",
                         "%1 ◉ %2 (SA)",
                         fullText,
                         m_viewingAstronomers.join(QStringLiteral(", ")));
    }
    if (m_hasUnseenBell) {
        setIcon(QIcon::fromTheme(QStringLiteral("notifications")));
        fullText = i18nc("@info:status a desktop's title and state; its bell rang", "%1: bell rang", fullText);
    }
    // The tooltip begins with the title because the chip may have no room for it.
    const QString tip = m_session->failure() ? Wording::toolTip(m_session->failure()).replace(QStringLiteral("<qt>"), QStringLiteral("<qt>%1<br/>"))
                                             : QStringLiteral("<qt>%1</qt>");
    QString whole = tip.arg(fullText.toHtmlEscaped());
    if (!remark.isEmpty()) {
        whole.replace(QStringLiteral("</qt>"), QStringLiteral("<br/>%1</qt>").arg(remark.toHtmlEscaped()));
    }
    if (state == SessionState::Live) {
        whole.replace(QStringLiteral("</qt>"), QStringLiteral("<br/>%1</qt>").arg(LosslessIndicator::fullText(*m_session).toHtmlEscaped()));
    }
    setToolTip(whole);
    if (m_stateText != fullText) {
        m_stateText = fullText;
        setAccessibleName(fullText);
        Q_EMIT fullTextChanged();
    }
}

void DesktopChip::fitTextToWidth(bool showsFullText, int availableWidth)
{
    // The "◉" for viewers is shown even with little room; the tooltip has their names.
    const QString label = m_viewingAstronomers.isEmpty() ? m_session->label() : QStringLiteral("◉ ") + m_session->label();
    QString text = showsFullText ? m_stateText : fontMetrics().elidedText(label, Qt::ElideRight, std::max(availableWidth, 0));
    text.replace(u'&', QStringLiteral("&&")); // an & in a title must not become a shortcut
    if (this->text() != text) {
        setText(text);
    }
}

void DesktopChip::setColor(const QColor &color)
{
    m_chipColor = color;
    update();
}

void DesktopChip::setHasUnseenBell(bool rung)
{
    if (std::exchange(m_hasUnseenBell, rung) != rung) {
        refresh();
    }
}

void DesktopChip::setViewingAstronomers(const QStringList &viewers)
{
    if (m_viewingAstronomers != viewers) {
        m_viewingAstronomers = viewers;
        refresh();
    }
}

void DesktopChip::mousePressEvent(QMouseEvent *event)
{
    m_pressPosition = event->position().toPoint();
    m_isDragged = false;
    QToolButton::mousePressEvent(event);
}

void DesktopChip::mouseMoveEvent(QMouseEvent *event)
{
    QToolButton::mouseMoveEvent(event);
    if (!(event->buttons() & Qt::LeftButton)
        || (!m_isDragged && (event->position().toPoint() - m_pressPosition).manhattanLength() < QApplication::startDragDistance())) {
        return;
    }
    if (!std::exchange(m_isDragged, true)) {
        setCursor(Qt::DragMoveCursor);
    }
    // QCursor, because Qt gives the event's position on another monitor in the scale of this monitor.
    Q_EMIT desktopDragged(QCursor::pos());
}

void DesktopChip::mouseReleaseEvent(QMouseEvent *event)
{
    if (!std::exchange(m_isDragged, false)) {
        QToolButton::mouseReleaseEvent(event);
        return;
    }
    unsetCursor();
    setDown(false);
    Q_EMIT desktopDropped(QCursor::pos()); // a slot may delete this chip
}

void DesktopChip::changeEvent(QEvent *event)
{
    QToolButton::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        refresh(); // creates the image of the status light again, in the new colors
    }
}

void DesktopChip::paintEvent(QPaintEvent *event)
{
    QToolButton::paintEvent(event);
    if (m_chipColor.isValid()) {
        QPainter painter(this);
        painter.fillRect(QRect(2, height() - 3, width() - 4, 3), m_chipColor);
    }
}
}
