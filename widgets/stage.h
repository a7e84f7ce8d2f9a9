// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/inputsettings.h"
#include "widgets/remoteview.h"
#include "widgets/stagelook.h"

#include <QPointer>
#include <QWidget>

class QScreen;
class QSplitter;

namespace Nightdesk
{
class DesktopSession;
class NightSigns;
class StageStrip;
class WindowSession;

/// Our full-screen window on one monitor: the strip, and below it the desktops of that screen, one or tiled with draggable
/// splits. It stays below the X windows of the same screen. GUI thread, owned by Stages.
class Stage : public QWidget
{
    Q_OBJECT
public:
    Stage(QScreen *screen, const QString &screenName, const QList<DesktopSession *> &desktops, const StageLook &look = {});
    ~Stage() override;

    /// Moves there, with all that it shows.
    void standOn(QScreen *screen, const QString &screenName);
    const QScreen *standsOn() const; ///< null: nowhere at present
    /// The monitor is going: out of sight until it stands on another.
    void leaveScreen();
    QList<DesktopSession *> desktops() const; ///< as given
    void keepLook(StageLook &look) const;

    /// The rectangle below the strip, in root-window pixels: where X windows of this screen belong.
    QRect areaOnRoot() const;
    /// Where the desktop's picture stands, root-window pixels; null: not here.
    QRect rectOnRoot(const DesktopSession *session) const;
    bool shows(const DesktopSession *session) const;
    void focusDesktop(DesktopSession *session);
    void setInputSettings(const InputSettings &settings);
    void setAsking(const QString &words);
    /// The night's clocks, bell and keys. Once.
    void setSigns(NightSigns *signs);
    void setWindows(const QList<WindowSession *> &windows); ///< the X programs of its screen

Q_SIGNALS:
    /// The release key or the menu: the main window is wanted.
    void consoleRequested();
    void answerRequested(); ///< the person wants to answer who asks
    void areaChanged();
    void endNightRequested();
    void arranged(); ///< keepLook() has something else to say

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void closeEvent(QCloseEvent *event) override;

private:
    void buildTiles(const StageLook &look);
    QStringList desktopKeys() const;
    void buildMenu();
    void setScaling(RemoteView::Scaling scaling);
    void chooseScaling(RemoteView *view);
    RemoteView *viewOf(const DesktopSession *session) const;
    QRect toRoot(const QRect &local) const;

    const QList<DesktopSession *> m_desktops;
    QPointer<QScreen> m_screen;
    StageStrip *m_strip;
    QWidget *m_content = nullptr;
    QList<QSplitter *> m_splitters; ///< the rows, then each row
    QList<RemoteView *> m_views;
    RemoteView *m_current = nullptr;
    QHash<QString, RemoteView::Scaling> m_scalings; ///< chosen by the person, by its key; those we do not choose any more
};
}
