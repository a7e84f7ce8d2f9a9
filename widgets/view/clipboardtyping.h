// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/input/clipboardreader.h"
#include "widgets/input/typingrun.h"

#include <QLabel>
#include <QTimer>

namespace Nightdesk
{
/// Types the clipboard's text into a desktop: asks before a long text, refuses characters that no key types, and shows the progress in a line at the
/// view's lower edge. Owned by the view's keyboard, GUI thread.
class ClipboardTyping : public QObject
{
    Q_OBJECT
public:
    ClipboardTyping(DesktopSession *session, QWidget *view);

    /// Starts once the text is read. @p stopKeyName: name of the key that stops typing.
    void start(const QString &stopKeyName);
    /// True: typing was running.
    bool stop();
    bool isRunning() const; ///< true also while the clipboard is read

    /// number of characters; a longer text is typed only after the user has confirmed it
    static constexpr qsizetype maxLengthTypedWithoutAsking = 100;

private:
    void receiveText(const SelectionText &copied);
    void showQuestion(const QString &text);
    void showRefusal(const QString &words);
    void showMessage(const QString &words, std::chrono::milliseconds limit);
    void reportProgress();
    void reportEnd(KeyListTyper::EndReason end);

    QPointer<DesktopSession> m_session;
    QWidget *const m_viewWidget;
    ClipboardReader m_clipboardReader;
    KeyListTyper m_keyListTyper;
    QLabel *m_messageLabel;
    QTimer m_hideMessageTimer;
    QString m_stopKeyName;
};
}
