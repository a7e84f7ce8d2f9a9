// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/realdesk.h"
#include "tests/support/files.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

/// The program in a real Wayland session, which is one without a screen.
class WaylandTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void withoutAFacilityItRunsOnXWayland();
    void westonLacksWhatDesktopsNeed();
    void programsThatCannotBeConfinedAreAskedAbout();
    void withoutXWaylandItSaysSo();

private:
    QProcess *start(const QProcessEnvironment &environment, const QStringList &words = {});
    QByteArray output(const QString &program, const QStringList &arguments) const;
    bool write(const QString &name, const QByteArray &text) const;
    /// One with the instrument LRIS, which has @p display.
    bool writeFacility(const QByteArray &display) const;

    QTemporaryDir m_home;
    QProcess m_weston;
    QProcessEnvironment m_environment;
};

void WaylandTest::initTestCase()
{
    for (const QString &name : {u"run"_s, u"config"_s, u"facility"_s}) {
        QVERIFY(QDir(m_home.path()).mkdir(name));
    }
    QVERIFY(QFile::setPermissions(m_home.filePath(u"run"_s), QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner));
    QFile wallet(m_home.filePath(u"config/kwalletrc"_s));
    QVERIFY(wallet.open(QIODevice::WriteOnly));
    wallet.write("[Wallet]\nEnabled=false\n");
    wallet.close();
    m_environment = QProcessEnvironment::systemEnvironment();
    for (const QString &name : {u"DISPLAY"_s, u"XAUTHORITY"_s, u"QT_QPA_PLATFORM"_s, u"WAYLAND_DISPLAY"_s}) {
        m_environment.remove(name);
    }
    m_environment.insert(u"HOME"_s, m_home.path());
    m_environment.insert(u"XDG_RUNTIME_DIR"_s, m_home.filePath(u"run"_s));
    m_environment.insert(u"XDG_CONFIG_HOME"_s, m_home.filePath(u"config"_s));
    m_environment.insert(u"XDG_CONFIG_DIRS"_s, u"/nowhere"_s);
    m_environment.insert(u"XDG_DATA_HOME"_s, m_home.filePath(u"data"_s));
    m_environment.insert(u"XDG_STATE_HOME"_s, m_home.filePath(u"state"_s));
    m_environment.insert(u"XDG_CACHE_HOME"_s, m_home.filePath(u"cache"_s));
    m_environment.insert(u"XDG_SESSION_TYPE"_s, u"wayland"_s);
    endWithUs(m_weston);
    m_weston.setProcessEnvironment(m_environment);
    m_weston.setStandardOutputFile(QProcess::nullDevice());
    m_weston.setStandardErrorFile(QProcess::nullDevice());
    const QString log = m_home.filePath(u"weston.log"_s);
    m_weston.start(u"weston"_s,
                   {u"--backend=headless"_s,
                    u"--renderer=pixman"_s,
                    u"--xwayland"_s,
                    u"--no-config"_s,
                    u"--socket=nightdesk-test"_s,
                    u"--idle-time=0"_s,
                    u"--log="_s + log});
    const QRegularExpression line(u"xserver listening on display (:\\d+)"_s);
    QTRY_VERIFY2_WITH_TIMEOUT(line.match(QString::fromUtf8(contents(log))).hasMatch() && QFile::exists(m_home.filePath(u"run/nightdesk-test"_s)),
                              contents(log).constData(),
                              30000);
    m_environment.insert(u"WAYLAND_DISPLAY"_s, u"nightdesk-test"_s);
    m_environment.insert(u"DISPLAY"_s, line.match(QString::fromUtf8(contents(log))).captured(1));
}

void WaylandTest::cleanupTestCase()
{
    m_weston.terminate();
    if (!m_weston.waitForFinished(10000)) {
        m_weston.kill();
        m_weston.waitForFinished();
    }
}

QProcess *WaylandTest::start(const QProcessEnvironment &environment, const QStringList &words)
{
    auto *console = new QProcess(this);
    endWithUs(*console);
    console->setProcessEnvironment(environment);
    console->setProcessChannelMode(QProcess::MergedChannels);
    console->start(qEnvironmentVariable("NIGHTDESK_TEST_BUILD_DIR") + u"/bin/nightdesk"_s,
                   words + QStringList{u"--facility"_s, m_home.filePath(u"facility"_s)});
    return console;
}

QByteArray WaylandTest::output(const QString &program, const QStringList &arguments) const
{
    QProcess process;
    process.setProcessEnvironment(m_environment);
    process.start(program, arguments);
    process.waitForFinished(20000);
    return process.readAllStandardOutput();
}

bool WaylandTest::write(const QString &name, const QByteArray &text) const
{
    QFile file(m_home.filePath(name));
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}

bool WaylandTest::writeFacility(const QByteArray &display) const
{
    return QDir(m_home.path()).mkpath(u"facility/profiles"_s)
        && write(u"facility/facility.toml"_s, "format = 1\nname = \"Observatory\"\n[site.hilo]\nscreens = [\"left\"]\n")
        && write(u"facility/profiles/lris.toml"_s, "format = 1\nid = \"lris\"\nname = \"LRIS\"\n[link.summit]\nhost = \"127.0.0.1\"\nport = 1\n" + display);
}

void WaylandTest::withoutAFacilityItRunsOnXWayland()
{
    std::unique_ptr<QProcess> console(start(m_environment));
    // Its window is one of X.
    const auto windows = [this] {
        return output(u"xwininfo"_s, {u"-root"_s, u"-tree"_s});
    };
    QByteArray said;
    QTRY_VERIFY2_WITH_TIMEOUT(windows().contains("Nightdesk\": (\"nightdesk\""), (said += console->readAll()).constData(), 60000);
    QTRY_VERIFY2_WITH_TIMEOUT((said += console->readAll()).contains("XWayland: it is not known"), said.constData(), 20000);
    console->terminate();
    QVERIFY(console->waitForFinished(30000));
    QVERIFY(!contents(m_home.filePath(u"config/nightdeskrc"_s)).contains("Said=")); // the first page helps more than a notice
}

void WaylandTest::westonLacksWhatDesktopsNeed()
{
    QVERIFY(writeFacility("[[desktop]]\nid = \"control\"\ntitle = \"Control\"\nlink = \"summit\"\nport = 5901\n"));
    std::unique_ptr<QProcess> console(start(m_environment));
    QByteArray said;
    QTRY_VERIFY2_WITH_TIMEOUT((said += console->readAll()).contains("XWayland: the compositor lacks a protocol"), said.constData(), 60000);
    QTRY_VERIFY_WITH_TIMEOUT(contents(m_home.filePath(u"config/nightdeskrc"_s)).contains("xwayland-protocol"), 20000);
    console->terminate();
    QVERIFY(console->waitForFinished(30000));
}

/// Before anything is connected, and only where this XWayland lacks SECURITY, as Debian's does.
void WaylandTest::programsThatCannotBeConfinedAreAskedAbout()
{
    QVERIFY(writeFacility("[[window]]\nid = \"ds9\"\nlink = \"summit\"\ncommand = [\"ds9\"]\n"));
    const QString program = qEnvironmentVariable("NIGHTDESK_TEST_BUILD_DIR") + u"/bin/nightdesk"_s;
    output(program, {u"trust"_s, u"lris"_s, u"--yes"_s, u"--facility"_s, m_home.filePath(u"facility"_s)});
    std::unique_ptr<QProcess> console(start(m_environment, {u"connect"_s, u"lris"_s}));
    QByteArray said;
    QTRY_VERIFY2_WITH_TIMEOUT((said += console->readAll()).contains("XWayland: instruments here have X programs"), said.constData(), 60000);
    const bool canConfine = output(u"xdpyinfo"_s, {}).contains("SECURITY");
    QByteArray state;
    const auto comes = [&](const char *words) {
        state = output(program, {u"status"_s, u"--json"_s}).replace(' ', "").replace('\n', "");
        return state.contains(words);
    };
    QTRY_VERIFY2_WITH_TIMEOUT(comes(canConfine ? "\"id\":\"ds9\"" : "\"waitingFor\":\"programs\""), state.constData(), 60000);
    QVERIFY2(canConfine || !state.contains("\"id\":\"ds9\""), state.constData());
    console->terminate();
    QVERIFY(console->waitForFinished(30000));
}

void WaylandTest::withoutXWaylandItSaysSo()
{
    QProcessEnvironment environment = m_environment;
    environment.remove(u"DISPLAY"_s);
    std::unique_ptr<QProcess> console(start(environment));
    QByteArray said;
    QTRY_VERIFY2_WITH_TIMEOUT((said += console->readAll()).contains("has no XWayland"), said.constData(), 60000);
    console->kill(); // whether Qt has a platform for Wayland is the system's affair
    console->waitForFinished();
}

NIGHTDESK_GUILESS_TEST(WaylandTest)
#include "waylandtest.moc"
