// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/installationfacts.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

#include <functional>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

using FactsChange = std::function<void(InstallationFacts &)>;
Q_DECLARE_METATYPE(FactsChange)

class InstallationFactsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void decides_data();
    void decides();
    void gathersEverythingOnTheWay();
    void gathersWhatIsNotThere();
    void gathersNothingElsewhere();
    void linksAreFollowed();
    void everyLinkOfAChainCounts_data();
    void everyLinkOfAChainCounts();
    void systemsOwnDirectory();
    void usersOwnDirectoryIsNotTheSystems_data();
    void usersOwnDirectoryIsNotTheSystems();

private:
    static PathPermissions *find(InstallationFacts &facts, const QString &path)
    {
        const auto found = std::ranges::find(facts.paths, path, &PathPermissions::path);
        return found == facts.paths.end() ? nullptr : &*found;
    }
};

void InstallationFactsTest::decides_data()
{
    QTest::addColumn<FactsChange>("change");
    QTest::addColumn<bool>("expected");
    const auto row = [](const char *name, bool expected, const FactsChange &change) {
        QTest::newRow(name) << change << expected;
    };
    row("installed by the administrator", true, [](InstallationFacts &) { });
    row("deeper inside", true, [](InstallationFacts &f) {
        f.systemDirectories = {u"/etc"_s};
    });
    row("not in the system's configuration, though root's", false, [](InstallationFacts &f) {
        f.systemDirectories = {u"/usr/share"_s};
    });
    row("only the beginning of the name is alike", false, [](InstallationFacts &f) {
        f.systemDirectories = {u"/etc/xdg/night"_s};
    });
    row("no system directories", false, [](InstallationFacts &f) {
        f.systemDirectories.clear();
    });
    row("not there", false, [](InstallationFacts &f) {
        f.directory.clear();
    });
    row("nobody looked", false, [](InstallationFacts &f) {
        f.paths.clear();
    });
    for (const char *path : {"/",
                             "/etc",
                             "/etc/xdg",
                             "/etc/xdg/nightdesk",
                             "/etc/xdg/nightdesk/facility.toml",
                             "/etc/xdg/nightdesk/profiles",
                             "/etc/xdg/nightdesk/profiles/lris.toml",
                             "/etc/xdg/nightdesk/known_hosts"}) {
        const QString wanted = QString::fromLatin1(path);
        row(qPrintable(wanted + u" belongs to a user"_s), false, [wanted](InstallationFacts &f) {
            find(f, wanted)->owner = 1000;
        });
        row(qPrintable(wanted + u" may be written by a group"_s), false, [wanted](InstallationFacts &f) {
            find(f, wanted)->mode |= 020;
        });
        row(qPrintable(wanted + u" may be written by others"_s), false, [wanted](InstallationFacts &f) {
            find(f, wanted)->mode |= 002;
        });
        row(qPrintable(wanted + u" may be written by others, but not removed"_s), false, [wanted](InstallationFacts &f) {
            find(f, wanted)->mode = 01777;
        });
        row(qPrintable(wanted + u" may be read by root alone"_s), true, [wanted](InstallationFacts &f) {
            find(f, wanted)->mode &= 0700;
        });
    }
    row("a profile is a link to nothing", false, [](InstallationFacts &f) {
        find(f, u"/etc/xdg/nightdesk/profiles/lris.toml"_s)->isDanglingLink = true;
    });
}

void InstallationFactsTest::decides()
{
    QFETCH(FactsChange, change);
    QFETCH(bool, expected);
    InstallationFacts facts;
    facts.directory = u"/etc/xdg/nightdesk"_s;
    facts.systemDirectories = {u"/usr/local/etc/xdg"_s, u"/etc/xdg"_s};
    for (const char *directory : {"/", "/etc", "/etc/xdg", "/etc/xdg/nightdesk", "/etc/xdg/nightdesk/profiles"}) {
        facts.paths.append({QString::fromLatin1(directory), 0, 0755});
    }
    for (const char *file : {"facility.toml", "profiles/lris.toml", "known_hosts"}) {
        facts.paths.append({u"/etc/xdg/nightdesk/"_s + QString::fromLatin1(file), 0, 0644});
    }
    change(facts);
    QCOMPARE(isInstalledByAdministrator(facts), expected);
}

void InstallationFactsTest::gathersEverythingOnTheWay()
{
    QTemporaryDir directory;
    const QString system = QFileInfo(directory.path()).canonicalFilePath();
    const QString facility = system + u"/nightdesk"_s;
    const QString profile = facility + u"/profiles/lris.toml"_s;
    QVERIFY(QDir().mkpath(facility + u"/profiles"_s));
    QFile file(profile);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(::chmod(QFile::encodeName(profile).constData(), 0664), 0);
    InstallationFacts facts = InstallationFacts::gather(facility, {profile}, {system, u"/nowhere/at/all"_s});
    QCOMPARE(facts.directory, facility);
    QCOMPARE(facts.systemDirectories, QStringList{system});
    const QStringList onTheWay{u"/"_s, system, facility, facility + u"/profiles"_s, profile};
    for (const QString &path : onTheWay) {
        QVERIFY2(find(facts, path), qPrintable(path));
    }
    QCOMPARE(*find(facts, profile), (PathPermissions{profile, ::geteuid(), 0664}));
    struct stat root{};
    QCOMPARE(::stat("/", &root), 0);
    QCOMPARE(find(facts, u"/"_s)->mode, root.st_mode & 07777);
    QVERIFY(!isInstalledByAdministrator(facts)); // a group may write the profile
}

void InstallationFactsTest::gathersWhatIsNotThere()
{
    QTemporaryDir directory;
    const QString system = QFileInfo(directory.path()).canonicalFilePath();
    const QString later = system + u"/other/deep/known_hosts"_s;
    QVERIFY(QDir().mkpath(system + u"/nightdesk"_s));
    QVERIFY(QDir().mkpath(system + u"/other"_s));
    InstallationFacts facts = InstallationFacts::gather(system + u"/nightdesk"_s, {later}, {system});
    QVERIFY(find(facts, system + u"/other"_s)); // who may write there says what it will be
    QVERIFY(!find(facts, later));
    InstallationFacts none = InstallationFacts::gather(system + u"/away"_s, {}, {system});
    QVERIFY(none.directory.isEmpty());
    QVERIFY(!isInstalledByAdministrator(none));
}

void InstallationFactsTest::gathersNothingElsewhere()
{
    QTemporaryDir directory;
    QTemporaryDir system;
    const InstallationFacts facts = InstallationFacts::gather(directory.path(), {directory.path() + u"/facility.toml"_s}, {system.path()});
    QVERIFY(facts.paths.isEmpty());
    QVERIFY(!isInstalledByAdministrator(facts));
}

void InstallationFactsTest::linksAreFollowed()
{
    QTemporaryDir directory;
    const QString system = QFileInfo(directory.path()).canonicalFilePath();
    QVERIFY(QDir().mkpath(system + u"/nightdesk/profiles"_s));
    QVERIFY(QDir().mkpath(system + u"/store"_s));
    QFile target(system + u"/store/lris.toml"_s);
    QVERIFY(target.open(QIODevice::WriteOnly));
    const QString good = system + u"/nightdesk/profiles/lris.toml"_s;
    const QString dangling = system + u"/nightdesk/profiles/esi.toml"_s;
    QCOMPARE(::symlink("../../store/lris.toml", QFile::encodeName(good).constData()), 0);
    QCOMPARE(::symlink("/nowhere", QFile::encodeName(dangling).constData()), 0);
    InstallationFacts facts = InstallationFacts::gather(system + u"/nightdesk"_s, {good, dangling}, {system});
    QVERIFY(find(facts, system + u"/store/lris.toml"_s));
    QVERIFY(find(facts, system + u"/store"_s));
    QVERIFY(find(facts, system + u"/nightdesk/profiles"_s)); // where the link lies
    QVERIFY(find(facts, dangling));
    QVERIFY(find(facts, dangling)->isDanglingLink);

    // A link in the system's configuration to somewhere else is not the system's.
    QTemporaryDir elsewhere;
    QCOMPARE(::symlink(QFile::encodeName(elsewhere.path()).constData(), QFile::encodeName(system + u"/linked"_s).constData()), 0);
    QVERIFY(!isInstalledByAdministrator(InstallationFacts::gather(system + u"/linked"_s, {}, {system})));
}

void InstallationFactsTest::everyLinkOfAChainCounts_data()
{
    QTest::addColumn<QList<QStringList>>("links"); // where, to what
    QTest::addColumn<QStringList>("met");
    QTest::addColumn<QStringList>("dangling");
    const QString profile = u"nightdesk/profiles/lris.toml"_s;
    using Links = QList<QStringList>;
    QTest::newRow("three links, each in a directory of its own")
        << Links{{profile, u"../../a/one"_s}, {u"a/one"_s, u"SYSTEM/b/two"_s}, {u"b/two"_s, u"../store/real.toml"_s}}
        << QStringList{u"nightdesk/profiles"_s, profile, u"a"_s, u"a/one"_s, u"b"_s, u"b/two"_s, u"store"_s, u"store/real.toml"_s} << QStringList();
    QTest::newRow("a directory on the way is a link to a link")
        << Links{{profile, u"SYSTEM/a/down/real.toml"_s}, {u"a/down"_s, u"../b/down"_s}, {u"b/down"_s, u"SYSTEM/store"_s}}
        << QStringList{profile, u"a"_s, u"a/down"_s, u"b"_s, u"b/down"_s, u"store"_s, u"store/real.toml"_s} << QStringList();
    QTest::newRow("up from where a link led") << Links{{profile, u"../../a/down/../store/real.toml"_s}, {u"a/down"_s, u"../b"_s}}
                                              << QStringList{u"a"_s, u"a/down"_s, u"b"_s, u"store/real.toml"_s} << QStringList();
    QTest::newRow("the last link leads to nothing") << Links{{profile, u"../../a/one"_s}, {u"a/one"_s, u"../b/none"_s}}
                                                    << QStringList{profile, u"a"_s, u"a/one"_s, u"b"_s} << QStringList{profile, u"a/one"_s};
    QTest::newRow("a link that is whole, on the way to nothing")
        << Links{{profile, u"../../a/down/none"_s}, {u"a/down"_s, u"../b"_s}} << QStringList{u"a/down"_s, u"b"_s} << QStringList{profile};
    QTest::newRow("a circle") << Links{{profile, u"../../a/one"_s}, {u"a/one"_s, u"SYSTEM/nightdesk/profiles/lris.toml"_s}} << QStringList{profile, u"a/one"_s}
                              << QStringList{profile, u"a/one"_s};
}

void InstallationFactsTest::everyLinkOfAChainCounts()
{
    QFETCH(QList<QStringList>, links);
    QFETCH(QStringList, met);
    QFETCH(QStringList, dangling);
    QTemporaryDir directory;
    const QString system = QFileInfo(directory.path()).canonicalFilePath();
    for (const char *name : {"nightdesk/profiles", "a", "b", "store"}) {
        QVERIFY(QDir(system).mkpath(QString::fromLatin1(name)));
    }
    QFile real(system + u"/store/real.toml"_s);
    QVERIFY(real.open(QIODevice::WriteOnly));
    for (QStringList &link : links) {
        const QByteArray to = QFile::encodeName(link.at(1).startsWith("SYSTEM"_L1) ? system + link.at(1).sliced(6) : link.at(1));
        QCOMPARE(::symlink(to.constData(), QFile::encodeName(system + u'/' + link.at(0)).constData()), 0);
    }
    InstallationFacts facts = InstallationFacts::gather(system + u"/nightdesk"_s, {system + u"/nightdesk/profiles/lris.toml"_s}, {system});
    for (const QString &name : std::as_const(met)) {
        QVERIFY2(find(facts, system + u'/' + name), qPrintable(name));
    }
    QStringList found;
    for (const PathPermissions &fact : std::as_const(facts.paths)) {
        if (fact.isDanglingLink && !found.contains(fact.path.sliced(system.size() + 1))) {
            found.append(fact.path.sliced(system.size() + 1));
        }
    }
    found.sort();
    dangling.sort();
    QCOMPARE(found, dangling);
}

void InstallationFactsTest::systemsOwnDirectory()
{
    // Root's on every system, but in a user's container root may look like nobody.
    const auto isRoots = [](const char *path) {
        struct stat status{};
        return ::stat(path, &status) == 0 && status.st_uid == 0 && (status.st_mode & 022) == 0;
    };
    const bool expected = isRoots("/") && isRoots("/usr") && isRoots("/usr/share");
    QCOMPARE(isInstalledByAdministrator(InstallationFacts::gather(u"/usr/share"_s, {u"/usr/share/none.toml"_s}, {u"/usr"_s})), expected);
    QVERIFY(!isInstalledByAdministrator(InstallationFacts::gather(u"/usr/share"_s, {u"/tmp/profile.toml"_s}, {u"/usr"_s})));
}

void InstallationFactsTest::usersOwnDirectoryIsNotTheSystems_data()
{
    QTest::addColumn<QByteArray>("dirs");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("as usual") << QByteArray("/etc/xdg") << QStringList{u"/etc/xdg"_s};
    QTest::newRow("two") << QByteArray("/opt/site/etc:/etc/xdg/") << QStringList{u"/opt/site/etc"_s, u"/etc/xdg"_s};
    QTest::newRow("the user's own too") << QByteArray("HOME/.config:/etc/xdg") << QStringList{u"/etc/xdg"_s};
    QTest::newRow("one that holds the user's own") << QByteArray("/:/etc/xdg") << QStringList{u"/etc/xdg"_s};
    QTest::newRow("elsewhere at home") << QByteArray("HOME/etc:/etc/xdg") << QStringList{u"/etc/xdg"_s};
}

void InstallationFactsTest::usersOwnDirectoryIsNotTheSystems()
{
    QFETCH(QByteArray, dirs);
    QFETCH(QStringList, expected);
    const QByteArray before = qgetenv("XDG_CONFIG_DIRS");
    qputenv("XDG_CONFIG_DIRS", dirs.replace("HOME", QFile::encodeName(QDir::homePath())));
    const QStringList found = InstallationFacts::systemConfigurationDirectories();
    before.isEmpty() ? qunsetenv("XDG_CONFIG_DIRS") : qputenv("XDG_CONFIG_DIRS", before);
    QCOMPARE(found, expected);
}

NIGHTDESK_GUILESS_TEST(InstallationFactsTest)
#include "installationfactstest.moc"
