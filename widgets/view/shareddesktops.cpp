// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/shareddesktops.h"

#include "widgets/view/remoteview.h"

#include <KLocalizedString>

#include <QAction>
#include <QApplication>
#include <QIcon>
#include <QMenu>
#include <QPointer>

#include <algorithm>
#include <utility>

namespace Nightdesk::SharedDesktops
{
using namespace Qt::StringLiterals;

namespace
{
QList<RemoteView *> views()
{
    QList<RemoteView *> found;
    const QWidgetList widgets = QApplication::allWidgets();
    for (QWidget *widget : widgets) {
        if (auto *view = qobject_cast<RemoteView *>(widget); view && view->session()) {
            found.append(view);
        }
    }
    return found;
}

QList<QPointer<DesktopSession>> &addedSessions()
{
    static QList<QPointer<DesktopSession>> sessions;
    return sessions;
}
}

void add(DesktopSession *session)
{
    addedSessions().removeAll(nullptr);
    addedSessions().append(session);
}

QList<DesktopSession *> allSessions()
{
    QList<DesktopSession *> sessions;
    for (const RemoteView *view : views()) {
        if (!sessions.contains(view->session())) {
            sessions.append(view->session());
        }
    }
    for (const QPointer<DesktopSession> &session : std::as_const(addedSessions())) {
        if (session && session->isIconified() && !sessions.contains(session.data())) {
            sessions.append(session.data());
        }
    }
    return sessions;
}

QList<RemoteView *> viewsOf(const DesktopSession *session)
{
    QList<RemoteView *> found = views();
    found.removeIf([session](const RemoteView *view) {
        return view->session() != session;
    });
    return found;
}

bool areAllViewOnly()
{
    const QList<DesktopSession *> sessions = allSessions();
    return !sessions.isEmpty() && std::ranges::all_of(sessions, [](const DesktopSession *session) {
        return session->isViewOnly();
    });
}

void setAllViewOnly(bool viewOnly)
{
    for (DesktopSession *session : allSessions()) {
        session->setViewOnly(viewOnly);
    }
}

void addActionsTo(QMenu *menu, const std::function<DesktopSession *()> &current)
{
    QAction *const everywhere = menu->addAction(QIcon::fromTheme(u"view-visible"_s),
                                                i18nc("@action:inmenu nothing is sent to any desktop of this workstation", "View Only: All Desktops"));
    everywhere->setCheckable(true);
    QObject::connect(everywhere, &QAction::triggered, everywhere, [](bool checked) {
        setAllViewOnly(checked);
    });
    QMenu *const clipboard = menu->addMenu(QIcon::fromTheme(u"edit-paste"_s), i18nc("@title:menu", "Clipboard of This Desktop"));
    const auto way = [&](const QString &text) {
        QAction *const action = clipboard->addAction(text);
        action->setCheckable(true);
        return action;
    };
    QAction *const there = way(i18nc("@action:inmenu what is copied here may be pasted on the desktop", "Send Copied Text to the Desktop"));
    QAction *const here = way(i18nc("@action:inmenu what is copied on the desktop may be pasted here", "Receive Copied Text from the Desktop"));
    for (QAction *action : {there, here}) {
        QObject::connect(action, &QAction::triggered, action, [current, there, here] {
            if (DesktopSession *session = current()) {
                session->setUserClipboardPolicy(there->isChecked(), here->isChecked());
            }
        });
    }
    QObject::connect(menu, &QMenu::aboutToShow, everywhere, [=] {
        const DesktopSession *const session = current();
        everywhere->setChecked(areAllViewOnly());
        everywhere->setEnabled(!allSessions().isEmpty());
        clipboard->setEnabled(session);
        if (!session) {
            return;
        }
        const auto lets = [](ClipboardPolicy policy, ClipboardPolicy wanted) {
            return policy == ClipboardPolicy::Both || policy == wanted;
        };
        const ClipboardPolicy profile = session->spec().clipboard;
        there->setEnabled(lets(profile, ClipboardPolicy::ToSummit)); // the user cannot allow what the profile forbids
        here->setEnabled(lets(profile, ClipboardPolicy::FromSummit));
        there->setChecked(there->isEnabled() && lets(session->userClipboardPolicy(), ClipboardPolicy::ToSummit));
        here->setChecked(here->isEnabled() && lets(session->userClipboardPolicy(), ClipboardPolicy::FromSummit));
    });
}
}
