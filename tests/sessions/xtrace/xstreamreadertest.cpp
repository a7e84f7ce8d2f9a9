// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xtrace/xstreamreader.h"
#include "sessions/xtrace/xnames.h"
#include "tests/support/testprogram.h"
#include "xstreammaker.h"

#include <QTest>

#include <algorithm>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

namespace
{
/// Who said what.
struct Said {
    bool down = false;
    Octets bytes;
};
using Talk = QList<Said>;

QString words(const XRecord &record)
{
    static const QStringList kinds = {u"setup"_s, u"request"_s, u"reply"_s, u"event"_s, u"error"_s, u"lost"_s, u"closed"_s};
    QStringList all = {kinds.at(static_cast<int>(record.kind))};
    if (const std::string label = XNames::label(record); !label.empty()) {
        all << QString::fromStdString(label);
    }
    all << QString::number(record.sequence);
    const std::pair<XRecord::Flag, QString> flags[] = {
        {XRecord::HasReply, u"answered"_s},
        {XRecord::SentByClient, u"made-up"_s},
        {XRecord::UserInput, u"input"_s},
        {XRecord::MapsWindow, u"maps"_s},
    };
    for (const auto &[flag, word] : flags) {
        if (record.has(flag)) {
            all << word;
        }
    }
    return all.join(u' ');
}

struct Heard {
    std::vector<XRecord> records;
    QString problem;
};

Heard heard(const Talk &talk, std::size_t piece)
{
    Heard all;
    XStreamReader reader([&all](const XRecord &record) {
        all.records.push_back(record);
    });
    std::int64_t now = 0;
    for (const Said &said : talk) {
        ++now;
        for (std::size_t at = 0; at < said.bytes.size(); at += piece) {
            const auto part = std::span(said.bytes).subspan(at, std::min(piece, said.bytes.size() - at));
            if (said.down) {
                reader.readBytesToProgram(part, now);
            } else {
                reader.readBytesFromProgram(part, now);
            }
        }
    }
    all.problem = QString::fromUtf8(reader.problem());
    return all;
}

/// A connection that is set up.
Talk opened(const XStreamMaker &make)
{
    return {{false, make.setup()}, {true, make.setupAnswer()}};
}

/// ... and knows an extension.
Talk knowing(const XStreamMaker &make, std::string_view name, std::uint8_t major, std::uint8_t firstEvent = 0, std::uint8_t firstError = 0)
{
    return opened(make) + Talk{{false, make.queryExtension(name)}, {true, make.present(1, major, firstEvent, firstError)}};
}

const QStringList opening = {u"setup 0"_s, u"setup 0"_s};
const QStringList asking = {u"setup 0"_s, u"setup 0"_s, u"request QueryExtension 1 answered"_s, u"reply QueryExtension 1"_s};

Octets many(int count, const Octets &request)
{
    Octets all;
    for (int i = 0; i < count; ++i) {
        all.insert(all.end(), request.begin(), request.end());
    }
    return all;
}
}

class XStreamReaderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesAreThoseOfTheTables_data();
    void namesAreThoseOfTheTables();
    void labelsAreFoundAgain();
    void bytesHaveAClass_data();
    void bytesHaveAClass();
    void readsWhatIsX_data();
    void readsWhatIsX();
    void endsWhereItIsNoX_data();
    void endsWhereItIsNoX();
    void countsBeyondSixteenBits();
    void whatIsNeverAnsweredIsForgotten();
    void tellsSizesAndTimes();
};

void XStreamReaderTest::namesAreThoseOfTheTables_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("label");
    QTest::addColumn<bool>("known");
    const int request = static_cast<int>(XRecordKind::Request);
    const int event = static_cast<int>(XRecordKind::Event);
    const int error = static_cast<int>(XRecordKind::Error);
    QTest::newRow("the first request") << request << u"CreateWindow"_s << true;
    QTest::newRow("the last request") << request << u"NoOperation"_s << true;
    QTest::newRow("a request of an extension") << request << u"RENDER CompositeGlyphs8"_s << true;
    QTest::newRow("an extension with blanks in its name") << request << u"Generic Event Extension QueryVersion"_s << true;
    QTest::newRow("a number that the tables have no name for") << request << u"RENDER 99"_s << true;
    QTest::newRow("a number that has a name") << request << u"RENDER 0"_s << false;
    QTest::newRow("an event") << event << u"MapNotify"_s << true;
    QTest::newRow("an event that was declared as a copy") << event << u"ButtonRelease"_s << true;
    QTest::newRow("an extension's event") << event << u"XInputExtension DeviceButtonPress"_s << true;
    QTest::newRow("a generic event") << event << u"XInputExtension RawKeyPress"_s << true;
    QTest::newRow("a copy of a generic event") << event << u"XInputExtension KeyRelease"_s << true;
    QTest::newRow("an error") << error << u"Window"_s << true;
    QTest::newRow("an extension's error") << error << u"GLX BadContextTag"_s << true;
    QTest::newRow("nobody's request") << request << u"MakeCoffee"_s << false;
    QTest::newRow("nobody's extension") << request << u"COFFEE Make"_s << false;
    QTest::newRow("an event is no request") << request << u"MapNotify"_s << false;
    QTest::newRow("nothing") << request << QString() << false;
    QTest::newRow("a blank") << request << u" "_s << false;
    QTest::newRow("numbers alone") << request << u"141.3"_s << false;
    QTest::newRow("a number too large") << request << u"RENDER 256"_s << false;
}

void XStreamReaderTest::namesAreThoseOfTheTables()
{
    QFETCH(const int, kind);
    QFETCH(const QString, label);
    QFETCH(const bool, known);
    const auto name = XNames::parseLabel(static_cast<XRecordKind>(kind), label.toStdString());
    QCOMPARE(name.has_value(), known);
    if (known) {
        QCOMPARE(QString::fromStdString(XNames::label({.name = *name, .kind = static_cast<XRecordKind>(kind)})), label);
    }
}

void XStreamReaderTest::labelsAreFoundAgain()
{
    int requests = 0;
    int answered = 0;
    for (int extension = 0; extension < 255; ++extension) {
        for (int code = 0; code < 256; ++code) {
            const XName name{.extensionIndex = static_cast<std::uint8_t>(extension), .code = static_cast<std::uint8_t>(code)};
            for (const XRecordKind kind : {XRecordKind::Request, XRecordKind::Event, XRecordKind::Error}) {
                const bool isNamed = !XNames::messageName(kind, name).empty();
                if (isNamed) {
                    QCOMPARE(XNames::parseLabel(kind, XNames::label({.name = name, .kind = kind})), name);
                }
            }
            requests += XNames::messageName(XRecordKind::Request, name).empty() ? 0 : 1;
            answered += XNames::hasReply(name) ? 1 : 0;
        }
    }
    QVERIFY2(requests > 600 && requests < 1000, qPrintable(QString::number(requests))); // xcb-proto 1.17 has 667
    QVERIFY2(answered > 250 && answered < requests, qPrintable(QString::number(answered)));
    QVERIFY(XNames::hasReply(*XNames::parseLabel(XRecordKind::Request, "InternAtom")));
    QVERIFY(!XNames::hasReply(*XNames::parseLabel(XRecordKind::Request, "MapWindow")));
    QCOMPARE(XNames::extensionName(XName::coreProtocolIndex), std::string_view());
    QCOMPARE(XNames::extensionName(XName::unknownExtensionIndex), std::string_view("?"));
}

void XStreamReaderTest::bytesHaveAClass_data()
{
    QTest::addColumn<QString>("label");
    QTest::addColumn<int>("expected");
    const auto row = [](const char *label, XByteClass expected) {
        QTest::newRow(label) << QString::fromLatin1(label) << static_cast<int>(expected);
    };
    row("PutImage", XByteClass::Images);
    row("MIT-SHM PutImage", XByteClass::Images);
    row("RENDER AddGlyphs", XByteClass::Glyphs);
    row("RENDER CompositeGlyphs32", XByteClass::Glyphs);
    row("RENDER Composite", XByteClass::Drawing);
    row("RENDER QueryVersion", XByteClass::Other);
    row("ListFontsWithInfo", XByteClass::CoreFonts);
    row("ImageText16", XByteClass::CoreFonts);
    row("ChangeProperty", XByteClass::Properties);
    row("XInputExtension XIGetProperty", XByteClass::Properties);
    row("CreateGC", XByteClass::Drawing);
    row("PolyFillArc", XByteClass::Drawing);
    row("CreateWindow", XByteClass::Other);
    row("InternAtom", XByteClass::Other);
    row("RENDER 99", XByteClass::Other);
}

void XStreamReaderTest::bytesHaveAClass()
{
    QFETCH(const QString, label);
    QFETCH(const int, expected);
    const auto name = XNames::parseLabel(XRecordKind::Request, label.toStdString());
    QVERIFY(name);
    QCOMPARE(static_cast<int>(XNames::byteClass(*name)), expected);
}

void XStreamReaderTest::readsWhatIsX_data()
{
    QTest::addColumn<Talk>("talk");
    QTest::addColumn<QStringList>("expected");
    for (const bool bigEndian : {false, true}) {
        const XStreamMaker make(bigEndian);
        const auto row = [&](const char *name, const Talk &talk, const QStringList &expected) {
            QTest::addRow("%s, %s", name, bigEndian ? "big-endian" : "little-endian") << talk << expected;
        };
        row("the set-up", opened(make), opening);
        row("a refusal", {{false, make.setup()}, {true, make.setupAnswer(0, 3)}}, opening);
        row("a request that comes before the set-up is answered",
            {{false, make.setup()}, {false, make.request(8)}, {true, make.setupAnswer()}},
            {u"setup 0"_s, u"request MapWindow 1 maps"_s, u"setup 0"_s});
        row("a code that QueryExtension was told",
            knowing(make, "RENDER", 139) + Talk{{false, make.request(139, 23)}},
            asking + QStringList{u"request RENDER CompositeGlyphs8 2"_s});
        row("a code that nobody was told", opened(make) + Talk{{false, make.request(139, 23)}}, opening + QStringList{u"request 139.23 1"_s});
        row("an extension that is not there",
            opened(make) + Talk{{false, make.queryExtension("RENDER")}, {true, make.reply(1)}, {false, make.request(139, 1)}},
            asking + QStringList{u"request 139.1 2"_s});
        row("a request that is newer than the tables",
            knowing(make, "RENDER", 139) + Talk{{false, make.request(139, 99)}, {true, make.reply(2)}},
            asking + QStringList{u"request RENDER 99 2"_s, u"reply RENDER 99 2"_s});
        row("what is not known may be answered twice, or not at all",
            opened(make)
                + Talk{{false, make.request(150, 1)},
                       {false, make.request(150, 2)},
                       {false, make.request(43)},
                       {true, make.reply(1)},
                       {true, make.reply(1)},
                       {true, make.reply(3)}},
            opening
                + QStringList{u"request 150.1 1"_s,
                              u"request 150.2 2"_s,
                              u"request GetInputFocus 3 answered"_s,
                              u"reply 150.1 1"_s,
                              u"reply 150.1 1"_s,
                              u"reply GetInputFocus 3"_s});
        row("fonts are told one by one",
            opened(make)
                + Talk{{false, make.request(50, 0, {0, 1, 0, 1})}, {true, make.reply(1, 7, 5)}, {true, make.reply(1, 7, 5)}, {true, make.reply(1, 7, 0)}},
            opening
                + QStringList{u"request ListFontsWithInfo 1 answered"_s,
                              u"reply ListFontsWithInfo 1"_s,
                              u"reply ListFontsWithInfo 1"_s,
                              u"reply ListFontsWithInfo 1"_s});
        row("an error is an answer",
            opened(make) + Talk{{false, make.request(14)}, {false, make.request(43)}, {true, make.message(0, 9, 1)}, {true, make.reply(2)}},
            opening
                + QStringList{u"request GetGeometry 1 answered"_s, u"request GetInputFocus 2 answered"_s, u"error Drawable 1"_s, u"reply GetInputFocus 2"_s});
        row("an error of an extension",
            knowing(make, "RENDER", 139, 0, 142) + Talk{{false, make.request(139, 4)}, {true, make.message(0, 146, 2)}},
            asking + QStringList{u"request RENDER CreatePicture 2"_s, u"error RENDER Glyph 2"_s});
        row("an error that nobody knows",
            opened(make) + Talk{{false, make.request(8)}, {true, make.message(0, 200, 1)}},
            opening + QStringList{u"request MapWindow 1 maps"_s, u"error 200 1"_s});
        row("a request is passed over without an answer",
            opened(make) + Talk{{false, make.request(14)}, {false, make.request(43)}, {true, make.reply(2)}},
            opening + QStringList{u"request GetGeometry 1 answered"_s, u"request GetInputFocus 2 answered"_s, u"reply GetInputFocus 2"_s});
        row("long requests",
            knowing(make, "BIG-REQUESTS", 133)
                + Talk{{false, make.request(133)}, {true, make.reply(2)}, {false, make.bigRequest(72, 2, Octets(400000))}, {false, make.request(8)}},
            asking
                + QStringList{u"request BIG-REQUESTS Enable 2 answered"_s,
                              u"reply BIG-REQUESTS Enable 2"_s,
                              u"request PutImage 3"_s,
                              u"request MapWindow 4 maps"_s});
        row("a long request in the packet that enables them",
            knowing(make, "BIG-REQUESTS", 133)
                + Talk{{false, make.request(133)},
                       {false, make.bigRequest(98, 0, {0, 6, 0, 0, 'R', 'E', 'N', 'D', 'E', 'R'})},
                       {true, make.reply(2)},
                       {true, make.present(3, 139)}},
            asking
                + QStringList{u"request BIG-REQUESTS Enable 2 answered"_s,
                              u"request QueryExtension 3 answered"_s,
                              u"reply BIG-REQUESTS Enable 2"_s,
                              u"reply QueryExtension 3"_s});
        row("a keymap has no sequence number",
            opened(make) + Talk{{false, make.request(8)}, {true, make.message(11, 0xff, 0xffff)}, {true, make.message(19, 0, 1)}},
            opening + QStringList{u"request MapWindow 1 maps"_s, u"event KeymapNotify 0"_s, u"event MapNotify 1"_s});
        row("keys and buttons are input, motion is not",
            opened(make)
                + Talk{{true, make.message(2, 38, 0)}, {true, make.message(5, 1, 0)}, {true, make.message(6, 0, 0)}, {true, make.message(2 | 0x80, 38, 0)}},
            opening
                + QStringList{u"event KeyPress 0 input"_s, u"event ButtonRelease 0 input"_s, u"event MotionNotify 0"_s, u"event KeyPress 0 made-up input"_s});
        row("input of XInput 1 and 2",
            knowing(make, "XInputExtension", 131, 66, 129)
                + Talk{{true, make.message(67, 0, 1)},
                       {true, make.message(71, 0, 1)},
                       {true, make.genericEvent(131, 4, 1, 14)},
                       {true, make.genericEvent(131, 6, 1, 14)},
                       {true, make.genericEvent(131, 400, 1)}},
            asking
                + QStringList{u"event XInputExtension DeviceKeyPress 1 input"_s,
                              u"event XInputExtension DeviceMotionNotify 1"_s,
                              u"event XInputExtension ButtonPress 1 input"_s,
                              u"event XInputExtension Motion 1"_s,
                              u"event XInputExtension 255 1"_s});
        row("the keyboard's events share a code",
            knowing(make, "XKEYBOARD", 135, 85, 137) + Talk{{true, make.message(85, 2, 1)}, {true, make.message(85, 0, 1)}, {true, make.message(86, 0, 1)}},
            asking + QStringList{u"event XKEYBOARD StateNotify 1"_s, u"event XKEYBOARD NewKeyboardNotify 1"_s, u"event 86 1"_s});
        row("events of an extension that was not asked for",
            opened(make) + Talk{{true, make.message(90, 0, 0)}, {true, make.genericEvent(148, 1, 0)}},
            opening + QStringList{u"event 90 0"_s, u"event 148.1 0"_s});
        row("an extension that has fewer events than the tables say",
            knowing(make, "XInputExtension", 131, 66)
                + Talk{{false, make.queryExtension("SHAPE")}, {true, make.present(2, 129, 80)}, {true, make.message(80, 0, 2)}, {true, make.message(79, 0, 2)}},
            asking
                + QStringList{u"request QueryExtension 2 answered"_s,
                              u"reply QueryExtension 2"_s,
                              u"event SHAPE Notify 2"_s,
                              u"event XInputExtension DeviceKeyStateNotify 2"_s});
        row("an extension is asked for twice",
            knowing(make, "RENDER", 139) + Talk{{false, make.queryExtension("RENDER")}, {true, make.present(2, 139)}, {false, make.request(139, 0)}},
            asking + QStringList{u"request QueryExtension 2 answered"_s, u"reply QueryExtension 2"_s, u"request RENDER QueryVersion 3 answered"_s});
        row("an extension by another name keeps its code",
            knowing(make, "RENDER", 139) + Talk{{false, make.queryExtension("OLD-RENDER")}, {true, make.present(2, 139)}, {false, make.request(139, 4)}},
            asking + QStringList{u"request QueryExtension 2 answered"_s, u"reply QueryExtension 2"_s, u"request RENDER CreatePicture 3"_s});
        row("a name that claims to be longer than its request",
            opened(make) + Talk{{false, make.queryExtension("RENDER", 60000)}, {true, make.present(1, 139)}, {false, make.request(139, 4)}},
            asking + QStringList{u"request 139.4 2"_s});
        row("a name of a kilobyte", opened(make) + Talk{{false, make.queryExtension(std::string(1024, 'R'))}, {true, make.present(1, 139)}}, asking);
        row("QueryExtension that is too short for a name",
            opened(make) + Talk{{false, make.request(98)}, {true, make.message(0, 16, 1)}},
            opening + QStringList{u"request QueryExtension 1 answered"_s, u"error Length 1"_s});
        row("a code of the core that has no meaning",
            opened(make) + Talk{{false, make.request(125)}, {true, make.message(0, 1, 1)}},
            opening + QStringList{u"request 125 1"_s, u"error Request 1"_s});
        row("a recording goes on and on",
            knowing(make, "RECORD", 146) + Talk{{false, make.request(146, 5)}, {true, make.reply(2, 3)}, {true, make.reply(2, 3)}, {true, make.reply(2)}},
            asking
                + QStringList{u"request RECORD EnableContext 2 answered"_s,
                              u"reply RECORD EnableContext 2"_s,
                              u"reply RECORD EnableContext 2"_s,
                              u"reply RECORD EnableContext 2"_s});
    }
}

void XStreamReaderTest::readsWhatIsX()
{
    QFETCH(const Talk, talk);
    QFETCH(const QStringList, expected);
    const Heard whole = heard(talk, SIZE_MAX);
    QCOMPARE(whole.problem, QString());
    QStringList told;
    for (const XRecord &record : whole.records) {
        told << words(record);
    }
    QCOMPARE(told, expected);
    for (const std::size_t piece : {1, 3, 7, 32}) {
        QVERIFY(heard(talk, piece).records == whole.records);
    }
}

void XStreamReaderTest::endsWhereItIsNoX_data()
{
    QTest::addColumn<Talk>("talk");
    QTest::addColumn<QString>("problem");
    for (const bool bigEndian : {false, true}) {
        const XStreamMaker make(bigEndian);
        const auto row = [&](const char *name, const Talk &talk, const char *problem) {
            QTest::addRow("%s, %s", name, bigEndian ? "big-endian" : "little-endian") << talk << QString::fromLatin1(problem);
        };
        const Octets http = {'G', 'E', 'T', ' ', '/', ' ', 'H', 'T', 'T', 'P', '/', '1', '.', '1', '\r', '\n'};
        row("a program that speaks HTTP", {{false, http}}, "the data of the program does not begin as an X connection does");
        row("a server that speaks HTTP", {{false, make.setup()}, {true, http}}, "the setup reply of the server is not valid X");
        row("a server that speaks first", {{true, make.setupAnswer()}}, "the server speaks first");
        row("a success that tells nothing", {{false, make.setup()}, {true, make.setupAnswer(1, 2)}}, "the setup reply of the server is not valid X");
        row("a server that speaks on after it refused",
            {{false, make.setup()}, {true, make.setupAnswer(0, 3)}, {true, make.message(12, 0, 0)}},
            "the server speaks on after it refused the connection");
        row("a length of 0", opened(make) + Talk{{false, make.request(8, 0, {}, 0)}}, "a request has the length 0, although BIG-REQUESTS is not enabled");
        row("a length of 0 where another extension has been enabled",
            knowing(make, "RENDER", 133) + Talk{{false, make.request(133)}, {false, make.bigRequest(72, 2)}},
            "a request has the length 0, although BIG-REQUESTS is not enabled");
        const Talk big = knowing(make, "BIG-REQUESTS", 133) + Talk{{false, make.request(133)}};
        row("a long request of one unit", big + Talk{{false, make.bigRequest(72, 2, {}, 1)}}, "a long request is shorter than its header");
        row("a long request of no unit", big + Talk{{false, make.bigRequest(72, 2, {}, 0)}}, "a long request is shorter than its header");
        row("a request of 16 GiB", big + Talk{{false, make.bigRequest(72, 2, {}, 0xffffffff)}}, "a request claims more than 1 GiB");
        row("a reply of 16 GiB",
            opened(make) + Talk{{false, make.request(43)}, {true, make.longMessage(1, 0, 1, 0, 0xffffffff)}},
            "a reply claims more than 1 GiB");
        row("a generic event of 4 GiB", opened(make) + Talk{{true, make.genericEvent(131, 6, 0, 0, 0x40000000)}}, "an event claims more than 1 MiB");
        row("a generic event of the core", opened(make) + Talk{{true, make.genericEvent(0, 6, 0)}}, "a generic event does not belong to any extension");
        row("a reply that nobody asked for", opened(make) + Talk{{false, make.request(8)}, {true, make.reply(1)}}, "the server answers what was not asked");
        row("a reply to what was not said yet", opened(make) + Talk{{false, make.request(43)}, {true, make.reply(2)}}, "the server answers what was not asked");
        row("a second reply",
            opened(make) + Talk{{false, make.request(43)}, {true, make.reply(1)}, {true, make.reply(1)}},
            "the server answers what was not asked");
        row("a reply after an error",
            opened(make) + Talk{{false, make.request(43)}, {true, make.message(0, 1, 1)}, {true, make.reply(1)}},
            "the server answers what was not asked");
        row("a reply to a request of which half is here",
            opened(make) + Talk{{false, {43, 0}}, {true, make.reply(1)}},
            "the server answers what was not asked");
        row("fonts after the last one",
            opened(make) + Talk{{false, make.request(50)}, {true, make.reply(1, 7, 0)}, {true, make.reply(1, 7, 5)}},
            "the server answers what was not asked");
        row("replies that go back",
            opened(make) + Talk{{false, make.request(43)}, {false, make.request(8)}, {true, make.message(19, 0, 2)}, {true, make.reply(1)}},
            "the server's answers go back in the requests' order");
        row("events that go back",
            opened(make) + Talk{{false, make.request(8)}, {false, make.request(8)}, {true, make.message(19, 0, 2)}, {true, make.message(19, 0, 1)}},
            "events of the server refer to requests that were not made");
        row("an event ahead of its request", opened(make) + Talk{{true, make.message(19, 0, 1)}}, "events of the server refer to requests that were not made");
        row("an error ahead of its request", opened(make) + Talk{{true, make.message(0, 1, 1)}}, "the server reports an error for a request that was not made");
        row("a code that is given to two",
            knowing(make, "RENDER", 139) + Talk{{false, make.queryExtension("SHAPE")}, {true, make.present(2, 139)}},
            "two extensions got the same code");
        row("an extension that gets a second code",
            knowing(make, "RENDER", 139) + Talk{{false, make.queryExtension("RENDER")}, {true, make.present(2, 140)}},
            "an extension got a second code");
        row("an extension that gets a code of the core", knowing(make, "RENDER", 72), "an extension uses a code of the core protocol");
        row("an extension that gets events of the core", knowing(make, "SHAPE", 129, 12), "events or errors of an extension use codes of the core protocol");
        row("an extension that gets events beyond the last",
            knowing(make, "SHAPE", 129, 200),
            "events or errors of an extension use codes of the core protocol");
        row("an extension that gets errors of the core", knowing(make, "RENDER", 139, 0, 3), "events or errors of an extension use codes of the core protocol");
        row("too many wait", opened(make) + Talk{{false, many(65536, make.request(43))}}, "more than 65,535 requests wait for their replies");
    }
}

void XStreamReaderTest::endsWhereItIsNoX()
{
    QFETCH(const Talk, talk);
    QFETCH(const QString, problem);
    const XStreamMaker make(false);
    const Heard whole = heard(talk, SIZE_MAX);
    QCOMPARE(whole.problem, problem);
    QCOMPARE(whole.records.back().kind, XRecordKind::ParsingStopped);
    QCOMPARE(std::ranges::count(whole.records, XRecordKind::ParsingStopped, &XRecord::kind), 1);
    // What follows is not looked at.
    const Heard longer = heard(talk + Talk{{false, make.request(8)}, {true, make.message(12, 0, 0)}}, SIZE_MAX);
    QVERIFY(longer.records == whole.records && longer.problem == problem);
    for (const std::size_t piece : {1, 7}) {
        QVERIFY(heard(talk, piece).records == whole.records);
    }
}

void XStreamReaderTest::countsBeyondSixteenBits()
{
    const XStreamMaker make(false);
    const Octets noOperations = many(70000, make.request(127));
    Talk talk = opened(make) + Talk{{false, noOperations}, {false, noOperations}, {false, make.request(43)}};
    talk << Said{true, make.reply(static_cast<std::uint16_t>(140001))} << Said{false, make.request(8)}
         << Said{true, make.message(19, 0, static_cast<std::uint16_t>(140002))};
    const Heard all = heard(talk, 65536);
    QCOMPARE(all.problem, QString());
    QCOMPARE(all.records.size(), std::size_t(2 + 140001 + 1 + 1 + 1));
    QCOMPARE(words(all.records.back()), u"event MapNotify 140002"_s);
    QCOMPARE(words(all.records[all.records.size() - 3]), u"reply GetInputFocus 140001"_s);
}

void XStreamReaderTest::whatIsNeverAnsweredIsForgotten()
{
    const XStreamMaker make(false);
    // Request 1 is of an extension that was never asked for; 65,537 ends in the same 16 bits.
    Talk talk = opened(make) + Talk{{false, make.request(200, 1)}, {false, make.request(8)}, {true, make.message(19, 0, 2)}};
    talk << Said{false, many(65534, make.request(127))} << Said{false, make.request(43)} << Said{true, make.reply(1)};
    const Heard one = heard(talk, 65536);
    QCOMPARE(one.problem, QString());
    QCOMPARE(words(one.records.back()), u"reply GetInputFocus 65537"_s);
    // Very many of them; the server's events tell that it is past them.
    talk = opened(make);
    for (std::uint32_t sequence = 40'000; sequence <= 160'000; sequence += 40'000) {
        talk << Said{false, many(40'000, make.request(200, 1))} << Said{true, make.message(12, 0, static_cast<std::uint16_t>(sequence))};
    }
    QCOMPARE(heard(talk, 65536).problem, QString());
}

void XStreamReaderTest::tellsSizesAndTimes()
{
    const XStreamMaker make(true);
    std::vector<XRecord> records;
    XStreamReader reader([&records](const XRecord &record) {
        records.push_back(record);
    });
    const Octets setup = make.setup();
    reader.readBytesFromProgram(std::span(setup).first(20), 10);
    QVERIFY(records.empty());
    reader.readBytesFromProgram(std::span(setup).subspan(20), 20);
    reader.readBytesToProgram(make.setupAnswer(), 30);
    const Octets image = make.request(72, 2, Octets(100));
    reader.readBytesFromProgram(std::span(image).first(50), 40);
    reader.readBytesFromProgram(std::span(image).subspan(50), 50);
    reader.readBytesFromProgram(make.request(14), 60);
    reader.readBytesToProgram(make.reply(2, 3), 70);
    QVERIFY(reader.isBigEndian() && reader.problem().empty());
    QCOMPARE(records.size(), std::size_t(5));
    const std::int64_t times[] = {20, 30, 50, 60, 70};
    const std::uint32_t sizes[] = {static_cast<std::uint32_t>(setup.size()), 40, 104, 4, 44};
    const int ups[] = {1, 0, 1, 1, 0};
    for (std::size_t i = 0; i < records.size(); ++i) {
        QCOMPARE(records[i].at, times[i]);
        QCOMPARE(records[i].size, sizes[i]);
        QCOMPARE(records[i].has(XRecord::FromProgram), ups[i] == 1);
        QCOMPARE(records[i].connection, 0);
    }
    QCOMPARE(records[2].wireCode, 72 << 8);
    QCOMPARE(records[4].wireCode, 14 << 8);
}

NIGHTDESK_GUILESS_TEST(XStreamReaderTest)
#include "xstreamreadertest.moc"
