// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/realdesk.h"
#include "tests/support/portrelay.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/support/xvncserver.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <cerrno>
#include <cstddef>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace Nightdesk::Test;

namespace
{
/// From here on this process and all that it starts have a kernel without these system calls (0: none).
void lack(unsigned one, unsigned other)
{
    const std::array<sock_filter, 5> program{{
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, one, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, other, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    }};
    const sock_fprog filter{.len = program.size(), .filter = const_cast<sock_filter *>(program.data())};
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

struct Kernel {
    bool hasSeccomp = true;
    bool hasLandlock = true;
};
}
Q_DECLARE_METATYPE(Kernel)

/// The setting "Show desktops only in a sandbox", with the real console, the real worker and a kernel that lacks what the worker wants.
class SandboxSettingTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void aDesktopIsShownOrRefused_data();
    void aDesktopIsShownOrRefused();

private:
    SshServer m_sshd;
    XvncServer m_vnc{{.size = {640, 480}}};
    PortRelay m_relay; ///< to it
    QTemporaryDir m_facility;
    Kernel m_kernel; ///< of this machine
};

void SandboxSettingTest::initTestCase()
{
    QVERIFY(m_sshd.start() && m_vnc.start() && m_relay.begin(m_vnc.port()));
    m_kernel.hasLandlock = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, 1) >= 1; // its version
    m_kernel.hasSeccomp = QFile::exists(u"/proc/sys/kernel/seccomp/actions_avail"_s);
    const auto write = [this](const QString &name, const QString &text) {
        QFile file(m_facility.filePath(name));
        return QDir().mkpath(QFileInfo(file.fileName()).path()) && file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) > 0;
    };
    QVERIFY(write(u"facility.toml"_s, u"format = 1\nname = \"Sandbox\"\ntimezone = \"UTC\"\n[site.desk]\nname = \"Desk\"\nscreens = [\"left\"]\n"_s));
    QVERIFY(write(u"profiles/sandbox.toml"_s,
                  u"format = 1\nid = \"sandbox\"\nname = \"Sandbox\"\n[link.real]\nhost = \"127.0.0.1\"\nport = %1\nuser = \"%2\"\nidentities = [\"%3\"]\n"
                  "known-hosts = \"%4\"\n[[desktop]]\nid = \"control\"\nlink = \"real\"\nport = %5\n"_s.arg(m_sshd.port())
                      .arg(m_sshd.userName(), m_sshd.identityFile(), m_sshd.knownHostsFile())
                      .arg(m_relay.port())));
}

void SandboxSettingTest::aDesktopIsShownOrRefused_data()
{
    QTest::addColumn<bool>("isRequired");
    QTest::addColumn<Kernel>("kernel");
    for (const bool isRequired : {false, true}) {
        const char *setting = isRequired ? "required" : "not required";
        QTest::addRow("%s, this machine's kernel", setting) << isRequired << Kernel{};
        QTest::addRow("%s, without seccomp", setting) << isRequired << Kernel{.hasSeccomp = false};
        QTest::addRow("%s, without Landlock", setting) << isRequired << Kernel{.hasLandlock = false};
        QTest::addRow("%s, without both", setting) << isRequired << Kernel{.hasSeccomp = false, .hasLandlock = false};
    }
}

void SandboxSettingTest::aDesktopIsShownOrRefused()
{
    QFETCH(const bool, isRequired);
    QFETCH(Kernel, kernel);
    const auto lacking = [kernel] {
        if (!kernel.hasSeccomp || !kernel.hasLandlock) {
            lack(kernel.hasSeccomp ? ~0U : SYS_seccomp, kernel.hasLandlock ? ~0U : SYS_landlock_create_ruleset);
        }
    };
    kernel.hasSeccomp = kernel.hasSeccomp && m_kernel.hasSeccomp;
    kernel.hasLandlock = kernel.hasLandlock && m_kernel.hasLandlock;
    RealDesk desk;
    QVERIFY(desk.start());
    QFile settings(desk.path(u"config/nightdeskrc"_s));
    QVERIFY(settings.open(QIODevice::WriteOnly));
    settings.write("[Sharing]\nRequireSandbox=" + QByteArray(isRequired ? "true" : "false") + '\n');
    settings.close();
    const QStringList where{u"--site"_s, u"desk"_s, u"--facility"_s, m_facility.path()};
    QCOMPARE(desk.run(QStringList{u"trust"_s, u"sandbox"_s, u"--yes"_s} + where), 0);
    const int before = m_relay.accepted();
    const QProcess *const console = desk.startConsole(QStringList{u"connect"_s, u"sandbox"_s} + where, lacking);
    const bool isShown = !isRequired || (kernel.hasSeccomp && kernel.hasLandlock);
    QJsonObject display;
    const QString expected = isShown ? u"live"_s : u"failed"_s;
    QVERIFY2(WAIT_FOR((display = desk.status(console)["displays"_L1].toArray().first().toObject(), display["state"_L1] == expected), 60s),
             desk.output(console).constData());
    QCOMPARE(m_relay.accepted() > before, isShown); // a worker that is refused has heard nothing from the server
    const QJsonObject sandbox = display["sandbox"_L1].toObject();
    if (isShown) {
        QCOMPARE(sandbox["seccomp"_L1].toBool(), kernel.hasSeccomp);
        QCOMPARE(sandbox["landlock"_L1].toBool(), kernel.hasLandlock);
        QCOMPARE(sandbox.size(), 2);
        QCOMPARE(display["caveat"_L1].toString().contains(u"not fully sandboxed"), !kernel.hasSeccomp || !kernel.hasLandlock);
    } else {
        QVERIFY2(display["failure"_L1].toObject()["what"_L1].toString().contains(u"not fully sandboxed"), QJsonDocument(display).toJson().constData());
        QVERIFY(sandbox.isEmpty());
    }
}

NIGHTDESK_GUILESS_TEST(SandboxSettingTest)
#include "sandboxsettingtest.moc"
