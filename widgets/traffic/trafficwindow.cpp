// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/traffic/trafficwindow.h"

#include "sessions/common/displaytext.h"
#include "widgets/traffic/netplot.h"
#include "widgets/traffic/trafficfiles.h"
#include "widgets/traffic/trafficsaver.h"
#include "widgets/traffic/trafficview.h"
#include "widgets/traffic/xconnectionbox.h"

#include <KLocalizedString>
#include <KMessageWidget>

#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
/// Time between two updates of the view. Users would not notice more frequent updates.
constexpr std::chrono::milliseconds pollPause(400);
/// The pause after summing up a trace, as a multiple of the time that it took. Summing up a long trace takes some
/// tenths of a second; so this uses at most a fifth of a core.
constexpr int restFactor = 4;
const QString openedId = u"opened"_s;

/// True: the figures differ enough to assess the trace again.
bool isNotablyDifferent(const std::optional<XLinkFigures> &a, const std::optional<XLinkFigures> &b)
{
    if (!a || !b || a->bytesPerSecond != b->bytesPerSecond) {
        return a != b;
    }
    using namespace std::chrono_literals;
    return std::chrono::abs(a->roundTrip - b->roundTrip) > std::max<std::chrono::microseconds>(a->roundTrip / 5, 1ms);
}
}

TrafficWindow::TrafficWindow(const SourcesQuery &sources, const AppFiguresQuery &app, QWidget *parent)
    : QMainWindow(parent)
    , m_querySources(sources)
    , m_queryAppFigures(app)
    , m_trafficView(new TrafficView)
    , m_trafficSaver(new TrafficSaver(m_trafficView, this))
    , m_messageWidget(new KMessageWidget)
    , m_sourceBox(new QComboBox)
    , m_connectionBox(new XConnectionBox)
    , m_compareMenu(new QMenu(i18nc("@title:menu another trace", "Co&mpare With"), this))
{
    setWindowTitle(i18nc("@title:window", "X Traffic"));
    setObjectName(u"traffic"_s);
    auto *center = new QWidget;
    auto *column = new QVBoxLayout(center);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_messageWidget->setTextFormat(Qt::PlainText); // plain text, because it contains paths and program names
    m_messageWidget->setWordWrap(true);
    m_messageWidget->hide();
    column->addWidget(m_messageWidget);
    column->addWidget(m_trafficView, 1);
    setCentralWidget(center);

    m_sourceBox->setAccessibleName(i18nc("@label:listbox", "Program or saved trace"));
    m_sourceBox->setToolTip(i18nc("@info:tooltip", "Running programs and saved traces"));
    m_sourceBox->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_sourceBox->setPlaceholderText(i18nc("@item:inlistbox", "No program is shown as x11"));
    m_compareMenu->setObjectName(u"compare"_s);

    buildActions();
    buildMenus();
    connect(m_sourceBox, &QComboBox::activated, this, [this](int row) {
        if (row >= 0 && row < m_listedSources.size()) {
            setSource(m_listedSources[row]);
        }
    });
    connect(m_connectionBox, &XConnectionBox::connectionChosen, m_trafficView, &TrafficView::setConnection);
    connect(m_trafficView, &TrafficView::summaryReady, m_connectionBox, [this](const TrafficSummary &summary) {
        m_connectionBox->setConnections(summary.index->trace().connections);
    });
    connect(m_trafficSaver, &TrafficSaver::traceSaved, this, [this](const QString &path) {
        showMessage(i18nc("@info %1: a file", "Saved as %1.", QDir::toNativeSeparators(path)), false);
    });
    connect(m_trafficSaver, &TrafficSaver::saveFailed, this, [this](const QString &why) {
        showMessage(why, true);
    });
    connect(m_trafficView, &TrafficView::summaryReady, this, [this](const TrafficSummary &summary) {
        m_nextSummaryAllowedAt = std::chrono::steady_clock::now() + summary.computingTime * restFactor;
    });
    connect(m_trafficView->plot(), &NetPlot::followModeChanged, m_followLiveTraceAction, &QAction::setChecked);
    connect(m_trafficView->plot(), &NetPlot::selectedRangeChanged, this, &TrafficWindow::updateActions);
    m_pollTimer.setInterval(pollPause);
    connect(&m_pollTimer, &QTimer::timeout, this, &TrafficWindow::refreshTrace);
    refreshSources();
    if (!m_listedSources.isEmpty()) {
        setSource(m_listedSources.first());
    }
    updateActions();
    m_trafficView->plot()->setFocus();
}

TrafficWindow::~TrafficWindow()
{
    setRecording(false);
}

QAction *TrafficWindow::createAction(const QString &icon, const QString &text, const QKeySequence &key)
{
    auto *action = new QAction(QIcon::fromTheme(icon), text, this);
    action->setShortcut(key);
    return action;
}

void TrafficWindow::buildActions()
{
    NetPlot *plot = m_trafficView->plot();
    m_recordAction =
        createAction(u"media-record"_s, i18nc("@action:inmenu records every X message from now on", "&Record"), QKeySequence(Qt::CTRL | Qt::Key_R));
    m_recordAction->setCheckable(true);
    m_recordAction->setToolTip(i18nc("@info:tooltip", "Records every message from now on, up to four million; Stop Recording chooses them as the range"));
    connect(m_recordAction, &QAction::triggered, this, &TrafficWindow::setRecording);
    m_followLiveTraceAction =
        createAction(u"go-last"_s, i18nc("@action:inmenu the newest X messages stay in view", "&Follow"), QKeySequence(Qt::CTRL | Qt::Key_F));
    m_followLiveTraceAction->setCheckable(true);
    m_followLiveTraceAction->setToolTip(i18nc("@info:tooltip", "Keeps the newest messages in view"));
    connect(m_followLiveTraceAction, &QAction::triggered, plot, &NetPlot::setFollowMode);
    m_selectAction =
        createAction(u"edit-select"_s, i18nc("@action:inmenu a mode: dragging chooses a range", "&Choose Range"), QKeySequence(Qt::CTRL | Qt::Key_E));
    m_selectAction->setCheckable(true);
    m_selectAction->setToolTip(i18nc("@info:tooltip", "Chooses a range by dragging instead of moving the view; Shift does so at any time"));
    connect(m_selectAction, &QAction::triggered, plot, &NetPlot::setSelectionMode);
    m_zoomToRangeAction = createAction(u"zoom-fit-width"_s, i18nc("@action:inmenu of a plot", "&Show Range"), QKeySequence(Qt::CTRL | Qt::Key_G));
    connect(m_zoomToRangeAction, &QAction::triggered, plot, &NetPlot::zoomToSelection);
    m_stopComparingAction = createAction(u"edit-clear"_s, i18nc("@action:inmenu", "&Stop Comparing"), QKeySequence());
    m_stopComparingAction->setEnabled(false);
    connect(m_stopComparingAction, &QAction::triggered, this, [this] {
        m_trafficView->compareWith({});
        m_stopComparingAction->setEnabled(false);
    });
}

void TrafficWindow::buildMenus()
{
    NetPlot *plot = m_trafficView->plot();
    QAction *open = createAction(u"document-open"_s, i18nc("@action:inmenu", "&Open Trace…"), QKeySequence(QKeySequence::Open));
    connect(open, &QAction::triggered, this, [this] {
        askForFile(i18nc("@title:window", "Open Trace"), [this](const QString &path) {
            this->open(path);
        });
    });
    QAction *close = createAction(u"window-close"_s, i18nc("@action:inmenu", "&Close"), QKeySequence(QKeySequence::Close));
    connect(close, &QAction::triggered, this, &QWidget::close);
    QAction *zoomIn = createAction(u"zoom-in"_s, i18nc("@action:inmenu", "Zoom &In"), QKeySequence(QKeySequence::ZoomIn));
    connect(zoomIn, &QAction::triggered, plot, &NetPlot::zoomIn);
    QAction *zoomOut = createAction(u"zoom-out"_s, i18nc("@action:inmenu", "Zoom &Out"), QKeySequence(QKeySequence::ZoomOut));
    connect(zoomOut, &QAction::triggered, plot, &NetPlot::zoomOut);
    QAction *showAll = createAction(u"zoom-fit-best"_s, i18nc("@action:inmenu", "Show &All"), QKeySequence(Qt::CTRL | Qt::Key_0));
    connect(showAll, &QAction::triggered, plot, &NetPlot::showAll);
    const QList<QAction *> zoomActions{zoomIn, zoomOut, showAll, m_zoomToRangeAction};
    const QList<QAction *> modeActions{m_recordAction, m_followLiveTraceAction, m_selectAction};

    QMenu *file = menuBar()->addMenu(i18nc("@title:menu", "&Trace"));
    file->addAction(open);
    file->addActions(m_trafficSaver->actions());
    file->addSeparator();
    m_compareMenu->setIcon(QIcon::fromTheme(u"view-split-left-right"_s));
    file->addMenu(m_compareMenu);
    connect(m_compareMenu, &QMenu::aboutToShow, this, &TrafficWindow::fillCompareMenu);
    fillCompareMenu();
    file->addAction(m_recordAction);
    file->addSeparator();
    file->addAction(close);
    QMenu *view = menuBar()->addMenu(i18nc("@title:menu", "&View"));
    view->addActions(zoomActions);
    view->addSeparator();
    view->addActions({m_followLiveTraceAction, m_selectAction});

    QToolBar *bar = addToolBar(i18nc("@title:menu", "X Traffic Toolbar"));
    bar->setObjectName(u"trafficBar"_s);
    bar->setMovable(false);
    bar->addWidget(m_sourceBox);
    bar->addWidget(m_connectionBox);
    bar->addSeparator();
    bar->addActions(modeActions);
    bar->addSeparator();
    bar->addActions(zoomActions);
    for (QAction *action : modeActions) {
        if (auto *button = qobject_cast<QToolButton *>(bar->widgetForAction(action))) {
            // Shows the text, too, because no icon explains these actions.
            button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        }
    }
}

void TrafficWindow::refreshSources()
{
    m_listedSources = m_querySources ? m_querySources() : QList<TrafficSource>();
    if (!m_openedTracePath.isEmpty()) {
        m_listedSources.append({.id = openedId,
                                .label = i18nc("@item:inlistbox a file that was opened", "File %1", displayText(QFileInfo(m_openedTracePath).fileName(), 60)),
                                .log = {},
                                .file = m_openedTracePath,
                                .currentLinkFigures = {}});
    }
    m_sourceBox->clear();
    int current = -1;
    for (const TrafficSource &source : std::as_const(m_listedSources)) {
        m_sourceBox->addItem(QIcon::fromTheme(source.log ? u"media-playback-start"_s : u"document-open"_s), source.label);
        if (source.id == m_currentSourceId) {
            current = m_sourceBox->count() - 1;
        }
    }
    m_sourceBox->setCurrentIndex(current);
    if (current >= 0 && m_liveTraceLog && m_listedSources[current].log != m_liveTraceLog && m_listedSources[current].log) {
        setSource(m_listedSources[current]); // the program was restarted in another session: show the new session's trace
    }
    // The display mode was changed, or the instrument disconnected: the trace stays visible.
    if (m_liveTraceLog && !isLogGrowing()) {
        setRecording(false);
        m_trafficView->plot()->setFollowMode(false);
    }
    updateActions();
}

void TrafficWindow::chooseSource(const QString &id)
{
    refreshSources();
    for (qsizetype i = 0; i < m_listedSources.size(); ++i) {
        if (m_listedSources[i].id == id) {
            m_sourceBox->setCurrentIndex(static_cast<int>(i));
            setSource(m_listedSources[i]);
            return;
        }
    }
}

void TrafficWindow::open(const QString &file)
{
    m_openedTracePath = file;
    m_currentSourceId = openedId;
    refreshSources();
    chooseSource(openedId);
}

void TrafficWindow::setSource(const TrafficSource &source)
{
    if (source.log && source.log == m_liveTraceLog && source.id == m_currentSourceId) {
        return; // this live trace is already shown: its recording and scrolling continue
    }
    setRecording(false);
    m_recordedRange.reset();
    m_messageWidget->hide(); // the message was about another source
    m_currentSourceId = source.id;
    m_liveTraceLog = source.log;
    const quint64 wanted = ++m_newestReadNumber;
    m_trafficView->plot()->setFollowMode(false);
    if (m_liveTraceLog) {
        // Read before the snapshot is taken: messages that arrive in between cause another update.
        m_shownLogRevision = m_liveTraceLog->revision();
        showTrace(m_liveTraceLog->snapshot());
        setLinkFiguresToAssess(source.currentLinkFigures);
    } else {
        TrafficFiles::load(source.file, this, [this, wanted, source](const TrafficFiles::Loaded &loaded) {
            if (wanted != m_newestReadNumber) {
                return;
            }
            if (loaded) {
                showTrace(*loaded);
                setLinkFiguresToAssess(source.currentLinkFigures);
            } else {
                m_trafficView->clear();
                showMessage(loaded.error(), true);
            }
            updateActions();
        });
    }
    updateActions();
}

void TrafficWindow::showTrace(const XTrace &trace)
{
    m_trafficView->setTrace(trace);
    updateActions();
}

void TrafficWindow::showNoTrace(const QString &why)
{
    setRecording(false);
    m_recordedRange.reset();
    m_currentSourceId.clear();
    m_liveTraceLog.reset();
    ++m_newestReadNumber;
    m_trafficView->plot()->setFollowMode(false);
    m_trafficView->plot()->clearSelection();
    m_trafficView->clear();
    refreshSources();
    m_messageWidget->setMessageType(KMessageWidget::Information);
    m_messageWidget->setText(why);
    m_messageWidget->animatedShow();
}

void TrafficWindow::setLinkFiguresToAssess(const std::optional<XLinkFigures> &figures)
{
    m_linkFiguresForAssessment = figures;
    m_trafficView->setFiguresForAssessment(figures,
                                           m_queryAppFigures && m_trafficView->trace() ? m_queryAppFigures(m_trafficView->trace()->title) : VncAppFigures());
}

/// Updates the view when the program sends messages or the figures of the link change.
void TrafficWindow::refreshTrace()
{
    if (m_trafficView->isBusy() || std::chrono::steady_clock::now() < m_nextSummaryAllowedAt) {
        return;
    }
    updateLinkFigures();
    const NetPlot *plot = m_trafficView->plot();
    // True: the finished recording is shown. It is not replaced by newer messages, because the log may have discarded a part of it.
    const bool isHeld = m_recordedRange && plot->selectedRange() == m_recordedRange && !plot->isFollowMode();
    if (!m_liveTraceLog || isHeld || m_liveTraceLog->revision() == m_shownLogRevision) {
        return;
    }
    m_shownLogRevision = m_liveTraceLog->revision();
    const XTrace trace = m_liveTraceLog->snapshot();
    // Another start time of the trace means that the program was restarted.
    if (m_recordingStartUsec && trace.begin != m_recordedTraceBegin) {
        m_recordingStartUsec = 0;
        m_recordedTraceBegin = trace.begin;
    }
    m_trafficView->setTrace(trace);
}

void TrafficWindow::updateLinkFigures()
{
    const QList<TrafficSource> known = m_querySources && m_trafficView->trace() ? m_querySources() : QList<TrafficSource>();
    const auto current = std::ranges::find(known, m_currentSourceId, &TrafficSource::id);
    if (current != known.end() && isNotablyDifferent(m_linkFiguresForAssessment, current->currentLinkFigures)) {
        setLinkFiguresToAssess(current->currentLinkFigures);
    }
}

void TrafficWindow::setRecording(bool recording)
{
    m_recordAction->setChecked(recording);
    m_recordAction->setText(recording ? i18nc("@action:inmenu of what is being recorded", "Stop &Recording")
                                      : i18nc("@action:inmenu records every X message from now on", "&Record"));
    m_recordAction->setIcon(QIcon::fromTheme(recording ? u"media-playback-stop"_s : u"media-record"_s));
    if (!m_liveTraceLog || recording == m_recordingStartUsec.has_value()) {
        return;
    }
    const XTrace trace = m_liveTraceLog->snapshot();
    const std::int64_t now = m_liveTraceLog->microseconds(XStreamObserver::Clock::now());
    m_liveTraceLog->setRecording(recording);
    if (recording) {
        m_recordingStartUsec = now;
        m_recordedTraceBegin = trace.begin;
        m_recordedRange.reset();
        m_trafficView->plot()->setFollowMode(true);
    } else {
        const std::int64_t recordedFrom = *std::exchange(m_recordingStartUsec, {});
        // If the program was restarted during the recording, the recording is the whole new trace, which begins at 0.
        const std::int64_t from = trace.begin == m_recordedTraceBegin ? recordedFrom : 0;
        m_recordedRange = NetPlot::Range{from, std::max(now, from + 1)};
        m_trafficView->setTrace(trace);
        m_trafficView->plot()->setFollowMode(false);
        m_trafficView->plot()->setSelectedRange(m_recordedRange);
        m_trafficView->plot()->zoomToSelection();
    }
}

void TrafficWindow::askForFile(const QString &title, const std::function<void(const QString &)> &onFileChosen)
{
    auto *dialog = new QFileDialog(this, title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({i18nc("@item:inlistbox files", "Traces of X messages (*.jsonl)"), i18nc("@item:inlistbox files", "All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, onFileChosen);
    dialog->open();
}

void TrafficWindow::fillCompareMenu()
{
    m_compareMenu->clear();
    for (const TrafficSource &source : std::as_const(m_listedSources)) {
        if (source.id == m_currentSourceId) {
            continue;
        }
        QAction *action = m_compareMenu->addAction(QString(source.label).replace(u'&', u"&&"_s));
        connect(action, &QAction::triggered, this, [this, source] {
            compareWith(source);
        });
    }
    QAction *file = m_compareMenu->addAction(QIcon::fromTheme(u"document-open"_s), i18nc("@action:inmenu a trace to compare with", "&File…"));
    connect(file, &QAction::triggered, this, [this] {
        askForFile(i18nc("@title:window", "Compare With"), [this](const QString &path) {
            compareWithFile(path);
        });
    });
    m_compareMenu->addSeparator();
    m_compareMenu->addAction(m_stopComparingAction);
}

void TrafficWindow::compareWith(const TrafficSource &source)
{
    if (source.log) {
        m_trafficView->compareWith(source.log->snapshot());
        m_stopComparingAction->setEnabled(true);
    } else {
        compareWithFile(source.file);
    }
}

void TrafficWindow::compareWithFile(const QString &path)
{
    TrafficFiles::load(path, this, [this](const TrafficFiles::Loaded &loaded) {
        if (loaded) {
            m_trafficView->compareWith(*loaded);
            m_stopComparingAction->setEnabled(true);
        } else {
            showMessage(loaded.error(), true);
        }
    });
}

void TrafficWindow::updateActions()
{
    const bool hasTrace = m_trafficView->trace().has_value();
    for (QAction *action : m_trafficSaver->actions()) {
        action->setEnabled(hasTrace);
    }
    m_recordAction->setEnabled(isLogGrowing());
    m_followLiveTraceAction->setEnabled(isLogGrowing());
    m_compareMenu->setEnabled(hasTrace);
    m_zoomToRangeAction->setEnabled(m_trafficView->plot()->selectedRange().has_value());
}

void TrafficWindow::showMessage(const QString &text, bool isTrouble)
{
    m_messageWidget->setMessageType(isTrouble ? KMessageWidget::Error : KMessageWidget::Positive);
    m_messageWidget->setText(text);
    m_messageWidget->animatedShow();
}

void TrafficWindow::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::WindowStateChange) {
        isMinimized() ? m_pollTimer.stop() : m_pollTimer.start();
    }
    QMainWindow::changeEvent(event);
}

void TrafficWindow::showEvent(QShowEvent *event)
{
    QMainWindow::showEvent(event);
    refreshSources();
    m_pollTimer.start();
}

void TrafficWindow::hideEvent(QHideEvent *event)
{
    QMainWindow::hideEvent(event);
    m_pollTimer.stop();
}
}
