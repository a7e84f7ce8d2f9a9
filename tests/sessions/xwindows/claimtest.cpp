// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/claimanswer.h"
#include "sessions/xwindows/claimscript.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
using State = ClaimAnswer::ClaimResult;

const QByteArray tag = "nightdesk-one-0123";
const QString name = u"one.lris.xpose"_s;
constexpr uint stranger = 61234; ///< an account that exists as a number only
constexpr uint otherStranger = 61235;

bool isRoot()
{
    return ::geteuid() == 0;
}

QByteArray readAll(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Field 22 of its stat: when it was started.
QByteArray ticksOf(qint64 process)
{
    const QByteArray stat = readAll(u"/proc/%1/stat"_s.arg(process));
    return stat.sliced(stat.lastIndexOf(')') + 2).split(' ').value(19);
}

QByteArray bootId()
{
    return readAll(u"/proc/sys/kernel/random/boot_id"_s).trimmed();
}

QByteArray processRoom()
{
    const QString link = QFile::symLinkTarget(u"/proc/self/ns/pid"_s);
    return link.mid(link.indexOf(u'[') + 1).chopped(1).toLatin1();
}

struct Asker {
    QString desk = u"0000000000000001"_s;
    QString site = u"waimea"_s;
    uint account = 0; ///< 0: this one
    QString shell = u"sh"_s;
    QString before = {}; ///< lines of the script
    int rounds = 100; ///< how long it waits for others that ask
    QStringList arguments = {u"120"_s};
};
}

/// Who may start a program that may run only once: the script at the summit with real processes, and what we make of its words.
class ClaimTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void itIsAnswered_data();
    void itIsAnswered();
    void anotherAccountsClaimIsWeighed_data();
    void anotherAccountsClaimIsWeighed();
    void ofManyAtOnceOneStarts_data();
    void ofManyAtOnceOneStarts();
    void itIsJoinedByWhomItIsSharedWith_data();
    void itIsJoinedByWhomItIsSharedWith();
    void noLinkToAnothersSocketIsJoined_data();
    void noLinkToAnothersSocketIsJoined();
    void whatIsSharedIsOpenToTheGroupAlone_data();
    void whatIsSharedIsOpenToTheGroupAlone();
    void itsWordsAreRead_data();
    void itsWordsAreRead();
    void refusalsSayWho_data();
    void refusalsSayWho();

private:
    QString root() const;
    QString room(uint account) const;
    QString script(const Asker &asker, const QString &main) const;
    QProcess *run(const QStringList &command, uint account = 0);
    QProcess *ask(const Asker &asker = {});
    ClaimAnswer answer(QProcess *process, std::chrono::seconds limit = 30s);
    /// A claim that was written by hand.
    void write(uint account, const QByteArray &text, const QString &file = name);
    QByteArray claimOf(qint64 process, const QByteArray &more = "held\n") const;
    /// A socket in a display's directory, as apprun.sh makes it.
    QString makeSocket(const QString &directory, uint account);

    std::unique_ptr<QTemporaryDir> m_directory;
    QString m_program;
    std::vector<std::unique_ptr<QProcess>> m_processes;
};

void ClaimTest::init()
{
    m_directory = std::make_unique<QTemporaryDir>();
    QVERIFY(m_directory->isValid());
    QCOMPARE(::chmod(QFile::encodeName(m_directory->path()).constData(), 0755), 0);
    QVERIFY(QDir(m_directory->path()).mkdir(u"tmp"_s));
    QCOMPARE(::chmod(QFile::encodeName(root()).constData(), 01777), 0);
    // Programs are looked for on the whole host: a name that nothing else here has.
    static int number = 0;
    m_program = m_directory->filePath(u"xpose-%1-%2"_s.arg(::getpid()).arg(++number));
    QVERIFY(QFile::copy(QStandardPaths::findExecutable(u"sleep"_s), m_program));
    QVERIFY(QFile::setPermissions(m_program, QFile::Permissions::fromInt(0x7755)));
}

void ClaimTest::cleanup()
{
    for (const auto &process : m_processes) {
        process->kill();
    }
    for (const auto &process : m_processes) {
        process->waitForFinished();
    }
    m_processes.clear();
    m_directory.reset();
}

QString ClaimTest::root() const
{
    return m_directory->filePath(u"tmp"_s);
}

QString ClaimTest::room(uint account) const
{
    return root() + u"/nightdesk-%1.one"_s.arg(account);
}

QString ClaimTest::script(const Asker &asker, const QString &main) const
{
    QString text = ClaimScript::scriptText(u"claim.sh"_s);
    text.replace(u"one_root=/tmp\n"_s, u"one_root=%1\n"_s.arg(root()));
    text.replace(u"-lt 100 ]"_s, u"-lt %1 ]"_s.arg(asker.rounds));
    return text + asker.before + u'\n' + main;
}

QProcess *ClaimTest::run(const QStringList &command, uint account)
{
    QStringList words = command;
    if (account != 0) {
        const QString number = QString::number(account);
        words = QStringList{u"setpriv"_s, u"--reuid"_s, number, u"--regid"_s, number, u"--clear-groups"_s} + words;
    }
    m_processes.push_back(std::make_unique<QProcess>());
    QProcess *process = m_processes.back().get();
    process->setProcessChannelMode(QProcess::MergedChannels);
    process->start(words.first(), words.sliced(1));
    return process;
}

QProcess *ClaimTest::ask(const Asker &asker)
{
    return run(QStringList{asker.shell} + (asker.shell == u"zsh"_s ? QStringList{u"--emulate"_s, u"sh"_s} : QStringList()) // as its /bin/sh
                   + QStringList{u"-c"_s,
                                 script(asker, ClaimScript::scriptText(u"claimrun.sh"_s)),
                                 u"sh"_s,
                                 QString::fromUtf8(tag),
                                 name,
                                 asker.desk,
                                 asker.site,
                                 m_program}
                   + asker.arguments,
               asker.account);
}

ClaimAnswer ClaimTest::answer(QProcess *process, std::chrono::seconds limit)
{
    ClaimAnswer answer(tag);
    QByteArray others;
    const auto read = [&] {
        while (process->canReadLine()) {
            const QByteArray line = process->readLine().chopped(1);
            if (!answer.readLine(line, QDateTime::currentDateTimeUtc())) {
                others += line + '\n';
            }
        }
        return answer.claimResult() != State::Incomplete;
    };
    if (!waitFor(read, limit)) {
        qWarning().noquote() << "no answer" << process->error() << process->state() << others << process->readAll();
    }
    // A claim has nothing to say to the person who looks at a program's output.
    if (!others.isEmpty()) {
        qWarning().noquote() << "the script said:" << others;
        return ClaimAnswer(tag);
    }
    return answer;
}

void ClaimTest::write(uint account, const QByteArray &text, const QString &file)
{
    const QByteArray directory = QFile::encodeName(room(account));
    if (::mkdir(directory.constData(), 0755) == 0) {
        QCOMPARE(::chown(directory.constData(), account, account), 0);
    }
    QFile claim(room(account) + u'/' + file);
    QVERIFY(claim.open(QIODevice::WriteOnly));
    QCOMPARE(claim.write(text), text.size());
}

QByteArray ClaimTest::claimOf(qint64 process, const QByteArray &more) const
{
    return "nightdesk-claim 1\nsince 2026-11-22T18:02:00Z\nprocess " + QByteArray::number(process) + ' ' + ticksOf(process) + ' ' + bootId() + ' '
        + processRoom() + "\ndesk 000000000000000f\nsite hilo\nprogram xpose\nshare nobody\n" + more;
}

void ClaimTest::itIsAnswered_data()
{
    using Prepare = std::function<void(ClaimTest &)>;
    QTest::addColumn<Prepare>("prepare");
    QTest::addColumn<Asker>("asker");
    QTest::addColumn<State>("state");
    QTest::addColumn<bool>("isStartedByNightdesk"); // who has it
    QTest::addColumn<bool>("isStartedByThisDesk");
    QTest::addColumn<bool>("isDoubtful");
    const auto row = [](const char *title,
                        const Prepare &prepare,
                        State state,
                        bool isStartedByNightdesk = false,
                        bool isStartedByThisDesk = false,
                        bool isDoubtful = false) {
        QTest::newRow(title) << prepare << Asker{} << state << isStartedByNightdesk << isStartedByThisDesk << isDoubtful;
    };
    const Asker elsewhere{.desk = u"0000000000000002"_s, .site = u"santa-cruz"_s};
    const auto held = [](ClaimTest &test, const Asker &asker) {
        QProcess *process = test.ask(asker);
        QVERIFY(test.answer(process).claimResult() == State::Claimed);
    };
    const uint own = ::geteuid();
    row("nobody runs it", [](ClaimTest &) { }, State::Claimed);
    row(
        "another desk runs it",
        [=](ClaimTest &test) {
            held(test, elsewhere);
        },
        State::OccupiedByOther,
        true);
    row(
        "this desk runs it still",
        [=](ClaimTest &test) {
            held(test, {});
        },
        State::OccupiedByOther,
        true,
        true);
    row(
        "this desk's own is about to end",
        [=](ClaimTest &test) {
            held(test, {.arguments = {u"1"_s}});
        },
        State::Claimed);
    row(
        "who had it was killed",
        [=](ClaimTest &test) {
            held(test, elsewhere);
            test.m_processes.back()->kill();
            QVERIFY(test.m_processes.back()->waitForFinished());
        },
        State::Claimed);
    row(
        "its process number belongs to another by now",
        [=](ClaimTest &test) {
            QByteArray claim = test.claimOf(::getpid());
            claim.replace(ticksOf(::getpid()), "12");
            test.write(own, claim, name + u".4711.12"_s);
        },
        State::Claimed);
    row(
        "it ran before the host was started",
        [=](ClaimTest &test) {
            test.write(own, test.claimOf(::getpid()).replace(bootId(), "00000000-0000-0000-0000-000000000000"), name + u".4711.12"_s);
        },
        State::Claimed);
    row(
        "it runs in another container",
        [=](ClaimTest &test) {
            test.write(own, test.claimOf(::getpid()).replace(processRoom(), "1"), name + u".4711.12"_s);
        },
        State::OccupiedByOther,
        true,
        false,
        true);
    row(
        "a claim was cut off",
        [=](ClaimTest &test) {
            test.write(own, "nightdesk-claim 1\nsince 2026-11-", name + u".4711.12"_s);
        },
        State::Claimed);
    row(
        "it was started outside Nightdesk",
        [](ClaimTest &test) {
            QVERIFY(test.run({test.m_program, u"100"_s})->waitForStarted());
        },
        State::OccupiedByOther);
    row(
        "it was started outside, under an interpreter",
        [](ClaimTest &test) {
            QFile::remove(test.m_program);
            QFile file(test.m_program);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("sleep 100; true\n");
            file.close();
            QVERIFY(test.run({u"sh"_s, u"-u"_s, test.m_program})->waitForStarted());
        },
        State::OccupiedByOther);
    row(
        "one of a longer name runs, and one that is told of it",
        [](ClaimTest &test) {
            QVERIFY(QFile::copy(test.m_program, test.m_program + u"-old"_s));
            QVERIFY(test.run({test.m_program + u"-old"_s, u"100"_s})->waitForStarted());
            QVERIFY(test.run({u"sh"_s, u"-c"_s, u"sleep 100; true"_s, test.m_program})->waitForStarted());
        },
        State::Claimed);
    row(
        "the directory may be written by all",
        [=](ClaimTest &test) {
            QVERIFY(QDir().mkdir(test.room(own)));
            QCOMPARE(::chmod(QFile::encodeName(test.room(own)).constData(), 0757), 0);
        },
        State::Refused);
    row(
        "the directory is a link to another",
        [=](ClaimTest &test) {
            QVERIFY(QFile::link(test.m_directory->path(), test.room(own)));
        },
        State::Refused);
    row(
        "the directory is a file",
        [=](ClaimTest &test) {
            QFile file(test.room(own));
            QVERIFY(file.open(QIODevice::WriteOnly));
        },
        State::Refused);
    row(
        "the directory is another account's",
        [=](ClaimTest &test) {
            if (isRoot()) {
                QVERIFY(QDir().mkdir(test.room(0)));
                QCOMPARE(::chown(QFile::encodeName(test.room(0)).constData(), stranger, stranger), 0);
            } else {
                QVERIFY(QFile::link(u"/root"_s, test.room(own)));
            }
        },
        State::Refused);
    row(
        "the directory cannot be made",
        [](ClaimTest &test) {
            QVERIFY(QDir().rmdir(test.root()));
        },
        State::Refused);
    for (const QString &shell : {u"dash"_s, u"bash"_s, u"zsh"_s, u"busybox"_s}) {
        if (!QStandardPaths::findExecutable(shell).isEmpty() && shell != u"busybox"_s) {
            QTest::addRow("the host's sh is %s, and another desk runs it", qPrintable(shell)) << Prepare([=](ClaimTest &test) {
                held(test, {.desk = u"0000000000000002"_s, .shell = shell});
            }) << Asker{.shell = shell} << State::OccupiedByOther << true << false << false;
        }
    }
    // What /proc shows to who is not to see others: everything of one's own, nothing else.
    const QString hidden = u"one_proc=$one_root/../proc.$$; mkdir $one_proc; for f in $$ self sys uptime; do ln -s /proc/$f $one_proc; done"_s;
    QTest::newRow("the host hides what others run") << Prepare([](ClaimTest &) { }) << Asker{.before = hidden} << State::Claimed << false << false << false;
    QTest::newRow("the host has no /proc") << Prepare([](ClaimTest &) { }) << Asker{.before = u"one_proc=/nowhere"_s} << State::Claimed << false << false
                                           << false;
    QTest::newRow("the host has no /proc, and another desk runs it") << Prepare([=](ClaimTest &test) {
        held(test, {.desk = u"0000000000000002"_s, .before = u"one_proc=/nowhere"_s});
    }) << Asker{.before = u"one_proc=/nowhere"_s} << State::OccupiedByOther
                                                                     << true << false << false;
}

void ClaimTest::itIsAnswered()
{
    QFETCH(std::function<void(ClaimTest &)>, prepare);
    QFETCH(Asker, asker);
    QFETCH(State, state);
    QFETCH(bool, isStartedByNightdesk);
    QFETCH(bool, isStartedByThisDesk);
    QFETCH(bool, isDoubtful);
    prepare(*this);
    QProcess *process = ask(asker);
    const ClaimAnswer got = answer(process);
    QCOMPARE(got.claimResult(), state);
    const AppHolder holder = got.holder();
    QCOMPARE(holder.isStartedByNightdesk, isStartedByNightdesk);
    QCOMPARE(holder.isStartedByThisDesk, isStartedByThisDesk);
    QCOMPARE(!holder.claimFile.isEmpty(), isDoubtful);
    QVERIFY(!holder.canWatch);
    if (state == State::Claimed) {
        QCOMPARE(got.hiddenProcesses().has_value(), !asker.before.isEmpty());
        // The process that claimed it is the program.
        QTRY_COMPARE_WITH_TIMEOUT(readAll(u"/proc/%1/cmdline"_s.arg(process->processId())).split('\0').value(0), QFile::encodeName(m_program), 30000);
        if (asker.before.isEmpty()) {
            QVERIFY(readAll(room(::geteuid()) + u'/' + name).contains(QByteArray("process " + QByteArray::number(process->processId()))));
        }
        QCOMPARE(QFileInfo(room(::geteuid()) + u'/' + name).permissions() & 0x7777, QFile::Permissions::fromInt(0x6644));
    } else {
        QTRY_COMPARE_WITH_TIMEOUT(process->state(), QProcess::NotRunning, 30000);
        QCOMPARE(process->exitCode(), 0);
    }
    if (state == State::OccupiedByOther) {
        QVERIFY(!holder.account.isEmpty());
        QVERIFY(holder.process > 1);
        QVERIFY(holder.since.isValid());
        if (!isDoubtful) {
            QVERIFY2(std::abs(holder.since.secsTo(QDateTime::currentDateTimeUtc())) < 120, qPrintable(holder.since.toString()));
        }
        QVERIFY(std::ranges::any_of(m_processes,
                                    [&](const auto &one) {
                                        return one->processId() == holder.process;
                                    })
                || holder.process == ::getpid());
    }
}

void ClaimTest::anotherAccountsClaimIsWeighed_data()
{
    using Prepare = std::function<void(ClaimTest &, qint64 process)>;
    QTest::addColumn<Prepare>("prepare");
    QTest::addColumn<State>("state");
    QTest::addColumn<QString>("site");
    if (!isRoot()) {
        // Nobody but root can be two accounts: what is not there is weighed at least.
        QTest::newRow("there is none") << Prepare([](ClaimTest &, qint64) { }) << State::Claimed << QString();
        return;
    }
    const auto row = [](const char *title, const Prepare &prepare, State state, const QString &site = {}) {
        QTest::newRow(title) << prepare << state << site;
    };
    const auto path = [](ClaimTest &test) {
        test.write(stranger, {});
        QFile::remove(test.room(stranger) + u'/' + name);
        return QFile::encodeName(test.room(stranger) + u'/' + name);
    };
    row(
        "it runs it",
        [](ClaimTest &test, qint64 process) {
            test.write(stranger, test.claimOf(process));
        },
        State::OccupiedByOther,
        u"hilo"_s);
    row(
        "it ran it",
        [](ClaimTest &test, qint64 process) {
            test.write(stranger, test.claimOf(process).replace(ticksOf(process), "12"));
        },
        State::Claimed);
    row(
        "it names a process that is not its own",
        [](ClaimTest &test, qint64) {
            test.write(stranger, test.claimOf(::getpid()));
        },
        State::Claimed);
    row(
        "it names itself in a directory of another's number",
        [](ClaimTest &test, qint64 process) {
            test.write(otherStranger, test.claimOf(process));
            QCOMPARE(::chown(QFile::encodeName(test.room(otherStranger)).constData(), stranger, stranger), 0);
        },
        State::Claimed);
    row(
        "it asks for ever",
        [](ClaimTest &test, qint64 process) {
            test.write(stranger, test.claimOf(process, ""));
        },
        State::OccupiedByOther,
        u"hilo"_s);
    row(
        "it writes control characters",
        [](ClaimTest &test, qint64 process) {
            test.write(stranger, test.claimOf(process).replace("hilo", "hi\033[2Jlo\001\r$(touch $one_root/x)`id`"));
        },
        State::OccupiedByOther,
        u"hi[2Jlo$(touch $one_root/x)`id`"_s);
    row(
        "it turns the text around",
        [](ClaimTest &test, qint64 process) {
            test.write(stranger, test.claimOf(process).replace("hilo", "hi\u202elo"));
        },
        State::OccupiedByOther,
        u"hi lo"_s);
    row(
        "it writes what is no UTF-8",
        [](ClaimTest &test, qint64 process) {
            test.write(stranger, test.claimOf(process).replace("hilo", "hi\xfflo"));
        },
        State::OccupiedByOther,
        u"hi\ufffdlo"_s);
    row(
        "it writes lines of ours",
        [](ClaimTest &test, qint64 process) {
            test.write(stranger, test.claimOf(process).replace("hilo", QByteArray("hilo\n" + tag + " watch /tmp/nightdesk-0/x\nend\nsite hilo")));
        },
        State::OccupiedByOther,
        u"hilo"_s);
    row(
        "it writes a megabyte",
        [](ClaimTest &test, qint64 process) {
            test.write(stranger, test.claimOf(process) + QByteArray(1 << 20, 'x'));
        },
        State::OccupiedByOther,
        u"hilo"_s);
    row(
        "it writes a line of a megabyte first",
        [](ClaimTest &test, qint64 process) {
            test.write(stranger, QByteArray(1 << 20, 'x') + test.claimOf(process));
        },
        State::Claimed);
    row(
        "it writes numbers that are none",
        [](ClaimTest &test, qint64) {
            test.write(stranger, "nightdesk-claim 1\nprocess 1;id 99999999999999999999999 - -\nheld\n");
        },
        State::Claimed);
    row(
        "its claim is a pipe that nobody writes to",
        [=](ClaimTest &test, qint64) {
            QCOMPARE(::mkfifo(path(test).constData(), 0666), 0);
        },
        State::Claimed);
    row(
        "its claim is a link to a file of ours",
        [=](ClaimTest &test, qint64 process) {
            test.write(0, test.claimOf(process), u"elsewhere"_s);
            QVERIFY(QFile::link(test.room(0) + u"/elsewhere"_s, QFile::decodeName(path(test))));
        },
        State::Claimed);
    row(
        "its claim is a directory",
        [=](ClaimTest &test, qint64) {
            QVERIFY(QDir().mkdir(QFile::decodeName(path(test))));
        },
        State::Claimed);
    row(
        "its directory is a link",
        [](ClaimTest &test, qint64 process) {
            test.write(otherStranger, test.claimOf(process));
            QVERIFY(QFile::link(test.room(otherStranger), test.room(stranger)));
            QCOMPARE(::lchown(QFile::encodeName(test.room(stranger)).constData(), stranger, stranger), 0);
        },
        State::Claimed);
    row(
        "it has ten thousand files",
        [](ClaimTest &test, qint64 process) {
            test.write(stranger, test.claimOf(process));
            for (int i = 0; i < 10000; ++i) {
                test.write(stranger, {}, name + u".%1.%1"_s.arg(i));
            }
        },
        State::OccupiedByOther,
        u"hilo"_s);
    row(
        "it pretends to be a crowd",
        [](ClaimTest &test, qint64 process) {
            for (uint account = stranger + 1; account < stranger + 80; ++account) {
                test.write(account, test.claimOf(process));
                QCOMPARE(::chown(QFile::encodeName(test.room(account)).constData(), stranger, stranger), 0);
            }
        },
        State::Claimed);
    row(
        "it is a crowd",
        [](ClaimTest &test, qint64 process) {
            for (uint account = stranger * 100; account < stranger * 100 + 80; ++account) { // so the number of each begins as its own
                test.write(account, test.claimOf(process));
            }
        },
        State::Refused);
    row(
        "it started it outside Nightdesk",
        [](ClaimTest &test, qint64) {
            QVERIFY(test.run({test.m_program, u"100"_s}, stranger)->waitForStarted());
            QTRY_COMPARE_WITH_TIMEOUT(readAll(u"/proc/%1/cmdline"_s.arg(test.m_processes.back()->processId())).split('\0').value(0),
                                      QFile::encodeName(test.m_program),
                                      30000);
        },
        State::OccupiedByOther);
}

void ClaimTest::anotherAccountsClaimIsWeighed()
{
    QFETCH(std::function<void(ClaimTest &, qint64)>, prepare);
    QFETCH(State, state);
    QFETCH(QString, site);
    qint64 process = 0;
    if (isRoot()) {
        QProcess *holder = run({u"sleep"_s, u"100"_s}, stranger);
        QVERIFY(holder->waitForStarted());
        process = holder->processId();
        QTRY_VERIFY_WITH_TIMEOUT(readAll(u"/proc/%1/status"_s.arg(process)).contains(QByteArray("Uid:\t" + QByteArray::number(stranger))), 30000);
        QTRY_COMPARE_WITH_TIMEOUT(readAll(u"/proc/%1/comm"_s.arg(process)).trimmed(), "sleep", 30000);
    }
    prepare(*this, process);
    const ClaimAnswer got = answer(ask({.rounds = 3}));
    QCOMPARE(got.claimResult(), state);
    QCOMPARE(got.holder().site, site);
    QVERIFY(!got.holder().canWatch);
    if (state == State::OccupiedByOther) {
        QCOMPARE(got.holder().account, QString::number(stranger));
        QVERIFY(got.holder().process == process || !got.holder().isStartedByNightdesk);
    } else if (state == State::Refused) {
        QVERIFY2(got.refusal().affectedItem.contains(QString::number(stranger)), qPrintable(got.refusal().affectedItem));
    }
    QVERIFY(!QFile::exists(root() + u"/x"_s));
}

void ClaimTest::ofManyAtOnceOneStarts_data()
{
    QTest::addColumn<QList<uint>>("accounts");
    const uint own = 0; // this one
    QTest::newRow("of two desks of one account") << QList<uint>{own, own};
    QTest::newRow("of six desks of one account") << QList<uint>{own, own, own, own, own, own};
    if (isRoot()) {
        QTest::newRow("of two accounts") << QList<uint>{stranger, otherStranger};
        QTest::newRow("of two accounts with two desks each, and a third") << QList<uint>{stranger, otherStranger, stranger, otherStranger, own};
    }
}

void ClaimTest::ofManyAtOnceOneStarts()
{
    QFETCH(QList<uint>, accounts);
    for (int round = 0; round < 2; ++round) {
        QList<QProcess *> askers;
        for (int i = 0; i < accounts.size(); ++i) {
            askers.append(ask({.desk = u"000000000000000%1"_s.arg(i), .site = u"site%1"_s.arg(i), .account = accounts[i]}));
        }
        int held = 0;
        qint64 holder = 0;
        for (QProcess *asker : std::as_const(askers)) {
            const ClaimAnswer got = answer(asker);
            if (got.claimResult() == State::Claimed) {
                ++held;
                holder = asker->processId();
            } else {
                QCOMPARE(got.claimResult(), State::OccupiedByOther);
                QVERIFY(got.holder().isStartedByNightdesk);
            }
        }
        QCOMPARE(held, 1);
        // What is left tells of the one that runs alone.
        const ClaimAnswer late = answer(ask({.desk = u"00000000000000ff"_s}));
        QCOMPARE(late.claimResult(), State::OccupiedByOther);
        QCOMPARE(late.holder().process, holder);
        cleanup();
        init();
    }
}

QString ClaimTest::makeSocket(const QString &directory, uint account)
{
    const QString path = directory + u"/one.lris.xpose"_s;
    [&] {
        QVERIFY(QDir().mkpath(path));
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        const QByteArray socket = QFile::encodeName(path + u"/rfb"_s);
        QVERIFY(socket.size() < static_cast<qsizetype>(sizeof address.sun_path));
        std::ranges::copy(socket, address.sun_path);
        const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        QCOMPARE(::bind(fd, reinterpret_cast<const sockaddr *>(&address), sizeof address), 0);
        ::close(fd);
        for (const QByteArray &one : {QFile::encodeName(directory), QFile::encodeName(path), socket}) {
            QCOMPARE(::chmod(one.constData(), 0700), 0);
            QCOMPARE(::chown(one.constData(), account, account), 0);
        }
    }();
    return path + u"/rfb"_s;
}

void ClaimTest::itIsJoinedByWhomItIsSharedWith_data()
{
    QTest::addColumn<uint>("owner");
    QTest::addColumn<QByteArray>("share");
    QTest::addColumn<QString>("directory");
    QTest::addColumn<bool>("isOpen"); // to all others
    QTest::addColumn<bool>("canWatch");
    const uint own = ::geteuid();
    const QString ownDirectory = u"/nightdesk-%1"_s.arg(own);
    QTest::newRow("this account, shared with itself") << own << QByteArray("account") << ownDirectory << false << true;
    QTest::newRow("this account, shared with nobody") << own << QByteArray("nobody") << ownDirectory << false << false;
    QTest::newRow("this account, shared with a group") << own << QByteArray("group observers") << ownDirectory + u".observers"_s << false << true;
    QTest::newRow("this account, a word that is none") << own << QByteArray("everybody") << ownDirectory << false << false;
    QTest::newRow("a socket that is elsewhere") << own << QByteArray("account") << u"/elsewhere"_s << false << false;
    QTest::newRow("a socket by a way around") << own << QByteArray("account") << ownDirectory + u"/../elsewhere"_s << false << false;
    if (isRoot()) {
        const QString directory = u"/nightdesk-%1"_s.arg(stranger);
        QTest::newRow("another account, shared with a group that lets us in")
            << stranger << QByteArray("group observers") << directory + u".observers"_s << true << true;
        QTest::newRow("another account, shared with a group that does not")
            << stranger << QByteArray("group observers") << directory + u".observers"_s << false << false;
        QTest::newRow("another account, shared with itself") << stranger << QByteArray("account") << directory << true << false;
        QTest::newRow("another account, a socket of a third one's")
            << stranger << QByteArray("group observers") << u"/nightdesk-%1"_s.arg(otherStranger) << true << false;
    }
}

void ClaimTest::itIsJoinedByWhomItIsSharedWith()
{
    QFETCH(uint, owner);
    QFETCH(QByteArray, share);
    QFETCH(QString, directory);
    QFETCH(bool, isOpen);
    QFETCH(bool, canWatch);
    const bool isForeign = owner != ::geteuid();
    QProcess *holder = run({u"sleep"_s, u"100"_s}, isForeign ? owner : 0);
    QVERIFY(holder->waitForStarted());
    QTRY_COMPARE_WITH_TIMEOUT(readAll(u"/proc/%1/comm"_s.arg(holder->processId())).trimmed(), "sleep", 30000);
    QVERIFY(QDir(root()).mkpath(u"nightdesk-%1/.."_s.arg(owner)));
    QVERIFY(QDir(root()).mkpath(u"nightdesk-%1"_s.arg(::geteuid())));
    const QString socket = makeSocket(root() + directory, owner);
    if (isOpen) {
        QCOMPARE(::chmod(QFile::encodeName(root() + directory).constData(), 0711), 0);
        QCOMPARE(::chmod(QFile::encodeName(root() + directory + u"/one.lris.xpose"_s).constData(), 0711), 0);
        QCOMPARE(::chmod(QFile::encodeName(socket).constData(), 0666), 0);
    }
    const QByteArray claim = claimOf(holder->processId()).replace("share nobody", QByteArray("share " + share + "\nsocket " + QFile::encodeName(socket)));
    write(owner, claim, isForeign ? name : name + u".4711.12"_s);
    // Root may connect to everything: another account asks.
    const ClaimAnswer got = answer(ask({.account = isForeign ? otherStranger : 0, .before = u"one_nap() { :; }"_s}));
    QCOMPARE(got.claimResult(), State::OccupiedByOther);
    // What we believe is under /tmp alone; the script here works elsewhere.
    QProcess *asker = ask({.account = isForeign ? otherStranger : 0, .before = u"one_nap() { :; }"_s});
    QVERIFY(asker->waitForFinished());
    QCOMPARE(asker->readAll().contains(QByteArray(tag + " watch " + QFile::encodeName(socket) + '\n')), canWatch);
}

void ClaimTest::noLinkToAnothersSocketIsJoined_data()
{
    QTest::addColumn<uint>("owner"); // of the claim
    QTest::addColumn<uint>("victim"); // of the socket that it leads to
    QTest::addColumn<bool>("isDirectory"); // that is the link
    const uint own = ::geteuid();
    QTest::newRow("this account's own, by a link") << own << own << false;
    if (isRoot()) {
        QTest::newRow("a third account's, by a link") << stranger << otherStranger << false;
        QTest::newRow("a third account's, by a link above it") << stranger << otherStranger << true;
    }
}

void ClaimTest::noLinkToAnothersSocketIsJoined()
{
    QFETCH(uint, owner);
    QFETCH(uint, victim);
    QFETCH(bool, isDirectory);
    const bool isForeign = owner != ::geteuid();
    QProcess *holder = run({u"sleep"_s, u"100"_s}, isForeign ? owner : 0);
    QVERIFY(holder->waitForStarted());
    QTRY_COMPARE_WITH_TIMEOUT(readAll(u"/proc/%1/comm"_s.arg(holder->processId())).trimmed(), "sleep", 30000);
    const QString elsewhere = root() + u"/elsewhere"_s;
    const QString there = makeSocket(elsewhere, victim);
    const QString directory = root() + u"/nightdesk-%1.observers"_s.arg(owner);
    const QString socket = makeSocket(directory, owner);
    for (const QString &place : {directory, elsewhere}) {
        QCOMPARE(::chmod(QFile::encodeName(place).constData(), 0711), 0);
        QCOMPARE(::chmod(QFile::encodeName(place + u"/one.lris.xpose"_s).constData(), 0711), 0);
        QCOMPARE(::chmod(QFile::encodeName(place + u"/one.lris.xpose/rfb"_s).constData(), 0666), 0);
    }
    const QByteArray claim = claimOf(holder->processId()).replace("share nobody", QByteArray("share group observers\nsocket " + QFile::encodeName(socket)));
    write(owner, claim, isForeign ? name : name + u".4711.12"_s);
    const auto isJoined = [&] {
        QProcess *asker = ask({.account = isForeign ? otherStranger : 0, .before = u"one_nap() { :; }"_s});
        asker->waitForFinished();
        return asker->readAll().contains(QByteArray(tag + " watch " + QFile::encodeName(socket) + '\n'));
    };
    QVERIFY(isJoined());
    const QString replaced = isDirectory ? directory + u"/one.lris.xpose"_s : socket;
    QVERIFY(isDirectory ? QDir(replaced).removeRecursively() : QFile::remove(replaced));
    QVERIFY(QFile::link(isDirectory ? QFileInfo(there).path() : there, replaced));
    QVERIFY(!isJoined());
}

void ClaimTest::whatIsSharedIsOpenToTheGroupAlone_data()
{
    QTest::addColumn<QString>("share");
    QTest::addColumn<int>("directoryMode"); // -1: refused
    QTest::addColumn<int>("socketMode");
    const QString group = QString::fromLocal8Bit([] {
        QProcess id;
        id.start(u"id"_s, {u"-gn"_s});
        id.waitForFinished();
        return id.readAll().trimmed();
    }());
    QTest::newRow("with nobody") << u"nobody"_s << 0700 << 0600;
    QTest::newRow("with the account") << u"account"_s << 0700 << 0600;
    QTest::newRow("with a group of the account's") << u"group "_s + group << 0710 << 0660;
    QTest::newRow("with a group that the account is not in") << u"group nightdesk-nowhere"_s << -1 << -1;
    QTest::newRow("with a group whose name is none") << u"group * -R"_s << -1 << -1;
    QTest::newRow("with an empty group") << u"group "_s << -1 << -1;
}

void ClaimTest::whatIsSharedIsOpenToTheGroupAlone()
{
    QFETCH(QString, share);
    QFETCH(int, directoryMode);
    QFETCH(int, socketMode);
    const QString socket = makeSocket(root() + u"/display"_s, ::geteuid());
    const QString directory = QFileInfo(socket).path();
    // As app.sh does for a display.
    const QString main =
        uR"(one_share=$1 one_name=x one_tag=t; one_begin || { one_refuse; exit 1; }
case $one_share in
"group "*) { chgrp -- "${one_share#group }" "$2" "$3" && chmod 0710 "$2" && chmod 0660 "$3"; } ;;
*) chmod 0700 "$2" && chmod 0600 "$3" ;;
esac)"_s;
    QProcess *process = run({u"sh"_s, u"-c"_s, script({}, main), u"sh"_s, share, directory, socket});
    QVERIFY(process->waitForFinished());
    if (directoryMode < 0) {
        QCOMPARE(process->exitCode(), 1);
        QCOMPARE(process->readAll().split('\n').value(0), QByteArray("t refused group " + share.mid(6).toUtf8()));
        directoryMode = 0700; // as it was
        socketMode = 0700;
    } else {
        QCOMPARE(process->readAll(), QByteArray());
        QCOMPARE(process->exitCode(), 0);
    }
    struct stat state{};
    QCOMPARE(::stat(QFile::encodeName(directory).constData(), &state), 0);
    QCOMPARE(static_cast<int>(state.st_mode & 07777), directoryMode);
    QCOMPARE(::stat(QFile::encodeName(socket).constData(), &state), 0);
    QCOMPARE(static_cast<int>(state.st_mode & 07777), socketMode);
}

void ClaimTest::itsWordsAreRead_data()
{
    QTest::addColumn<QByteArrayList>("lines");
    QTest::addColumn<State>("state");
    QTest::addColumn<AppHolder>("holder");
    const AppHolder nobody;
    QTest::newRow("it is ours") << QByteArrayList{tag + " held "} << State::Claimed << nobody;
    QTest::newRow("with blanks and a return") << QByteArrayList{tag + " held  \r"} << State::Claimed << nobody;
    QTest::newRow("another's tag") << QByteArrayList{"nightdesk-one-4567 held"} << State::Incomplete << nobody;
    QTest::newRow("a longer tag") << QByteArrayList{tag + "4 held"} << State::Incomplete << nobody;
    QTest::newRow("the tag alone") << QByteArrayList{tag} << State::Incomplete << nobody;
    QTest::newRow("not all of it is here") << QByteArrayList{tag + " occupied", tag + " process 12"} << State::Incomplete << AppHolder{.process = 12};
    QTest::newRow("who has it") << QByteArrayList{tag + " occupied",
                                                  tag + " claimed",
                                                  tag + " account keola",
                                                  tag + " process 4711",
                                                  tag + " since 2026-11-22T18:02:03Z",
                                                  tag + " site waimea",
                                                  tag + " program xpose",
                                                  tag + " watch /tmp/nightdesk-1000.observers/one.lris.xpose/rfb",
                                                  tag + " end"}
                                << State::OccupiedByOther
                                << AppHolder{.program = u"xpose"_s,
                                             .since = QDateTime({2026, 11, 22}, {18, 2, 3}, QTimeZone::UTC),
                                             .site = u"waimea"_s,
                                             .account = u"keola"_s,
                                             .process = 4711,
                                             .isStartedByNightdesk = true,
                                             .canWatch = true,
                                             .socket = u"/tmp/nightdesk-1000.observers/one.lris.xpose/rfb"_s};
    QTest::newRow("a process of somebody's")
        << QByteArrayList{tag + " occupied", tag + " account keola", tag + " process 4711", tag + " age 3600", tag + " end"} << State::OccupiedByOther
        << AppHolder{.since = QDateTime({2026, 11, 22}, {18, 0}, QTimeZone::UTC), .account = u"keola"_s, .process = 4711};
    QTest::newRow("numbers beyond all bounds")
        << QByteArrayList{tag + " occupied", tag + " process 99999999999999999999", tag + " age -5", tag + " since 9999-99-99", tag + " end"}
        << State::OccupiedByOther << AppHolder{.since = QDateTime({2026, 11, 22}, {19, 0}, QTimeZone::UTC)};
    QTest::newRow("years ago") << QByteArrayList{tag + " occupied", tag + " since 1999-01-01T00:00:00Z", tag + " end"} << State::OccupiedByOther << nobody;
    QTest::newRow("a socket that is not ours to trust")
        << QByteArrayList{tag + " occupied", tag + " watch /run/secret", tag + " watch /tmp/nightdesk-1/../x", tag + " watch", tag + " end"}
        << State::OccupiedByOther << nobody;
    QTest::newRow("a socket longer than sockets are") << QByteArrayList{tag + " occupied",
                                                                        tag + " watch /tmp/nightdesk-1/" + QByteArray(200, 'x'),
                                                                        tag + " end"}
                                                      << State::OccupiedByOther << nobody;
    QTest::newRow("an end without a beginning") << QByteArrayList{tag + " end"} << State::Incomplete << nobody;
    QTest::newRow("what comes afterwards is not heard")
        << QByteArrayList{tag + " occupied", tag + " end", tag + " account root", tag + " held"} << State::OccupiedByOther << nobody;
}

void ClaimTest::itsWordsAreRead()
{
    QFETCH(QByteArrayList, lines);
    QFETCH(State, state);
    QFETCH(AppHolder, holder);
    ClaimAnswer answer(tag);
    for (const QByteArray &line : std::as_const(lines)) {
        QCOMPARE(answer.readLine(line, QDateTime({2026, 11, 22}, {19, 0}, QTimeZone::UTC)), line.startsWith(QByteArray(tag + ' ')));
    }
    QCOMPARE(answer.claimResult(), state);
    QVERIFY2(answer.holder() == holder || holder.process > 4711, qPrintable(answer.holder().since.toString(Qt::ISODate)));
    QVERIFY(answer.holder().process >= 0);
    QVERIFY(!ClaimAnswer().readLine(lines.first(), QDateTime::currentDateTimeUtc())); // without a tag nothing is believed
}

void ClaimTest::refusalsSayWho_data()
{
    QTest::addColumn<QByteArray>("words");
    QTest::addColumn<QString>("says");
    QTest::newRow("a group") << QByteArray("group night observers") << u"night observers"_s;
    QTest::newRow("a directory") << QByteArray("directory /tmp/nightdesk-1000.one mallory") << u"mallory"_s;
    QTest::newRow("a crowd") << QByteArray("crowd /tmp/nightdesk-*.one mallory") << u"mallory"_s;
    QTest::newRow("an account without a name") << QByteArray("account ?") << u"name of this account"_s;
    QTest::newRow("nothing") << QByteArray() << u"name of this account"_s;
    QTest::newRow("control characters") << QByteArray("group a\033[2Jb") << u"a [2Jb"_s;
}

void ClaimTest::refusalsSayWho()
{
    QFETCH(QByteArray, words);
    QFETCH(QString, says);
    ClaimAnswer answer(tag);
    QVERIFY(answer.readLine(QByteArray(tag + " refused " + words), QDateTime::currentDateTimeUtc()));
    QVERIFY(answer.readLine(QByteArray(tag + " end"), QDateTime::currentDateTimeUtc()));
    QCOMPARE(answer.claimResult(), State::Refused);
    const Failure failure = answer.refusal();
    QCOMPARE(failure.kind, FailureKind::Refused);
    QVERIFY2(QString(failure.what + failure.affectedItem).contains(says), qPrintable(failure.what + failure.affectedItem));
}

NIGHTDESK_GUILESS_TEST(ClaimTest)
#include "claimtest.moc"
