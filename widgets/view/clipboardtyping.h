// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/input/copiedtext.h"
#include "widgets/input/typingrun.h"

#include <QLabel>
#include <QTimer>

namespace Nightdesk
{
/// Types the clipboard's text at a desktop: asks first where it is long, refuses what no key types, tells how far it is in a line
/// at the view's lower edge. Owned by the view's keyboard, GUI thread.
class ClipboardTyping : public QObject
{
    Q_OBJECT
public:
    ClipboardTyping(DesktopSession *session, QWidget *view);

    /// As soon as the text is read. @p wayOut: the key that stops it, as it is written.
    void start(const QString &wayOut);
    /// True: it ran.
    bool stop();
    bool isRunning() const; ///< or about to

    static constexpr qsizetype longText = 100; ///< characters

private:
    void receiveText(const SelectionText &copied);
    void showQuestion(const QString &text);
    void type(const QList<quint32> &keysyms);
    void refuse(const QString &words);
    void show(const QString &words, std::chrono::milliseconds limit);
    void reportProgress();
    void reportEnd(TypingRun::End end);

    QPointer<DesktopSession> m_session;
    QWidget *const m_view;
    CopiedText m_copied;
    TypingRun m_run;
    QLabel *m_label;
    QTimer m_hide;
    QString m_wayOut;
};
}
