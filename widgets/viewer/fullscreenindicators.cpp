// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/fullscreenindicators.h"

#include "widgets/common/windowmanager.h"
#include "widgets/view/nightindicators.h"

#include <KLocalizedString>
#include <KWindowInfo>
#include <KWindowSystem>
#include <KX11Extras>

#include <QEvent>

#include <algorithm>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
constexpr auto messageDuration = 6s;
constexpr int edgeDistance = 12; // distance from the edges

/// The lines as rich text: names are escaped, and a recording, which is the first line, is red (contrast 7:1 to the background).
QString toRichText(const QStringList &noticeLines, bool isRecording)
{
    QStringList marked;
    for (const QString &line : noticeLines) {
        marked.append(line.toHtmlEscaped());
    }
    if (isRecording) {
        marked.first() = u"<span style=\"color: #ff7070\">%1</span>"_s.arg(marked.constFirst());
    }
    return u"<div style=\"white-space: nowrap\">%1</div>"_s.arg(marked.join("<br>"_L1));
}
}

FullScreenIndicators::FullScreenIndicators(QWidget *viewerWindow)
    : QLabel(viewerWindow)
    , m_viewerWindow(viewerWindow)
    , m_isSeparateWindow(KWindowSystem::isPlatformX11())
{
    if (m_isSeparateWindow) {
        setWindowFlags(Qt::ToolTip | Qt::X11BypassWindowManagerHint | Qt::WindowTransparentForInput | Qt::WindowDoesNotAcceptFocus);
        setAttribute(Qt::WA_ShowWithoutActivating);
    }
    // The name selects the dark colors that all notices over an image have, also in a light theme.
    setObjectName(u"fullScreenIndicators"_s);
    setStyleSheet(
        u"#fullScreenIndicators { background: rgb(20, 22, 26); color: rgb(235, 235, 235); border: 1px solid rgb(110, 115, 125); padding: 4px 8px; }"_s);
    setTextFormat(Qt::RichText); // rich text, because the line about a recording is red
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    setAccessibleName(i18nc("@info accessible name", "Notices of this full screen"));
    m_messageTimer.setSingleShot(true);
    connect(&m_messageTimer, &QTimer::timeout, this, [this] {
        showMessage({});
    });
    connect(&m_refreshTimer, &QTimer::timeout, this, &FullScreenIndicators::refresh);
    if (m_isSeparateWindow) {
        connect(KX11Extras::self(), &KX11Extras::currentDesktopChanged, this, &FullScreenIndicators::refresh);
    }
    viewerWindow->installEventFilter(this);
    hide();
}

void FullScreenIndicators::setIndicators(NightIndicators *indicators)
{
    m_nightIndicators = indicators;
    connect(indicators, &NightIndicators::indicatorsChanged, this, &FullScreenIndicators::refresh);
    connect(indicators, &NightIndicators::toolbarMessageRequested, this, &FullScreenIndicators::showMessage);
    refresh();
}

void FullScreenIndicators::setShownWhenNotEmpty(bool wanted)
{
    m_isToolbarHidden = wanted;
    refresh();
}

void FullScreenIndicators::setOpenQuestionText(const QString &words)
{
    m_questionText = words;
    refresh();
}

void FullScreenIndicators::setConnectionText(const QString &words)
{
    m_connectionText = words;
    refresh();
}

void FullScreenIndicators::setKeyboardOwnerText(const QString &words)
{
    m_keyboardText = words;
    refresh();
}

void FullScreenIndicators::setEndFullScreenKey(const QString &key)
{
    m_endFullScreenKey = key;
    refresh();
}

void FullScreenIndicators::setTopMargin(int pixels)
{
    m_topMargin = pixels;
    refresh();
}

void FullScreenIndicators::showMessage(const QString &text)
{
    m_messageText = text;
    if (!text.isEmpty()) {
        m_messageTimer.start(messageDuration);
    }
    refresh();
}

QStringList FullScreenIndicators::noticeLines() const
{
    QStringList noticeLines;
    if (const auto recording = m_nightIndicators ? m_nightIndicators->recording() : std::nullopt) {
        const auto elapsed = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - recording->startedAt).count();
        const QString time = u"%1:%2"_s.arg(elapsed / 60).arg(elapsed % 60, 2, 10, QChar(u'0'));
        noticeLines.append(
            recording->stopShortcutText.isEmpty()
                ? i18nc("@info:status a desktop is being recorded; %1: for how long, as in 1:05; %2: its title", "● REC %1 · %2", time, recording->title)
                : i18nc("@info:status a desktop is being recorded; %1: for how long, as in 1:05; %2: its title; %3: a key",
                        "● REC %1 · %2 – %3 stops it",
                        time,
                        recording->title,
                        recording->stopShortcutText));
    }
    noticeLines += {m_questionText, m_nightIndicators ? m_nightIndicators->callText() : QString(), m_messageText};
    noticeLines.append(m_keyboardText.isEmpty() || m_connectionText.isEmpty()
                           ? m_keyboardText + m_connectionText
                           : i18nc("@info:status who has the keyboard, how the connection is", "%1 · %2", m_keyboardText, m_connectionText));
    if (!m_endFullScreenKey.isEmpty()) {
        noticeLines.append(i18nc("@info:status a full screen shows its toolbar at its upper edge; %1: a key",
                                 "Toolbar: upper edge · %1 ends full screen",
                                 m_endFullScreenKey));
    }
    noticeLines.removeAll(QString());
    return noticeLines;
}

void FullScreenIndicators::refresh()
{
    QStringList noticeLines = this->noticeLines();
    for (QString &line : noticeLines) {
        line = fontMetrics().elidedText(line, Qt::ElideMiddle, m_viewerWindow->width() / 2);
    }
    const QString words = noticeLines.join(u'\n');
    bool shown = m_isToolbarHidden && !noticeLines.isEmpty() && m_viewerWindow->isVisible() && !m_viewerWindow->isMinimized();
    if (shown && m_isSeparateWindow) {
        // A separate window does not follow the viewer window to another virtual desktop. 0: its virtual desktop is not known.
        const int on = KWindowInfo(m_viewerWindow->internalWinId(), NET::WMDesktop).desktop();
        shown = on <= 0 || on == KX11Extras::currentDesktop();
    }
    const bool isRecording = m_nightIndicators && m_nightIndicators->recording();
    const bool mustRefresh = m_isToolbarHidden && (isRecording || (shown && m_isSeparateWindow && !hasWindowManager()));
    mustRefresh ? m_refreshTimer.start(1s) : m_refreshTimer.stop();
    if (shown) {
        if (accessibleDescription() != words) {
            setText(toRichText(noticeLines, isRecording));
            setAccessibleDescription(words);
        }
        placeOnWindow();
    }
    setVisible(shown);
    if (shown) {
        raise();
    }
}

void FullScreenIndicators::placeOnWindow()
{
    adjustSize();
    const QPoint corner(m_viewerWindow->width() - width() - edgeDistance, m_topMargin + edgeDistance);
    move(m_isSeparateWindow ? m_viewerWindow->mapToGlobal(corner) : corner);
}

bool FullScreenIndicators::eventFilter(QObject *watched, QEvent *event)
{
    constexpr QEvent::Type affecting[] = {QEvent::Resize, QEvent::Move, QEvent::Show, QEvent::Hide, QEvent::WindowStateChange};
    if (m_isToolbarHidden && std::ranges::contains(affecting, event->type())) {
        refresh();
    }
    return QLabel::eventFilter(watched, event);
}
}
