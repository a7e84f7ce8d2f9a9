// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/link.h"
#include "sessions/xwindows/localx.h"
#include "sessions/xwindows/protocol/xsetupreply.h"
#include "sessions/xwindows/protocol/xstreamobserver.h"
#include "sessions/xwindows/server/displaysocket.h"
#include "sessions/xwindows/server/xserverconnection.h"
#include "sessions/xwindows/windowsession.h"
#include "tests/sessions/xwindows/channelclient.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/support/xserver.h"

#include <QCoreApplication>
#include <QFile>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTest>

#include <condition_variable>
#include <mutex>
#include <thread>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
constexpr std::uint8_t sizedRequest(std::size_t bytes)
{
    return static_cast<std::uint8_t>(bytes / 4);
}

/// QueryExtension.
Octets extensionQuery(std::string_view name)
{
    const std::size_t size = 8 + XBytes::padded(name.size());
    Octets bytes{98, 0, sizedRequest(size), 0, static_cast<std::uint8_t>(name.size()), 0, 0, 0};
    XBytes::appendPadded(bytes, name);
    return bytes;
}

/// SetAccessControl.
Octets accessOpened()
{
    return {111, 0, 1, 0};
}

/// ChangeHosts: a server-interpreted address is added.
Octets hostAdded()
{
    constexpr std::string_view address("localuser\0nobody", 16);
    Octets bytes{109, 0, sizedRequest(8 + address.size()), 0, 5, 0, static_cast<std::uint8_t>(address.size()), 0};
    XBytes::appendPadded(bytes, address);
    return bytes;
}

/// The same request with a length of 32 bits.
Octets withBigLength(Octets request)
{
    const auto units = static_cast<std::uint8_t>(request[2] + 1);
    request[2] = 0;
    request.insert(request.begin() + 4, {units, 0, 0, 0});
    return request;
}

/// A request that only a trusted client is granted: it leaves a property at @p root.
Octets rootMarked(xcb_window_t root)
{
    xcb_change_property_request_t change{};
    change.major_opcode = XCB_CHANGE_PROPERTY;
    change.mode = XCB_PROP_MODE_REPLACE;
    change.length = sizedRequest(sizeof(change) + 4);
    change.window = root;
    change.property = XCB_ATOM_CUT_BUFFER7;
    change.type = XCB_ATOM_CARDINAL;
    change.format = 32;
    change.data_len = 1;
    Octets bytes(sizeof(change) + 4, 7);
    std::memcpy(bytes.data(), &change, sizeof(change));
    return bytes;
}

/// Whether @p heard, all that a client heard, has an answer to its QueryExtension that says yes.
bool seesExtension(std::span<const std::uint8_t> heard)
{
    XSetupReply reply;
    if (XSetupReply::parse(heard, false, reply) != XSetupParseResult::Complete || reply.status != XSetupReply::Status::Success) {
        return false;
    }
    return heard.size() >= reply.packetSize + 32 && heard[reply.packetSize] == 1 && heard[reply.packetSize + 8] == 1;
}

/// Has the relay wait for a test when it has let a connection in and sent nothing of it yet.
class Turnstile : public XStreamObservers
{
public:
    /// The connection of this number, from 1 on, waits until pass() was called as often.
    void hold(int number)
    {
        const std::lock_guard lock(m_mutex);
        m_held.push_back(number);
    }
    void holdNobody()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_held.clear();
        }
        pass();
    }
    bool isHolding() const
    {
        const std::lock_guard lock(m_mutex);
        return m_isHolding;
    }
    void pass()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_isHolding = false;
        }
        m_passed.notify_all();
    }
    int count() const
    {
        const std::lock_guard lock(m_mutex);
        return m_count;
    }
    std::unique_ptr<XStreamObserver> newConnection(XStreamObserver::Clock::time_point) override
    {
        std::unique_lock lock(m_mutex);
        ++m_count;
        if (!m_held.empty() && m_held.front() == m_count) {
            m_held.erase(m_held.begin());
            m_isHolding = true;
            m_passed.wait(lock, [this] {
                return !m_isHolding;
            });
        }
        return std::make_unique<Blind>();
    }

private:
    class Blind : public XStreamObserver
    {
        void observeBytesFromProgram(std::span<const std::uint8_t>, Clock::time_point) override
        {
        }
        void observeBytesToProgram(std::span<const std::uint8_t>, Clock::time_point) override
        {
        }
    };
    mutable std::mutex m_mutex;
    std::condition_variable m_passed;
    std::vector<int> m_held;
    bool m_isHolding = false;
    int m_count = 0;
};

/// A display at which everybody is let in by what this account has, whatever he brings: the SECURITY extension confines nobody.
class Unconfining
{
public:
    Unconfining(const LocalDisplay &server, const XAuthorization &authorization)
        : m_server(server)
        , m_authorization(authorization)
    {
    }
    ~Unconfining()
    {
        m_isOver = true;
        m_thread.join();
    }
    bool start()
    {
        auto socket = DisplaySocket::open();
        if (socket) {
            m_socket = std::move(*socket);
        }
        m_thread = std::thread([this] {
            run();
        });
        return m_socket != nullptr;
    }
    QString name() const
    {
        return m_socket->name();
    }
    QString authorityFile() const
    {
        return m_socket->authorityFile();
    }

private:
    struct Joint {
        UniqueFd client;
        UniqueFd server; ///< invalid: the client has not said who it is
        Octets setup;
    };
    void run()
    {
        std::vector<Joint> joints;
        while (!m_isOver && m_socket) {
            std::vector<pollfd> fds{{.fd = m_socket->fd(), .events = POLLIN, .revents = 0}};
            for (const Joint &joint : joints) {
                fds.push_back({.fd = joint.client.get(), .events = POLLIN, .revents = 0});
                fds.push_back({.fd = joint.server.get(), .events = POLLIN, .revents = 0});
            }
            (void)::poll(fds.data(), fds.size(), 50);
            for (std::size_t i = 0; i < joints.size(); ++i) {
                const bool lives = carry(joints[i], fds[1 + 2 * i].revents != 0, fds[2 + 2 * i].revents != 0);
                if (!lives) {
                    joints[i] = {};
                }
            }
            std::erase_if(joints, [](const Joint &joint) {
                return !joint.client.isValid();
            });
            while (true) {
                UniqueFd client = m_socket->accept();
                if (!client.isValid()) {
                    break;
                }
                joints.push_back({.client = std::move(client), .server = {}, .setup = {}});
            }
        }
    }
    bool carry(Joint &joint, bool clientSpoke, bool serverSpoke) const
    {
        Octets part(65536);
        if (clientSpoke) {
            const ssize_t count = ::recv(joint.client.get(), part.data(), part.size(), MSG_DONTWAIT);
            if (count == 0 || (count > 0 && !take(joint, std::span(part).first(static_cast<std::size_t>(count))))) {
                return false;
            }
        }
        if (serverSpoke) {
            const ssize_t count = ::recv(joint.server.get(), part.data(), part.size(), MSG_DONTWAIT);
            if (count == 0 || (count > 0 && ::send(joint.client.get(), part.data(), static_cast<std::size_t>(count), MSG_NOSIGNAL) != count)) {
                return false;
            }
        }
        return true;
    }
    bool take(Joint &joint, std::span<const std::uint8_t> bytes) const
    {
        if (joint.server.isValid()) {
            return ::send(joint.server.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size());
        }
        joint.setup.insert(joint.setup.end(), bytes.begin(), bytes.end());
        XSetupRequest request;
        if (XSetupRequest::parse(joint.setup, request) != XSetupParseResult::Complete) {
            return true;
        }
        auto server = m_server.connectSocket();
        if (!server) {
            return false;
        }
        joint.server = std::move(*server);
        const auto setup = request.withAuthorization(m_authorization.name, m_authorization.data);
        return take(joint, setup) && take(joint, std::span(joint.setup).subspan(request.packetSize));
    }

    const LocalDisplay m_server;
    const XAuthorization m_authorization;
    std::unique_ptr<DisplaySocket> m_socket;
    std::atomic_bool m_isOver = false;
    std::thread m_thread;
};
}

/// What programs get of this desk's X server: those that are not trusted never more than its SECURITY extension gives them, and none
/// what servers give to programs of their own machine. The server is as Debian's X11 session has it: besides the cookie its host list
/// lets this account in.
class XAccessTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void endedProgramNeverBecomesTrusted();
    void cookieIsWorthNothingAtAnotherServer();
    void replacedServerIsNotTakenForTheOneBefore_data();
    void replacedServerIsNotTakenForTheOneBefore();
    void cookieIsWorthNothingByAnotherLink();
    void noLinkOpensMoreThanItsShare();
    void serverThatDoesNotConfineGetsNoProgram();
    void onlyATrustedProgramSeesKeys();
    void onlyATrustedProgramTakesTheKeyboard_data();
    void onlyATrustedProgramTakesTheKeyboard();
    void extensionsAreNotThereByTheirNumbers();
    void noProgramChangesWhoMayConnect_data();
    void noProgramChangesWhoMayConnect();
    void requestsHiddenInALengthEndTheConnection();

private:
    WindowSession *add(const QString &id, const QStringList &command, bool trusted, const std::shared_ptr<XStreamObservers> &observers = {});
    bool isLive(const WindowSession &session) const;
    bool letAccountIn(); ///< xhost
    std::string cookieOf(const WindowSession &session) const;
    std::unique_ptr<XServerConnection> connectOurselves() const;
    static std::pair<int, int> accessControl(const XServerConnection &x);
    bool open(ChannelClient &client, const WindowSession &session);
    /// All that comes until the end or @p limit after its first byte, which may take its time.
    static Octets hear(ChannelClient &client, std::chrono::milliseconds limit);

    QTemporaryDir m_home;
    std::unique_ptr<SshServer> m_sshd;
    std::unique_ptr<XServer> m_x;
    std::unique_ptr<Link> m_link;
    std::unique_ptr<LocalX> m_localX;
    std::vector<std::unique_ptr<WindowSession>> m_sessions;
};

void XAccessTest::initTestCase()
{
    qputenv("HOME", QFile::encodeName(m_home.path())); // nobody's own ssh configuration
    qunsetenv("SSH_AUTH_SOCK");
}

void XAccessTest::init()
{
    m_sshd = std::make_unique<SshServer>();
    QVERIFY(m_sshd->start());
    QFile authority(m_sshd->directory() + u"/Xauthority"_s); // else the first xauth of sshd says that there was none
    QVERIFY(authority.open(QIODevice::WriteOnly));
    m_link = std::make_unique<Link>(LinkTarget{.spec = m_sshd->linkSpec(), .carriesPrograms = true});
    m_link->open();
    QVERIFY2(WAIT_FOR(m_link->isLive()), qUtf8Printable(m_link->lastFailure().value_or(Failure()).what));
    m_x = std::make_unique<XServer>();
    QVERIFY2(m_x->start(), qPrintable(m_x->problem()));
    QVERIFY(letAccountIn());
    m_localX = std::make_unique<LocalX>(m_x->display(), m_x->authorityFile());
}

void XAccessTest::cleanup()
{
    m_sessions.clear();
    m_localX.reset();
    m_link.reset();
    m_x.reset();
    m_sshd.reset();
}

bool XAccessTest::letAccountIn()
{
    return m_x->output({u"xhost"_s, u"+si:localuser:"_s + m_sshd->userName()}).has_value();
}

WindowSession *XAccessTest::add(const QString &id, const QStringList &command, bool trusted, const std::shared_ptr<XStreamObservers> &observers)
{
    WindowSpec spec;
    spec.id = id;
    spec.title = id;
    spec.command = command;
    spec.isTrusted = trusted;
    m_sessions.push_back(std::make_unique<WindowSession>(spec, m_link.get(), m_localX.get()));
    m_sessions.back()->setObservers(observers);
    m_sessions.back()->start();
    return m_sessions.back().get();
}

bool XAccessTest::isLive(const WindowSession &session) const
{
    const bool live = WAIT_FOR(session.state() == SessionState::Live, 100s);
    if (!live) {
        qWarning().noquote() << session.failure().value_or(Failure()).what << session.outputLines();
    }
    return live;
}

/// The fake cookie that its program was given.
std::string XAccessTest::cookieOf(const WindowSession &session) const
{
    const QString line = session.outputLines().value(0); // of xauth list
    return QByteArray::fromHex(line.section(u' ', -1).toLatin1()).toStdString();
}

std::unique_ptr<XServerConnection> XAccessTest::connectOurselves() const
{
    const auto display = LocalDisplay::parse(m_x->display());
    auto socket = display->connectSocket();
    return socket ? XServerConnection::open(std::move(*socket), readAuthority(m_x->authorityFile(), *display), 0) : nullptr;
}

/// Whether it is on, and how many hosts or users are let in besides.
std::pair<int, int> XAccessTest::accessControl(const XServerConnection &x)
{
    xcb_list_hosts_reply_t *reply = xcb_list_hosts_reply(x.xcb(), xcb_list_hosts(x.xcb()), nullptr);
    const std::pair result = reply ? std::pair<int, int>(reply->mode, reply->hosts_len) : std::pair(-1, -1);
    std::free(reply);
    return result;
}

bool XAccessTest::open(ChannelClient &client, const WindowSession &session)
{
    m_localX->adoptX11Channel(client.channel(), m_link.get());
    if (!client.send(hello(false, cookieOf(session)))) {
        return false;
    }
    const Octets head = client.receive(8);
    if (head.size() != 8 || head[0] != 1) {
        return false;
    }
    const std::size_t rest = std::size_t(XBytes::read16(&head[6], false)) * 4;
    return client.receive(rest).size() == rest;
}

Octets XAccessTest::hear(ChannelClient &client, std::chrono::milliseconds limit)
{
    const Octets first = client.receive(1);
    if (first.empty()) {
        return {};
    }
    return joined({first, client.receive(65536, limit)});
}

namespace
{
QStringList clockWithCookie()
{
    return {u"sh"_s, u"-c"_s, u"xauth list \"$DISPLAY\"; exec xclock -title clock"_s};
}
}

void XAccessTest::endedProgramNeverBecomesTrusted()
{
    constexpr int clients = 200;
    const auto ours = connectOurselves();
    QVERIFY(ours);
    const auto before = accessControl(*ours);
    QCOMPARE(before.first, 1);
    QVERIFY(before.second > 0);
    const auto turnstile = std::make_shared<Turnstile>();
    const auto opened = qScopeGuard([&] { // whatever fails, the relay's thread has to end
        turnstile->holdNobody();
    });
    WindowSession *session = add(u"spy"_s, clockWithCookie(), false, turnstile);
    QVERIFY(isLive(*session));
    const Octets setup = hello(false, cookieOf(*session));
    QCOMPARE(setup.size(), std::size_t(12 + 20 + 16));

    // The relay waits at one connection until all setups are there, and at the next one until the program has ended: it has seen
    // then that they all can be read, and will read each.
    const int used = turnstile->count();
    turnstile->hold(used + 1);
    turnstile->hold(used + 2);
    turnstile->hold(used + clients / 2);
    std::vector<std::unique_ptr<ChannelClient>> waiting;
    for (int i = 0; i < clients; ++i) {
        waiting.push_back(std::make_unique<ChannelClient>());
        m_localX->adoptX11Channel(waiting.back()->channel(), m_link.get());
    }
    ChannelClient first;
    m_localX->adoptX11Channel(first.channel(), m_link.get());
    QVERIFY(first.send(setup));
    QVERIFY(WAIT_FOR(turnstile->isHolding()));
    const Octets bytes = joined({setup, extensionQuery("XTEST"), rootMarked(ours->root()), accessOpened()});
    for (const auto &client : waiting) {
        QVERIFY(client->send(bytes));
    }
    turnstile->pass();
    QVERIFY(WAIT_FOR(turnstile->isHolding()));
    session->stop();
    // Its window vanishes with its cookie, which must not be revoked before the relay is done. So this is not to be seen.
    const bool isRevokedEarly = WAIT_FOR(!m_x->window(u"clock"_s), 1s);
    turnstile->pass();
    QVERIFY(WAIT_FOR(turnstile->isHolding()));
    const auto isMarked = [&] {
        return !ours->property(ours->root(), XCB_ATOM_CUT_BUFFER7, XCB_ATOM_CARDINAL).empty();
    };
    const bool isTrusted = waitFor(
        [&] { // what has been sent so far; nor is this
            return isMarked() || accessControl(*ours) != before;
        },
        1s);
    turnstile->pass();
    QVERIFY(WAIT_FOR(!m_x->window(u"clock"_s)));
    for (const auto &client : waiting) {
        QVERIFY(!seesExtension(client->receive(XSetupReply::maxSize))); // up to its end
    }
    QVERIFY(!isTrusted);
    QVERIFY(!isRevokedEarly);
    QVERIFY(!isMarked());
    QCOMPARE(accessControl(*ours), before);
}

void XAccessTest::cookieIsWorthNothingAtAnotherServer()
{
    const WindowSession *session = add(u"spy"_s, clockWithCookie(), false);
    QVERIFY(isLive(*session));
    const std::string cookie = cookieOf(*session);
    const auto display = LocalDisplay::parse(m_x->display());
    const QString file = m_x->authorityFile();
    m_x->kill();
    QProcess server;
    server.setStandardOutputFile(QProcess::nullDevice());
    server.setStandardErrorFile(QProcess::nullDevice());
    server.start(u"Xvfb"_s,
                 {m_x->display(), u"-displayfd"_s, u"1"_s, u"-auth"_s, file, u"-screen"_s, u"0"_s, u"800x600x24"_s, u"-noreset"_s, u"-nolisten"_s, u"tcp"_s});
    QVERIFY(server.waitForStarted(30000));
    // No event of this thread is handled, so the session does not know yet.
    const auto deadline = std::chrono::steady_clock::now() + 30s;
    std::unique_ptr<XServerConnection> ours;
    while (!ours && std::chrono::steady_clock::now() < deadline) {
        ours = connectOurselves();
        (void)::poll(nullptr, 0, 10);
    }
    QVERIFY(ours);
    QVERIFY(letAccountIn());
    ChannelClient client;
    m_localX->adoptX11Channel(client.channel(), m_link.get());
    QVERIFY(client.send(joined({hello(false, cookie), extensionQuery("XTEST"), rootMarked(ours->root())})));
    const Octets heard = hear(client, 5s);
    QVERIFY(session->state() == SessionState::Live);
    QVERIFY(!heard.empty());
    QCOMPARE(heard[0], 0); // refused
    QVERIFY(ours->property(ours->root(), XCB_ATOM_CUT_BUFFER7, XCB_ATOM_CARDINAL).empty());
    ours.reset();
    m_sessions.clear();
    m_localX.reset();
    server.kill();
    QVERIFY(server.waitForFinished(30000));
}

void XAccessTest::replacedServerIsNotTakenForTheOneBefore_data()
{
    QTest::addColumn<bool>("isAsked"); // for a cookie, when it ends
    QTest::newRow("it ends while programs run") << false;
    QTest::newRow("it ends while it is asked for a cookie") << true;
}

void XAccessTest::replacedServerIsNotTakenForTheOneBefore()
{
    QFETCH(bool, isAsked);
    const WindowSession *before = add(u"before"_s, clockWithCookie(), false);
    QVERIFY(isLive(*before));
    const std::string cookie = cookieOf(*before);
    const WindowSession *session = before;
    const auto failures = std::make_shared<QStringList>();
    if (isAsked) {
        QVERIFY(m_x->freeze());
        session = add(u"session"_s, clockWithCookie(), false);
        connect(session, &Session::stateChanged, this, [session, failures] {
            if (const auto failure = session->failure()) {
                *failures << failure->what;
            }
        });
        QVERIFY(!waitFor( // the request is on its way
            [session] {
                return session->failure().has_value() || session->state() == SessionState::Live;
            },
            300ms));
    }
    const auto display = LocalDisplay::parse(m_x->display());
    const QString file = m_x->authorityFile();
    m_x->kill();
    QProcess server;
    server.setStandardOutputFile(QProcess::nullDevice());
    server.setStandardErrorFile(QProcess::nullDevice());
    server.start(u"Xvfb"_s,
                 {m_x->display(), u"-displayfd"_s, u"1"_s, u"-auth"_s, file, u"-screen"_s, u"0"_s, u"800x600x24"_s, u"-noreset"_s, u"-nolisten"_s, u"tcp"_s});
    QVERIFY(server.waitForStarted(30000));
    const auto ended = qScopeGuard([&] {
        m_sessions.clear();
        m_localX.reset();
        server.kill();
        server.waitForFinished(30000);
    });
    // It starts again there, with a cookie of that server, and is confined by it.
    QVERIFY(waitFor(
        [&] {
            return session->state() == SessionState::Live && cookieOf(*session) != cookie;
        },
        60s));
    QVERIFY2(failures->filter(u"confine"_s).isEmpty(), qPrintable(failures->join(u'\n'))); // nothing said that this server cannot
    QVERIFY(letAccountIn());
    const auto answer = [&](const std::string &brought) {
        ChannelClient client;
        m_localX->adoptX11Channel(client.channel(), m_link.get());
        return client.send(joined({hello(false, brought), extensionQuery("XTEST")})) ? hear(client, 3s) : Octets();
    };
    const Octets old = answer(cookie);
    QVERIFY(!old.empty());
    QCOMPARE(old[0], 0); // refused
    const Octets ours = answer(cookieOf(*session));
    QVERIFY(!ours.empty());
    QCOMPARE(ours[0], 1);
    QVERIFY(!seesExtension(ours));
}

void XAccessTest::cookieIsWorthNothingByAnotherLink()
{
    const WindowSession *session = add(u"clock"_s, clockWithCookie(), false);
    QVERIFY(isLive(*session));
    const Link other(LinkTarget{.spec = m_sshd->linkSpec(), .carriesPrograms = true});
    m_localX->adoptX11ChannelsOf(&other);
    const auto answer = [&](const Link *link) {
        ChannelClient client;
        m_localX->adoptX11Channel(client.channel(), link);
        return client.send(hello(false, cookieOf(*session))) ? client.receive(1) : Octets();
    };
    QCOMPARE(answer(&other), Octets{0}); // refused
    QCOMPARE(answer(m_link.get()), Octets{1});
}

void XAccessTest::noLinkOpensMoreThanItsShare()
{
    // Each connection is a channel of its own, whether anything is said in it or not; a channel that is refused ends it.
    const auto hoarder =
        uR"(
import os, select, socket
port = 6000 + int(os.environ["DISPLAY"].split(":")[1].split(".")[0])
open = [socket.create_connection(("localhost", port)) for i in range(80)]
closed = 0
while ready := select.select(open, [], [], 20 if closed < 16 else 4)[0]:
    for one in ready:
        one.recv(1)
        open.remove(one)
    closed += len(ready)
print("closed", closed, flush=True)
)"_s;
    const WindowSession *session = add(u"hoarder"_s, {u"python3"_s, u"-c"_s, hoarder}, false);
    const auto closed = [session] {
        return session->outputLines().filter(u"closed "_s);
    };
    QVERIFY(WAIT_FOR(!closed().isEmpty()));
    QCOMPARE(closed(), QStringList{u"closed 16"_s});
}

void XAccessTest::serverThatDoesNotConfineGetsNoProgram()
{
    const auto display = LocalDisplay::parse(m_x->display());
    Unconfining display2(*display, readAuthority(m_x->authorityFile(), *display));
    QVERIFY(display2.start());
    m_localX = std::make_unique<LocalX>(display2.name(), display2.authorityFile());
    const WindowSession *trusted = add(u"trusted"_s, clockWithCookie(), true);
    QVERIFY(isLive(*trusted));
    const WindowSession *session = add(u"spy"_s, clockWithCookie(), false);
    QVERIFY(WAIT_FOR(session->state() == SessionState::Failed || session->state() == SessionState::Live));
    QVERIFY(session->state() == SessionState::Failed);
    QVERIFY2(session->failure()->what.contains(u"does not confine"_s), qPrintable(session->failure()->what));
    QVERIFY(session->outputLines().isEmpty()); // it was not even started
    m_sessions.clear();
    m_localX.reset();
}

void XAccessTest::onlyATrustedProgramSeesKeys()
{
    const QString logger = QCoreApplication::applicationDirPath() + u"/nightdesk-key-logger"_s;
    m_x->run({u"xterm"_s, u"-T"_s, u"secret"_s, u"-geometry"_s, u"40x10+0+0"_s, u"-e"_s, u"cat"_s});
    QVERIFY(WAIT_FOR(m_x->window(u"secret"_s).has_value()));
    const WindowSession *confined = add(u"confined"_s, {logger, u"confined"_s}, false);
    const WindowSession *trusted = add(u"trusted"_s, {logger, u"trusted"_s}, true);
    QVERIFY(isLive(*confined));
    QVERIFY(isLive(*trusted));
    QVERIFY(waitFor([&] { // the server answers a program that is not trusted that no key is down
        return confined->outputLines().contains(u"asks"_s) && trusted->outputLines().contains(u"asks"_s);
    }));
    QVERIFY(m_x->movePointer(m_x->window(u"secret"_s)->rect.center()));
    const auto keys = [](const WindowSession *session) {
        return session->outputLines().filter(QRegularExpression(u"^key [0-9]"_s)).size();
    };
    QVERIFY(WAIT_FOR(m_x->type(u"password"_s) && m_x->key(u"F12"_s) && keys(trusted) >= 8));
    QCOMPARE(keys(confined), 0); // nor F12, which it believes to have grabbed
    QVERIFY(!trusted->outputLines().contains(u"grab refused"_s));
}

void XAccessTest::onlyATrustedProgramTakesTheKeyboard_data()
{
    QTest::addColumn<QString>("grab"); // as the key logger calls it
    QTest::addColumn<QString>("held"); // in its window, while five keys are typed elsewhere
    QTest::addColumn<bool>("trusted");
    QTest::addColumn<QString>("told"); // it is
    QTest::addColumn<int>("heard"); // of five keys
    const QString nothing;
    const QString key = u"key"_s;
    QTest::newRow("the keyboard, by a trusted one") << u"keyboard"_s << nothing << true << u"keyboard granted"_s << 5; // so the logger works
    QTest::newRow("the keyboard") << u"keyboard"_s << nothing << false << u"keyboard granted"_s << 0;
    QTest::newRow("all keys in its window") << u"keys"_s << nothing << false << u"keys granted"_s << 0;
    QTest::newRow("all keys while one is held, by a trusted one") << u"keys"_s << key << true << u"keys granted"_s << 5;
    QTest::newRow("all keys while one is held") << u"keys"_s << key << false << u"keys granted"_s << 0;
    QTest::newRow("the keyboard stops at a key") << u"stopping keys"_s << key << false << u"stopping keys granted"_s << 0;
    QTest::newRow("the keyboard stops at a button") << u"button"_s << u"button"_s << false << u"button granted"_s << 0;
    QTest::newRow("the pointer, and the keyboard stops") << u"pointer"_s << nothing << false << u"pointer granted"_s << 0;
    QTest::newRow("the keyboard, by XInput 2") << u"device"_s << nothing << false << u"device refused"_s << 0;
    QTest::newRow("the server") << u"server"_s << nothing << false << u"server granted"_s << 0;
}

/// Five keys are typed into a terminal while a program of a host grabs what it can.
void XAccessTest::onlyATrustedProgramTakesTheKeyboard()
{
    QFETCH(QString, grab);
    QFETCH(QString, held);
    QFETCH(bool, trusted);
    QFETCH(QString, told);
    QFETCH(int, heard);
    const QString typed = m_sshd->directory() + u"/typed"_s;
    m_x->run({u"xterm"_s, u"-T"_s, u"secret"_s, u"-geometry"_s, u"40x10+0+0"_s, u"-e"_s, u"sh"_s, u"-c"_s, u"stty -icanon; exec cat >'%1'"_s.arg(typed)});
    QVERIFY(WAIT_FOR(m_x->window(u"secret"_s).has_value() && QFile::exists(typed)));
    QVERIFY(m_x->output({u"xset"_s, u"r"_s, u"off"_s})); // a held key is one
    const auto arrived = [&typed] {
        QFile file(typed);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const QRect terminal = m_x->window(u"secret"_s)->rect;
    QVERIFY(m_x->movePointer(terminal.center())); // the keyboard follows it: there is no window manager
    QVERIFY(WAIT_FOR(m_x->type(u"x"_s) && !arrived().isEmpty()));
    QVERIFY(m_x->type(u"."_s));
    QVERIFY(WAIT_FOR(arrived().endsWith('.'))); // nothing is on its way any more
    const QByteArray before = arrived();
    const auto ours = connectOurselves();
    QVERIFY(ours);
    const QString number = QString::number(ours->accessFor({}).inputExtensionCodes.majorOpcode);
    const QString logger = QCoreApplication::applicationDirPath() + u"/nightdesk-key-logger"_s;
    const WindowSession *session = add(u"logger"_s, {logger, u"logger"_s, grab, number}, trusted);
    QVERIFY(isLive(*session));
    QVERIFY2(WAIT_FOR(session->outputLines().contains(told)), qPrintable(session->outputLines().join(u'\n')));
    const auto keys = [session] {
        return session->outputLines().filter(QRegularExpression(u"^key [0-9]"_s)).size();
    };
    const auto hold = [&](bool isDown) {
        return m_x
            ->output(held == u"key" ? QStringList{u"xdotool"_s, isDown ? u"keydown"_s : u"keyup"_s, u"q"_s}
                                    : QStringList{u"xdotool"_s, isDown ? u"mousedown"_s : u"mouseup"_s, u"1"_s})
            .has_value();
    };
    if (!held.isEmpty()) {
        QVERIFY(WAIT_FOR(m_x->window(u"logger"_s).has_value()));
        QVERIFY(m_x->movePointer(m_x->window(u"logger"_s)->rect.center()));
        const auto none = keys();
        QVERIFY(hold(true));
        QVERIFY(WAIT_FOR(held != u"key" || keys() > none)); // of its own window
        QVERIFY(m_x->movePointer(terminal.center()));
    }
    const auto already = keys();
    QVERIFY(m_x->type(u"night"_s));
    if (trusted) {
        QVERIFY(WAIT_FOR(keys() >= already + heard));
        QCOMPARE(arrived(), before);
        QVERIFY(held.isEmpty() || hold(false));
        return;
    }
    QVERIFY2(WAIT_FOR(arrived() == before + "night"), arrived().constData());
    QVERIFY(held.isEmpty() || hold(false));
    // It takes the pointer perhaps, and hears what is typed into its own window, later than all that.
    QVERIFY(m_x->movePointer(m_x->window(u"logger"_s)->rect.center()));
    QVERIFY(m_x->type(u"q"_s));
    QVERIFY2(WAIT_FOR(keys() > already), qPrintable(session->outputLines().join(u'\n')));
    QCOMPARE(keys(), already + 1 + heard);
    QCOMPARE(arrived(), before + "night");
}

/// SECURITY does not name them to a confined program; nor does the server answer it when it guesses a number.
void XAccessTest::extensionsAreNotThereByTheirNumbers()
{
    const WindowSession *session = add(u"guesser"_s, clockWithCookie(), false);
    QVERIFY(isLive(*session));
    const auto ours = connectOurselves();
    QVERIFY(ours);
    ChannelClient client;
    QVERIFY(open(client, *session));
    int tried = 0;
    for (const QString &name : ours->extensions().value_or(QStringList())) {
        const QByteArray latin = name.toLatin1();
        const auto query = xcb_query_extension(ours->xcb(), static_cast<std::uint16_t>(latin.size()), latin.constData());
        xcb_query_extension_reply_t *reply = xcb_query_extension_reply(ours->xcb(), query, nullptr);
        const std::uint8_t number = reply ? reply->major_opcode : 0;
        std::free(reply);
        if (QStringList{u"BIG-REQUESTS"_s, u"XC-MISC"_s}.contains(name) || std::ranges::contains(ours->accessFor({}).requestCodes.localOnlyOpcodes, number)) {
            continue;
        }
        ++tried;
        QVERIFY(client.send(Octets{number, 0, 1, 0}));
        const Octets answer = client.receive(32);
        QCOMPARE(answer.size(), std::size_t(32));
        QVERIFY2(answer[0] == 0 && answer[1] == XCB_REQUEST, qPrintable(name)); // as if there were no such request
    }
    QVERIFY(tried > 5); // RECORD, XTEST, XKEYBOARD, XInputExtension and more
}

void XAccessTest::noProgramChangesWhoMayConnect_data()
{
    QTest::addColumn<bool>("trusted");
    QTest::newRow("trusted") << true;
    QTest::newRow("not trusted") << false;
}

void XAccessTest::noProgramChangesWhoMayConnect()
{
    QFETCH(bool, trusted);
    const WindowSession *session = add(u"opener"_s, clockWithCookie(), trusted);
    QVERIFY(isLive(*session));
    const auto ours = connectOurselves();
    QVERIFY(ours);
    const auto before = accessControl(*ours);
    const XRequestCodes codes = ours->accessFor({}).requestCodes;
    QVERIFY(codes.bigRequests.value_or(0) != 0);
    QVERIFY(!codes.localOnlyOpcodes.empty()); // Xvfb has shared memory
    ChannelClient client;
    QVERIFY(open(client, *session));
    QVERIFY(client.send(Octets{*codes.bigRequests, 0, 1, 0}));
    QCOMPARE(client.receive(32).at(0), 1);
    std::uint8_t sequence = 1;
    const auto isIgnored = [&](const Octets &request) {
        sequence = static_cast<std::uint8_t>(sequence + 2);
        const bool isSent = client.send(joined({request, Octets{43, 0, 1, 0}})); // GetInputFocus
        const Octets answer = client.receive(32);
        return isSent && answer.size() == 32 && answer[0] == 1 && answer[2] == sequence;
    };
    QList<Octets> requests{accessOpened(), hostAdded()};
    for (const std::uint8_t code : codes.localOnlyOpcodes) {
        requests << Octets{code, 0, 1, 0}; // all of them answer this one: which version they have
    }
    for (const Octets &request : std::as_const(requests)) {
        QVERIFY(isIgnored(request));
        QVERIFY(isIgnored(withBigLength(request)));
    }
    QCOMPARE(accessControl(*ours), before);
    QVERIFY(isIgnored({127, 0, 1, 0}));
}

void XAccessTest::requestsHiddenInALengthEndTheConnection()
{
    const WindowSession *session = add(u"opener"_s, clockWithCookie(), true);
    QVERIFY(isLive(*session));
    const auto ours = connectOurselves();
    QVERIFY(ours);
    const auto before = accessControl(*ours);
    ChannelClient client;
    QVERIFY(open(client, *session));
    // Without BIG-REQUESTS a server takes this for a wrong request of 4 bytes, and another one.
    QVERIFY(client.send(joined({Octets{43, 0, 0, 0}, accessOpened()})));
    QVERIFY(client.reachesEnd());
    QCOMPARE(accessControl(*ours), before);
}

NIGHTDESK_GUILESS_TEST(XAccessTest)
#include "xaccesstest.moc"
