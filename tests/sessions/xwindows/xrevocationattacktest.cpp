// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/link.h"
#include "sessions/xwindows/localx.h"
#include "sessions/xwindows/windowsession.h"
#include "tests/sessions/xwindows/channelclient.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/support/xserver.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <pwd.h>
#include <unistd.h>

#include <xcb/xcb.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <thread>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
/// What an X client that says hello gets.
enum class Gets {
    Nothing,
    Untrusted,
    Trusted, ///< XTEST is shown to it
};

/// How the program ends.
enum class End {
    Stop,
    Link,
    Program,
};

void append(Octets &to, std::initializer_list<std::uint8_t> bytes)
{
    to.insert(to.end(), bytes);
}

/// A hello, and without waiting for the answer: access control off, then whether XTEST is there.
Octets burst(std::string_view cookie)
{
    Octets bytes = hello(false, cookie);
    append(bytes, {111, 0, 1, 0}); // SetAccessControl, disable
    append(bytes, {98, 0, 4, 0, 5, 0, 0, 0, 'X', 'T', 'E', 'S', 'T', 0, 0, 0}); // QueryExtension
    return bytes;
}

Gets outcome(ChannelClient &client, std::chrono::milliseconds limit)
{
    const Octets head = client.receive(8, limit);
    if (head.size() < 8 || head[0] != 1) {
        return Gets::Nothing;
    }
    const std::size_t size = (std::size_t(head[6]) + std::size_t(head[7]) * 256) * 4;
    if (client.receive(size, limit).size() < size) {
        return Gets::Nothing;
    }
    for (;;) {
        const Octets packet = client.receive(32, limit);
        if (packet.size() < 32) {
            return Gets::Nothing;
        }
        if (packet[0] == 1) {
            return packet[8] == 1 ? Gets::Trusted : Gets::Untrusted;
        }
    }
}

/// The owner of the display.
class Owner
{
public:
    explicit Owner(const XServer &server)
    {
        QByteArray name("MIT-MAGIC-COOKIE-1");
        QByteArray cookie = server.cookie();
        xcb_auth_info_t info{.namelen = static_cast<int>(name.size()), .name = name.data(), .datalen = static_cast<int>(cookie.size()), .data = cookie.data()};
        m_x = xcb_connect_to_display_with_auth_info(server.display().toLatin1().constData(), &info, nullptr);
    }
    ~Owner()
    {
        xcb_disconnect(m_x);
    }
    Q_DISABLE_COPY_MOVE(Owner)

    /// As Debian's X session starts: the account itself needs no cookie.
    bool letOwnAccountIn()
    {
        QByteArray address("localuser");
        address.append('\0').append(::getpwuid(::getuid())->pw_name);
        const auto cookie = xcb_change_hosts_checked(m_x,
                                                     XCB_HOST_MODE_INSERT,
                                                     XCB_FAMILY_SERVER_INTERPRETED,
                                                     static_cast<std::uint16_t>(address.size()),
                                                     reinterpret_cast<const std::uint8_t *>(address.constData()));
        return !xcb_request_check(m_x, cookie);
    }
    bool hasAccessControl()
    {
        xcb_list_hosts_reply_t *reply = xcb_list_hosts_reply(m_x, xcb_list_hosts(m_x), nullptr);
        const bool isOn = reply && reply->mode == XCB_ACCESS_CONTROL_ENABLE;
        std::free(reply);
        return isOn;
    }

private:
    xcb_connection_t *m_x = nullptr;
};
}

/// A host that was broken into opens X connections for a program that is not trusted, and uses them while the program ends: the
/// display lets the account in without a cookie, so that a revoked one would be as good as the owner's.
class XRevocationAttackTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void theWallIsNotThereWithoutTheRelay();
    void noneBecomesTrusted_data();
    void noneBecomesTrusted();

private:
    bool start();
    QString gate() const;
    /// What the program's host knows; empty: it does not come.
    QByteArray cookie();

    QTemporaryDir m_home;
    std::unique_ptr<SshServer> m_sshd;
    std::unique_ptr<XServer> m_x;
    std::unique_ptr<Link> m_link;
    std::unique_ptr<LocalX> m_localX;
    std::unique_ptr<WindowSession> m_session;
};

void XRevocationAttackTest::init()
{
    qputenv("HOME", QFile::encodeName(m_home.path()));
    qunsetenv("SSH_AUTH_SOCK");
    m_sshd = std::make_unique<SshServer>();
    QVERIFY(m_sshd->start());
    QFile authority(m_sshd->directory() + u"/Xauthority"_s);
    QVERIFY(authority.open(QIODevice::WriteOnly));
    m_link = std::make_unique<Link>(LinkTarget{.spec = m_sshd->linkSpec(), .carriesPrograms = true});
    m_link->open();
    QVERIFY(WAIT_FOR(m_link->isLive()));
    m_x = std::make_unique<XServer>();
    QVERIFY2(m_x->start(), qUtf8Printable(m_x->problem()));
    m_localX = std::make_unique<LocalX>(m_x->display(), m_x->authorityFile());
}

void XRevocationAttackTest::cleanup()
{
    m_session.reset();
    m_localX.reset();
    m_link.reset();
    m_x.reset();
    m_sshd.reset();
}

QString XRevocationAttackTest::gate() const
{
    return m_sshd->directory() + u"/gate"_s;
}

QByteArray XRevocationAttackTest::cookie()
{
    WindowSpec spec;
    spec.id = u"program"_s;
    spec.title = u"program"_s;
    spec.command = {u"sh"_s, u"-c"_s, u"xauth list \"$DISPLAY\"; until [ -e '%1' ]; do sleep 0.01; done"_s.arg(gate())};
    spec.isTrusted = false;
    m_session = std::make_unique<WindowSession>(spec, m_link.get(), m_localX.get());
    m_session->start();
    static const QRegularExpression pattern(u"MIT-MAGIC-COOKIE-1\\s+([0-9a-f]{32})"_s);
    QRegularExpressionMatch match;
    const bool found = WAIT_FOR((match = pattern.match(m_session->outputLines().join(u'\n'))).hasMatch(), 60s);
    if (!found) {
        qWarning().noquote() << m_session->outputLines() << (m_session->failure() ? m_session->failure()->what : QString());
    }
    return QByteArray::fromHex(match.captured(1).toLatin1());
}

/// Without this the other rows would prove nothing.
void XRevocationAttackTest::theWallIsNotThereWithoutTheRelay()
{
    Owner owner(*m_x);
    QVERIFY(owner.letOwnAccountIn());
    QByteArray name("MIT-MAGIC-COOKIE-1");
    QByteArray nonsense(16, 'n');
    xcb_auth_info_t info{.namelen = static_cast<int>(name.size()), .name = name.data(), .datalen = static_cast<int>(nonsense.size()), .data = nonsense.data()};
    xcb_connection_t *x = xcb_connect_to_display_with_auth_info(m_x->display().toLatin1().constData(), &info, nullptr);
    xcb_query_extension_reply_t *reply = xcb_query_extension_reply(x, xcb_query_extension(x, 5, "XTEST"), nullptr);
    const bool isTrusted = reply && reply->present;
    std::free(reply);
    xcb_disconnect(x);
    qInfo() << "directly at the X server, with a cookie that it does not know: trusted" << isTrusted;
    QVERIFY(isTrusted);
}

void XRevocationAttackTest::noneBecomesTrusted_data()
{
    QTest::addColumn<bool>("isFrozen"); // the X server reads nothing until the program is over
    QTest::addColumn<End>("end");
    QTest::addColumn<int>("before"); // setups sent before it ends; the others follow one by one
    for (int round = 1; round <= 3; ++round) {
        QTest::addRow("it is stopped while setups arrive, %d", round) << false << End::Stop << 20;
        QTest::addRow("its link is closed while setups arrive, %d", round) << false << End::Link << 20;
        QTest::addRow("it ends, and setups arrive then, %d", round) << false << End::Program << 20;
    }
    QTest::newRow("it is stopped while setups wait at a busy server") << true << End::Stop << 60;
    QTest::newRow("its link is closed while setups wait at a busy server") << true << End::Link << 60;
    QTest::newRow("it is stopped while more setups come to a busy server") << true << End::Stop << 5;
    QTest::newRow("it ends before any setup") << false << End::Program << 0;
}

void XRevocationAttackTest::noneBecomesTrusted()
{
    QFETCH(bool, isFrozen);
    QFETCH(End, end);
    QFETCH(int, before);
    Owner owner(*m_x);
    QVERIFY(owner.letOwnAccountIn());
    const QByteArray known = cookie();
    QCOMPARE(known.size(), 16);
    const std::string_view cookie(known.constData(), 16);
    std::vector<std::unique_ptr<ChannelClient>> clients;
    const auto open = [&] {
        clients.push_back(std::make_unique<ChannelClient>());
        m_localX->adoptX11Channel(clients.back()->channel(), m_link.get());
        return clients.back().get();
    };
    ChannelClient *first = open();
    QVERIFY(first->send(burst(cookie)));
    QCOMPARE(outcome(*first, 10s), Gets::Untrusted); // the cookie is the right one
    for (int i = 0; i < 150; ++i) {
        open();
    }
    if (isFrozen) {
        QVERIFY(m_x->freeze());
    }
    const Octets bytes = burst(cookie);
    std::size_t sent = 1;
    for (; sent <= static_cast<std::size_t>(before); ++sent) {
        clients[sent]->send(bytes);
    }
    std::thread attacker([&clients, &bytes, sent] {
        for (std::size_t i = sent; i < clients.size(); ++i) {
            clients[i]->send(bytes);
            ::usleep(500);
        }
    });
    switch (end) {
    case End::Stop:
        m_session->stop();
        break;
    case End::Link:
        m_link->close();
        break;
    case End::Program: { // it is over with its last connection
        QFile file(gate());
        QVERIFY(file.open(QIODevice::WriteOnly));
        for (std::size_t i = 0; i < sent; ++i) {
            clients[i]->close();
        }
        break;
    }
    }
    const auto hasEnded = [this] {
        return QList{SessionState::Ended, SessionState::Failed, SessionState::Idle, SessionState::WaitingForLink}.contains(m_session->state());
    };
    const bool isOver = waitFor(hasEnded, end == End::Program ? 3s : 60s);
    attacker.join();
    const auto isTaken = [](const auto &client) {
        return client->isTaken();
    };
    QVERIFY(WAIT_FOR(std::ranges::all_of(clients, isTaken))); // what was sent is with the relay or the server
    if (isFrozen) {
        m_x->thaw();
    }
    int counts[3] = {};
    for (std::size_t i = end == End::Program ? sent : 1; i < clients.size(); ++i) {
        ++counts[static_cast<int>(outcome(*clients[i], i <= 3 ? 3000ms : 100ms))];
    }
    const bool isClosed = owner.hasAccessControl();
    qInfo().noquote() << u"%1: of %2 connections %3 got nothing, %4 were let in untrusted, %5 TRUSTED; access control is %6; the program is %7"_s
                             .arg(QString::fromUtf8(QTest::currentDataTag()))
                             .arg(counts[0] + counts[1] + counts[2])
                             .arg(counts[0])
                             .arg(counts[1])
                             .arg(counts[2])
                             .arg(isClosed ? u"on"_s : u"OFF"_s)
                             .arg(isOver ? u"over"_s : u"not over"_s);
    QVERIFY(isOver || end == End::Program); // whose last connections came in time is not over, and not trusted
    QCOMPARE(counts[static_cast<int>(Gets::Trusted)], 0);
    QVERIFY(isClosed);
}

NIGHTDESK_GUILESS_TEST(XRevocationAttackTest)
#include "xrevocationattacktest.moc"
