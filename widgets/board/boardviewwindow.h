// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace Nightdesk
{
class DesktopSession;
class SingleDesktopView;

/// A view-only window with a desktop of another desk: shows what the observers there see, and sends no input. GUI thread. Created by
/// BoardDesktopOpener; deletes itself when closed.
class WatchedDesktopWindow : public QWidget
{
    Q_OBJECT
public:
    /// @p session: always view-only; it exists at least until releaseSession() is called. @p beside: the window opens on the screen of this widget.
    WatchedDesktopWindow(DesktopSession *session, const QString &title, const QWidget *beside);

    /// Shows @p text (translated) in a bar above the image, until the user closes the bar.
    void showInfo(const QString &text);
    /// Call when the session is about to be deleted: closes the window.
    void releaseSession();

Q_SIGNALS:
    void retryRequested();
    void windowClosed();

protected:
    void closeEvent(QCloseEvent *event) override;

private:
    SingleDesktopView *m_desktopView;
    QPoint m_positionSetByProgram; ///< where the program placed the window; at any other position, the user moved it
};
}
