// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/appcommand.h"
#include "sessions/apps/appdisplay.h"
#include "sessions/base/uniquefd.h"
#include "sessions/links/facts/remotecommandline.h"
#include "sessions/xwindows/claimscript.h"
#include "tests/support/files.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
QString outputOf(const QString &program, const QStringList &arguments)
{
    return QString::fromLocal8Bit(runQuietly(program, arguments)).trimmed();
}

/// One console at one site.
struct Console {
    explicit Console(std::unique_ptr<Link> ownLink)
        : link(std::move(ownLink))
        , display(link.get())
    {
        QObject::connect(&display, &AppDisplay::found, [this](const AppDisplayFacts &where) {
            place = where;
        });
        QObject::connect(&display, &AppDisplay::programAlreadyRunning, [this](const AppHolder &who) {
            holder = who;
        });
        QObject::connect(&display, &AppDisplay::displayFailed, [this](const Failure &why) {
            failure = why;
        });
        QObject::connect(&display, &AppDisplay::programFinished, [this](const ProgramExit &how) {
            exit = how;
        });
    }
    void forget()
    {
        place.reset();
        holder.reset();
        failure.reset();
        exit.reset();
    }
    void open(const AppRequest &order)
    {
        forget();
        display.open(order);
    }
    bool isAnswered() const
    {
        return place || holder || failure || exit;
    }
    QString story() const
    {
        return failure ? failure->what + u' ' + failure->affectedItem + u' ' + failure->advice : holder ? u"occupied by "_s + holder->account : u"no failure"_s;
    }

    std::unique_ptr<Link> link;
    AppDisplay display;
    std::optional<AppDisplayFacts> place;
    std::optional<AppHolder> holder;
    std::optional<Failure> failure;
    std::optional<ProgramExit> exit;
};
}

/// A program that may run only once, wanted by two desks: a real sshd, a real Xvnc, and the real scripts.
class OneCopyTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void ofTwoDesksAtOnceOneStarts();
    void itIsWatchedAndLeft();
    void whoStartedItFindsItAgain();
    void itIsRefused_data();
    void itIsRefused();
    void itIsSharedAsItsProfileSays_data();
    void itIsSharedAsItsProfileSays();

private:
    std::unique_ptr<Console> console();
    AppRequest order(const QString &site) const;
    bool isAnswered(const Console &one);
    QList<qint64> copies() const; ///< processes of the program
    QString directory() const;
    QString claim() const;
    bool isOver() const;

    QTemporaryDir m_home;
    QTemporaryDir m_programs;
    std::unique_ptr<SshServer> m_sshd;
    QString m_program;
    QString m_id;
    ServerShareSpec m_share;
};

void OneCopyTest::initTestCase()
{
    qputenv("HOME", QFile::encodeName(m_home.path())); // nobody's own ssh configuration
    qunsetenv("SSH_AUTH_SOCK");
    m_sshd = std::make_unique<SshServer>();
    QVERIFY(m_sshd->start());
}

void OneCopyTest::init()
{
    // Programs are looked for on the whole host: a name that nothing else here has.
    static int number = 0;
    m_id = u"xpose-%1-%2"_s.arg(::getpid()).arg(++number);
    m_program = m_programs.filePath(m_id);
    m_share = {};
    QVERIFY(QFile::copy(QStandardPaths::findExecutable(u"xclock"_s), m_program));
}

void OneCopyTest::cleanup()
{
    // Whatever a row left: the keeper ends program and display.
    const QStringList bases = QDir(u"/tmp"_s).entryList({u"nightdesk-%1"_s.arg(::getuid()), u"nightdesk-%1.*"_s.arg(::getuid())}, QDir::Dirs);
    QVERIFY(waitFor([&] {
        for (const QString &base : bases) {
            const QString display = u"/tmp/%1/one.test.%2"_s.arg(base, m_id);
            const auto keeper = contents(display + u"/keeper"_s).trimmed().toInt();
            if (keeper > 1 && contents(u"/proc/%1/cmdline"_s.arg(keeper)).contains(display.toUtf8())) {
                ::kill(keeper, SIGTERM); // again and again: a shell that is about to wait does not notice the first
            }
        }
        return isOver();
    }));
    QFile::remove(m_program);
}

std::unique_ptr<Console> OneCopyTest::console()
{
    auto link = std::make_unique<Link>(LinkTarget{.spec = m_sshd->linkSpec()});
    link->open();
    return WAIT_FOR(link->isLive()) ? std::make_unique<Console>(std::move(link)) : nullptr;
}

AppRequest OneCopyTest::order(const QString &site) const
{
    AppRequest order;
    order.name = {.owner = u"one"_s, .profile = u"test"_s, .display = m_id};
    order.spec.id = m_id;
    order.spec.title = u"Expose"_s;
    order.spec.command = {m_program};
    order.spec.isSingleInstance = true;
    order.spec.share = m_share;
    order.size = {320, 240};
    order.site = site;
    order.desk = u"desk-"_s + site;
    return order;
}

bool OneCopyTest::isAnswered(const Console &one)
{
    return WAIT_FOR(one.isAnswered(), 60s);
}

QList<qint64> OneCopyTest::copies() const
{
    QList<qint64> found;
    const QStringList processes = QDir(u"/proc"_s).entryList({u"[0-9]*"_s}, QDir::Dirs);
    for (const QString &process : processes) {
        if (contents(u"/proc/%1/cmdline"_s.arg(process)).split('\0').value(0) == QFile::encodeName(m_program)) {
            found.append(process.toLongLong());
        }
    }
    return found;
}

QString OneCopyTest::directory() const
{
    return u"/tmp/nightdesk-%1%2/one.test.%3"_s.arg(::getuid()).arg(m_share.hostGroup.isEmpty() ? QString() : u'.' + m_share.hostGroup, m_id);
}

QString OneCopyTest::claim() const
{
    return u"/tmp/nightdesk-%1.one/one.test.%2"_s.arg(::getuid()).arg(m_id);
}

bool OneCopyTest::isOver() const
{
    return copies().isEmpty() && !QFileInfo::exists(directory()) && !QFileInfo::exists(claim());
}

void OneCopyTest::ofTwoDesksAtOnceOneStarts()
{
    const auto waimea = console();
    const auto hilo = console();
    QVERIFY(waimea && hilo);
    for (int round = 0; round < 4; ++round) {
        Console *first = round % 2 == 0 ? waimea.get() : hilo.get();
        Console *second = first == waimea.get() ? hilo.get() : waimea.get();
        first->open(order(first == waimea.get() ? u"waimea"_s : u"hilo"_s));
        second->open(order(second == waimea.get() ? u"waimea"_s : u"hilo"_s));
        QVERIFY(isAnswered(*first) && isAnswered(*second));
        QVERIFY2(first->place.has_value() != second->place.has_value(), qPrintable(first->story() + second->story()));
        Console *winner = first->place ? first : second;
        Console *loser = first->place ? second : first;
        QVERIFY2(loser->holder.has_value(), qPrintable(loser->story()));
        if (!loser->holder->canWatch) { // the script waits 3 s for the display to come up; by now it is
            loser->open(order(loser == waimea.get() ? u"waimea"_s : u"hilo"_s));
            QVERIFY(isAnswered(*loser));
            QVERIFY2(loser->holder.has_value(), qPrintable(loser->story()));
        }
        QVERIFY(!winner->place->wasAlreadyRunning);
        QCOMPARE(loser->holder->site, winner == waimea.get() ? u"waimea"_s : u"hilo"_s);
        QCOMPARE(loser->holder->program, m_id);
        QVERIFY(loser->holder->isStartedByNightdesk && !loser->holder->isStartedByThisDesk && loser->holder->canWatch);
        QVERIFY(WAIT_FOR(copies().size() == 1));
        winner->display.endProgram();
        QVERIFY(WAIT_FOR(isOver()));
    }
}

void OneCopyTest::itIsWatchedAndLeft()
{
    const auto owner = console();
    const auto watcher = console();
    QVERIFY(owner && watcher);
    owner->open(order(u"waimea"_s));
    QVERIFY(isAnswered(*owner));
    QVERIFY2(owner->place, qPrintable(owner->story()));
    QVERIFY(WAIT_FOR(copies().size() == 1));
    watcher->open(order(u"hilo"_s));
    QVERIFY(isAnswered(*watcher));
    QVERIFY2(watcher->holder && watcher->holder->canWatch, qPrintable(watcher->story()));
    const AppHolder holder = *watcher->holder;
    watcher->forget();
    watcher->display.watch(order(u"hilo"_s), holder);
    QVERIFY(isAnswered(*watcher));
    QVERIFY2(watcher->place, qPrintable(watcher->story()));
    // The same display, without a way to its X server, and not to be made larger or smaller.
    QCOMPARE(watcher->place->vncSocketPath, owner->place->vncSocketPath);
    QVERIFY(watcher->place->xSocketPath.isEmpty() && watcher->place->xCookie.isEmpty());
    QVERIFY(!watcher->place->canResize);
    int ends[2] = {-1, -1};
    QCOMPARE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends), 0);
    const UniqueFd near(ends[0]);
    const auto stream = watcher->link->openStream(UnixStreamTarget{watcher->place->vncSocketPath}, UniqueFd(ends[1]));
    QByteArray greeting(12, '\0');
    QVERIFY(WAIT_FOR(::recv(near.get(), greeting.data(), 12, 0) == 12));
    QVERIFY2(greeting.startsWith("RFB 003."), greeting.constData());
    // Who only looks ends nothing.
    watcher->display.endProgram();
    watcher->display.leaveRunning();
    QCOMPARE(copies().size(), 1);
    watcher->forget();
    watcher->display.watch(order(u"hilo"_s), holder);
    QVERIFY(isAnswered(*watcher));
    QVERIFY(watcher->place);
    watcher->forget();
    // Nor does who was told that it runs.
    watcher->open(order(u"hilo"_s));
    QVERIFY(isAnswered(*watcher));
    QVERIFY2(watcher->holder, qPrintable(watcher->story()));
    const QStringList stop = AppCommand::command(AppCommand::ScriptAction::Stop, order(u"hilo"_s)).value();
    QProcess stopper;
    stopper.start(stop.first(), stop.sliced(1));
    QVERIFY(stopper.waitForFinished());
    QCOMPARE(stopper.readAllStandardOutput(), "nightdesk-app 1\nfail other\n");
    QCOMPARE(copies().size(), 1);
    watcher->forget();
    watcher->display.watch(order(u"hilo"_s), holder);
    QVERIFY(isAnswered(*watcher));
    QVERIFY(watcher->place);
    watcher->forget();
    // Who started it ends it: who looks on is told.
    owner->display.endProgram();
    QVERIFY(WAIT_FOR(watcher->exit.has_value()));
    QVERIFY(WAIT_FOR(isOver()));
    watcher->forget();
    watcher->display.watch(order(u"hilo"_s), holder); // too late
    QVERIFY(isAnswered(*watcher));
    QVERIFY(watcher->failure && !watcher->exit && !watcher->place);
    watcher->open(order(u"hilo"_s)); // but now it is to be had
    QVERIFY(isAnswered(*watcher));
    QVERIFY2(watcher->place && !watcher->place->wasAlreadyRunning, qPrintable(watcher->story()));
}

void OneCopyTest::whoStartedItFindsItAgain()
{
    {
        const auto crashed = console();
        QVERIFY(crashed);
        crashed->open(order(u"waimea"_s));
        QVERIFY(isAnswered(*crashed));
        QVERIFY2(crashed->place, qPrintable(crashed->story()));
        QVERIFY(WAIT_FOR(copies().size() == 1));
    }
    const QList<qint64> before = copies();
    const auto again = console();
    QVERIFY(again);
    again->open(order(u"waimea"_s));
    QVERIFY(isAnswered(*again));
    QVERIFY2(again->place && again->place->wasAlreadyRunning, qPrintable(again->story()));
    QCOMPARE(copies(), before);
    // Its keeper dies, and so does its claim. The program lives, and nobody ends it or starts another.
    const auto keeper = contents(directory() + u"/keeper"_s).trimmed().toInt();
    QVERIFY(keeper > 1);
    QCOMPARE(::kill(keeper, SIGKILL), 0);
    const auto isKeeperGone = [keeper] {
        const QByteArray stat = contents(u"/proc/%1/stat"_s.arg(keeper));
        return stat.isEmpty() || stat.contains(") Z ");
    };
    QVERIFY(WAIT_FOR(isKeeperGone()));
    again->display.leaveRunning();
    const auto other = console();
    QVERIFY(other);
    for (const auto &[one, site] : {std::pair(other.get(), u"hilo"_s), std::pair(again.get(), u"waimea"_s)}) {
        one->open(order(site));
        QVERIFY(isAnswered(*one));
        QVERIFY2(one->holder, qPrintable(one->story()));
        QVERIFY(!one->holder->canWatch);
        QCOMPARE(one->holder->process, before.first());
        QCOMPARE(copies(), before);
    }
    // When it has ended, nobody is kept out.
    QCOMPARE(::kill(static_cast<pid_t>(before.first()), SIGTERM), 0);
    QVERIFY(WAIT_FOR(copies().isEmpty()));
    other->open(order(u"hilo"_s));
    QVERIFY(isAnswered(*other));
    QVERIFY2(other->place && !other->place->wasAlreadyRunning, qPrintable(other->story()));
    QVERIFY(WAIT_FOR(copies().size() == 1 && copies() != before));
}

void OneCopyTest::itIsRefused_data()
{
    QTest::addColumn<QString>("how");
    QTest::newRow("it was started outside Nightdesk") << u"outside"_s;
    QTest::newRow("it shows itself by X11 elsewhere") << u"x11"_s;
    QTest::newRow("it is shared with a group that the account is not in") << u"group"_s;
}

void OneCopyTest::itIsRefused()
{
    QFETCH(QString, how);
    // It need not show anything for this.
    QFile::remove(m_program);
    QVERIFY(QFile::copy(QStandardPaths::findExecutable(u"sleep"_s), m_program));
    const auto one = console();
    const auto other = console();
    QVERIFY(one && other);
    std::unique_ptr<RemoteProgram> program;
    if (how == u"group"_s) {
        m_share = {.scope = ServerShareSpec::Scope::Group, .hostGroup = u"nightdesk-nowhere"_s};
    } else {
        const QStringList command{m_program, u"120"_s};
        const ClaimScript::ClaimRequest claim{.tag = "tag", .programName = u"one.test."_s + m_id, .desk = u"desk-hilo"_s, .site = u"hilo"_s};
        program = other->link->startProgram({.commandLine = remoteCommandLine(how == u"x11"_s ? ClaimScript::runCommand(claim, command) : command), .x11 = {}});
        QVERIFY(WAIT_FOR(copies().size() == 1));
    }
    const QList<qint64> before = copies();
    one->open(order(u"waimea"_s));
    QVERIFY(isAnswered(*one));
    QVERIFY(!one->place);
    if (how == u"group"_s) {
        QVERIFY(one->failure);
        QVERIFY2(one->story().contains(u"nightdesk-nowhere"_s), qPrintable(one->story()));
    } else {
        QVERIFY2(one->holder, qPrintable(one->story()));
        QCOMPARE(one->holder->isStartedByNightdesk, how == u"x11"_s);
        QCOMPARE(one->holder->site, how == u"x11"_s ? u"hilo"_s : QString());
        QVERIFY(!one->holder->canWatch);
        QCOMPARE(one->holder->process, before.first());
        QVERIFY(std::abs(one->holder->since.secsTo(QDateTime::currentDateTimeUtc())) < 120);
    }
    QCOMPARE(copies(), before); // none more, none less
    QVERIFY(!QFileInfo::exists(directory()));
    if (program) {
        ::kill(static_cast<pid_t>(before.first()), SIGTERM);
    }
    if (how == u"x11"_s) { // its claim died with it, and is taken away by who asks next
        QVERIFY(WAIT_FOR(copies().isEmpty()));
        const QDir claims(QFileInfo(claim()).path());
        for (const QString &left : claims.entryList({QFileInfo(claim()).fileName() + u'*'}, QDir::Files)) {
            QFile::remove(claims.filePath(left));
        }
    }
}

void OneCopyTest::itIsSharedAsItsProfileSays_data()
{
    QTest::addColumn<ServerShareSpec>("share");
    QTest::addColumn<bool>("canWatch"); // another desk of the same account
    QTest::addColumn<int>("directoryMode");
    QTest::addColumn<int>("socketMode");
    QTest::newRow("with nobody") << ServerShareSpec{.scope = ServerShareSpec::Scope::Nobody, .hostGroup = {}} << false << 0700 << 0600;
    QTest::newRow("with the account") << ServerShareSpec{.scope = ServerShareSpec::Scope::Account, .hostGroup = {}} << true << 0700 << 0600;
    QTest::newRow("with a group") << ServerShareSpec{.scope = ServerShareSpec::Scope::Group, .hostGroup = outputOf(u"id"_s, {u"-gn"_s})} << true << 0710
                                  << 0660;
}

void OneCopyTest::itIsSharedAsItsProfileSays()
{
    QFETCH(ServerShareSpec, share);
    QFETCH(bool, canWatch);
    QFETCH(int, directoryMode);
    QFETCH(int, socketMode);
    m_share = share;
    const auto owner = console();
    const auto other = console();
    QVERIFY(owner && other);
    owner->open(order(u"waimea"_s));
    QVERIFY(isAnswered(*owner));
    QVERIFY2(owner->place, qPrintable(owner->story()));
    const auto mode = [](const QString &path) {
        struct stat state{};
        return ::stat(QFile::encodeName(path).constData(), &state) == 0 ? static_cast<int>(state.st_mode & 07777) : -1;
    };
    QCOMPARE(owner->place->vncSocketPath, directory() + u"/rfb"_s);
    QCOMPARE(mode(directory()), directoryMode);
    QCOMPARE(mode(QFileInfo(directory()).path()), directoryMode);
    QCOMPARE(mode(owner->place->vncSocketPath), socketMode);
    for (const QString &secret : {u"xauth"_s, u"info"_s, u"out"_s}) {
        QCOMPARE(mode(directory() + u'/' + secret), 0600); // whoever may look may not read the cookie
    }
    QCOMPARE(mode(claim()), 0644);
    QVERIFY(!contents(claim()).contains(owner->place->xCookie.toHex()));
    other->open(order(u"hilo"_s));
    QVERIFY(isAnswered(*other));
    QVERIFY2(other->holder, qPrintable(other->story()));
    QCOMPARE(other->holder->canWatch, canWatch);
    QCOMPARE(other->holder->socket, canWatch ? owner->place->vncSocketPath : QString());
}

NIGHTDESK_GUILESS_TEST(OneCopyTest)
#include "onecopytest.moc"
