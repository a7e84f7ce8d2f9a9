// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facility/helpmenu.h"

#include "monitors/supportdesk.h"
#include "sessions/common/displaytext.h"
#include "widgets/wording/supportwording.h"

#include <KActionCollection>
#include <KApplicationTrader>
#include <KLocalizedString>
#include <KXmlGuiWindow>

#include <QAction>
#include <QDesktopServices>
#include <QMimeDatabase>
#include <QStandardPaths>
#include <QUrl>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
const QString listName = u"help_people_list"_s;
constexpr int mostOfEach = 6; // the menu shows this many people and rooms of each kind; the dialog lists all of them

/// In a menu, a single "&" would mark a keyboard shortcut.
QString menuText(const QString &text)
{
    return QString(text).replace(u'&', u"&&"_s);
}

bool hasBrowser()
{
    const QString type = u"text/html"_s;
    // Without this check, KService would print a warning about an unknown type.
    return !QMimeDatabase().mimeTypeForName(type).isValid() || KApplicationTrader::preferredService(type);
}
}

HelpMenu::HelpMenu(KXmlGuiWindow *window, SupportDesk *support)
    : QObject(window)
    , m_window(window)
    , m_supportDesk(support)
{
    replaceHandbookAction();
    connect(m_supportDesk, &SupportDesk::supportChanged, this, &HelpMenu::rebuild);
    rebuild();
}

void HelpMenu::replaceHandbookAction()
{
    QAction *handbook = m_window->actionCollection()->action(u"help_contents"_s);
    if (handbook == nullptr) {
        return; // no Handbook entry: an administrator can forbid it
    }
    // KDE's entry would open KDE's Help Center, which other desktop environments do not have.
    QObject::disconnect(handbook, &QAction::triggered, nullptr, nullptr);
    connect(handbook, &QAction::triggered, this, &HelpMenu::openHandbook);
}

void HelpMenu::openHandbook()
{
    const QString page = QStandardPaths::locate(QStandardPaths::GenericDataLocation, u"doc/nightdesk-doc/html/index.html"_s);
    if (page.isEmpty()) {
        Q_EMIT handbookFailed(i18nc("@info", "The handbook is not installed. Ask your administrator to install it (Debian: nightdesk-doc)."));
        return;
    }
    // Without a browser, Qt still starts xdg-open, whose error message nobody would see.
    if (!QDesktopServices::openUrl(QUrl::fromLocalFile(page)) || !hasBrowser()) {
        Q_EMIT handbookFailed(i18nc("@info %1: a file", "No browser was found for the handbook. Install a browser, or open this page in one: %1", page));
    }
}

QList<QAction *> HelpMenu::entries() const
{
    return m_entries;
}

QAction *HelpMenu::addAction(const QString &icon, const QString &text)
{
    auto *action = new QAction(QIcon::fromTheme(icon), menuText(text), this);
    m_entries.append(action);
    return action;
}

void HelpMenu::rebuild()
{
    m_window->unplugActionList(listName);
    qDeleteAll(std::exchange(m_entries, {}));
    for (const DutyEntry &entry : m_supportDesk->people()) {
        if (!entry.isOnDuty || m_entries.size() == mostOfEach) {
            continue;
        }
        const QString name = displayText(entry.person.name);
        const QString role = SupportWording::shortRole(entry.person.role);
        const QString phone = displayText(entry.person.phone);
        QAction *action = addAction(u"call-start"_s,
                                    phone.isEmpty() ? i18nc("@action:inmenu somebody on duty: name, role", "%1 (%2)", name, role)
                                                    : i18nc("@action:inmenu somebody on duty: name, role, telephone number", "%1 (%2), %3", name, role, phone));
        action->setWhatsThis(i18nc("@info:whatsthis", "This person is on duty now. Shows everyone who can help, with numbers and addresses."));
        connect(action, &QAction::triggered, m_supportDesk, &SupportDesk::dutyDialogRequested);
    }
    const qsizetype people = m_entries.size();
    for (const RoomSpec &room : m_supportDesk->meetingRooms()) {
        if (m_entries.size() == people + mostOfEach) {
            break;
        }
        QAction *action = addAction(u"meeting-attending"_s, i18nc("@action:inmenu a meeting room", "Open Room %1", displayText(room.name)));
        action->setWhatsThis(i18nc("@info:whatsthis", "Opens this meeting room of the facility in the browser."));
        const QUrl link = SupportWording::roomLink(room.url);
        connect(action, &QAction::triggered, this, [this, link] {
            if (link.isEmpty() || !QDesktopServices::openUrl(link)) {
                Q_EMIT m_supportDesk->dutyDialogRequested(); // the browser did not open: the user can copy the URL from this dialog
            }
        });
    }
    if (!m_entries.isEmpty()) {
        auto *separator = new QAction(this);
        separator->setSeparator(true);
        m_entries.append(separator);
    }
    m_window->plugActionList(listName, m_entries);
}
}
