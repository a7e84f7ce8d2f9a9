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
constexpr auto readFor = 6s;

/// "U+0007": also names characters that have no visible shape.
QString nameOf(char32_t character)
{
    return QStringLiteral("U+%1").arg(static_cast<quint32>(character), 4, 16, QLatin1Char('0')).toUpper();
}
}

ClipboardTyping::ClipboardTyping(DesktopSession *session, QWidget *view)
    : m_session(session)
    , m_view(view)
    , m_typingRun(session)
    , m_label(new QLabel(view))
{
    m_label->setTextFormat(Qt::PlainText);
    m_label->setAutoFillBackground(true);
    m_label->setMargin(6);
    m_label->setFrameShape(QFrame::Box);
    m_label->setWordWrap(true);
    m_label->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_label->setCursor(Qt::ArrowCursor);
    m_label->hide();
    m_hideTimer.setSingleShot(true);
    connect(&m_hideTimer, &QTimer::timeout, m_label, &QWidget::hide);
    connect(&m_clipboardReader, &ClipboardReader::answered, this, &ClipboardTyping::receiveText);
    connect(&m_typingRun, &TypingRun::progressed, this, &ClipboardTyping::reportProgress);
    connect(&m_typingRun, &TypingRun::ended, this, &ClipboardTyping::reportEnd);
}

void ClipboardTyping::start(const QString &stopKeyName)
{
    m_stopKeyName = stopKeyName;
    m_clipboardReader.read();
    if (m_clipboardReader.isReading()) {
        show(i18nc("@info:status %1 is a key", "Waiting for the clipboard text. Press %1 to stop.", m_stopKeyName), 0ms);
    }
}

void ClipboardTyping::receiveText(const SelectionText &copied)
{
    m_label->hide();
    switch (copied.outcome) {
    case SelectionText::Outcome::Text:
    case SelectionText::Outcome::None:
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
    const TypedText typed = typedText(text);
    if (text.isEmpty()) {
        showRefusal(i18nc("@info", "The clipboard contains no text. Copy the text first."));
        return;
    }
    if (!typed.untypable.isEmpty()) {
        showRefusal(i18ncp("@info %2 is a character's number",
                           "The clipboard text has a character that no key types (%2). Nothing was typed.",
                           "The clipboard text has %1 characters that no key types (the first is %2). Nothing was typed.",
                           static_cast<int>(typed.untypable.size()),
                           nameOf(typed.untypable.first())));
        return;
    }
    if (typed.keysyms.size() <= confirmationLength && typed.lines == 0) {
        type(typed.keysyms);
        return;
    }
    const QString characters = i18ncp("@info part of a question", "%1 character", "%1 characters", static_cast<int>(typed.keysyms.size()));
    auto *box =
        new QMessageBox(QMessageBox::Question,
                        i18nc("@title:window", "Type the Clipboard Text?"),
                        typed.lines == 0 ? i18nc("@info %1 is a count of characters, %2 a desktop", "Type %1 into “%2”?", characters, m_session->title())
                                         : i18ncp("@info %1 a count, %2 is a count of characters, %3 a desktop",
                                                  "Type %2 with one Return into “%3”?",
                                                  "Type %2 with %1 Returns into “%3”?",
                                                  static_cast<int>(typed.lines),
                                                  characters,
                                                  m_session->title()),
                        QMessageBox::Cancel,
                        m_view);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(typed.lines == 0 ? i18nc("@info %1 is a key", "Press %1 to stop.", m_stopKeyName)
                                             : i18nc("@info %1 is a key", "A shell runs a command at each Return. Press %1 to stop.", m_stopKeyName));
    QPushButton *go = box->addButton(i18nc("@action:button types a text key by key", "Type Text"), QMessageBox::AcceptRole);
    box->setDefaultButton(QMessageBox::Cancel);
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(box, &QMessageBox::buttonClicked, this, [this, go, keysyms = typed.keysyms](QAbstractButton *button) {
        if (button == go) {
            m_view->activateWindow();
            m_view->setFocus(Qt::OtherFocusReason);
            type(keysyms);
        }
    });
    box->open();
}

bool ClipboardTyping::stop()
{
    const bool ran = isRunning();
    if (m_clipboardReader.isReading()) {
        m_clipboardReader.cancel();
        m_label->hide();
    }
    m_typingRun.stop();
    return ran;
}

bool ClipboardTyping::isRunning() const
{
    return m_typingRun.isRunning() || m_clipboardReader.isReading();
}

void ClipboardTyping::type(const QList<quint32> &keysyms)
{
    m_typingRun.start(keysyms);
}

void ClipboardTyping::showRefusal(const QString &words)
{
    show(words, readFor);
}

void ClipboardTyping::reportProgress()
{
    show(i18nc("@info:status %1 and %2 are counts, %3 is a key",
               "Typing: %1 of %2 characters. Press %3 to stop.",
               m_typingRun.typed(),
               m_typingRun.total(),
               m_stopKeyName),
         0ms);
}

void ClipboardTyping::reportEnd(TypingRun::End end)
{
    switch (end) {
    case TypingRun::End::Done:
        m_label->hide();
        break;
    case TypingRun::End::Stopped:
        show(i18nc("@info:status", "Stopped: %1 of %2 characters were typed.", m_typingRun.typed(), m_typingRun.total()), readFor);
        break;
    case TypingRun::End::NotTaken:
        show(i18nc("@info:status",
                   "The desktop no longer accepts keys; %1 of %2 characters were sent. Check what arrived.",
                   m_typingRun.typed(),
                   m_typingRun.total()),
             readFor);
        break;
    }
}

void ClipboardTyping::show(const QString &words, std::chrono::milliseconds limit)
{
    const bool isNew = !m_label->isVisible() || limit > 0ms;
    m_label->setText(words);
    m_label->setAccessibleName(words);
    const int width = std::min(m_label->fontMetrics().horizontalAdvance(words) + 2 * m_label->margin() + 8, m_view->width());
    m_label->resize(width, m_label->heightForWidth(width));
    m_label->move((m_view->width() - m_label->width()) / 2, m_view->height() - m_label->height() - m_label->margin());
    m_label->show();
    m_label->raise();
    if (limit > 0ms) {
        m_hideTimer.start(limit);
    } else {
        m_hideTimer.stop();
    }
    if (isNew) {
        QAccessibleAnnouncementEvent said(m_label, words);
        QAccessible::updateAccessibility(&said);
    }
}
}
