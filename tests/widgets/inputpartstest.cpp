// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What typing and pointing at a desktop are made of, without a desktop.
#include "tests/support/testprogram.h"
#include "widgets/input/consolekey.h"
#include "widgets/input/lockkeysync.h"
#include "widgets/input/physicalkeys.h"
#include "widgets/input/pointerwarp.h"
#include "widgets/input/specialkeys.h"
#include "widgets/input/typedtext.h"
#include "widgets/input/wheelsteps.h"

#include <QTest>

#include <xkbcommon/xkbcommon-keysyms.h>

using namespace std::chrono_literals;
using namespace Nightdesk;
using namespace Qt::StringLiterals;
using Keys = QList<quint32>;

Q_DECLARE_METATYPE(LockKeySync::Lights)

class InputPartsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void scanCodes_data();
    void scanCodes();
    void noTwoKeysShareAScanCode();
    void wheelSteps_data();
    void wheelSteps();
    void aRestedHandBeginsAnew();
    void locksAreAligned_data();
    void locksAreAligned();
    void aLockIsPressedOnce();
    void whatWasPressedAndIsNotToldYetIsLeftAlone();
    void somebodyElsesLockIsLeftAlone();
    void anotherConnectionIsAlignedAnew();
    void typedTexts_data();
    void typedTexts();
    void aWarpIsNotSentBack();
    void aWarpDoesNotTakeThePointerFromAHand();
    void specialKeysAreWhole();
    void theConsolesKeyForTheXServer_data();
    void theConsolesKeyForTheXServer();
};

void InputPartsTest::scanCodes_data()
{
    QTest::addColumn<quint32>("keycode");
    QTest::addColumn<quint32>("scanCode");
    QTest::newRow("Escape is the first") << 9u << 0x01u;
    QTest::newRow("A") << 38u << 0x1eu;
    QTest::newRow("Caps Lock") << 66u << 0x3au;
    QTest::newRow("the keypad's 1 has the number of End without the prefix") << 87u << 0x4fu;
    QTest::newRow("End") << 115u << 0xcfu;
    QTest::newRow("the keypad's Enter") << 104u << 0x9cu;
    QTest::newRow("AltGr") << 108u << 0xb8u;
    QTest::newRow("the key beside the left Shift of a European keyboard") << 94u << 0x56u;
    QTest::newRow("F12") << 96u << 0x58u;
    QTest::newRow("the left Super") << 133u << 0xdbu;
    QTest::newRow("Pause") << 127u << 0xc6u;
    QTest::newRow("no key") << 0u << 0u;
    QTest::newRow("below X's first") << 8u << 0u;
    QTest::newRow("one that the table does not know") << 255u << 0u;
    QTest::newRow("beyond any keyboard") << 0x80000041u << 0u;
}

void InputPartsTest::scanCodes()
{
    QFETCH(const quint32, keycode);
    QFETCH(const quint32, scanCode);
    QCOMPARE(scanCodeOf(keycode), scanCode);
}

void InputPartsTest::noTwoKeysShareAScanCode()
{
    QHash<quint32, quint32> known;
    for (quint32 keycode = 0; keycode < 300; ++keycode) {
        if (const quint32 scanCode = scanCodeOf(keycode)) {
            QVERIFY2(!known.contains(scanCode), qPrintable(u"%1 and %2"_s.arg(keycode).arg(known.value(scanCode))));
            QVERIFY(scanCode <= 0xff); // as RfbWire::Key has it
            known.insert(scanCode, keycode);
        }
    }
    QVERIFY(known.size() > 120);
}

void InputPartsTest::wheelSteps_data()
{
    QTest::addColumn<QList<QPoint>>("angles");
    QTest::addColumn<QList<QPoint>>("pixels");
    QTest::addColumn<QPoint>("steps");
    const auto times = [](int count, const QPoint &one) {
        return QList<QPoint>(count, one);
    };
    QTest::newRow("one click") << times(1, {0, 120}) << times(1, {}) << QPoint(0, 1);
    QTest::newRow("eight parts of a click, as a fine wheel turns") << times(8, {0, -15}) << times(8, {}) << QPoint(0, -1);
    QTest::newRow("seven parts are none yet") << times(7, {0, -15}) << times(7, {}) << QPoint();
    QTest::newRow("sideways") << times(2, {120, 0}) << times(2, {}) << QPoint(2, 0);
    QTest::newRow("two fingers, pixels alone") << times(10, {}) << times(10, {0, 8}) << QPoint(0, 2);
    QTest::newRow("where there are both, the angle counts") << times(1, {0, 120}) << times(1, {0, 400}) << QPoint(0, 1);
    QTest::newRow("half a click up is no debt of one down") << QList<QPoint>{{0, 60}, {0, -60}, {0, -60}} << times(3, {}) << QPoint(0, -1);
    QTest::newRow("half a click down is no debt of one up") << QList<QPoint>{{0, -60}, {0, 60}, {0, 60}} << times(3, {}) << QPoint(0, 1);
    QTest::newRow("a fling is cut short") << times(1, {0, 120 * 90}) << times(1, {}) << QPoint(0, WheelSteps::maxStepsPerEvent);
    QTest::newRow("a driver's nonsense is cut short") << times(1, {INT_MIN, INT_MAX}) << times(1, {})
                                                      << QPoint(-WheelSteps::maxStepsPerEvent, WheelSteps::maxStepsPerEvent);
    QTest::newRow("nothing is nothing") << times(5, {}) << times(5, {}) << QPoint();
}

void InputPartsTest::wheelSteps()
{
    QFETCH(const QList<QPoint>, angles);
    QFETCH(const QList<QPoint>, pixels);
    QFETCH(const QPoint, steps);
    WheelSteps wheel;
    QPoint sum;
    for (qsizetype i = 0; i < angles.size(); ++i) {
        sum += wheel.addWheelTurn(angles.at(i), pixels.at(i), WheelSteps::Instant(1h + i * 10ms));
    }
    QCOMPARE(sum, steps);
}

void InputPartsTest::aRestedHandBeginsAnew()
{
    WheelSteps wheel;
    QCOMPARE(wheel.addWheelTurn({0, 100}, {}, WheelSteps::Instant(1h)), QPoint());
    QCOMPARE(wheel.addWheelTurn({0, 100}, {}, WheelSteps::Instant(1h + 2s)), QPoint());
    QCOMPARE(wheel.addWheelTurn({0, 20}, {}, WheelSteps::Instant(1h + 3s)), QPoint(0, 1));
    wheel.addWheelTurn({0, 100}, {}, WheelSteps::Instant(1h + 3s));
    wheel.clear();
    QCOMPARE(wheel.addWheelTurn({0, 100}, {}, WheelSteps::Instant(1h + 3s)), QPoint());
}

void InputPartsTest::locksAreAligned_data()
{
    QTest::addColumn<LockKeySync::Lights>("here");
    QTest::addColumn<LockKeySync::Lights>("there");
    QTest::addColumn<Keys>("keys");
    const quint32 caps = XKB_KEY_Caps_Lock;
    const quint32 num = XKB_KEY_Num_Lock;
    QTest::newRow("the same: nothing") << LockKeySync::Lights(LockKeySync::Caps) << LockKeySync::Lights(LockKeySync::Caps) << Keys();
    QTest::newRow("on here, off there") << LockKeySync::Lights(LockKeySync::Caps) << LockKeySync::Lights(0) << Keys{caps};
    QTest::newRow("off here, on there") << LockKeySync::Lights(0) << LockKeySync::Lights(LockKeySync::Num) << Keys{num};
    QTest::newRow("both differ") << LockKeySync::Lights(LockKeySync::Num) << LockKeySync::Lights(LockKeySync::Caps) << Keys{num, caps};
    QTest::newRow("Scroll Lock is nobody's business") << LockKeySync::Lights(LockKeySync::Scroll) << LockKeySync::Lights(0) << Keys();
    QTest::newRow("a desktop that does not tell") << LockKeySync::Lights(LockKeySync::Caps) << LockKeySync::Lights() << Keys();
    QTest::newRow("a desk that does not know") << LockKeySync::Lights() << LockKeySync::Lights(LockKeySync::Caps) << Keys();
}

void InputPartsTest::locksAreAligned()
{
    QFETCH(const LockKeySync::Lights, here);
    QFETCH(const LockKeySync::Lights, there);
    QFETCH(const Keys, keys);
    LockKeySync locks;
    locks.noteServerLights(there);
    QCOMPARE(locks.keysToPress(here, there), Keys()); // the keyboard is elsewhere
    locks.scheduleSync();
    QCOMPARE(locks.keysToPress(here, there), keys);
    QCOMPARE(locks.keysToPress(here, there), Keys()); // once
}

void InputPartsTest::aLockIsPressedOnce()
{
    LockKeySync locks;
    locks.noteServerLights(quint8(0));
    // It does not follow, however often the keyboard comes.
    for (int i = 0; i < 3; ++i) {
        locks.scheduleSync();
        QCOMPARE(locks.keysToPress(LockKeySync::Num, quint8(0)), i == 0 ? Keys{XKB_KEY_Num_Lock} : Keys());
        locks.noteServerLights(quint8(0));
        locks.cancelScheduledSync();
    }
    locks.noteServerLights(LockKeySync::Num); // it does, in the end
    locks.scheduleSync();
    QCOMPARE(locks.keysToPress(quint8(0), LockKeySync::Num), Keys{XKB_KEY_Num_Lock});
}

void InputPartsTest::whatWasPressedAndIsNotToldYetIsLeftAlone()
{
    LockKeySync locks;
    locks.noteServerLights(quint8(0));
    locks.scheduleSync();
    locks.keysToPress(quint8(0), quint8(0));
    locks.noteTypedKey(XKB_KEY_Caps_Lock); // on its way for a second
    locks.noteTypedKey(XKB_KEY_a);
    locks.cancelScheduledSync();
    locks.scheduleSync();
    QCOMPARE(locks.keysToPress(LockKeySync::Caps, quint8(0)), Keys());
    locks.noteServerLights(LockKeySync::Caps);
    locks.scheduleSync();
    QCOMPARE(locks.keysToPress(LockKeySync::Caps, LockKeySync::Caps), Keys());
    locks.scheduleSync();
    QCOMPARE(locks.keysToPress(quint8(0), LockKeySync::Caps), Keys{XKB_KEY_Caps_Lock});
}

void InputPartsTest::somebodyElsesLockIsLeftAlone()
{
    LockKeySync locks;
    locks.noteServerLights(quint8(0));
    locks.scheduleSync();
    QCOMPARE(locks.keysToPress(quint8(0), quint8(0)), Keys());
    locks.noteServerLights(LockKeySync::Caps); // another desk's
    QCOMPARE(locks.keysToPress(quint8(0), LockKeySync::Caps), Keys());
    locks.cancelScheduledSync();
    QCOMPARE(locks.keysToPress(quint8(0), LockKeySync::Caps), Keys());
}

void InputPartsTest::anotherConnectionIsAlignedAnew()
{
    LockKeySync locks;
    locks.noteServerLights(quint8(0));
    locks.scheduleSync();
    QCOMPARE(locks.keysToPress(LockKeySync::Caps, quint8(0)), Keys{XKB_KEY_Caps_Lock});
    locks.noteServerLights({}); // the connection broke before it came there
    locks.scheduleSync();
    QCOMPARE(locks.keysToPress(LockKeySync::Caps, LockKeySync::Lights()), Keys());
    locks.noteServerLights(quint8(0));
    QCOMPARE(locks.keysToPress(LockKeySync::Caps, quint8(0)), Keys{XKB_KEY_Caps_Lock});
}

void InputPartsTest::typedTexts_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<Keys>("keys");
    QTest::addColumn<qsizetype>("lineCount");
    QTest::addColumn<qsizetype>("untypableCharacters");
    QTest::newRow("letters and signs") << u"a Z~"_s << Keys{0x61, 0x20, 0x5a, 0x7e} << qsizetype(0) << qsizetype(0);
    QTest::newRow("a line's end is Return, however it is written")
        << u"\n\r\n\r"_s << Keys{XKB_KEY_Return, XKB_KEY_Return, XKB_KEY_Return} << qsizetype(3) << qsizetype(0);
    QTest::newRow("a tab is Tab") << u"\t"_s << Keys{XKB_KEY_Tab} << qsizetype(0) << qsizetype(0);
    QTest::newRow("Latin-1 and beyond") << u"é€α"_s << Keys{0xe9, 0x20ac, XKB_KEY_Greek_alpha} << qsizetype(0) << qsizetype(0);
    QTest::newRow("a star beyond 16 bits") << u"\U0001f31f"_s << Keys{0x101f31f} << qsizetype(0) << qsizetype(0);
    QTest::newRow("control characters are no keys") << u"a\x1b[31m\x07\x07"_s << Keys{0x61, 0x5b, 0x33, 0x31, 0x6d} << qsizetype(0) << qsizetype(2);
    QTest::newRow("nothing") << QString() << Keys() << qsizetype(0) << qsizetype(0);
}

void InputPartsTest::typedTexts()
{
    QFETCH(const QString, text);
    QFETCH(const Keys, keys);
    QFETCH(const qsizetype, lineCount);
    QFETCH(const qsizetype, untypableCharacters);
    const KeysForText typed = keysForText(text);
    QCOMPARE(typed.keysyms, keys);
    QCOMPARE(typed.lineCount, lineCount);
    QCOMPARE(typed.untypableCharacters.size(), untypableCharacters);
}

void InputPartsTest::aWarpIsNotSentBack()
{
    PointerWarp warp;
    const PointerWarp::Instant now{1h};
    QVERIFY(!warp.isCausedByWarp(QPoint(10, 10), now));
    QVERIFY(warp.mustFollowWarp(QPoint(10, 10), true, now));
    QVERIFY(warp.isCausedByWarp(QPoint(11, 10), now + 10ms)); // rounded by a scaled picture
    QVERIFY(warp.mustFollowWarp(QPoint(20, 10), true, now + 20ms));
    QVERIFY(warp.isCausedByWarp(QPoint(10, 10), now + 30ms)); // told twice, or late
    QVERIFY(warp.isCausedByWarp(QPoint(20, 10), now + 40ms));
    QVERIFY(!warp.isCausedByWarp(QPoint(200, 50), now + 50ms)); // a hand's
    warp.noteUserMove(now + 50ms);
    QVERIFY(!warp.isCausedByWarp(QPoint(20, 10), now + 60ms)); // which comes back there by itself
    QVERIFY(warp.mustFollowWarp(QPoint(60, 60), true, now + 2s));
    QVERIFY(!warp.isCausedByWarp(QPoint(60, 60), now + 5s));
}

void InputPartsTest::aWarpDoesNotTakeThePointerFromAHand()
{
    PointerWarp warp;
    const PointerWarp::Instant now{1h};
    warp.noteUserMove(now);
    QVERIFY(!warp.mustFollowWarp(QPoint(10, 10), true, now + 100ms));
    QVERIFY(!warp.mustFollowWarp(QPoint(10, 10), false, now + 1s)); // over another window, or a button is down
    QVERIFY(warp.mustFollowWarp(QPoint(10, 10), true, now + 1s));
}

void InputPartsTest::specialKeysAreWhole()
{
    const QList<SpecialKey> consoles = virtualConsoleKeys();
    QCOMPARE(consoles.size(), 12);
    QCOMPARE(consoles.first().keysyms, (Keys{XKB_KEY_Control_L, XKB_KEY_Alt_L, XKB_KEY_F1}));
    QCOMPARE(consoles.last().keysyms, (Keys{XKB_KEY_Control_L, XKB_KEY_Alt_L, XKB_KEY_F12}));
    QSet<QString> texts;
    for (const SpecialKey &key : specialKeys() + consoles + stickyModifierKeys()) {
        QVERIFY(!key.keysyms.isEmpty());
        QVERIFY(!texts.contains(key.text));
        texts.insert(key.text);
    }
}

void InputPartsTest::theConsolesKeyForTheXServer_data()
{
    QTest::addColumn<QKeySequence>("sequence");
    QTest::addColumn<quint32>("keysym");
    QTest::addColumn<int>("modifiers");
    QTest::newRow("none") << QKeySequence() << 0u << 0;
    QTest::newRow("as at first") << QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_Home) << quint32(XKB_KEY_Home) << (4 | 8);
    QTest::newRow("a letter is its small one") << QKeySequence(Qt::META | Qt::SHIFT | Qt::Key_H) << quint32(XKB_KEY_h) << (64 | 1);
    QTest::newRow("only the first combination") << QKeySequence(Qt::Key_F12, Qt::Key_A) << quint32(XKB_KEY_F12) << 0;
}

void InputPartsTest::theConsolesKeyForTheXServer()
{
    QFETCH(QKeySequence, sequence);
    QFETCH(quint32, keysym);
    QFETCH(int, modifiers);
    const XKey key = xKeyOf(sequence);
    QCOMPARE(key.keysym, keysym);
    QCOMPARE(static_cast<int>(key.modifiers), modifiers);
}

NIGHTDESK_GUILESS_TEST(InputPartsTest)
#include "inputpartstest.moc"
