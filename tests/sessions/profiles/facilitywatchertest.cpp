// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facilitywatcher.h"

#include "tests/sessions/profiles/facilitydirectory.h"
#include "tests/sessions/profiles/texts.h"

#include <QSignalSpy>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

#include <functional>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Nightdesk::Test::FacilityDirectory;

class FacilityWatcherTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void readsOnceAtFirst();
    void noticesChanges_data();
    void noticesChanges();
    void noticesAReplacedTarget();
    void noticesADirectoryThatAppears();
    void noticesACheckoutBesideIt();
    void saysNothingWhenNothingChanged();
    void siteAndAccountReadAnew();
    void aChoiceIsAnsweredThoughNothingDiffers();
    void pollsWhatTellsNobody();
    void changesKeepBeingNoticed();
    void canBeDeletedAtAnyTime();

private:
    /// Waits until the facility last told of fits.
    static bool becomes(const FacilityWatcher &watcher, const std::function<bool(const Facility &)> &fits)
    {
        return QTest::qWaitFor(
            [&] {
                return watcher.facility() && fits(*watcher.facility());
            },
            QDeadlineTimer(30s));
    }
    static QByteArray named(const QByteArray &id)
    {
        const QByteArray quoted = '"' + id + '"';
        return QByteArray(Test::sketch()).replace("\"lris\"", quoted).replace("\"LRIS\"", quoted);
    }
    static void quiet(FacilityWatcher &watcher)
    {
        watcher.setPollInterval(1h); // what is noticed is noticed by being told
    }

    std::unique_ptr<FacilityDirectory> m_directory;
};

void FacilityWatcherTest::init()
{
    m_directory = std::make_unique<FacilityDirectory>();
    m_directory->write(u"facility.toml"_s, Test::facilityToml());
    m_directory->write(u"profiles/lris.toml"_s, Test::sketch());
}

void FacilityWatcherTest::readsOnceAtFirst()
{
    FacilityWatcher watcher;
    QVERIFY(!watcher.facility());
    QSignalSpy changed(&watcher, &FacilityWatcher::facilityChanged);
    watcher.setDirectory(m_directory->path());
    QVERIFY(!watcher.facility()); // nothing is read on this thread
    QVERIFY(changed.wait(30000));
    QCOMPARE(changed.first().first().value<Facility>(), *watcher.facility());
    QCOMPARE(watcher.facility()->profiles.size(), 1);
}

void FacilityWatcherTest::noticesChanges_data()
{
    QTest::addColumn<QString>("change");
    for (const char *change : {"edit in place",
                               "replace by rename",
                               "delete",
                               "new profile",
                               "new profile by rename",
                               "profile becomes invalid",
                               "facility.toml edited",
                               "facility.toml replaced",
                               "facility.toml deleted",
                               "profiles renamed away",
                               "two replaced at once"}) {
        QTest::newRow(change) << QString::fromLatin1(change);
    }
}

void FacilityWatcherTest::noticesChanges()
{
    QFETCH(QString, change);
    FacilityWatcher watcher;
    quiet(watcher);
    watcher.setDirectory(m_directory->path());
    QVERIFY(becomes(watcher, [](const Facility &facility) {
        return facility.profiles.size() == 1;
    }));
    const QByteArray renamed = QByteArray(Test::sketch()).replace("\"LRIS\"", "\"LRIS 2\"");
    const auto isRenamed = [](const Facility &facility) {
        return facility.profiles.size() == 1 && facility.profiles.first().name == u"LRIS 2"_s;
    };
    const auto hasTwo = [](const Facility &facility) {
        return facility.profiles.size() == 2 && facility.broken.isEmpty();
    };
    const QByteArray otherFacility = Test::facilityToml().replace("Summit Observatory", "Another Observatory");
    const auto isOther = [](const Facility &facility) {
        return facility.name == u"Another Observatory"_s;
    };
    if (change == u"edit in place") {
        m_directory->write(u"profiles/lris.toml"_s, renamed);
        QVERIFY(becomes(watcher, isRenamed));
    } else if (change == u"replace by rename") {
        m_directory->replace(u"profiles/lris.toml"_s, renamed);
        QVERIFY(becomes(watcher, isRenamed));
    } else if (change == u"delete") {
        QVERIFY(QFile::remove(m_directory->path() + u"/profiles/lris.toml"_s));
        QVERIFY(becomes(watcher, [](const Facility &facility) {
            return facility.profiles.isEmpty() && facility.broken.isEmpty();
        }));
    } else if (change == u"new profile") {
        m_directory->write(u"profiles/esi.toml"_s, named("esi"));
        QVERIFY(becomes(watcher, hasTwo));
    } else if (change == u"new profile by rename") {
        m_directory->replace(u"profiles/esi.toml"_s, named("esi"));
        QVERIFY(becomes(watcher, hasTwo));
    } else if (change == u"profile becomes invalid") {
        m_directory->write(u"profiles/lris.toml"_s, "format = 1\nid = \"lris\"\nname = 3\n");
        QVERIFY(becomes(watcher, [](const Facility &facility) {
            return facility.profiles.isEmpty() && facility.broken.size() == 1 && facility.broken.first().id == u"lris"_s
                && facility.broken.first().errors.first().place.line == 3;
        }));
        m_directory->write(u"profiles/lris.toml"_s, renamed);
        QVERIFY(becomes(watcher, isRenamed));
    } else if (change == u"facility.toml edited") {
        m_directory->write(u"facility.toml"_s, otherFacility);
        QVERIFY(becomes(watcher, isOther));
    } else if (change == u"facility.toml replaced") {
        m_directory->replace(u"facility.toml"_s, otherFacility);
        QVERIFY(becomes(watcher, isOther));
    } else if (change == u"facility.toml deleted") {
        QVERIFY(QFile::remove(m_directory->path() + u"/facility.toml"_s));
        QVERIFY(becomes(watcher, [](const Facility &facility) {
            // what it said stays in force
            return facility.sites.size() == 2 && facility.profiles.size() == 1 && facility.errors.size() == 2;
        }));
    } else if (change == u"profiles renamed away") {
        QVERIFY(QDir().rename(m_directory->path() + u"/profiles"_s, m_directory->path() + u"/old"_s));
        QVERIFY(becomes(watcher, [](const Facility &facility) {
            return facility.profiles.isEmpty() && facility.broken.size() == 1 && facility.broken.first().lastGood;
        }));
        QVERIFY(QDir().rename(m_directory->path() + u"/old"_s, m_directory->path() + u"/profiles"_s));
        QVERIFY(becomes(watcher, [](const Facility &facility) {
            return facility.profiles.size() == 1;
        }));
    } else if (change == u"two replaced at once") {
        m_directory->replace(u"profiles/lris.toml"_s, named("b"));
        m_directory->replace(u"profiles/esi.toml"_s, named("a"));
        QVERIFY(becomes(watcher, [](const Facility &facility) {
            return facility.profiles.size() == 2 && facility.profiles.first().id == u"a"_s && facility.profiles.last().id == u"b"_s;
        }));
    } else {
        QFAIL("no such change");
    }
}

void FacilityWatcherTest::noticesAReplacedTarget()
{
    // profiles/esi.toml -> ../store/esi.toml, and the target is replaced.
    QVERIFY(QDir(m_directory->path()).mkdir(u"store"_s));
    m_directory->write(u"store/esi.toml"_s, named("esi"));
    QCOMPARE(::symlink("../store/esi.toml", QFile::encodeName(m_directory->path() + u"/profiles/esi.toml"_s).constData()), 0);
    FacilityWatcher watcher;
    quiet(watcher);
    watcher.setDirectory(m_directory->path());
    QVERIFY(becomes(watcher, [](const Facility &facility) {
        return facility.profiles.size() == 2;
    }));
    m_directory->replace(u"store/esi.toml"_s, named("hires"));
    QVERIFY(becomes(watcher, [](const Facility &facility) {
        return facility.profiles.size() == 2 && facility.profiles.last().id == u"hires"_s;
    }));
}

void FacilityWatcherTest::noticesADirectoryThatAppears()
{
    FacilityWatcher watcher;
    quiet(watcher);
    watcher.setDirectory(m_directory->path() + u"/deep/later"_s);
    QVERIFY(becomes(watcher, [](const Facility &facility) {
        return facility.profiles.isEmpty() && facility.errors.size() == 1;
    }));
    QVERIFY(QDir(m_directory->path()).mkpath(u"deep/later/profiles"_s));
    m_directory->write(u"deep/later/facility.toml"_s, Test::facilityToml());
    m_directory->write(u"deep/later/profiles/lris.toml"_s, Test::sketch());
    QVERIFY(becomes(watcher, [](const Facility &facility) {
        return facility.profiles.size() == 1 && facility.errors.isEmpty();
    }));
}

void FacilityWatcherTest::noticesACheckoutBesideIt()
{
    QVERIFY(QDir(m_directory->path()).mkpath(u"live/profiles"_s));
    QVERIFY(QDir(m_directory->path()).mkpath(u"next/profiles"_s));
    m_directory->write(u"live/facility.toml"_s, Test::facilityToml());
    m_directory->write(u"next/facility.toml"_s, Test::facilityToml());
    m_directory->write(u"next/profiles/lris.toml"_s, Test::sketch());
    FacilityWatcher watcher;
    quiet(watcher);
    watcher.setDirectory(m_directory->path() + u"/live"_s);
    QVERIFY(becomes(watcher, [](const Facility &facility) {
        return facility.profiles.isEmpty() && facility.errors.isEmpty();
    }));
    QVERIFY(QDir().rename(m_directory->path() + u"/live"_s, m_directory->path() + u"/old"_s));
    QVERIFY(QDir().rename(m_directory->path() + u"/next"_s, m_directory->path() + u"/live"_s));
    QVERIFY(becomes(watcher, [](const Facility &facility) {
        return facility.profiles.size() == 1;
    }));
    // and the new directory is watched from now on
    m_directory->write(u"live/profiles/esi.toml"_s, named("esi"));
    QVERIFY(becomes(watcher, [](const Facility &facility) {
        return facility.profiles.size() == 2;
    }));
}

void FacilityWatcherTest::saysNothingWhenNothingChanged()
{
    FacilityWatcher watcher;
    quiet(watcher);
    QSignalSpy changed(&watcher, &FacilityWatcher::facilityChanged);
    watcher.setDirectory(m_directory->path());
    QVERIFY(changed.wait(30000));
    m_directory->write(u"profiles/lris.toml"_s, Test::sketch());
    m_directory->write(u"profiles/notes.txt"_s, "nothing");
    watcher.readAgain();
    // A change that counts comes after those that do not: had they been told, there would be more than two signals.
    m_directory->write(u"profiles/esi.toml.new"_s, named("esi"));
    watcher.readAgain();
    QVERIFY(QFile::rename(m_directory->path() + u"/profiles/esi.toml.new"_s, m_directory->path() + u"/profiles/esi.toml"_s));
    QVERIFY(becomes(watcher, [](const Facility &facility) {
        return facility.profiles.size() == 2;
    }));
    QCOMPARE(changed.size(), 2);
}

void FacilityWatcherTest::siteAndAccountReadAnew()
{
    FacilityWatcher watcher;
    quiet(watcher);
    watcher.setDirectory(m_directory->path());
    watcher.setSite(u"santa-cruz"_s);
    QVERIFY(becomes(watcher, [](const Facility &facility) {
        return facility.profiles.first().desktops.first().screen == u"centre"_s;
    }));
    watcher.setAccount(u"lris5"_s);
    QVERIFY(becomes(watcher, [](const Facility &facility) {
        return facility.profiles.first().links.first().user == u"lris5"_s;
    }));
}

void FacilityWatcherTest::aChoiceIsAnsweredThoughNothingDiffers()
{
    FacilityWatcher watcher;
    quiet(watcher);
    QSignalSpy changed(&watcher, &FacilityWatcher::facilityChanged);
    watcher.setDirectory(m_directory->path());
    QVERIFY(changed.wait(30000));
    watcher.setAccount(u"lris5"_s);
    QVERIFY(changed.wait(30000));
    watcher.setAccount(u"lris5"_s); // the same person, the next night
    QVERIFY(changed.wait(30000));
    QCOMPARE(changed.at(1), changed.at(2));
}

void FacilityWatcherTest::pollsWhatTellsNobody()
{
    FacilityWatcher watcher;
    watcher.setPollInterval(50ms);
    // A bind-mounted or remote file is beyond inotify; a path that is watched only as far as its missing parent is alike.
    QVERIFY(QDir(m_directory->path()).mkpath(u"a/real/profiles"_s));
    m_directory->write(u"a/real/facility.toml"_s, Test::facilityToml());
    QCOMPARE(::symlink("link2", QFile::encodeName(m_directory->path() + u"/link1"_s).constData()), 0);
    QCOMPARE(::symlink("a/real", QFile::encodeName(m_directory->path() + u"/link2"_s).constData()), 0);
    watcher.setDirectory(m_directory->path() + u"/link1"_s);
    QVERIFY(becomes(watcher, [](const Facility &facility) {
        return facility.errors.isEmpty();
    }));
    m_directory->write(u"a/real/profiles/lris.toml"_s, Test::sketch());
    QVERIFY(becomes(watcher, [](const Facility &facility) {
        return facility.profiles.size() == 1;
    }));
}

void FacilityWatcherTest::changesKeepBeingNoticed()
{
    FacilityWatcher watcher;
    quiet(watcher);
    watcher.setDirectory(m_directory->path());
    for (int i = 0; i < 10; ++i) {
        const QByteArray id = "p" + QByteArray::number(i);
        if (i % 2 == 0) {
            m_directory->replace(u"profiles/lris.toml"_s, named(id));
        } else {
            m_directory->write(u"profiles/lris.toml"_s, named(id));
        }
        QVERIFY(becomes(watcher, [&](const Facility &facility) {
            return facility.profiles.size() == 1 && facility.profiles.first().id == QString::fromLatin1(id);
        }));
    }
}

void FacilityWatcherTest::canBeDeletedAtAnyTime()
{
    for (int i = 0; i < 20; ++i) {
        auto watcher = std::make_unique<FacilityWatcher>();
        watcher->setDirectory(m_directory->path());
        if (i % 2 == 0) {
            m_directory->write(u"profiles/lris.toml"_s, Test::sketch());
            QTest::qWait(0);
        }
    }
}

QTEST_GUILESS_MAIN(FacilityWatcherTest)
#include "facilitywatchertest.moc"
