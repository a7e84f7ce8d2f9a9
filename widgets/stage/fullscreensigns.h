// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/stage/keyboardowner.h"

#include <QLabel>
#include <QPointer>
#include <QTimer>

namespace Nightdesk
{
class NightSigns;

/// What may not be missed while a full screen hides its toolbar: who has the keyboard, how the connection is, how the toolbar
/// comes back; a recording, a file that was saved, an open call, a question. In the upper right corner of the stage; it takes
/// neither mouse nor keyboard. On X11 a window of its own that no window manager arranges: an X program that stands above the
/// stage does not cover it. What a desktop itself has to say, as view-only, is on its image. Child of the stage, GUI thread.
class FullScreenSigns : public QLabel
{
    Q_OBJECT
public:
    explicit FullScreenSigns(QWidget *stage);

    void setSigns(NightSigns *signs);
    void setWanted(bool wanted); ///< no toolbar shows it
    void setAsking(const QString &words); ///< empty: nobody asks
    void setConnection(const QString &words); ///< how it is; empty: there is none
    void setKeyboard(const QString &words); ///< who gets what is typed
    void setEndKey(const QString &key); ///< ends full screen; empty: none does
    void setTop(int pixels); ///< what is above it: the line with a tile's title
    QRect placeOnStage() const;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showText(const QString &text);
    void refresh();
    void place();
    QStringList lines() const;

    QWidget *const m_stage;
    const bool m_isWindow; ///< of its own
    QPointer<NightSigns> m_signs;
    QString m_message;
    QString m_asking;
    QString m_connection;
    QString m_keyboard;
    QString m_endKey;
    QTimer m_messageTimer;
    QTimer m_second; ///< a recording's time, and that it is above what came since
    int m_top = 0;
    bool m_isWanted = false;
};
}
