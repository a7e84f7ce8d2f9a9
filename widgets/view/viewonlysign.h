// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace Nightdesk
{
class RemoteView;

/// Shows on a view that nothing is sent from it: a broken line around the picture, and words at its upper edge. Lets the mouse
/// through and covers no more than that. Child of the view, which makes it; GUI thread.
class ViewOnlySign : public QWidget
{
    Q_OBJECT
public:
    explicit ViewOnlySign(RemoteView *view);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void place();
    QRect shownPicture() const;
    QRect wordsRect() const; ///< null: no room

    RemoteView *const m_view;
    QRect m_picture; ///< as placed
};
}
