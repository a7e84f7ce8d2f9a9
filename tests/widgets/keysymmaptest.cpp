// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/input/keysymmap.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

class KeysymMapTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void keys_data();
    void keys();
    void characters_data();
    void characters();
};

void KeysymMapTest::keys_data()
{
    QTest::addColumn<int>("key");
    QTest::addColumn<QString>("text");
    QTest::addColumn<quint32>("native");
    QTest::addColumn<bool>("keypad");
    QTest::addColumn<quint32>("keysym");
    QTest::newRow("the window system knows best") << int(Qt::Key_A) << u"a"_s << 0x6c1u << false << 0x6c1u; // Cyrillic_a
    QTest::newRow("a dead key, native") << int(Qt::Key_Dead_Acute) << QString() << 0xfe51u << false << 0xfe51u;
    QTest::newRow("AltGr, native") << int(Qt::Key_AltGr) << QString() << 0xfe03u << false << 0xfe03u;
    QTest::newRow("a keysym of more than 29 bits is none") << int(Qt::Key_A) << u"a"_s << 0xffffffffu << false << 0x61u;
    QTest::newRow("a letter") << int(Qt::Key_A) << u"a"_s << 0u << false << 0x61u;
    QTest::newRow("a capital letter") << int(Qt::Key_A) << u"A"_s << 0u << false << 0x41u;
    QTest::newRow("a switch of our own layouts is not the desktop's") << int(Qt::Key_unknown) << QString() << 0xfe08u << false << 0u;
    QTest::newRow("nor is the one that locks the last") << int(Qt::Key_unknown) << QString() << 0xfe0fu << false << 0u;
    QTest::newRow("AltGr is") << int(Qt::Key_AltGr) << QString() << 0xfe03u << false << 0xfe03u;
    QTest::newRow("Ctrl and a letter") << int(Qt::Key_C) << u"\x03"_s << 0u << false << 0x63u;
    QTest::newRow("a letter without text") << int(Qt::Key_Q) << QString() << 0u << false << 0x71u;
    QTest::newRow("an umlaut") << int(Qt::Key_Udiaeresis) << u"ü"_s << 0u << false << 0xfcu;
    QTest::newRow("the euro sign") << 0x20ac << u"€"_s << 0u << false << 0x20acu;
    QTest::newRow("a character beyond 16 bits") << 0 << u"😀"_s << 0u << false << 0x101f600u;
    QTest::newRow("space") << int(Qt::Key_Space) << u" "_s << 0u << false << 0x20u;
    QTest::newRow("Return") << int(Qt::Key_Return) << u"\r"_s << 0u << false << 0xff0du;
    QTest::newRow("Enter of the keypad") << int(Qt::Key_Enter) << u"\r"_s << 0u << true << 0xff8du;
    QTest::newRow("Tab") << int(Qt::Key_Tab) << u"\t"_s << 0u << false << 0xff09u;
    QTest::newRow("Shift and Tab") << int(Qt::Key_Backtab) << QString() << 0u << false << 0xfe20u;
    QTest::newRow("Backspace") << int(Qt::Key_Backspace) << u"\b"_s << 0u << false << 0xff08u;
    QTest::newRow("Escape") << int(Qt::Key_Escape) << u"\x1b"_s << 0u << false << 0xff1bu;
    QTest::newRow("Delete") << int(Qt::Key_Delete) << u"\x7f"_s << 0u << false << 0xffffu;
    QTest::newRow("F1") << int(Qt::Key_F1) << QString() << 0u << false << 0xffbeu;
    QTest::newRow("F12") << int(Qt::Key_F12) << QString() << 0u << false << 0xffc9u;
    QTest::newRow("F35") << int(Qt::Key_F35) << QString() << 0u << false << 0xffe0u;
    QTest::newRow("Left") << int(Qt::Key_Left) << QString() << 0u << false << 0xff51u;
    QTest::newRow("Left of the keypad") << int(Qt::Key_Left) << QString() << 0u << true << 0xff96u;
    QTest::newRow("7 of the keypad") << int(Qt::Key_7) << u"7"_s << 0u << true << 0xffb7u;
    QTest::newRow("7") << int(Qt::Key_7) << u"7"_s << 0u << false << 0x37u;
    QTest::newRow("plus of the keypad") << int(Qt::Key_Plus) << u"+"_s << 0u << true << 0xffabu;
    QTest::newRow("Shift") << int(Qt::Key_Shift) << QString() << 0u << false << 0xffe1u;
    QTest::newRow("the logo key") << int(Qt::Key_Meta) << QString() << 0u << false << 0xffebu;
    QTest::newRow("dead acute") << int(Qt::Key_Dead_Acute) << QString() << 0u << false << 0xfe51u;
    QTest::newRow("Compose") << int(Qt::Key_Multi_key) << QString() << 0u << false << 0xff20u;
    QTest::newRow("a volume key has none") << int(Qt::Key_VolumeUp) << QString() << 0u << false << 0u;
    QTest::newRow("no key at all") << 0 << QString() << 0u << false << 0u;
    QTest::newRow("unknown") << int(Qt::Key_unknown) << QString() << 0u << false << 0u;
    QTest::newRow("two characters at once") << 0 << u"ab"_s << 0u << false << 0u;
}

void KeysymMapTest::keys()
{
    QFETCH(const int, key);
    QFETCH(const QString, text);
    QFETCH(const quint32, native);
    QFETCH(const bool, keypad);
    QFETCH(const quint32, keysym);
    QCOMPARE(keysymFor({key, text, native, keypad}), keysym);
}

void KeysymMapTest::characters_data()
{
    QTest::addColumn<char32_t>("character");
    QTest::addColumn<quint32>("keysym");
    QTest::newRow("ASCII") << U'~' << 0x7eu;
    QTest::newRow("Latin-1") << U'\u00e9' << 0xe9u;
    QTest::newRow("Greek has names of its own") << U'\u03b1' << 0x7e1u;
    QTest::newRow("Chinese goes by the Unicode rule") << U'\u5929' << 0x1005929u;
    QTest::newRow("a control character") << U'\x03' << 0u;
    QTest::newRow("a C1 control character") << U'\x85' << 0u;
    QTest::newRow("a lone surrogate") << char32_t(0xd800) << 0u;
    QTest::newRow("beyond Unicode") << char32_t(0x110000) << 0u;
}

void KeysymMapTest::characters()
{
    QFETCH(const char32_t, character);
    QFETCH(const quint32, keysym);
    QCOMPARE(keysymOfCharacter(character), keysym);
}

NIGHTDESK_GUILESS_TEST(KeysymMapTest)
#include "keysymmaptest.moc"
