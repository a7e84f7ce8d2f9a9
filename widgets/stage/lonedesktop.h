// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class KMessageWidget;
class QVBoxLayout;

namespace Nightdesk
{
class DesktopSession;
class NightSigns;
class RemoteView;
class StageStrip;
struct DesktopPicture;

/// All of a window with one desktop and nothing else: strip, what is wrong, and the picture. It fills the window that makes
/// it, and leaves how large that is and what the session comes from to it. GUI thread. Owned by ViewWindow or BoardLookWindow.
class LoneDesktop : public QWidget
{
    Q_OBJECT
public:
    /// @p session outlives this, or the time until release().
    LoneDesktop(DesktopSession *session, QWidget *window);
    ~LoneDesktop() override;

    RemoteView *view() const; ///< null after release()
    NightSigns *signs() const;
    QSize sizeFor(const QSize &pixels) const; ///< of the window, with a picture of that size unscaled
    /// True: in full screen the window manager's keys too go to the desktop. Off at first.
    void setGrabsKeyboard(bool grabs);
    void setFullScreen(bool isFull);
    void showInfo(const QString &text); ///< above the picture; translated
    /// The session is about to be deleted.
    void release();

Q_SIGNALS:
    void retryRequested();
    /// The first picture has come, and nobody has made the window fill its screen; @p wanted: as sizeFor() says.
    void sizeKnown(const QSize &wanted);

private:
    void buildMenu();
    void showState();
    void takePicture(const DesktopPicture &picture);

    DesktopSession *m_session;
    StageStrip *m_strip;
    KMessageWidget *m_message;
    RemoteView *m_view;
    NightSigns *m_signs;
    QVBoxLayout *m_column;
    bool m_grabsKeyboard = false;
    bool m_hasSize = false;
};
}
