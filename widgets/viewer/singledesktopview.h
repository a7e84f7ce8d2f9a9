// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class KMessageWidget;
class QVBoxLayout;

namespace Nightdesk
{
class DesktopSession;
class NightIndicators;
class RemoteView;
class ViewerToolbar;
struct DesktopPicture;

/// The whole content of a window with one desktop: toolbar, error message, and image. The window that creates it decides the size and the session.
/// GUI thread. Owned by OneDesktopWindow or WatchedDesktopWindow.
class SingleDesktopView : public QWidget
{
    Q_OBJECT
public:
    /// @p session must exist until this is destroyed or releaseSession() is called.
    SingleDesktopView(DesktopSession *session, QWidget *window);
    ~SingleDesktopView() override;

    RemoteView *view() const; ///< null after releaseSession()
    NightIndicators *indicators() const;
    QSize windowSizeFor(const QSize &pixels) const; ///< the window's size for an unscaled image of that size
    /// True: in full screen, the window manager's keys too go to the desktop. Off at first.
    void setGrabsKeyboard(bool grabs);
    void setFullScreen(bool isFull);
    void showInfo(const QString &text); ///< shows a translated text above the image
    /// Stops using the session, which is about to be deleted.
    void releaseSession();

Q_SIGNALS:
    void retryRequested();
    /// The first image arrived, and the window is not maximized or full screen; @p wanted: the size from windowSizeFor().
    void firstWindowSizeKnown(const QSize &wanted);

private:
    void buildMenu();
    void showState();
    void reportFirstSize(const DesktopPicture &picture);

    DesktopSession *m_session;
    ViewerToolbar *m_toolbar;
    KMessageWidget *m_messageWidget;
    RemoteView *m_remoteView;
    NightIndicators *m_nightIndicators;
    QVBoxLayout *m_columnLayout;
    bool m_grabsKeyboard = false;
    bool m_isFirstSizeReported = false;
};
}
