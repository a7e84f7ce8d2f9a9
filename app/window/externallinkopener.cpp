// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/externallinkopener.h"

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

ExternalLinkOpener::ExternalLinkOpener(Desk *desk, FacilityChoice *choice, ConnectFlow *flow, MessageBar *message, QWidget *window, ViewerStarter viewer)
    : QObject(window)
    , m_desk(desk)
    , m_facilityChoice(choice)
    , m_connectFlow(flow)
    , m_messageBar(message)
    , m_parentWindow(window)
    , m_startViewer(std::move(viewer))
{
    // Queued, so that other receivers of the signal show the facility first.
    connect(m_facilityChoice, &FacilityChoice::facilityRead, this, &ExternalLinkOpener::showQuestion, Qt::QueuedConnection);
}

void ExternalLinkOpener::open(const QString &link)
{
    const auto read = ExternalLink::read(link);
    if (!read) {
        m_messageBar->showWarning(i18nc("@info %1: a URL, %2: why",
                                        "The URL %1 was not opened. %2 Correct the URL and open it again.",
                                        ExternalLink::textForDisplay(link),
                                        read.error()));
        return;
    }
    m_urlText = link;
    m_externalLink = *read;
    showQuestion();
}

void ExternalLinkOpener::showQuestion()
{
    if (m_urlText.isEmpty()) {
        return;
    }
    if (m_questionBox) {
        // A newer URL or another facility makes the shown question obsolete: it is closed without an answer.
        m_questionBox->disconnect(this);
        m_questionBox->close();
        m_questionBox.clear();
    }
    const bool needsFacility = std::holds_alternative<ConnectCommand>(m_externalLink.target);
    if (needsFacility && !m_facilityChoice->directory().isEmpty() && !m_facilityChoice->isFacilityRead()) {
        return; // not yet: facilityRead() will call this function again
    }
    if (const auto *connect = std::get_if<ConnectCommand>(&m_externalLink.target);
        connect && !connect->site.isEmpty() && connect->site != m_facilityChoice->site()) {
        m_messageBar->showWarning(
            i18nc("@info %1: a URL, then two sites",
                  "The URL %1 was not opened: the URL is for site “%2”, but this workstation is at “%3”. Open the URL at a workstation of its site.",
                  ExternalLink::textForDisplay(m_urlText),
                  displayText(connect->site),
                  displayText(m_facilityChoice->siteName())));
        m_urlText.clear();
        return;
    }
    if (const auto *connect = std::get_if<ConnectCommand>(&m_externalLink.target); connect && showReasonIfBlocked(connect->profile)) {
        m_urlText.clear();
        return;
    }
    m_questionBox = new QMessageBox(QMessageBox::Question, i18nc("@title:window", "Open URL?"), questionText(), QMessageBox::NoButton, m_parentWindow);
    m_questionBox->setTextFormat(Qt::PlainText); // the text contains parts of the link, which is not trusted
    m_questionBox->setInformativeText(questionDetails().join(u"\n\n"_s));
    QPushButton *yes =
        m_questionBox->addButton(needsFacility ? i18nc("@action:button", "Connect") : i18nc("@action:button", "Show Desktop"), QMessageBox::AcceptRole);
    // Disabled at first, so that a click meant for an earlier question or another window does not confirm.
    yes->setEnabled(false);
    QTimer::singleShot(lookingTime, yes, [yes] {
        yes->setEnabled(true);
    });
    QPushButton *no = m_questionBox->addButton(QMessageBox::Cancel);
    m_questionBox->setDefaultButton(no); // the default is Cancel, so that typing while the question appears does not confirm
    m_questionBox->setEscapeButton(no);
    m_questionBox->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_questionBox, &QMessageBox::finished, this, [this, yes] {
        handleAnswer(m_questionBox && m_questionBox->clickedButton() == yes);
    });
    m_questionBox->open();
}

void ExternalLinkOpener::handleAnswer(bool yes)
{
    m_questionBox.clear();
    const QString text = std::exchange(m_urlText, {});
    if (!yes) {
        return;
    }
    if (const auto *connect = std::get_if<ConnectCommand>(&m_externalLink.target)) {
        // Checked again, because the state may have changed while the question was open.
        if (!showReasonIfBlocked(connect->profile)) {
            m_connectFlow->requestById(connect->profile); // ConnectFlow asks its own questions
        }
    } else if (!m_startViewer(std::get<DesktopCommand>(m_externalLink.target))) {
        m_messageBar->showWarning(
            i18nc("@info a URL",
                  "The desktop of the URL %1 cannot be shown: Nightdesk cannot start another process. Close other programs and open the URL again.",
                  ExternalLink::textForDisplay(text)));
    }
}

bool ExternalLinkOpener::showReasonIfBlocked(const QString &profileId)
{
    // Already connected: reconnecting would end the profile's programs.
    if (m_desk->isConnected(profileId) && !m_desk->isOnlyPreloaded(profileId)) {
        m_messageBar->showInfo(i18nc("@info an instrument", "%1 is already connected.", profileName(profileId)));
        return true;
    }
    if (const QString asked = m_connectFlow->requestedProfile(); !asked.isEmpty()) {
        m_messageBar->showWarning(i18nc("@info an instrument", "The console is waiting for an answer about “%1”. Answer it first.", displayText(asked)));
        return true;
    }
    return false;
}

QString ExternalLinkOpener::profileName(const QString &profileId) const
{
    const auto &profiles = m_facilityChoice->facility().profiles;
    const auto found = std::ranges::find(profiles, profileId, &InstrumentProfile::id);
    return displayText(found == profiles.end() || found->name.isEmpty() ? profileId : found->name);
}

QString ExternalLinkOpener::questionText() const
{
    if (const auto *connect = std::get_if<ConnectCommand>(&m_externalLink.target)) {
        return i18nc("@info an instrument, a facility", "Connect %1 of %2?", profileName(connect->profile), displayText(m_facilityChoice->facility().name));
    }
    const auto &command = std::get<DesktopCommand>(m_externalLink.target);
    if (command.sshHost.isEmpty()) {
        return i18nc("@info a desktop's host and port", "Show the VNC desktop %1 directly, without encryption?", displayText(command.typedAddress));
    }
    return i18nc("@info a desktop's host and port, an ssh host",
                 "Show the VNC desktop %1 through an ssh connection to %2?",
                 displayText(command.typedAddress),
                 displayText(command.sshHost));
}

QStringList ExternalLinkOpener::questionDetails() const
{
    QStringList lines{i18nc("@info a URL",
                            "Another program (browser, mail) asks to open this URL:\n%1\nOpen it only if you trust its source.",
                            ExternalLink::textForDisplay(m_urlText))};
    if (std::holds_alternative<ConnectCommand>(m_externalLink.target)) {
        lines.append(i18nc("@info a directory", "The facility is the one of this workstation, in %1.", m_facilityChoice->directory()));
        if (const QString site = m_facilityChoice->siteName(); !site.isEmpty()) {
            lines.append(i18nc("@info a site", "This workstation is at %1.", displayText(site)));
        }
    } else {
        const auto &command = std::get<DesktopCommand>(m_externalLink.target);
        if (!command.sshUser.isEmpty()) {
            lines.append(i18nc("@info a user's name", "Nightdesk would log in there as %1.", displayText(command.sshUser)));
        }
        lines.append(command.viewOnly ? i18nc("@info", "Nightdesk would send neither keys nor pointer input.")
                                      : i18nc("@info", "Nightdesk would send keys, pointer input and the clipboard there."));
    }
    return lines + m_externalLink.ignoredPartRemarks;
}

QStringList ExternalLinkOpener::commandArguments(const DesktopCommand &command)
{
    QStringList words{u"view"_s};
    if (!command.sshHost.isEmpty()) {
        const QString host = command.sshHost.contains(u':') ? u'[' + command.sshHost + u']' : command.sshHost;
        words += {u"--ssh"_s,
                  (command.sshUser.isEmpty() ? QString() : command.sshUser + u'@') + host
                      + (command.sshPort ? u':' + QString::number(*command.sshPort) : QString())};
    }
    if (!command.identityFile.isEmpty()) {
        words += {u"--identity"_s, command.identityFile};
    }
    if (command.viewOnly) {
        words += u"--view-only"_s;
    }
    if (command.fullScreen) {
        words += u"--fullscreen"_s;
    }
    return words + QStringList{u"--"_s, command.typedAddress};
}

bool ExternalLinkOpener::startViewer(const DesktopCommand &command)
{
    return QProcess::startDetached(QCoreApplication::applicationFilePath(), commandArguments(command));
}
}
