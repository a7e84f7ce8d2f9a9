// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/relay/xrelay.h"
#include "sessions/xtrace/xtracelog.h"
#include "sessions/xwindows/localx.h"
#include "tests/sessions/xwindows/channelclient.h"
#include "tests/sessions/xwindows/octets.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/support/xserver.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <mutex>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
namespace
{
constexpr quint32 relayedProgram = 5;

/// A server that lets everybody in and then says and reads nothing, unless it is told to.
class SilentServer
{
public:
    /// Empty: no free display number.
    static std::unique_ptr<SilentServer> start()
    {
        for (int number = 61000; number < 61500; ++number) {
            const LocalDisplay display{.number = number, .screen = 0};
            UniqueFd listener(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
            sockaddr_un address{};
            address.sun_family = AF_UNIX;
            // Linux's abstract name: needs no directory and is gone with the descriptor.
            const QByteArray path = display.socketPath().toLatin1();
            std::ranges::copy(path, address.sun_path + 1);
            const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + static_cast<std::size_t>(path.size()));
            if (::bind(listener.get(), reinterpret_cast<sockaddr *>(&address), length) == 0 && ::listen(listener.get(), 4) == 0) {
                auto server = std::make_unique<SilentServer>();
                server->m_listener = std::move(listener);
                server->m_display = display;
                return server;
            }
        }
        return {};
    }
    LocalDisplay display() const
    {
        return m_display;
    }
    UniqueFd accept()
    {
        pollfd waiting = {.fd = m_listener.get(), .events = POLLIN, .revents = 0};
        return ::poll(&waiting, 1, 20000) == 1 ? UniqueFd(::accept4(m_listener.get(), nullptr, nullptr, SOCK_CLOEXEC)) : UniqueFd();
    }

private:
    UniqueFd m_listener;
    LocalDisplay m_display;
};
}

/// Writes down what a witness is shown.
class Notes : public XStreamObservers
{
public:
    struct Seen {
        Octets said; ///< by programs
        Octets told; ///< to them
        int opened = 0;
        int closed = 0;
        bool operator==(const Seen &) const = default;
    };
    Seen seen() const
    {
        const std::lock_guard lock(m_mutex);
        return m_seen;
    }
    std::unique_ptr<XStreamObserver> newConnection(XStreamObserver::Clock::time_point) override
    {
        const std::lock_guard lock(m_mutex);
        ++m_seen.opened;
        return std::make_unique<One>(*this);
    }

private:
    class One : public XStreamObserver
    {
    public:
        explicit One(Notes &notes)
            : m_notes(notes)
        {
        }
        ~One() override
        {
            const std::lock_guard lock(m_notes.m_mutex);
            ++m_notes.m_seen.closed;
        }
        void observeBytesFromProgram(std::span<const std::uint8_t> bytes, Clock::time_point) override
        {
            const std::lock_guard lock(m_notes.m_mutex);
            m_notes.m_seen.said.insert(m_notes.m_seen.said.end(), bytes.begin(), bytes.end());
        }
        void observeBytesToProgram(std::span<const std::uint8_t> bytes, Clock::time_point) override
        {
            const std::lock_guard lock(m_notes.m_mutex);
            m_notes.m_seen.told.insert(m_notes.m_seen.told.end(), bytes.begin(), bytes.end());
        }

    private:
        Notes &m_notes;
    };
    mutable std::mutex m_mutex;
    Seen m_seen;
};

/// The relay between hand-written clients and servers, and a real one that wants a cookie.
class XRelayTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void realServerLetsItIn_data();
    void realServerLetsItIn();
    void serverWithoutAuthorityLetsItIn();
    void strangerIsRefused_data();
    void strangerIsRefused();
    void strangerNeverReachesTheServer();
    void cookieOfAnotherLinkIsRefused();
    void noLinkUsesTheShareOfAnother();
    void nonsenseIsCutOff();
    void packetMayComeByteByByte();
    void missingServerIsToldOf();
    void whoDoesNotReadIsNotReadFor();
    void requestsWaitUntilTheServerLetsItIn_data();
    void requestsWaitUntilTheServerLetsItIn();
    void requestsOfNoKnownLengthEndTheConnection_data();
    void requestsOfNoKnownLengthEndTheConnection();
    void aServerThatEndedLetsNobodyIn_data();
    void aServerThatEndedLetsNobodyIn();
    void lastRequestsArriveAfterTheEnd();
    void lastErrorArrivesAfterTheServersEnd();
    void removedProgramIsCutOff();
    void removalIsReportedAfterTheServerHasNothingMoreToRead();
    void watcherKnowsBeforeTheProgramDoes();
    void endsAtOnceWhateverHangs();
    void addsLittleDelay();
    void heldInputIsNotSent();
    void witnessSeesWhatTheProgramSaysAndIsTold();
    void witnessSeesARefusal();
    void strangerHasNoWitness();
    void nonsenseEndsTheTraceNotTheConnection_data();
    void nonsenseEndsTheTraceNotTheConnection();
    void pressesThatWaitHereAreTakenBack();
    void pressesThatWaitInTheServerComeNoMore_data();
    void pressesThatWaitInTheServerComeNoMore();
    void aLaterConnectionIsHeldToo();

private:
    /// A client that a silent server has let in.
    struct Pair {
        std::unique_ptr<SilentServer> server;
        UniqueFd end; ///< the server's
        std::unique_ptr<ChannelClient> client;
        bool say(const Octets &bytes) const
        {
            return ::send(end.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size());
        }
    };
    bool join(Pair &pair);
    static bool opens(const Pair &pair);
    bool startServer(const XServer::Options &options = {});
    void admit(const LocalDisplay &display, const XAuthorization &authorization = {});
    void admit(const LocalDisplay &display, const XServerAccess &access);
    std::string fake() const;

    std::unique_ptr<XServer> m_server;
    std::unique_ptr<XRelay> m_relay;
    XCookie m_cookie{};
    std::shared_ptr<RelayCounters> m_counters;
    std::shared_ptr<Notes> m_notes;
    std::shared_ptr<XTraceLog> m_log; ///< null: the notes are kept
    std::mutex m_mutex;
    QList<quint32> m_opened; ///< bases; the relay's thread writes
    QList<quint32> m_closed;
};

void XRelayTest::init()
{
    m_opened.clear();
    m_closed.clear();
    m_counters = std::make_shared<RelayCounters>();
    m_notes = std::make_shared<Notes>();
    m_log.reset();
    m_cookie = *CookieTable::makeCookie();
    m_relay = std::make_unique<XRelay>(XRelay::ConnectionCallbacks{
        .connectionOpened =
            [this](std::uint32_t, std::uint32_t base, std::uint32_t) {
                const std::lock_guard lock(m_mutex);
                m_opened << base;
            },
        .connectionClosed =
            [this](std::uint32_t base) {
                const std::lock_guard lock(m_mutex);
                m_closed << base;
            },
    });
}

void XRelayTest::cleanup()
{
    m_relay.reset();
    m_server.reset();
}

bool XRelayTest::startServer(const XServer::Options &options)
{
    m_server = std::make_unique<XServer>(options);
    return m_server->start();
}

void XRelayTest::admit(const LocalDisplay &display, const XAuthorization &authorization)
{
    admit(display, XServerAccess{.authorization = authorization});
}

void XRelayTest::admit(const LocalDisplay &display, const XServerAccess &access)
{
    m_relay->addProgram(relayedProgram, m_cookie, access, display, m_counters, m_log ? std::static_pointer_cast<XStreamObservers>(m_log) : m_notes);
}

std::string XRelayTest::fake() const
{
    return {reinterpret_cast<const char *>(m_cookie.data()), m_cookie.size()};
}

void XRelayTest::realServerLetsItIn_data()
{
    QTest::addColumn<bool>("bigEndian");
    QTest::newRow("this machine's byte order") << false;
    QTest::newRow("a SPARC's") << true;
}

void XRelayTest::realServerLetsItIn()
{
    QFETCH(bool, bigEndian);
    // Today's servers let clients of the other byte order in only when told to.
    QVERIFY(startServer({.arguments = {u"+byteswappedclients"_s}}));
    const LocalDisplay display = *LocalDisplay::parse(m_server->display());
    admit(display, readAuthority(m_server->authorityFile(), display));
    QSignalSpy counts(m_relay.get(), &XRelay::connectionCountChanged);
    ChannelClient client;
    m_relay->adoptX11Channel(client.channel());
    QVERIFY(client.send(hello(bigEndian, fake())));
    const Octets answer = client.receive(20);
    XSetupReply reply;
    QVERIFY(XSetupReply::parse(answer, bigEndian, reply) == XSetupParseResult::Complete);
    QVERIFY2(reply.status == XSetupReply::Status::Success, reply.reason.c_str());
    QVERIFY(WAIT_FOR(!counts.isEmpty()));
    QCOMPARE(counts.first(), (QVariantList{relayedProgram, 1}));
    {
        const std::lock_guard lock(m_mutex);
        QCOMPARE(m_opened, QList<quint32>{reply.resourceBase});
    }
    QCOMPARE(m_counters->bytesFromProgram.load(), 12 + 20 + 16);
    client.close();
    QVERIFY(WAIT_FOR((counts.last() == QVariantList{relayedProgram, 0})));
    const std::lock_guard lock(m_mutex);
    QCOMPARE(m_closed, QList<quint32>{reply.resourceBase});
}

void XRelayTest::serverWithoutAuthorityLetsItIn()
{
    QVERIFY(startServer({.authority = false}));
    const LocalDisplay display = *LocalDisplay::parse(m_server->display());
    admit(display, readAuthority(m_server->authorityFile(), display));
    ChannelClient client;
    m_relay->adoptX11Channel(client.channel());
    QVERIFY(client.send(hello(false, fake())));
    QCOMPARE(client.receive(8).at(0), 1);
}

void XRelayTest::strangerIsRefused_data()
{
    QTest::addColumn<Octets>("bytes");
    QTest::addColumn<bool>("bigEndian");
    QTest::newRow("no cookie") << hello(false, "", "") << false;
    QTest::newRow("a wrong cookie") << hello(false, std::string(16, 'w')) << false;
    QTest::newRow("a wrong cookie, other byte order") << hello(true, std::string(16, 'w')) << true;
    QTest::newRow("another protocol") << hello(false, std::string(16, 'w'), "XDM-AUTHORIZATION-1") << false;
    Octets talkative = hello(false, std::string(16, 'w'));
    talkative.resize(50000); // requests sent without waiting for the answer
    QTest::newRow("one that goes on talking") << talkative << false;
}

void XRelayTest::strangerIsRefused()
{
    QFETCH(Octets, bytes);
    QFETCH(bool, bigEndian);
    QVERIFY(startServer());
    const LocalDisplay display = *LocalDisplay::parse(m_server->display());
    admit(display, readAuthority(m_server->authorityFile(), display));
    QSignalSpy refusals(m_relay.get(), &XRelay::connectionRefused);
    ChannelClient client;
    m_relay->adoptX11Channel(client.channel());
    QVERIFY(client.send(bytes));
    const Octets answer = client.receive(XSetupReply::maxSize); // up to the end
    XSetupReply reply;
    QVERIFY(XSetupReply::parse(answer, bigEndian, reply) == XSetupParseResult::Complete);
    QVERIFY(reply.status == XSetupReply::Status::Failed);
    QVERIFY(reply.reason.starts_with("Nightdesk"));
    QVERIFY(WAIT_FOR(refusals.size() == 1));
    QCOMPARE(m_counters->bytesFromProgram.load(), 0);
}

void XRelayTest::strangerNeverReachesTheServer()
{
    auto server = SilentServer::start();
    QVERIFY(server);
    admit(server->display());
    ChannelClient stranger;
    m_relay->adoptX11Channel(stranger.channel());
    QVERIFY(stranger.send(hello(false, std::string(16, 'w'))));
    QVERIFY(stranger.reachesEnd());
    ChannelClient friendly;
    m_relay->adoptX11Channel(friendly.channel());
    QVERIFY(friendly.send(hello(false, fake())));
    const UniqueFd first = server->accept(); // who comes first is the friend, without the fake cookie
    Octets bytes(100);
    QCOMPARE(::recv(first.get(), bytes.data(), bytes.size(), 0), ssize_t(12));
}

void XRelayTest::cookieOfAnotherLinkIsRefused()
{
    auto server = SilentServer::start();
    QVERIFY(server);
    m_relay->addProgram(relayedProgram, m_cookie, {}, server->display(), m_counters, {}, 3);
    QSignalSpy refusals(m_relay.get(), &XRelay::connectionRefused);
    ChannelClient stranger;
    m_relay->adoptX11Channel(stranger.channel(), 4);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"refused an X connection by link 4 "_s));
    QVERIFY(stranger.send(hello(false, fake())));
    XSetupReply reply;
    QVERIFY(XSetupReply::parse(stranger.receive(XSetupReply::maxSize), false, reply) == XSetupParseResult::Complete);
    QVERIFY(reply.status == XSetupReply::Status::Failed);
    QVERIFY(WAIT_FOR(refusals.size() == 1));
    ChannelClient friendly;
    m_relay->adoptX11Channel(friendly.channel(), 3);
    QVERIFY(friendly.send(hello(false, fake())));
    QVERIFY(server->accept().isValid());
}

void XRelayTest::noLinkUsesTheShareOfAnother()
{
    rlimit files{};
    QCOMPARE(::getrlimit(RLIMIT_NOFILE, &files), 0);
    const rlimit enough{.rlim_cur = std::min<rlim_t>(files.rlim_max, 4096), .rlim_max = files.rlim_max};
    QCOMPARE(::setrlimit(RLIMIT_NOFILE, &enough), 0);
    auto server = SilentServer::start();
    QVERIFY(server);
    m_relay->addProgram(relayedProgram, m_cookie, {}, server->display(), m_counters, {}, 4);
    std::vector<std::unique_ptr<ChannelClient>> greedy;
    for (const quint32 link : {1u, 2u, 3u}) {
        for (int i = 0; i < 300; ++i) { // they say nothing, and may take their time for that
            greedy.push_back(std::make_unique<ChannelClient>());
            m_relay->adoptX11Channel(greedy.back()->channel(), link);
        }
        QVERIFY(greedy.back()->reachesEnd());
    }
    ChannelClient modest;
    m_relay->adoptX11Channel(modest.channel(), 4);
    QVERIFY(modest.send(hello(false, fake())));
    QVERIFY(server->accept().isValid());
    // What a link gives back, it has again.
    greedy.erase(greedy.begin(), greedy.begin() + 300);
    QVERIFY(waitFor([&] {
        ChannelClient again;
        m_relay->adoptX11Channel(again.channel(), 1);
        (void)again.send(hello(false, std::string(16, 'w')));
        return !again.receive(8).empty();
    }));
    QCOMPARE(::setrlimit(RLIMIT_NOFILE, &files), 0);
}

void XRelayTest::nonsenseIsCutOff()
{
    ChannelClient client;
    m_relay->adoptX11Channel(client.channel());
    const std::string_view nonsense = "SSH-2.0-OpenSSH_10.0\r\n";
    QVERIFY(client.send(std::span(reinterpret_cast<const std::uint8_t *>(nonsense.data()), nonsense.size())));
    QVERIFY(client.reachesEnd());
}

void XRelayTest::packetMayComeByteByByte()
{
    QVERIFY(startServer());
    const LocalDisplay display = *LocalDisplay::parse(m_server->display());
    admit(display, readAuthority(m_server->authorityFile(), display));
    ChannelClient client;
    m_relay->adoptX11Channel(client.channel());
    for (const std::uint8_t byte : hello(false, fake())) {
        QVERIFY(client.send(std::span(&byte, 1)));
        QTest::qWait(0); // not a pause: lets threads take turns
    }
    QCOMPARE(client.receive(8).at(0), 1);
}

void XRelayTest::missingServerIsToldOf()
{
    admit(LocalDisplay{.number = 64998, .screen = 0});
    ChannelClient client;
    m_relay->adoptX11Channel(client.channel());
    QVERIFY(client.send(hello(false, fake())));
    XSetupReply reply;
    QVERIFY(XSetupReply::parse(client.receive(XSetupReply::maxSize), false, reply) == XSetupParseResult::Complete);
    QVERIFY2(QByteArray::fromStdString(reply.reason).contains("is unreachable"), reply.reason.c_str());
}

namespace
{
/// What a server says to a client that is let in, without the list of visuals that nobody here reads.
Octets welcome()
{
    Octets bytes = {1, 0, 11, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0x00, 0x00, 0x20, 0x00, 0xff, 0xff, 0x1f, 0x00};
    bytes.resize(40);
    return bytes;
}
}

void XRelayTest::whoDoesNotReadIsNotReadFor()
{
    auto server = SilentServer::start();
    QVERIFY(server);
    admit(server->display());
    ChannelClient client;
    m_relay->adoptX11Channel(client.channel());
    QVERIFY(client.send(hello(false, fake())));
    const UniqueFd end = server->accept();
    const Octets greeting = welcome();
    QCOMPARE(::send(end.get(), greeting.data(), greeting.size(), 0), ssize_t(greeting.size()));
    QCOMPARE(client.receive(greeting.size()).size(), greeting.size());
    // The server reads nothing. What two sockets and 64 KiB hold is taken, then it stands still.
    std::size_t sent = 0;
    std::size_t still = 0;
    QVERIFY(waitFor([&] {
        const std::size_t more = client.push(16 << 20);
        sent += more;
        still = more == 0 ? still + 1 : 0;
        return still > 50;
    }));
    QVERIFY2(sent < (4 << 20), QByteArray::number(quint64(sent)).constData());
    // The other direction is not held up by that.
    QCOMPARE(::send(end.get(), greeting.data(), greeting.size(), 0), ssize_t(greeting.size()));
    QCOMPARE(client.receive(greeting.size()).size(), greeting.size());
    // It reads again: all arrives.
    std::size_t received = 0;
    Octets part(65536);
    QVERIFY(waitFor([&] {
        for (;;) {
            const ssize_t count = ::recv(end.get(), part.data(), part.size(), MSG_DONTWAIT);
            if (count <= 0) {
                break;
            }
            received += static_cast<std::size_t>(count);
        }
        return received == sent + 12;
    }));
}

namespace
{
/// All that comes until the end.
Octets rest(const UniqueFd &end)
{
    Octets all;
    Octets part(65536);
    for (ssize_t count = 0; (count = ::recv(end.get(), part.data(), part.size(), 0)) > 0;) {
        all.insert(all.end(), part.begin(), part.begin() + count);
    }
    return all;
}
}

void XRelayTest::requestsWaitUntilTheServerLetsItIn_data()
{
    QTest::addColumn<bool>("atOnce"); ///< with the first packet
    QTest::addColumn<Octets>("answer");
    QTest::addColumn<bool>("isAuthorized");
    const Octets refusal = XSetupReply::failure(false, "no");
    Octets more = welcome();
    more[0] = 2;
    QTest::newRow("with the first packet, let in") << true << welcome() << true;
    QTest::newRow("after it, let in") << false << welcome() << true;
    QTest::newRow("with the first packet, refused") << true << refusal << false;
    QTest::newRow("after it, refused") << false << refusal << false;
    QTest::newRow("with the first packet, to authenticate further") << true << more << false;
}

void XRelayTest::requestsWaitUntilTheServerLetsItIn()
{
    QFETCH(bool, atOnce);
    QFETCH(Octets, answer);
    QFETCH(bool, isAuthorized);
    auto server = SilentServer::start();
    QVERIFY(server);
    admit(server->display());
    ChannelClient client;
    m_relay->adoptX11Channel(client.channel());
    const Octets requests(1000, 7);
    const Octets setup = hello(false, fake());
    UniqueFd end;
    if (atOnce) {
        QVERIFY(client.send(joined({setup, requests})));
        end = server->accept();
    } else {
        QVERIFY(client.send(setup));
        end = server->accept();
        QVERIFY(client.send(requests));
        QVERIFY(waitFor([&] { // the relay has them
            return m_notes->seen().said.size() == setup.size() + requests.size();
        }));
    }
    Octets heard(2000);
    QCOMPARE(::recv(end.get(), heard.data(), heard.size(), 0), ssize_t(12));
    QCOMPARE(::send(end.get(), answer.data(), answer.size(), 0), ssize_t(answer.size()));
    QCOMPARE(client.receive(answer.size()), answer);
    client.close();
    QCOMPARE(rest(end), isAuthorized ? requests : Octets());
}

void XRelayTest::requestsOfNoKnownLengthEndTheConnection_data()
{
    QTest::addColumn<std::optional<std::uint8_t>>("bigRequests");
    QTest::addColumn<Octets>("bytes");
    // To a server this is one request of no length, and SetAccessControl.
    QTest::newRow("a length of 32 bits that was not enabled") << std::optional<std::uint8_t>(133) << Octets{1, 0, 0, 0, 111, 0, 1, 0};
    QTest::newRow("a server that has no such lengths") << std::optional<std::uint8_t>(0) << Octets{1, 0, 0, 0, 111, 0, 1, 0};
    QTest::newRow("a length of 32 bits without its own header") << std::optional<std::uint8_t>() << Octets{1, 0, 0, 0, 1, 0, 0, 0};
}

void XRelayTest::requestsOfNoKnownLengthEndTheConnection()
{
    QFETCH(std::optional<std::uint8_t>, bigRequests);
    QFETCH(Octets, bytes);
    for (const bool atOnce : {true, false}) {
        auto server = SilentServer::start();
        QVERIFY(server);
        admit(server->display(), XServerAccess{.requestCodes = {.bigRequests = bigRequests, .localOnlyOpcodes = {}}});
        ChannelClient client;
        m_relay->adoptX11Channel(client.channel());
        const Octets setup = hello(false, fake());
        if (atOnce) {
            QVERIFY(client.send(joined({setup, bytes})));
            QVERIFY(client.reachesEnd());
            continue;
        }
        QVERIFY(client.send(setup));
        const UniqueFd end = server->accept();
        const Octets greeting = welcome();
        QCOMPARE(::send(end.get(), greeting.data(), greeting.size(), 0), ssize_t(greeting.size()));
        QCOMPARE(client.receive(greeting.size()), greeting);
        QVERIFY(client.send(bytes));
        QVERIFY(client.reachesEnd());
        QCOMPARE(rest(end).size(), std::size_t(12)); // its setup
    }
}

void XRelayTest::aServerThatEndedLetsNobodyIn_data()
{
    QTest::addColumn<bool>("early");
    QTest::newRow("it ended before the program connects") << true;
    QTest::newRow("it ends before the answer") << false;
}

void XRelayTest::aServerThatEndedLetsNobodyIn()
{
    QFETCH(bool, early);
    // Another server at the same display, which lets everybody in. The first one is this pair's other end.
    auto server = SilentServer::start();
    QVERIFY(server);
    int pair[2] = {-1, -1};
    QCOMPARE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
    UniqueFd first(pair[1]);
    const Octets unread(100, 1);
    QCOMPARE(::send(first.get(), unread.data(), unread.size(), 0), ssize_t(unread.size()));
    admit(server->display(), XServerAccess{.serverFd = shareFd(UniqueFd(pair[0]))});
    if (early) {
        first.reset();
    }
    ChannelClient client;
    m_relay->adoptX11Channel(client.channel());
    QVERIFY(client.send(joined({hello(false, fake()), Octets(1000, 7)})));
    if (early) {
        QCOMPARE(client.receive(8).at(0), 0);
        return;
    }
    const UniqueFd end = server->accept();
    first.reset();
    const Octets greeting = welcome();
    QCOMPARE(::send(end.get(), greeting.data(), greeting.size(), 0), ssize_t(greeting.size()));
    QVERIFY(client.receive(1).empty());
    QCOMPARE(rest(end).size(), std::size_t(12));
}

void XRelayTest::lastRequestsArriveAfterTheEnd()
{
    auto server = SilentServer::start();
    QVERIFY(server);
    admit(server->display());
    ChannelClient client;
    m_relay->adoptX11Channel(client.channel());
    QVERIFY(client.send(hello(false, fake())));
    QVERIFY(client.send(Octets(1000, 7)));
    client.close(); // a program that draws and ends at once
    const UniqueFd end = server->accept();
    const Octets greeting = welcome();
    QCOMPARE(::send(end.get(), greeting.data(), greeting.size(), 0), ssize_t(greeting.size()));
    Octets all;
    Octets part(65536);
    for (ssize_t count = 0; (count = ::recv(end.get(), part.data(), part.size(), 0)) > 0;) {
        all.insert(all.end(), part.begin(), part.begin() + count);
    }
    QCOMPARE(all.size(), std::size_t(12 + 1000));
}

void XRelayTest::lastErrorArrivesAfterTheServersEnd()
{
    auto server = SilentServer::start();
    QVERIFY(server);
    admit(server->display());
    ChannelClient client;
    m_relay->adoptX11Channel(client.channel());
    QVERIFY(client.send(hello(false, fake())));
    UniqueFd end = server->accept();
    Octets part(100);
    QCOMPARE(::recv(end.get(), part.data(), part.size(), 0), ssize_t(12));
    Octets words = welcome();
    words.resize(50000, 3);
    QCOMPARE(::send(end.get(), words.data(), words.size(), 0), ssize_t(words.size()));
    end.reset();
    QCOMPARE(client.receive(words.size() + 1).size(), words.size());
}

void XRelayTest::removedProgramIsCutOff()
{
    QVERIFY(startServer());
    const LocalDisplay display = *LocalDisplay::parse(m_server->display());
    admit(display, readAuthority(m_server->authorityFile(), display));
    ChannelClient client;
    m_relay->adoptX11Channel(client.channel());
    QVERIFY(client.send(hello(false, fake())));
    QCOMPARE(client.receive(8).at(0), 1);
    m_relay->removeProgram(relayedProgram);
    QVERIFY(client.reachesEnd());
    ChannelClient late;
    m_relay->adoptX11Channel(late.channel());
    QVERIFY(late.send(hello(false, fake())));
    QCOMPARE(late.receive(8).at(0), 0);
}

void XRelayTest::removalIsReportedAfterTheServerHasNothingMoreToRead()
{
    auto server = SilentServer::start();
    QVERIFY(server);
    admit(server->display());
    ChannelClient client;
    m_relay->adoptX11Channel(client.channel());
    QVERIFY(client.send(hello(false, fake())));
    const UniqueFd end = server->accept();
    Octets setup(12);
    QCOMPARE(::recv(end.get(), setup.data(), setup.size(), MSG_WAITALL), ssize_t(setup.size()));
    std::atomic<int> seen = 1; // what a server reads then
    m_relay->removeProgram(relayedProgram, [&] {
        std::uint8_t byte = 0;
        seen = static_cast<int>(::recv(end.get(), &byte, 1, MSG_DONTWAIT));
    });
    QVERIFY(WAIT_FOR(seen != 1));
    QCOMPARE(seen.load(), 0); // the end
}

void XRelayTest::watcherKnowsBeforeTheProgramDoes()
{
    QVERIFY(startServer());
    const LocalDisplay display = *LocalDisplay::parse(m_server->display());
    admit(display, readAuthority(m_server->authorityFile(), display));
    for (int i = 0; i < 50; ++i) {
        ChannelClient client;
        m_relay->adoptX11Channel(client.channel());
        QVERIFY(client.send(hello(false, fake())));
        XSetupReply reply;
        QVERIFY(XSetupReply::parse(client.receive(20), false, reply) == XSetupParseResult::Complete);
        const std::lock_guard lock(m_mutex);
        QVERIFY(m_opened.contains(reply.resourceBase));
    }
}

void XRelayTest::endsAtOnceWhateverHangs()
{
    // A real server that is stopped: neither accepts nor answers. The placer waits for it, too.
    QVERIFY(startServer());
    const LocalDisplay display = *LocalDisplay::parse(m_server->display());
    admit(display, readAuthority(m_server->authorityFile(), display));
    QVERIFY(m_server->freeze());
    ChannelClient half;
    m_relay->adoptX11Channel(half.channel());
    const Octets greeting = hello(false, fake());
    QVERIFY(half.send(std::span(greeting).first(10)));
    ChannelClient whole;
    m_relay->adoptX11Channel(whole.channel());
    QVERIFY(whole.send(greeting));
    QElapsedTimer ending;
    ending.start();
    m_relay.reset();
    QVERIFY2(ending.durationElapsed() < underLoad(1s), QByteArray::number(ending.elapsed()).constData());
}

void XRelayTest::addsLittleDelay()
{
    QVERIFY(startServer());
    const LocalDisplay display = *LocalDisplay::parse(m_server->display());
    admit(display, readAuthority(m_server->authorityFile(), display));
    ChannelClient client;
    m_relay->adoptX11Channel(client.channel());
    QVERIFY(client.send(hello(false, fake())));
    const Octets head = client.receive(8);
    const std::size_t rest = std::size_t(XBytes::read16(&head.at(6), false)) * 4;
    QCOMPARE(client.receive(rest).size(), rest);
    // GetInputFocus, the round trip that Xlib's XSync makes.
    const Octets getInputFocus = {43, 0, 1, 0};
    std::vector<double> times;
    for (int i = 0; i < 300; ++i) {
        QElapsedTimer timer;
        timer.start();
        QVERIFY(client.send(getInputFocus));
        QCOMPARE(client.receive(32).size(), std::size_t(32));
        times.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    std::ranges::sort(times);
    qInfo("a round trip through the relay: median %.3f ms, 95th percentile %.3f ms", times[150], times[285]);
    // A timer would delay each of them. Load delays many: the quickest tenth shows what the relay itself needs.
    QVERIFY2(times[30] < 20, "nothing may wait for a timer, not even on a busy machine");
    QVERIFY2(times[150] < 20 * loadFactor(), QByteArray::number(times[150]).constData());
}

namespace
{
/// An event, or an error, with a number to know it again by.
Octets numbered(std::uint8_t type, std::uint8_t number)
{
    Octets bytes(32, number);
    bytes[0] = type;
    return bytes;
}
constexpr std::uint8_t keyPress = 2;
constexpr std::uint8_t keyRelease = 3;
constexpr std::uint8_t expose = 12;
}

bool XRelayTest::join(Pair &pair)
{
    if (!pair.server) {
        pair.server = SilentServer::start();
        admit(pair.server->display());
    }
    pair.client = std::make_unique<ChannelClient>();
    m_relay->adoptX11Channel(pair.client->channel());
    if (!pair.client->send(hello(false, fake()))) {
        return false;
    }
    pair.end = pair.server->accept();
    const Octets greeting = welcome();
    return pair.say(greeting) && pair.client->receive(greeting.size()).size() == greeting.size();
}

/// Types until a key arrives; all that was typed has arrived or never will then.
bool XRelayTest::opens(const Pair &pair)
{
    std::uint8_t number = 100;
    return waitFor([&] {
        const Octets press = numbered(keyPress, ++number);
        Octets heard;
        pair.say(press);
        do {
            heard = pair.client->receive(32, 200ms);
        } while (!heard.empty() && heard != press);
        return heard == press;
    });
}

void XRelayTest::heldInputIsNotSent()
{
    Pair pair;
    QVERIFY(join(pair));
    QVERIFY(pair.say(numbered(keyPress, 1)));
    QCOMPARE(pair.client->receive(32), numbered(keyPress, 1));
    m_relay->setPressesWithheld(relayedProgram, true);
    QVERIFY(pair.say(numbered(keyRelease, 1)));
    QCOMPARE(pair.client->receive(32), numbered(keyRelease, 1)); // what is pressed does not stay so; and it is held by now
    QVERIFY(pair.say(numbered(keyPress, 2)));
    QVERIFY(pair.say(numbered(expose, 2)));
    QCOMPARE(pair.client->receive(32), numbered(expose, 2));
    QCOMPARE(m_counters->withheldPressCount.load(), 1);
    QVERIFY(pair.say(numbered(keyPress, 3)));
    m_relay->setPressesWithheld(relayedProgram, false); // typed before: it does not come after all
    QVERIFY(opens(pair)); // as soon as nothing is left to read
}

void XRelayTest::witnessSeesWhatTheProgramSaysAndIsTold()
{
    Pair pair;
    QVERIFY(join(pair));
    Octets said = hello(false, fake()); // as the program said it, not as the server hears it
    Octets told = welcome();
    const std::string_view name = "MIT-SHM";
    Octets asks = {98, 0, 4, 0, 7, 0, 0, 0};
    asks.insert(asks.end(), name.begin(), name.end());
    asks.push_back(0);
    QVERIFY(pair.client->send(asks));
    said.insert(said.end(), asks.begin(), asks.end());
    Octets heard(12 + asks.size()); // a server that wants no cookie
    QCOMPARE(::recv(pair.end.get(), heard.data(), heard.size(), MSG_WAITALL), static_cast<ssize_t>(heard.size()));
    QVERIFY(!std::ranges::equal(std::span(heard).last(asks.size()), asks));
    QVERIFY(pair.say(numbered(expose, 1)));
    QCOMPARE(pair.client->receive(32), numbered(expose, 1));
    m_relay->setPressesWithheld(relayedProgram, true);
    QVERIFY(pair.say(numbered(keyRelease, 2)));
    QCOMPARE(pair.client->receive(32), numbered(keyRelease, 2)); // it is held by now
    QVERIFY(pair.say(numbered(keyPress, 3)));
    QVERIFY(pair.say(numbered(expose, 4)));
    QCOMPARE(pair.client->receive(32), numbered(expose, 4));
    for (const Octets &one : {numbered(expose, 1), numbered(keyRelease, 2), numbered(expose, 4)}) { // not what was held back
        told.insert(told.end(), one.begin(), one.end());
    }
    const Notes::Seen expected{.said = said, .told = told, .opened = 1, .closed = 0};
    QVERIFY(waitFor([&] { // it is shown what was written, a moment later
        return m_notes->seen() == expected;
    }));
    pair.client->close();
    QVERIFY(WAIT_FOR(m_notes->seen().closed == 1));
}

void XRelayTest::witnessSeesARefusal()
{
    Pair pair;
    pair.server = SilentServer::start();
    QVERIFY(pair.server);
    admit(pair.server->display());
    pair.client = std::make_unique<ChannelClient>();
    m_relay->adoptX11Channel(pair.client->channel());
    QVERIFY(pair.client->send(hello(false, fake())));
    pair.end = pair.server->accept();
    const Octets refusal = XSetupReply::failure(false, "Maximum number of clients reached");
    QVERIFY(pair.say(refusal));
    QCOMPARE(pair.client->receive(refusal.size()), refusal);
    pair.end.reset();
    const Notes::Seen expected{.said = hello(false, fake()), .told = refusal, .opened = 1, .closed = 1};
    QVERIFY(WAIT_FOR(m_notes->seen() == expected));
}

void XRelayTest::strangerHasNoWitness()
{
    auto server = SilentServer::start();
    QVERIFY(server);
    admit(server->display());
    ChannelClient stranger;
    m_relay->adoptX11Channel(stranger.channel());
    QVERIFY(stranger.send(hello(false, std::string(16, 'w'))));
    QVERIFY(!stranger.receive(XSetupReply::maxSize).empty());
    QCOMPARE(m_notes->seen(), Notes::Seen());
}

void XRelayTest::nonsenseEndsTheTraceNotTheConnection_data()
{
    QTest::addColumn<Octets>("said");
    QTest::addColumn<Octets>("told");
    Octets reply(32);
    reply[0] = 1;
    Octets endless = reply;
    std::ranges::fill(std::span(endless).subspan(4, 4), 0xff); // 16 GB follow
    QTest::newRow("a request of no length") << Octets{1, 0, 0, 0, 1, 2, 3, 4} << numbered(expose, 1);
    QTest::newRow("an answer that nobody asked for") << Octets{1, 0, 1, 0} << reply;
    QTest::newRow("an answer that would never end") << Octets{43, 0, 1, 0} << endless;
}

void XRelayTest::nonsenseEndsTheTraceNotTheConnection()
{
    QFETCH(Octets, said);
    QFETCH(Octets, told);
    m_log = std::make_shared<XTraceLog>(XTraceTitle{.program = "liar", .display = {}, .topology = "x11", .host = {}});
    Pair pair;
    QVERIFY(join(pair));
    Octets setup(12);
    QCOMPARE(::recv(pair.end.get(), setup.data(), setup.size(), MSG_WAITALL), static_cast<ssize_t>(setup.size()));
    QVERIFY(pair.client->send(said));
    Octets heard(said.size());
    QCOMPARE(::recv(pair.end.get(), heard.data(), heard.size(), MSG_WAITALL), static_cast<ssize_t>(heard.size()));
    QCOMPARE(heard, said);
    QVERIFY(pair.say(told));
    QCOMPARE(pair.client->receive(told.size()), told);
    QVERIFY(WAIT_FOR(!m_log->snapshot().connections.front().problem.empty()));
    // It goes on, both ways.
    const Octets more(1000, 7);
    heard.resize(more.size());
    QVERIFY(pair.client->send(more));
    QCOMPARE(::recv(pair.end.get(), heard.data(), heard.size(), MSG_WAITALL), static_cast<ssize_t>(heard.size()));
    QCOMPARE(heard, more);
    QCOMPARE(m_log->snapshot().connections.size(), 1u);
    QVERIFY(!m_log->snapshot().connections.front().closedAt);
}

void XRelayTest::pressesThatWaitHereAreTakenBack()
{
    Pair pair;
    QVERIFY(join(pair));
    // The client reads nothing: what its socket does not hold waits in the relay, with a press at its end.
    std::size_t said = 0;
    Octets part;
    for (int i = 0; i < 100; ++i) {
        const Octets one = numbered(expose, 1);
        part.insert(part.end(), one.begin(), one.end());
    }
    QVERIFY(waitFor([&] { // until the relay stands still, too
        const ssize_t count = ::send(pair.end.get(), part.data(), part.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
        said += count > 0 ? static_cast<std::size_t>(count) : 0;
        return count < 0;
    }));
    m_relay->setPressesWithheld(relayedProgram, true);
    Octets rest(part.begin() + static_cast<std::ptrdiff_t>(said % 32), part.begin() + 32); // what was cut off
    if (said % 32 == 0) {
        rest.clear();
    }
    const Octets press = numbered(keyPress, 7);
    const Octets release = numbered(keyRelease, 8);
    rest.insert(rest.end(), press.begin(), press.end());
    rest.insert(rest.end(), release.begin(), release.end());
    QVERIFY(pair.say(rest)); // being held, it is read on
    const std::size_t expected = said + rest.size() - 32;
    const Octets all = pair.client->receive(expected);
    QCOMPARE(all.size(), expected);
    QVERIFY(std::ranges::equal(std::span(all).last(32), release));
    QCOMPARE(m_counters->withheldPressCount.load(), 1);

    // The same with a press that was read before it was held.
    m_relay->setPressesWithheld(relayedProgram, false);
    QVERIFY(opens(pair));
    const auto withheld = m_counters->withheldPressCount.load();
    const auto passed = m_counters->bytesToProgram.load();
    said = 0;
    QVERIFY(waitFor([&] { // what the client's socket takes
        pair.say(part);
        said += part.size();
        const auto taken = m_counters->bytesToProgram.load() - passed;
        return static_cast<std::size_t>(taken) < said && !WAIT_FOR(m_counters->bytesToProgram.load() - passed != taken, 200ms);
    }));
    QVERIFY(pair.say(press));
    QVERIFY(pair.say(release));
    QVERIFY(said < 60000 + static_cast<std::size_t>(m_counters->bytesToProgram.load() - passed)); // the relay has room for both
    m_relay->setPressesWithheld(relayedProgram, true);
    const Octets after = pair.client->receive(said + 32);
    QCOMPARE(after.size(), said + 32);
    QVERIFY(std::ranges::equal(std::span(after).last(32), release));
    QCOMPARE(m_counters->withheldPressCount.load(), withheld + 1);
}

void XRelayTest::pressesThatWaitInTheServerComeNoMore_data()
{
    QTest::addColumn<int>("events");
    QTest::newRow("as many events as the relay keeps") << 10000;
    QTest::newRow("more than the relay keeps: the server has the last") << 200000;
}

void XRelayTest::pressesThatWaitInTheServerComeNoMore()
{
    QFETCH(int, events);
    Pair pair;
    QVERIFY(join(pair));
    m_relay->setPressesWithheld(relayedProgram, true);
    Octets stream;
    for (int i = 0; i < events; ++i) {
        const Octets next = numbered(i % 10 == 9 ? keyPress : expose, 5);
        stream.insert(stream.end(), next.begin(), next.end());
    }
    const Octets last = numbered(keyPress, 6);
    stream.insert(stream.end(), last.begin(), last.end());
    // The server writes what it can, as it would; the client does not read.
    std::size_t said = 0;
    std::size_t still = 0;
    QVERIFY(waitFor([&] {
        const ssize_t count = ::send(pair.end.get(), stream.data() + said, stream.size() - said, MSG_DONTWAIT | MSG_NOSIGNAL);
        said += count > 0 ? static_cast<std::size_t>(count) : 0;
        still = count > 0 ? 0 : still + 1;
        return said == stream.size() || (events > 100000 && still > 50);
    }));
    QVERIFY2(events > 100000 || said == stream.size(), "the server is read although the client does not read");
    // It has little more to say, so that it gets rid of that within the time that the relay gives it, whatever else runs here.
    const std::size_t eventCount = std::min(static_cast<std::size_t>(events), (said / 320 + 200) * 10);
    stream.resize(eventCount * 32);
    stream.insert(stream.end(), last.begin(), last.end());
    m_relay->setPressesWithheld(relayedProgram, false);
    // The client answers again: it reads, and the server gets rid of the rest.
    Octets heard;
    QVERIFY(waitFor([&] {
        const ssize_t count = said < stream.size() ? ::send(pair.end.get(), stream.data() + said, stream.size() - said, MSG_DONTWAIT | MSG_NOSIGNAL) : 0;
        said += count > 0 ? static_cast<std::size_t>(count) : 0;
        const Octets part = pair.client->receive(1 << 20, 10ms);
        heard.insert(heard.end(), part.begin(), part.end());
        return said == stream.size() && heard.size() >= eventCount / 10 * 9 * 32 && part.empty();
    }));
    QCOMPARE(heard.size(), eventCount / 10 * 9 * 32);
    for (std::size_t at = 0; at < heard.size(); at += 32) {
        QVERIFY(heard[at] == expose);
    }
    QVERIFY(opens(pair)); // keys of now go through again
}

void XRelayTest::aLaterConnectionIsHeldToo()
{
    Pair first;
    QVERIFY(join(first));
    m_relay->setPressesWithheld(relayedProgram, true);
    Pair second;
    second.server = std::move(first.server);
    QVERIFY(join(second));
    QVERIFY(second.say(numbered(keyPress, 1)));
    QVERIFY(second.say(numbered(expose, 2)));
    QCOMPARE(second.client->receive(32), numbered(expose, 2));
}

NIGHTDESK_GUILESS_TEST(XRelayTest)
#include "xrelaytest.moc"
