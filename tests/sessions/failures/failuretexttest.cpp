// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/facts.h"
#include "tests/sessions/failures/allfailures.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

namespace
{
QDir sources()
{
    return QDir(qEnvironmentVariable("NIGHTDESK_TEST_SOURCE_DIR"));
}

QString contentsOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}
}

/// What a tired person reads when something fails: each failure whole, as it is shown.
class FailureTextTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void saysWhatHappenedAndWhatToDo_data();
    void saysWhatHappenedAndWhatToDo();
    void everyFunctionHasAnExample();
    void failuresAreMadeNowhereElse();
    void canBePrinted();
};

void FailureTextTest::saysWhatHappenedAndWhatToDo_data()
{
    QTest::addColumn<Failure>("failure");
    for (const auto &[name, failure] : allFailures()) {
        QTest::newRow(name.constData()) << failure;
    }
}

void FailureTextTest::saysWhatHappenedAndWhatToDo()
{
    QFETCH(Failure, failure);
    const QString shown = failureLines(failure).join(u'\n');
    static const QRegularExpression end(u"[.!\\]][”)]?$"_s);
    QVERIFY2(failure.what.contains(end), qPrintable(shown));
    QVERIFY2(failure.advice.contains(end), qPrintable(shown));

    // What Nightdesk does by itself, and what the reader can do, are both in it; they fit the kind of the failure.
    static const QRegularExpression action(
        u"\\b(Press|Ask|Inform|Check|Correct|Close|Choose|Wait|Enter|Start|Set|Log in|No action needed|log in|ask|check|inform|write|try|press|remove)\\b"_s);
    QVERIFY2(failure.advice.contains(action), qPrintable(shown));
    static const QRegularExpression unasked(u"\\b(Retrying|Reconnecting|Restarting) automatically|Nightdesk asks for the password"_s);
    QCOMPARE_EQ(failure.advice.contains(unasked), failure.kind == FailureKind::Transient);

    // Nothing is left to guess: no hole in a text, and no "that directory" that only the one who wrote it knows.
    QVERIFY2(!shown.contains(QRegularExpression(u"%[0-9]"_s)), qPrintable(shown));
    static const QRegularExpression unnamed(u"\\b([Tt]hat|[Tt]hose) (account|address|command|directory|file|host|line|name|option|port|program|server)s?\\b"_s);
    QVERIFY2(!shown.contains(unnamed), qPrintable(shown));
}

/// A function that is added to one of the headers, and has no example here, would be read by nobody before it is shown.
void FailureTextTest::everyFunctionHasAnExample()
{
    QStringList names;
    for (const auto &[name, failure] : allFailures()) {
        names << QString::fromUtf8(name);
    }
    static const QRegularExpression declaration(u"\\bFailure>? (\\w+)\\("_s);
    for (const QString &header : failureHeaders()) {
        const QString text = contentsOf(sources().filePath(header));
        auto found = declaration.globalMatch(text);
        QVERIFY2(found.hasNext(), qPrintable(header));
        while (found.hasNext()) {
            const QString function = found.next().captured(1);
            const bool isShown = function == "libsshVersionFailure"_L1 || std::ranges::any_of(names, [&function](const QString &name) {
                                     return QRegularExpression(u"\\b%1\\b"_s.arg(function)).match(name).hasMatch();
                                 });
            QVERIFY2(isShown, qPrintable(header + u": "_s + function));
        }
    }
}

/// Else the examples are not all that there is.
void FailureTextTest::failuresAreMadeNowhereElse()
{
    static const QRegularExpression made(u"FailureKind::(Transient|Refused|Internal),\\s*(\\.what|x?i18n)"_s);
    for (const QString &folder : {u"sessions"_s, u"monitors"_s, u"widgets"_s}) {
        QDirIterator files(sources().filePath(folder), {u"*.cpp"_s}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString file = sources().relativeFilePath(files.next());
            if (contentsOf(sources().filePath(file)).contains(made)) {
                QVERIFY2(failureHeaders().contains(file.chopped(3) + u'h'), qPrintable(file));
            }
        }
    }
}

/// With NIGHTDESK_FAILURE_TEXTS=FILE in the environment all of them are written to FILE, to be read by people.
void FailureTextTest::canBePrinted()
{
    QByteArray text;
    for (const auto &[name, failure] : allFailures()) {
        text += "## " + name + '\n' + failureLines(failure).join(u'\n').toUtf8() + "\n\n";
    }
    QVERIFY(!text.isEmpty());
    const QString name = qEnvironmentVariable("NIGHTDESK_FAILURE_TEXTS");
    if (!name.isEmpty()) {
        QFile file(name);
        QVERIFY2(file.open(QIODevice::WriteOnly), qPrintable(file.errorString()));
        QCOMPARE(file.write(text), text.size());
    }
}

NIGHTDESK_GUILESS_TEST(FailureTextTest)

#include "failuretexttest.moc"
