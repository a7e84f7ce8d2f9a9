// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/warmth.h"

#include <QFrame>

class QGridLayout;
class QLabel;
class QPushButton;

namespace Nightdesk
{
/// The programs that are started before they are needed: how far each is, with Show; hidden while none is kept covered. It
/// asks nobody for the focus. GUI thread. Owned by SessionList.
class WarmList : public QFrame
{
    Q_OBJECT
public:
    explicit WarmList(QWidget *parent = nullptr);

    void add(Session *session); ///< nothing, if that is not started warm
    void remove(const Session *session); ///< while it is still there

Q_SIGNALS:
    void showRequested(Nightdesk::Session *session);

private:
    struct Row {
        Warmth *warmth;
        QLabel *title;
        QLabel *progress;
        QPushButton *show;
    };
    void refresh();

    QLabel *m_head;
    QGridLayout *m_grid;
    QList<Row> m_rows;
};
}
