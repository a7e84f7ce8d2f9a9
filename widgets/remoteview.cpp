// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/remoteview.h"

#include "widgets/viewpaint.h"

#include <KLocalizedString>

#include <QAccessible>
#include <QApplication>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
// Damage that Qt has not painted by then lies under something; the worker stops reading after 250 ms without a release.
constexpr auto releaseLimit = 200ms;

std::chrono::steady_clock::time_point now()
{
    return std::chrono::steady_clock::now();
}
}

RemoteView::RemoteView(DesktopSession *session, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_input(session)
    , m_picture(session->picture())
    , m_scroller(this)
    , m_seen(this)
    , m_releaseKey(defaultReleaseKey())
    , m_wasLive(session->state() == SessionState::Live)
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAttribute(Qt::WA_InputMethodEnabled, false); // dead keys go to the desktop, which composes them itself
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(i18nc("@label accessible name of a remote desktop's view", "Desktop %1", session->title()));

    m_releaseLimit.setSingleShot(true);
    connect(&m_releaseLimit, &QTimer::timeout, this, &RemoteView::releaseDamage);
    m_noticeTimer.setInterval(1s);
    connect(&m_noticeTimer, &QTimer::timeout, this, &RemoteView::updateNotice);
    m_othersTimer.setSingleShot(true);
    connect(&m_othersTimer, &QTimer::timeout, this, [this] {
        update(std::exchange(m_othersRect, {}));
    });
    connect(&m_scroller, &ViewScroller::scrolled, this, &RemoteView::layOut);
    connect(&m_seen, &SeenWatch::changed, this, &RemoteView::setSeen);
    connect(session, &DesktopSession::pictureChanged, this, [this](const DesktopPicture &picture) {
        m_picture = picture;
        updateGeometry();
        layOut();
    });
    connect(session, &DesktopSession::damaged, this, &RemoteView::pictureDamaged);
    connect(session, &DesktopSession::cursorChanged, this, &RemoteView::updateCursor);
    connect(session, &DesktopSession::pointerMoved, this, &RemoteView::showOthersPointer);
    connect(session, &DesktopSession::bell, this, [] {
        QApplication::beep();
    });
    connect(session, &DesktopSession::viewOnlyChanged, this, [this] {
        m_input.interrupt();
        updateNotice();
        updateCursor();
        updateGrab();
    });
    connect(session, &Session::stateChanged, this, [this](SessionState state) {
        if (state != SessionState::Live) {
            m_input.interrupt();
        }
        m_wasLive = state == SessionState::Live || (m_wasLive && state != SessionState::Idle && state != SessionState::Ended && state != SessionState::Failed);
        updateNotice();
        updateCursor();
        updateGrab();
    });
    connect(session, &Session::answeringChanged, this, [this](Session::Answering answering) {
        if (answering != Session::Answering::Yes) {
            m_input.interrupt();
        }
        updateNotice();
        update(); // the focus frame too
    });
    connect(session->link(), &Link::stateChanged, this, &RemoteView::updateNotice);
    connect(session, &QObject::destroyed, this, &RemoteView::updateCursor);
    if (m_picture.generation != 0 && session->state() != SessionState::Live) {
        m_lostAt = session->lastDamage();
    }
    updateNotice();
    updateCursor();
}

RemoteView::~RemoteView()
{
    if (m_session) {
        m_input.releaseAll();
        releaseDamage();
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
    return m_grabWanted;
}

QKeySequence RemoteView::releaseKey() const
{
    return m_releaseKey;
}

QKeySequence RemoteView::defaultReleaseKey()
{
    return QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_Home);
}

bool RemoteView::hasFocusFrame() const
{
    return m_focusFrame;
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
    m_grabWanted = grab;
    updateGrab();
}

void RemoteView::setReleaseKey(const QKeySequence &key)
{
    m_releaseKey = key;
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
    return m_session && !m_isLetGo && !m_session->isViewOnly() && m_wasLive;
}

void RemoteView::layOut()
{
    m_geometry = m_scroller.arrange(m_picture.image.size(), m_scaling);
    updateCursor();
    update();
}

void RemoteView::pictureDamaged(quint32 generation, quint32 sequence, const QList<QRect> &rects)
{
    m_damageGeneration = generation;
    m_damageSequence = sequence;
    QRegion region;
    for (const QRect &rect : rects) {
        region += m_geometry.toView(rect);
    }
    region &= visibleRegion();
    if (region.isEmpty() || !m_seen.isSeen()) {
        releaseDamage(); // Qt would never paint it
        return;
    }
    m_releaseLimit.start(releaseLimit);
    update(region);
}

void RemoteView::releaseDamage()
{
    m_releaseLimit.stop();
    if (m_damageSequence != 0 && m_session) {
        m_session->release(m_damageGeneration, std::exchange(m_damageSequence, 0));
    }
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
    const bool wanted = m_grabWanted && hasFocus() && !m_isLetGo && takesInput() && !m_releaseKey.isEmpty();
    if (wanted == m_isGrabbing) {
        return;
    }
    m_isGrabbing = wanted;
    if (wanted) {
        grabKeyboard();
    } else {
        releaseKeyboard();
    }
}

void RemoteView::setSeen(bool seen)
{
    if (m_session) {
        m_session->setVisibility(seen ? DesktopSession::Visibility::Visible : DesktopSession::Visibility::Hidden);
    }
    if (!seen) {
        releaseDamage();
    }
}

void RemoteView::updateNotice()
{
    if (!m_session) {
        return;
    }
    ViewFacts facts;
    facts.state = m_session->state();
    facts.answering = m_session->answering();
    facts.link = m_session->link()->state();
    facts.viewOnly = m_session->isViewOnly();
    facts.failure = m_session->failure();
    if (facts.state == SessionState::Live && facts.answering == Session::Answering::Yes) {
        m_lostAt.reset();
    } else if (const auto silentSince = m_session->silentSince()) {
        m_lostAt = silentSince;
    } else if (!m_lostAt) {
        m_lostAt = now();
    }
    if (m_picture.generation != 0 && m_lostAt) {
        facts.age = std::chrono::duration_cast<std::chrono::seconds>(now() - *m_lostAt);
    }
    const auto notice = viewNotice(facts);
    if (notice) {
        m_noticeTimer.start();
    } else {
        m_noticeTimer.stop();
    }
    if (m_notice != notice) {
        m_notice = notice;
        update();
    }
    tellInterruption(m_notice);
    setAccessibleDescription(m_notice                      ? m_notice->spoken
                                 : m_session->isViewOnly() ? i18nc("@info accessible description of a desktop", "View only")
                                                           : QString());
}

void RemoteView::tellInterruption(const std::optional<ViewNotice> &notice)
{
    // Who only watches is shown less than all of it: no notice is not yet an answer.
    const bool answers = m_session->state() == SessionState::Live && m_session->answering() == Session::Answering::Yes;
    const bool isInterrupted = notice ? m_wasLive || m_isInterrupted : m_isInterrupted && !answers;
    if (isInterrupted == std::exchange(m_isInterrupted, isInterrupted) || !hasFocus()) {
        return; // once for each, and not by every desktop of a link
    }
    QAccessibleAnnouncementEvent event(this,
                                       isInterrupted
                                           ? i18nc("@info screen reader, %1 is a desktop, %2 what is wrong", "%1: %2", accessibleName(), notice->spoken)
                                           : i18nc("@info screen reader, %1 is a desktop", "%1 answers again", accessibleName()));
    event.setPoliteness(isInterrupted ? QAccessible::AnnouncementPoliteness::Assertive : QAccessible::AnnouncementPoliteness::Polite);
    QAccessible::updateAccessibility(&event);
}

void RemoteView::showOthersPointer(const QPoint &remote)
{
    if (!m_input.othersPointer().moved(remote, now())) {
        return;
    }
    update(m_othersRect);
    m_othersRect = othersPointerRect(m_geometry.toView(remote).toPoint(), font());
    update(m_othersRect);
    m_othersTimer.start(OthersPointer::shownFor);
}

void RemoteView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), Qt::black);
    if (m_picture.generation != 0) {
        paintPicture(painter, m_picture.image, m_geometry);
    }
    if (const auto others = m_input.othersPointer().position(now())) {
        paintOthersPointer(painter, m_geometry.toView(*others).toPoint());
    }
    if (m_notice) {
        const QRect picture = remoteRectOnWidget();
        paintNotice(painter, rect(), picture.isEmpty() ? rect() : picture, *m_notice);
    }
    if (m_focusFrame && hasFocus() && takesInput() && m_session->answering() == Session::Answering::Yes) {
        paintFocusFrame(painter, rect(), remoteRectOnWidget(), palette().color(QPalette::Highlight));
    }
    painter.end();
    releaseDamage();
}

bool RemoteView::event(QEvent *event)
{
    switch (event->type()) {
    case QEvent::ShortcutOverride:
        // Ctrl+Q is the desktop's while it has the keyboard, not ours.
        if (holdsKeyboard()) {
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
    m_isLetGo = false;
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

bool RemoteView::isReleaseKey(const QKeyEvent &event) const
{
    const QKeyCombination pressed(event.modifiers() & ~(Qt::KeypadModifier | Qt::GroupSwitchModifier), static_cast<Qt::Key>(event.key()));
    return !m_releaseKey.isEmpty() && m_releaseKey[0] == pressed;
}

void RemoteView::keyPressEvent(QKeyEvent *event)
{
    if (isReleaseKey(*event)) {
        m_input.releaseAll();
        m_isLetGo = true;
        updateGrab();
        update();
        Q_EMIT releaseRequested();
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
    if (std::exchange(m_isLetGo, false)) {
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
