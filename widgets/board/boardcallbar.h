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
/// On a status board: one row per calling desk, with the text of the call and a button that acknowledges the call.
/// Hidden while no desk calls. GUI thread. Owned by BoardConversation.
class BoardCallBar : public QFrame
{
    Q_OBJECT
public:
    explicit BoardCallBar(QWidget *parent = nullptr);

    /// Shows a desk's call, or removes its row if the call is over. @p isAcknowledgementPending: an SA has acknowledged
    /// the call, but the desk has not been notified yet.
    void setCall(const DeskName &desk, const BoardWire::Call &call, bool isAcknowledgementPending = false);
    void forgetCall(const DeskName &desk);
    void clear(); ///< to be called when another board is shown
    bool isEmpty() const;

Q_SIGNALS:
    void acknowledgeRequested(const Nightdesk::DeskName &desk, const QString &call);
    void openDeskRequested(const Nightdesk::DeskName &desk);

private:
    struct Row {
        QWidget *widget = nullptr;
        QLabel *text = nullptr;
        QPushButton *acknowledgeButton = nullptr;
        BoardWire::Call call;
    };
    Row addRow(const DeskName &desk);

    QVBoxLayout *m_rowLayout;
    QMap<DeskName, Row> m_rows;
};
}
