// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desk/clipboardandviewonly.h"

#include "nightdesk.h"
#include "sessions/desk/desk.h"
#include "widgets/clipboard/clipboardbridge.h"
#include "widgets/view/shareddesktops.h"
#include "widgets/view/viewbanner.h"
#include "widgets/view/viewonlykey.h"

#include <KActionCollection>
#include <KLocalizedString>

#include <QAction>
#include <QIcon>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

ClipboardAndViewOnly::ClipboardAndViewOnly(QObject *parent)
    : QObject(parent)
    , m_clipboards(new ClipboardBridge(this))
    , m_viewOnlyKey(new ViewOnlyKey(this))
{
    connect(Settings::self(), &Settings::configChanged, this, &ClipboardAndViewOnly::applySettings);
    connect(m_clipboards, &ClipboardBridge::transferRefused, this, [this](DesktopSession *session, const QString &why) {
        showMessage(session, why);
    });
    applySettings();
}

void ClipboardAndViewOnly::applySettings()
{
    DesktopSession::setRequiresSandbox(Settings::requireSandbox());
    m_clipboards->setDirections(Settings::clipboardToSummit(), Settings::clipboardFromSummit());
    m_clipboards->setAcceptsTextFromUnfocusedDesktops(Settings::clipboardFromBackground());
    m_viewOnlyKey->setKey(QKeySequence::fromString(Settings::viewOnlyKey(), QKeySequence::PortableText));
}

void ClipboardAndViewOnly::watch(DesktopSession *session)
{
    m_clipboards->addSession(session);
    SharedDesktops::add(session);
}

void ClipboardAndViewOnly::showMessage(DesktopSession *session, const QString &text)
{
    for (RemoteView *view : SharedDesktops::viewsOf(session)) {
        ViewBanner::of(view)->showText(text);
    }
}

void ClipboardAndViewOnly::watchDesk(Desk *desk, KActionCollection *actions)
{
    connect(desk, &Desk::sessionAdded, this, [this](Session *session) {
        if (auto *desktop = qobject_cast<DesktopSession *>(session)) {
            watch(desktop);
        }
    });
    QAction *const all = actions->addAction(u"session_view_only_all"_s);
    all->setIcon(QIcon::fromTheme(u"view-visible"_s));
    all->setText(i18nc("@action:inmenu nothing is sent to any desktop", "Toggle View Only for All Desktops"));
    connect(all, &QAction::triggered, this, [] {
        SharedDesktops::setAllViewOnly(!SharedDesktops::areAllViewOnly());
    });
}
}
