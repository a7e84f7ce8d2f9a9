// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QWidget>

namespace Nightdesk
{
/// A small drawing of which display goes on which screen: one monitor outline a screen, in the site's order, its desktops as
/// tiles and its X windows at their places. GUI thread.
class ScreenPlan : public QWidget
{
    Q_OBJECT
public:
    explicit ScreenPlan(QWidget *parent = nullptr);

    /// @p screens: the site's screen names from left to right; names that only the profile has are added behind them.
    void setProfile(const InstrumentProfile &profile, const QStringList &screens);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    struct Item {
        QString title;
        bool isWindow = false;
        QRectF place; ///< in parts of the screen
    };
    struct Screen {
        QString name;
        QList<Item> items;
    };
    QList<QRectF> tilesOf(const Screen &screen, const QRectF &inner) const;
    QRectF textPlace(const Screen &screen, const QList<QRectF> &tiles, qsizetype index) const;

    QList<Screen> m_screens;
};
}
