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
class ProgramVeils;
class ProgramWindows;
class Session;
class Stage;

/// The stages of a desk: one a monitor that has displays. A desktop that is closed or put aside leaves its stage, one that is
/// opened comes to it, and one can be moved to another; the others stay as they are. When monitors come or go, or other ones
/// are chosen, a stage whose desktops stay together moves with its splits and scalings. Tells X windows where their screen is.
/// GUI thread. Owned by Console.
class Stages : public QObject
{
    Q_OBJECT
public:
    explicit Stages(QObject *parent = nullptr);
    ~Stages() override;

    /// @p screenNames: the site's, from left to right. @p chosen: monitors of this desk. The desk must outlive this or be taken
    /// away with hide(). @p look: as it was arranged before.
    void show(Desk *desk, const QStringList &screenNames, const ScreenMapping &chosen = {}, const StageLook &look = {});
    void hide();
    /// Counts at once.
    void setMapping(const ScreenMapping &chosen);

    /// How desktops that come were arranged before. Where somebody arranged them since, that counts.
    void addLook(const StageLook &look);
    bool areShown() const;
    /// For the titles of the stages: which instrument, site, account.
    void setPlace(const QString &place);
    void setPrefs(const ViewPrefs &prefs);
    /// How the person types and points; on all stages.
    void setInputSettings(const InputSettings &settings);
    /// To a screen's name, or to "@" and a monitor's connector. Kept in the look.
    void moveTo(Session *session, const QString &screenName);
    /// Everything as it is when nobody has arranged anything.
    void resetLook();
    /// Somebody asks for the person at the desk: said on every stage, for the main window may be covered. Empty: nobody does.
    void setAsking(const QString &words);
    /// What all stages show of the night; outlives this. Null: they show UT.
    void setSigns(NightSigns *signs);

    /// Brings the display to the front and gives it the keyboard.
    void raise(Session *session);
    /// Whether this is one of the stages' windows.
    bool owns(const QWindow *window) const;
    /// Where each display stands, by Session::key(), in root-window pixels.
    QHash<QString, QRect> rects() const;
    /// What each desktop has to be shown in, by Session::key(): pixels of its monitor.
    QHash<QString, QSize> rooms() const;
    const ScreenMap &screenMap() const;
    /// As it is arranged now.
    StageLook look() const;

Q_SIGNALS:
    void consoleRequested();
    void endNightRequested();
    void arranged(); ///< look() may be another
    void answerRequested(); ///< the person wants to answer who asks
    void displayRequested(Nightdesk::Session *session); ///< one that is not to be seen is to come back

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
    QList<Session *> m_sessions; ///< all of the desk, in its order
    QSet<const Session *> m_open; ///< the desktops that stand on stages
    QStringList m_siteNames;
    ScreenMapping m_chosen;
    DisplayPlaces m_places;
    StageSettings m_settings;
    StageLook m_look; ///< of the stages that had to go, and those that stand
    struct Entry {
        int monitor;
        std::unique_ptr<Stage> stage;
    };
    std::vector<Entry> m_stages;
    DeskMonitors m_monitors;
    KeyboardOwner *m_keyboard;
    ProgramVeils *m_veils;
    ProgramWindows *m_programs; ///< those that have displays of their own
    QTimer m_soon; ///< once for several displays that come or go together
};
}
