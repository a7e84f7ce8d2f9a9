// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/remoteview.h"

#include "widgets/accessiblerole.h"
#include "widgets/stripshade.h"
#include "widgets/viewkeyboard.h"
#include "widgets/viewpaint.h"

#include <KLocalizedString>

#include <QAccessible>
#include <QApplication>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>

namespace Nightdesk
{
RemoteView::RemoteView(DesktopSession *session, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_freshness(session)
    , m_input(session)
    , m_damage(session)
    , m_others(this, &m_input.othersPointer())
    , m_keyboard(this)
    , m_picture(session->picture())
    , m_scroller(this)
    , m_seen(this)
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleRole(this, QAccessible::Canvas);
    setAccessibleName(i18nc("@label accessible name of a remote desktop's view", "Desktop %1", session->label()));
    connect(&m_scroller, &ViewScroller::scrolled, this, &RemoteView::layOut);
    connect(&m_seen, &SeenWatch::changed, this, &RemoteView::setSeen);
    connect(&m_freshness, &DesktopFreshness::changed, this, &RemoteView::showNotice);
    connect(&m_freshness, &DesktopFreshness::interruptedChanged, this, &RemoteView::tellInterruption);
    watchSession();
    m_viewKeyboard = new ViewKeyboard(this, &m_input);
    showNotice();
    updateCursor();
}

void RemoteView::watchSession()
{
    connect(m_session, &DesktopSession::pictureChanged, this, [this](const DesktopPicture &picture) {
        m_picture = picture;
        updateGeometry();
        layOut();
    });
    connect(m_session, &DesktopSession::damaged, this, &RemoteView::pictureDamaged);
    connect(m_session, &DesktopSession::cursorChanged, this, &RemoteView::updateCursor);
    connect(m_session, &DesktopSession::pointerMoved, this, [this](const QPoint &remote) {
        m_others.moved(remote, m_geometry);
    });
    connect(m_session, &DesktopSession::viewOnlyChanged, this, [this] {
        stopInput();
        showNotice();
    });
    connect(m_session, &Session::stateChanged, this, [this](SessionState state) {
        if (state != SessionState::Live) {
            m_input.interrupt();
        }
        updateCursor();
        updateGrab();
    });
    connect(m_session, &Session::answeringChanged, this, [this](Session::Answering answering) {
        if (answering != Session::Answering::Yes) {
            m_input.interrupt();
        }
        update(); // the focus frame too
    });
    connect(m_session, &QObject::destroyed, this, &RemoteView::updateCursor);
}

RemoteView::~RemoteView()
{
    delete m_viewKeyboard; // it would see the last events of a view whose parts are gone
    if (m_session) {
        m_input.releaseAll();
        m_damage.letThrough();
        m_session->disconnect(this);
    }
}

DesktopSession *RemoteView::session() const
{
    return m_session;
}

RemoteView::Scaling RemoteView::scaling() const
{
    return m_scaling;
}

QRect RemoteView::remoteRectOnWidget() const
{
    return m_geometry.rectOnView();
}

const ViewGeometry &RemoteView::geometryOfPicture() const
{
    return m_geometry;
}

bool RemoteView::grabsKeyboard() const
{
    return m_keyboard.isWanted();
}

ViewKeys RemoteView::keys() const
{
    return m_keys;
}

bool RemoteView::hasFocusFrame() const
{
    return m_focusFrame;
}

ViewKeyboard *RemoteView::keyboard() const
{
    return m_viewKeyboard;
}

QSize RemoteView::sizeHint() const
{
    return m_picture.generation == 0 ? QSize(640, 480) : (QSizeF(m_picture.image.size()) / devicePixelRatioF()).toSize();
}

QSize RemoteView::minimumSizeHint() const
{
    return QSize(160, 120);
}

void RemoteView::setScaling(Scaling scaling)
{
    if (m_scaling != scaling) {
        m_scaling = scaling;
        layOut();
    }
}

void RemoteView::setGrabKeyboard(bool grab)
{
    m_keyboard.setWanted(grab);
    updateGrab();
}

void RemoteView::setKeys(const ViewKeys &keys)
{
    m_keys = keys;
}

void RemoteView::setBorderBrightness(int percent)
{
    if (std::exchange(m_borderBrightness, percent) != percent) {
        update();
    }
}

void RemoteView::setFocusFrame(bool shown)
{
    m_focusFrame = shown;
    update();
}

bool RemoteView::takesInput() const
{
    return m_session && m_session->state() == SessionState::Live && !m_session->isViewOnly();
}

bool RemoteView::holdsKeyboard() const
{
    // A desktop that comes back by itself keeps what is typed from becoming a shortcut of ours meanwhile.
    return m_session && !m_keyboard.isLetGo() && !m_session->isViewOnly() && m_freshness.wasLive();
}

void RemoteView::layOut()
{
    m_geometry = m_scroller.arrange(m_picture.image.size(), m_scaling);
    updateCursor();
    update();
}

void RemoteView::pictureDamaged(quint32 generation, quint32 sequence, const QList<QRect> &rects)
{
    m_damage.hold(generation, sequence);
    QRegion region;
    for (const QRect &rect : rects) {
        region += m_geometry.toView(rect);
    }
    region &= visibleRegion();
    if (region.isEmpty() || !m_seen.isSeen()) {
        m_damage.letThrough(); // Qt would never paint it
        return;
    }
    m_damage.expectPaint();
    update(region);
}

void RemoteView::updateCursor()
{
    if (takesInput()) {
        setCursor(m_cursor.cursor(m_session->cursor(), m_session->cursorHotSpot(), m_geometry.scaleX(), devicePixelRatioF()));
    } else {
        unsetCursor();
    }
}

void RemoteView::updateGrab()
{
    m_keyboard.update(takesInput(), !m_keys.key(ViewCommand::Leave).isEmpty());
}

void RemoteView::stopInput()
{
    m_input.interrupt();
    updateCursor();
    updateGrab();
}

void RemoteView::setSeen(bool seen)
{
    if (m_session) {
        m_session->setVisibility(seen ? DesktopSession::Visibility::Visible : DesktopSession::Visibility::Hidden);
    }
    if (!seen) {
        m_damage.letThrough();
    }
}

void RemoteView::showNotice()
{
    if (!m_session) {
        return;
    }
    const auto notice = m_freshness.notice();
    setAccessibleDescription(notice ? notice->spoken : m_session->isViewOnly() ? i18nc("@info accessible description of a desktop", "View only") : QString());
    update();
}

void RemoteView::tellInterruption(bool interrupted)
{
    const auto notice = m_freshness.notice();
    if (!hasFocus() || (interrupted && !notice)) {
        return; // not by every desktop of a link
    }
    QAccessibleAnnouncementEvent event(this,
                                       interrupted ? i18nc("@info screen reader, %1 is a desktop, %2 what is wrong", "%1: %2", accessibleName(), notice->spoken)
                                                   : i18nc("@info screen reader, %1 is a desktop", "%1 answers again", accessibleName()));
    event.setPoliteness(interrupted ? QAccessible::AnnouncementPoliteness::Assertive : QAccessible::AnnouncementPoliteness::Polite);
    QAccessible::updateAccessibility(&event);
}

void RemoteView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), Qt::black);
    if (m_picture.generation != 0) {
        paintPicture(painter, m_picture.image, m_geometry);
    }
    m_others.paint(painter, m_geometry);
    if (const auto notice = m_freshness.notice()) {
        const QRect picture = remoteRectOnWidget();
        paintNotice(painter, rect(), picture.isEmpty() ? rect() : picture, *notice);
    }
    if (m_focusFrame && hasFocus() && takesInput() && m_freshness.answers()) {
        paintFocusFrame(painter, rect(), remoteRectOnWidget(), StripShade::dimmed(palette().color(QPalette::Highlight), m_borderBrightness));
    }
    painter.end();
    m_damage.letThrough();
}

bool RemoteView::event(QEvent *event)
{
    switch (event->type()) {
    case QEvent::ShortcutOverride:
        // Ctrl+Q is the desktop's while it has the keyboard, not ours.
        if (holdsKeyboard() || m_keys.commandFor(*static_cast<QKeyEvent *>(event))) {
            event->accept();
            return true;
        }
        break;
    case QEvent::DevicePixelRatioChange:
    case QEvent::StyleChange:
        layOut();
        break;
    default:
        break;
    }
    return QWidget::event(event);
}

bool RemoteView::focusNextPrevChild(bool next)
{
    return holdsKeyboard() ? false : QWidget::focusNextPrevChild(next); // Tab is the desktop's
}

void RemoteView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    layOut();
}

void RemoteView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    layOut();
}

void RemoteView::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    m_keyboard.take();
    updateGrab();
    update();
    Q_EMIT focused();
}

void RemoteView::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    m_input.releaseAll();
    updateGrab();
    update();
}

void RemoteView::obey(ViewCommand command)
{
    if (command != ViewCommand::Leave) {
        Q_EMIT commandRequested(command);
        return;
    }
    m_input.releaseAll();
    m_keyboard.letGo();
    updateGrab();
    update();
    Q_EMIT releaseRequested();
}

void RemoteView::keyPressEvent(QKeyEvent *event)
{
    if (const auto command = m_keys.commandFor(*event)) {
        obey(*command);
    } else if (holdsKeyboard()) {
        m_input.key(*event);
    } else {
        QWidget::keyPressEvent(event);
    }
}

void RemoteView::keyReleaseEvent(QKeyEvent *event)
{
    m_input.key(*event);
}

void RemoteView::mousePressEvent(QMouseEvent *event)
{
    if (m_keyboard.take()) {
        updateGrab();
    }
    m_input.mouse(*event, m_geometry);
}

void RemoteView::mouseReleaseEvent(QMouseEvent *event)
{
    m_input.mouse(*event, m_geometry);
}

void RemoteView::mouseDoubleClickEvent(QMouseEvent *event)
{
    m_input.mouse(*event, m_geometry); // the second press; the desktop counts clicks itself
}

void RemoteView::mouseMoveEvent(QMouseEvent *event)
{
    m_input.mouse(*event, m_geometry);
}

void RemoteView::wheelEvent(QWheelEvent *event)
{
    if (takesInput()) {
        m_input.wheel(*event, m_geometry);
    } else if (QScrollBar *const bar = m_scroller.wheelBar()) {
        QApplication::sendEvent(bar, event);
    }
    event->accept();
}
}
