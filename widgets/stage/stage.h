// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/input/inputsettings.h"
#include "widgets/stage/keyboardowner.h"
#include "widgets/stage/stagelook.h"
#include "widgets/stage/stagemenu.h"
#include "widgets/view/remoteview.h"

#include <QPointer>
#include <QWidget>

class QScreen;
class QVBoxLayout;

namespace Nightdesk
{
class DesktopFrame;
class DesktopSession;
class FullScreenSigns;
class NightSigns;
class StageDesktops;
class StageStrip;
class StripReveal;
class TileArea;
class WaitingList;

/// Our window on one monitor: the strip, and below it the desktops of that screen, one or tiled with draggable splits, or as
/// tabs. It stays below the X windows of the same screen. In full screen the strip shows itself when it is asked for. GUI
/// thread, owned by Stages.
class Stage : public QWidget
{
    Q_OBJECT
public:
    Stage(QScreen *screen, const QString &screenName, const QList<DesktopSession *> &desktops, const StageLook &look = {});
    ~Stage() override;

    /// Those that stay are not touched. @p look: of those that come.
    void setDesktops(const QList<DesktopSession *> &desktops, const StageLook &look);
    /// Moves there, with all that it shows.
    void standOn(QScreen *screen, const QString &screenName);
    const QScreen *standsOn() const; ///< null: nowhere at present
    /// The monitor is going: out of sight until it stands on another.
    void leaveScreen();
    QList<DesktopSession *> desktops() const; ///< as given
    void keepLook(StageLook &look) const;
    /// As it was before anybody arranged it.
    void resetLook();

    /// Which instrument, site and account, for its title; empty: not reported.
    void setPlace(const QString &place);
    void setPrefs(const ViewPrefs &prefs);
    void setScreens(const QList<ScreenPlace> &screens);

    /// The rectangle below the strip, in root-window pixels: where X windows of this screen belong.
    QRect areaOnRoot() const;
    QList<QRect> titlesOnRoot() const; ///< the lines with the tiles' titles, which no X program is to cover
    QRect area() const; ///< the same in the toolkit's own pixels
    /// Where the desktop's picture stands, root-window pixels; null: not here.
    QRect rectOnRoot(const DesktopSession *session) const;
    QSize roomOf(const DesktopSession *session) const; ///< what its view has, in pixels of the monitor; empty: it is not here
    bool shows(const DesktopSession *session) const;
    void focusDesktop(DesktopSession *session);
    DesktopSession *current() const; ///< that has or had the focus; null: there is none
    RemoteView *currentView() const;
    void setInputSettings(const InputSettings &settings);
    void setAsking(const QString &words);
    void setKeyboard(const KeyboardWords &words); ///< who gets what is typed
    /// The night's clocks, bell and keys. Once.
    void setSigns(NightSigns *signs);
    /// What belongs on this screen, open or not: a screen without a desktop shows what it waits for.
    void setBelonging(const QList<Session *> &sessions);
    void setWindows(const QList<Session *> &windows); ///< the programs of its screen that have windows of their own

    bool isTabbed() const;
    bool isFullScreenStage() const;
    /// Shows that something dragged would be dropped here.
    void setDropTarget(bool target);

public Q_SLOTS:
    void setTabbed(bool tabbed);
    void setFullScreenStage(bool full);
    void executeCommand(Nightdesk::ViewCommand command);
    /// Empty: as the profile says; an empty text: none.
    void setColour(Nightdesk::DesktopSession *session, const std::optional<QString> &colour);

Q_SIGNALS:
    void titlesMoved(); ///< titlesOnRoot() may be others
    /// The release key or the menu: the main window is wanted.
    void consoleRequested();
    void answerRequested(); ///< the person wants to answer who asks
    void areaChanged();
    void displayRequested(Nightdesk::Session *session); ///< one that is not to be seen is to come back
    void endNightRequested();
    void arranged(); ///< keepLook() has something else to say
    void resetRequested(); ///< of all stages
    void moveRequested(Nightdesk::DesktopSession *session, const QString &screenName);
    void stepRequested(Nightdesk::DesktopSession *session, int step); ///< to the next screen or the one before
    void dragged(const QPoint &global);
    void dropped(Nightdesk::DesktopSession *session, const QPoint &global);

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void closeEvent(QCloseEvent *event) override;

private:
    void join(DesktopFrame *frame);
    QList<QRect> coversOf(const QWidget *view) const; ///< X programs that lie over it
    void showTitle();
    void leave();
    QRect toRoot(const QRect &local) const;

    QPointer<QScreen> m_screen;
    QString m_screenName;
    QString m_place;
    StageStrip *m_strip;
    TileArea *m_tiles;
    StageDesktops *m_desktops;
    WaitingList *m_waiting;
    QVBoxLayout *m_column;
    StripReveal *m_reveal;
    FullScreenSigns *m_notices; ///< while the strip hides
    StageMenu *m_menu;
    QList<Session *> m_windows;
    bool m_isDropTarget = false;
    bool m_covers = false; ///< all of its monitor
};
}
