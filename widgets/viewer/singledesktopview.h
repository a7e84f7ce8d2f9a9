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

    /// null after releaseSession()
    RemoteView *view() const
    {
        return m_remoteView;
    }
    NightIndicators *indicators() const
    {
        return m_nightIndicators;
    }
    QSize windowSizeFor(const QSize &pixels) const; ///< the window's size for an unscaled image of that size
    /// @p grabs: in full screen, keys of the window manager, such as Alt+Tab, also go to the desktop. False until this is called.
    void setGrabsKeyboard(bool grabs);
    void setFullScreen(bool isFull);
    void showInfo(const QString &text); ///< shows a translated text above the image
    /// Stops using the session, which is about to be deleted.
    void releaseSession();

Q_SIGNALS:
    void retryRequested();
    /// The first image arrived: the window must get @p windowSize, so that the image fits. Not emitted for a maximized or full-screen window.
    void resizeToFirstImageRequested(const QSize &windowSize);

private:
    void buildMenu();
    void showState();
    void requestResizeToFirstImage(const DesktopPicture &picture);

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
