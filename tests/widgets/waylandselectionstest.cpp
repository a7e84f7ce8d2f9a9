// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pasting what another program of a real KWin session has copied, whether it answers or not.
#include "widgets/input/waylandselections.h"
#include "tests/support/files.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/widgets/waylandowner.h"

#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QWidget>

#include <csignal>

#include <sys/prctl.h>
#include <wayland-client.h>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

namespace
{
void endWithThis(QProcess &process)
{
    process.setChildProcessModifier([] {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    });
}
}

class WaylandSelectionsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void cleanupTestCase();
    void whatIsCopiedElsewhereIsRead_data();
    void whatIsCopiedElsewhereIsRead();
    void aProgramThatDoesNotAnswerHoldsNothingUp_data();
    void aProgramThatDoesNotAnswerHoldsNothingUp();
    void aTextThatIsTooLongIsLeft();
    void whatIsPutIsNoNews();

private:
    bool own(const QStringList &mode);
    std::optional<SelectionText> read(XSelection which);
    std::optional<SelectionText> readFromBusyMachine(XSelection which);

    std::unique_ptr<QWidget> m_window;
    std::shared_ptr<WaylandSelections> m_selections;
    QProcess m_owner;
};

void WaylandSelectionsTest::initTestCase()
{
    QCOMPARE(QGuiApplication::platformName(), u"wayland"_s);
    m_window = std::make_unique<QWidget>();
    m_window->resize(300, 200);
    m_window->show();
    QVERIFY(WAIT_FOR(m_window->isActiveWindow()));
    m_selections = WaylandSelections::shared();
    QVERIFY(m_selections);
    QCOMPARE(WaylandSelections::shared(), m_selections);
    m_owner.setProcessChannelMode(QProcess::ForwardedChannels);
    endWithThis(m_owner);
}

void WaylandSelectionsTest::cleanup()
{
    m_owner.kill();
    m_owner.waitForFinished();
}

void WaylandSelectionsTest::cleanupTestCase()
{
    m_selections.reset();
    m_window.reset();
}

/// Another program has both selections, and the window here the keyboard again.
bool WaylandSelectionsTest::own(const QStringList &mode)
{
    QSignalSpy changed(m_selections.get(), &WaylandSelections::selectionChanged);
    m_owner.start(QApplication::applicationFilePath(), QStringList{u"waylandselectionstest"_s, u"own"_s} + mode);
    return WAIT_FOR([&] {
        const auto isOffered = [&changed](XSelection which) {
            return std::ranges::any_of(changed, [which](const QVariantList &each) {
                return each[0].value<XSelection>() == which && !each[1].toBool();
            });
        };
        return isOffered(XSelection::Clipboard) && isOffered(XSelection::Primary) && m_window->isActiveWindow();
    }());
}

std::optional<SelectionText> WaylandSelectionsTest::read(XSelection which)
{
    QSignalSpy answered(m_selections.get(), &WaylandSelections::answered);
    m_selections->read(which);
    if (!answered.isEmpty() || !answered.wait(30000) || answered.constFirst()[0].value<XSelection>() != which) {
        return std::nullopt;
    }
    return answered.constFirst()[1].value<SelectionText>();
}

/// As read(), and again while nothing came: the compositor and the program that owns it may be stopped for the second that a text may take.
std::optional<SelectionText> WaylandSelectionsTest::readFromBusyMachine(XSelection which)
{
    std::optional<SelectionText> text = read(which);
    for (int tries = 1; tries < 10 && text && text->outcome == SelectionText::Outcome::NoAnswer; ++tries) {
        text = read(which);
    }
    return text;
}

void WaylandSelectionsTest::whatIsCopiedElsewhereIsRead_data()
{
    QTest::addColumn<XSelection>("which");
    QTest::newRow("what was copied") << XSelection::Clipboard;
    QTest::newRow("what was marked") << XSelection::Primary;
}

void WaylandSelectionsTest::whatIsCopiedElsewhereIsRead()
{
    QFETCH(const XSelection, which);
    QVERIFY(own({u"text"_s, u"\u03b1 Cen"_s}));
    const auto text = readFromBusyMachine(which);
    QVERIFY(text);
    QCOMPARE(text->outcome, SelectionText::Outcome::Text);
    QCOMPARE(text->text, u"\u03b1 Cen"_s);
}

void WaylandSelectionsTest::aProgramThatDoesNotAnswerHoldsNothingUp_data()
{
    QTest::addColumn<QString>("mode");
    QTest::addColumn<XSelection>("which");
    for (const auto &[name, which] : {std::pair{"copied", XSelection::Clipboard}, std::pair{"marked", XSelection::Primary}}) {
        QTest::addRow("it is silent about what was %s", name) << u"silent"_s << which;
        QTest::addRow("it sends what was %s a letter at a time", name) << u"drip"_s << which;
    }
}

void WaylandSelectionsTest::aProgramThatDoesNotAnswerHoldsNothingUp()
{
    QFETCH(const QString, mode);
    QFETCH(const XSelection, which);
    QVERIFY(own({mode}));
    const std::chrono::milliseconds limit = std::min(underLoad(200ms), 900ms); // Qt's own reading waits 1 s for each piece, each time
    qint64 longest = 0;
    for (int tries = 0; tries == 0 || (tries < 5 && std::chrono::milliseconds(longest) >= limit); ++tries) { // the machine may stop us for as long once
        QElapsedTimer since;
        longest = 0;
        QTimer tick;
        connect(&tick, &QTimer::timeout, this, [&] {
            longest = std::max(longest, since.restart());
        });
        tick.start(5);
        since.start();
        const auto text = read(which);
        longest = std::max(longest, since.elapsed());
        QVERIFY(text);
        QCOMPARE(text->outcome, SelectionText::Outcome::NoAnswer);
    }
    QVERIFY2(std::chrono::milliseconds(longest) < limit, qPrintable(QString::number(longest)));
}

void WaylandSelectionsTest::aTextThatIsTooLongIsLeft()
{
    QVERIFY(own({u"long"_s}));
    const auto text = readFromBusyMachine(XSelection::Clipboard);
    QVERIFY(text);
    QCOMPARE(text->outcome, SelectionText::Outcome::TooLong);
}

void WaylandSelectionsTest::whatIsPutIsNoNews()
{
    QClipboard *const clipboard = QGuiApplication::clipboard();
    for (int tries = 0; tries < 10; ++tries) {
        cleanup();
        QVERIFY(own({u"text"_s, u"of the other"_s}));
        QSignalSpy changed(m_selections.get(), &WaylandSelections::selectionChanged);
        m_selections->put(XSelection::Clipboard, u"of the desktop"_s);
        bool isRefused = !clipboard->ownsClipboard();
        const auto context = std::make_unique<QObject>();
        connect(clipboard, &QClipboard::dataChanged, context.get(), [&] {
            isRefused |= !clipboard->ownsClipboard();
        });
        const auto text = read(XSelection::Clipboard);
        // The compositor offers it to the program that owns it too; when that has come, what is copied in a window here is news.
        clipboard->setText(u"of a window here"_s);
        const auto news = [&changed] { // of what was marked, the compositor's and Qt's word may come apart, and only now
            return std::ranges::count_if(changed, [](const QVariantList &each) {
                return each[0].value<XSelection>() == XSelection::Clipboard;
            });
        };
        QVERIFY(WAIT_FOR(news() > 0));
        const auto own = read(XSelection::Clipboard);
        if (isRefused) { // a compositor takes a text from the program with the keyboard alone, and may take the keyboard away for a moment
            continue;
        }
        QVERIFY(text);
        QCOMPARE(text->text, u"of the desktop"_s);
        QVERIFY(news() == 1);
        QVERIFY(own);
        QCOMPARE(own->text, u"of a window here"_s);
        return;
    }
    QFAIL("The compositor refused each text.");
}

NIGHTDESK_TEST_PROGRAM(int argc, char **argv)
{
    if (argc > 1 && qstrcmp(argv[1], "own") == 0) {
        return runWaylandOwner(argc, argv);
    }
    QTemporaryDir home;
    QProcess kwin;
    {
        QCoreApplication starter(argc, argv);
        for (const char *const name : {"DISPLAY", "XAUTHORITY", "QT_IM_MODULE", "WAYLAND_DISPLAY"}) {
            qunsetenv(name);
        }
        if (!QDir(home.path()).mkdir(u"run"_s)
            || !QFile::setPermissions(home.filePath(u"run"_s), QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner)) {
            return 1;
        }
        qputenv("XDG_RUNTIME_DIR", home.filePath(u"run"_s).toLocal8Bit());
        qputenv("XDG_CONFIG_HOME", home.path().toLocal8Bit());
        qputenv("QT_QPA_PLATFORM", "wayland");
        endWithThis(kwin);
        kwin.setProcessChannelMode(QProcess::MergedChannels);
        kwin.setStandardOutputFile(home.filePath(u"kwin.log"_s));
        kwin.start(u"kwin_wayland"_s,
                   {u"--virtual"_s,
                    u"--width"_s,
                    u"1000"_s,
                    u"--height"_s,
                    u"700"_s,
                    u"--no-lockscreen"_s,
                    u"--no-global-shortcuts"_s,
                    u"--socket"_s,
                    u"nightdesk-test"_s});
        const auto accepts = [] { // the socket's file is there before anybody listens to it
            wl_display *const display = wl_display_connect("nightdesk-test");
            if (display) {
                wl_display_disconnect(display);
            }
            return display != nullptr;
        };
        if (!WAIT_FOR(accepts())) {
            qWarning("%s", contents(home.filePath(u"kwin.log"_s)).constData());
            return 1;
        }
        qputenv("WAYLAND_DISPLAY", "nightdesk-test");
    }
    int status = 1;
    {
        QApplication application(argc, argv);
        WaylandSelectionsTest test;
        QTest::setMainSourcePath(__FILE__);
        status = QTest::qExec(&test, argc, argv);
    }
    kwin.terminate();
    if (!kwin.waitForFinished(10000)) {
        kwin.kill();
        kwin.waitForFinished();
    }
    return status;
}
#include "waylandselectionstest.moc"
