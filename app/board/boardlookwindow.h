// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace Nightdesk
{
class DesktopSession;
class LoneDesktop;

/// A desktop of another desk, looked at: what the people there see, and nothing goes there. GUI thread. Made by BoardDesktopOpener; deletes itself when closed.
class BoardLookWindow : public QWidget
{
    Q_OBJECT
public:
    /// @p session: view-only for good; it outlives the view, that is until release().
    /// @p beside: it comes on that one's screen.
    BoardLookWindow(DesktopSession *session, const QString &title, const QWidget *beside);
    ~BoardLookWindow() override;

    void showInfo(const QString &text); ///< above the picture, until somebody closes it; translated
    /// The session is about to be deleted: the window goes as well.
    void release();

Q_SIGNALS:
    void retryRequested();
    void closed();

protected:
    void closeEvent(QCloseEvent *event) override;

private:
    LoneDesktop *m_desktop;
    QPoint m_place; ///< where it was put; elsewhere a person put it
};
}
