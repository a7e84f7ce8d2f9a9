// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace Nightdesk
{
/// What a window shows, on however small a screen: while there is room the content fills it and is made smaller with it; where
/// there is less than it needs, it scrolls. A QScrollArea alone would scroll as soon as it has less than it likes. GUI thread. Created by
/// each window or dialog for its content; owned by its parent widget.
class ShrinkArea : public QScrollArea
{
    Q_OBJECT
public:
    explicit ShrinkArea(QWidget *content, QWidget *parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void fit();
};
}
