// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/linkopener.h"

#include "app/connect/connectflow.h"
#include "app/facility/facilitychoice.h"
#include "sessions/common/displaytext.h"
#include "sessions/desk/desk.h"
#include "widgets/questions/messagebar.h"

#include <KLocalizedString>

#include <QCoreApplication>
#include <QMessageBox>
#include <QProcess>
#include <QPushButton>
#include <QTimer>

#include <algorithm>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
constexpr auto lookingTime = 1s;
}

LinkOpener::LinkOpener(Desk *desk, FacilityChoice *choice, ConnectFlow *flow, MessageBar *message, QWidget *window, Viewer viewer)
    : QObject(window)
    , m_desk(desk)
    , m_choice(choice)
    , m_flow(flow)
    , m_message(message)
    , m_window(window)
    , m_viewer(std::move(viewer))
{
    // Queued, so that other receivers of the signal show the facility first.
    connect(m_choice, &FacilityChoice::facilityRead, this, &LinkOpener::showQuestion, Qt::QueuedConnection);
}

void LinkOpener::open(const QString &link)
{
    const auto read = OutsideLink::read(link);
    if (!read) {
        m_message->showWarning(
            i18nc("@info %1: a URL, %2: why", "The URL %1 was not opened. %2 Correct the URL and open it again.", OutsideLink::shown(link), read.error()));
        return;
    }
    m_text = link;
    m_link = *read;
    showQuestion();
}

void LinkOpener::showQuestion()
{
    if (m_text.isEmpty()) {
        return;
    }
    if (m_box) {
        // Closed without an answer: a newer link replaces the question, or the facility has changed.
        m_box->disconnect(this);
        m_box->close();
        m_box.clear();
    }
    const bool needsFacility = std::holds_alternative<ConnectCommand>(m_link.target);
    if (needsFacility && !m_choice->directory().isEmpty() && !m_choice->isRead()) {
        return; // not yet: facilityRead() will call this function again
    }
    if (const auto *connect = std::get_if<ConnectCommand>(&m_link.target); connect && !connect->site.isEmpty() && connect->site != m_choice->site()) {
        m_message->showWarning(
            i18nc("@info %1: a URL, then two sites",
                  "The URL %1 was not opened: the URL is for site “%2”, but this workstation is at “%3”. Open the URL at a workstation of its site.",
                  OutsideLink::shown(m_text),
                  displayText(connect->site),
                  displayText(m_choice->siteName())));
        m_text.clear();
        return;
    }
    if (const auto *connect = std::get_if<ConnectCommand>(&m_link.target); connect && isInTheWay(connect->profile)) {
        m_text.clear();
        return;
    }
    m_box = new QMessageBox(QMessageBox::Question, i18nc("@title:window", "Open URL?"), question(), QMessageBox::NoButton, m_window);
    m_box->setTextFormat(Qt::PlainText); // the text contains parts of the link, which is not trusted
    m_box->setInformativeText(details().join(u"\n\n"_s));
    QPushButton *yes = m_box->addButton(needsFacility ? i18nc("@action:button", "Connect") : i18nc("@action:button", "Show Desktop"), QMessageBox::AcceptRole);
    // Disabled at first, so that a click meant for an earlier question or another window does not confirm.
    yes->setEnabled(false);
    QTimer::singleShot(lookingTime, yes, [yes] {
        yes->setEnabled(true);
    });
    QPushButton *no = m_box->addButton(QMessageBox::Cancel);
    m_box->setDefaultButton(no); // the default is Cancel, so that typing while the question appears does not confirm
    m_box->setEscapeButton(no);
    m_box->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_box, &QMessageBox::finished, this, [this, yes] {
        answer(m_box && m_box->clickedButton() == yes);
    });
    m_box->open();
}

void LinkOpener::answer(bool yes)
{
    m_box.clear();
    const QString text = std::exchange(m_text, {});
    if (!yes) {
        return;
    }
    if (const auto *connect = std::get_if<ConnectCommand>(&m_link.target)) {
        // Checked again, because the state may have changed while the question was open.
        if (!isInTheWay(connect->profile)) {
            m_flow->requestById(connect->profile); // ConnectFlow asks its own questions
        }
    } else if (!m_viewer(std::get<DesktopCommand>(m_link.target))) {
        m_message->showWarning(
            i18nc("@info a URL",
                  "The desktop of the URL %1 cannot be shown: Nightdesk cannot start another process. Close other programs and open the URL again.",
                  OutsideLink::shown(text)));
    }
}

bool LinkOpener::isInTheWay(const QString &profileId)
{
    // Already connected: reconnecting would end the profile's programs.
    if (m_desk->isConnected(profileId) && !m_desk->isOnlyPreloaded(profileId)) {
        m_message->showInfo(i18nc("@info an instrument", "%1 is already connected.", nameOf(profileId)));
        return true;
    }
    if (const QString asked = m_flow->wanted(); !asked.isEmpty()) {
        m_message->showWarning(i18nc("@info an instrument", "The console is waiting for an answer about “%1”. Answer it first.", displayText(asked)));
        return true;
    }
    return false;
}

QString LinkOpener::nameOf(const QString &profileId) const
{
    const auto &profiles = m_choice->facility().profiles;
    const auto found = std::ranges::find(profiles, profileId, &InstrumentProfile::id);
    return displayText(found == profiles.end() || found->name.isEmpty() ? profileId : found->name);
}

QString LinkOpener::question() const
{
    if (const auto *connect = std::get_if<ConnectCommand>(&m_link.target)) {
        return i18nc("@info an instrument, a facility", "Connect %1 of %2?", nameOf(connect->profile), displayText(m_choice->facility().name));
    }
    const auto &view = std::get<DesktopCommand>(m_link.target);
    if (view.sshHost.isEmpty()) {
        return i18nc("@info a desktop's host and port", "Show the VNC desktop %1 directly, without encryption?", displayText(view.target));
    }
    return i18nc("@info a desktop's host and port, an ssh host",
                 "Show the VNC desktop %1 through an ssh connection to %2?",
                 displayText(view.target),
                 displayText(view.sshHost));
}

QStringList LinkOpener::details() const
{
    QStringList lines{
        i18nc("@info a URL", "Another program (browser, mail) asks to open this URL:\n%1\nOpen it only if you trust its source.", OutsideLink::shown(m_text))};
    if (std::holds_alternative<ConnectCommand>(m_link.target)) {
        lines.append(i18nc("@info a directory", "The facility is the one of this workstation, in %1.", m_choice->directory()));
        if (const QString site = m_choice->siteName(); !site.isEmpty()) {
            lines.append(i18nc("@info a site", "This workstation is at %1.", displayText(site)));
        }
    } else {
        const auto &view = std::get<DesktopCommand>(m_link.target);
        if (!view.sshUser.isEmpty()) {
            lines.append(i18nc("@info a user's name", "Nightdesk would log in there as %1.", displayText(view.sshUser)));
        }
        lines.append(view.viewOnly ? i18nc("@info", "Nightdesk would send neither keys nor pointer input.")
                                   : i18nc("@info", "Nightdesk would send keys, pointer input and the clipboard there."));
    }
    return lines + m_link.remarks;
}

QStringList LinkOpener::words(const DesktopCommand &view)
{
    QStringList words{u"view"_s};
    if (!view.sshHost.isEmpty()) {
        const QString host = view.sshHost.contains(u':') ? u'[' + view.sshHost + u']' : view.sshHost;
        words += {u"--ssh"_s,
                  (view.sshUser.isEmpty() ? QString() : view.sshUser + u'@') + host + (view.sshPort ? u':' + QString::number(*view.sshPort) : QString())};
    }
    if (!view.identity.isEmpty()) {
        words += {u"--identity"_s, view.identity};
    }
    if (view.viewOnly) {
        words += u"--view-only"_s;
    }
    if (view.fullScreen) {
        words += u"--fullscreen"_s;
    }
    return words + QStringList{u"--"_s, view.target};
}

bool LinkOpener::startViewer(const DesktopCommand &view)
{
    return QProcess::startDetached(QCoreApplication::applicationFilePath(), words(view));
}
}
