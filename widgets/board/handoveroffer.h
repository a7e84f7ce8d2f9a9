// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardtopics.h"

#include <QDateTime>
#include <QFrame>

class QCheckBox;
class QLabel;
class QPushButton;

namespace Nightdesk
{
/// The bar above the instruments at a second desk of the same people: one click connects here what the first has. Takes no focus. GUI
/// thread. Made by HandoverReceiver, a child of the main window.
class HandoverOffer : public QFrame
{
    Q_OBJECT
public:
    explicit HandoverOffer(QWidget *parent = nullptr);

    /// What the other desk has, in words from outside.
    struct Before {
        DeskName from;
        QStringList people;
        QStringList instruments; ///< names
        int displays = 0;
        QStringList stay; ///< titles of X programs that cannot move
        QDateTime at; ///< UTC; when that was sent
    };
    void showOffer(const Before &before);
    bool startsPrograms() const; ///< those that stay are to be started here as well, in private X servers
    QString text() const;

Q_SIGNALS:
    void accepted();
    void declined();

private:
    Before m_before;
    QLabel *m_text;
    QCheckBox *m_programs;
    QPushButton *m_decline;
    QPushButton *m_accept;
};
}
