// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/login/agentdialogue.h"
#include "tests/support/testprogram.h"

#include <QTest>
#include <QtEndian>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
QByteArray number(qsizetype value)
{
    QByteArray result(4, '\0');
    qToBigEndian(static_cast<quint32>(value), result.data());
    return result;
}

QByteArray string(const QByteArray &text)
{
    return number(text.size()) + text;
}

/// An agent's list of keys, each with a comment.
QByteArray answer(const QByteArrayList &keys)
{
    QByteArray message = "\x0c" + number(keys.size());
    for (const QByteArray &key : keys) {
        message += string(key) + string("of " + key);
    }
    return string(message);
}
}

/// The messages between libssh and an ssh agent: whole, ordered, and no more than they should be.
class AgentDialogueTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void keysAreChosen_data();
    void keysAreChosen();
    void messagesComeInPieces();
    void whatIsSignedForIsKnown();
    void whatIsNoMessageEndsIt_data();
    void whatIsNoMessageEndsIt();
};

void AgentDialogueTest::keysAreChosen_data()
{
    QTest::addColumn<QByteArrayList>("first");
    QTest::addColumn<QByteArray>("only");
    QTest::addColumn<QByteArrayList>("offered");
    QTest::addColumn<QByteArrayList>("shown");
    const QByteArrayList all{"a", "b", "c"};
    QTest::newRow("without a wish") << QByteArrayList() << QByteArray() << all << all;
    QTest::newRow("one first") << QByteArrayList{"c"} << QByteArray() << all << QByteArrayList{"c", "a", "b"};
    QTest::newRow("two first, in their order") << QByteArrayList{"c", "b"} << QByteArray() << all << QByteArrayList{"c", "b", "a"};
    QTest::newRow("one first that the agent does not have") << QByteArrayList{"z"} << QByteArray() << all << all;
    QTest::newRow("one alone") << QByteArrayList() << "b"_ba << all << QByteArrayList{"b"};
    QTest::newRow("one alone that the agent does not have") << QByteArrayList() << "z"_ba << all << QByteArrayList();
    QTest::newRow("an empty agent") << QByteArrayList{"a"} << QByteArray() << QByteArrayList() << QByteArrayList();
}

void AgentDialogueTest::keysAreChosen()
{
    QFETCH(QByteArrayList, first);
    QFETCH(QByteArray, only);
    QFETCH(QByteArrayList, offered);
    QFETCH(QByteArrayList, shown);
    AgentDialogue dialogue({first, only});
    QCOMPARE(dialogue.addAgentBytes(answer(offered)), answer(shown));
    QVERIFY(!dialogue.hasProtocolError());
}

void AgentDialogueTest::messagesComeInPieces()
{
    AgentDialogue dialogue({{"b"}, {}});
    const QByteArray whole = answer({"a", "b"}) + string("\x06");
    QByteArray passed;
    for (const char byte : whole) {
        passed += dialogue.addAgentBytes(QByteArrayView(&byte, 1));
    }
    QCOMPARE(passed, answer({"b", "a"}) + string("\x06"));
    QCOMPARE(dialogue.addLibsshBytes("\0\0"_ba), QByteArray());
}

void AgentDialogueTest::whatIsSignedForIsKnown()
{
    AgentDialogue dialogue;
    const QByteArray list = string("\x0b");
    QCOMPARE(dialogue.addLibsshBytes(list), list);
    QVERIFY(!dialogue.isSigning());
    const QByteArray sign = string("\x0d" + string("the key") + string("what is signed") + number(0));
    QCOMPARE(dialogue.addLibsshBytes(sign), sign);
    QVERIFY(dialogue.isSigning());
    QCOMPARE(dialogue.lastSigningKey(), "the key"_ba);
}

void AgentDialogueTest::whatIsNoMessageEndsIt_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("isBroken");
    QTest::newRow("nothing in it") << number(0) << true;
    QTest::newRow("as large as memory") << number(0xffffffff) << true;
    QTest::newRow("a byte too large") << number(256 * 1024 + 1) << true;
    QTest::newRow("the largest, not there yet") << number(256 * 1024) << false;
    // Not for us to judge: libssh refuses it.
    QTest::newRow("a key longer than the message") << string("\x0c" + number(1) + number(1000) + "short") << false;
    QTest::newRow("a list without a number") << string("\x0c") << false;
}

void AgentDialogueTest::whatIsNoMessageEndsIt()
{
    QFETCH(QByteArray, bytes);
    AgentDialogue dialogue({{"a"}, {}});
    const QByteArray passed = dialogue.addAgentBytes(bytes);
    QTEST(dialogue.hasProtocolError(), "isBroken");
    if (dialogue.hasProtocolError()) {
        QCOMPARE(passed, QByteArray());
    }
}

NIGHTDESK_GUILESS_TEST(AgentDialogueTest)
#include "agentdialoguetest.moc"
