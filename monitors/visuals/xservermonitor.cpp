// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/visuals/xservermonitor.h"

#include "monitors/visuals/xfactsjson.h"
#include "sessions/desk/desk.h"
#include "sessions/display/session.h"
#include "sessions/links/hop/link.h"
#include "sessions/profiles/valuegrammar.h"
#include "sessions/xwindows/remotexserverquery.h"

#include <QJsonDocument>
#include <QTimer>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Nightdesk
{
namespace
{
constexpr int vncPort = 5900;

/// How long a new connection's displays may take to start before the servers are read all the same. The reading runs a program on the host, and its
/// answers share TCP's first windows with the first images.
constexpr auto maxWaitForDisplays = 20s;

/// Whether the X server is itself the VNC server (Xvnc). A VNC server of another kind (mostly x11vnc) shows an X display that may have
/// another number.
bool isXvnc(const XServerFacts &facts)
{
    // Older versions have the extension VNC-EXTENSION.
    return facts.extensions.contains(u"TIGERVNC"_s) || facts.extensions.contains(u"VNC-EXTENSION"_s);
}
}

XServerMonitor::XServerMonitor(Desk *desk, QObject *parent)
    : QObject(parent)
    , m_desk(desk)
{
    connect(&m_localReader, &XServerReader::factsRead, this, [this](const XServerFacts &facts) {
        m_localServer = facts;
        Q_EMIT localServerRead(facts);
        Q_EMIT serverFactsChanged();
    });
    connect(desk, &Desk::linkAdded, this, &XServerMonitor::watchLink);
    connect(desk, &Desk::sessionAdded, this, [this](const Session *session) {
        connect(session, &Session::stateChanged, this, &XServerMonitor::readServersOfStartedDisplays);
    });
    connect(desk, &Desk::linkAboutToBeRemoved, this, [this](Link *link) {
        m_scheduledLinks.remove(link);
        m_remoteReaders.erase(link);
    });
}

XServerMonitor::~XServerMonitor() = default;

std::optional<int> XServerMonitor::displayNumberOf(const DesktopSpec &spec)
{
    if (const auto *number = std::get_if<DisplayNumber>(&spec.address)) {
        return number->number;
    }
    const auto *port = std::get_if<TcpAddress>(&spec.address);
    return port && ValueGrammar::isLoopback(port->host) && port->port > vncPort && port->port < vncPort + 100 ? std::optional(port->port - vncPort)
                                                                                                              : std::nullopt;
}

QStringList XServerMonitor::fontPatternsOf(const Facility &facility)
{
    QStringList patterns;
    for (const InstrumentProfile &profile : facility.profiles) {
        for (const WindowSpec &window : profile.windows) {
            patterns += window.needs.fonts;
        }
    }
    patterns.removeDuplicates();
    return patterns;
}

void XServerMonitor::setFontPatterns(const QStringList &patterns)
{
    if (m_fontPatterns != patterns) {
        m_fontPatterns = patterns;
        rereadServers();
    }
}

const std::optional<XServerFacts> &XServerMonitor::localServerFacts() const
{
    return m_localServer;
}

QList<XServerMonitor::RemoteServer> XServerMonitor::remoteServers() const
{
    return m_remoteServers;
}

QByteArray XServerMonitor::json(const ScreenFacts &screens, const QJsonArray &colormaps) const
{
    QJsonArray remoteServers;
    for (const RemoteServer &remote : m_remoteServers) {
        remoteServers.append(QJsonObject{{u"host"_s, remote.host},
                                         {u"display"_s, remote.display},
                                         {u"readAt"_s, remote.readAt.toString(Qt::ISODate)},
                                         {u"facts"_s, XFactsJson::of(remote.facts)}});
    }
    const QJsonObject object{{u"remotes"_s, remoteServers}, {u"screens"_s, screens.json()}, {u"colormaps"_s, colormaps}};
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

QList<XServerMonitor::RemoteServer> XServerMonitor::remoteServersOf(const QByteArray &json)
{
    QList<RemoteServer> remoteServers;
    for (const QJsonValue &value : QJsonDocument::fromJson(json)["remotes"_L1].toArray()) {
        remoteServers.append({.host = value["host"_L1].toString(),
                              .display = value["display"_L1].toInt(),
                              .facts = XFactsJson::read(value["facts"_L1].toObject()),
                              .readAt = QDateTime::fromString(value["readAt"_L1].toString(), Qt::ISODate)});
    }
    return remoteServers;
}

ScreenFacts XServerMonitor::screensOf(const QByteArray &json)
{
    return ScreenFacts::read(QJsonDocument::fromJson(json)["screens"_L1].toObject());
}

QJsonArray XServerMonitor::colormapsOf(const QByteArray &json)
{
    return QJsonDocument::fromJson(json)["colormaps"_L1].toArray();
}

void XServerMonitor::rereadServers()
{
    m_localReader.read({}, m_fontPatterns);
    for (Link *link : m_desk->links()) {
        readRemoteServers(link);
    }
}

void XServerMonitor::watchLink(Link *link)
{
    connect(link, &Link::stateChanged, this, [this, link](LinkState state) {
        if (state == LinkState::Live) {
            readRemoteServersAfterStart(link);
        }
    });
    if (link->state() == LinkState::Live) {
        readRemoteServersAfterStart(link);
    }
}

void XServerMonitor::readRemoteServersAfterStart(Link *link)
{
    m_scheduledLinks.insert(link);
    QTimer::singleShot(maxWaitForDisplays, this, [this, link] {
        if (m_scheduledLinks.remove(link)) {
            readRemoteServers(link);
        }
    });
    readServersOfStartedDisplays();
}

void XServerMonitor::readServersOfStartedDisplays()
{
    for (Link *link : m_scheduledLinks.values()) {
        if (!isDisplayStarting(link)) {
            m_scheduledLinks.remove(link);
            readRemoteServers(link);
        }
    }
}

bool XServerMonitor::isDisplayStarting(const Link *link) const
{
    return std::ranges::any_of(m_desk->sessions(), [link](const Session *session) {
        const SessionState state = session->state();
        return session->link() == link && (state == SessionState::WaitingForLink || state == SessionState::Opening || state == SessionState::Starting);
    });
}

void XServerMonitor::readRemoteServers(Link *link)
{
    if (link->state() != LinkState::Live) {
        return;
    }
    QList<int> displays;
    for (const DesktopSpec &desktop : m_desk->profileOf(link).desktops) {
        const auto display = desktop.link == link->target().spec.id ? displayNumberOf(desktop) : std::nullopt;
        if (display && !displays.contains(*display) && displays.size() < maxDisplaysPerLink) {
            displays.append(*display);
        }
    }
    auto &readers = m_remoteReaders[link];
    readers.clear();
    const QString host = link->target().spec.host;
    for (const int display : std::as_const(displays)) {
        readers.push_back(std::make_unique<RemoteXServerQuery>(link, display, m_fontPatterns));
        connect(readers.back().get(), &RemoteXServerQuery::factsRead, this, [this, host](const XServerFacts &facts) {
            storeRemoteServerFacts(host, facts);
        });
    }
}

void XServerMonitor::storeRemoteServerFacts(const QString &host, const XServerFacts &facts)
{
    const int display = facts.display.mid(1).toInt();
    auto found = std::ranges::find_if(m_remoteServers, [&host, display](const RemoteServer &remote) {
        return remote.host == host && remote.display == display;
    });
    if (found == m_remoteServers.end()) {
        m_remoteServers.append({.host = host, .display = display, .facts = facts, .readAt = QDateTime::currentDateTimeUtc()});
    } else if (facts.problem.isEmpty() || !found->facts.problem.isEmpty()) {
        found->facts = facts; // facts read earlier are kept when a later reading fails
        found->readAt = QDateTime::currentDateTimeUtc();
    }
    Q_EMIT serverFactsChanged();
}

/// The facts of the X server with the number @p display on the link's host; without a number, those of any Xvnc that
/// was read there.
const XServerFacts *XServerMonitor::findRemoteFacts(const InstrumentProfile &profile, const QString &linkId, std::optional<int> display) const
{
    const auto link = std::ranges::find(profile.links, linkId, &LinkSpec::id);
    for (const RemoteServer &remote : m_remoteServers) {
        if (link != profile.links.cend() && remote.host == link->host && remote.facts.problem.isEmpty() && isXvnc(remote.facts)
            && (!display || remote.display == *display)) {
            return &remote.facts;
        }
    }
    return nullptr;
}

QList<std::pair<QString, XServerFit>> XServerMonitor::fitProblemsOfProfile(const InstrumentProfile &profile) const
{
    QList<std::pair<QString, XServerFit>> result;
    const auto add = [&result](const QString &title, const XServerFit &fit) {
        if (!fit.findings.isEmpty()) {
            result.append({title, fit});
        }
    };
    for (const WindowSpec &window : profile.windows) {
        add(window.title, serverFitOf(profile, window));
    }
    for (const DesktopSpec &desktop : profile.desktops) {
        add(desktop.title, serverFitOf(profile, desktop, {}));
    }
    return result;
}

XServerFit XServerMonitor::serverFitOf(const InstrumentProfile &profile, const DesktopSpec &desktop, const QSize &size) const
{
    const auto display = displayNumberOf(desktop);
    return XServerFit::ofDesktop(desktop, display ? findRemoteFacts(profile, desktop.link, display) : nullptr, size);
}

XServerFit XServerMonitor::serverFitOf(const InstrumentProfile &profile, const WindowSpec &window) const
{
    return XServerFit::ofWindow(window, m_localServer ? &*m_localServer : nullptr, findRemoteFacts(profile, window.link, {}));
}
}
