// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is typed while nothing comes back is never delivered: real sshd, worker and Xvnc, and an X client there that records.
#include "tests/sessions/desktops/desktopbench.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"
#include "tests/support/xvncserver.h"

#include <QRegularExpression>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <csignal>
#include <map>
#include <set>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;
using std::chrono::milliseconds;

namespace
{
constexpr quint32 letterA = 0x61;
constexpr quint32 controlL = 0xffe3;
constexpr auto keyPause = 150ms;
// Above the limit itself: what the machine needs.
const auto grace = underLoad(700ms);
// A question follows what is typed within 200 ms, and its answer is overdue after 500 ms.
constexpr auto underWay = 200ms + 500ms;

/// As X servers count: CLOCK_MONOTONIC.
qint64 nowMs()
{
    return std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Letters, figures and capitals in turn, so that each key that arrives tells which it was for longer than any cut here.
quint32 keyAt(int index)
{
    static const QByteArray keys = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"_ba;
    return static_cast<quint32>(static_cast<uchar>(keys[index % keys.size()]));
}
constexpr int differentKeys = 62;

struct Typed {
    quint32 keysym = 0;
    qint64 at = 0;
    bool sent = false;
};
struct Recorded {
    quint32 keysym = 0;
    bool down = false;
    qint64 at = 0;
    int keycode = 0;
};

/// Reads what xev writes.
class Recorder
{
public:
    explicit Recorder(QProcess *xev)
        : m_xev(xev)
    {
    }
    const QList<Recorded> &events()
    {
        static const QRegularExpression one(
            u"Key(Press|Release) event, [^\\n]*\\n[^\\n]* time (\\d+),[^\\n]*\\n[^\\n]*keycode (\\d+) \\(keysym 0x([0-9a-f]+),"_s);
        m_text += QString::fromLatin1(m_xev->readAllStandardOutput());
        m_events.clear();
        for (auto matches = one.globalMatch(m_text); matches.hasNext();) {
            const auto match = matches.next();
            const quint32 time = match.captured(2).toUInt();
            const auto now = static_cast<quint32>(nowMs()); // the server's time is the lower 32 bits of the same clock
            m_events.append(
                {match.captured(4).toUInt(nullptr, 16), match.captured(1) == u"Press", nowMs() - static_cast<quint32>(now - time), match.captured(3).toInt()});
        }
        return m_events;
    }
    int count(quint32 keysym, bool down)
    {
        const QList<Recorded> &all = events();
        return static_cast<int>(std::count_if(all.begin(), all.end(), [&](const Recorded &event) {
            return event.keysym == keysym && event.down == down;
        }));
    }
    /// Keycodes that are down by what was recorded. (For a capital Xvnc presses Shift by itself, and lets go of it before the key.)
    std::set<int> down()
    {
        std::set<int> result;
        for (const Recorded &event : events()) {
            event.down ? (void)result.insert(event.keycode) : (void)result.erase(event.keycode);
        }
        return result;
    }

private:
    QProcess *const m_xev;
    QString m_text;
    QList<Recorded> m_events;
};

/// A server, a viewer and a recorder.
struct KeyBench {
    explicit KeyBench(Summit &summit)
        : m_summit(summit)
    {
    }
    bool start()
    {
        QProcess *const xev = server.start() ? server.x().runXev() : nullptr;
        if (!xev) {
            return false;
        }
        recorder = std::make_unique<Recorder>(xev);
        viewer = std::make_unique<Viewer>(m_summit.link(), server.address());
        viewer->session.start();
        return viewer->waitForState(SessionState::Live) && WAIT_FOR(viewer->session.takesInput());
    }
    bool waitForAnswering(Session::AnswerState answering)
    {
        return WAIT_FOR(viewer->session.answering() == answering);
    }
    void type(milliseconds duration)
    {
        const qint64 begin = nowMs();
        while (nowMs() - begin < duration.count()) {
            Typed key{keyAt(static_cast<int>(typed.size())), nowMs(), false};
            key.sent = viewer->session.sendKey(key.keysym, true);
            viewer->session.sendKey(key.keysym, false);
            typed.append(key);
            const qint64 next = key.at + keyPause.count();
            WAIT_FOR(nowMs() >= next, 2 * keyPause);
        }
    }

    XvncServer server;
    std::unique_ptr<Recorder> recorder;
    std::unique_ptr<Viewer> viewer;
    QList<Typed> typed;

private:
    Summit &m_summit;
};

/// Passes bytes on to a port; can go on holding the server's side of connections whose other side has gone, as a host does
/// that nobody told.
class Relay : public QObject
{
public:
    explicit Relay(quint16 port)
    {
        m_server.listen(QHostAddress::LocalHost);
        QObject::connect(&m_server, &QTcpServer::newConnection, this, [this, port] {
            auto *const near = m_server.nextPendingConnection();
            auto *const far = new QTcpSocket(this);
            near->setParent(this);
            far->connectToHost(QHostAddress::LocalHost, port);
            QObject::connect(near, &QTcpSocket::readyRead, far, [this, near, far, number = m_connections++] {
                const QByteArray bytes = near->readAll();
                if (number >= m_deafBelow) {
                    far->write(bytes);
                }
            });
            QObject::connect(far, &QTcpSocket::readyRead, near, [near, far] {
                near->write(far->readAll());
            });
        });
    }
    quint16 port() const
    {
        return m_server.serverPort();
    }
    /// Nothing goes to the server any more, but by new connections.
    void loseWhatIsSent()
    {
        m_deafBelow = m_connections;
    }

private:
    QTcpServer m_server;
    int m_connections = 0;
    int m_deafBelow = 0;
};
}

class StaleKeysTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void typingThroughACut_data();
    void typingThroughACut();
    void aWorkerThatWasStoppedDeliversNothingOld();
    void whatIsHeldIsLetGoFirst();
    void aNewConnectionLetsGoOfWhatTheOldOneHeld_data();
    void aNewConnectionLetsGoOfWhatTheOldOneHeld();

private:
    Summit m_summit;
};

void StaleKeysTest::initTestCase()
{
    QVERIFY(m_summit.start());
}

void StaleKeysTest::typingThroughACut_data()
{
    QTest::addColumn<bool>("ofTheLink"); // else the VNC server is stopped
    QTest::addColumn<milliseconds>("duration");
    QTest::newRow("1.5 s of a silent link") << true << milliseconds(1500);
    QTest::newRow("2.5 s of a silent link") << true << milliseconds(2500);
    QTest::newRow("6 s of a silent link") << true << milliseconds(6000);
    QTest::newRow("2 s of a silent VNC server") << false << milliseconds(2000);
    QTest::newRow("5 s of a silent VNC server") << false << milliseconds(5000);
}

void StaleKeysTest::typingThroughACut()
{
    QFETCH(const bool, ofTheLink);
    QFETCH(const milliseconds, duration);
    KeyBench bench(m_summit);
    QVERIFY(bench.start());
    qint64 heldAt = 0;
    QObject::connect(&bench.viewer->session, &Session::answeringChanged, &bench.viewer->session, [&](Session::AnswerState answering) {
        if (heldAt == 0 && answering != Session::AnswerState::Responding) {
            heldAt = nowMs();
        }
    });
    bench.type(700ms);
    const qint64 cutAt = nowMs();
    ofTheLink ? m_summit.server().freeze() : bench.server.freeze();
    const qint64 frozenAt = nowMs();
    bench.type(duration);
    const qint64 thawedAt = nowMs();
    ofTheLink ? m_summit.server().thaw() : bench.server.thaw();
    bench.type(500ms); // some of it while nothing has come back yet
    QVERIFY(bench.waitForAnswering(Session::AnswerState::Responding));
    const qsizetype before = bench.typed.size();
    bench.type(500ms);
    const auto arrived = [&](const Typed &key) {
        const QList<Recorded> &events = bench.recorder->events();
        return std::any_of(events.begin(), events.end(), [&](const Recorded &event) {
            return event.keysym == key.keysym && event.down && event.at >= key.at - 20;
        });
    };
    QVERIFY(WAIT_FOR(arrived(bench.typed.constLast()) && bench.recorder->down().empty()));
    QVERIFY(bench.typed.size() <= differentKeys); // else one could stand for another

    // A question is on its way by then and its answer overdue: what is typed later waits in the worker, which forgets it when the
    // gate closes. As much later as this machine let the typist himself wait.
    qint64 largestGap = 0;
    for (qsizetype i = 1; i < bench.typed.size(); ++i) {
        largestGap = std::max(largestGap, bench.typed[i].at - bench.typed[i - 1].at - keyPause.count());
    }
    const qint64 nothingLeavesAfter = frozenAt + (underWay + 250ms).count() + largestGap;
    const bool wasHeld = heldAt != 0 && heldAt < thawedAt;
    int forgotten = 0;

    int lost = 0;
    qint64 latest = 0;
    std::map<quint32, int> presses;
    for (const Recorded &event : bench.recorder->events()) {
        presses[event.keysym] += event.down;
    }
    for (qsizetype i = 0; i < bench.typed.size(); ++i) {
        const Typed &key = bench.typed[i];
        const QByteArray name = QByteArray(1, static_cast<char>(key.keysym)) + ", typed " + QByteArray::number(key.at - cutAt) + " ms after the cut";
        const int times = presses[key.keysym];
        QVERIFY2(times <= 1, name.constData());
        QVERIFY2(key.sent || times == 0, name.constData()); // never, not even later
        QVERIFY2(i < before || times == 1, name.constData()); // it answers again: all of it arrives
        QVERIFY2(key.at >= cutAt || times == 1, name.constData());
        if (wasHeld && key.sent && key.at > nothingLeavesAfter && key.at < heldAt) {
            QVERIFY2(times == 0, QByteArray(name + ", and arrived after all").constData());
            ++forgotten;
        }
        lost += times == 0;
        for (const Recorded &event : bench.recorder->events()) {
            if (event.keysym != key.keysym || !event.down) {
                continue;
            }
            latest = std::max(latest, event.at - key.at);
            // What was under way when the line fell silent cannot be called back: at most what was typed until an answer was overdue.
            const bool wasUnderWay = key.at - cutAt < (underWay + grace).count();
            QVERIFY2(wasUnderWay || event.at - key.at <= (1500ms + grace).count(),
                     QByteArray(name + ", arrived after " + QByteArray::number(event.at - key.at) + " ms").constData());
        }
    }
    qInfo() << lost << "of" << bench.typed.size() << "keys went nowhere, the latest came after" << latest << "ms; input was held"
            << (heldAt == 0 ? -1 : heldAt - cutAt) << "ms after the cut;" << forgotten << "that waited were forgotten";
    if (duration >= 2500ms) {
        QVERIFY(heldAt != 0);
        QVERIFY2(heldAt - cutAt >= 900 && heldAt - cutAt <= (1500ms + 500ms + grace).count(), qPrintable(QString::number(heldAt - cutAt)));
        // However few this machine let him type in that time.
        const auto typedWhileSilent = std::count_if(bench.typed.begin(), bench.typed.end(), [&](const Typed &key) {
            return key.at - cutAt >= 2500 && key.at < thawedAt;
        });
        QVERIFY(lost >= typedWhileSilent);
    }
}

void StaleKeysTest::aWorkerThatWasStoppedDeliversNothingOld()
{
    KeyBench bench(m_summit);
    QVERIFY(bench.start());
    bench.type(500ms);
    const auto pid = static_cast<pid_t>(bench.viewer->session.facts().workerPid);
    const qint64 stoppedAt = nowMs();
    ::kill(pid, SIGSTOP);
    bench.type(2s); // shorter than what makes it a hanging one
    ::kill(pid, SIGCONT);
    QVERIFY(bench.waitForAnswering(Session::AnswerState::Responding));
    QVERIFY(WAIT_FOR(bench.viewer->session.sendKey(0x2e, true)));
    bench.viewer->session.sendKey(0x2e, false);
    QVERIFY(WAIT_FOR(bench.recorder->count(0x2e, false) == 1));
    QVERIFY(bench.recorder->down().empty());
    int old = 0;
    for (const Typed &key : std::as_const(bench.typed)) {
        for (const Recorded &event : bench.recorder->events()) {
            if (event.keysym == key.keysym && event.down) {
                QVERIFY(key.sent);
                QVERIFY2(event.at - key.at <= (1500ms + grace).count(), qPrintable(QString::number(event.at - key.at)));
                old += key.at > stoppedAt;
            }
        }
    }
    QVERIFY(old < 2000 / keyPause.count()); // not all of it
    QCOMPARE(bench.viewer->states.count(SessionState::Live), 1);
}

void StaleKeysTest::whatIsHeldIsLetGoFirst()
{
    KeyBench bench(m_summit);
    QVERIFY(bench.start());
    DesktopSession &session = bench.viewer->session;
    session.sendPointer(QPoint(100, 100), 1);
    session.sendKey(controlL, true, 0x1d); // one with its scan code, one without
    session.sendKey(letterA, true);
    QVERIFY(WAIT_FOR(bench.recorder->count(letterA, true) == 1));
    bench.server.freeze();
    QVERIFY(bench.waitForAnswering(Session::AnswerState::Stalled));
    QVERIFY(session.silentSince().has_value());
    QVERIFY(!session.sendKey(letterA, false)); // let go of in the meantime: nobody hears it
    QVERIFY(!session.sendKey(0x62, true));
    bench.server.thaw();
    QVERIFY(bench.waitForAnswering(Session::AnswerState::Responding));
    QVERIFY(!session.silentSince());
    QVERIFY(WAIT_FOR(session.sendKey(0x63, true)));
    QVERIFY(session.sendKey(0x63, false));
    QVERIFY(WAIT_FOR(bench.recorder->count(0x63, false) == 1));
    QList<std::pair<quint32, bool>> order;
    for (const Recorded &event : bench.recorder->events()) {
        order.append({event.keysym, event.down});
    }
    QCOMPARE(order.last(4), (QList<std::pair<quint32, bool>>{{letterA, false}, {controlL, false}, {0x63, true}, {0x63, false}}));
    QCOMPARE(bench.recorder->count(0x62, true), 0);
}

void StaleKeysTest::aNewConnectionLetsGoOfWhatTheOldOneHeld_data()
{
    QTest::addColumn<bool>("releaseIsLost");
    QTest::addColumn<bool>("viewOnly"); // from then on
    QTest::addColumn<quint32>("scanCode"); // 0: it goes by its keysym alone
    QTest::newRow("a key that is still held") << false << false << 0u;
    QTest::newRow("a key that was let go of into a silent line") << true << false << 0u;
    QTest::newRow("a key that is still held, by its scan code, and then one only watches") << false << true << 0x1du;
}

void StaleKeysTest::aNewConnectionLetsGoOfWhatTheOldOneHeld()
{
    QFETCH(const bool, releaseIsLost);
    QFETCH(const bool, viewOnly);
    QFETCH(const quint32, scanCode);
    KeyBench bench(m_summit);
    QVERIFY(bench.server.start());
    Relay relay(bench.server.port());
    QProcess *const xev = bench.server.x().runXev();
    QVERIFY(xev);
    Recorder recorder(xev);
    Viewer viewer(m_summit.link(), TcpAddress{u"127.0.0.1"_s, relay.port()});
    viewer.session.start();
    QVERIFY(viewer.waitForState(SessionState::Live));
    // No button: in Xvnc who holds one owns the pointer until his connection ends, whatever others send.
    QVERIFY(WAIT_FOR(viewer.session.sendPointer(QPoint(100, 100), 0)));
    viewer.session.sendKey(controlL, true, scanCode);
    QVERIFY(WAIT_FOR(recorder.count(controlL, true) == 1));
    relay.loseWhatIsSent();
    QVERIFY(!releaseIsLost || viewer.session.sendKey(controlL, false, scanCode)); // nobody can know yet that it goes nowhere
    // The relay keeps the server's side open: nobody else lets go.
    ::kill(static_cast<pid_t>(viewer.session.facts().workerPid), SIGKILL);
    if (viewOnly) {
        QVERIFY(WAIT_FOR(viewer.session.state() != SessionState::Live));
        viewer.session.setViewOnly(true);
    }
    QVERIFY(WAIT_FOR(viewer.states.count(SessionState::Live) == 2));
    if (viewOnly) {
        QVERIFY(WAIT_FOR(recorder.count(controlL, false) == 1));
        QVERIFY(!viewer.session.sendKey(letterA, true));
        viewer.session.setViewOnly(false);
    }
    QVERIFY(WAIT_FOR(viewer.session.sendKey(letterA, true)));
    QVERIFY(viewer.session.sendKey(letterA, false));
    QVERIFY(WAIT_FOR(recorder.count(letterA, false) == 1));
    QCOMPARE(recorder.count(controlL, true), 1);
    QCOMPARE(recorder.count(controlL, false), 1);
    QVERIFY(recorder.down().empty());
}

NIGHTDESK_GUILESS_TEST(StaleKeysTest)
#include "stalekeystest.moc"
