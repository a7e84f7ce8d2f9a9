// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/deskboard/consoleboardkit.h"

#include "app/facility/deskpaths.h"
#include "nightdesk.h"
#include "sessions/broker/brokercredentialfile.h"
#include "sessions/broker/credentialstore.h"

#include <KConfigGroup>

#include <QDir>
#include <QSaveFile>

namespace Nightdesk::Test
{
using namespace Qt::StringLiterals;

namespace
{
const QString profileText =
    uR"(format = 1
id = "lris"
name = "LRIS"
[link.summit]
host = "127.0.0.1"
port = 1
[[desktop]]
id = "control0"
title = "Control 0"
link = "summit"
display = ":1"
[[window]]
id = "ds9"
link = "summit"
command = ["ds9"]
start = "manual"
)"_s;
}

QString ConsoleBoardKit::loginAt(const SshServer &server)
{
    return u"port = %1\nuser = \"%2\"\nidentities = [\"%3\"]\nknown-hosts = \"%4\"\n"_s.arg(server.port())
        .arg(server.userName(), server.identityFile(), server.knownHostsFile());
}

void ConsoleBoardKit::initTestCase()
{
    QVERIFY(m_brokersHost.start());
}

void ConsoleBoardKit::init()
{
    for (const QString &group : {u"Accounts"_s, u"People"_s, u"Night"_s, u"BoardEvents"_s}) {
        Settings::self()->config()->deleteGroup(group);
    }
    Settings::self()->setDefaults();
    QDir(DeskPaths::stateDirectory()).removeRecursively();
    QFile::remove(DeskPaths::trustFile());
    m_broker = std::make_unique<TestBroker>();
    m_leftCredential = m_broker->addDesk(m_left.text());
    m_rightCredential = m_broker->addDesk(m_right.text());
    m_thirdCredential = m_broker->addDesk(u"hilo/a"_s);
    m_annCredential = m_broker->addSa(u"ann"_s);
    m_directory = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir(m_directory->path()).mkpath(u"facility/profiles"_s));
    write(u"facility/profiles/lris.toml"_s, profileText);
    QVERIFY(m_broker->start());
    writeFacility();
}

void ConsoleBoardKit::write(const QString &path, const QString &text)
{
    QSaveFile file(m_directory->filePath(path));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text.toUtf8());
    QVERIFY(file.commit());
}

void ConsoleBoardKit::writeFacility(bool hasBroker, const QString &id)
{
    QString text = u"format = 1\nname = \"Observatory\"\ntimezone = \"Pacific/Honolulu\"\n[site.waimea]\nscreens = [\"left\"]\n"_s;
    if (hasBroker) {
        text += u"[link.broker]\nhost = \"127.0.0.1\"\n%1[broker]\nid = \"%2\"\nlink = \"broker\"\nport = %3\n"_s.arg(loginAt(m_brokersHost))
                    .arg(id.isEmpty() ? m_broker->facility() : id)
                    .arg(m_broker->port());
    }
    write(u"facility/facility.toml"_s, text);
}

bool ConsoleBoardKit::startSummit()
{
    m_sshd = std::make_unique<SshServer>();
    m_vnc = std::make_unique<XvncServer>();
    if (!m_sshd->start() || !m_vnc->start()) {
        return false;
    }
    QString text = profileText;
    text.replace(u"port = 1\n"_s, loginAt(*m_sshd));
    text.replace(u"display = \":1\"\n"_s, u"port = %1\n"_s.arg(m_vnc->port()));
    write(u"facility/profiles/lris.toml"_s, text);
    return true;
}

QString ConsoleBoardKit::facility() const
{
    return m_directory->filePath(u"facility"_s);
}

QString ConsoleBoardKit::credentials(const BrokerCredential &credential)
{
    const QString name = QString(credential.name).replace(u'/', u'-');
    const QString file = m_directory->filePath(name + u".json"_s);
    const QString store = m_directory->filePath(name);
    return BrokerCredentialFile::write(file, credential) && CredentialStore(store).importCredential(file) ? store : QString();
}

BoardTopics ConsoleBoardKit::topics() const
{
    return BoardTopics(m_broker->facility());
}

PrivateHome::PrivateHome()
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    for (const char *name : {"XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"}) {
        qputenv(name, QFile::encodeName(m_directory.filePath(QString::fromLatin1(name))));
    }
    qunsetenv("SSH_AUTH_SOCK");
}
}
