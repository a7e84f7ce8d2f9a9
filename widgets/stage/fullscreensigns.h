// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QPointer>
#include <QTimer>

namespace Nightdesk
{
class NightSigns;

/// What may not be missed while a full screen hides its strip: a recording, a file that was saved, an open call, a question, a
/// connection that is not there. In the upper right corner, over the desktops; it takes neither mouse nor keyboard. What a
/// desktop itself has to say, as view-only, stands on its image. Child of the stage, GUI thread.
class FullScreenSigns : public QLabel
{
    Q_OBJECT
public:
    explicit FullScreenSigns(QWidget *stage);

    void setSigns(NightSigns *signs);
    void setWanted(bool wanted); ///< no strip shows it
    void setAsking(const QString &words); ///< empty: nobody asks
    void setConnection(const QString &words); ///< empty: it is there

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void say(const QString &text);
    void refresh();
    void place();

    QPointer<NightSigns> m_signs;
    QString m_said;
    QString m_asking;
    QString m_connection;
    QTimer m_saidTimer;
    QTimer m_second; ///< a recording's time
    bool m_isWanted = false;
};
}
