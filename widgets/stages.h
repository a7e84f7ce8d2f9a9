// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/screenmap.h"
#include "widgets/deskmonitors.h"
#include "widgets/inputsettings.h"
#include "widgets/stagelook.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <vector>

class QScreen;
class QWindow;

namespace Nightdesk
{
class Desk;
class DesktopSession;
class NightSigns;
class Session;
class Stage;

/// The stages of a desk: one a monitor that has displays. When monitors come or go, or other ones are chosen, a stage whose
/// desktops stay together moves with its splits and scalings; the rest is made anew. Tells X windows where their screen is.
/// GUI thread.
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

    /// What all stages show of the night; outlives this. Null: they show UT.
    void setSigns(NightSigns *signs);
    bool areShown() const;
    /// How the person types and points; on all stages.
    void setInputSettings(const InputSettings &settings);
    /// Somebody asks for the person at the desk: said on every stage, for the main window may be covered. Empty: nobody does.
    void setAsking(const QString &words);

    /// Brings the display to the front and gives it the keyboard.
    void raise(Session *session);
    /// Whether this is one of the stages' windows.
    bool owns(const QWindow *window) const;
    /// Where each display stands, by Session::key(), in root-window pixels.
    QHash<QString, QRect> rects() const;
    const ScreenMap &screenMap() const;
    /// As it is arranged now.
    StageLook look() const;

Q_SIGNALS:
    void consoleRequested();
    void endNightRequested();
    void arranged(); ///< look() may be another
    void answerRequested(); ///< the person wants to answer who asks

private:
    void rebuild();
    void placeWindows();
    void loseScreen(const QScreen *screen);
    std::unique_ptr<Stage> takeStage(const QList<DesktopSession *> &desktops);

    Desk *m_desk = nullptr;
    QStringList m_siteNames;
    ScreenMapping m_chosen;
    ScreenMap m_map;
    QString m_asking;
    NightSigns *m_signs = nullptr;
    InputSettings m_inputSettings;
    StageLook m_look; ///< of the stages that had to go, and those that stand
    struct Entry {
        int monitor;
        std::unique_ptr<Stage> stage;
    };
    std::vector<Entry> m_stages;
    DeskMonitors m_monitors;
    QTimer m_soon; ///< displays came
};
}
