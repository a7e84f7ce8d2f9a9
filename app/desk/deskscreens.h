// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desk/screenchoice.h"
#include "widgets/screens/deskmonitors.h"
#include "widgets/screens/screenlabels.h"
#include "widgets/stage/stagelook.h"

#include <QObject>
#include <QPointer>

namespace Nightdesk
{
class Desk;
class DeskLayout;
class FacilityChoice;
class InstrumentPicker;
class ScreensDialog;
class Stages;

/// Joins what is known of screens and monitors: the choice that is kept, the stages, the drawing, the dialog and the signs on
/// the monitors. GUI thread. A child of the main window.
class DeskScreens : public QObject
{
    Q_OBJECT
public:
    /// All of them outlive this. @p window is the dialog's parent.
    DeskScreens(FacilityChoice *choice, Desk *desk, Stages *stages, InstrumentPicker *picker, QWidget *window);

    /// Of the desk where something was just connected; they follow what is connected there later at the same site.
    void showStages(const StageLook &look = {});
    void openDialog();
    void identify();
    /// What the titles say of where one is; placeReported() when it is another.
    QString title() const;
    QString connectedSite() const; ///< whose screens the stages show

Q_SIGNALS:
    void placeReported(const QString &title);

private:
    void reportPlace();
    void showDrawing();
    void monitorsChanged();
    void keep(const ScreenMapping &chosen);
    /// The profiles whose displays stand on the screens that are spoken of: the connected ones, else the chosen one.
    QList<InstrumentProfile> profiles() const;
    ScreenMap mapInForce() const;

    FacilityChoice *m_choice;
    Desk *m_desk;
    Stages *m_stages;
    InstrumentPicker *m_picker;
    QWidget *m_window;
    ScreenChoice m_kept;
    DeskLayout *m_layout;
    DeskMonitors m_monitors;
    ScreenLabels m_labels;
    QPointer<ScreensDialog> m_dialog;
    QString m_dialogSite; ///< the one that the dialog is about
    QString m_connectedSite; ///< the one that the stages are about
};
}
