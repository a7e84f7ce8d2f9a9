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
class ConnectionBox;
class TrafficSaver;
class TrafficView;

/// A trace that can be looked at: of a program that runs, or one that was kept.
struct TrafficSource {
    QString id; ///< the same as long as it is the same
    QString label; ///< plain text
    std::shared_ptr<XTraceLog> log; ///< null: kept
    QString file; ///< where it is kept
    std::optional<XLinkFigures> now; ///< its link as it is now
    bool operator==(const TrafficSource &) const = default;
};

/// X traffic: what a program and its X server say to each other, drawn, summed up and judged; live, or as it was kept. GUI thread. Owned by ConsoleTraffic.
class TrafficWindow : public QMainWindow
{
    Q_OBJECT
public:
    using Sources = std::function<QList<TrafficSource>()>;
    using AppFigures = std::function<XAppFigures(const XTraceTitle &title)>;

    /// @p app: what is known of a program as vnc-app.
    TrafficWindow(const Sources &sources, const AppFigures &app, QWidget *parent = nullptr);
    ~TrafficWindow() override;

    void choose(const QString &id); ///< of a source; one that runs and is shown already goes on
    void open(const QString &file);
    void showNone(const QString &why); ///< there is nothing of what was asked for; plain text
    TrafficView *view() const;

public Q_SLOTS:
    void refreshSources();

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QAction *add(const QString &icon, const QString &text, const QKeySequence &key, const std::function<void()> &slot);
    void buildActions();
    void buildMenus();
    void setSource(const TrafficSource &source);
    void present(const XTrace &trace);
    void checkSource();
    void lookAtLink();
    bool isWritten() const; ///< somebody goes on writing what is shown
    void setRecording(bool recording);
    void askForFile(const QString &title, const std::function<void(const QString &)> &chosen);
    void fillCompare();
    void compareWith(const TrafficSource &source);
    void compareWithFile(const QString &path);
    void showState();
    void showMessage(const QString &text, bool isTrouble);
    void setJudgedLink(const std::optional<XLinkFigures> &now);

    const Sources m_sources;
    const AppFigures m_appFigures;
    TrafficView *m_view;
    TrafficSaver *m_saver;
    KMessageWidget *m_message;
    QComboBox *m_choice;
    ConnectionBox *m_connection;
    QMenu *m_compare;
    QList<TrafficSource> m_known; ///< as in m_choice
    QString m_current; ///< TrafficSource::id
    QString m_opened; ///< a file that a person chose
    std::shared_ptr<XTraceLog> m_log; ///< of what runs
    quint64 m_revision = 0;
    std::optional<std::int64_t> m_recordedFrom; ///< microseconds of the trace; empty: not recording
    std::chrono::system_clock::time_point m_recordedRun; ///< XTrace::begin of that trace
    std::optional<std::pair<std::int64_t, std::int64_t>> m_recorded; ///< what was recorded last, of what is shown
    quint64 m_wanted = 0; ///< counts what is being read: a later choice counts
    std::optional<XLinkFigures> m_now; ///< the link that it is judged for
    std::chrono::steady_clock::time_point m_restUntil; ///< from the last sum
    QTimer m_poll;
    QAction *m_record = nullptr;
    QAction *m_follow = nullptr;
    QAction *m_select = nullptr;
    QAction *m_zoomIn = nullptr;
    QAction *m_zoomOut = nullptr;
    QAction *m_all = nullptr;
    QAction *m_range = nullptr;
    QAction *m_open = nullptr;
    QAction *m_close = nullptr;
    QAction *m_stopComparing = nullptr;
};
}
