// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/desktopkeyboard.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <utility>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

/// The keyboard of a desk, before a desktop that takes input or does not.
class DesktopKeyboardTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aKeyIsReleasedAsWhatItWasPressedAs();
    void whatIsPressedInVainIsNotReleased();
    void heldModifiersArePressedAgain();
    void modifiersAreReleasedLast();
};

namespace
{
constexpr quint32 physicalA = 38;
constexpr quint32 physicalShift = 50;
constexpr PressedKeyTracker::Key capitalA{0x41};
constexpr PressedKeyTracker::Key smallA{0x61};
constexpr PressedKeyTracker::Key shiftKey{0xffe1};

/// A keyboard, and what the desktop got: "+41 -41".
struct KeyboardBench {
    PressedKeyTracker keyTracker;
    bool takesInput = true;
    QStringList sent;
    DesktopKeyboard keyboard{&keyTracker,
                             [this](const PressedKeyTracker::Key &key, bool down) {
                                 if (!takesInput) {
                                     return false;
                                 }
                                 if (down) {
                                     keyTracker.press(key);
                                 } else if (!keyTracker.release(key, {})) {
                                     return true;
                                 }
                                 sent.append((down ? u"+"_s : u"-"_s) + QString::number(key.keysym, 16));
                                 return true;
                             },
                             [this] {
                                 return takesInput;
                             }};

    bool press(quint32 physical, const PressedKeyTracker::Key &key)
    {
        return keyboard.press(physical, keyboard.recordHeldKey(physical, key));
    }

    QString takeSent()
    {
        return std::exchange(sent, {}).join(u' ');
    }
};
}

void DesktopKeyboardTest::aKeyIsReleasedAsWhatItWasPressedAs()
{
    KeyboardBench bench;
    QVERIFY(bench.press(physicalShift, shiftKey));
    QVERIFY(bench.press(physicalA, capitalA));
    QVERIFY(bench.keyboard.isHeld(physicalA));
    QCOMPARE(bench.keyboard.release(physicalShift).keysym, shiftKey.keysym);
    QCOMPARE(bench.keyboard.recordHeldKey(physicalA, smallA).keysym, capitalA.keysym); // it repeats
    QCOMPARE(bench.keyboard.release(physicalA).keysym, capitalA.keysym);
    QVERIFY(!bench.keyboard.isHeld(physicalA));
    QCOMPARE(bench.takeSent(), u"+ffe1 +41 -ffe1 -41"_s);
}

void DesktopKeyboardTest::whatIsPressedInVainIsNotReleased()
{
    KeyboardBench bench;
    bench.takesInput = false;
    QVERIFY(!bench.press(physicalA, smallA));
    QVERIFY(!bench.keyboard.isHeld(physicalA));
    bench.takesInput = true;
    QCOMPARE(bench.keyboard.release(physicalA).keysym, 0u);
    QCOMPARE(bench.takeSent(), QString());
}

void DesktopKeyboardTest::heldModifiersArePressedAgain()
{
    KeyboardBench bench;
    QVERIFY(bench.press(physicalShift, shiftKey));
    QVERIFY(bench.press(physicalA, capitalA));
    bench.keyboard.markHeldKeysUnsent();
    bench.takesInput = false;
    bench.keyboard.pressUnsentHeldModifiers();
    QCOMPARE(bench.takeSent(), u"+ffe1 +41"_s);
    bench.takesInput = true;
    bench.keyboard.pressUnsentHeldModifiers();
    bench.keyboard.pressUnsentHeldModifiers(); // once is enough
    QCOMPARE(bench.takeSent(), u"+ffe1"_s); // the other key is to be pressed again
    QVERIFY(bench.keyboard.isHeld(physicalShift));
    QVERIFY(!bench.keyboard.isHeld(physicalA));
}

void DesktopKeyboardTest::modifiersAreReleasedLast()
{
    KeyboardBench bench;
    QVERIFY(bench.press(physicalShift, shiftKey));
    QVERIFY(bench.press(physicalA, capitalA));
    bench.takeSent();
    bench.keyboard.releaseAll();
    QCOMPARE(bench.takeSent(), u"-41 -ffe1"_s);
    QVERIFY(!bench.keyboard.isHeld(physicalA));
    bench.keyboard.releaseAll();
    QCOMPARE(bench.takeSent(), QString());
}

NIGHTDESK_GUILESS_TEST(DesktopKeyboardTest)
#include "desktopkeyboardtest.moc"
