// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/windowagentprotocol.h"
#include "tests/sessions/apps/fakexserver.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
/// A steward and its server, with a clock that the test turns.
class Stage
{
public:
    explicit Stage(bool hasWindowManager = false, bool wasAlreadyRunning = false)
        : talk("0123456789abcdef",
               hasWindowManager,
               wasAlreadyRunning,
               {
                   .titleChanged =
                       [this](const QString &text) {
                           titles.append(text);
                       },
                   .iconChanged =
                       [this](const QList<QImage> &pictures) {
                           icon = pictures;
                       },
                   .windowCountChanged =
                       [this](int number) {
                           count = number;
                       },
                   .startFinished =
                       [this] {
                           ++startFinished;
                       },
                   .programCannotBeClosed =
                       [this] {
                           ++cannotBeClosed;
                       },
                   .userQuestionAsked =
                       [this] {
                           ++userQuestionAsked;
                       },
               })
    {
    }
    /// There and back once; false: there was nothing to say.
    bool turn()
    {
        const auto output = talk.xClient().output();
        const std::vector<std::uint8_t> said(output.begin(), output.end());
        talk.removeSentOutput(said.size());
        const auto heard = server.answer(said);
        most = std::max(most, said.size());
        if (!heard.empty()) {
            talk.receive(heard, now);
        }
        return !said.empty();
    }
    int turns()
    {
        int number = 0;
        while (number < 100 && turn()) {
            ++number;
        }
        return number;
    }
    void sendRequest(const std::vector<std::uint8_t> &bytes)
    {
        talk.receive(bytes, now);
    }
    /// Time passes, in steps as a poll() would have them.
    void wait(std::chrono::milliseconds span)
    {
        for (const auto end = now + span; now < end;) {
            now += 50ms;
            talk.doDueWork(now);
            turns();
        }
    }
    QString title() const
    {
        return titles.isEmpty() ? QString() : titles.last();
    }
    int configured(std::uint32_t window) const
    {
        return static_cast<int>(std::ranges::count_if(server.seen, [window](const auto &request) {
            return request[0] == XCB_CONFIGURE_WINDOW && XBytes::read32(&request[4], std::endian::native == std::endian::big) == window;
        }));
    }
    int messages() const
    {
        return server.requests.value(XCB_SEND_EVENT);
    }

    FakeXServer server;
    QStringList titles;
    QList<QImage> icon;
    int count = 0;
    int startFinished = 0;
    int cannotBeClosed = 0;
    int userQuestionAsked = 0;
    std::size_t most = 0; ///< that was said at once
    ProgramStartDetector::Clock::time_point now{1000s};
    WindowAgentProtocol talk;
};
}

/// What the steward makes of what a server says, without either's sockets.
class WindowAgentProtocolTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void knowsTheTitleInFewRoundTrips_data();
    void knowsTheTitleInFewRoundTrips();
    void interceptsNothing();
    void survivesWindowsThatGo_data();
    void survivesWindowsThatGo();
    void readsRestlessTitlesSeldom();
    void isNotFloodedByWindows();
    void givesInToAProgramThatInsists();
    void leavesAJoinedProgramsDialogsAlone();
    void bringsBackWhatWentBehindThoughNothingFollows();
    void asksToClose_data();
    void asksToClose();
    void doesNotWaitForEverToClose();
    void endsWithALiar_data();
    void endsWithALiar();
    void takesOverlongPropertiesCalmly();
};

void WindowAgentProtocolTest::knowsTheTitleInFewRoundTrips_data()
{
    QTest::addColumn<bool>("hasWindowManager");
    QTest::addColumn<bool>("isListed");
    QTest::addColumn<int>("expected");
    QTest::newRow("no manager: setup, names and windows, properties") << false << false << 3;
    QTest::newRow("a manager: its list besides") << true << true << 4;
    QTest::newRow("a manager that keeps no list") << true << false << 4;
}

void WindowAgentProtocolTest::knowsTheTitleInFewRoundTrips()
{
    QFETCH(bool, hasWindowManager);
    QFETCH(bool, isListed);
    QFETCH(int, expected);
    Stage stage(hasWindowManager);
    stage.server.hasRedirect = hasWindowManager;
    for (std::uint32_t id = 0x200; id < 0x230; ++id) {
        stage.server.setText(id, "_NET_WM_NAME", "title");
        stage.server.setNumbers(id, "WM_STATE", "WM_STATE", {1, 0});
    }
    if (isListed) {
        stage.server.setNumbers(FakeXServer::root, "_NET_CLIENT_LIST", "WINDOW", {0x200, 0x201});
    }
    int flights = 0;
    while (stage.title().isEmpty() && stage.turn()) {
        ++flights;
    }
    QCOMPARE(stage.title(), u"title"_s);
    QCOMPARE(flights, expected);
}

void WindowAgentProtocolTest::interceptsNothing()
{
    Stage stage;
    stage.server.setText(0x200, "WM_NAME", "title", "STRING");
    stage.turns();
    QVERIFY(!stage.server.seen.empty());
    for (const auto &request : stage.server.seen) {
        QVERIFY(request[0] != XCB_GRAB_BUTTON && request[0] != XCB_GRAB_KEY && request[0] != XCB_GRAB_SERVER && request[0] != XCB_REPARENT_WINDOW);
        if (request[0] == XCB_CHANGE_WINDOW_ATTRIBUTES) {
            QCOMPARE(XBytes::read32(&request[12], std::endian::native == std::endian::big) & XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT, 0u);
        }
    }
    QCOMPARE(stage.configured(0x200), 1); // it fills
}

void WindowAgentProtocolTest::survivesWindowsThatGo_data()
{
    QTest::addColumn<int>("after");
    QTest::newRow("before it is asked about") << 2;
    QTest::newRow("when it is known") << 3;
    QTest::newRow("later") << 6;
}

void WindowAgentProtocolTest::survivesWindowsThatGo()
{
    QFETCH(int, after);
    Stage stage;
    stage.server.setText(0x200, "_NET_WM_NAME", "goes");
    stage.server.setText(0x201, "_NET_WM_NAME", "stays");
    for (int i = 0; i < after; ++i) {
        stage.turn();
    }
    stage.server.windows.remove(0x200); // and nobody tells: what is asked about it is an error
    stage.talk.askWindowsToClose(stage.now);
    stage.turns();
    stage.wait(1s);
    QCOMPARE(stage.title(), u"stays"_s);
    QCOMPARE(stage.count, 1);
    QCOMPARE(stage.talk.xClient().stage(), XClientProtocol::Stage::Open);
}

void WindowAgentProtocolTest::readsRestlessTitlesSeldom()
{
    Stage stage;
    stage.server.setText(0x200, "_NET_WM_NAME", "0");
    stage.turns();
    const auto name = stage.server.atom("_NET_WM_NAME");
    const int before = stage.server.requests[XCB_GET_PROPERTY];
    for (int second = 0; second < 10; ++second) {
        for (int i = 0; i < 20; ++i) {
            for (int n = 0; n < 50; ++n) {
                stage.server.setText(0x200, "_NET_WM_NAME", QByteArray::number(second * 1000 + i * 50 + n));
                stage.sendRequest(stage.server.propertyNotify(0x200, name));
            }
            stage.wait(50ms);
        }
    }
    stage.wait(1s);
    QCOMPARE(stage.title(), u"9999"_s);
    QVERIFY2(stage.titles.size() > 10 && stage.titles.size() <= 46, qPrintable(QString::number(stage.titles.size())));
    QVERIFY(stage.server.requests[XCB_GET_PROPERTY] - before <= 46 * 9);
    // It asked not to be told any more, and again to be told.
    const auto heard = std::ranges::count_if(stage.server.seen, [](const auto &request) {
        return request[0] == XCB_CHANGE_WINDOW_ATTRIBUTES
            && (XBytes::read32(&request[12], std::endian::native == std::endian::big) & XCB_EVENT_MASK_PROPERTY_CHANGE) == 0;
    });
    QVERIFY(heard > 5);
}

void WindowAgentProtocolTest::isNotFloodedByWindows()
{
    Stage stage;
    stage.server.setText(0x200, "_NET_WM_NAME", "first");
    stage.turns();
    std::vector<std::uint8_t> events;
    for (std::uint32_t id = 0x1000; id < 0x1000 + 30000; ++id) {
        for (const std::uint8_t type : {XCB_CREATE_NOTIFY, XCB_MAP_NOTIFY}) {
            const auto event = stage.server.event(type, id);
            events.insert(events.end(), event.begin(), event.end());
        }
        if (id % 1000 == 0) {
            stage.sendRequest(events);
            events.clear();
            stage.wait(50ms);
        }
    }
    QVERIFY2(stage.most < 64 * 1024, qPrintable(QString::number(stage.most)));
    QVERIFY(stage.talk.xClient().unansweredRequestCount() < 2000);
    stage.wait(2s);
    QCOMPARE(stage.title(), u"first"_s);
    QCOMPARE(stage.talk.xClient().stage(), XClientProtocol::Stage::Open);
    QVERIFY(stage.count <= int(AppWindows::maxWindows));
}

void WindowAgentProtocolTest::givesInToAProgramThatInsists()
{
    Stage stage;
    stage.server.setText(0x200, "_NET_WM_NAME", "stubborn");
    stage.turns();
    for (int i = 0; i < 50; ++i) {
        stage.sendRequest(stage.server.configureNotify(0x200, 7, 7, 100, 80));
        stage.turns();
    }
    QCOMPARE(stage.configured(0x200), WindowManagerSubstitute::maxCorrections);
    // Another size of the display is another matter.
    stage.sendRequest(stage.server.configureNotify(FakeXServer::root, 0, 0, 1000, 700));
    stage.turns();
    QCOMPARE(stage.configured(0x200), WindowManagerSubstitute::maxCorrections + 1);
}

void WindowAgentProtocolTest::leavesAJoinedProgramsDialogsAlone()
{
    for (const bool wasAlreadyRunning : {false, true}) {
        Stage stage(false, wasAlreadyRunning);
        stage.server.setText(0x200, "_NET_WM_NAME", "main");
        stage.server.setText(0x201, "_NET_WM_NAME", "dialog");
        stage.server.setNumbers(0x201, "WM_TRANSIENT_FOR", "WINDOW", {0x200});
        stage.turns();
        QCOMPARE(stage.configured(0x201), wasAlreadyRunning ? 0 : 1);
        QCOMPARE(stage.server.requests.value(XCB_SET_INPUT_FOCUS), wasAlreadyRunning ? 0 : 2);
        QCOMPARE(stage.title(), u"main"_s);
        QCOMPARE(stage.count, 2);
    }
}

void WindowAgentProtocolTest::bringsBackWhatWentBehindThoughNothingFollows()
{
    Stage stage;
    stage.server.setText(0x200, "_NET_WM_NAME", "main");
    stage.server.setText(0x201, "_NET_WM_NAME", "dialog");
    stage.server.setNumbers(0x201, "WM_TRANSIENT_FOR", "WINDOW", {0x200});
    stage.turns();
    const int before = stage.configured(0x201);
    for (int times = 0; times < 2; ++times) { // the second time too soon
        stage.sendRequest(stage.server.configureNotify(0x200, 0, 0, 800, 600, 0x201));
        stage.turns();
        QCOMPARE(stage.configured(0x201), before + 1);
    }
    for (int looks = 0; looks < 20 && stage.talk.dueAt(); ++looks) {
        stage.now = std::max(stage.now, *stage.talk.dueAt());
        stage.talk.doDueWork(stage.now);
        stage.turns();
    }
    QCOMPARE(stage.configured(0x201), before + 2);
    QVERIFY(!stage.talk.dueAt());
}

void WindowAgentProtocolTest::asksToClose_data()
{
    QTest::addColumn<bool>("mainCan");
    QTest::addColumn<bool>("dialogCan");
    QTest::addColumn<bool>("hasMain");
    QTest::addColumn<int>("asked");
    QTest::newRow("a window and its dialog: the window alone") << true << true << true << 1;
    QTest::newRow("a window that cannot be, a dialog that can: neither") << false << true << true << 0;
    QTest::newRow("a dialog is all there is") << false << true << false << 1;
    QTest::newRow("neither can") << false << false << true << 0;
}

void WindowAgentProtocolTest::asksToClose()
{
    QFETCH(bool, mainCan);
    QFETCH(bool, dialogCan);
    QFETCH(bool, hasMain);
    QFETCH(int, asked);
    Stage stage;
    const auto protocol = stage.server.atom("WM_DELETE_WINDOW");
    if (hasMain) {
        stage.server.setNumbers(0x200, "WM_PROTOCOLS", "ATOM", {mainCan ? protocol : 1});
    }
    stage.server.setNumbers(0x201, "WM_PROTOCOLS", "ATOM", {dialogCan ? protocol : 1});
    stage.server.setNumbers(0x201, "WM_TRANSIENT_FOR", "WINDOW", {FakeXServer::root});
    stage.talk.askWindowsToClose(stage.now); // before it is even let in
    stage.turns();
    QCOMPARE(stage.messages(), asked);
    QCOMPARE(stage.cannotBeClosed, asked == 0 ? 1 : 0);
    if (asked > 0) {
        stage.server.windows[0x300] = {};
        stage.sendRequest(stage.server.event(XCB_CREATE_NOTIFY, 0x300));
        QCOMPARE(stage.userQuestionAsked, 0);
        stage.sendRequest(stage.server.event(XCB_MAP_NOTIFY, 0x300));
        stage.turns();
        QCOMPARE(stage.userQuestionAsked, 1);
    }
}

void WindowAgentProtocolTest::doesNotWaitForEverToClose()
{
    Stage stage;
    stage.server.setText(0x200, "_NET_WM_NAME", "there");
    stage.turns();
    stage.server.isDumb = true;
    stage.talk.askWindowsToClose(stage.now);
    stage.wait(2s);
    QCOMPARE(stage.cannotBeClosed, 0);
    stage.wait(2s);
    QCOMPARE(stage.cannotBeClosed, 1);
    stage.talk.handleConnectionLoss();
    stage.talk.askWindowsToClose(stage.now);
    QCOMPARE(stage.cannotBeClosed, 2);
}

void WindowAgentProtocolTest::endsWithALiar_data()
{
    QTest::addColumn<std::vector<std::uint8_t>>("words");
    const auto message = [](std::uint8_t type, std::uint16_t sequence, std::uint32_t more) {
        std::vector<std::uint8_t> bytes(32, 0);
        bytes[0] = type;
        std::memcpy(&bytes[2], &sequence, 2);
        std::memcpy(&bytes[4], &more, 4);
        return bytes;
    };
    QTest::newRow("a reply of 16 GiB") << message(1, 1, 0xffffffff);
    QTest::newRow("a reply of just too much") << message(1, 1, XClientProtocol::maxMessageSize / 4);
    QTest::newRow("a generic event of 16 GiB") << message(35, 0, 0xffffffff);
    QTest::newRow("an answer to what was not asked") << message(1, 4000, 0);
    QTest::newRow("an event after what was not asked") << message(18, 4000, 0);
    QTest::newRow("an answer that leaves out another") << message(1, 2, 0);
    QTest::newRow("an event that leaves out an answer") << message(18, 3, 0);
}

void WindowAgentProtocolTest::endsWithALiar()
{
    using Octets = std::vector<std::uint8_t>;
    QFETCH(Octets, words);
    Stage stage;
    stage.talk.askWindowsToClose(stage.now);
    const auto output = stage.talk.xClient().output();
    stage.talk.removeSentOutput(output.size());
    stage.sendRequest(FakeXServer::setup());
    QCOMPARE(stage.talk.xClient().stage(), XClientProtocol::Stage::Open);
    stage.sendRequest(words);
    QCOMPARE(stage.talk.xClient().stage(), XClientProtocol::Stage::Broken);
    QVERIFY(!stage.talk.xClient().problem().empty());
    QCOMPARE(stage.cannotBeClosed, 1);
    stage.sendRequest(words); // nothing comes of it any more
    stage.talk.fitMainWindowToDisplay(stage.now);
    QVERIFY(stage.talk.xClient().output().empty());
}

void WindowAgentProtocolTest::takesOverlongPropertiesCalmly()
{
    Stage stage;
    stage.server.setText(0x200, "_NET_WM_NAME", QByteArray(3'000'000, 'x'));
    stage.server.setNumbers(0x200, "_NET_WM_ICON", "CARDINAL", {0xffff, 0xffff, 1, 2, 3});
    stage.server.setNumbers(0x200, "WM_PROTOCOLS", "ATOM", std::vector<std::uint32_t>(100'000, 7));
    stage.server.setNumbers(0x200, "WM_NORMAL_HINTS", "WM_SIZE_HINTS", std::vector<std::uint32_t>(18, 0xffffffff));
    stage.server.setNumbers(0x200, "WM_TRANSIENT_FOR", "CARDINAL", {0x200});
    stage.turns();
    QCOMPARE(stage.title().size(), 200);
    QVERIFY(stage.icon.isEmpty());
    QCOMPARE(stage.count, 1);
    // More than any answer may have.
    stage.server.setText(0x200, "_NET_WM_NAME", QByteArray(10'000'000, 'x'));
    stage.sendRequest(stage.server.propertyNotify(0x200, stage.server.atom("_NET_WM_NAME")));
    stage.wait(1s);
    QCOMPARE(stage.talk.xClient().stage(), XClientProtocol::Stage::Broken);
}

NIGHTDESK_GUILESS_TEST(WindowAgentProtocolTest)
#include "windowagentprotocoltest.moc"
