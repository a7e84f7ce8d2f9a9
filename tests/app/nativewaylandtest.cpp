// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/realdesk.h"
#include "tests/support/files.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/support/xvncserver.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

namespace
{
bool write(const QString &path, const QByteArray &text)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}
}

/// The program on a real KWin with two outputs at 150 %, which has no screen: what it asks of the compositor is read as libwayland reports it.
class NativeWaylandTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void cleanupTestCase();
    void desktopsAloneRunNatively();
    void aDesktopGetsTheReservedKeys();
    void anXProgramNeedsXWayland();

private:
    QByteArray program() const;
    bool writeProfile(const QByteArray &more) const;
    void start(const QStringList &words);
    /// What of it matches in what the console and libwayland have written.
    QStringList found(const QString &pattern);

    QTemporaryDir m_home;
    SshServer m_ssh;
    XvncServer m_left;
    XvncServer m_right;
    QProcess m_kwin;
    QProcessEnvironment m_environment;
    std::unique_ptr<QProcess> m_console;
    QByteArray m_output;
};

void NativeWaylandTest::initTestCase()
{
    QVERIFY(m_ssh.start());
    QVERIFY(m_left.start());
    QVERIFY(m_right.start());
    for (const QString &name : {u"run"_s, u"config"_s, u"facility"_s, u"facility/profiles"_s}) {
        QVERIFY(QDir(m_home.path()).mkdir(name));
    }
    QVERIFY(QFile::setPermissions(m_home.filePath(u"run"_s), QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner));
    QVERIFY(write(m_home.filePath(u"config/kwalletrc"_s), "[Wallet]\nEnabled=false\n"));
    QVERIFY(write(m_home.filePath(u"facility/facility.toml"_s),
                  "format = 1\nname = \"Observatory\"\nknown-hosts = \"known_hosts\"\n[site.hilo]\nscreens = [\"left\", \"right\"]\n"));
    QVERIFY(QFile::copy(m_ssh.knownHostsFile(), m_home.filePath(u"facility/known_hosts"_s)));
    m_environment = QProcessEnvironment::systemEnvironment();
    for (const QString &name : {u"DISPLAY"_s, u"XAUTHORITY"_s, u"QT_QPA_PLATFORM"_s, u"WAYLAND_DISPLAY"_s}) {
        m_environment.remove(name);
    }
    for (const auto &[name, place] : {std::pair{u"HOME"_s, QString()},
                                      std::pair{u"XDG_RUNTIME_DIR"_s, u"run"_s},
                                      std::pair{u"XDG_CONFIG_HOME"_s, u"config"_s},
                                      std::pair{u"XDG_DATA_HOME"_s, u"data"_s},
                                      std::pair{u"XDG_STATE_HOME"_s, u"state"_s},
                                      std::pair{u"XDG_CACHE_HOME"_s, u"cache"_s}}) {
        m_environment.insert(name, m_home.filePath(place));
    }
    m_environment.insert(u"XDG_CONFIG_DIRS"_s, u"/nowhere"_s);
    m_environment.insert(u"XDG_SESSION_TYPE"_s, u"wayland"_s);
    // KWin's --scale makes larger outputs, but the scale is what it has stored, else 1.
    QVERIFY(write(m_home.filePath(u"config/kwinoutputconfig.json"_s),
                  R"([{"name": "outputs", "data": [{"connectorName": "Virtual-0", "scale": 1.5}, {"connectorName": "Virtual-1", "scale": 1.5}]},
                      {"name": "setups", "data": []}])"));
    endWithUs(m_kwin);
    m_kwin.setProcessEnvironment(m_environment);
    m_kwin.setProcessChannelMode(QProcess::MergedChannels);
    m_kwin.setStandardOutputFile(m_home.filePath(u"kwin.log"_s));
    m_kwin.start(u"kwin_wayland"_s,
                 {u"--virtual"_s,
                  u"--output-count"_s,
                  u"2"_s,
                  u"--width"_s,
                  u"1200"_s,
                  u"--height"_s,
                  u"900"_s,
                  u"--scale"_s,
                  u"1.5"_s,
                  u"--xwayland"_s,
                  u"--no-lockscreen"_s,
                  u"--no-global-shortcuts"_s,
                  u"--socket"_s,
                  u"nightdesk-test"_s});
    QVERIFY2(WAIT_FOR(QFile::exists(m_home.filePath(u"run/nightdesk-test"_s))), contents(m_home.filePath(u"kwin.log"_s)).constData());
    m_environment.insert(u"WAYLAND_DISPLAY"_s, u"nightdesk-test"_s);
    m_environment.insert(u"WAYLAND_DEBUG"_s, u"1"_s);
}

void NativeWaylandTest::cleanup()
{
    if (m_console) {
        m_console->terminate();
        QVERIFY(m_console->waitForFinished(30000));
        m_console.reset();
    }
    m_output.clear();
}

void NativeWaylandTest::cleanupTestCase()
{
    m_kwin.terminate();
    if (!m_kwin.waitForFinished(10000)) {
        m_kwin.kill();
        m_kwin.waitForFinished();
    }
}

QByteArray NativeWaylandTest::program() const
{
    return qgetenv("NIGHTDESK_TEST_BUILD_DIR") + "/bin/nightdesk";
}

bool NativeWaylandTest::writeProfile(const QByteArray &more) const
{
    QByteArray text = "format = 1\nid = \"lris\"\nname = \"LRIS\"\n[link.summit]\nhost = \"127.0.0.1\"\nport = " + QByteArray::number(m_ssh.port())
        + "\nuser = \"" + m_ssh.userName().toUtf8() + "\"\nidentities = [\"" + m_ssh.identityFile().toUtf8() + "\"]\n";
    for (const auto &[screen, server] : {std::pair{"left", &m_left}, std::pair{"right", &m_right}}) {
        text += QByteArray("[[desktop]]\nid = \"") + screen + "\"\ntitle = \"" + screen + "\"\nlink = \"summit\"\nport = " + QByteArray::number(server->port())
            + "\nscreen = \"" + screen + "\"\n";
    }
    return write(m_home.filePath(u"facility/profiles/lris.toml"_s), text + more);
}

void NativeWaylandTest::start(const QStringList &words)
{
    const QStringList facility{u"--facility"_s, m_home.filePath(u"facility"_s)};
    if (words.constFirst() == u"connect"_s) {
        QProcess trust;
        trust.setProcessEnvironment(m_environment);
        trust.start(QString::fromUtf8(program()), QStringList{u"trust"_s, u"lris"_s, u"--yes"_s} + facility);
        QVERIFY(trust.waitForFinished(30000));
        QCOMPARE(trust.exitCode(), 0);
    }
    m_console = std::make_unique<QProcess>();
    endWithUs(*m_console);
    m_console->setProcessEnvironment(m_environment);
    m_console->setProcessChannelMode(QProcess::MergedChannels);
    m_console->start(QString::fromUtf8(program()), words.constFirst() == u"connect"_s ? words + facility : words);
    QVERIFY(m_console->waitForStarted(30000));
}

QStringList NativeWaylandTest::found(const QString &pattern)
{
    m_output += m_console->readAll();
    QStringList all;
    auto match = QRegularExpression(pattern).globalMatch(QString::fromUtf8(m_output));
    while (match.hasNext()) {
        all.append(match.next().captured(1));
    }
    return all;
}

/// A viewer window fills each output, in the output's own pixels.
void NativeWaylandTest::desktopsAloneRunNatively()
{
    QVERIFY(writeProfile({}));
    start({u"connect"_s, u"lris"_s});
    QVERIFY2(WAIT_FOR(!found(u"window system: (Wayland): no instrument here has X programs"_s).isEmpty()), m_output.right(3000).constData());
    const auto outputs = [this] {
        const QStringList all = found(uR"(xdg_toplevel#\d+\.set_fullscreen\(wl_output#(\d+)\))"_s);
        return QSet<QString>(all.begin(), all.end()).size();
    };
    QVERIFY2(WAIT_FOR(outputs() == 2), m_output.right(3000).constData());
    QVERIFY2(WAIT_FOR(!found(uR"(wp_fractional_scale_v1#\d+\.preferred_scale\((180)\))"_s).isEmpty()), m_output.right(3000).constData());
    QVERIFY2(WAIT_FOR(!found(uR"(create_buffer\(new id wl_buffer#\d+, \d+, (1800, 1350),)"_s).isEmpty()), m_output.right(3000).constData());
}

void NativeWaylandTest::aDesktopGetsTheReservedKeys()
{
    start({u"view"_s, u"--fullscreen"_s, u"127.0.0.1:%1"_s.arg(m_left.port())});
    QVERIFY2(WAIT_FOR(!found(u"inhibit_shortcuts\\((new id zwp_keyboard_shortcuts_inhibitor_v1)"_s).isEmpty()), m_output.right(3000).constData());
    QVERIFY2(WAIT_FOR(!found(u"(the compositor leaves its shortcuts to the desktop)"_s).isEmpty()), m_output.right(3000).constData());
}

void NativeWaylandTest::anXProgramNeedsXWayland()
{
    QVERIFY(writeProfile("[[window]]\nid = \"ds9\"\nlink = \"summit\"\ncommand = [\"ds9\"]\n"));
    start({u"connect"_s, u"lris"_s});
    // Without DISPLAY there is no X server to go to, and it says so.
    QVERIFY2(WAIT_FOR(!found(u"window system: (Wayland): XWayland is missing"_s).isEmpty()), m_output.right(3000).constData());
}

NIGHTDESK_GUILESS_TEST(NativeWaylandTest)
#include "nativewaylandtest.moc"
