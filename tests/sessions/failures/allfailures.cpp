// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sessions/failures/allfailures.h"

#include "monitors/xadvice/xtracefailure.h"
#include "sessions/apps/appfailure.h"
#include "sessions/broker/brokerfailure.h"
#include "sessions/desk/summitviewer.h"
#include "sessions/desktops/desktopfailure.h"
#include "sessions/desktops/discoverfailure.h"
#include "sessions/display/occupied.h"
#include "sessions/links/config/algorithmadvice.h"
#include "sessions/links/config/libsshversion.h"
#include "sessions/links/facts/hostkeyfailure.h"
#include "sessions/links/facts/linkfailure.h"
#include "sessions/xwindows/claimanswer.h"
#include "sessions/xwindows/programexit.h"
#include "sessions/xwindows/server/xproblem.h"

#include <mqtt_protocol.h>

#include <cerrno>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Nightdesk::Test
{
namespace
{
const QString account = u"lris1@lris.summit.example, port 22"_s;
const QString configLine = u"/home/observer/.ssh/config:12"_s;
const QString newKey = u"SHA256:pYMVpgjFDl8q3Nx2uRb1cWQmXo0G1w8Zb7vK5oXyL2E"_s;
const QString oldKey = u"SHA256:Qd9m4uTz6cRr7F0yKxj3WmQe1v5Nn8hB2oSgLpT0aUY"_s;

void addLogins(QList<ExampleFailure> &all)
{
    using namespace LinkFailure;
    const HostKeyFailure::HostKeyConflict ownFile{.fingerprint = newKey,
                                                  .conflictingLines = {u"/home/observer/.ssh/known_hosts:3: "_s + oldKey},
                                                  .facilityLinesOfShownKey = {},
                                                  .removalCommand = u"ssh-keygen -R lris.summit.example"_s,
                                                  .contact = u"Keola Watanabe, +1 808 555 0142"_s};
    const HostKeyFailure::HostKeyConflict systemConfigFilePath{.fingerprint = newKey,
                                                               .conflictingLines = {u"/etc/ssh/ssh_known_hosts:3: "_s + oldKey},
                                                               .facilityLinesOfShownKey = {u"/etc/nightdesk/known_hosts:8: "_s + newKey},
                                                               .removalCommand = {},
                                                               .contact = {}};
    all << ExampleFailure{"HostKeyFailure::refusedByUser", HostKeyFailure::refusedByUser(account)}
        << ExampleFailure{"HostKeyFailure::changed", HostKeyFailure::changed(account, ownFile)}
        << ExampleFailure{"HostKeyFailure::changed, of a system's file", HostKeyFailure::changed(account, systemConfigFilePath)}
        << ExampleFailure{"HostKeyFailure::knownHostsUnreadable",
                          HostKeyFailure::knownHostsUnreadable(account, u"/home/observer/.ssh/known_hosts cannot be read: Permission denied."_s)}
        << ExampleFailure{"HostKeyFailure::changedTonight", HostKeyFailure::changedTonight(account, newKey, {oldKey})}
        << ExampleFailure{"HostKeyFailure::onlyOtherTypeKnown", HostKeyFailure::onlyOtherTypeKnown(account, ownFile)}
        << ExampleFailure{"HostKeyFailure::keyTooShort", HostKeyFailure::keyTooShort(account, 1024, 2048, configLine)}
        << ExampleFailure{"HostKeyFailure::unknownHostForbidden", HostKeyFailure::unknownHostForbidden(account, newKey, configLine, {})}
        << ExampleFailure{"HostKeyFailure::revocationsUnreadable",
                          HostKeyFailure::revocationsUnreadable(account,
                                                                u"/etc/ssh/revoked_keys cannot be read: the file does not exist, or you may not read it."_s,
                                                                configLine)}
        << ExampleFailure{"HostKeyFailure::optionUnsupported", HostKeyFailure::optionUnsupported(account, u"HostKeyAlgorithms"_s, configLine)}
        << ExampleFailure{"LinkFailure::configForbids", configForbids(account, u"use lris2 tonight"_s, configLine)}
        << ExampleFailure{"HostKeyFailure::revoked", HostKeyFailure::revoked(account, newKey, u"/etc/ssh/revoked_keys:4"_s)}
        << ExampleFailure{"LinkFailure::cancelledByUser", cancelledByUser(account)} << ExampleFailure{"LinkFailure::personNeeded", personNeeded(account)}
        << ExampleFailure{"LinkFailure::passwordRefused", passwordRefused(account, 3)}
        << ExampleFailure{"LinkFailure::interactiveRefused", interactiveRefused(account, 1)}
        << ExampleFailure{"LinkFailure::interactiveRefused, often", interactiveRefused(account, 3)}
        << ExampleFailure{"LinkFailure::passphraseWrong", passphraseWrong(account, u"/home/observer/.ssh/id_lris"_s, 1)}
        << ExampleFailure{"LinkFailure::passphraseWrong, often", passphraseWrong(account, u"/home/observer/.ssh/id_lris"_s, 3)}
        << ExampleFailure{"LinkFailure::keyUnreadable", keyUnreadable(account, u"/home/observer/.ssh/id_lris"_s)}
        << ExampleFailure{"LinkFailure::keyOnToken", keyOnToken(account, u"/home/observer/.ssh/id_lris"_s)}
        << ExampleFailure{"LinkFailure::tooManyPrompts", tooManyPrompts(account)}
        << ExampleFailure{"LinkFailure::noMethodLeft", noMethodLeft(account, {u"publickey"_s, u"password"_s}, {u"ssh agent"_s})}
        << ExampleFailure{"LinkFailure::noMethodLeft, nothing tried", noMethodLeft(account, {u"publickey"_s}, {})}
        << ExampleFailure{"LinkFailure::loginEnded", loginEnded(account, u"Too many authentication failures"_s)};
}

void addConnections(QList<ExampleFailure> &all)
{
    using namespace LinkFailure;
    all << ExampleFailure{"LinkFailure::nameNotFound", nameNotFound(u"lris.summit.example"_s)}
        << ExampleFailure{"LinkFailure::nameServerSilent", nameServerSilent(u"lris.summit.example"_s)}
        << ExampleFailure{"LinkFailure::noRoute", noRoute(account)} << ExampleFailure{"LinkFailure::connectionRefused", connectionRefused(account)}
        << ExampleFailure{"LinkFailure::connectTimeout", connectTimeout(account, 10s)}
        << ExampleFailure{"LinkFailure::connectError", connectError(account, u"Connection reset by peer"_s, true)}
        << ExampleFailure{"LinkFailure::hostSilent", hostSilent(account, 15s)} << ExampleFailure{"LinkFailure::notSsh", notSsh(account, {})}
        << ExampleFailure{"LinkFailure::notSsh, with a message", notSsh(account, u"Exceeded MaxStartups"_s)}
        << ExampleFailure{"LinkFailure::serverPenalty", serverPenalty(account)}
        << ExampleFailure{"LinkFailure::hungUpInHandshake", hungUpInHandshake(account, u"Socket error: disconnected"_s)}
        << ExampleFailure{"LinkFailure::noCommonAlgorithm", noCommonAlgorithm(account, {})}
        << ExampleFailure{"LinkFailure::noCommonAlgorithm, offered",
                          noCommonAlgorithm(account,
                                            u"kex error : no match for method kex algos: server [diffie-hellman-group1-sha1], client [curve25519-sha256]"_s)}
        << ExampleFailure{"LinkFailure::proxyNotStarted", proxyNotStarted(account, u"No such file or directory"_s)}
        << ExampleFailure{"LinkFailure::proxyFailed", proxyFailed(account, {})}
        << ExampleFailure{"LinkFailure::proxyFailed, with output", proxyFailed(account, u"nc: connect to gate.example port 22: No route to host"_s)}
        << ExampleFailure{"LinkFailure::unsafeName", unsafeName(account, u"lris1;reboot"_s, configLine)}
        << ExampleFailure{"LinkFailure::unfollowedInclude", unfollowedInclude(account, configLine)}
        << ExampleFailure{"LinkFailure::serverDisconnected", serverDisconnected(account, u"Session closed by administrator"_s)}
        << ExampleFailure{"LinkFailure::connectionLost", connectionLost(account)}
        << ExampleFailure{"LinkFailure::hopFailed", hopFailed(u"gate.summit.example"_s, connectTimeout(u"observer@gate.summit.example, port 22"_s, 10s))}
        << ExampleFailure{"LinkFailure::tooManyHops", tooManyHops(account)} << ExampleFailure{"LinkFailure::notLive", notLive()}
        << ExampleFailure{"LinkFailure::channelRefused", channelRefused(account, {})}
        << ExampleFailure{"LinkFailure::channelRefused, with a message", channelRefused(account, u"administratively prohibited"_s)}
        << ExampleFailure{"LinkFailure::targetUnreachable", targetUnreachable(account, u"Connection refused"_s)}
        << ExampleFailure{"LinkFailure::x11Refused", x11Refused(account)} << ExampleFailure{"LinkFailure::execRefused", execRefused(account)}
        << ExampleFailure{"LinkFailure::outOfResources", outOfResources(u"Too many open files"_s)}
        << ExampleFailure{"LinkFailure::socketUnreachable", socketUnreachable(u"/run/user/1000/vnc"_s, u"No such file or directory"_s, true)}
        << ExampleFailure{"LinkFailure::socketUnreachable, forbidden", socketUnreachable(u"/run/user/1000/vnc"_s, u"Permission denied"_s, false)}
        << ExampleFailure{"LinkFailure::programNeedsSsh", programNeedsSsh()} << ExampleFailure{"libsshTooOld", libsshTooOld(u"0.11.2"_s)};

    const auto lists = [](const QByteArray &theirs) {
        KexLists result;
        for (const QByteArray &side : {QByteArray("aes256-gcm@openssh.com,aes256-ctr"), theirs}) {
            const std::pair<QByteArray, QByteArray> lines[] = {{"kex algos", "curve25519-sha256"},
                                                               {"server host key algo", "ssh-ed25519"},
                                                               {"encryption client->server", side},
                                                               {"encryption server->client", side},
                                                               {"mac algo client->server", "hmac-sha2-256"},
                                                               {"mac algo server->client", "hmac-sha2-256"}};
            for (const auto &[kind, names] : lines) {
                result.readLogLine(QByteArray("ssh_list_kex: " + kind + ": " + names));
            }
        }
        return result;
    };
    all << ExampleFailure{"AlgorithmAdvice::failure", AlgorithmAdvice(lists("aes128-cbc,3des-cbc"), {}).failure(account)}
        << ExampleFailure{"AlgorithmAdvice::failure, hopeless", AlgorithmAdvice(lists("arcfour"), {}).failure(account)}
        << ExampleFailure{"AlgorithmAdvice::failure, nothing offered", AlgorithmAdvice(lists({}), {}).failure(account)};
}

/// Words that a server or a worker adds to an end; empty where the product has none for it.
QString detailOf(const ConnectionEnd &end)
{
    using Cause = ConnectionEnd::Cause;
    switch (end.cause) {
    case Cause::WorkerCrashed:
        return u"signal 11"_s;
    case Cause::WorkerViolatedProtocol:
        return u"Damage.rects: outside the picture"_s;
    case Cause::WorkerMissing:
        return u"No such file or directory"_s;
    case Cause::ServerFailed:
        return end.code == RfbWire::FailureCode::TooManyAttempts ? u"Too many security failures"_s : QString();
    default:
        return {};
    }
}

void addDesktops(QList<ExampleFailure> &all)
{
    using Cause = ConnectionEnd::Cause;
    using RfbWire::FailureCode;
    const QString place = desktopNameForUser(DisplayNumber{3}, u"lris.summit.example"_s);
    const auto add = [&all, &place](ConnectionEnd end, const QByteArray &name) {
        end.detail = detailOf(end);
        all << ExampleFailure{name, desktopFailure(end, place, false)};
        if (countsAsWorkerCrash(end)) {
            all << ExampleFailure{name + ", given up", desktopFailure(end, place, true)};
        }
    };
    for (int cause = 0; cause <= static_cast<int>(Cause::LoginSilent); ++cause) {
        const ConnectionEnd end{.cause = static_cast<Cause>(cause), .code = FailureCode::Closed, .detail = {}, .linkFailure = {}, .silence = 20s};
        if (end.cause != Cause::ServerFailed) {
            add(end, "desktopFailure of ConnectionEnd::Cause " + QByteArray::number(cause));
        }
    }
    for (int code = 0; code <= static_cast<int>(FailureCode::NotAnswered); ++code) {
        add({.cause = Cause::ServerFailed, .code = static_cast<FailureCode>(code), .detail = {}, .linkFailure = {}, .silence = {}},
            "desktopFailure of FailureCode " + QByteArray::number(code));
    }
    all << ExampleFailure{"desktopFailure, refused by the host",
                          desktopFailure({.cause = Cause::ChannelRefused,
                                          .code = FailureCode::Closed,
                                          .detail = {},
                                          .linkFailure = LinkFailure::targetUnreachable(account, u"Connection refused"_s),
                                          .silence = {}},
                                         place,
                                         false)};

    const DesktopSelector wanted{.title = u"LRIS control"_s, .linePattern = {}};
    LinkSpec link;
    link.id = u"summit"_s;
    link.host = u"lris.summit.example"_s;
    link.discover = DiscoverSpec{};
    link.discover->command = {u"vncserver"_s, u"-list"_s};
    const auto outcome = [](std::optional<int> code, const QString &signal, const QStringList &lastErrorLines) {
        DiscoverOutcome result;
        result.exit = {.code = code, .signal = signal};
        result.lastErrorLines = lastErrorLines;
        return result;
    };
    DiscoverOutcome late = outcome(0, {}, {});
    late.tookTooLong = true;
    all << ExampleFailure{"DiscoverFailure::notFound", DiscoverFailure::notFound(wanted, outcome(0, {}, {}), link)}
        << ExampleFailure{"DiscoverFailure::notFound, by an expression",
                          DiscoverFailure::notFound({.title = {}, .linePattern = u"LRIS.*:(\\d+)"_s}, outcome(0, {}, {}), link)}
        << ExampleFailure{"DiscoverFailure::notFound, no such command",
                          DiscoverFailure::notFound(wanted, outcome(127, {}, {u"sh: vncserver: not found"_s}), link)}
        << ExampleFailure{"DiscoverFailure::notFound, ended by a signal", DiscoverFailure::notFound(wanted, outcome({}, u"KILL"_s, {}), link)}
        << ExampleFailure{"DiscoverFailure::notFound, too slow", DiscoverFailure::notFound(wanted, late, link)}
        << ExampleFailure{"DiscoverFailure::linkCannotSearch", DiscoverFailure::linkCannotSearch(u"summit"_s)}
        << ExampleFailure{"DiscoverFailure::linkNotResponding", DiscoverFailure::linkNotResponding(link)}
        << ExampleFailure{"DiscoverFailure::hostAsksQuestion", DiscoverFailure::hostAsksQuestion(link.host)}
        << ExampleFailure{"SummitViewer::socketOnOtherHost", SummitViewer::socketOnOtherHost(u"lris.summit.example"_s, u"control"_s)};
}

void addBroker(QList<ExampleFailure> &all)
{
    using namespace BrokerFailure;
    BrokerCredential desk;
    desk.facility = u"keck"_s;
    desk.name = u"waimea/left"_s;
    BrokerCredential astronomer;
    astronomer.role = BrokerRole::SupportAstronomer;
    astronomer.name = u"ann"_s;
    for (const int reason :
         {MQTT_RC_NOT_AUTHORIZED, MQTT_RC_BANNED, MQTT_RC_UNSUPPORTED_PROTOCOL_VERSION, MQTT_RC_SERVER_BUSY, MQTT_RC_IMPLEMENTATION_SPECIFIC}) {
        all << ExampleFailure{"BrokerFailure::loginRefused " + QByteArray::number(reason), loginRefused(reason, desk)};
    }
    for (const int reason :
         {MQTT_RC_SESSION_TAKEN_OVER, MQTT_RC_ADMINISTRATIVE_ACTION, MQTT_RC_SERVER_SHUTTING_DOWN, MQTT_RC_KEEP_ALIVE_TIMEOUT, MQTT_RC_PACKET_TOO_LARGE}) {
        all << ExampleFailure{"BrokerFailure::disconnectedByBroker " + QByteArray::number(reason), disconnectedByBroker(reason, astronomer)};
    }
    for (const bool wasIn : {true, false}) {
        all << ExampleFailure{wasIn ? "BrokerFailure::connectionLost" : "BrokerFailure::connectionLost before the login", connectionLost(wasIn)}
            << ExampleFailure{wasIn ? "BrokerFailure::brokerNotResponding" : "BrokerFailure::brokerNotResponding before the login", brokerNotResponding(wasIn)};
    }
    const QString topic = u"nightdesk/1/keck/desk/waimea/left/state"_s;
    all << ExampleFailure{"BrokerFailure::notAnMqttBroker", notAnMqttBroker()} << ExampleFailure{"BrokerFailure::protocolViolated", protocolViolated()}
        << ExampleFailure{"BrokerFailure::messageRefused", messageRefused(MQTT_RC_NOT_AUTHORIZED, topic)}
        << ExampleFailure{"BrokerFailure::messageRefused, for another reason", messageRefused(MQTT_RC_QUOTA_EXCEEDED, topic)}
        << ExampleFailure{"BrokerFailure::subscriptionRefused", subscriptionRefused(MQTT_RC_NOT_AUTHORIZED, topic)}
        << ExampleFailure{"BrokerFailure::noLocalSocket", noLocalSocket(u"Too many open files"_s)};
}

void addPrograms(QList<ExampleFailure> &all)
{
    const QString host = u"lris.summit.example"_s;
    WindowSpec ds9;
    ds9.id = u"ds9"_s;
    ds9.command = {u"ds9"_s};
    ds9.topology = Topology::VncApp;
    ds9.visual = u"PseudoColor 8"_s;
    WindowSpec misspelled = ds9;
    misspelled.visual = u"PseudoColour 8"_s;
    WindowSpec ownServer = ds9;
    ownServer.server.command = {u"/opt/vnc/Xvnc"_s};
    for (const char *word : {"noserver Xtigervnc Xvnc",
                             "server Unrecognized option: -localhost",
                             "slow /tmp/nightdesk-lris1",
                             "tool xauth",
                             "disk /tmp/nightdesk-lris1",
                             "foreign /tmp/nightdesk-lris1",
                             "open /tmp/nightdesk-lris1",
                             "group observers",
                             "gone",
                             "visual Xvfb x11vnc",
                             "busy /tmp/nightdesk-lris1",
                             "name"}) {
        all << ExampleFailure{QByteArray("AppFailure::exitOrFailure fail ") + word, std::get<Failure>(AppFailure::exitOrFailure({"fail", word}, ds9, host))};
    }
    all << ExampleFailure{"AppFailure::exitOrFailure fail noserver, named",
                          std::get<Failure>(AppFailure::exitOrFailure({"fail", "noserver /opt/vnc/Xvnc"}, ownServer, host))}
        << ExampleFailure{"AppFailure::exitOrFailure linger", std::get<Failure>(AppFailure::exitOrFailure({"linger", {}}, ds9, host))}
        << ExampleFailure{"AppFailure::exitOrFailure server", std::get<Failure>(AppFailure::exitOrFailure({"server", "139 Segmentation fault"}, ds9, host))}
        << ExampleFailure{"AppFailure::exitOrFailure server, a code", std::get<Failure>(AppFailure::exitOrFailure({"server", "1"}, ds9, host))}
        << ExampleFailure{"AppFailure::exitOrFailure lost", std::get<Failure>(AppFailure::exitOrFailure({"lost", {}}, ds9, host))}
        << ExampleFailure{"AppFailure::invalidReport", AppFailure::invalidReport(host, {})}
        << ExampleFailure{"AppFailure::invalidReport, with a message", AppFailure::invalidReport(host, u"This account is currently not available."_s)}
        << ExampleFailure{"AppFailure::startTimedOut", AppFailure::startTimedOut(host)}
        << ExampleFailure{"AppFailure::displayConnectionLost", AppFailure::displayConnectionLost(host)}
        << ExampleFailure{"AppFailure::visualUnknown", AppFailure::visualUnknown(misspelled)};

    WindowSpec viewer;
    viewer.command = {u"vncviewer"_s};
    viewer.topology = Topology::VncAtSummit;
    WindowSpec program;
    program.command = {u"xpose"_s};
    const auto ended = [&all](const QByteArray &name, const WindowSpec &spec, const ProgramExit &exit, const QString &lastLine) {
        all << ExampleFailure{"ProgramExitText::failed, " + name, ProgramExitText::failed(spec, exit, lastLine)};
    };
    ended("no viewer", viewer, {.code = 127, .signal = {}}, {});
    ended("not found", program, {.code = 127, .signal = {}}, u"sh: xpose: not found"_s);
    ended("not executable", program, {.code = 126, .signal = {}}, {});
    ended("a code", program, {.code = 1, .signal = {}}, u"xpose: no license"_s);
    ended("a signal", program, {.code = {}, .signal = u"SEGV"_s}, {});
    all << ExampleFailure{"ProgramExitText::lostWithLink", ProgramExitText::lostWithLink()}
        << ExampleFailure{"ProgramExitText::channelLost", ProgramExitText::channelLost()};
}

void addHolders(QList<ExampleFailure> &all)
{
    const QDateTime now(QDate(2026, 11, 25), QTime(10, 30), QTimeZone::UTC);
    const AppHolder unknown{.program = u"xpose"_s, .since = now.addSecs(-3600), .account = u"lris2"_s, .process = 4711};
    AppHolder ours = unknown;
    ours.isStartedByNightdesk = true;
    ours.site = u"waimea"_s;
    AppHolder watched = ours;
    watched.canWatch = true;
    AppHolder doubtful = ours;
    doubtful.claimFile = u"/var/lock/nightdesk/xpose.lris2"_s;
    AppHolder own = ours;
    own.isStartedByThisDesk = true;
    AppHolder placeless = ours;
    placeless.site.clear();
    all << ExampleFailure{"Occupied::alreadyRunning, not ours", Occupied::alreadyRunning(unknown, now)}
        << ExampleFailure{"Occupied::alreadyRunning, ours", Occupied::alreadyRunning(ours, now)}
        << ExampleFailure{"Occupied::alreadyRunning, can be watched", Occupied::alreadyRunning(watched, now)}
        << ExampleFailure{"Occupied::alreadyRunning, doubtful", Occupied::alreadyRunning(doubtful, now)}
        << ExampleFailure{"Occupied::alreadyRunning, our own", Occupied::alreadyRunning(own, now)}
        << ExampleFailure{"Occupied::alreadyRunning, of an account", Occupied::alreadyRunning(placeless, now)}
        << ExampleFailure{"Occupied::holderProgramEnded", Occupied::holderProgramEnded(watched)}
        << ExampleFailure{"Occupied::hostDidNotReport", Occupied::hostDidNotReport(u"xpose"_s)}
        << ExampleFailure{"SummitViewer::alreadyRunning", SummitViewer::alreadyRunning(ours)};
    for (const char *words :
         {"group observers", "directory /var/lock/nightdesk lris2", "directory /var/lock/nightdesk ?", "crowd /var/lock/nightdesk/xpose.* lris2", "account"}) {
        ClaimAnswer answer("t");
        answer.readLine(QByteArray(QByteArray("t refused ") + words), now);
        answer.readLine("t end", now);
        all << ExampleFailure{QByteArray("ClaimAnswer::refusal ") + words, answer.refusal()};
    }
}

void addServers(QList<ExampleFailure> &all)
{
    const LocalDisplay here{.number = 0, .screen = 0};
    using Problem = LocalDisplay::Problem;
    all << ExampleFailure{"XProblem::badDisplay, none", XProblem::badDisplay({}, Problem::NotSet)}
        << ExampleFailure{"XProblem::badDisplay, Wayland", XProblem::badDisplay(QString(LocalDisplay::waylandName), Problem::Wayland)}
        << ExampleFailure{"XProblem::badDisplay, not valid", XProblem::badDisplay(u":x"_s, Problem::NotUnderstood)}
        << ExampleFailure{"XProblem::badDisplay, elsewhere", XProblem::badDisplay(u"lris:0"_s, Problem::NotLocal)}
        << ExampleFailure{"XProblem::unreachable", XProblem::unreachable(here, ECONNREFUSED)}
        << ExampleFailure{"XProblem::accessRefused", XProblem::accessRefused(here, true)}
        << ExampleFailure{"XProblem::accessRefused, no cookie", XProblem::accessRefused(here, false)}
        << ExampleFailure{"XProblem::cannotConfine", XProblem::cannotConfine(here)}
        << ExampleFailure{"XProblem::notConfined", XProblem::notConfined(here, true)}
        << ExampleFailure{"XProblem::notConfined, refused", XProblem::notConfined(here, false)}
        << ExampleFailure{"XProblem::notResponding", XProblem::notResponding(here)} << ExampleFailure{"XProblem::serverLost", XProblem::serverLost(here)}
        << ExampleFailure{"XProblem::programNotAuthorized", XProblem::programNotAuthorized(here, u"Maximum number of clients reached"_s)}
        << ExampleFailure{"XProblem::displayNotCreated", XProblem::displayNotCreated(u"/tmp/.X11-unix"_s, EPERM)}
        << ExampleFailure{"XProblem::noRandomNumbers", XProblem::noRandomNumbers()}
        << ExampleFailure{"XTraceFailure::programMissing", XTraceFailure::programMissing(u"ds99"_s)}
        << ExampleFailure{"XTraceFailure::programNotExecutable", XTraceFailure::programNotExecutable(u"./notes.txt"_s)}
        << ExampleFailure{"XTraceFailure::programNotStarted", XTraceFailure::programNotStarted(u"./ds9"_s, u"Exec format error"_s)};
}
}

QList<ExampleFailure> allFailures()
{
    QList<ExampleFailure> all;
    addConnections(all);
    addLogins(all);
    addDesktops(all);
    addBroker(all);
    addPrograms(all);
    addHolders(all);
    addServers(all);
    return all;
}

QStringList failureHeaders()
{
    return {
        u"monitors/xadvice/xtracefailure.h"_s,
        u"sessions/apps/appfailure.h"_s,
        u"sessions/broker/brokerfailure.h"_s,
        u"sessions/desk/summitviewer.h"_s,
        u"sessions/desktops/desktopfailure.h"_s,
        u"sessions/desktops/discoverfailure.h"_s,
        u"sessions/display/occupied.h"_s,
        u"sessions/links/config/algorithmadvice.h"_s,
        u"sessions/links/config/libsshversion.h"_s,
        u"sessions/links/facts/hostkeyfailure.h"_s,
        u"sessions/links/facts/linkfailure.h"_s,
        u"sessions/xwindows/claimanswer.h"_s,
        u"sessions/xwindows/programexit.h"_s,
        u"sessions/xwindows/server/xproblem.h"_s,
    };
}
}
