// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardtopics.h"

#include <QFrame>

class QLabel;
class QPushButton;

namespace Nightdesk
{
/// A bar at the desk that the observers have left. Says that they continue at another desk, and offers to disconnect
/// here. Shown until the user answers. Takes no focus, so that typed keys do not press a button. GUI thread. Made by
/// HandoverGiver, a child of the main window.
class HandoverQuestionBar : public QFrame
{
    Q_OBJECT
public:
    explicit HandoverQuestionBar(QWidget *parent = nullptr);

    /// What the observers continue at another desk.
    struct OtherDeskContinuation {
        DeskName continuingDesk; ///< the other desk
        QStringList people;
        QStringList instruments; ///< names of instruments
        int programCount = 0; ///< X programs that would end when this desk disconnects
    };
    void showQuestion(const OtherDeskContinuation &continuation);
    QString text() const;

Q_SIGNALS:
    void questionAnswered(bool disconnects);

private:
    QLabel *m_textLabel;
    QPushButton *m_stayConnectedButton;
    QPushButton *m_disconnectButton;
};
}
