// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QFrame>
#include <QTimeZone>

class QLabel;
class QPushButton;

namespace Nightdesk
{
/// A bar above the list of instruments, shown if the last Nightdesk process was ended without the user's request: its button connects the same
/// instruments again. GUI thread.
/// Owned by the page that ConsolePages puts it on.
class ResumeOffer : public QFrame
{
    Q_OBJECT
public:
    explicit ResumeOffer(QWidget *parent = nullptr);

    /// An instrument that was connected before the console was ended. The texts come from profiles and are not trusted.
    struct Instrument {
        QString name;
        QString account; ///< the account that was used; empty: the profile asks for no account
    };
    struct LastSession {
        QList<Instrument> instruments; ///< the instruments that were connected, at least one
        int displayCount;
        QDateTime lastSeenAt; ///< when the console was last known to run
        QTimeZone timeZone; ///< the facility's time zone
    };
    void showOffer(const LastSession &before);

    QRect resumeButtonRectOnRoot() const; ///< the position of the Resume button in root-window pixels, for scripts

Q_SIGNALS:
    void accepted();
    void declined();
    void visibilityChanged(bool shown); ///< @p shown: whether the bar is visible and offers to resume

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QLabel *m_textLabel;
    QPushButton *m_resumeButton;
};
}
