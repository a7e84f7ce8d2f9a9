// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace Nightdesk
{
/// Shows a window's content on any screen size: the content fills the area, and is scrolled only if the area is smaller than the content's minimum
/// size. A plain QScrollArea would scroll as soon as the area is smaller than the size hint. GUI thread. Created by each window or dialog for its
/// content; owned by its parent widget.
class ShrinkableArea : public QScrollArea
{
    Q_OBJECT
public:
    explicit ShrinkableArea(QWidget *content);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void fitContent();
};
}
