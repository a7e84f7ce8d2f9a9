// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardtopics.h"

#include <QFrame>

class QLabel;
class QPushButton;

namespace Nightdesk
{
/// At the desk that people left: says that they continue elsewhere and offers to disconnect here. Stays until somebody answers. Takes
/// no focus: what is being typed must reach no button. GUI thread. Made by HandoverGiver, a child of the main window.
class HandoverBar : public QFrame
{
    Q_OBJECT
public:
    explicit HandoverBar(QWidget *parent = nullptr);

    struct Continued {
        DeskName by;
        QStringList people;
        QStringList instruments; ///< names
        int programs = 0; ///< X programs that would end with them
    };
    void show(const Continued &continued);
    QString text() const;

Q_SIGNALS:
    void answered(bool disconnects);

private:
    QLabel *m_text;
    QPushButton *m_keep;
    QPushButton *m_disconnect;
};
}
