// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/quietboard.h"
#include "sessions/broker/brokercredentialfile.h"
#include "tests/sessions/links/linkprobe.h"
#include "tests/sessions/profiles/facilitydirectory.h"
#include "tests/support/sshserver.h"
#include "tests/support/testbroker.h"
#include "tests/support/waitfor.h"

#include <QJsonObject>
#include <QTest>

#include <condition_variable>
#include <mutex>

#include <dirent.h>
#include <dlfcn.h>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
std::mutex hangMutex;
std::condition_variable hangChanged;
bool isHanging = false; // guarded by hangMutex

void setHanging(bool hangs)
{
    const std::scoped_lock lock(hangMutex);
    isHanging = hangs;
    hangChanged.notify_all();
}
}

/// In the place of the C library's for what is linked into this program: a share whose server is away.
extern "C" DIR *opendir(const char *name)
{
    static const auto real = reinterpret_cast<DIR *(*)(const char *)>(::dlsym(RTLD_NEXT, "opendir"));
    if (QByteArrayView(name).endsWith("/profiles")) {
        std::unique_lock lock(hangMutex);
        hangChanged.wait(lock, [] {
            return !isHanging;
        });
    }
    return real(name);
}

/// The board of `nightdesk status --watch` where no window has one: what comes late still counts.
class QuietBoardTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void whatOnlyTookLongGivesWay_data();
    void whatOnlyTookLongGivesWay();
    void theFirstTroubleStays();
    void filesThatComeLateAreRead();
    void filesThatDoNotComeAreTheReason();
    void brokenFilesAreTheReason();

private:
    void writeFacility(const QString &knownHosts);
    void giveCredential(const BrokerCredential &credential);
    static bool tells(QuietBoard &board, const QString &words);

    SshServer m_ssh;
    QTemporaryDir m_home;
    std::unique_ptr<TestBroker> m_broker;
    BrokerCredential m_ann;
    std::unique_ptr<FacilityDirectory> m_facility;
};

void QuietBoardTest::initTestCase()
{
    useHome(m_home.path());
    qputenv("NIGHTDESK_CREDENTIALS", m_home.filePath(u"credentials"_s).toUtf8());
    QVERIFY(m_ssh.start());
}

void QuietBoardTest::init()
{
    m_broker = std::make_unique<TestBroker>();
    m_ann = m_broker->addSa(u"ann"_s);
    QVERIFY(m_broker->start());
    m_facility = std::make_unique<FacilityDirectory>();
    writeFacility(m_ssh.knownHostsFile());
    giveCredential(m_ann);
}

void QuietBoardTest::cleanup()
{
    setHanging(false);
    m_ssh.thaw();
    m_broker.reset();
    m_facility.reset();
}

void QuietBoardTest::writeFacility(const QString &knownHosts)
{
    m_facility->write(u"facility.toml"_s,
                      "format = 1\nname = \"Keck\"\ntimezone = \"Pacific/Honolulu\"\n[link.broker]\nhost = \"127.0.0.1\"\nport = "
                          + QByteArray::number(m_ssh.port()) + "\nuser = \"" + m_ssh.userName().toUtf8() + "\"\nidentities = [\""
                          + m_ssh.identityFile().toUtf8() + "\"]\nknown-hosts = \"" + knownHosts.toUtf8()
                          + "\"\n[broker]\nid = \"keck\"\nlink = \"broker\"\nport = " + QByteArray::number(m_broker->port()) + '\n');
}

void QuietBoardTest::giveCredential(const BrokerCredential &credential)
{
    QDir().mkpath(m_home.filePath(u"credentials"_s));
    const QString file = m_home.filePath(u"credentials/keck.sa"_s);
    QFile::remove(file);
    QVERIFY(BrokerCredentialFile::write(file, credential).has_value());
}

bool QuietBoardTest::tells(QuietBoard &board, const QString &words)
{
    return waitFor(
        [&] {
            return !board.look(0ms) && board.trouble().contains(words);
        },
        30s);
}

void QuietBoardTest::whatOnlyTookLongGivesWay_data()
{
    QTest::addColumn<bool>("isHostKnown");
    QTest::addColumn<bool>("isCredentialGood");
    QTest::addColumn<QString>("trouble"); ///< empty: it connects
    QTest::newRow("a host that nobody knows") << false << true << u"only you can answer"_s;
    QTest::newRow("a credential that the broker refuses") << true << false << u"does not accept this credential"_s;
    QTest::newRow("nothing else was wrong") << true << true << QString();
}

void QuietBoardTest::whatOnlyTookLongGivesWay()
{
    QFETCH(const bool, isHostKnown);
    QFETCH(const bool, isCredentialGood);
    QFETCH(const QString, trouble);
    if (!isHostKnown) {
        m_facility->write(u"nobody"_s, "");
        writeFacility(m_facility->path() + u"/nobody"_s);
    }
    if (!isCredentialGood) {
        giveCredential({u"keck"_s, BrokerRole::SupportAstronomer, u"ann"_s, Secret::fromText(u"guessed"_s)});
    }
    m_ssh.freeze();
    QuietBoard board(m_facility->path());
    QVERIFY(!board.look(0ms));
    QVERIFY(tells(board, u"not reached in time"_s));
    m_ssh.thaw();
    if (trouble.isEmpty()) {
        QVERIFY(waitFor(
            [&] {
                return board.look(0ms).has_value();
            },
            30s));
    } else {
        QVERIFY2(tells(board, trouble), qPrintable(board.trouble()));
    }
}

void QuietBoardTest::theFirstTroubleStays()
{
    m_facility->write(u"nobody"_s, "");
    writeFacility(m_facility->path() + u"/nobody"_s);
    QuietBoard board(m_facility->path());
    QVERIFY(!board.look(30s)); // it does not wait for that long: nothing comes by itself
    QVERIFY2(board.trouble().contains(u"only you can answer"_s), qPrintable(board.trouble()));
    const QString first = board.trouble();
    QVERIFY(!board.look(0ms)); // the link has closed, which is no news
    QCOMPARE(board.trouble(), first);
}

void QuietBoardTest::filesThatComeLateAreRead()
{
    setHanging(true);
    QuietBoard board(m_facility->path());
    QVERIFY(!board.look(0ms));
    QVERIFY2(board.trouble().contains(u"files were not read in time"_s), qPrintable(board.trouble()));
    setHanging(false);
    QVERIFY(waitFor(
        [&] {
            return board.look(0ms).has_value();
        },
        30s));
}

void QuietBoardTest::filesThatDoNotComeAreTheReason()
{
    setHanging(true);
    QuietBoard board(m_facility->path());
    QVERIFY(!board.look(30s)); // as long as its reader is patient
    QVERIFY2(board.trouble().contains(u"does not answer"_s), qPrintable(board.trouble()));
    setHanging(false);
    QVERIFY(waitFor(
        [&] {
            return board.look(0ms).has_value();
        },
        30s));
}

void QuietBoardTest::brokenFilesAreTheReason()
{
    m_facility->write(u"facility.toml"_s, "format = 1\nname = Keck\n");
    QuietBoard board(m_facility->path());
    QVERIFY(!board.look(30s));
    QVERIFY2(board.trouble().contains(u"facility.toml"_s), qPrintable(board.trouble()));
    writeFacility(m_ssh.knownHostsFile());
    QVERIFY(waitFor(
        [&] {
            return board.look(0ms).has_value();
        },
        30s));
    QVERIFY(board.look(0ms)->value("connected"_L1).toBool());
}

QTEST_GUILESS_MAIN(QuietBoardTest)
#include "quietboardtest.moc"
