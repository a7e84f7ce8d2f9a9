// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/facts/xserverreader.h"
#include "tests/support/bareserver.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/support/xserver.h"

#include <QElapsedTimer>
#include <QFile>
#include <QGuiApplication>
#include <QProcess>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <sys/stat.h>

#include <algorithm>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
/// Takes every connection and never says a word.
class SilentServer : public QTcpServer
{
public:
    SilentServer()
    {
        for (quint16 number = 200; number < 2000 && !isListening(); ++number) {
            m_number = number;
            listen(QHostAddress::LocalHost, 6000 + number);
        }
    }
    QString display() const
    {
        return u"127.0.0.1:%1"_s.arg(m_number);
    }
    int taken = 0;

protected:
    void incomingConnection(qintptr handle) override
    {
        ++taken;
        QTcpServer::incomingConnection(handle);
    }

private:
    quint16 m_number = 0;
};

const char *const quitAtOnce = "NIGHTDESK_TEST_QUIT_WHILE_ASKING";
}

/// What an X server can show, asked of real ones; and what becomes of a question that is never answered.
class XServerReaderTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void trueColor();
    void theRestOfAScreen();
    void fonts();
    void theDirectoryOfTheSockets();
    void pseudoColor();
    void twoScreens();
    void whetherItCanConfinePrograms();
    void theCookieIsUsed();
    void withoutAServer_data();
    void withoutAServer();
    void readingAnswersOnce();
    void aSilentServerHoldsUpNothing();
    void aReaderMayGoWhileItWaits();
    void theProgramMayEndWhileItWaits();
};

void XServerReaderTest::trueColor()
{
    const BareServer server({u"-screen"_s, u"0"_s, u"1280x1024x24"_s});
    QVERIFY(server.serves());
    const XServerFacts facts = XServerReader::readFacts(server.display());
    QVERIFY2(facts.problem.isEmpty(), qPrintable(facts.problem));
    QCOMPARE(facts.display, server.display());
    QVERIFY(!facts.vendor.isEmpty());
    QVERIFY(facts.releaseNumber > 0);
    QCOMPARE(facts.screens.size(), 1);
    const XScreenFacts &screen = facts.screens.first();
    QCOMPARE(screen.number, 0);
    QCOMPARE(screen.size, QSize(1280, 1024));
    QVERIFY(!screen.sizeInMillimeters.isEmpty());
    QCOMPARE(screen.rootDepth, 24);
    QVERIFY(screen.blackPixel != screen.whitePixel);
    QVERIFY(!screen.visuals.isEmpty());
    const auto isDefault = [](const XVisual &visual) {
        return visual.isDefault;
    };
    QCOMPARE(std::ranges::count_if(screen.visuals, isDefault), 1);
    const XVisual visual = *std::ranges::find_if(screen.visuals, isDefault);
    QCOMPARE(visual.visualClass, XVisual::Class::TrueColor);
    QCOMPARE(visual.depth, 24);
    QCOMPARE(visual.redMask, 0xff0000u);
    QCOMPARE(visual.greenMask, 0xff00u);
    QCOMPARE(visual.blueMask, 0xffu);
    QVERIFY(visual.id != 0);
    QVERIFY(facts.extensions.contains(u"RANDR"_s));
    QVERIFY(facts.extensions.contains(u"MIT-SHM"_s));
    QVERIFY(std::ranges::is_sorted(facts.extensions));
}

void XServerReaderTest::theRestOfAScreen()
{
    const BareServer server({u"-screen"_s, u"0"_s, u"640x480x24"_s});
    QVERIFY(server.serves());
    const XScreenFacts screen = XServerReader::readFacts(server.display()).screens.value(0);
    QVERIFY(screen.depths.contains(24));
    QVERIFY(screen.depths.contains(1)); // of bitmaps: no visual has it
    QVERIFY(screen.defaultColormap != 0);
    QVERIFY(screen.installedColormaps.has_value());
    QCOMPARE(*screen.installedColormaps, QList<quint32>{screen.defaultColormap});
    QVERIFY(screen.defaultVisual() != nullptr);
    QCOMPARE(visualName(*screen.defaultVisual()), u"TrueColor 24"_s);
}

void XServerReaderTest::fonts()
{
    const BareServer server({u"-screen"_s, u"0"_s, u"640x480x24"_s});
    QVERIFY(server.serves());
    const XServerFacts facts = XServerReader::readFacts(server.display(), {u"fixed"_s, u"-nobody-nothing-*"_s, u"fixed"_s, QString(256, u'x')});
    QVERIFY2(facts.problem.isEmpty(), qPrintable(facts.problem));
    QCOMPARE(facts.fonts.size(), 2); // what was asked twice is answered once, and no server has a pattern that long
    QVERIFY(facts.fontMatch(u"fixed"_s) != nullptr);
    QVERIFY(!facts.fontMatch(u"fixed"_s)->names.isEmpty());
    QVERIFY(facts.fontMatch(u"-nobody-nothing-*"_s) != nullptr);
    QVERIFY(facts.fontMatch(u"-nobody-nothing-*"_s)->names.isEmpty());
    QVERIFY(facts.fontMatch(u"cursor"_s) == nullptr); // not asked: not known
}

void XServerReaderTest::theDirectoryOfTheSockets()
{
    const BareServer server({});
    QVERIFY(server.serves());
    const XServerFacts facts = XServerReader::readFacts(server.display());
    struct stat status{};
    QCOMPARE(::lstat("/tmp/.X11-unix", &status), 0);
    QVERIFY(facts.socketDirectory.has_value());
    QCOMPARE(facts.socketDirectory->permissionBits, static_cast<int>(status.st_mode & 07777));
    QCOMPARE(facts.socketDirectory->owner, status.st_uid);
    QVERIFY((XSocketDirectory{.permissionBits = 01777, .owner = 0}.isSafe()));
    QVERIFY((XSocketDirectory{.permissionBits = 0755, .owner = 0}.isSafe()));
    QVERIFY(!(XSocketDirectory{.permissionBits = 0777, .owner = 0}.isSafe()));
    QVERIFY(!(XSocketDirectory{.permissionBits = 01777, .owner = 1000}.isSafe()));
}

void XServerReaderTest::pseudoColor()
{
    const BareServer server({u"-screen"_s, u"0"_s, u"1024x768x8"_s, u"-cc"_s, u"3"_s});
    QVERIFY(server.serves());
    const XServerFacts facts = XServerReader::readFacts(server.display());
    QVERIFY2(facts.problem.isEmpty(), qPrintable(facts.problem));
    const XScreenFacts &screen = facts.screens.first();
    QCOMPARE(screen.rootDepth, 8);
    const auto found = std::ranges::find_if(screen.visuals, [](const XVisual &visual) {
        return visual.isDefault;
    });
    QVERIFY(found != screen.visuals.end());
    QCOMPARE(found->visualClass, XVisual::Class::PseudoColor);
    QCOMPARE(visualClassName(found->visualClass), u"PseudoColor"_s);
    QCOMPARE(found->depth, 8);
    QCOMPARE(found->colormapEntries, 256);
    QVERIFY(screen.installedColormapsMax >= 1);
}

void XServerReaderTest::twoScreens()
{
    const BareServer server({u"-screen"_s, u"0"_s, u"800x600x24"_s, u"-screen"_s, u"1"_s, u"640x480x24"_s});
    QVERIFY(server.serves());
    const XServerFacts facts = XServerReader::readFacts(server.display());
    QCOMPARE(facts.screens.size(), 2);
    QCOMPARE(facts.screens[0].size, QSize(800, 600));
    QCOMPARE(facts.screens[1].size, QSize(640, 480));
    QCOMPARE(facts.screens[1].number, 1);
    // Named by its second screen, the display is the same server.
    QCOMPARE(XServerReader::readFacts(server.display() + u".1"_s).screens.size(), 2);
}

/// Xwayland of Debian 13 has no SECURITY.
void XServerReaderTest::whetherItCanConfinePrograms()
{
    const BareServer able({});
    QVERIFY(able.serves());
    QVERIFY(XServerReader::readFacts(able.display()).canConfine());
    const BareServer unable({u"-extension"_s, u"SECURITY"_s});
    QVERIFY(unable.serves());
    const XServerFacts facts = XServerReader::readFacts(unable.display());
    QVERIFY2(facts.problem.isEmpty(), qPrintable(facts.problem));
    QVERIFY(!facts.canConfine());
}

void XServerReaderTest::theCookieIsUsed()
{
    XServer server;
    QVERIFY2(server.start(), qPrintable(server.problem()));
    const QByteArray before = qgetenv("XAUTHORITY");
    qputenv("XAUTHORITY", "/nonexistent/authority");
    QVERIFY(!XServerReader::readFacts(server.display()).problem.isEmpty());
    qputenv("XAUTHORITY", server.authorityFile().toLocal8Bit());
    QCOMPARE(XServerReader::readFacts(server.display()).problem, QString());
    server.kill();
    QVERIFY(!XServerReader::readFacts(server.display()).problem.isEmpty());
    before.isNull() ? qunsetenv("XAUTHORITY") : qputenv("XAUTHORITY", before);
}

void XServerReaderTest::withoutAServer_data()
{
    QTest::addColumn<QString>("display");
    QTest::newRow("a number nobody serves") << u":64999"_s;
    QTest::newRow("not a display's name") << u"telescope"_s;
    QTest::newRow("no number") << u":"_s;
    QTest::newRow("a port nobody listens at") << u"127.0.0.1:59000"_s;
    QTest::newRow("another host, which would be asked without encryption") << u"summit.example:0"_s;
    QTest::newRow("very long") << u":"_s + QString(100000, u'9');
    QTest::newRow("no display at all") << QString();
}

void XServerReaderTest::withoutAServer()
{
    QFETCH(QString, display);
    const QByteArray before = qgetenv("DISPLAY");
    qunsetenv("DISPLAY");
    const XServerFacts facts = XServerReader::readFacts(display);
    if (!before.isNull()) {
        qputenv("DISPLAY", before);
    }
    QVERIFY(!facts.problem.isEmpty());
    QVERIFY(facts.screens.isEmpty());
    QVERIFY(facts.extensions.isEmpty());
    QCOMPARE(facts.display, display);
}

void XServerReaderTest::readingAnswersOnce()
{
    const BareServer server({u"-screen"_s, u"0"_s, u"640x480x24"_s});
    QVERIFY(server.serves());
    XServerReader reader;
    QSignalSpy read(&reader, &XServerReader::factsRead);
    reader.read(server.display());
    QVERIFY(read.wait(30000));
    QCOMPARE(read.size(), 1);
    QCOMPARE(read.first().first().value<XServerFacts>().screens.size(), 1);
    reader.read(u":64999"_s);
    QVERIFY(read.wait(30000));
    QVERIFY(!read.last().first().value<XServerFacts>().problem.isEmpty());
}

void XServerReaderTest::aSilentServerHoldsUpNothing()
{
    SilentServer silent;
    QVERIFY(silent.isListening());
    XServerReader reader;
    QSignalSpy read(&reader, &XServerReader::factsRead);
    // Its event loop is this thread's: a call that waited for its answer would never return, and one that waited for a while
    // would have told something by then.
    reader.read(silent.display());
    QCOMPARE(silent.taken, 0);
    QCOMPARE(read.size(), 0);
    QTRY_VERIFY_WITH_TIMEOUT(silent.taken > 0, 30000); // it asks, on a thread of its own
    QCOMPARE(read.size(), 0);
    // Another server can be asked meanwhile.
    reader.read(u":64999"_s);
    QVERIFY(read.wait(30000));
    QCOMPARE(read.size(), 1);
    // The silent one dies: that is an answer too.
    silent.close();
    while (auto *connection = silent.nextPendingConnection()) {
        delete connection;
    }
    QVERIFY(read.size() == 2 || read.wait(30000));
    QVERIFY(!read.last().first().value<XServerFacts>().problem.isEmpty());
}

void XServerReaderTest::aReaderMayGoWhileItWaits()
{
    SilentServer silent;
    auto reader = std::make_unique<XServerReader>();
    reader->read(silent.display());
    QTRY_VERIFY_WITH_TIMEOUT(silent.taken > 0, 30000);
    QElapsedTimer timer;
    timer.start();
    reader.reset();
    QVERIFY(timer.durationElapsed() < underLoad(1s));
    silent.close();
    while (auto *connection = silent.nextPendingConnection()) {
        delete connection; // now the late answer comes, to nobody
    }
    QCoreApplication::processEvents();
}

void XServerReaderTest::theProgramMayEndWhileItWaits()
{
    SilentServer silent;
    QProcess program;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QString::fromLatin1(quitAtOnce), silent.display());
    program.setProcessEnvironment(environment);
    program.setStandardOutputFile(QProcess::nullDevice());
    program.setStandardErrorFile(QProcess::nullDevice());
    program.start(QCoreApplication::applicationFilePath(), {QCoreApplication::arguments().constFirst()});
    QTRY_VERIFY_WITH_TIMEOUT(silent.taken > 0, 60000);
    QVERIFY(program.waitForStarted());
    program.closeWriteChannel(); // its sign to end
    QElapsedTimer timer;
    timer.start();
    QTRY_COMPARE_WITH_TIMEOUT(program.state(), QProcess::NotRunning, 30000);
    QCOMPARE(program.exitStatus(), QProcess::NormalExit);
    QCOMPARE(program.exitCode(), 0);
}

/// Asks the silent server and ends as soon as its input does.
static int endWhileAsking(int argc, char **argv, const QString &display)
{
    QCoreApplication app(argc, argv);
    XServerReader reader;
    reader.read(display);
    QFile input;
    if (input.open(stdin, QIODevice::ReadOnly)) {
        (void)input.readAll();
    }
    return 0;
}

NIGHTDESK_TEST_PROGRAM(int argc, char **argv)
{
    const QString display = qEnvironmentVariable(quitAtOnce);
    if (!display.isEmpty()) {
        return endWhileAsking(argc, argv, display);
    }
    QGuiApplication app(argc, argv);
    XServerReaderTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "xserverreadertest.moc"
