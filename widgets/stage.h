// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/remoteview.h"

#include <QWidget>

class QScreen;
class QSplitter;

namespace Nightdesk
{
class DesktopSession;
class StageStrip;

/// Our full-screen window on one monitor: the strip, and below it the desktops of that screen, one or tiled with draggable
/// splits. It stays below the X windows of the same screen. GUI thread, owned by Stages.
class Stage : public QWidget
{
    Q_OBJECT
public:
    Stage(QScreen *screen, const QString &screenName, const QList<DesktopSession *> &desktops);
    ~Stage() override;

    /// The rectangle below the strip, in root-window pixels: where X windows of this screen belong.
    QRect areaOnRoot() const;
    /// Where the desktop's picture stands, root-window pixels; null: not here.
    QRect rectOnRoot(const DesktopSession *session) const;
    bool shows(const DesktopSession *session) const;
    void focusDesktop(DesktopSession *session);

Q_SIGNALS:
    /// The release key or the menu: the main window is wanted.
    void consoleRequested();
    void areaChanged();

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void buildTiles(const QList<DesktopSession *> &desktops);
    void buildMenu();
    void setScaling(RemoteView::Scaling scaling);
    void chooseScaling(RemoteView *view);
    RemoteView *viewOf(const DesktopSession *session) const;
    QRect toRoot(const QRect &local) const;

    QScreen *m_screen;
    StageStrip *m_strip;
    QWidget *m_content = nullptr;
    QList<RemoteView *> m_views;
    RemoteView *m_current = nullptr;
    bool m_scalingChosen = false; ///< by the person; then we do not choose any more
};
}
