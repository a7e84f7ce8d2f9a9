// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"
#include "sessions/boardwire/boardtopics.h"

#include <QFrame>
#include <QMap>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace Nightdesk
{
/// On a board: the desks that call, each with what they say and a button that answers them. Not there while nobody calls. GUI thread. Owned by
/// BoardConversation.
class BoardCallBar : public QFrame
{
    Q_OBJECT
public:
    explicit BoardCallBar(QWidget *parent = nullptr);

    /// One that is over goes. @p isAnswerUntold: an SA has heard it, and the desk does not know yet.
    void setCall(const DeskName &desk, const BoardWire::Call &call, bool isAnswerUntold = false);
    void forget(const DeskName &desk);
    void clear(); ///< the board is another
    bool isEmpty() const;

Q_SIGNALS:
    void acknowledged(const Nightdesk::DeskName &desk, const QString &call);
    void deskRequested(const Nightdesk::DeskName &desk);

private:
    struct Row {
        QWidget *widget = nullptr;
        QLabel *text = nullptr;
        QPushButton *heard = nullptr;
        BoardWire::Call call;
    };
    Row add(const DeskName &desk);

    QVBoxLayout *m_column;
    QMap<DeskName, Row> m_rows;
};
}
