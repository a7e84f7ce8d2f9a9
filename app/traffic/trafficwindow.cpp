// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/traffic/trafficwindow.h"

#include "app/traffic/connectionbox.h"
#include "app/traffic/trafficfiles.h"
#include "app/traffic/trafficsaver.h"
#include "sessions/common/displaytext.h"
#include "widgets/traffic/netplot.h"
#include "widgets/traffic/trafficview.h"

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
/// Time between two updates: users would not notice faster ones.
constexpr std::chrono::milliseconds pollPause(400);
/// The pause after summing up a trace, as a multiple of the time that it took. Summing up a long trace takes some
/// tenths of a second; so it uses at most a fifth of a core.
constexpr int restFactor = 4;
const QString openedId = u"opened"_s;

/// True: the figures differ enough to assess the trace again.
bool isOther(const std::optional<XLinkFigures> &a, const std::optional<XLinkFigures> &b)
{
    if (!a || !b || a->bytesPerSecond != b->bytesPerSecond) {
        return a != b;
    }
    using namespace std::chrono_literals;
    return std::chrono::abs(a->roundTrip - b->roundTrip) > std::max<std::chrono::microseconds>(a->roundTrip / 5, 1ms);
}
}

TrafficWindow::TrafficWindow(const Sources &sources, const AppFigures &app, QWidget *parent)
    : QMainWindow(parent)
    , m_sources(sources)
    , m_appFigures(app)
    , m_view(new TrafficView)
    , m_saver(new TrafficSaver(m_view, this))
    , m_message(new KMessageWidget)
    , m_choice(new QComboBox)
    , m_connection(new ConnectionBox)
    , m_compare(new QMenu(i18nc("@title:menu another trace", "Co&mpare With"), this))
{
    setWindowTitle(i18nc("@title:window", "X Traffic"));
    setObjectName(u"traffic"_s);
    auto *center = new QWidget;
    auto *column = new QVBoxLayout(center);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_message->setTextFormat(Qt::PlainText); // plain text, because it contains paths and program names
    m_message->setWordWrap(true);
    m_message->hide();
    column->addWidget(m_message);
    column->addWidget(m_view, 1);
    setCentralWidget(center);

    m_choice->setAccessibleName(i18nc("@label:listbox", "Program or saved trace"));
    m_choice->setToolTip(i18nc("@info:tooltip", "Running programs and saved traces"));
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_choice->setPlaceholderText(i18nc("@item:inlistbox", "No program is shown as x11"));
    m_compare->setObjectName(u"compare"_s);

    buildActions();
    buildMenus();
    connect(m_choice, &QComboBox::activated, this, [this](int row) {
        if (row >= 0 && row < m_known.size()) {
            setSource(m_known[row]);
        }
    });
    connect(m_connection, &ConnectionBox::chosen, m_view, &TrafficView::setConnection);
    connect(m_view, &TrafficView::summedUp, m_connection, [this](const TrafficSummary &summary) {
        m_connection->setConnections(summary.index->trace().connections);
    });
    connect(m_saver, &TrafficSaver::saved, this, [this](const QString &path) {
        showMessage(i18nc("@info %1: a file", "Saved as %1.", QDir::toNativeSeparators(path)), false);
    });
    connect(m_saver, &TrafficSaver::failed, this, [this](const QString &why) {
        showMessage(why, true);
    });
    connect(m_view, &TrafficView::summedUp, this, [this](const TrafficSummary &summary) {
        m_restUntil = std::chrono::steady_clock::now() + summary.took * restFactor;
    });
    connect(m_view->plot(), &NetPlot::followingChanged, m_follow, &QAction::setChecked);
    connect(m_view->plot(), &NetPlot::chosenChanged, this, &TrafficWindow::showState);
    m_poll.setInterval(pollPause);
    connect(&m_poll, &QTimer::timeout, this, &TrafficWindow::checkSource);
    refreshSources();
    if (!m_known.isEmpty()) {
        setSource(m_known.first());
    }
    showState();
    m_view->plot()->setFocus();
}

TrafficWindow::~TrafficWindow()
{
    setRecording(false);
}

TrafficView *TrafficWindow::view() const
{
    return m_view;
}

QAction *TrafficWindow::add(const QString &icon, const QString &text, const QKeySequence &key, const std::function<void()> &slot)
{
    auto *action = new QAction(QIcon::fromTheme(icon), text, this);
    action->setShortcut(key);
    connect(action, &QAction::triggered, this, slot);
    return action;
}

void TrafficWindow::buildActions()
{
    NetPlot *plot = m_view->plot();
    m_record = add(u"media-record"_s, i18nc("@action:inmenu records every X message from now on", "&Record"), QKeySequence(Qt::CTRL | Qt::Key_R), [this] {
        setRecording(m_record->isChecked());
    });
    m_record->setCheckable(true);
    m_record->setToolTip(i18nc("@info:tooltip", "Records every message from now on, up to four million; Stop Recording chooses them as the range"));
    m_follow = add(u"go-last"_s, i18nc("@action:inmenu the newest X messages stay in view", "&Follow"), QKeySequence(Qt::CTRL | Qt::Key_F), [this] {
        m_view->plot()->setFollowing(m_follow->isChecked());
    });
    m_follow->setCheckable(true);
    m_follow->setToolTip(i18nc("@info:tooltip", "Keeps the newest messages in view"));
    m_select = add(u"edit-select"_s, i18nc("@action:inmenu a mode: dragging chooses a range", "&Choose Range"), QKeySequence(Qt::CTRL | Qt::Key_E), [this] {
        m_view->plot()->setChoosing(m_select->isChecked());
    });
    m_select->setCheckable(true);
    m_select->setToolTip(i18nc("@info:tooltip", "Chooses a range by dragging instead of moving the view; Shift does so at any time"));
    m_zoomIn = add(u"zoom-in"_s, i18nc("@action:inmenu", "Zoom &In"), QKeySequence(QKeySequence::ZoomIn), [plot] {
        plot->zoomIn();
    });
    m_zoomOut = add(u"zoom-out"_s, i18nc("@action:inmenu", "Zoom &Out"), QKeySequence(QKeySequence::ZoomOut), [plot] {
        plot->zoomOut();
    });
    m_all = add(u"zoom-fit-best"_s, i18nc("@action:inmenu", "Show &All"), QKeySequence(Qt::CTRL | Qt::Key_0), [plot] {
        plot->showAll();
    });
    m_range = add(u"zoom-fit-width"_s, i18nc("@action:inmenu of a plot", "&Show Range"), QKeySequence(Qt::CTRL | Qt::Key_G), [plot] {
        plot->showChosen();
    });
    m_open = add(u"document-open"_s, i18nc("@action:inmenu", "&Open Trace…"), QKeySequence(QKeySequence::Open), [this] {
        askForFile(i18nc("@title:window", "Open Trace"), [this](const QString &path) {
            open(path);
        });
    });
    m_close = add(u"window-close"_s, i18nc("@action:inmenu", "&Close"), QKeySequence(QKeySequence::Close), [this] {
        close();
    });
    m_stopComparing = add(u"edit-clear"_s, i18nc("@action:inmenu", "&Stop Comparing"), QKeySequence(), [this] {
        m_view->compareWith({});
        m_stopComparing->setEnabled(false);
    });
    m_stopComparing->setEnabled(false);
}

void TrafficWindow::buildMenus()
{
    QMenu *file = menuBar()->addMenu(i18nc("@title:menu", "&Trace"));
    file->addAction(m_open);
    file->addActions(m_saver->actions());
    file->addSeparator();
    m_compare->setIcon(QIcon::fromTheme(u"view-split-left-right"_s));
    file->addMenu(m_compare);
    connect(m_compare, &QMenu::aboutToShow, this, &TrafficWindow::fillCompare);
    fillCompare();
    file->addAction(m_record);
    file->addSeparator();
    file->addAction(m_close);
    QMenu *view = menuBar()->addMenu(i18nc("@title:menu", "&View"));
    view->addActions({m_zoomIn, m_zoomOut, m_all, m_range});
    view->addSeparator();
    view->addActions({m_follow, m_select});

    QToolBar *bar = addToolBar(i18nc("@title:menu", "X Traffic Toolbar"));
    bar->setObjectName(u"trafficBar"_s);
    bar->setMovable(false);
    bar->addWidget(m_choice);
    bar->addWidget(m_connection);
    bar->addSeparator();
    bar->addActions({m_record, m_follow, m_select});
    bar->addSeparator();
    bar->addActions({m_zoomIn, m_zoomOut, m_all, m_range});
    for (QAction *action : {m_record, m_follow, m_select}) {
        if (auto *button = qobject_cast<QToolButton *>(bar->widgetForAction(action))) {
            // Shows the text, too, because no icon explains these actions.
            button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        }
    }
}

void TrafficWindow::refreshSources()
{
    m_known = m_sources ? m_sources() : QList<TrafficSource>();
    if (!m_opened.isEmpty()) {
        m_known.append({.id = openedId,
                        .label = i18nc("@item:inlistbox a file that was opened", "File %1", displayText(QFileInfo(m_opened).fileName(), 60)),
                        .log = {},
                        .file = m_opened,
                        .now = {}});
    }
    m_choice->clear();
    int current = -1;
    for (const TrafficSource &source : std::as_const(m_known)) {
        m_choice->addItem(QIcon::fromTheme(source.log ? u"media-playback-start"_s : u"document-open"_s), source.label);
        if (source.id == m_current) {
            current = m_choice->count() - 1;
        }
    }
    m_choice->setCurrentIndex(current);
    if (current >= 0 && m_log && m_known[current].log != m_log && m_known[current].log) {
        setSource(m_known[current]); // the program was restarted in another session: show the new session's trace
    }
    // The display mode was changed, or the instrument disconnected: the trace stays visible.
    if (m_log && !isWritten()) {
        setRecording(false);
        m_view->plot()->setFollowing(false);
    }
    showState();
}

void TrafficWindow::choose(const QString &id)
{
    refreshSources();
    for (qsizetype i = 0; i < m_known.size(); ++i) {
        if (m_known[i].id == id) {
            m_choice->setCurrentIndex(static_cast<int>(i));
            setSource(m_known[i]);
            return;
        }
    }
}

void TrafficWindow::open(const QString &file)
{
    m_opened = file;
    m_current = openedId;
    refreshSources();
    choose(openedId);
}

void TrafficWindow::setSource(const TrafficSource &source)
{
    if (source.log && source.log == m_log && source.id == m_current) {
        return; // this source is already shown: do not interrupt recording and following
    }
    setRecording(false);
    m_recorded.reset();
    m_message->hide(); // the message was about another source
    m_current = source.id;
    m_log = source.log;
    const quint64 wanted = ++m_wanted;
    m_view->plot()->setFollowing(false);
    if (m_log) {
        // Read before the snapshot is taken: messages that arrive in between cause another update.
        m_revision = m_log->revision();
        present(m_log->snapshot());
        setJudgedLink(source.now);
    } else {
        TrafficFiles::load(source.file, this, [this, wanted, source](const TrafficFiles::Loaded &loaded) {
            if (wanted != m_wanted) {
                return;
            }
            if (loaded) {
                present(*loaded);
                setJudgedLink(source.now);
            } else {
                m_view->clear();
                showMessage(loaded.error(), true);
            }
            showState();
        });
    }
    showState();
}

void TrafficWindow::present(const XTrace &trace)
{
    m_view->setTrace(trace);
    showState();
}

void TrafficWindow::showNone(const QString &why)
{
    setRecording(false);
    m_recorded.reset();
    m_current.clear();
    m_log.reset();
    ++m_wanted;
    m_view->plot()->setFollowing(false);
    m_view->plot()->clearChosen();
    m_view->clear();
    refreshSources();
    m_message->setMessageType(KMessageWidget::Information);
    m_message->setText(why);
    m_message->animatedShow();
}

void TrafficWindow::setJudgedLink(const std::optional<XLinkFigures> &now)
{
    m_now = now;
    m_view->setLink(now, m_appFigures && m_view->trace() ? m_appFigures(m_view->trace()->title) : XAppFigures());
}

/// Updates the view when the program sends messages or the figures of the link change.
void TrafficWindow::checkSource()
{
    if (m_view->isBusy() || std::chrono::steady_clock::now() < m_restUntil) {
        return;
    }
    lookAtLink();
    const NetPlot *plot = m_view->plot();
    // True: keep the shown recording, because the log now has less of it.
    const bool isHeld = m_recorded && plot->chosen() == m_recorded && !plot->isFollowing();
    if (!m_log || isHeld || m_log->revision() == m_revision) {
        return;
    }
    m_revision = m_log->revision();
    const XTrace trace = m_log->snapshot();
    // Another start time of the trace means that the program was restarted.
    if (m_recordedFrom && trace.begin != m_recordedRun) {
        m_recordedFrom = 0;
        m_recordedRun = trace.begin;
    }
    m_view->setTrace(trace);
}

void TrafficWindow::lookAtLink()
{
    const QList<TrafficSource> known = m_sources && m_view->trace() ? m_sources() : QList<TrafficSource>();
    const auto current = std::ranges::find(known, m_current, &TrafficSource::id);
    if (current != known.end() && isOther(m_now, current->now)) {
        setJudgedLink(current->now);
    }
}

bool TrafficWindow::isWritten() const
{
    return m_log && std::ranges::contains(m_known, m_log, &TrafficSource::log);
}

void TrafficWindow::setRecording(bool recording)
{
    m_record->setChecked(recording);
    m_record->setText(recording ? i18nc("@action:inmenu of what is being recorded", "Stop &Recording")
                                : i18nc("@action:inmenu records every X message from now on", "&Record"));
    m_record->setIcon(QIcon::fromTheme(recording ? u"media-playback-stop"_s : u"media-record"_s));
    if (!m_log || recording == m_recordedFrom.has_value()) {
        return;
    }
    const XTrace trace = m_log->snapshot();
    const std::int64_t now = m_log->microseconds(XStreamObserver::Clock::now());
    m_log->setRecording(recording);
    if (recording) {
        m_recordedFrom = now;
        m_recordedRun = trace.begin;
        m_recorded.reset();
        m_view->plot()->setFollowing(true);
    } else {
        const std::int64_t recordedFrom = *std::exchange(m_recordedFrom, {});
        // 0 if the program was restarted: then the whole trace was recorded.
        const std::int64_t from = trace.begin == m_recordedRun ? recordedFrom : 0;
        m_recorded = NetPlot::Range{from, std::max(now, from + 1)};
        m_view->setTrace(trace);
        m_view->plot()->setFollowing(false);
        m_view->plot()->setChosen(m_recorded);
        m_view->plot()->showChosen();
    }
}

void TrafficWindow::askForFile(const QString &title, const std::function<void(const QString &)> &chosen)
{
    auto *dialog = new QFileDialog(this, title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({i18nc("@item:inlistbox files", "Traces of X messages (*.jsonl)"), i18nc("@item:inlistbox files", "All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, chosen);
    dialog->open();
}

void TrafficWindow::fillCompare()
{
    m_compare->clear();
    for (const TrafficSource &source : std::as_const(m_known)) {
        if (source.id == m_current) {
            continue;
        }
        QAction *action = m_compare->addAction(QString(source.label).replace(u'&', u"&&"_s));
        connect(action, &QAction::triggered, this, [this, source] {
            compareWith(source);
        });
    }
    QAction *file = m_compare->addAction(QIcon::fromTheme(u"document-open"_s), i18nc("@action:inmenu a trace to compare with", "&File…"));
    connect(file, &QAction::triggered, this, [this] {
        askForFile(i18nc("@title:window", "Compare With"), [this](const QString &path) {
            compareWithFile(path);
        });
    });
    m_compare->addSeparator();
    m_compare->addAction(m_stopComparing);
}

void TrafficWindow::compareWith(const TrafficSource &source)
{
    if (source.log) {
        m_view->compareWith(source.log->snapshot());
        m_stopComparing->setEnabled(true);
    } else {
        compareWithFile(source.file);
    }
}

void TrafficWindow::compareWithFile(const QString &path)
{
    TrafficFiles::load(path, this, [this](const TrafficFiles::Loaded &loaded) {
        if (loaded) {
            m_view->compareWith(*loaded);
            m_stopComparing->setEnabled(true);
        } else {
            showMessage(loaded.error(), true);
        }
    });
}

void TrafficWindow::showState()
{
    const bool hasTrace = m_view->trace().has_value();
    for (QAction *action : m_saver->actions()) {
        action->setEnabled(hasTrace);
    }
    m_record->setEnabled(isWritten());
    m_follow->setEnabled(isWritten());
    m_compare->setEnabled(hasTrace);
    m_range->setEnabled(m_view->plot()->chosen().has_value());
}

void TrafficWindow::showMessage(const QString &text, bool isTrouble)
{
    m_message->setMessageType(isTrouble ? KMessageWidget::Error : KMessageWidget::Positive);
    m_message->setText(text);
    m_message->animatedShow();
}

void TrafficWindow::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::WindowStateChange) {
        isMinimized() ? m_poll.stop() : m_poll.start();
    }
    QMainWindow::changeEvent(event);
}

void TrafficWindow::showEvent(QShowEvent *event)
{
    QMainWindow::showEvent(event);
    refreshSources();
    m_poll.start();
}

void TrafficWindow::hideEvent(QHideEvent *event)
{
    QMainWindow::hideEvent(event);
    m_poll.stop();
}
}
