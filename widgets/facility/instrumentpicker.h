// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/monitor.h"
#include "monitors/visuals/serverfit.h"
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

/// Where an observer starts: instruments with search, what the chosen one shows on which screen, and the Connect button. A
/// profile with errors shows them with line and column; its last good form, if there is one, can be connected. GUI thread.
/// Owned by the page that ConsolePages puts it on.
class InstrumentPicker : public QWidget
{
    Q_OBJECT
public:
    explicit InstrumentPicker(QWidget *parent = nullptr);
    ~InstrumentPicker() override;

    /// Keeps the choice if it is still there. @p siteId decides which screens the drawing shows.
    void setFacility(const Facility &facility, const QString &siteId);
    /// What stands in place of the list when there is no facility at all; translated.
    void setNotice(const QString &text);
    /// The monitors of this desk, for the drawing.
    void setMonitors(const QList<Monitor> &monitors, const ScreenMapping &chosen);
    /// What is to be said of the chosen instrument's displays before it is connected: their titles, and why they do not fit the X
    /// servers. Forgotten when another one is chosen.
    void setFits(const QList<std::pair<QString, ServerFit>> &fits);
    void choose(const QString &profileId);
    const InstrumentProfile *chosen() const;
    QString chosenId() const; ///< of one that has errors too; empty: none is chosen
    /// The button of a connected one disconnects it; others are connected beside these or instead of them. @p obstacle: why
    /// not beside; translated. @p warm: ids of those of which only the warm programs were started: the rest can be connected.
    void setConnected(const QList<InstrumentProfile> &profiles, const QString &obstacle = {}, const QStringList &warm = {});
    /// What was connected before can be resumed: that is the one large button then.
    void setResumeOffered(bool offered);

Q_SIGNALS:
    void connectRequested(const Nightdesk::InstrumentProfile &profile);
    void insteadRequested(const Nightdesk::InstrumentProfile &profile); ///< of all that are connected
    void disconnectRequested(const QString &profileId);
    void warmRequested(const Nightdesk::InstrumentProfile &profile); ///< its warm programs are to be started
    void chosenChanged();
    /// Somebody wants to fix an error.
    void openRequested(const Nightdesk::SourcePlace &place);
    /// A copy of the profile in @p file is wanted, @p id and name of which it has; with a name of its own if it is a new one.
    void duplicateRequested(const QString &file, const QString &id, const QString &name);
    void newFromRequested(const QString &file, const QString &name);
    /// @p file: the chosen instrument's, if that has errors.
    void allMistakesRequested(const QString &file);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void addContextMenu();
    void showChosen();
    void showConnection(const InstrumentProfile *profile, bool isConnected);
    bool isConnectedHere() const;
    bool isOnlyWarmHere() const;
    void activate();
    int chosenRow() const;

    InstrumentModel *m_model;
    QSortFilterProxyModel *m_filter;
    QLineEdit *m_search;
    QListView *m_list;
    QLabel *m_notice;
    QLabel *m_name;
    QLabel *m_description;
    ScreenPlan *m_plan;
    QLabel *m_outlook; ///< which displays survive a link that breaks
    QLabel *m_fits; ///< which displays do not fit the X servers
    QVBoxLayout *m_swatches; ///< how text of those that are X programs looks
    QLabel *m_warning;
    ProblemView *m_mistakes;
    QPushButton *m_allMistakes;
    QPushButton *m_button;
    QPushButton *m_instead;
    QPushButton *m_warmUp; ///< of one whose programs are warm already: disconnects it
    QStringList m_screens;
    QString m_directory;
    QAction *m_edit = nullptr;
    QAction *m_newFrom = nullptr;
    QAction *m_duplicate = nullptr;
    QList<InstrumentProfile> m_connected;
    QString m_obstacle;
    QStringList m_warm;
};
}
