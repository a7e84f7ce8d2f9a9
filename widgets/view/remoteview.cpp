// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/remoteview.h"

#include "sessions/desktops/framebufferstore.h"
#include "widgets/common/toolbarshade.h"
#include "widgets/input/shortcutinhibition.h"
#include "widgets/view/picturepaint.h"
#include "widgets/view/viewkeyboard.h"
#include "widgets/view/viewonlyindicator.h"
#include "widgets/view/viewpaint.h"

#include <QApplication>
#include <QCursor>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>

namespace Nightdesk
{
RemoteView::RemoteView(DesktopSession *session, QWidget *parent)
    : QWidget(parent)
    , m_inputRouter(this)
    , m_session(session)
    , m_desktopFreshness(session)
    , m_desktopInput(session)
    , m_otherUserMarker(this, &m_desktopInput.otherUserPointer())
    , m_shortcutInhibition(ShortcutInhibition::shared())
    , m_desktopPicture(session->picture())
    , m_viewNavigator(this)
    , m_viewMagnifier(this)
    , m_visibilityReporter(this,
                           session,
                           [this] {
                               // The magnifier shows what is around the pointer, also outside the view's edge.
                               return m_viewNavigator.geometry().visibleRemoteRect(m_viewMagnifier.isShown() ? m_viewMagnifier.radius() : 0);
                           })
    , m_sharedMemoryPainter(this)
    , m_viewAnnouncer(this, session, &m_desktopFreshness)
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    connect(&m_viewNavigator, &ViewNavigator::visiblePartChanged, this, &RemoteView::layOutImage);
    connect(&m_viewNavigator, &ViewNavigator::scrolledUnderPointer, this, [this] {
        m_desktopInput.resendPointer(*this, m_viewNavigator.geometry());
    });
    connect(&m_viewNavigator, &ViewNavigator::zoomedByUser, this, &RemoteView::zoomedByUser);
    connect(&m_desktopFreshness, &DesktopFreshness::noticeChanged, this, qOverload<>(&QWidget::update));
    watchSession();
    m_viewKeyboard = new ViewKeyboard(this, &m_desktopInput);
    new ViewOnlyIndicator(this);
    updateCursor();
}

void RemoteView::watchSession()
{
    m_sharedMemoryPainter.setImage(FramebufferStore::duplicateMemoryFd(m_desktopPicture.image), m_desktopPicture.image.size());
    connect(&m_sharedMemoryPainter, &SharedMemoryPainter::imageReadByServer, &m_visibilityReporter, &ViewVisibilityReporter::recordFinishedPaint);
    connect(m_session, &DesktopSession::pictureChanged, this, [this](const DesktopPicture &picture) {
        m_desktopPicture = picture;
        m_sharedMemoryPainter.setImage(FramebufferStore::duplicateMemoryFd(m_desktopPicture.image), m_desktopPicture.image.size());
        updateGeometry();
        layOutImage();
    });
    connect(m_session, &DesktopSession::damaged, this, [this](quint32, quint32, const QList<QRect> &rects) {
        handleImageDamage(rects);
    });
    connect(m_session, &DesktopSession::cursorChanged, this, &RemoteView::updateCursor);
    connect(m_session, &DesktopSession::pointerMovedByServer, this, [this](const QPoint &remote) {
        m_otherUserMarker.noteReportedPosition(remote, m_viewNavigator.geometry());
    });
    connect(m_session, &DesktopSession::viewOnlyChanged, this, [this] {
        m_desktopInput.makeHeldKeysIneffective();
        updateCursor();
        updateKeyboardGrab();
        update();
    });
    connect(m_session, &Session::stateChanged, this, [this](SessionState state) {
        if (state != SessionState::Live) {
            m_desktopInput.makeHeldKeysIneffective();
        }
        updateCursor();
        updateKeyboardGrab();
    });
    connect(m_session, &Session::answeringChanged, this, [this](Session::AnswerState answering) {
        if (answering != Session::AnswerState::Responding) {
            m_desktopInput.makeHeldKeysIneffective();
        }
        update(); // repaints the focus frame too, which only a desktop that answers has
    });
    connect(m_session, &QObject::destroyed, this, &RemoteView::updateCursor);
}

RemoteView::~RemoteView()
{
    delete m_viewKeyboard; // deleted before the members of this view that it uses
    if (m_session) {
        m_desktopInput.releaseAll();
        if (hasFocus()) { // otherwise another view of this session may have the focus
            m_session->setFocus(false);
        }
        m_session->disconnect(this);
        m_visibilityReporter.stopReporting();
    }
}

InputRouter *RemoteView::inputRouter()
{
    return &m_inputRouter;
}

QSize RemoteView::sizeHint() const
{
    return m_desktopPicture.generation == 0 ? QSize(640, 480) : (QSizeF(m_desktopPicture.image.size()) / devicePixelRatioF()).toSize();
}

QSize RemoteView::minimumSizeHint() const
{
    return QSize(160, 120);
}

void RemoteView::setScaling(Scaling scaling)
{
    m_viewNavigator.setScaling(scaling);
}

void RemoteView::setZoom(qreal zoom)
{
    m_viewNavigator.setZoom(zoom);
}

void RemoteView::setMagnifierShown(bool shown)
{
    m_viewMagnifier.moveTo(mapFromGlobal(QPointF(QCursor::pos())));
    m_viewMagnifier.setShown(shown);
    m_visibilityReporter.scheduleVisiblePartReport();
}

void RemoteView::setFiguresShown(bool shown)
{
    if (!shown || !m_session) {
        delete m_figuresOverlay;
    } else if (!m_figuresOverlay) {
        m_figuresOverlay = new FiguresOverlay(m_session, this);
        m_figuresOverlay->setBrightness(m_borderBrightnessPercent);
        m_figuresOverlay->show();
    }
}

void RemoteView::setGrabKeyboard(bool grab)
{
    m_isGrabWanted = grab;
    updateKeyboardGrab();
}

void RemoteView::setPrefs(const ViewPrefs &prefs)
{
    m_prefs = prefs;
    m_viewNavigator.setPrefs(prefs);
    m_viewMagnifier.setMagnification(prefs.magnifierFactor);
    update();
}

void RemoteView::setBorderBrightness(int percent)
{
    if (std::exchange(m_borderBrightnessPercent, percent) != percent) {
        if (m_figuresOverlay) {
            m_figuresOverlay->setBrightness(percent);
        }
        update();
    }
}

void RemoteView::setCoveringRects(const std::function<QList<QRect>()> &covers)
{
    m_coveringRects = covers;
}

void RemoteView::setFocusFrameShown(bool shown)
{
    m_showsFocusFrame = shown;
    update();
}

bool RemoteView::takesInput() const
{
    return m_session && m_session->state() == SessionState::Live && !m_session->isViewOnly();
}

bool RemoteView::holdsKeyboard() const
{
    // While a desktop reconnects automatically, typed keys must not trigger shortcuts of Nightdesk.
    return m_session && !m_isKeyboardReleased && !m_session->isViewOnly() && m_desktopFreshness.isLiveOrReconnecting();
}

void RemoteView::layOutImage()
{
    m_viewNavigator.updateViewGeometry(m_desktopPicture.image.size());
    if (m_figuresOverlay) {
        m_figuresOverlay->fitToView();
    }
    m_visibilityReporter.scheduleVisiblePartReport();
    updateCursor();
    update();
    Q_EMIT imageRectChanged();
}

void RemoteView::handleImageDamage(const QList<QRect> &rects)
{
    QRegion region;
    for (const QRect &rect : rects) {
        region += m_viewNavigator.geometry().toView(rect);
    }
    region &= visibleRegion();
    if (region.isEmpty() || !m_visibilityReporter.isSeen()) {
        m_visibilityReporter.reportPainted(); // the damage is not visible and Qt would never paint it: reports it as painted at once
        return;
    }
    m_visibilityReporter.awaitPaintOfDamage();
    if (!tryPaintDirectly(region)) {
        update(m_viewMagnifier.isShown() ? region | m_viewMagnifier.rect() : region); // the magnifier may show pixels outside its own rectangle
    }
}

bool RemoteView::tryPaintDirectly(const QRegion &region)
{
    const QRect device = m_viewNavigator.geometry().deviceImageRect();
    const QRect inside = (remoteRectOnWidget() & rect()).adjusted(1, 1, -1, -1); // without the line of the focus frame
    if (device.size() != m_desktopPicture.image.size() || m_viewMagnifier.isShown() || m_otherUserMarker.isShown() || isNoticeOnImage()
        || (showsFocusFrame() && !inside.contains(region.boundingRect()))) {
        return false;
    }
    m_visibilityReporter.recordPaintBegin();
    return m_sharedMemoryPainter.paint(region, device.topLeft());
}

bool RemoteView::isNoticeOnImage() const
{
    // The first image of a connection ends the notice that it is being opened; it is on the screen about 8 ms sooner if it does not wait for that.
    const bool isFirstImage = m_session && m_session->state() != SessionState::Live && m_session->isAgeKnown();
    return m_desktopFreshness.notice() && !isFirstImage;
}

bool RemoteView::showsFocusFrame() const
{
    return m_showsFocusFrame && hasFocus() && takesInput() && m_desktopFreshness.isAnswering();
}

void RemoteView::updateCursor()
{
    if (takesInput()) {
        setCursor(m_cachedCursor.cursor(m_session->cursor(), m_session->cursorHotSpot(), m_viewNavigator.geometry().scaleX(), devicePixelRatioF()));
    } else {
        unsetCursor();
    }
}

void RemoteView::updateKeyboardGrab()
{
    const bool isReleaseKeyConfigured = !m_prefs.keys.key(ViewCommand::ReleaseKeyboard).isEmpty();
    const bool wanted = m_isGrabWanted && hasFocus() && !m_isKeyboardReleased && takesInput() && isReleaseKeyConfigured;
    if (std::exchange(m_isGrabbing, wanted) == wanted) {
        return;
    }
    if (m_shortcutInhibition) {
        m_shortcutInhibition->setActive(wanted);
    } else if (wanted) {
        grabKeyboard();
    } else {
        releaseKeyboard();
    }
}

void RemoteView::paintEvent(QPaintEvent *event)
{
    m_visibilityReporter.recordPaintBegin();
    QPainter painter(this);
    const ViewGeometry &geometry = m_viewNavigator.geometry();
    const bool hasPicture = m_desktopPicture.generation != 0;
    const QRegion beside = hasPicture ? event->region() - geometry.imageRectRoundedInwards() : event->region();
    for (const QRect &rect : beside) {
        painter.fillRect(rect, Qt::black);
    }
    if (hasPicture) {
        paintPicture(painter, m_desktopPicture.image, geometry, event->region(), m_prefs.keepsIntegerZoomSharp);
    }
    m_otherUserMarker.paint(painter, geometry);
    m_viewMagnifier.paint(painter, m_desktopPicture.image, geometry, palette().color(QPalette::Highlight));
    if (const auto notice = m_desktopFreshness.notice()) {
        const QRect picture = remoteRectOnWidget();
        paintNotice(painter, rect(), picture.isEmpty() ? rect() : picture, *notice, m_coveringRects ? m_coveringRects() : QList<QRect>());
    }
    if (showsFocusFrame()) {
        paintFocusFrame(painter,
                        rect(),
                        remoteRectOnWidget(),
                        DarkeningLayer::dimmed(palette().color(QPalette::Highlight), DarkeningLayer::darkens(palette()) ? m_borderBrightnessPercent : 100));
    }
    painter.end();
    m_visibilityReporter.recordFinishedPaint();
}

bool RemoteView::event(QEvent *event)
{
    switch (event->type()) {
    case QEvent::ShortcutOverride:
        // While the desktop has the keyboard, Ctrl+Q goes to it and does not quit Nightdesk.
        if (holdsKeyboard() || m_prefs.keys.commandFor(*static_cast<QKeyEvent *>(event))) {
            event->accept();
            return true;
        }
        break;
    case QEvent::MouseButtonPress:
        if (std::exchange(m_isKeyboardReleased, false)) {
            updateKeyboardGrab();
        }
        [[fallthrough]];
    case QEvent::MouseButtonRelease:
    case QEvent::MouseButtonDblClick: // sent as a second press; the desktop detects double clicks itself
    case QEvent::MouseMove:
        forwardMouse(*static_cast<QMouseEvent *>(event));
        return true;
    case QEvent::DevicePixelRatioChange:
    case QEvent::StyleChange:
        layOutImage();
        break;
    default:
        break;
    }
    return QWidget::event(event);
}

bool RemoteView::focusNextPrevChild(bool next)
{
    return holdsKeyboard() ? false : QWidget::focusNextPrevChild(next); // Tab goes to the desktop
}

void RemoteView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    layOutImage();
    Q_EMIT resized();
}

void RemoteView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    layOutImage();
}

void RemoteView::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    if (m_session) {
        m_session->setFocus(true);
    }
    m_isKeyboardReleased = false;
    updateKeyboardGrab();
    Q_EMIT focusReceived();
}

void RemoteView::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    if (m_session) {
        m_session->setFocus(false);
    }
    m_desktopInput.releaseAll();
    updateKeyboardGrab();
}

void RemoteView::executeCommand(ViewCommand command)
{
    switch (command) {
    case ViewCommand::ReleaseKeyboard:
        m_desktopInput.releaseAll();
        m_isKeyboardReleased = true;
        setMagnifierShown(false);
        updateKeyboardGrab();
        update();
        Q_EMIT keyboardReleased();
        return;
    case ViewCommand::ToggleMagnifier:
        setMagnifierShown(!isMagnifierShown());
        return;
    case ViewCommand::ToggleFigures:
        setFiguresShown(!showsFigures());
        return;
    case ViewCommand::ZoomIn:
    case ViewCommand::ZoomOut:
        m_viewNavigator.zoomAtPointer(command == ViewCommand::ZoomIn ? 1 : -1);
        return;
    case ViewCommand::ActualSize:
    case ViewCommand::Fit:
        setScaling(command == ViewCommand::Fit ? Scaling::Fit : Scaling::OneToOne);
        Q_EMIT zoomedByUser();
        return;
    case ViewCommand::ToggleFullScreen:
    case ViewCommand::ToggleToolbar:
    case ViewCommand::NextDesktop:
    case ViewCommand::PreviousDesktop:
    case ViewCommand::NextScreen:
    case ViewCommand::PreviousScreen:
        Q_EMIT commandRequested(command);
    }
}

void RemoteView::keyPressEvent(QKeyEvent *event)
{
    if (const auto command = m_prefs.keys.commandFor(*event)) {
        executeCommand(*command);
    } else if (holdsKeyboard()) {
        m_desktopInput.handleKey(*event);
    } else {
        QWidget::keyPressEvent(event);
    }
}

void RemoteView::keyReleaseEvent(QKeyEvent *event)
{
    m_desktopInput.handleKey(*event);
}

void RemoteView::forwardMouse(const QMouseEvent &event)
{
    m_viewMagnifier.moveTo(event.position());
    if (!m_viewNavigator.handleMouse(event)) {
        m_desktopInput.handleMouse(event, m_viewNavigator.geometry());
    }
}

void RemoteView::leaveEvent(QEvent *event)
{
    QWidget::leaveEvent(event);
    m_viewNavigator.stopEdgePanning();
    m_viewMagnifier.moveTo(QPointF(-1000, -1000)); // out of sight until the pointer returns
}

void RemoteView::wheelEvent(QWheelEvent *event)
{
    if (m_viewNavigator.handleWheel(*event)) {
        m_viewMagnifier.moveTo(event->position());
    } else if (takesInput()) {
        m_desktopInput.handleWheel(*event, m_viewNavigator.geometry());
    } else if (QScrollBar *const bar = m_viewNavigator.visibleVerticalBar()) {
        QApplication::sendEvent(bar, event);
    }
    event->accept();
}
}
