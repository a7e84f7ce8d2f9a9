// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/screens/deskmonitors.h"
#include "widgets/stage/displayplaces.h"
#include "widgets/stage/stagelook.h"
#include "widgets/stage/stagesettings.h"

#include <QObject>
#include <QPoint>
#include <QSet>
#include <QTimer>

#include <memory>
#include <vector>

class QScreen;
class QWindow;

namespace Nightdesk
{
class Desk;
class DesktopSession;
class KeyboardOwner;
class NightSigns;
class ProgramNotices;
class ProgramWindows;
class Session;
class Stage;

/// The stages of a workstation: one on each monitor that has displays. A desktop that is closed or minimized leaves its stage, an opened one is added
/// to its stage, and one can be moved to another; other desktops are not changed. When monitors change, or the user chooses others, a stage whose
/// desktops stay together moves with its splits and scalings. Reports to X windows where their screen is. GUI thread. Owned by Console.
class Stages : public QObject
{
    Q_OBJECT
public:
    explicit Stages(QObject *parent = nullptr);
    ~Stages() override;

    /// @p screenNames: the site's, from left to right. @p chosen: monitors of this workstation. @p desk must outlive this or be removed with hide().
    /// @p look: the earlier arrangement.
    void show(Desk *desk, const QStringList &screenNames, const ScreenMapping &chosen = {}, const StageLook &look = {});
    void hide();
    /// Takes effect at once.
    void setMapping(const ScreenMapping &chosen);

    /// Adds the earlier arrangement of desktops that are added later. Newer arrangements of the user have priority.
    void addLook(const StageLook &look);
    bool areShown() const;
    /// For the titles of the stages: instrument, site, account.
    void setPlace(const QString &place);
    void setPrefs(const ViewPrefs &prefs);
    /// Keyboard and mouse settings of the user; for all stages.
    void setInputSettings(const InputSettings &settings);
    /// Moves the display to a screen's name, or to "@" and a monitor's connector. Saved in look().
    void moveTo(Session *session, const QString &screenName);
    /// Discards all arrangements of the user.
    void resetLook();
    /// A question waits for the user: shown on every stage, because the main window may be covered. Empty: no question.
    void setAsking(const QString &words);
    /// What all stages show about the session; must outlive this. Null: they show only UT.
    void setSigns(NightSigns *signs);

    /// Brings the display to the front and gives it the keyboard.
    void raise(Session *session);
    /// Whether this is one of the stages' windows.
    bool owns(const QWindow *window) const;
    /// The rectangle of each display, by Session::key(), in root-window pixels.
    QHash<QString, QRect> rects() const;
    /// The size of the view of each desktop, by Session::key(), in pixels of its monitor.
    QHash<QString, QSize> rooms() const;
    const ScreenMap &screenMap() const;
    /// The current arrangement.
    StageLook look() const;

Q_SIGNALS:
    void consoleRequested();
    void endNightRequested();
    void arranged(); ///< look() may have changed
    void answerRequested(); ///< the user wants to answer a question
    void displayRequested(Nightdesk::Session *session); ///< the user wants to see a hidden display again

private:
    void add(Session *session);
    void forget(Session *session);
    void stateChanged();
    void rebuild();
    void placeWindows();
    void loseScreen(const QScreen *screen);
    int monitorOf(const Session *session) const;
    void step(Session *session, int step);
    void showDrag(const QPoint &global);
    void drop(DesktopSession *session, const QPoint &global);
    std::unique_ptr<Stage> makeStage(int monitor, const QList<DesktopSession *> &desktops);

    Desk *m_desk = nullptr;
    QList<Session *> m_sessions; ///< all sessions of the desk, in its order
    QSet<const Session *> m_open; ///< the desktops on stages
    QStringList m_siteNames;
    ScreenMapping m_chosen;
    DisplayPlaces m_places;
    StageSettings m_settings;
    StageLook m_look; ///< arrangement of removed and current stages
    struct Entry {
        int monitor;
        std::unique_ptr<Stage> stage;
    };
    std::vector<Entry> m_stages;
    DeskMonitors m_monitors;
    KeyboardOwner *m_keyboard;
    ProgramNotices *m_veils;
    ProgramWindows *m_programs; ///< programs in private X servers
    QTimer m_soon; ///< one rebuild for several displays that change together
};
}
