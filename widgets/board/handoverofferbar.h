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
/// The bar above the instruments at a second desk of the same observers: one click connects here what is connected at the first desk. Takes no focus.
/// GUI thread. Made by HandoverReceiver, a child of the main window.
class HandoverOfferBar : public QFrame
{
    Q_OBJECT
public:
    explicit HandoverOfferBar(QWidget *parent = nullptr);

    /// What is connected at the other desk. The texts come from that desk and are not trusted.
    struct OtherDeskState {
        DeskName fromDesk;
        QStringList people;
        QStringList instruments; ///< names of instruments
        int displayCount = 0;
        QStringList immovablePrograms; ///< titles of X programs that cannot move to this desk
        QDateTime sentAt; ///< UTC; when the other desk sent this
    };
    void showOffer(const OtherDeskState &otherDesk);
    /// The user checked the box: the programs in `immovablePrograms` are to be started here, too, in private X servers.
    bool isStartProgramsChecked() const;
    QString text() const;

Q_SIGNALS:
    void accepted();
    void declined();

private:
    OtherDeskState m_otherDesk;
    QLabel *m_textLabel;
    QCheckBox *m_startProgramsBox;
    QPushButton *m_declineButton;
    QPushButton *m_acceptButton;
};
}
