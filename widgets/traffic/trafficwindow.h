// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xtrace/xtracelog.h"
#include "widgets/traffic/trafficsummary.h"

#include <QMainWindow>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <memory>

class KMessageWidget;
class QAction;
class QComboBox;
class QMenu;

namespace Nightdesk
{
class XConnectionBox;
class TrafficSaver;
class TrafficView;

/// A trace that can be shown: the live trace of a running program, or a saved trace.
struct TrafficSource {
    QString id; ///< identifies the source and does not change while the source exists
    QString label; ///< name to display, plain text
    std::shared_ptr<XTraceLog> log; ///< log of the running program; null: a saved trace
    QString file; ///< path of a saved trace; empty: a running program
    std::optional<XLinkFigures> currentLinkFigures; ///< present figures of the program's link; empty: not known
    bool operator==(const TrafficSource &) const = default;
};

/// The X Traffic window: draws, sums up and assesses the messages between a program and its X server, live or from a saved trace. GUI thread. Owned
/// by ConsoleTraffic.
class TrafficWindow : public QMainWindow
{
    Q_OBJECT
public:
    using SourcesQuery = std::function<QList<TrafficSource>()>;
    using AppFiguresQuery = std::function<VncAppFigures(const XTraceTitle &title)>;

    /// @p sources: lists the traces to choose from. @p app: returns what is known of how a program runs in display mode vnc-app.
    TrafficWindow(const SourcesQuery &sources, const AppFiguresQuery &app, QWidget *parent = nullptr);
    ~TrafficWindow() override;

    void chooseSource(const QString &id); ///< @p id: id of a source; a running source that is already shown is not restarted
    void open(const QString &file);
    /// Shows @p why (plain text) instead of a trace: why the requested trace does not exist.
    void showNoTrace(const QString &why);
    TrafficView *view() const
    {
        return m_trafficView;
    }

public Q_SLOTS:
    void refreshSources();

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QAction *createAction(const QString &icon, const QString &text, const QKeySequence &key);
    void buildActions();
    void buildMenus();
    void setSource(const TrafficSource &source);
    void showTrace(const XTrace &trace);
    void refreshTrace();
    void updateLinkFigures();
    /// true: the program still adds messages to the shown log
    bool isLogGrowing() const
    {
        return m_liveTraceLog && std::ranges::contains(m_listedSources, m_liveTraceLog, &TrafficSource::log);
    }
    void setRecording(bool recording);
    void askForFile(const QString &title, const std::function<void(const QString &)> &onFileChosen);
    void fillCompareMenu();
    void compareWith(const TrafficSource &source);
    void compareWithFile(const QString &path);
    void updateActions();
    void showMessage(const QString &text, bool isTrouble);
    void setLinkFiguresToAssess(const std::optional<XLinkFigures> &figures);

    const SourcesQuery m_querySources;
    const AppFiguresQuery m_queryAppFigures;
    TrafficView *m_trafficView;
    TrafficSaver *m_trafficSaver;
    KMessageWidget *m_messageWidget;
    QComboBox *m_sourceBox;
    XConnectionBox *m_connectionBox;
    QMenu *m_compareMenu;
    QList<TrafficSource> m_listedSources; ///< the sources in m_sourceBox, in the same order
    QString m_currentSourceId; ///< TrafficSource::id of the shown source
    QString m_openedTracePath; ///< path of a file that the user opened
    std::shared_ptr<XTraceLog> m_liveTraceLog; ///< log of the running program; null: a saved trace
    quint64 m_shownLogRevision = 0;
    /// Time at which the recording began, in microseconds of the trace; empty: not recording.
    std::optional<std::int64_t> m_recordingStartUsec;
    std::chrono::system_clock::time_point m_recordedTraceBegin; ///< XTrace::begin of the trace being recorded
    /// Begin and end of the last recording, in microseconds of the shown trace; empty: nothing was recorded.
    std::optional<std::pair<std::int64_t, std::int64_t>> m_recordedRange;
    quint64 m_newestReadNumber = 0; ///< number of the newest request to read a file: older results are ignored
    std::optional<XLinkFigures> m_linkFiguresForAssessment; ///< the link figures for which the trace is assessed
    std::chrono::steady_clock::time_point m_nextSummaryAllowedAt; ///< the trace is not summed up again before this time
    QTimer m_pollTimer;
    QAction *m_recordAction = nullptr;
    QAction *m_followLiveTraceAction = nullptr;
    QAction *m_selectAction = nullptr;
    QAction *m_zoomToRangeAction = nullptr;
    QAction *m_stopComparingAction = nullptr;
};
}
