// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/viewkeyboard.h"

#include "widgets/input/typedtext.h"
#include "widgets/input/xkeyboard.h"
#include "widgets/view/desktopinput.h"
#include "widgets/view/remoteview.h"

#include <QApplication>
#include <QCursor>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QMouseEvent>

namespace Nightdesk
{
ViewKeyboard::ViewKeyboard(RemoteView *view, DesktopInput *input)
    : QObject(view)
    , m_view(view)
    , m_desktopInput(input)
    , m_localKeyboard(XKeyboard::shared())
    , m_clipboardTyping(view->session(), view)
    , m_preeditLabel(new QLabel(view))
{
    m_preeditLabel->setTextFormat(Qt::PlainText);
    m_preeditLabel->setAutoFillBackground(true);
    m_preeditLabel->setFrameShape(QFrame::Box);
    m_preeditLabel->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_preeditLabel->hide();
    view->inputRouter()->add(InputPriority::Keyboard, this);
    DesktopSession *session = view->session();
    connect(session, &DesktopSession::lockLedsChanged, this, [this, session] {
        m_lockKeySync.noteServerLights(session->lockLeds());
        syncLockKeys();
    });
    const auto cameBack = [this] {
        if (m_view->hasFocus()) {
            scheduleLockKeySync();
        }
    };
    connect(session, &Session::stateChanged, this, [this, cameBack](SessionState state) {
        if (state == SessionState::Live) {
            cameBack();
        } else {
            m_lockKeySync.noteServerLights({});
        }
    });
    connect(session, &DesktopSession::viewOnlyChanged, this, cameBack);
    connect(session, &DesktopSession::pointerMovedByServer, this, &ViewKeyboard::moveLocalPointerAfterWarp);
    // corrects lock keys that changed while the desktop took no input
    connect(session, &DesktopSession::inputReceivedByServer, this, &ViewKeyboard::syncLockKeys);
    if (m_localKeyboard) {
        connect(m_localKeyboard.get(), &XKeyboard::lockLedsChanged, this, &ViewKeyboard::syncLockKeys);
    }
    view->setAttribute(Qt::WA_InputMethodEnabled, false); // input methods are off until setSettings() enables them
}

void ViewKeyboard::setSettings(const InputSettings &settings)
{
    m_inputSettings = settings;
    m_view->setAttribute(Qt::WA_InputMethodEnabled, settings.composeLocally);
    m_view->setGrabKeyboard(settings.grabKeyboard);
    m_preeditLabel->hide();
    if (m_view->hasFocus()) {
        QGuiApplication::inputMethod()->update(Qt::ImEnabled);
    }
}

void ViewKeyboard::typeClipboard()
{
    m_clipboardTyping.start(m_view->prefs().keys.key(ViewCommand::ReleaseKeyboard).toString(QKeySequence::NativeText));
}

bool ViewKeyboard::filterInput(RemoteView *, QEvent *event)
{
    switch (event->type()) {
    case QEvent::FocusIn:
        scheduleLockKeySync();
        break;
    case QEvent::FocusOut: {
        m_lockKeySync.cancelScheduledSync();
        m_preeditLabel->hide();
        const auto reason = static_cast<QFocusEvent *>(event)->reason();
        if (reason != Qt::PopupFocusReason) { // sticky modifiers are chosen in a menu, which takes the focus: this must not clear them
            m_clipboardTyping.stop();
            m_desktopInput->clearStickyModifiers();
        }
        break;
    }
    case QEvent::KeyPress:
        m_desktopInput->setSendsScanCodes(
            m_inputSettings.sendScanCodes
            && (m_localKeyboard ? m_localKeyboard->hasLinuxKeycodes() : QGuiApplication::platformName().startsWith("wayland"_L1)));
        return handleKeyPress(*static_cast<QKeyEvent *>(event));
    case QEvent::InputMethod:
        handleInputMethod(*static_cast<QInputMethodEvent *>(event));
        return true;
    case QEvent::InputMethodQuery:
        answerInputMethodQuery(*static_cast<QInputMethodQueryEvent *>(event));
        return true;
    case QEvent::Enter:
        takeFocusUnderPointer();
        break;
    case QEvent::MouseMove:
        return handleMouseMove(*static_cast<QMouseEvent *>(event));
    case QEvent::MouseButtonPress:
    case QEvent::Wheel:
        m_pointerWarp.noteUserMove(std::chrono::steady_clock::now());
        break;
    default:
        break;
    }
    return false;
}

bool ViewKeyboard::handleKeyPress(const QKeyEvent &event)
{
    if (!m_clipboardTyping.isRunning()) {
        const bool passes = !event.isAutoRepeat() && !m_view->prefs().keys.commandFor(event) && m_view->session() && m_view->session()->takesInput();
        if (passes && (event.key() == Qt::Key_CapsLock || event.key() == Qt::Key_NumLock)) {
            m_lockKeySync.noteTypedKey(event.key() == Qt::Key_CapsLock ? 0xffe5 : 0xff7f);
        }
        return false;
    }
    if (m_view->prefs().keys.commandFor(event) == ViewCommand::ReleaseKeyboard) {
        m_clipboardTyping.stop();
        return false; // not consumed: the view handles this key and releases the keyboard
    }
    if (event.key() == Qt::Key_Escape) {
        m_clipboardTyping.stop();
    }
    return true; // consumed: the user's key between two characters of the clipboard's text would change this text
}

void ViewKeyboard::handleInputMethod(const QInputMethodEvent &event)
{
    if (!m_view->holdsKeyboard()) {
        m_preeditLabel->hide();
        return; // the keyboard was released: the text is not for the desktop
    }
    const KeysForText typed = keysForText(event.commitString());
    if (!m_clipboardTyping.isRunning()) {
        for (const quint32 keysym : typed.keysyms) {
            m_desktopInput->typeKeys({keysym});
        }
    }
    m_preeditLabel->setText(event.preeditString());
    m_preeditLabel->setVisible(!event.preeditString().isEmpty());
    m_preeditLabel->adjustSize();
    const QPoint pointer = m_view->mapFromGlobal(QCursor::pos());
    const QPoint at = m_view->rect().contains(pointer) ? pointer + QPoint(8, 16) : m_view->rect().center();
    m_preeditLabel->move(qBound(0, at.x(), m_view->width() - m_preeditLabel->width()), qBound(0, at.y(), m_view->height() - m_preeditLabel->height()));
}

void ViewKeyboard::answerInputMethodQuery(QInputMethodQueryEvent &query) const
{
    if (query.queries() & Qt::ImEnabled) {
        query.setValue(Qt::ImEnabled, m_inputSettings.composeLocally);
    }
    if (query.queries() & Qt::ImCursorRectangle) { // place of an input method's list: the remote text cursor is not known
        query.setValue(Qt::ImCursorRectangle, QRect(m_view->mapFromGlobal(QCursor::pos()), QSize(1, 16)));
    }
    if (query.queries() & Qt::ImHints) {
        query.setValue(Qt::ImHints, static_cast<int>(Qt::ImhNoPredictiveText | Qt::ImhNoAutoUppercase));
    }
    query.accept();
}

void ViewKeyboard::scheduleLockKeySync()
{
    m_lockKeySync.scheduleSync();
    syncLockKeys();
}

void ViewKeyboard::syncLockKeys()
{
    DesktopSession *session = m_view->session();
    if (!session || !m_localKeyboard || !m_inputSettings.syncLockKeys || !m_view->hasFocus() || !session->lockLeds() || !session->takesInput()) {
        return;
    }
    for (const quint32 keysym : m_lockKeySync.keysToPress(m_localKeyboard->lockLeds(), session->lockLeds())) {
        session->sendKey(keysym, true); // without sticky modifiers: they wait for the user's next key
        session->sendKey(keysym, false);
    }
}

void ViewKeyboard::takeFocusUnderPointer()
{
    if (!m_inputSettings.focusFollowsPointer || m_view->hasFocus() || QApplication::activeModalWidget() || QApplication::activePopupWidget()
        || QGuiApplication::mouseButtons() != Qt::NoButton) {
        return;
    }
    // The pointer takes the focus from another desktop only: Nightdesk windows, dialogs and X programs keep the keyboard.
    if (qobject_cast<RemoteView *>(QApplication::focusWidget()) && QApplication::activeWindow()) {
        m_view->activateWindow();
        m_view->setFocus(Qt::MouseFocusReason);
    }
}

bool ViewKeyboard::handleMouseMove(const QMouseEvent &event)
{
    const ViewGeometry &geometry = m_view->imageGeometry();
    if (event.buttons() == Qt::NoButton && geometry.isOnImage(event.position())
        && m_pointerWarp.isCausedByWarp(geometry.toRemote(event.position()), std::chrono::steady_clock::now())) {
        return true; // not sent to the desktop, because the server itself moved the pointer there
    }
    m_pointerWarp.noteUserMove(std::chrono::steady_clock::now());
    return false;
}

void ViewKeyboard::moveLocalPointerAfterWarp(const QPoint &remote)
{
    if (!m_inputSettings.pointerFollowsWarps || m_desktopInput->otherUserPointer().markerPosition(std::chrono::steady_clock::now()) != remote) {
        return; // no warp: the server only reports a pointer move that Nightdesk itself has sent
    }
    const QPoint here = m_view->mapFromGlobal(QCursor::pos());
    const bool isFree = m_view->hasFocus() && m_view->isActiveWindow() && m_view->remoteRectOnWidget().contains(here) && m_view->rect().contains(here)
        && QGuiApplication::mouseButtons() == Qt::NoButton;
    if (m_pointerWarp.mustFollowWarp(remote, isFree, std::chrono::steady_clock::now())) {
        QCursor::setPos(m_view->mapToGlobal(m_view->imageGeometry().toView(remote).toPoint()));
    }
}
}
