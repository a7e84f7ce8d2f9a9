// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace Nightdesk
{
class RemoteView;

/// Shows on a view that no input is sent from it: a dashed line around the image, and a text at its upper edge. Covers nothing else and ignores the
/// mouse. Child of the view, which makes it; GUI thread.
class ViewOnlyIndicator : public QWidget
{
    Q_OBJECT
public:
    explicit ViewOnlyIndicator(RemoteView *view);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void placeOnImage();
    QRect textRect() const; ///< null: the text does not fit

    RemoteView *const m_view;
    QRect m_placedImageRect; ///< the image rectangle used when this widget was placed
};
}
