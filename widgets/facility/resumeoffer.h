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
/// The bar above the instruments after a console was ended from outside: one click connects the same again. GUI thread.
/// Owned by the page that ConsolePages puts it on.
class ResumeOffer : public QFrame
{
    Q_OBJECT
public:
    explicit ResumeOffer(QWidget *parent = nullptr);

    /// What was connected, in words from outside.
    struct Instrument {
        QString name;
        QString account; ///< empty: it asks for none
    };
    struct Before {
        QList<Instrument> instruments; ///< at least one
        int displays;
        QDateTime seen; ///< when it was last known to run
        QTimeZone zone; ///< the facility's
    };
    void showOffer(const Before &before);

    QRect buttonOnRoot() const; ///< where a click resumes, for scripts; root-window pixels

Q_SIGNALS:
    void accepted();
    void declined();
    void shownChanged(bool shown); ///< it offers something, or not any more

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QLabel *m_text;
    QPushButton *m_resume;
};
}
