// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/pressedkeytracker.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <algorithm>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using namespace Nightdesk;

namespace
{
constexpr PressedKeyTracker::Instant beginning{1000h};

const QHash<QString, quint32> keysyms{{u"Shift"_s, 0xffe1}, {u"Control"_s, 0xffe3}, {u"Caps"_s, 0xffe5}, {u"a"_s, 0x61}, {u"A"_s, 0x41}, {u"none"_s, 0}};

QString nameOf(quint32 keysym)
{
    return keysyms.key(keysym);
}

/// "a", or "a:2e" with its scan code.
PressedKeyTracker::Key keyOf(const QString &word)
{
    return {keysyms.value(word.section(u':', 0, 0)), word.section(u':', 1, 1).toUInt(nullptr, 16)};
}

PressedKeyTracker::Instant at(const QString &milliseconds)
{
    return beginning + std::chrono::milliseconds(milliseconds.toInt());
}

QString namesOf(const QList<PressedKeyTracker::Key> &keys)
{
    QStringList names;
    for (const PressedKeyTracker::Key &key : keys) {
        names.append(key.scanCode == 0 ? nameOf(key.keysym) : u"%1:%2"_s.arg(nameOf(key.keysym), QString::number(key.scanCode, 16)));
    }
    return names.join(u' ');
}

QString owedBy(const PressedKeyTracker &keyTracker)
{
    QStringList names;
    for (const quint32 keysym : keyTracker.keysPendingRelease()) {
        names.append(nameOf(keysym));
    }
    if (keyTracker.areButtonsPendingRelease()) {
        names.append(u"buttons"_s);
    }
    return names.join(u' ');
}

/// Does one step; what it answers, if anything.
std::optional<QString> play(PressedKeyTracker &keyTracker, const QString &step)
{
    const QStringList words = step.split(u' ');
    const QString &verb = words.first();
    const QString first = words.value(1);
    const QString second = words.value(2);
    if (verb == "hold"_L1) {
        return nameOf(keyTracker.recordHeldKey(first.toUInt(), keyOf(second)).keysym);
    }
    if (verb == "ineffective"_L1) {
        keyTracker.recordUnsentHeldKey(first.toUInt(), keyOf(second));
    } else if (verb == "held"_L1) {
        return nameOf(keyTracker.heldKey(first.toUInt()).keysym);
    } else if (verb == "up"_L1) {
        return nameOf(keyTracker.releaseHeldKey(first.toUInt()).keysym);
    } else if (verb == "interrupt"_L1) {
        keyTracker.markHeldKeysUnsent();
    } else if (verb == "forget"_L1) {
        keyTracker.forgetHeldKeys();
    } else if (verb == "modifiers"_L1) {
        QList<PressedKeyTracker::Key> keys = keyTracker.takeUnsentHeldModifiers();
        std::ranges::sort(keys, {}, &PressedKeyTracker::Key::keysym);
        return namesOf(keys);
    } else if (verb == "press"_L1) {
        keyTracker.press(keyOf(first));
    } else if (verb == "release"_L1) {
        return keyTracker.release(keyOf(first), at(second)) ? u"yes"_s : u"no"_s;
    } else if (verb == "down"_L1) {
        return namesOf(keyTracker.pressedKeys());
    } else if (verb == "point"_L1) {
        keyTracker.setButtons(first.toUShort(), at(second));
    } else if (verb == "owe"_L1) {
        keyTracker.markAllReleasesPending();
    } else if (verb == "proved"_L1) {
        keyTracker.confirmReleases(at(first));
    } else if (verb == "lost"_L1) {
        keyTracker.noteConnectionLost();
    } else if (verb == "closed"_L1) {
        keyTracker.noteConnectionClosed();
    } else if (verb == "paid"_L1) {
        keyTracker.markReleasesSent(at(first));
    } else if (verb == "owed"_L1) {
        return owedBy(keyTracker);
    } else {
        return u"what is %1?"_s.arg(step);
    }
    return std::nullopt;
}
}

class KeyLedgerTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void answers_data();
    void answers();
};

void KeyLedgerTest::answers_data()
{
    QTest::addColumn<QString>("steps");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const QString &steps, const QString &expected) {
        QTest::newRow(name) << steps << expected;
    };
    // The desk's keyboard.
    row("a key goes up as it went down", u"hold 50 Shift|hold 38 A|up 50|up 38|up 38"_s, u"Shift,A,Shift,A,none"_s);
    row("a key without a keysym leaves nothing behind", u"hold 99 none|held 99|up 99"_s, u"none,none,none"_s);
    row("a repeat repeats what went down, whatever Shift does meanwhile", u"hold 38 a|hold 38 A|up 38"_s, u"a,a,a"_s);
    row("what is forgotten does not go up", u"hold 38 a|forget|held 38|up 38"_s, u"a,none,none"_s);
    row("an interruption leaves nothing that repeats or goes up", u"hold 38 a|interrupt|held 38|up 38"_s, u"a,none,none"_s);
    row("modifiers count again after an interruption, and locks do not: they toggle",
        u"hold 37 Control|hold 38 a|interrupt|ineffective 50 Shift|ineffective 66 Caps|modifiers|modifiers|up 37|up 50|up 66|up 38"_s,
        u"Control,a,Shift Control,,Control,Shift,none,none"_s);
    row("a modifier that went up meanwhile stays up", u"hold 37 Control|interrupt|up 37|modifiers"_s, u"Control,none,"_s);
    row("a modifier is forgotten with the focus", u"hold 37 Control|interrupt|forget|modifiers"_s, u"Control,"_s);
    row("what is pressed again after an interruption is effective", u"hold 38 a|interrupt|hold 38 a|up 38"_s, u"a,a,a"_s);
    row("a press that went nowhere is not held", u"hold 38 a|ineffective 38 a|held 38|up 38"_s, u"a,none,none"_s);
    // The desktop.
    row("keys of one keysym are told by their scan codes",
        u"press a:2e|press a:2e|press a:56|press Control|release a 0|release Control:1d 0|release a:2e 0|release a:2e 0|down"_s,
        u"no,no,yes,no,a:56 Control"_s);
    row("what never went down is not released and not owed", u"release a 0|lost|owed"_s, u"no,"_s);
    // Debts.
    row("nobody owes nothing", u"lost|owed|owe|owed"_s, u","_s);
    row("what is down is owed in the reverse order, and once", u"press Control|press a|point 1 0|owe|press Control|owe|down|owed"_s, u",Control a buttons"_s);
    row("the later of two debts is released first", u"press Control|press a|owe|owed"_s, u"a Control"_s);
    row("two keys of one keysym are one debt", u"press a:2e|press Control|press a:56|owe|owed"_s, u"Control a"_s);
    row("a release on its way is not owed before it is lost",
        u"press Control|release Control 0|point 1 0|point 0 0|owed|lost|owed"_s,
        u"yes,,Control buttons"_s);
    row("a button that goes down owes nothing", u"point 1 0|point 3 0|proved 1|owed"_s, u""_s);
    row("a release of before is proved", u"press a|release a 0|point 1 0|point 0 0|proved 1|lost|owed"_s, u"yes,"_s);
    row("a release of that very instant is not", u"press a|release a 0|point 1 0|point 0 0|proved 0|lost|owed"_s, u"yes,a buttons"_s);
    row("what was paid is owed again when that is lost too",
        u"press Control|point 1 0|owe|paid 0|owed|proved -1000|lost|owed|paid 10000|proved 11000|lost|owed"_s,
        u",Control buttons,"_s);
    row("what is owed is proved by nothing", u"press Control|point 1 0|owe|proved 0|owed"_s, u"Control buttons"_s);
    row("a second release is owed like the first",
        u"press Control|release Control 0|press Control|release Control 2000|proved 1000|lost|owed"_s,
        u"yes,yes,Control"_s);
    row("modifiers released last go last", u"press Control|press a|release a 0|release Control 1|lost|owed"_s, u"yes,yes,a Control"_s);
    row("a lost connection leaves nothing down", u"press Control|point 1 0|lost|down|owed"_s, u",Control buttons"_s);
    row("an orderly end owes nothing", u"press a|release a 0|press Control|point 1 0|closed|lost|down|owed"_s, u"yes,,"_s);
}

void KeyLedgerTest::answers()
{
    QFETCH(const QString, steps);
    QFETCH(const QString, expected);
    PressedKeyTracker keyTracker;
    QStringList told;
    for (const QStringList all = steps.split(u'|'); const QString &step : all) {
        if (const auto answer = play(keyTracker, step)) {
            told.append(*answer);
        }
    }
    QCOMPARE(told.join(u','), expected);
}

NIGHTDESK_GUILESS_TEST(KeyLedgerTest)
#include "keyledgertest.moc"
