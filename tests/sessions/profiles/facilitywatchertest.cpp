// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/facilitywatcher.h"

#include "sessions/profiles/facility/facilitywatcherworker.h"
#include "sessions/profiles/facility/networkfiles.h"

#include "tests/sessions/profiles/facilitydirectory.h"
#include "tests/sessions/profiles/texts.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include <dirent.h>
#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

#include <condition_variable>
#include <functional>
#include <mutex>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Nightdesk::Test::FacilityDirectory;

namespace
{
std::mutex hangMutex;
std::condition_variable hangChanged;
bool isHanging = false; // guarded by hangMutex, as is the next
int hungLooks = 0;

/// While it lives, looking at a directory of profiles does not come back: as on a hard-mounted share whose server is away.
class HungShare
{
public:
    HungShare()
    {
        const std::scoped_lock lock(hangMutex);
        isHanging = true;
        hungLooks = 0;
    }
    ~HungShare()
    {
        release();
    }
    HungShare(const HungShare &) = delete;
    HungShare &operator=(const HungShare &) = delete;
    void release() const
    {
        const std::scoped_lock lock(hangMutex);
        isHanging = false;
        hangChanged.notify_all();
    }
    bool waitUntilHung() const
    {
        std::unique_lock lock(hangMutex);
        return hangChanged.wait_for(lock, 30s, [] {
            return hungLooks > 0;
        });
    }
};
}

/// In the place of the C library's for what is linked into this program.
extern "C" DIR *opendir(const char *name)
{
    static const auto real = reinterpret_cast<DIR *(*)(const char *)>(::dlsym(RTLD_NEXT, "opendir"));
    if (QByteArrayView(name).endsWith("/profiles")) {
        std::unique_lock lock(hangMutex);
        hungLooks += isHanging ? 1 : 0;
        hangChanged.notify_all();
        hangChanged.wait(lock, [] {
            return !isHanging;
        });
    }
    return real(name);
}

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
    void pollsWhatTellsNobody_data();
    void pollsWhatTellsNobody();
    void sharedFilesAreSeenToChange_data();
    void sharedFilesAreSeenToChange();
    void changesKeepBeingNoticed();
    void knownHostsAndModesAreWatched();
    void burstIsOneChange();
    void waitsForQuietButNotForEver_data();
    void waitsForQuietButNotForEver();
    void asksTheFirstTime();
    void acceptIsKept();
    void changedProfileAsksAnew_data();
    void changedProfileAsksAnew();
    void hostKeysAreAgreedTo_data();
    void hostKeysAreAgreedTo();
    void gatewayOfAllIsAskedAboutOnce();
    void acceptOfAnOlderFormIsNone();
    void eachSiteIsAgreedTo();
    void acceptOfNonsenseChangesNothing_data();
    void acceptOfNonsenseChangesNothing();
    void acceptThatCannotBeStoredCountsForThisRun();
    void damagedTrustIsTold();
    void withoutATrustFileThereAreNoVerdicts();
    void lastGoodFormIsAgreedToToo();
    void shareThatIsAwayKeepsItsAgreements();
    void restartsWithABrokenCheckout();
    void anotherDirectoryHasItsOwnMemory();
    void shareThatHangsAtStart();
    void shareThatHangsLater();
    void shareThatHangsAndIsUnknown();
    void canBeDeletedAtAnyTime();

private:
    static TrustVerdict verdict(const FacilityWatcher &watcher, const QString &id = u"lris"_s)
    {
        return watcher.facility() ? watcher.facility()->trustVerdicts.value(id) : TrustVerdict();
    }
    /// Waits until the verdict on a profile is this one.
    static bool isJudged(const FacilityWatcher &watcher, TrustVerdict::State state, const QString &id = u"lris"_s)
    {
        return becomes(watcher, [state, id](const Facility &facility) {
            return facility.trustVerdicts.contains(id) && facility.trustVerdicts.value(id).state == state;
        });
    }
    QString trustFile() const
    {
        return m_own->path() + u"/data/trust.json"_s;
    }
    QString lastValidDirectory() const
    {
        return m_own->path() + u"/cache"_s;
    }
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
    std::unique_ptr<QTemporaryDir> m_own; // what Nightdesk keeps for itself
};

void FacilityWatcherTest::init()
{
    m_own = std::make_unique<QTemporaryDir>();
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
                               "two replaced at once",
                               "deleted and written anew, as git does",
                               "renamed to a backup and written anew",
                               "group edited",
                               "facility and profile at once"}) {
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
        return facility.profiles.size() == 2 && facility.brokenProfiles.isEmpty();
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
            return facility.profiles.isEmpty() && facility.brokenProfiles.isEmpty();
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
            return facility.profiles.isEmpty() && facility.brokenProfiles.size() == 1 && facility.brokenProfiles.first().id == u"lris"_s
                && facility.brokenProfiles.first().errors.first().place.line == 3;
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
            return facility.profiles.isEmpty() && facility.brokenProfiles.size() == 1 && facility.brokenProfiles.first().lastValid;
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
    } else if (change == u"deleted and written anew, as git does") {
        QVERIFY(QFile::remove(m_directory->path() + u"/profiles/lris.toml"_s));
        m_directory->write(u"profiles/lris.toml"_s, renamed);
        QVERIFY(becomes(watcher, isRenamed));
    } else if (change == u"renamed to a backup and written anew") {
        const QString file = m_directory->path() + u"/profiles/lris.toml"_s;
        QVERIFY(QFile::rename(file, file + u'~'));
        m_directory->write(u"profiles/lris.toml"_s, renamed);
        QVERIFY(becomes(watcher, isRenamed));
    } else if (change == u"group edited") {
        const QByteArray group =
            "[group.telescope1]\nlink.tcs.host = \"tcs.example\"\n[[group.telescope1.desktop]]\nid = \"tcs\"\nlink = \"tcs\"\ndisplay = \":1\"\n";
        m_directory->write(u"facility.toml"_s, Test::facilityToml() + group);
        m_directory->write(u"profiles/lris.toml"_s, Test::sketch().replace("[link.summit]", "include = [\"telescope1\"]\n[link.summit]"));
        const auto hasTcsAt = [](const QString &host) {
            return [host](const Facility &facility) {
                return facility.profiles.size() == 1 && std::ranges::contains(facility.profiles.first().links, host, &LinkSpec::host);
            };
        };
        QVERIFY(becomes(watcher, hasTcsAt(u"tcs.example"_s)));
        m_directory->replace(u"facility.toml"_s, Test::facilityToml() + QByteArray(group).replace("tcs.example", "tcs2.example"));
        QVERIFY(becomes(watcher, hasTcsAt(u"tcs2.example"_s)));
    } else if (change == u"facility and profile at once") {
        m_directory->replace(u"facility.toml"_s, otherFacility);
        m_directory->replace(u"profiles/lris.toml"_s, renamed);
        QVERIFY(becomes(watcher, [&](const Facility &facility) {
            return isOther(facility) && isRenamed(facility);
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
    QFile same(m_directory->path() + u"/profiles/lris.toml"_s);
    QVERIFY(same.open(QIODevice::ReadWrite)); // not cut short first: an empty file is a change, if somebody looks just then
    QCOMPARE(same.write(Test::sketch()), Test::sketch().size());
    same.close();
    m_directory->write(u"profiles/notes.txt"_s, "nothing");
    watcher.rereadFacility();
    // A change that counts comes after those that do not: had they been told, there would be more than two signals.
    m_directory->write(u"profiles/esi.toml.new"_s, named("esi"));
    watcher.rereadFacility();
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

void FacilityWatcherTest::pollsWhatTellsNobody_data()
{
    QTest::addColumn<bool>("isOnNetworkShare");
    QTest::newRow("by reading all of it") << false;
    QTest::newRow("as on a share, by what changed") << true;
}

void FacilityWatcherTest::pollsWhatTellsNobody()
{
    QFETCH(const bool, isOnNetworkShare);
    FacilityWatcher watcher;
    if (isOnNetworkShare) {
        quiet(watcher);
        watcher.setNetworkSharePollInterval(20ms);
    } else {
        watcher.setPollInterval(50ms);
    }
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

void FacilityWatcherTest::sharedFilesAreSeenToChange_data()
{
    QTest::addColumn<int>("change");
    QTest::addColumn<bool>("isChange");
    QTest::newRow("nothing") << 0 << false;
    QTest::newRow("written in place") << 1 << true;
    QTest::newRow("replaced by one of the same size") << 2 << true;
    QTest::newRow("removed") << 3 << true;
    QTest::newRow("another file is looked at") << 4 << true;
}

void FacilityWatcherTest::sharedFilesAreSeenToChange()
{
    QFETCH(const int, change);
    QFETCH(const bool, isChange);
    const QString file = m_directory->path() + u"/profiles/lris.toml"_s;
    QStringList paths{m_directory->path(), file};
    NetworkShareFiles shared;
    (void)shared.haveFilesChanged(paths);
    QVERIFY(!shared.haveFilesChanged(paths));
    switch (change) {
    case 1:
        m_directory->write(u"profiles/lris.toml"_s, Test::sketch() + "# more\n");
        break;
    case 2:
        m_directory->replace(u"profiles/lris.toml"_s, Test::sketch());
        break;
    case 3:
        QVERIFY(QFile::remove(file));
        break;
    case 4:
        paths.append(m_directory->path() + u"/facility.toml"_s);
        break;
    default:
        break;
    }
    QCOMPARE(shared.haveFilesChanged(paths), isChange);
    QVERIFY(!shared.haveFilesChanged(paths));
    QVERIFY(!NetworkShareFiles::isOnNetworkShare(u"/proc"_s));
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

void FacilityWatcherTest::knownHostsAndModesAreWatched()
{
    // Nothing of it is in the value, but whose facility it is depends on it: a change is looked at, and tells nothing.
    m_directory->write(u"known_hosts"_s, "a ssh-ed25519 AAAA\n");
    FacilityWatcher watcher;
    quiet(watcher);
    QSignalSpy changed(&watcher, &FacilityWatcher::facilityChanged);
    watcher.setTrustFile(trustFile());
    watcher.setDirectory(m_directory->path());
    QVERIFY(changed.wait(30000));
    m_directory->write(u"known_hosts"_s, "b ssh-ed25519 AAAA\n");
    m_directory->replace(u"facility.toml"_s, Test::facilityToml().replace("\"known_hosts\"", "\"hosts/known_hosts\""));
    QVERIFY(becomes(watcher, [this](const Facility &facility) {
        return facility.profiles.size() == 1 && facility.profiles.first().links.first().knownHostsPath == m_directory->path() + u"/hosts/known_hosts"_s;
    }));
    QCOMPARE(changed.size(), 2);
}

void FacilityWatcherTest::burstIsOneChange()
{
    FacilityWatcher watcher;
    quiet(watcher);
    QSignalSpy changed(&watcher, &FacilityWatcher::facilityChanged);
    watcher.setDirectory(m_directory->path());
    QVERIFY(changed.wait(30000));
    QElapsedTimer burst;
    burst.start();
    for (int i = 0; i < 12; ++i) {
        const QByteArray id = "p" + QByteArray::number(i);
        m_directory->replace(u"profiles/"_s + QString::fromLatin1(id) + u".toml"_s, named(id));
    }
    m_directory->replace(u"facility.toml"_s, Test::facilityToml().replace("Summit Observatory", "Another Observatory"));
    const bool wasQuick = burst.elapsed() < 100;
    QVERIFY(becomes(watcher, [](const Facility &facility) {
        return facility.profiles.size() == 13 && facility.name == u"Another Observatory"_s;
    }));
    if (wasQuick) { // a machine that was held up inside of it may tell of a half
        QCOMPARE(changed.size(), 2);
    }
}

void FacilityWatcherTest::waitsForQuietButNotForEver_data()
{
    QTest::addColumn<std::chrono::milliseconds>("sinceFirst");
    QTest::addColumn<std::chrono::milliseconds>("expected");
    QTest::newRow("the first change") << 0ms << 150ms;
    QTest::newRow("one more") << 700ms << 150ms;
    QTest::newRow("near the end") << 900ms << 100ms;
    QTest::newRow("at the end") << 1000ms << 0ms;
    QTest::newRow("the timer came late") << 5000ms << 0ms;
}

void FacilityWatcherTest::waitsForQuietButNotForEver()
{
    QFETCH(std::chrono::milliseconds, sinceFirst);
    QFETCH(std::chrono::milliseconds, expected);
    QCOMPARE(FacilityWatcherWorker::settleDelay(sinceFirst), expected);
}

void FacilityWatcherTest::asksTheFirstTime()
{
    FacilityWatcher watcher;
    quiet(watcher);
    watcher.setTrustFile(trustFile());
    watcher.setDirectory(m_directory->path());
    QVERIFY(isJudged(watcher, TrustVerdict::State::NeverApproved));
    const TrustVerdict first = verdict(watcher);
    QCOMPARE(first.manifestHash.size(), 64);
    QCOMPARE(first.currentManifest.items.size(), 3);
    QCOMPARE(first.currentManifest.items.first().account, u"{account}"_s);
    QCOMPARE(first.changes.size(), 3);
    QVERIFY(!QFile::exists(trustFile())); // looking is not agreeing
    watcher.setAccount(u"lris7"_s);
    QVERIFY(becomes(watcher, [](const Facility &facility) {
        return facility.profiles.first().links.first().user == u"lris7"_s;
    }));
    QCOMPARE(verdict(watcher), first); // which account is typed tonight is no change
}

void FacilityWatcherTest::acceptIsKept()
{
    QString hash;
    {
        FacilityWatcher watcher;
        quiet(watcher);
        watcher.setTrustFile(trustFile());
        watcher.setDirectory(m_directory->path());
        QVERIFY(isJudged(watcher, TrustVerdict::State::NeverApproved));
        hash = verdict(watcher).manifestHash;
        QSignalSpy failed(&watcher, &FacilityWatcher::approvalFailed);
        watcher.recordApproval(u"lris"_s, hash);
        QVERIFY(isJudged(watcher, TrustVerdict::State::Approved));
        QVERIFY(failed.isEmpty());
        QCOMPARE(verdict(watcher).manifestHash, hash);
        QVERIFY(verdict(watcher).approvedAt.isValid());
        // Once more: answered, though nothing differs.
        QSignalSpy changed(&watcher, &FacilityWatcher::facilityChanged);
        watcher.recordApproval(u"lris"_s, hash);
        QVERIFY(changed.wait(30000));
        QVERIFY(isJudged(watcher, TrustVerdict::State::Approved));
    }
    FacilityWatcher next;
    quiet(next);
    next.setTrustFile(trustFile());
    // The same directory by another way.
    QCOMPARE(::symlink(QFile::encodeName(m_directory->path()).constData(), QFile::encodeName(m_own->path() + u"/link"_s).constData()), 0);
    next.setDirectory(m_own->path() + u"/link"_s);
    QVERIFY(isJudged(next, TrustVerdict::State::Approved));
    QCOMPARE(verdict(next).manifestHash, hash);
}

void FacilityWatcherTest::changedProfileAsksAnew_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QStringList>("changed"); // empty: it does not ask
    const QString profile = u"profiles/lris.toml"_s;
    const QString facility = u"facility.toml"_s;
    QTest::newRow("a command") << profile << QByteArray("\"ds9\", ") << QByteArray("\"xterm\", ") << QStringList{u"ds9"_s};
    QTest::newRow("the instrument's name in a command") << profile << QByteArray("\"LRIS\"") << QByteArray("\"Other\"") << QStringList{u"ds9"_s};
    QTest::newRow("a host") << profile << QByteArray("lris.summit") << QByteArray("evil.summit") << QStringList{u"summit"_s, u"control0"_s, u"ds9"_s};
    QTest::newRow("a user") << profile << QByteArray("\"{account}\"") << QByteArray("\"root\"") << QStringList{u"summit"_s, u"control0"_s, u"ds9"_s};
    QTest::newRow("a gateway") << profile << QByteArray("gateway.example") << QByteArray("gate.example") << QStringList{u"summit"_s};
    QTest::newRow("a display") << profile << QByteArray("\":1\"") << QByteArray("\":2\"") << QStringList{u"control0"_s};
    QTest::newRow("a trusted window") << profile << QByteArray("trusted = false") << QByteArray("trusted = true") << QStringList{u"ds9"_s};
    QTest::newRow("the facility's known_hosts") << facility << QByteArray("\"known_hosts\"") << QByteArray("\"/tmp/mine\"") << QStringList{u"summit"_s};
    QTest::newRow("a title") << profile << QByteArray("\"Control 0\"") << QByteArray("\"Control\"") << QStringList();
    QTest::newRow("a screen") << profile << QByteArray("screen = \"left\"") << QByteArray("screen = \"right\"") << QStringList();
    QTest::newRow("a comment") << profile << QByteArray("# an X program") << QByteArray("# a program") << QStringList();
    QTest::newRow("a link that it does not take") << facility << QByteArray("shared.summit.example") << QByteArray("other.example") << QStringList();
}

void FacilityWatcherTest::changedProfileAsksAnew()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QStringList, changed);
    FacilityWatcher watcher;
    quiet(watcher);
    watcher.setTrustFile(trustFile());
    watcher.setDirectory(m_directory->path());
    QVERIFY(isJudged(watcher, TrustVerdict::State::NeverApproved));
    const TrustVerdict agreed = verdict(watcher);
    watcher.recordApproval(u"lris"_s, agreed.manifestHash);
    QVERIFY(isJudged(watcher, TrustVerdict::State::Approved));

    QByteArray text = file == u"facility.toml"_s ? Test::facilityToml() : Test::sketch();
    QVERIFY(text.contains(from));
    text.replace(from, to);
    m_directory->replace(file, text);
    // Something that is told in any case comes with it.
    m_directory->replace(u"profiles/esi.toml"_s, named("esi"));
    QVERIFY(becomes(watcher, [](const Facility &facility) {
        return facility.profiles.size() == 2;
    }));
    if (changed.isEmpty()) {
        QCOMPARE(verdict(watcher).state, TrustVerdict::State::Approved);
        QCOMPARE(verdict(watcher).manifestHash, agreed.manifestHash);
        return;
    }
    QVERIFY(isJudged(watcher, TrustVerdict::State::Changed));
    const TrustVerdict now = verdict(watcher);
    QCOMPARE(now.approvedManifest, agreed.currentManifest);
    QVERIFY(now.manifestHash != agreed.manifestHash);
    QStringList told;
    for (const RunItemChange &change : now.changes) {
        if (change.kind != RunItemChange::Kind::Same) {
            told.append(change.currentItem.id);
        }
    }
    QCOMPARE(told, changed);
    watcher.recordApproval(u"lris"_s, now.manifestHash);
    QVERIFY(isJudged(watcher, TrustVerdict::State::Approved));
}

void FacilityWatcherTest::hostKeysAreAgreedTo_data()
{
    QTest::addColumn<QByteArray>("now"); // null: the file is away
    QTest::addColumn<bool>("mustAskUser");
    QTest::addColumn<QStringList>("known");
    const QString summit = u"lris.summit.example ssh-ed25519 AAAA"_s;
    const QString gateway = u"gateway.example ssh-ed25519 BBBB"_s;
    QTest::newRow("another key") << "lris.summit.example ssh-ed25519 CCCC\ngateway.example ssh-ed25519 BBBB\n"_ba << true
                                 << QStringList{gateway, u"lris.summit.example ssh-ed25519 CCCC"_s};
    QTest::newRow("another key of the gateway") << "lris.summit.example ssh-ed25519 AAAA\ngateway.example ssh-ed25519 DDDD\n"_ba << true
                                                << QStringList{u"gateway.example ssh-ed25519 DDDD"_s, summit};
    QTest::newRow("a key more") << "lris.summit.example ssh-ed25519 AAAA\ngateway.example ssh-ed25519 BBBB\nlris.summit.example ssh-rsa EEEE\n"_ba << true
                                << QStringList{gateway, summit, u"lris.summit.example ssh-rsa EEEE"_s};
    QTest::newRow("no key any more") << "# nothing\n"_ba << true << QStringList();
    QTest::newRow("a revoked one") << "lris.summit.example ssh-ed25519 AAAA\ngateway.example ssh-ed25519 BBBB\n@revoked * ssh-rsa EEEE\n"_ba << true
                                   << QStringList{u"@revoked * ssh-rsa EEEE"_s, gateway, summit};
    QTest::newRow("a key of every host counts for none")
        << "lris.summit.example ssh-ed25519 AAAA\ngateway.example ssh-ed25519 BBBB\n* ssh-rsa EEEE\n"_ba << false << QStringList{gateway, summit};
    QTest::newRow("another host, order and comments")
        << "# c\nother ssh-rsa EEEE\ngateway.example ssh-ed25519 BBBB me\nlris.summit.example ssh-ed25519 AAAA\n"_ba << false << QStringList{gateway, summit};
    QTest::newRow("the file is away") << QByteArray() << false << QStringList{gateway, summit};
}

void FacilityWatcherTest::hostKeysAreAgreedTo()
{
    QFETCH(QByteArray, now);
    QFETCH(bool, mustAskUser);
    QFETCH(QStringList, known);
    m_directory->write(u"known_hosts"_s, "lris.summit.example ssh-ed25519 AAAA\ngateway.example ssh-ed25519 BBBB\nother ssh-ed25519 AAAA\n");
    FacilityWatcher watcher;
    quiet(watcher);
    watcher.setTrustFile(trustFile());
    watcher.setDirectory(m_directory->path());
    QVERIFY(isJudged(watcher, TrustVerdict::State::NeverApproved));
    QCOMPARE(verdict(watcher).currentManifest.items.first().hostKeys,
             (QStringList{u"gateway.example ssh-ed25519 BBBB"_s, u"lris.summit.example ssh-ed25519 AAAA"_s}));
    watcher.recordApproval(u"lris"_s, verdict(watcher).manifestHash);
    QVERIFY(isJudged(watcher, TrustVerdict::State::Approved));

    if (now.isNull()) {
        QVERIFY(QFile::remove(m_directory->path() + u"/known_hosts"_s));
    } else {
        m_directory->replace(u"known_hosts"_s, now);
    }
    m_directory->replace(u"profiles/esi.toml"_s, named("esi"));
    QVERIFY(becomes(watcher, [](const Facility &facility) {
        return facility.profiles.size() == 2;
    }));
    QVERIFY(isJudged(watcher, mustAskUser ? TrustVerdict::State::Changed : TrustVerdict::State::Approved));
    QCOMPARE(verdict(watcher).currentManifest.items.first().hostKeys, known);
    // What a link believes is what was shown.
    const QList<InstrumentProfile> profiles = watcher.facility()->profiles;
    const auto profile = std::ranges::find(profiles, u"lris"_s, &InstrumentProfile::id);
    QStringList believed;
    for (const KnownHost &host : *profile->links.first().hostKeys) {
        QVERIFY(host.isFromFacility);
        believed << host.text();
    }
    believed.sort();
    QCOMPARE(believed, known);
    const bool isReported = std::ranges::any_of(watcher.facility()->errors, [](const ProfileError &error) {
        return error.place.file.endsWith(u"/known_hosts") && error.place.line == 3;
    });
    QCOMPARE(isReported, now.contains("\n* "));
}

void FacilityWatcherTest::gatewayOfAllIsAskedAboutOnce()
{
    // One line of facility.toml changes where two instruments log in: each asks, and shows its link alone.
    const QByteArray facility = Test::facilityToml() + "[default.link]\njump = [\"{gate}\"]\n[variables]\ngate = \"gate1.example\"\n";
    m_directory->write(u"facility.toml"_s, facility);
    const QByteArray profile = Test::sketch().replace("jump = [\"gateway.example\"]\n", "");
    m_directory->write(u"profiles/lris.toml"_s, profile);
    m_directory->write(u"profiles/esi.toml"_s, QByteArray(profile).replace("\"lris\"", "\"esi\""));
    FacilityWatcher watcher;
    quiet(watcher);
    watcher.setTrustFile(trustFile());
    watcher.setDirectory(m_directory->path());
    for (const QString &id : {u"lris"_s, u"esi"_s}) {
        QVERIFY(isJudged(watcher, TrustVerdict::State::NeverApproved, id));
        QCOMPARE(verdict(watcher, id).currentManifest.items.first().jumpHosts, QStringList{u"gate1.example"_s});
        watcher.recordApproval(id, verdict(watcher, id).manifestHash);
        QVERIFY(isJudged(watcher, TrustVerdict::State::Approved, id));
    }
    m_directory->replace(u"facility.toml"_s, QByteArray(facility).replace("gate1", "gate2"));
    for (const QString &id : {u"lris"_s, u"esi"_s}) {
        QVERIFY(isJudged(watcher, TrustVerdict::State::Changed, id));
        QStringList told;
        for (const RunItemChange &change : verdict(watcher, id).changes) {
            if (change.kind == RunItemChange::Kind::Changed) {
                told.append(change.currentItem.id + u':' + change.approvedItem.jumpHosts.join(u',') + u">"_s + change.currentItem.jumpHosts.join(u','));
            }
        }
        QCOMPARE(told, QStringList{u"summit:gate1.example>gate2.example"_s});
    }
}

void FacilityWatcherTest::acceptOfAnOlderFormIsNone()
{
    FacilityWatcher watcher;
    quiet(watcher);
    watcher.setTrustFile(trustFile());
    watcher.setDirectory(m_directory->path());
    QVERIFY(isJudged(watcher, TrustVerdict::State::NeverApproved));
    const QString shown = verdict(watcher).manifestHash;
    QSignalSpy changed(&watcher, &FacilityWatcher::facilityChanged);
    QSignalSpy failed(&watcher, &FacilityWatcher::approvalFailed);
    // It changes while the person reads the question; the answer is quicker than the news, unless the machine is held up in between: then once more.
    bool isQuicker = false;
    for (int tries = 0; !isQuicker && tries < 20; ++tries) {
        if (tries > 0) {
            m_directory->replace(u"profiles/lris.toml"_s, Test::sketch());
            QVERIFY(becomes(watcher, [&shown](const Facility &facility) {
                return facility.trustVerdicts.value(u"lris"_s).manifestHash == shown;
            }));
        }
        QElapsedTimer sinceChange;
        sinceChange.start();
        m_directory->replace(u"profiles/lris.toml"_s, Test::sketch().replace("\"ds9\", ", "\"rm\", "));
        watcher.recordApproval(u"lris"_s, shown);
        isQuicker = sinceChange.elapsed() < 100; // the news comes after 150 ms of quiet
        QVERIFY(changed.wait(30000));
    }
    QVERIFY(isQuicker);
    // The answer was for what was shown; what it is now asks, and shows the difference.
    QCOMPARE(verdict(watcher).state, TrustVerdict::State::Changed);
    QVERIFY(verdict(watcher).mustAskUser());
    QVERIFY(verdict(watcher).manifestHash != shown);
    QCOMPARE(verdict(watcher).changes.last().approvedItem.command.first(), u"ds9"_s);
    QCOMPARE(verdict(watcher).changes.last().currentItem.command.first(), u"rm"_s);
    QVERIFY(failed.isEmpty());
}

void FacilityWatcherTest::eachSiteIsAgreedTo()
{
    m_directory->write(u"profiles/lris.toml"_s, Test::sketch() + "link.summit.jump = [\"sc.example\"]\n");
    FacilityWatcher watcher;
    quiet(watcher);
    watcher.setTrustFile(trustFile());
    watcher.setSite(u"waimea"_s);
    watcher.setDirectory(m_directory->path());
    QVERIFY(isJudged(watcher, TrustVerdict::State::NeverApproved));
    watcher.recordApproval(u"lris"_s, verdict(watcher).manifestHash);
    QVERIFY(isJudged(watcher, TrustVerdict::State::Approved));
    watcher.setSite(u"santa-cruz"_s);
    QVERIFY(isJudged(watcher, TrustVerdict::State::NeverApproved));
    QCOMPARE(verdict(watcher).currentManifest.items.first().jumpHosts, QStringList{u"sc.example"_s});
    watcher.recordApproval(u"lris"_s, verdict(watcher).manifestHash);
    QVERIFY(isJudged(watcher, TrustVerdict::State::Approved));
    watcher.setSite(u"waimea"_s);
    QVERIFY(becomes(watcher, [](const Facility &facility) {
        return facility.profiles.first().links.first().jumpHosts == QStringList{u"gateway.example"_s};
    }));
    QCOMPARE(verdict(watcher).state, TrustVerdict::State::Approved);
}

void FacilityWatcherTest::acceptOfNonsenseChangesNothing_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("hash"); // "shown": what was shown
    QTest::newRow("no such profile") << u"hires"_s << u"shown"_s;
    QTest::newRow("no profile") << QString() << u"shown"_s;
    QTest::newRow("no hash") << u"lris"_s << QString();
    QTest::newRow("another hash") << u"lris"_s << u"0000"_s;
}

void FacilityWatcherTest::acceptOfNonsenseChangesNothing()
{
    QFETCH(QString, id);
    QFETCH(QString, hash);
    FacilityWatcher watcher;
    quiet(watcher);
    watcher.recordApproval(id, hash); // before there is a directory
    watcher.setTrustFile(trustFile());
    watcher.setDirectory(m_directory->path());
    QVERIFY(isJudged(watcher, TrustVerdict::State::NeverApproved));
    QSignalSpy changed(&watcher, &FacilityWatcher::facilityChanged);
    watcher.recordApproval(id, hash == u"shown"_s ? verdict(watcher).manifestHash : hash);
    QVERIFY(changed.wait(30000));
    QCOMPARE(verdict(watcher).state, TrustVerdict::State::NeverApproved);
    QVERIFY(!QFile::exists(trustFile()));
}

void FacilityWatcherTest::acceptThatCannotBeStoredCountsForThisRun()
{
    QFile inTheWay(m_own->path() + u"/data"_s);
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    FacilityWatcher watcher;
    quiet(watcher);
    watcher.setTrustFile(trustFile());
    watcher.setDirectory(m_directory->path());
    QVERIFY(isJudged(watcher, TrustVerdict::State::NeverApproved));
    QSignalSpy failed(&watcher, &FacilityWatcher::approvalFailed);
    watcher.recordApproval(u"lris"_s, verdict(watcher).manifestHash);
    QVERIFY(isJudged(watcher, TrustVerdict::State::Approved));
    QCOMPARE(failed.size(), 1);
    QCOMPARE(failed.first().first().toString(), u"lris"_s);
    QVERIFY(failed.first().last().toString().contains(trustFile()));
    // It outlives other sites and files, not the program.
    watcher.setSite(u"waimea"_s);
    QVERIFY(isJudged(watcher, TrustVerdict::State::NeverApproved));
    watcher.setSite({});
    QVERIFY(isJudged(watcher, TrustVerdict::State::Approved));
    FacilityWatcher next;
    quiet(next);
    next.setTrustFile(trustFile());
    next.setDirectory(m_directory->path());
    QVERIFY(isJudged(next, TrustVerdict::State::NeverApproved));
}

void FacilityWatcherTest::damagedTrustIsTold()
{
    QVERIFY(QDir(m_own->path()).mkdir(u"data"_s));
    QFile damaged(trustFile());
    QVERIFY(damaged.open(QIODevice::WriteOnly));
    damaged.write("{ \"version\": 1, \"agreem");
    damaged.close();
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"Your approvals could not be read"_s));
    FacilityWatcher watcher;
    quiet(watcher);
    watcher.setTrustFile(trustFile());
    watcher.setDirectory(m_directory->path());
    QVERIFY(isJudged(watcher, TrustVerdict::State::NeverApproved));
    QCOMPARE(watcher.facility()->errors.size(), 1);
    const ProfileError told = watcher.facility()->errors.first();
    QCOMPARE(told.severity, Severity::Warning);
    QCOMPARE(told.place.file, trustFile());
    QVERIFY(told.message.contains(trustFile() + u".broken"_s));
    watcher.recordApproval(u"lris"_s, verdict(watcher).manifestHash);
    QVERIFY(isJudged(watcher, TrustVerdict::State::Approved));
    QVERIFY(watcher.facility()->errors.isEmpty());
    QVERIFY(QFile::exists(trustFile() + u".broken"_s));
}

void FacilityWatcherTest::withoutATrustFileThereAreNoVerdicts()
{
    FacilityWatcher watcher;
    quiet(watcher);
    watcher.setTrustFile(trustFile());
    watcher.setDirectory(m_directory->path());
    QVERIFY(isJudged(watcher, TrustVerdict::State::NeverApproved));
    QSignalSpy changed(&watcher, &FacilityWatcher::facilityChanged);
    watcher.setTrustFile({});
    QVERIFY(changed.wait(30000));
    QVERIFY(watcher.facility()->trustVerdicts.isEmpty());
    watcher.recordApproval(u"lris"_s, u"0000"_s);
    QVERIFY(changed.wait(30000));
    QVERIFY(watcher.facility()->trustVerdicts.isEmpty());
}

void FacilityWatcherTest::lastGoodFormIsAgreedToToo()
{
    FacilityWatcher watcher;
    quiet(watcher);
    watcher.setTrustFile(trustFile());
    watcher.setDirectory(m_directory->path());
    QVERIFY(isJudged(watcher, TrustVerdict::State::NeverApproved));
    const QString hash = verdict(watcher).manifestHash;
    m_directory->write(u"profiles/lris.toml"_s, "format = 1\nid = \"lris\"\nname = 3\n");
    QVERIFY(becomes(watcher, [](const Facility &facility) {
        return facility.brokenProfiles.size() == 1 && facility.brokenProfiles.first().lastValid;
    }));
    QCOMPARE(verdict(watcher).state, TrustVerdict::State::NeverApproved);
    QCOMPARE(verdict(watcher).manifestHash, hash);
    watcher.recordApproval(u"lris"_s, hash);
    QVERIFY(isJudged(watcher, TrustVerdict::State::Approved));
    m_directory->write(u"profiles/lris.toml"_s, Test::sketch());
    QVERIFY(becomes(watcher, [](const Facility &facility) {
        return facility.brokenProfiles.isEmpty() && facility.profiles.size() == 1;
    }));
    QCOMPARE(verdict(watcher).state, TrustVerdict::State::Approved);
}

void FacilityWatcherTest::shareThatIsAwayKeepsItsAgreements()
{
    // The way to it is a link, so that its real name cannot be had while it is away.
    const QString share = m_directory->path() + u"/share"_s;
    const QString link = m_own->path() + u"/facility"_s;
    QVERIFY(QDir().mkpath(share + u"/profiles"_s));
    m_directory->write(u"share/facility.toml"_s, Test::facilityToml());
    m_directory->write(u"share/profiles/lris.toml"_s, Test::sketch());
    QCOMPARE(::symlink(QFile::encodeName(share).constData(), QFile::encodeName(link).constData()), 0);
    {
        FacilityWatcher watcher;
        quiet(watcher);
        watcher.setTrustFile(trustFile());
        watcher.setLastValidDirectory(lastValidDirectory());
        watcher.setDirectory(link);
        QVERIFY(isJudged(watcher, TrustVerdict::State::NeverApproved));
        watcher.recordApproval(u"lris"_s, verdict(watcher).manifestHash);
        QVERIFY(isJudged(watcher, TrustVerdict::State::Approved));
        QVERIFY(QDir().rename(share, share + u"-away"_s));
        watcher.rereadFacility();
        QVERIFY(becomes(watcher, [](const Facility &facility) {
            return facility.brokenProfiles.size() == 1 && facility.brokenProfiles.first().lastValid && facility.sites.size() == 2;
        }));
        QCOMPARE(verdict(watcher).state, TrustVerdict::State::Approved);
    }
    FacilityWatcher next;
    quiet(next);
    next.setTrustFile(trustFile());
    next.setLastValidDirectory(lastValidDirectory());
    next.setDirectory(link);
    QVERIFY(isJudged(next, TrustVerdict::State::Approved));
    QVERIFY(next.facility()->brokenProfiles.first().lastValid);
}

void FacilityWatcherTest::restartsWithABrokenCheckout()
{
    m_directory->write(u"profiles/esi.toml"_s, named("esi"));
    InstrumentProfile good;
    {
        FacilityWatcher watcher;
        quiet(watcher);
        watcher.setLastValidDirectory(lastValidDirectory());
        watcher.setSite(u"waimea"_s);
        watcher.setDirectory(m_directory->path());
        QVERIFY(becomes(watcher, [](const Facility &facility) {
            return facility.profiles.size() == 2;
        }));
        good = *std::ranges::find(watcher.facility()->profiles, u"lris"_s, &InstrumentProfile::id);
    }
    m_directory->write(u"facility.toml"_s, "<<<<<<< HEAD\nformat = 1\n");
    m_directory->write(u"profiles/lris.toml"_s, Test::sketch().replace("[link.summit]", "[link.summit"));
    FacilityWatcher watcher;
    quiet(watcher);
    watcher.setLastValidDirectory(lastValidDirectory());
    watcher.setSite(u"waimea"_s);
    watcher.setDirectory(m_directory->path());
    QVERIFY(becomes(watcher, [](const Facility &) {
        return true;
    }));
    const Facility facility = watcher.facility().value_or(Facility());
    QCOMPARE(facility.sites.size(), 2);
    QCOMPARE(facility.profiles.size(), 1);
    QCOMPARE(facility.brokenProfiles.size(), 1);
    QCOMPARE(facility.brokenProfiles.first().lastValid, good);
    QVERIFY(facility.brokenProfiles.first().lastValidAt.isValid());
    QVERIFY(!facility.errors.isEmpty());
}

void FacilityWatcherTest::anotherDirectoryHasItsOwnMemory()
{
    FacilityDirectory other;
    other.write(u"facility.toml"_s, Test::facilityToml());
    other.write(u"profiles/lris.toml"_s, "format = 1\n");
    FacilityWatcher watcher;
    quiet(watcher);
    watcher.setLastValidDirectory(lastValidDirectory());
    watcher.setDirectory(m_directory->path());
    QVERIFY(becomes(watcher, [](const Facility &facility) {
        return facility.profiles.size() == 1;
    }));
    watcher.setDirectory(other.path());
    QVERIFY(becomes(watcher, [](const Facility &facility) {
        return facility.brokenProfiles.size() == 1 && !facility.brokenProfiles.first().lastValid;
    }));
    m_directory->write(u"profiles/lris.toml"_s, "format = 1\n");
    watcher.setDirectory(m_directory->path());
    QVERIFY(becomes(watcher, [](const Facility &facility) {
        return facility.brokenProfiles.size() == 1 && facility.brokenProfiles.first().lastValid;
    }));
}

void FacilityWatcherTest::shareThatHangsAtStart()
{
    QString hash;
    {
        FacilityWatcher watcher;
        quiet(watcher);
        watcher.setTrustFile(trustFile());
        watcher.setLastValidDirectory(lastValidDirectory());
        watcher.setDirectory(m_directory->path());
        QVERIFY(isJudged(watcher, TrustVerdict::State::NeverApproved));
        hash = verdict(watcher).manifestHash;
    }
    FacilityWatcher watcher;
    quiet(watcher);
    watcher.setResponseTimeout(50ms);
    watcher.setTrustFile(trustFile());
    watcher.setLastValidDirectory(lastValidDirectory());
    const HungShare hung;
    watcher.setDirectory(m_directory->path());
    QVERIFY(becomes(watcher, [](const Facility &facility) {
        return facility.brokenProfiles.size() == 1 && facility.brokenProfiles.first().lastValid && facility.sites.size() == 2;
    }));
    QVERIFY(watcher.facility()->brokenProfiles.first().errors.first().message.contains(u"is not responding"_s));
    QVERIFY(watcher.facility()->errors.first().message.contains(u"is not responding"_s));
    QCOMPARE(verdict(watcher).state, TrustVerdict::State::NeverApproved);
    QCOMPARE(verdict(watcher).manifestHash, hash);
    // It can be agreed to, and an account be chosen, though the first look still hangs.
    watcher.recordApproval(u"lris"_s, hash);
    QVERIFY(isJudged(watcher, TrustVerdict::State::Approved));
    watcher.setAccount(u"lris3"_s);
    QVERIFY(becomes(watcher, [](const Facility &facility) {
        return facility.brokenProfiles.size() == 1 && facility.brokenProfiles.first().lastValid
            && facility.brokenProfiles.first().lastValid->links.first().user == u"lris3"_s;
    }));
    QCOMPARE(verdict(watcher).state, TrustVerdict::State::Approved);
    hung.release();
    QVERIFY(becomes(watcher, [](const Facility &facility) {
        return facility.brokenProfiles.isEmpty() && facility.profiles.size() == 1 && facility.errors.isEmpty();
    }));
    QCOMPARE(verdict(watcher).state, TrustVerdict::State::Approved);
}

void FacilityWatcherTest::shareThatHangsLater()
{
    FacilityWatcher watcher;
    watcher.setPollInterval(20ms);
    watcher.setResponseTimeout(50ms);
    watcher.setLastValidDirectory(lastValidDirectory());
    watcher.setDirectory(m_directory->path());
    QVERIFY(becomes(watcher, [](const Facility &facility) {
        return facility.profiles.size() == 1;
    }));
    const HungShare hung;
    QVERIFY(hung.waitUntilHung()); // in a look of its own
    QCOMPARE(watcher.facility()->profiles.size(), 1); // and nothing changes for it
    watcher.setAccount(u"lris3"_s);
    QVERIFY(becomes(watcher, [](const Facility &facility) {
        return facility.brokenProfiles.size() == 1 && facility.brokenProfiles.first().lastValid
            && facility.brokenProfiles.first().lastValid->links.first().user == u"lris3"_s;
    }));
    hung.release();
    QVERIFY(becomes(watcher, [](const Facility &facility) {
        return facility.profiles.size() == 1 && facility.profiles.first().links.first().user == u"lris3"_s;
    }));
    // It is watched as before.
    m_directory->write(u"profiles/esi.toml"_s, named("esi"));
    QVERIFY(becomes(watcher, [](const Facility &facility) {
        return facility.profiles.size() == 2;
    }));
}

void FacilityWatcherTest::shareThatHangsAndIsUnknown()
{
    FacilityWatcher watcher;
    quiet(watcher);
    watcher.setResponseTimeout(50ms);
    const HungShare hung;
    watcher.setDirectory(m_directory->path());
    QVERIFY(becomes(watcher, [](const Facility &facility) {
        return facility.profiles.isEmpty() && facility.brokenProfiles.isEmpty() && facility.errors.size() == 1
            && facility.errors.first().message.contains(u"is not responding"_s);
    }));
    hung.release();
    QVERIFY(becomes(watcher, [](const Facility &facility) {
        return facility.profiles.size() == 1;
    }));
}

void FacilityWatcherTest::canBeDeletedAtAnyTime()
{
    for (int i = 0; i < 20; ++i) {
        auto watcher = std::make_unique<FacilityWatcher>();
        watcher->setTrustFile(trustFile());
        watcher->setDirectory(m_directory->path());
        if (i % 3 == 0) {
            watcher->recordApproval(u"lris"_s, u"0000"_s);
        }
        if (i % 2 == 0) {
            m_directory->write(u"profiles/lris.toml"_s, Test::sketch());
            QTest::qWait(0);
        }
    }
}

NIGHTDESK_GUILESS_TEST(FacilityWatcherTest)
#include "facilitywatchertest.moc"
