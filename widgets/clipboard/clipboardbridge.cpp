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
constexpr auto pasteTime = 1s;
// Minimum time between two texts from desktops. A server may send thousands of texts a second; each would cause two
// selection changes for every program on this workstation.
constexpr auto takePace = 200ms;
// How long texts of a desktop are accepted after it lost the focus. A text copied just before is still in transit: with
// a round trip of 1 s, the server's notification, the request and the text take 1.5 s.
constexpr auto afterFocus = 2s;

QString sizeText(qint64 bytes)
{
    return KFormat().formatByteSize(static_cast<double>(bytes), 1);
}

/// Removes all control characters except newline and tab: a terminal executes the others, even in pasted text.
QString withoutControls(QString text)
{
    return text.removeIf([](QChar character) {
        return character.category() == QChar::Other_Control && character != u'\n' && character != u'\t';
    });
}

/// Whether the window belongs to Qt, that is, to this program's X connection.
bool isOurs(quint32 window)
{
    const auto *const x = qGuiApp->nativeInterface<QNativeInterface::QX11Application>();
    if (!x || window == 0) {
        return false;
    }
    const xcb_setup_t *const setup = xcb_get_setup(x->connection());
    return (window & ~setup->resource_id_mask) == setup->resource_id_base;
}

/// Whether this press of the middle button is sent to the desktop: it hits the framebuffer and does not pan the view.
bool isPasting(const RemoteView &view, const QMouseEvent &press)
{
    constexpr Qt::KeyboardModifiers all = Qt::ControlModifier | Qt::AltModifier | Qt::ShiftModifier | Qt::MetaModifier;
    const Qt::KeyboardModifiers zoomPanModifiers = view.prefs().zoomPanModifiers;
    const bool isPan = zoomPanModifiers != Qt::NoModifier && press.buttons() == Qt::MiddleButton && (press.modifiers() & all) == zoomPanModifiers;
    return press.button() == Qt::MiddleButton && !isPan && view.imageGeometry().isOnImage(press.position());
}
}

ClipboardBridge::ClipboardBridge(QObject *parent)
    : QObject(parent)
{
    m_paceTimer.setSingleShot(true);
    m_paceTimer.setInterval(takePace);
    connect(&m_paceTimer, &QTimer::timeout, this, &ClipboardBridge::receiveLatest);
    m_clipboard = WaylandSelections::shared();
    if (m_clipboard) {
        connect(m_clipboard.get(), &WaylandSelections::changed, this, &ClipboardBridge::recordLocalChange);
        connect(m_clipboard.get(), &WaylandSelections::answered, this, &ClipboardBridge::selectionRead);
        begin();
        return;
    }
    if (QGuiApplication::platformName() != "xcb"_L1) {
        return;
    }
    const auto display = LocalDisplay::parse(qEnvironmentVariable("DISPLAY"));
    if (!display) {
        return;
    }
    m_selections = std::make_unique<SelectionWatch>(*display, qEnvironmentVariable("XAUTHORITY"));
    connect(m_selections.get(), &SelectionWatch::changed, this, &ClipboardBridge::selectionChanged);
    connect(m_selections.get(), &SelectionWatch::answered, this, &ClipboardBridge::selectionRead);
    begin();
}

ClipboardBridge::~ClipboardBridge() = default;

void ClipboardBridge::begin()
{
    connect(qApp, &QApplication::focusChanged, this, [this] {
        if (!hasFocus()) {
            focusLeft(m_focused);
        }
    });
    InputRouter::addForAllViews(InputPriority::Clipboard, this);
}

bool ClipboardBridge::canRead() const
{
    return m_selections || m_clipboard;
}

void ClipboardBridge::watch(DesktopSession *session)
{
    m_sessions.append(session);
    connect(session, &DesktopSession::clipboardArrived, this, [this, session](const QString &text) {
        textArrived(session, text);
    });
    connect(session, &DesktopSession::clipboardRefused, this, [this, session](qint64 bytes) {
        Q_EMIT transferRefused(
            session,
            i18nc("@info %1 is a desktop, %2 the size of a text",
                  "The text copied on %1 is too long (%2): Nightdesk transfers at most 1 MiB. Save the text to a file there, or copy it in parts.",
                  session->title(),
                  sizeText(bytes)));
    });
    connect(session, &DesktopSession::clipboardWaits, this, [this, session] {
        m_ledger.arrivedUntransferred(session);
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
        m_acceptUntil.remove(session);
        m_ledger.removeDesktop(session);
    });
    updatePermissions();
}

void ClipboardBridge::setDirections(bool toSummit, bool fromSummit)
{
    m_sendsToSummit = toSummit;
    m_receivesFromSummit = fromSummit;
    updatePermissions();
}

void ClipboardBridge::setAcceptsFromBackground(bool takes)
{
    m_acceptsFromBackground = takes;
    updatePermissions();
}

void ClipboardBridge::updatePermissions()
{
    // A desktop that must not change the local clipboard is not asked for its text either.
    for (DesktopSession *session : std::as_const(m_sessions)) {
        session->allowClipboard(m_sendsToSummit, m_receivesFromSummit && canRead() && (m_acceptsFromBackground || !m_acceptUntil.value(session).hasExpired()));
    }
}

void ClipboardBridge::sessionStateChanged(DesktopSession *session)
{
    if (!session->takesInput() || !session->clipboardToServer()) {
        m_ledger.forgetSentText(session);
    } else if (hasFocus() && session == m_focused) {
        setFocusedSession(session);
    }
}

bool ClipboardBridge::hasFocus() const
{
    const auto *const view = qobject_cast<RemoteView *>(QApplication::focusWidget());
    return view && m_focused && view->session() == m_focused;
}

void ClipboardBridge::setFocusedSession(DesktopSession *session)
{
    if (m_focused != session) {
        receiveLatest(); // first receives the last text of the session that had the focus
        focusLeft(m_focused);
        m_focused = session;
    }
    m_acceptUntil.insert(session, QDeadlineTimer(QDeadlineTimer::Forever));
    // A newer local text is sent first. It replaces the text that the desktop offers, which must not be requested then.
    if (session->clipboardToServer() && m_ledger.isUnread(XSelection::Clipboard)) {
        read(XSelection::Clipboard); // selectionRead() sends the text
        return;
    }
    sendSelection(session, XSelection::Clipboard);
    updatePermissions();
}

void ClipboardBridge::focusLeft(DesktopSession *session)
{
    if (!m_acceptUntil.value(session).isForever()) {
        return;
    }
    m_acceptUntil.insert(session, QDeadlineTimer(afterFocus, Qt::PreciseTimer));
    QTimer::singleShot(afterFocus, Qt::PreciseTimer, this, [this] {
        receiveLatest(); // received now, while texts of this desktop are still accepted
        updatePermissions();
    });
}

void ClipboardBridge::read(XSelection which)
{
    if (m_selections) {
        m_selections->read(which);
    } else {
        m_clipboard->read(which);
    }
}

void ClipboardBridge::selectionChanged(XSelection which, quint32 owner)
{
    if (isOurs(owner) && m_ownChanges[selectionIndex(which)] > 0) {
        // The change was made by this program, with a text from a desktop: ignore it.
        --m_ownChanges[selectionIndex(which)];
        return;
    }
    m_ownChanges[selectionIndex(which)] = 0;
    recordLocalChange(which, owner == 0);
}

void ClipboardBridge::recordLocalChange(XSelection which, bool isEmpty)
{
    m_tooLongBytes[selectionIndex(which)] = 0;
    if (which == XSelection::Clipboard) {
        m_latestText.reset(); // dropped, because the local change is newer
    }
    m_ledger.changed(which, isEmpty);
    if (which == XSelection::Primary) {
        return; // the primary selection is read only when the user is about to paste it
    }
    if (isEmpty) { // cleared, as password managers do: clear the text at all desktops that received it
        for (DesktopSession *session : std::as_const(m_sessions)) {
            sendSelection(session, which);
        }
    } else if (hasFocus() && m_focused->clipboardToServer()) {
        read(which);
    }
}

void ClipboardBridge::selectionRead(XSelection which, const SelectionText &text)
{
    if (text.outcome != SelectionText::Outcome::NoAnswer) {
        // Counted in UTF-8, in which a Latin-1 text of an old program is longer.
        const qint64 bytes = text.outcome == SelectionText::Outcome::TooLong ? text.bytes : text.text.toUtf8().size();
        const bool isTooLong = bytes > DesktopSession::maxClipboard;
        m_ledger.read(which, isTooLong ? QString() : text.text);
        m_tooLongBytes[selectionIndex(which)] = isTooLong ? bytes : 0;
    }
    if (which == XSelection::Clipboard) {
        if (hasFocus()) {
            sendSelection(m_focused, which);
        }
        updatePermissions();
    } else if (const auto *const view = qobject_cast<RemoteView *>(m_pasteHold.view())) {
        if (view->session()) {
            sendSelection(view->session(), which);
        }
        m_pasteHold.release();
    }
}

void ClipboardBridge::sendSelection(DesktopSession *session, XSelection which)
{
    if (const qint64 bytes = m_tooLongBytes[selectionIndex(which)]; bytes > 0 && session->clipboardToServer()) {
        m_tooLongBytes[selectionIndex(which)] = 0; // reset, so that the long text is reported only once
        Q_EMIT transferRefused(
            session,
            i18nc("@info %1 is a desktop, %2 the size of a text",
                  "The text copied here is too long (%2): Nightdesk transfers at most 1 MiB to %1. Transfer the text as a file, or copy it in parts.",
                  session->title(),
                  sizeText(bytes)));
    }
    if (const auto text = m_ledger.textToSend(which, session)) {
        send(session, which, *text);
    }
}

void ClipboardBridge::send(DesktopSession *session, XSelection which, const QString &text)
{
    if (session->sendClipboard(text)) {
        m_ledger.markSent(which, session, text);
    }
}

void ClipboardBridge::textArrived(DesktopSession *session, const QString &copied)
{
    const QString text = withoutControls(copied);
    if (!canRead() || text.isEmpty() || !session->clipboardFromServer()) {
        return; // ignored: an empty text from a desktop must not erase what was copied here
    }
    m_latestText = {session, text};
    if (!m_paceTimer.isActive()) {
        receiveLatest();
    }
}

void ClipboardBridge::receiveLatest()
{
    const auto latest = std::exchange(m_latestText, std::nullopt);
    if (latest && latest->session && latest->session->clipboardFromServer()) {
        m_paceTimer.start();
        receiveText(latest->session, latest->text);
    }
}

void ClipboardBridge::receiveText(DesktopSession *session, const QString &text)
{
    const bool isInSelections = m_ledger.isInSelections(text);
    m_ledger.textArrived(session, text);
    if (isInSelections) {
        return; // ignored: both selections here already have this text, which a desktop sent back
    }
    for (const XSelection which : {XSelection::Clipboard, XSelection::Primary}) {
        m_tooLongBytes[selectionIndex(which)] = 0;
        if (m_clipboard) {
            m_clipboard->put(which, text);
            continue;
        }
        auto *data = new QMimeData;
        data->setText(text);
        ++m_ownChanges[selectionIndex(which)];
        QGuiApplication::clipboard()->setMimeData(data, which == XSelection::Clipboard ? QClipboard::Clipboard : QClipboard::Selection);
    }
    if (hasFocus()) {
        // Sent to the desktop that has the focus now. If the text came from that desktop, it is not sent back.
        sendSelection(m_focused, XSelection::Clipboard);
    }
}

bool ClipboardBridge::holdPaste(QWidget *view, DesktopSession *session, const QEvent &click)
{
    if (!session->clipboardToServer() || !session->takesInput()) {
        return false;
    }
    receiveLatest();
    m_lastPasteAt[session] = std::chrono::steady_clock::now();
    if (!m_ledger.isUnread(XSelection::Primary)) {
        sendSelection(session, XSelection::Primary);
        return false;
    }
    m_pasteHold.begin(view, click);
    read(XSelection::Primary);
    return true;
}

void ClipboardBridge::restoreCopied(DesktopSession *session)
{
    const auto pasted = m_lastPasteAt.constFind(session);
    if (pasted == m_lastPasteAt.constEnd() || std::chrono::steady_clock::now() - *pasted < pasteTime) {
        return;
    }
    m_lastPasteAt.erase(pasted);
    if (const auto text = m_ledger.textToSendAfterPaste(session)) {
        send(session, XSelection::Clipboard, *text);
    }
}

bool ClipboardBridge::takeInput(RemoteView *view, QEvent *event)
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
    if (isInput && m_pasteHold.mustQueue(view)) {
        m_pasteHold.queueEvent(*event);
        return true;
    }
    switch (type) {
    case QEvent::FocusIn:
        setFocusedSession(session);
        break;
    case QEvent::FocusOut:
        m_pasteHold.release();
        break;
    case QEvent::Enter:
        if (m_ledger.isUnread(XSelection::Primary) && session->clipboardToServer()) {
            read(XSelection::Primary); // read in advance, so that a middle click does not have to wait for the text
        }
        break;
    case QEvent::MouseButtonPress:
        if (m_pasteHold.view() == nullptr && isPasting(*view, *static_cast<const QMouseEvent *>(event))) {
            return holdPaste(view, session, *event);
        }
        break;
    case QEvent::KeyPress:
        restoreCopied(session);
        break;
    default:
        break;
    }
    return false;
}
}
