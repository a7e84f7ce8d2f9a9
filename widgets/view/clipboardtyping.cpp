// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/clipboardtyping.h"

#include "widgets/input/typedtext.h"

#include <KLocalizedString>

#include <QAccessible>
#include <QMessageBox>
#include <QPushButton>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr auto messageDuration = 6s;

/// "U+0007": also names characters that have no visible shape.
QString nameOf(char32_t character)
{
    return QStringLiteral("U+%1").arg(static_cast<quint32>(character), 4, 16, QLatin1Char('0')).toUpper();
}
}

ClipboardTyping::ClipboardTyping(DesktopSession *session, QWidget *view)
    : m_session(session)
    , m_viewWidget(view)
    , m_keyListTyper(session)
    , m_messageLabel(new QLabel(view))
{
    m_messageLabel->setTextFormat(Qt::PlainText);
    m_messageLabel->setAutoFillBackground(true);
    m_messageLabel->setMargin(6);
    m_messageLabel->setFrameShape(QFrame::Box);
    m_messageLabel->setWordWrap(true);
    m_messageLabel->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_messageLabel->setCursor(Qt::ArrowCursor);
    m_messageLabel->hide();
    m_hideMessageTimer.setSingleShot(true);
    connect(&m_hideMessageTimer, &QTimer::timeout, m_messageLabel, &QWidget::hide);
    connect(&m_clipboardReader, &ClipboardReader::readingFinished, this, &ClipboardTyping::receiveText);
    connect(&m_keyListTyper, &KeyListTyper::progressed, this, &ClipboardTyping::reportProgress);
    connect(&m_keyListTyper, &KeyListTyper::typingEnded, this, &ClipboardTyping::reportEnd);
}

void ClipboardTyping::start(const QString &stopKeyName)
{
    m_stopKeyName = stopKeyName;
    m_clipboardReader.read();
    if (m_clipboardReader.isReading()) {
        showMessage(i18nc("@info:status %1 is a key", "Waiting for the clipboard text. Press %1 to stop.", m_stopKeyName), 0ms);
    }
}

void ClipboardTyping::receiveText(const SelectionText &copied)
{
    m_messageLabel->hide();
    switch (copied.outcome) {
    case SelectionText::Outcome::Text:
    case SelectionText::Outcome::NoText:
        showQuestion(copied.text);
        break;
    case SelectionText::Outcome::TooLong:
        showRefusal(i18nc("@info", "The clipboard text is too long to type. Nothing was typed: copy a shorter text."));
        break;
    case SelectionText::Outcome::NoAnswer:
        showRefusal(i18nc("@info", "The program that owns the clipboard text is not responding. Nothing was typed: copy the text again."));
        break;
    }
}

void ClipboardTyping::showQuestion(const QString &text)
{
    if (!m_session || !m_session->takesInput()) {
        showRefusal(i18nc("@info", "The desktop does not accept keys now. Nothing was typed: try again when the desktop responds."));
        return;
    }
    const KeysForText typed = keysForText(text);
    if (text.isEmpty()) {
        showRefusal(i18nc("@info", "The clipboard contains no text. Copy the text first."));
        return;
    }
    if (!typed.untypableCharacters.isEmpty()) {
        showRefusal(i18ncp("@info %2 is a character's number",
                           "The clipboard text has a character that no key types (%2). Nothing was typed.",
                           "The clipboard text has %1 characters that no key types (the first is %2). Nothing was typed.",
                           static_cast<int>(typed.untypableCharacters.size()),
                           nameOf(typed.untypableCharacters.first())));
        return;
    }
    if (typed.keysyms.size() <= maxLengthTypedWithoutAsking && typed.lineCount == 0) {
        m_keyListTyper.start(typed.keysyms);
        return;
    }
    const QString characters = i18ncp("@info part of a question", "%1 character", "%1 characters", static_cast<int>(typed.keysyms.size()));
    auto *box =
        new QMessageBox(QMessageBox::Question,
                        i18nc("@title:window", "Type the Clipboard Text?"),
                        typed.lineCount == 0 ? i18nc("@info %1 is a count of characters, %2 a desktop", "Type %1 into “%2”?", characters, m_session->title())
                                             : i18ncp("@info %1 a count, %2 is a count of characters, %3 a desktop",
                                                      "Type %2 with one Return into “%3”?",
                                                      "Type %2 with %1 Returns into “%3”?",
                                                      static_cast<int>(typed.lineCount),
                                                      characters,
                                                      m_session->title()),
                        QMessageBox::Cancel,
                        m_viewWidget);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(typed.lineCount == 0 ? i18nc("@info %1 is a key", "Press %1 to stop.", m_stopKeyName)
                                                 : i18nc("@info %1 is a key", "A shell runs a command at each Return. Press %1 to stop.", m_stopKeyName));
    QPushButton *go = box->addButton(i18nc("@action:button types a text key by key", "Type Text"), QMessageBox::AcceptRole);
    box->setDefaultButton(QMessageBox::Cancel);
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(box, &QMessageBox::buttonClicked, this, [this, go, keysyms = typed.keysyms](QAbstractButton *button) {
        if (button == go) {
            m_viewWidget->activateWindow();
            m_viewWidget->setFocus(Qt::OtherFocusReason);
            m_keyListTyper.start(keysyms);
        }
    });
    box->open();
}

bool ClipboardTyping::stop()
{
    const bool ran = isRunning();
    if (m_clipboardReader.isReading()) {
        m_clipboardReader.cancel();
        m_messageLabel->hide();
    }
    m_keyListTyper.stop();
    return ran;
}

bool ClipboardTyping::isRunning() const
{
    return m_keyListTyper.isRunning() || m_clipboardReader.isReading();
}

void ClipboardTyping::showRefusal(const QString &words)
{
    showMessage(words, messageDuration);
}

void ClipboardTyping::reportProgress()
{
    showMessage(i18nc("@info:status %1 and %2 are counts, %3 is a key",
                      "Typing: %1 of %2 characters. Press %3 to stop.",
                      m_keyListTyper.typedKeyCount(),
                      m_keyListTyper.totalKeyCount(),
                      m_stopKeyName),
                0ms);
}

void ClipboardTyping::reportEnd(KeyListTyper::EndReason end)
{
    switch (end) {
    case KeyListTyper::EndReason::Done:
        m_messageLabel->hide();
        break;
    case KeyListTyper::EndReason::Stopped:
        showMessage(i18nc("@info:status", "Stopped: %1 of %2 characters were typed.", m_keyListTyper.typedKeyCount(), m_keyListTyper.totalKeyCount()),
                    messageDuration);
        break;
    case KeyListTyper::EndReason::InputNotAccepted:
        showMessage(i18nc("@info:status",
                          "The desktop no longer accepts keys; %1 of %2 characters were sent. Check what arrived.",
                          m_keyListTyper.typedKeyCount(),
                          m_keyListTyper.totalKeyCount()),
                    messageDuration);
        break;
    }
}

void ClipboardTyping::showMessage(const QString &words, std::chrono::milliseconds limit)
{
    const bool isNew = !m_messageLabel->isVisible() || limit > 0ms;
    m_messageLabel->setText(words);
    m_messageLabel->setAccessibleName(words);
    const int width = std::min(m_messageLabel->fontMetrics().horizontalAdvance(words) + 2 * m_messageLabel->margin() + 8, m_viewWidget->width());
    m_messageLabel->resize(width, m_messageLabel->heightForWidth(width));
    m_messageLabel->move((m_viewWidget->width() - m_messageLabel->width()) / 2, m_viewWidget->height() - m_messageLabel->height() - m_messageLabel->margin());
    m_messageLabel->show();
    m_messageLabel->raise();
    limit > 0ms ? m_hideMessageTimer.start(limit) : m_hideMessageTimer.stop();
    if (isNew) {
        QAccessibleAnnouncementEvent said(m_messageLabel, words);
        QAccessible::updateAccessibility(&said);
    }
}
}
