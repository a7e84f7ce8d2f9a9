// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/clipboard/clipboardbridge.h"

#include "sessions/desktops/desktopsession.h"
#include "sessions/xwindows/server/selectionwatch.h"
#include "widgets/input/waylandselections.h"
#include "widgets/view/remoteview.h"

#include <KFormat>
#include <KLocalizedString>

#include <QApplication>
#include <QEvent>
#include <QMimeData>
#include <QMouseEvent>

#include <utility>

#include <xcb/xcb.h>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
// Time after a paste until the copied text is sent again: a server may request the pasted text late, when its program
// pastes it.
constexpr auto resendDelayAfterPaste = 1s;
// Minimum time between two texts from desktops. A server may send thousands of texts a second; each would cause two
// selection changes for every program on this workstation.
constexpr auto minimumReceiveInterval = 200ms;
// How long texts of a desktop are accepted after it lost the focus. A text copied just before is still in transit: with
// a round trip of 1 s, the server's notification, the request and the text take 1.5 s.
constexpr auto acceptedAfterFocusLoss = 2s;

QString sizeText(qint64 bytes)
{
    return KFormat().formatByteSize(static_cast<double>(bytes), 1);
}

/// Removes all control characters except newline and tab: a terminal executes the others, even in pasted text.
QString withoutControlCharacters(QString text)
{
    return text.removeIf([](QChar character) {
        return character.category() == QChar::Other_Control && character != u'\n' && character != u'\t';
    });
}

/// Whether the window belongs to Qt, that is, to this program's X connection.
bool isWindowOfNightdesk(quint32 window)
{
    const auto *const x = qGuiApp->nativeInterface<QNativeInterface::QX11Application>();
    if (!x || window == 0) {
        return false;
    }
    const xcb_setup_t *const setup = xcb_get_setup(x->connection());
    return (window & ~setup->resource_id_mask) == setup->resource_id_base;
}

/// Whether this press of the middle button is sent to the desktop: it hits the framebuffer and does not pan the view.
bool isPasteClick(const RemoteView &view, const QMouseEvent &press)
{
    const bool isPan = press.buttons() == Qt::MiddleButton && view.prefs().areZoomPanModifiers(press.modifiers());
    return press.button() == Qt::MiddleButton && !isPan && view.imageGeometry().isOnImage(press.position());
}
}

ClipboardBridge::ClipboardBridge(QObject *parent)
    : QObject(parent)
{
    m_receivePauseTimer.setSingleShot(true);
    connect(&m_receivePauseTimer, &QTimer::timeout, this, &ClipboardBridge::receivePendingText);
    m_waylandSelections = WaylandSelections::shared();
    if (m_waylandSelections) {
        connect(m_waylandSelections.get(), &WaylandSelections::selectionChanged, this, &ClipboardBridge::recordLocalChange);
        connect(m_waylandSelections.get(), &WaylandSelections::answered, this, &ClipboardBridge::selectionRead);
        startWatching();
        return;
    }
    const auto display = LocalDisplay::parse(QGuiApplication::platformName() == "xcb"_L1 ? qEnvironmentVariable("DISPLAY") : QString());
    if (!display) {
        return;
    }
    m_xSelectionWatch = std::make_unique<SelectionWatch>(*display, qEnvironmentVariable("XAUTHORITY"));
    connect(m_xSelectionWatch.get(), &SelectionWatch::selectionChanged, this, &ClipboardBridge::selectionChanged);
    connect(m_xSelectionWatch.get(), &SelectionWatch::answered, this, &ClipboardBridge::selectionRead);
    startWatching();
}

ClipboardBridge::~ClipboardBridge() = default;

void ClipboardBridge::startWatching()
{
    connect(qApp, &QApplication::focusChanged, this, [this] {
        if (!hasFocus()) {
            handleFocusLeft(m_focusedSession);
        }
    });
    InputRouter::addForAllViews(InputPriority::Clipboard, this);
}

bool ClipboardBridge::canReadLocalSelections() const
{
    return m_xSelectionWatch || m_waylandSelections;
}

void ClipboardBridge::addSession(DesktopSession *session)
{
    m_sessions.append(session);
    connect(session, &DesktopSession::clipboardArrived, this, [this, session](const QString &text) {
        textArrived(session, text);
    });
    connect(session, &DesktopSession::clipboardTextTooLong, this, [this, session](qint64 bytes) {
        Q_EMIT transferRefused(
            session,
            i18nc("@info %1 is a desktop, %2 the size of a text",
                  "The text copied on %1 is too long (%2): Nightdesk transfers at most 1 MiB. Save the text to a file there, or copy it in parts.",
                  session->title(),
                  sizeText(bytes)));
    });
    connect(session, &DesktopSession::clipboardTextBlocked, this, [this, session] {
        m_clipboardTracker.markNotTransferred(session);
    });
    const auto look = [this, session] {
        sessionStateChanged(session);
    };
    connect(session, &Session::stateChanged, this, look);
    connect(session, &Session::answeringChanged, this, look);
    connect(session, &DesktopSession::viewOnlyChanged, this, look);
    connect(session, &DesktopSession::clipboardPolicyChanged, this, look);
    connect(session, &QObject::destroyed, this, [this, session] {
        m_sessions.removeOne(session);
        m_lastPasteAt.remove(session);
        m_acceptTextUntil.remove(session);
        m_clipboardTracker.removeDesktop(session);
    });
    updatePermissions();
}

void ClipboardBridge::setDirections(bool toSummit, bool fromSummit)
{
    m_sendsToSummit = toSummit;
    m_receivesFromSummit = fromSummit;
    updatePermissions();
}

void ClipboardBridge::setAcceptsTextFromUnfocusedDesktops(bool accepts)
{
    m_acceptsTextFromUnfocusedDesktops = accepts;
    updatePermissions();
}

void ClipboardBridge::updatePermissions()
{
    // A desktop that must not change the local clipboard is not asked for its text either.
    for (DesktopSession *session : std::as_const(m_sessions)) {
        session->setConsoleClipboardPolicy(m_sendsToSummit,
                                           m_receivesFromSummit && canReadLocalSelections()
                                               && (m_acceptsTextFromUnfocusedDesktops || !m_acceptTextUntil.value(session).hasExpired()));
    }
}

void ClipboardBridge::sessionStateChanged(DesktopSession *session)
{
    if (!session->takesInput() || !session->allowsClipboardToServer()) {
        m_clipboardTracker.forgetSentText(session);
    } else if (hasFocus() && session == m_focusedSession) {
        setFocusedSession(session);
    } else if (const auto text = m_clipboardTracker.textToSend(XSelection::Clipboard, session); text && text->isEmpty()) {
        sendText(session, XSelection::Clipboard, *text); // cleared here while this desktop took no input
    }
}

bool ClipboardBridge::hasFocus() const
{
    const auto *const view = qobject_cast<RemoteView *>(QApplication::focusWidget());
    return view && m_focusedSession && view->session() == m_focusedSession;
}

void ClipboardBridge::setFocusedSession(DesktopSession *session)
{
    if (m_focusedSession != session) {
        receivePendingText(); // first receives the last text of the session that had the focus
        handleFocusLeft(m_focusedSession);
        m_focusedSession = session;
    }
    m_acceptTextUntil.insert(session, QDeadlineTimer(QDeadlineTimer::Forever));
    // A newer local text is sent first. It replaces the text that the desktop offers, which must not be requested then.
    if (session->allowsClipboardToServer() && m_clipboardTracker.isUnread(XSelection::Clipboard)) {
        readSelection(XSelection::Clipboard); // when the text is read, selectionRead() sends it to the desktop
        return;
    }
    sendSelection(session, XSelection::Clipboard);
    updatePermissions();
}

void ClipboardBridge::handleFocusLeft(DesktopSession *session)
{
    if (!m_acceptTextUntil.value(session).isForever()) {
        return;
    }
    m_acceptTextUntil.insert(session, QDeadlineTimer(acceptedAfterFocusLoss, Qt::PreciseTimer));
    QTimer::singleShot(acceptedAfterFocusLoss, Qt::PreciseTimer, this, [this] {
        receivePendingText(); // received now, while texts of this desktop are still accepted
        updatePermissions();
    });
}

void ClipboardBridge::readSelection(XSelection which)
{
    m_isCurrentTextBeingRead[selectionIndex(which)] = true;
    if (m_xSelectionWatch) {
        m_xSelectionWatch->read(which);
    } else {
        m_waylandSelections->read(which);
    }
}

void ClipboardBridge::selectionChanged(XSelection which, quint32 owner)
{
    if (isWindowOfNightdesk(owner) && m_unreportedOwnChanges[selectionIndex(which)] > 0) {
        // The change was made by this program, with a text from a desktop: ignore it.
        --m_unreportedOwnChanges[selectionIndex(which)];
        return;
    }
    m_unreportedOwnChanges[selectionIndex(which)] = 0;
    recordLocalChange(which, owner == 0);
}

void ClipboardBridge::recordLocalChange(XSelection which, bool isEmpty)
{
    m_tooLongTextBytes[selectionIndex(which)] = 0;
    m_isCurrentTextBeingRead[selectionIndex(which)] = false;
    if (which == XSelection::Clipboard) {
        m_pendingText.reset(); // dropped, because the local change is newer
    }
    m_clipboardTracker.noteSelectionChanged(which, isEmpty);
    if (which == XSelection::Primary) { // read only when the user is about to paste it
        if (m_delayedPaste.view() && !isEmpty) {
            readSelection(which);
        }
        return;
    }
    if (isEmpty) { // cleared, as password managers do: clear the text at all desktops that received it
        for (DesktopSession *session : std::as_const(m_sessions)) {
            sendSelection(session, which);
        }
    } else if (hasFocus() && m_focusedSession->allowsClipboardToServer()) {
        readSelection(which);
    }
}

void ClipboardBridge::selectionRead(XSelection which, const SelectionText &text)
{
    // A slow program may answer when the selection has changed already. Its text is then not the selection's text any more.
    const bool isCurrentText = std::exchange(m_isCurrentTextBeingRead[selectionIndex(which)], false);
    if (isCurrentText && text.outcome != SelectionText::Outcome::NoAnswer) {
        // Counted in UTF-8, in which a Latin-1 text of an old program is longer.
        const qint64 bytes = text.outcome == SelectionText::Outcome::TooLong ? text.bytes : text.text.toUtf8().size();
        const bool isTooLong = bytes > DesktopSession::maxClipboardBytes;
        m_clipboardTracker.noteSelectionText(which, isTooLong ? QString() : text.text);
        m_tooLongTextBytes[selectionIndex(which)] = isTooLong ? bytes : 0;
    }
    if (which == XSelection::Clipboard) {
        if (hasFocus()) {
            sendSelection(m_focusedSession, which);
        }
        updatePermissions();
    } else if (const auto *const view = qobject_cast<RemoteView *>(m_delayedPaste.view())) {
        if (view->session()) {
            sendSelection(view->session(), which);
        }
        m_delayedPaste.sendQueuedEvents();
    }
}

void ClipboardBridge::sendSelection(DesktopSession *session, XSelection which)
{
    if (const qint64 bytes = m_tooLongTextBytes[selectionIndex(which)]; bytes > 0 && session->allowsClipboardToServer()) {
        m_tooLongTextBytes[selectionIndex(which)] = 0; // reset, so that the long text is reported only once
        Q_EMIT transferRefused(
            session,
            i18nc("@info %1 is a desktop, %2 the size of a text",
                  "The text copied here is too long (%2): Nightdesk transfers at most 1 MiB to %1. Transfer the text as a file, or copy it in parts.",
                  session->title(),
                  sizeText(bytes)));
    }
    if (const auto text = m_clipboardTracker.textToSend(which, session)) {
        sendText(session, which, *text);
    }
}

void ClipboardBridge::sendText(DesktopSession *session, XSelection which, const QString &text)
{
    if (session->sendClipboard(text)) {
        m_clipboardTracker.markSentOrUnsendable(which, session, text);
    }
}

void ClipboardBridge::textArrived(DesktopSession *session, const QString &copied)
{
    const QString text = withoutControlCharacters(copied);
    if (!canReadLocalSelections() || text.isEmpty() || !session->allowsClipboardFromServer()) {
        return; // ignored: an empty text from a desktop must not erase what was copied here
    }
    m_pendingText = {session, text};
    if (!m_receivePauseTimer.isActive()) {
        receivePendingText();
    }
}

void ClipboardBridge::receivePendingText()
{
    const auto latest = std::exchange(m_pendingText, std::nullopt);
    if (latest && latest->session && latest->session->allowsClipboardFromServer()) {
        m_receivePauseTimer.start(minimumReceiveInterval);
        receiveText(latest->session, latest->text);
    }
}

void ClipboardBridge::receiveText(DesktopSession *session, const QString &text)
{
    const bool isInBothSelections = m_clipboardTracker.isInBothSelections(text);
    m_clipboardTracker.noteReceivedText(session, text);
    m_isCurrentTextBeingRead = {};
    if (isInBothSelections) {
        return; // ignored: both selections here already have this text, which a desktop sent back
    }
    for (const XSelection which : {XSelection::Clipboard, XSelection::Primary}) {
        m_tooLongTextBytes[selectionIndex(which)] = 0;
        if (m_waylandSelections) {
            m_waylandSelections->put(which, text);
            continue;
        }
        auto *data = new QMimeData;
        data->setText(text);
        ++m_unreportedOwnChanges[selectionIndex(which)];
        QGuiApplication::clipboard()->setMimeData(data, which == XSelection::Clipboard ? QClipboard::Clipboard : QClipboard::Selection);
    }
    if (hasFocus()) {
        // The received text is also sent to the desktop that has the focus now, unless it came from that desktop.
        sendSelection(m_focusedSession, XSelection::Clipboard);
    }
}

bool ClipboardBridge::delayPasteClick(QWidget *view, DesktopSession *session, const QEvent &click)
{
    if (!session->allowsClipboardToServer() || !session->takesInput()) {
        return false;
    }
    receivePendingText();
    m_lastPasteAt[session] = std::chrono::steady_clock::now();
    if (!m_clipboardTracker.isUnread(XSelection::Primary)) {
        sendSelection(session, XSelection::Primary);
        return false;
    }
    m_delayedPaste.delayClick(view, click);
    readSelection(XSelection::Primary);
    return true;
}

void ClipboardBridge::resendCopiedText(DesktopSession *session)
{
    const auto pasted = m_lastPasteAt.constFind(session);
    if (pasted == m_lastPasteAt.constEnd() || std::chrono::steady_clock::now() - *pasted < resendDelayAfterPaste) {
        return;
    }
    m_lastPasteAt.erase(pasted);
    if (const auto text = m_clipboardTracker.copiedTextToResend(session)) {
        sendText(session, XSelection::Clipboard, *text);
    }
}

bool ClipboardBridge::filterInput(RemoteView *view, QEvent *event)
{
    const QEvent::Type type = event->type();
    const bool isInput = DelayedPaste::isInput(*event);
    if (!isInput && type != QEvent::FocusIn && type != QEvent::FocusOut && type != QEvent::Enter) {
        return false;
    }
    DesktopSession *const session = view->session();
    if (!session || !m_sessions.contains(session)) {
        return false;
    }
    if (isInput && m_delayedPaste.mustQueue(view)) {
        m_delayedPaste.queueEvent(*event);
        return true;
    }
    switch (type) {
    case QEvent::FocusIn:
        setFocusedSession(session);
        break;
    case QEvent::FocusOut:
        m_delayedPaste.sendQueuedEvents();
        break;
    case QEvent::Enter:
        if (m_clipboardTracker.isUnread(XSelection::Primary) && session->allowsClipboardToServer()) {
            readSelection(XSelection::Primary); // read in advance, so that a middle click does not have to wait for the text
        }
        break;
    case QEvent::MouseButtonPress:
        if (m_delayedPaste.view() == nullptr && isPasteClick(*view, *static_cast<const QMouseEvent *>(event))) {
            return delayPasteClick(view, session, *event);
        }
        break;
    case QEvent::KeyPress:
        resendCopiedText(session);
        if (hasFocus() && session->allowsClipboardToServer() && m_clipboardTracker.isUnread(XSelection::Clipboard)
            && !m_isCurrentTextBeingRead[selectionIndex(XSelection::Clipboard)]) {
            readSelection(XSelection::Clipboard); // the program that owns it was too busy to answer when this desktop got the focus
        }
        break;
    default:
        break;
    }
    return false;
}
}
