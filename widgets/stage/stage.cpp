// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/stage.h"

#include "sessions/desktops/desktopsession.h"
#include "sessions/xwindows/windowsession.h"
#include "widgets/common/windowmanager.h"
#include "widgets/stage/desktopframe.h"
#include "widgets/stage/fullscreensigns.h"
#include "widgets/stage/stagestrip.h"
#include "widgets/stage/stripreveal.h"
#include "widgets/stage/tilearea.h"
#include "widgets/stage/waitinglist.h"
#include "widgets/view/viewkeyboard.h"

#include <KLocalizedString>

#include <QCloseEvent>
#include <QPainter>
#include <QScreen>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace Nightdesk
{
Stage::Stage(QScreen *screen, const QString &screenName, const QList<DesktopSession *> &desktops, const StageLook &look)
    : m_strip(new StageStrip(screenName))
    , m_tiles(new TileArea)
    , m_waiting(new WaitingList(m_tiles))
    , m_column(new QVBoxLayout(this))
{
    setAttribute(Qt::WA_DeleteOnClose, false);
    setAttribute(Qt::WA_QuitOnClose, false);
    setAttribute(Qt::WA_ShowWithoutActivating);
    // Not a "full screen" state: window managers put that above everything, and X programs belong above the stage.
    setWindowFlags(Qt::Window | Qt::FramelessWindowHint | Qt::WindowStaysOnBottomHint);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(0);
    m_column->setSizeConstraint(QLayout::SetNoConstraint); // whatever it holds, a stage never reaches into the next monitor
    m_column->addWidget(m_strip);
    m_column->addWidget(m_tiles, 1);
    m_reveal = new StripReveal(this, m_strip, m_strip->menu());
    m_notices = new FullScreenSigns(this);
    connect(m_reveal, &StripReveal::shownChanged, this, [this](bool shown) {
        m_notices->setWanted(!shown);
    });
    connect(m_strip, &StageStrip::connectionTold, m_notices, &FullScreenSigns::setConnection);
    m_menu = new StageMenu(this, m_strip->menu(), m_strip->viewOnlyAction());
    m_strip->setReleaseKey(m_prefs.keys.key(ViewCommand::Leave).toString(QKeySequence::NativeText));
    connect(m_tiles, &TileArea::arranged, this, &Stage::arranged);
    connect(m_waiting, &WaitingList::wanted, this, &Stage::displayRequested);
    connect(m_strip, &StageStrip::desktopChosen, this, &Stage::focusDesktop);
    connect(m_strip, &StageStrip::answerRequested, this, &Stage::answerRequested);
    connect(m_strip, &StageStrip::troubleRequested, this, &Stage::consoleRequested);
    connect(m_strip, &StageStrip::desktopDragged, this, &Stage::dragged);
    connect(m_strip, &StageStrip::desktopDropped, this, &Stage::dropped);
    m_tiles->setTabbed(look.tabbed.contains(screenName));
    setDesktops(desktops, look);
    standOn(screen, screenName);
}

Stage::~Stage() = default;

void Stage::standOn(QScreen *screen, const QString &screenName)
{
    m_screen = screen;
    m_screenName = screenName;
    m_strip->setScreenName(screenName);
    showTitle();
    setScreen(screen);
    // One line short of the screen: a frameless window of exactly a screen's size counts as full screen for openbox and
    // Mutter, and while it has the focus they put it above the X programs and above our own window. Where that is wanted
    // there is no X program.
    const bool covers = isFullScreenStage() && m_windows.isEmpty();
    setGeometry(screen->geometry().adjusted(0, 0, 0, covers ? 0 : -1));
    if (std::exchange(m_covers, covers) != covers) {
        keepBelow(this, !covers);
    }
    Q_EMIT areaChanged(); // where X windows belong, though the size may be the same
}

const QScreen *Stage::standsOn() const
{
    return m_screen;
}

void Stage::leaveScreen()
{
    m_screen = nullptr;
    hide();
}

QList<DesktopSession *> Stage::desktops() const
{
    QList<DesktopSession *> sessions;
    for (const Tile &tile : m_desktops) {
        sessions.append(tile.session);
    }
    return sessions;
}

QStringList Stage::desktopKeys() const
{
    QStringList keys;
    for (const Tile &tile : m_desktops) {
        keys.append(tile.session->key());
    }
    return keys;
}

void Stage::keepLook(StageLook &look) const
{
    m_looks.keep(look);
    for (const Tile &tile : m_desktops) {
        m_looks.keepZoom(tile.session, tile.frame->view(), look);
    }
    look.tabbed.removeAll(m_screenName);
    if (isTabbed()) {
        look.tabbed.append(m_screenName);
    }
    if (m_tiles->isArranged()) {
        look.splits.insert(desktopKeys(), m_tiles->splits());
    } else {
        look.splits.remove(desktopKeys());
    }
}

void Stage::resetLook()
{
    m_looks.clear();
    m_tiles->setTabbed(false);
    m_tiles->evenOut();
    dress();
    for (const Tile &tile : std::as_const(m_desktops)) {
        tile.frame->view()->setScaling(RemoteView::Scaling::OneToOne);
        m_looks.chooseScaling(tile.frame->view());
    }
}

DesktopFrame *Stage::makeFrame(DesktopSession *session, const StageLook &look)
{
    auto *frame = new DesktopFrame(session);
    RemoteView *view = frame->view();
    view->keyboard()->setSettings(m_inputSettings);
    view->setPrefs(m_prefs);
    m_reveal->watch(view);
    m_reveal->watchPart(frame);
    connect(view, &RemoteView::releaseRequested, this, &Stage::leave);
    connect(view, &RemoteView::commandRequested, this, &Stage::obey);
    connect(view, &RemoteView::focused, this, [this, session] {
        makeCurrent(session);
    });
    connect(view, &RemoteView::zoomed, this, [this, view] {
        noteZoom(view);
    });
    connect(session, &Session::labelChanged, view, [this] {
        showTitle();
    });
    connect(session, &DesktopSession::pictureChanged, view, [this, view] {
        m_looks.chooseScaling(view);
    });
    view->installEventFilter(this);
    if (m_signs) {
        frame->setSigns(m_signs);
    }
    m_looks.restore(session, view, look);
    return frame;
}

void Stage::setDesktops(const QList<DesktopSession *> &desktops, const StageLook &look)
{
    QList<Tile> tiles;
    QList<QWidget *> frames;
    for (DesktopSession *session : desktops) {
        DesktopFrame *frame = frameOf(session);
        if (!frame) {
            frame = makeFrame(session, look);
        }
        tiles.append({session, frame});
        frames.append(frame);
    }
    const QList<Tile> before = std::exchange(m_desktops, tiles);
    m_tiles->setTiles(frames);
    for (const Tile &tile : before) {
        if (!desktops.contains(tile.session)) {
            m_looks.remove(tile.session); // Stages has them
            delete tile.frame;
        }
    }
    m_tiles->restoreSplits(look.splits.value(desktopKeys()));
    m_strip->setDesktops(desktops);
    m_waiting->setWanted(desktops.isEmpty());
    if (!desktops.contains(m_current)) {
        makeCurrent(desktops.value(0));
    }
    dress();
    for (const Tile &tile : std::as_const(m_desktops)) {
        m_looks.chooseScaling(tile.frame->view());
    }
}

void Stage::makeCurrent(DesktopSession *session)
{
    m_current = session;
    m_strip->setCurrent(session);
    if (DesktopFrame *frame = frameOf(session)) {
        m_tiles->setCurrent(frame);
    }
    showTitle();
}

/// Borders, titles and focus frames, as the desktops stand now.
void Stage::dress()
{
    const bool areSeveral = m_desktops.size() > 1 && !isTabbed();
    for (const Tile &tile : std::as_const(m_desktops)) {
        const QColor colour = m_looks.colour(tile.session);
        tile.frame->setColour(colour);
        tile.frame->setTitleShown(areSeveral);
        tile.frame->view()->setFocusFrame(areSeveral);
        m_strip->setColour(tile.session, colour);
    }
}

void Stage::setColour(DesktopSession *session, const std::optional<QString> &colour)
{
    if (!shows(session)) {
        return;
    }
    m_looks.setColour(session, colour);
    dress();
    Q_EMIT arranged();
}

void Stage::setPlace(const QString &place)
{
    m_place = place;
    showTitle();
}

void Stage::showTitle()
{
    QString title =
        m_screenName.isEmpty() ? i18nc("@title:window", "Nightdesk Viewer") : i18nc("@title:window a screen's name", "Nightdesk Viewer: %1", m_screenName);
    if (m_current) {
        title = i18nc("@title:window %1 is a desktop’s title, %2 the viewer window that it is in", "%1 – %2", m_current->label(), title);
    }
    if (!m_place.isEmpty()) {
        title = i18nc("@title:window %1 is what is shown there, %2 an instrument, a site and an account", "%1 – %2", title, m_place);
    }
    setWindowTitle(title);
    setAccessibleName(title);
}

void Stage::setPrefs(const ViewPrefs &prefs)
{
    m_prefs = prefs;
    m_menu->setPrefs(prefs);
    m_strip->setReleaseKey(prefs.keys.key(ViewCommand::Leave).toString(QKeySequence::NativeText));
    for (const Tile &tile : std::as_const(m_desktops)) {
        tile.frame->view()->setPrefs(prefs);
    }
}

void Stage::setScreens(const QList<ScreenPlace> &screens)
{
    m_menu->setScreens(screens);
}

void Stage::noteZoom(const RemoteView *view)
{
    if (view->session()) {
        m_looks.setScaling(view->session(), view->scaling());
        Q_EMIT arranged();
    }
}

void Stage::obey(ViewCommand command)
{
    const qsizetype at = desktops().indexOf(m_current);
    const auto count = m_desktops.size();
    switch (command) {
    case ViewCommand::FullScreen:
        setFullScreenStage(!isFullScreenStage());
        return;
    case ViewCommand::Strip:
        m_reveal->toggle();
        return;
    case ViewCommand::NextDesktop:
    case ViewCommand::PreviousDesktop:
        if (count > 1) {
            focusDesktop(m_desktops.at((at + (command == ViewCommand::NextDesktop ? 1 : count - 1)) % count).session);
        }
        return;
    case ViewCommand::NextScreen:
    case ViewCommand::PreviousScreen:
        if (m_current) {
            Q_EMIT stepRequested(m_current, command == ViewCommand::NextScreen ? 1 : -1);
        }
        return;
    case ViewCommand::Leave:
        leave();
        return;
    case ViewCommand::Lens:
    case ViewCommand::Figures:
    case ViewCommand::ZoomIn:
    case ViewCommand::ZoomOut:
    case ViewCommand::ActualSize:
    case ViewCommand::Fit:
        if (RemoteView *view = currentView()) {
            view->obey(command);
        }
    }
}

void Stage::leave()
{
    for (const Tile &tile : std::as_const(m_desktops)) {
        tile.frame->view()->setLens(false);
    }
    setFullScreenStage(false);
    Q_EMIT consoleRequested();
}

bool Stage::isTabbed() const
{
    return m_tiles->isTabbed();
}

void Stage::setTabbed(bool tabbed)
{
    if (tabbed == isTabbed()) {
        return;
    }
    m_tiles->setTabbed(tabbed);
    dress();
    Q_EMIT arranged();
}

bool Stage::isFullScreenStage() const
{
    return m_reveal->isHiding();
}

void Stage::setFullScreenStage(bool full)
{
    if (full == isFullScreenStage()) {
        return;
    }
    if (full) {
        m_column->removeWidget(m_strip);
    } else {
        m_column->insertWidget(0, m_strip);
    }
    m_reveal->setHiding(full);
    if (m_screen) {
        standOn(m_screen, m_screenName);
    }
}

void Stage::setDropTarget(bool target)
{
    if (std::exchange(m_isDropTarget, target) != target) {
        m_strip->setDropHint(target);
    }
}

DesktopFrame *Stage::frameOf(const DesktopSession *session) const
{
    const auto found = std::ranges::find(m_desktops, session, &Tile::session);
    return found == m_desktops.end() ? nullptr : found->frame;
}

RemoteView *Stage::viewOf(const DesktopSession *session) const
{
    const DesktopFrame *frame = frameOf(session);
    return frame ? frame->view() : nullptr;
}

bool Stage::shows(const DesktopSession *session) const
{
    return frameOf(session) != nullptr;
}

DesktopSession *Stage::current() const
{
    return m_current;
}

RemoteView *Stage::currentView() const
{
    return viewOf(m_current);
}

void Stage::focusDesktop(DesktopSession *session)
{
    if (RemoteView *view = viewOf(session)) {
        makeCurrent(session);
        activateWindow();
        view->setFocus(Qt::OtherFocusReason);
    }
}

void Stage::setInputSettings(const InputSettings &settings)
{
    m_inputSettings = settings;
    for (const Tile &tile : std::as_const(m_desktops)) {
        tile.frame->view()->keyboard()->setSettings(settings);
    }
}

void Stage::setAsking(const QString &words)
{
    m_strip->setAsking(words);
    m_notices->setAsking(words);
}

void Stage::setKeyboard(const QString &words)
{
    m_strip->setKeyboard(words);
}

void Stage::setSigns(NightSigns *signs)
{
    m_signs = signs;
    m_strip->setSigns(signs);
    m_notices->setSigns(signs);
    for (const Tile &tile : std::as_const(m_desktops)) {
        tile.frame->setSigns(signs);
    }
    m_menu->setSigns(signs);
}

void Stage::setBelonging(const QList<Session *> &sessions)
{
    m_waiting->setSessions(sessions);
}

void Stage::setWindows(const QList<Session *> &windows)
{
    const bool were = !m_windows.isEmpty();
    m_windows = windows;
    QList<WindowSession *> foreign; // the others say in their own windows how they are
    for (Session *session : windows) {
        if (auto *window = qobject_cast<WindowSession *>(session)) {
            foreign.append(window);
        }
    }
    m_strip->setWindows(foreign);
    if (were == windows.isEmpty() && isFullScreenStage() && m_screen) {
        standOn(m_screen, m_screenName); // it covers them, or may cover all
    }
}

QRect Stage::toRoot(const QRect &local) const
{
    if (!m_screen) {
        return {};
    }
    // On X11 Qt keeps a screen's origin in root pixels and divides sizes by its pixel ratio.
    const qreal ratio = m_screen->devicePixelRatio();
    const QPoint origin = m_screen->geometry().topLeft();
    return QRect(origin + (QPointF(local.topLeft()) * ratio).toPoint(), (QSizeF(local.size()) * ratio).toSize());
}

QRect Stage::areaOnRoot() const
{
    return toRoot(m_tiles->geometry());
}

QRect Stage::area() const
{
    return m_screen ? m_tiles->geometry().translated(m_screen->geometry().topLeft()) : QRect();
}

QRect Stage::rectOnRoot(const DesktopSession *session) const
{
    const RemoteView *view = viewOf(session);
    if (!view) {
        return {};
    }
    const QRect picture = view->remoteRectOnWidget();
    const QRect local = picture.isNull() ? view->rect() : picture;
    return toRoot(QRect(view->mapTo(this, local.topLeft()), local.size()));
}

QSize Stage::roomOf(const DesktopSession *session) const
{
    const RemoteView *view = viewOf(session);
    return view ? (QSizeF(view->size()) * view->devicePixelRatioF()).toSize() : QSize();
}

void Stage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    lower();
    for (const Tile &tile : std::as_const(m_desktops)) {
        m_looks.chooseScaling(tile.frame->view());
    }
}

void Stage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    Q_EMIT areaChanged();
}

bool Stage::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize) { // a tile has other neighbours: what was too large for it may fit
        if (auto *view = qobject_cast<RemoteView *>(watched)) {
            m_looks.chooseScaling(view);
        }
    }
    return QWidget::eventFilter(watched, event);
}

void Stage::closeEvent(QCloseEvent *event)
{
    // The window manager's own ways to close a window (a key meant for a program below, a task bar) would leave the desktops
    // without a place. They are ended from the console.
    if (event->spontaneous()) {
        event->ignore();
        Q_EMIT consoleRequested();
        return;
    }
    QWidget::closeEvent(event);
}

void Stage::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Dark).darker(180));
}
}
