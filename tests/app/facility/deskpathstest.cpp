// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/facility/deskpaths.h"
#include "nightdesk.h"
#include "sessions/broker/credentialstore.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Nightdesk;

/// Where a facility is looked for that nobody has chosen.
class DeskPathsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void aCredentialHidesNoFacility();
    void theUsersOwnFacilityComesFirst();
    void theChosenOneComesBeforeBoth();

private:
    static void write(const QString &file);

    std::unique_ptr<QTemporaryDir> m_user;
    std::unique_ptr<QTemporaryDir> m_system;
};

void DeskPathsTest::init()
{
    m_user = std::make_unique<QTemporaryDir>();
    m_system = std::make_unique<QTemporaryDir>();
    qputenv("XDG_CONFIG_HOME", QFile::encodeName(m_user->path()));
    qputenv("XDG_CONFIG_DIRS", QFile::encodeName(m_system->path()));
    QVERIFY(Settings::facilityDirectory().isEmpty());
}

void DeskPathsTest::write(const QString &file)
{
    QVERIFY(QDir().mkpath(QFileInfo(file).path()));
    QFile written(file);
    QVERIFY(written.open(QIODevice::WriteOnly));
}

void DeskPathsTest::aCredentialHidesNoFacility()
{
    write(CredentialStore::defaultDirectory() + u"/summit.toml"_s);
    QVERIFY(QFileInfo(m_user->filePath(u"nightdesk"_s)).isDir());
    QCOMPARE(DeskPaths::facilityDirectory(), QString());
    write(m_system->filePath(u"nightdesk/facility.toml"_s));
    QCOMPARE(DeskPaths::facilityDirectory(), m_system->filePath(u"nightdesk"_s));
}

void DeskPathsTest::theUsersOwnFacilityComesFirst()
{
    write(m_system->filePath(u"nightdesk/facility.toml"_s));
    write(m_user->filePath(u"nightdesk/facility.toml"_s));
    QCOMPARE(DeskPaths::facilityDirectory(), m_user->filePath(u"nightdesk"_s));
}

void DeskPathsTest::theChosenOneComesBeforeBoth()
{
    write(m_system->filePath(u"nightdesk/facility.toml"_s));
    write(m_user->filePath(u"nightdesk/facility.toml"_s));
    Settings::setFacilityDirectory(u"/srv/facility"_s);
    QCOMPARE(DeskPaths::facilityDirectory(), u"/srv/facility"_s);
    Settings::setFacilityDirectory({});
}

NIGHTDESK_GUILESS_TEST(DeskPathsTest)
#include "deskpathstest.moc"
