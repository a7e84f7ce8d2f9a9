// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A program of each byte order on a real server, with the program "xtrace" between them: it and we count the same.
#include "rawxclient.h"
#include "sessions/xtrace/xnames.h"
#include "tests/support/displaynumber.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/support/xserver.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
using Counts = QMap<QString, int>;

constexpr int silentRequests = 70'000; ///< more than sequence numbers can tell apart

/// What xtrace wrote, as we count.
Counts theirs(const QString &path)
{
    static const QRegularExpression line(u"^\\d+:([<>]):[0-9a-f]+:(?: *\\d+:)? ?(.*)$"_s);
    static const QRegularExpression request(u"^(?:\\S.*-)?Request\\((\\d+)(?:,(\\d+))?\\)"_s);
    static const QRegularExpression event(u"\\((\\d+)[,)]"_s);
    static const QRegularExpression error(u"^Error (\\d+)"_s);
    Counts counts;
    QFile file(path);
    (void)file.open(QIODevice::ReadOnly);
    while (!file.atEnd()) {
        const auto parts = line.match(QString::fromLatin1(file.readLine()).trimmed());
        if (!parts.hasMatch()) {
            continue;
        }
        const QString text = parts.captured(2);
        if (parts.captured(1) == u'<') {
            const auto codes = request.match(text);
            ++counts[u"request %1.%2"_s.arg(codes.captured(1)).arg(codes.captured(2).toInt())];
        } else if (text.startsWith(u"Reply"_s) || text.startsWith(u"unexpected Reply"_s)) {
            ++counts[u"reply"_s];
        } else if (const auto code = error.match(text); code.hasMatch()) {
            ++counts[u"error "_s + code.captured(1)];
        } else {
            ++counts[u"event "_s + event.match(text).captured(1)];
        }
    }
    return counts;
}

void count(Counts &counts, const XRecord &record)
{
    switch (record.kind) {
    case XRecordKind::Request:
        ++counts[u"request %1.%2"_s.arg(record.wireCode >> 8).arg(record.wireCode & 0xff)];
        break;
    case XRecordKind::Reply:
        ++counts[u"reply"_s];
        break;
    case XRecordKind::Event:
        ++counts[u"event %1"_s.arg(record.wireCode > 0xff ? 35 : record.wireCode)];
        break;
    case XRecordKind::Error:
        ++counts[u"error %1"_s.arg(record.wireCode)];
        break;
    default:
        break;
    }
}

Octets operator+(Octets a, const Octets &b)
{
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

Octets text(std::string_view letters)
{
    return {letters.begin(), letters.end()};
}
}

class XCountTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void agreesWithXtrace_data();
    void agreesWithXtrace();

private:
    void useTheServer(RawXClient &program);

    QTemporaryDir m_directory;
    XServer m_server{{.size = {640, 480}, .authority = false, .arguments = {u"+byteswappedclients"_s}}};
};

void XCountTest::initTestCase()
{
    QVERIFY2(m_server.start(), qPrintable(m_server.problem()));
}

/// A bit of everything that is read in a way of its own.
void XCountTest::useTheServer(RawXClient &program)
{
    const XStreamMaker &make = program.make();
    const auto n16 = [&make](std::uint32_t value) {
        return make.number16(value);
    };
    const auto n32 = [&make](std::uint32_t value) {
        return make.number32(value);
    };
    const std::uint8_t big = program.extension("BIG-REQUESTS");
    program.answer(program.say(make.request(big)));
    const std::uint8_t render = program.extension("RENDER");
    program.answer(program.say(make.request(render, 0, n32(0) + n32(11))));
    const std::uint8_t input = program.extension("XInputExtension");
    program.answer(program.say(make.request(input, 47, n16(2) + n16(2))));
    const std::uint8_t test = program.extension("XTEST");
    const std::uint8_t keyboard = program.extension("XKEYBOARD");
    program.answer(program.say(make.request(keyboard, 0, n16(1) + n16(0))));
    QCOMPARE(program.extension("NO-SUCH-THING"), 0);

    const std::uint32_t window = program.newResourceId();
    const std::uint32_t gc = program.newResourceId();
    const std::uint32_t font = program.newResourceId();
    const Octets place = n16(0) + n16(0) + n16(640) + n16(480) + n16(0) + n16(1);
    constexpr std::uint32_t events = 0x42808f; // keys, buttons, motion, exposures, properties, what happens to the window
    program.say(make.request(1, 24, n32(window) + n32(program.root()) + place + n32(program.visual()) + n32(0x800) + n32(events)));
    program.say(make.request(input, 46, n32(window) + n16(1) + n16(0) + n16(1) + n16(1) + Octets{0xf0, 1, 0, 0}));
    program.say(make.request(8, 0, n32(window)));
    program.say(make.request(55, 0, n32(gc) + n32(window) + n32(0)));
    program.say(make.request(45, 0, n32(font) + n16(5) + n16(0) + text("fixed")));
    program.answer(program.say(make.request(47, 0, n32(font))));
    program.say(make.request(76, 5, n32(window) + n32(gc) + n16(10) + n16(30) + text("hello")));
    const std::uint32_t fonts = program.say(make.request(50, 0, n16(3) + n16(1) + text("*")));
    while (program.isOpen() && program.answer(fonts).at(1) != 0) { }
    program.say(make.bigRequest(72, 2, n32(window) + n32(gc) + n16(16) + n16(16) + n32(0) + Octets{0, 24, 0, 0} + Octets(1024)));
    program.say(make.request(2, 0, n32(0xdead) + n32(0))); // there is no such window
    for (const std::uint8_t kind : {6, 2, 3, 4, 5}) { // the pointer moves; a key, a button
        const Octets device = {kind, static_cast<std::uint8_t>(kind == 6 ? 0 : kind < 4 ? 38 : 1), 0, 0};
        program.say(make.request(test, 2, device + n32(0) + n32(kind == 6 ? program.root() : 0) + n32(0) + n32(0) + n16(50) + n16(50) + n32(0) + n32(0)));
    }
    program.say(make.request(25, 0, n32(window) + n32(0) + Octets{33, 32, 0, 0} + n32(window) + Octets(24))); // SendEvent
    program.say(make.request(18, 0, n32(window) + n32(39) + n32(31) + Octets{8, 0, 0, 0} + n32(5) + text("hello")));
    program.say(make.request(render, 99));
    program.answer(program.say(make.request(43)));
    for (int i = 0; i < silentRequests; ++i) {
        program.say(make.request(127));
    }
    program.say(make.request(3, 0, n32(window)));
    QVERIFY(!program.answer(program.say(make.request(14, 0, n32(window)))).empty());
    program.say(make.request(4, 0, n32(window)));
    QVERIFY(!program.answer(program.say(make.request(43))).empty());
}

void XCountTest::agreesWithXtrace_data()
{
    QTest::addColumn<bool>("bigEndian");
    QTest::newRow("a big-endian program") << true;
    QTest::newRow("a little-endian program") << false;
}

void XCountTest::agreesWithXtrace()
{
    QFETCH(const bool, bigEndian);
    const OwnDisplayNumber number;
    const QString log = m_directory.filePath(bigEndian ? u"big"_s : u"little"_s);
    QProcessEnvironment environment = m_server.environment();
    environment.insert(u"HOME"_s, m_directory.path());
    QProcess *between =
        m_server.run({u"xtrace"_s, u"-n"_s, u"-k"_s, u"-d"_s, m_server.display(), u"-D"_s, QString::fromStdString(number.name()), u"-o"_s, log}, environment);
    const QString socket = u"/tmp/.X11-unix/X"_s + QString::fromStdString(number.name()).mid(1);
    QVERIFY2(WAIT_FOR(QFile::exists(socket)), between->readAllStandardError().constData());

    Counts ours;
    std::uint64_t bytes = 0;
    std::uint32_t last = 0;
    int inputs = 0;
    std::unique_ptr<RawXClient> opened;
    QVERIFY(waitFor([&] { // xtrace's socket is there a moment before it listens
        opened = std::make_unique<RawXClient>(socket.toStdString(), bigEndian, [&](const XRecord &record) {
            count(ours, record);
            bytes += record.size;
            last = record.sequence;
            inputs += record.has(XRecord::UserInput) ? 1 : 0;
        });
        return opened->isOpen();
    }));
    RawXClient &program = *opened;
    useTheServer(program);
    QVERIFY(program.isOpen());
    QCOMPARE(std::string(program.problem()), std::string());
    program.close();

    QCOMPARE(ours.value(u"request 127.0"_s), silentRequests);
    QCOMPARE(ours.value(u"error 3"_s), 1); // Window
    QVERIFY(ours.value(u"event 35"_s) > 0);
    QVERIFY(inputs >= 4);
    QVERIFY(last > silentRequests);
    QVERIFY(bytes > silentRequests * 4);
    (void)WAIT_FOR(theirs(log) == ours, 20s);
    QCOMPARE(theirs(log), ours);
}

NIGHTDESK_GUILESS_TEST(XCountTest)
#include "xcounttest.moc"
