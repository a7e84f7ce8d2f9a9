// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage.h"

#include "sessions/desktops/desktopsession.h"
#include "widgets/nightsigns.h"
#include "widgets/ownkeys.h"
#include "widgets/specialkeysmenu.h"
#include "widgets/stagestrip.h"
#include "widgets/viewbell.h"
#include "widgets/viewkeyboard.h"

#include <KLocalizedString>

#include <QAction>
#include <QActionGroup>
#include <QCloseEvent>
#include <QGuiApplication>
#include <QMenu>
#include <QPainter>
#include <QScreen>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace Nightdesk
{
Stage::Stage(QScreen *screen, const QString &screenName, const QList<DesktopSession *> &desktops, const StageLook &look)
    : m_desktops(desktops)
    , m_strip(new StageStrip(screenName))
{
    setAttribute(Qt::WA_DeleteOnClose, false);
    setAttribute(Qt::WA_QuitOnClose, false);
    setAttribute(Qt::WA_ShowWithoutActivating);
    // Not a "full screen" state: window managers put that above everything, and X programs belong above the stage.
    setWindowFlags(Qt::Window | Qt::FramelessWindowHint | Qt::WindowStaysOnBottomHint);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->setSizeConstraint(QLayout::SetNoConstraint); // whatever it holds, a stage never reaches into the next monitor
    column->addWidget(m_strip);
    buildTiles(look);
    column->addWidget(m_content, 1);
    buildMenu();
    m_strip->setReleaseKey(ViewKeys::defaultKey(ViewCommand::Leave).toString(QKeySequence::NativeText));
    connect(m_strip, &StageStrip::desktopChosen, this, &Stage::focusDesktop);
    connect(m_strip, &StageStrip::answerRequested, this, &Stage::answerRequested);
    connect(m_strip, &StageStrip::troubleRequested, this, &Stage::consoleRequested);
    standOn(screen, screenName);
}

Stage::~Stage() = default;

void Stage::standOn(QScreen *screen, const QString &screenName)
{
    m_screen = screen;
    setWindowTitle(screenName.isEmpty() ? i18nc("@title:window", "Nightdesk stage")
                                        : i18nc("@title:window a screen's name", "Nightdesk stage: %1", screenName));
    setAccessibleName(windowTitle());
    m_strip->setScreenName(screenName);
    setScreen(screen);
    // One line short of the screen: a frameless window of exactly a screen's size counts as full screen for openbox and
    // Mutter, and while it has the focus they put it above the X programs and above our own window.
    setGeometry(screen->geometry().adjusted(0, 0, 0, -1));
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
    return m_desktops;
}

QStringList Stage::desktopKeys() const
{
    QStringList keys;
    for (const DesktopSession *session : m_desktops) {
        keys.append(session->key());
    }
    return keys;
}

void Stage::keepLook(StageLook &look) const
{
    look.scalings.insert(m_scalings);
    QList<QByteArray> splits;
    for (const QSplitter *splitter : m_splitters) {
        splits.append(splitter->saveState());
    }
    look.splits.insert(desktopKeys(), splits);
}

void Stage::buildTiles(const StageLook &look)
{
    const QList<DesktopSession *> &desktops = m_desktops;
    if (desktops.isEmpty()) {
        m_content = new QWidget;
        return;
    }
    const int columns = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(desktops.size()))));
    auto *rows = new QSplitter(Qt::Vertical);
    rows->setChildrenCollapsible(false);
    m_splitters.append(rows);
    QSplitter *row = nullptr;
    for (qsizetype i = 0; i < desktops.size(); ++i) {
        if (i % columns == 0) {
            row = new QSplitter(Qt::Horizontal);
            row->setChildrenCollapsible(false);
            rows->addWidget(row);
            m_splitters.append(row);
        }
        DesktopSession *session = desktops.at(i);
        auto *view = new RemoteView(session);
        view->keyboard()->setSettings({});
        view->setFocusFrame(desktops.size() > 1);
        row->addWidget(view);
        m_views.append(view);
        m_strip->addDesktop(session);
        connect(view, &RemoteView::releaseRequested, this, &Stage::consoleRequested);
        connect(view, &RemoteView::focused, this, [this, view] {
            m_current = view;
            m_strip->setCurrent(view->session());
        });
        connect(session, &DesktopSession::pictureChanged, view, [this, view] {
            chooseScaling(view);
        });
        if (const auto chosen = look.scalings.constFind(session->key()); chosen != look.scalings.constEnd()) {
            m_scalings.insert(session->key(), *chosen);
            view->setScaling(*chosen);
        }
        chooseScaling(view);
    }
    for (int i = 0; i < rows->count(); ++i) {
        rows->setStretchFactor(i, 1);
        auto *one = qobject_cast<QSplitter *>(rows->widget(i));
        for (int j = 0; one && j < one->count(); ++j) {
            one->setStretchFactor(j, 1);
        }
    }
    const QList<QByteArray> splits = look.splits.value(desktopKeys());
    for (qsizetype i = 0; i < std::min(splits.size(), m_splitters.size()); ++i) {
        m_splitters[i]->restoreState(splits[i]);
    }
    for (QSplitter *splitter : std::as_const(m_splitters)) {
        connect(splitter, &QSplitter::splitterMoved, this, &Stage::arranged);
    }
    m_current = m_views.first();
    m_content = rows;
}

void Stage::buildMenu()
{
    QMenu *menu = m_strip->menu();
    auto *group = new QActionGroup(this);
    const auto scalingAction = [&](const QString &text, const QString &icon, RemoteView::Scaling scaling) {
        QAction *action = menu->addAction(QIcon::fromTheme(icon), text);
        action->setCheckable(true);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, scaling] {
            setScaling(scaling);
        });
        connect(menu, &QMenu::aboutToShow, action, [this, action, scaling] {
            action->setChecked(m_current && m_current->scaling() == scaling);
            action->setEnabled(m_current != nullptr);
        });
    };
    scalingAction(i18nc("@action:inmenu", "Fit to the Screen"), QStringLiteral("zoom-fit-best"), RemoteView::Scaling::Fit);
    scalingAction(i18nc("@action:inmenu", "Actual Size"), QStringLiteral("zoom-original"), RemoteView::Scaling::OneToOne);
    menu->addSeparator();
    if (!m_views.isEmpty()) {
        menu->addAction(m_strip->viewOnlyAction());
        auto *keys = new SpecialKeysMenu(
            [this] {
                return m_current;
            },
            menu);
        menu->addMenu(keys);
    }
    QAction *console = menu->addAction(QIcon::fromTheme(QStringLiteral("window")), i18nc("@action:inmenu", "Show the Nightdesk Window"));
    // The view handles the key itself while it has the focus; this is for when the strip has it.
    console->setShortcut(ViewKeys::defaultKey(ViewCommand::Leave));
    addAction(console);
    connect(console, &QAction::triggered, this, &Stage::consoleRequested);
    menu->addSeparator();
    QAction *end = menu->addAction(QIcon::fromTheme(QStringLiteral("system-log-out")), i18nc("@action:inmenu", "End the Night…"));
    connect(end, &QAction::triggered, this, &Stage::endNightRequested);
}

void Stage::setScaling(RemoteView::Scaling scaling)
{
    if (m_current && m_current->session()) {
        m_scalings.insert(m_current->session()->key(), scaling);
        m_current->setScaling(scaling);
        Q_EMIT arranged();
    }
}

void Stage::chooseScaling(RemoteView *view)
{
    if (!view->session() || view->session()->picture().image.isNull() || m_scalings.contains(view->session()->key())) {
        return;
    }
    // Exact pixels where they fit: scientists read values. Only what is too large is scaled.
    const QSize room = view->size() * view->devicePixelRatioF();
    const QSize picture = view->session()->picture().image.size();
    const bool fits = picture.width() <= room.width() && picture.height() <= room.height();
    view->setScaling(fits ? RemoteView::Scaling::OneToOne : RemoteView::Scaling::Fit);
}

RemoteView *Stage::viewOf(const DesktopSession *session) const
{
    for (RemoteView *view : m_views) {
        if (view->session() == session) {
            return view;
        }
    }
    return nullptr;
}

bool Stage::shows(const DesktopSession *session) const
{
    return viewOf(session) != nullptr;
}

void Stage::focusDesktop(DesktopSession *session)
{
    if (RemoteView *view = viewOf(session)) {
        activateWindow();
        view->setFocus(Qt::OtherFocusReason);
    }
}

void Stage::setInputSettings(const InputSettings &settings)
{
    for (RemoteView *view : std::as_const(m_views)) {
        view->keyboard()->setSettings(settings);
    }
}

void Stage::setAsking(const QString &words)
{
    m_strip->setAsking(words);
}

void Stage::setSigns(NightSigns *signs)
{
    m_strip->setSigns(signs);
    for (RemoteView *view : std::as_const(m_views)) {
        new ViewBell(view, signs);
        new OwnKeys(view, signs);
        const auto dim = [view, signs] {
            view->setBorderBrightness(signs->brightness());
        };
        connect(signs, &NightSigns::changed, view, dim);
        dim();
    }
    QMenu *menu = m_strip->menu();
    connect(menu, &QMenu::aboutToShow, signs, [menu, signs, separator = QPointer<QAction>()]() mutable {
        for (QAction *action : signs->actions()) {
            if (!menu->actions().contains(action)) {
                if (!separator) {
                    separator = menu->addSeparator();
                }
                menu->addAction(action);
            }
        }
    });
}

void Stage::setWindows(const QList<WindowSession *> &windows)
{
    m_strip->setWindows(windows);
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
    return toRoot(m_content->geometry());
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

void Stage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    lower();
    for (RemoteView *view : std::as_const(m_views)) {
        chooseScaling(view);
    }
}

void Stage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    for (RemoteView *view : std::as_const(m_views)) {
        chooseScaling(view);
    }
    Q_EMIT areaChanged();
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
