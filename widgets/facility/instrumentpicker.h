// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/monitor.h"
#include "monitors/visuals/xserverfit.h"
#include "sessions/profiles/profile.h"

#include <QWidget>

#include <utility>

class QAction;
class QLabel;
class QLineEdit;
class QListView;
class QPushButton;
class QSortFilterProxyModel;
class QVBoxLayout;

namespace Nightdesk
{
class InstrumentModel;
class ProblemView;
class ScreenPlan;

/// The start page for an observer: instruments with search, the displays of the chosen instrument on each screen, and the Connect button. A profile
/// with errors is shown with its errors, by line and column; its last valid version, if there is one, can be connected. GUI thread.
/// Owned by the page that ConsolePages puts it on.
class InstrumentPicker : public QWidget
{
    Q_OBJECT
public:
    explicit InstrumentPicker(QWidget *parent = nullptr);
    ~InstrumentPicker() override;

    /// Keeps the selection if that instrument still exists. @p siteId decides which screens the drawing shows.
    void setFacility(const Facility &facility, const QString &siteId);
    /// The text that replaces the list when there is no facility; translated.
    void setNoFacilityText(const QString &text);
    /// Sets the monitors of this desk, on which the drawing shows the screens.
    void setMonitors(const QList<PhysicalMonitor> &monitors, const ScreenMapping &chosen);
    /// Which displays of the chosen instrument do not fit the X servers: their titles, and why. Shown before it is connected; cleared when another
    /// instrument is chosen.
    void setServerFitProblems(const QList<std::pair<QString, XServerFit>> &fits);
    void chooseProfile(const QString &profileId);
    const InstrumentProfile *chosenProfile() const;
    /// the id of the chosen instrument, even if its profile has errors; empty: none is chosen
    QString chosenProfileId() const;
    /// The button of a connected instrument disconnects it; other instruments can be connected in addition or as a replacement.
    /// @p connectObstacle: why not in addition; translated. @p preloadedIds: ids of instruments of which only the preloaded programs were started:
    /// the rest can be connected.
    void setConnectedInstruments(const QList<InstrumentProfile> &profiles, const QString &connectObstacle = {}, const QStringList &preloadedIds = {});
    /// @p offered: ResumeOffer offers to connect the last instruments again. The Connect button is then hidden: only one button is large.
    void setResumeOffered(bool offered);

Q_SIGNALS:
    void connectRequested(const Nightdesk::InstrumentProfile &profile);
    /// connects this instrument in place of all connected ones
    void connectInsteadRequested(const Nightdesk::InstrumentProfile &profile);
    void disconnectRequested(const QString &profileId);
    /// the user wants to start this instrument's preloaded programs
    void preloadRequested(const Nightdesk::InstrumentProfile &profile);
    void chosenProfileChanged();
    /// The user wants to open the file at @p place, where a profile has an error.
    void openFileRequested(const Nightdesk::SourcePlace &place);
    /// The user wants a copy of the profile in @p file, which has @p id and @p name. newFromProfileRequested() is for a copy under a new name that
    /// the user types.
    void duplicateRequested(const QString &file, const QString &id, const QString &name);
    void newFromProfileRequested(const QString &file, const QString &name);
    /// The user wants to see all problems of the facility. @p file: the chosen instrument's file, if it has errors.
    void allProblemsRequested(const QString &file);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void addContextMenu();
    void showChosenProfile();
    void updateConnectButtons(const InstrumentProfile *profile, bool isConnected);
    bool isChosenInstrumentConnected() const;
    bool isChosenInstrumentOnlyPreloaded() const;
    void connectOrDisconnect();
    int chosenRow() const;

    InstrumentModel *m_instrumentModel;
    QSortFilterProxyModel *m_filterModel;
    QLineEdit *m_searchEdit;
    QListView *m_instrumentList;
    QLabel *m_noFacilityLabel;
    QLabel *m_nameLabel;
    QLabel *m_descriptionLabel;
    ScreenPlan *m_screenPlan;
    QLabel *m_connectionLossLabel; ///< which displays survive a lost connection
    QLabel *m_serverFitLabel; ///< which displays do not fit the X servers
    QVBoxLayout *m_colorSamplesLayout; ///< contains, for each X program, a sample text in its colors
    QLabel *m_warningLabel;
    ProblemView *m_errorView;
    QPushButton *m_allProblemsButton;
    QPushButton *m_connectButton;
    QPushButton *m_connectInsteadButton;
    QPushButton *m_preloadButton; ///< starts the preloaded programs of an instrument, or ends them if only these run
    QStringList m_screenNames;
    QString m_facilityDirectory;
    QAction *m_editAction = nullptr;
    QAction *m_newFromProfileAction = nullptr;
    QAction *m_duplicateAction = nullptr;
    QList<InstrumentProfile> m_connectedProfiles;
    QString m_connectObstacle;
    QStringList m_preloadedProfileIds;
};
}
