// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagnostics/consolediagnostics.h"

#include "app/facility/deskpaths.h"
#include "monitors/figures/figurerecorder.h"
#include "monitors/link/linkmonitor.h"
#include "sessions/apps/appsession.h"
#include "sessions/desk/desk.h"
#include "sessions/trial/desktoptrial.h"
#include "widgets/diagnostics/diagnosticsview.h"
#include "widgets/diagnostics/trialdialog.h"

#include <KAcceleratorManager>
#include <KActionCollection>
#include <KLocalizedString>
#include <KXmlGuiWindow>

#include <QAction>
#include <QDockWidget>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

ConsoleDiagnostics::ConsoleDiagnostics(const Desk *desk, const XTrafficWatch *traffic, KXmlGuiWindow *window)
    : QObject(window)
    , m_desk(desk)
    , m_figureRecorder(new FigureRecorder(desk, DeskPaths::figuresDirectory(), this))
    , m_diagnosticsView(new DiagnosticsView(m_figureRecorder))
    , m_dock(new QDockWidget(i18nc("@title:window figures of the connections and desktops over the night", "Diagnostics"), window))
{
    m_figureRecorder->setTrafficWatch(traffic);
    m_dock->setObjectName(u"diagnostics"_s);
    KAcceleratorManager::setNoAccel(m_dock); // otherwise KDE would add an "&" to the window title
    m_dock->setWidget(m_diagnosticsView);
    window->addDockWidget(Qt::RightDockWidgetArea, m_dock);
    m_dock->hide();
    connect(m_dock, &QDockWidget::topLevelChanged, this, [this](bool isFloating) {
        // A floating page is a normal window: in the task bar, on any monitor, not always above the main window.
        if (isFloating) {
            const bool wasVisible = m_dock->isVisible();
            m_dock->setWindowFlags(Qt::Window);
            m_dock->setVisible(wasVisible);
        }
    });
    m_dock->setFloating(true);
    m_dock->resize(m_diagnosticsView->sizeHint().expandedTo(QSize(760, 640)));
    QAction *action = window->actionCollection()->addAction(u"view_diagnostics"_s);
    action->setIcon(QIcon::fromTheme(u"office-chart-line"_s));
    action->setText(i18nc("@action:inmenu figures of the connections and desktops over the night", "Diagnostics"));
    action->setToolTip(i18nc("@info:tooltip", "Show round trips, data rates and compression over the night"));
    window->actionCollection()->setDefaultShortcut(action, QKeySequence(Qt::ALT | Qt::Key_7));
    connect(action, &QAction::triggered, this, &ConsoleDiagnostics::show);
    connect(m_diagnosticsView, &DiagnosticsView::trialRequested, this, &ConsoleDiagnostics::openTrialDialog);
}

void ConsoleDiagnostics::setNight(const QDate &night)
{
    m_figureRecorder->setNight(night);
}

void ConsoleDiagnostics::setTimeZone(const QString &timezone)
{
    const QTimeZone zone(timezone.toUtf8());
    m_diagnosticsView->setTimeZone(zone.isValid() ? zone : QTimeZone(QTimeZone::UTC));
}

void ConsoleDiagnostics::describe(QJsonObject &state) const
{
    m_figureRecorder->addDistributionsTo(state);
}

void ConsoleDiagnostics::openTrialDialog(const QString &desktop)
{
    auto *session = qobject_cast<DesktopSession *>(m_desk->session(desktop));
    if (!session || !session->link()) {
        return;
    }
    if (m_trialDialog) {
        m_trialDialog->raise();
        m_trialDialog->activateWindow();
        return;
    }
    const auto *app = qobject_cast<AppSession *>(session);
    const bool isOwn = app && app->windowSpec().share.scope == ServerShareSpec::Scope::Nobody;
    const QString unavailableReason =
        isOwn ? i18nc("@info", "The profile does not share this display, so it accepts no second viewer.") : DesktopTrial::unavailableReason(session);
    const QString host = session->link()->target().spec.host;
    m_trialDialog = new TrialDialog(std::make_unique<DesktopTrial>(session, m_desk->sharedLinkObjects()),
                                    session->label(),
                                    host.isEmpty() ? i18nc("@info instead of a host", "the server") : host,
                                    LinkMonitor::of(session->link())->history().roundTrip(),
                                    unavailableReason,
                                    m_diagnosticsView);
    m_trialDialog->setAttribute(Qt::WA_DeleteOnClose);
    m_trialDialog->show();
}

void ConsoleDiagnostics::show()
{
    m_dock->show();
    m_dock->raise();
    m_dock->activateWindow();
    m_diagnosticsView->setFocus();
}
}
