// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QTimer>

class QLabel;

namespace Nightdesk
{
class RemoteView;

/// A notice over the lower edge of a desktop's view. It takes no keyboard input, and mouse input only on its button. It hides automatically, and a
/// newer text replaces the old one. Child of the view, GUI thread.
class ViewBanner : public QFrame
{
    Q_OBJECT
public:
    /// The banner of @p view, created at the first call.
    static ViewBanner *of(RemoteView *view);

    void showText(const QString &text);
    QString text() const; ///< empty: the banner is hidden

private:
    explicit ViewBanner(RemoteView *view);
    void placeOnView();

    QLabel *m_textLabel;
    QTimer m_hideTimer;
};
}
