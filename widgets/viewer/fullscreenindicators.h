// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QPointer>
#include <QTimer>

namespace Nightdesk
{
class NightIndicators;

/// Lines of text in the upper right corner of a full-screen viewer window, for what its hidden toolbar cannot show: who has the keyboard, the state
/// of the connection, recordings, calls, questions. Ignores mouse and keyboard. On X11 this is a separate window, so that X programs above the viewer
/// window do not cover it. Child of the viewer window, GUI thread.
class FullScreenIndicators : public QLabel
{
    Q_OBJECT
public:
    explicit FullScreenIndicators(QWidget *viewerWindow);

    void setIndicators(NightIndicators *indicators); ///< call this once
    void setShownWhenNotEmpty(bool wanted); ///< true: shows the notices, because no toolbar shows them
    void setOpenQuestionText(const QString &words); ///< text about a question that waits for the user; empty: no question
    void setConnectionText(const QString &words); ///< the connection's state; empty: no connection
    void setKeyboardOwnerText(const QString &words); ///< text that says who has the keyboard
    void setEndFullScreenKey(const QString &key); ///< the key that ends full screen; empty: none
    void setTopMargin(int pixels); ///< height of the tile's title line above the notices

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showMessage(const QString &text);
    void refresh();
    void placeOnWindow();
    QStringList noticeLines() const;

    QWidget *const m_viewerWindow;
    const bool m_isSeparateWindow; ///< true: this widget is a separate window (on X11)
    QPointer<NightIndicators> m_nightIndicators;
    QString m_messageText;
    QString m_questionText;
    QString m_connectionText;
    QString m_keyboardText;
    QString m_endFullScreenKey;
    QTimer m_messageTimer;
    QTimer m_refreshTimer; ///< updates a recording's time, and raises the window above newer ones
    int m_topMargin = 0;
    bool m_isToolbarHidden = false;
};
}
