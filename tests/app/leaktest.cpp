// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/leaksearch.h"
#include "tests/sessions/links/scriptedsshserver.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/support/xserver.h"
#include "tests/support/xvncserver.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Nightdesk::Test::LeakSearch;

namespace
{
/// Where each was typed: the titles are of the windows that ask.
const QList<Planted> planted{
    {u"Passphrase"_s, "qzphrase71kv"_ba},
    {u"Password"_s, "qzword58trm"_ba},
    {u"Login"_s, "qzcode903wx"_ba},
    {u"VNC Password"_s, "qzvnc4h7"_ba},
};

QByteArray wide(const QByteArray &secret)
{
    const QString text = QString::fromUtf8(secret);
    return QByteArray(reinterpret_cast<const char *>(text.utf16()), text.size() * 2);
}

QStringList foundIn(const QByteArray &bytes)
{
    return LeakSearch::foundIn(bytes, planted);
}

qsizetype count(const QByteArray &bytes, const QByteArray &wanted)
{
    qsizetype found = 0;
    for (qsizetype at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + 1)) {
        ++found;
    }
    return found;
}

/// The memory of a process, region by region: "what heap": count. Empty optional: nobody may read it.
std::optional<QMap<QString, qsizetype>> copiesIn(qint64 pid)
{
    QFile memory(u"/proc/%1/mem"_s.arg(pid));
    if (!memory.open(QIODevice::ReadOnly | QIODevice::Unbuffered)) {
        return std::nullopt;
    }
    QMap<QString, qsizetype> copies;
    for (const QByteArray &line : unbufferedContents(u"/proc/%1/maps"_s.arg(pid)).split('\n')) {
        const QList<QByteArray> words = line.simplified().split(' ');
        const QList<QByteArray> ends = words.value(0).split('-');
        if (ends.size() != 2 || !words.value(1).startsWith("rw")) {
            continue;
        }
        const qint64 from = ends[0].toLongLong(nullptr, 16);
        const qint64 size = ends[1].toLongLong(nullptr, 16) - from;
        if (size > 256 * 1024 * 1024) {
            continue; // reserved, not used
        }
        QByteArray bytes(size, '\0');
        const ssize_t read = ::pread(memory.handle(), bytes.data(), static_cast<std::size_t>(size), from);
        bytes.truncate(std::max<ssize_t>(read, 0));
        for (const Planted &one : planted) {
            const qsizetype narrow = count(bytes, one.secret);
            const qsizetype utf16 = count(bytes, wide(one.secret));
            const QString where = words.size() > 5 ? QString::fromLocal8Bit(words.last()) : u"anonymous"_s;
            if (narrow > 0) {
                copies[one.title + u", UTF-8, "_s + where] += narrow;
            }
            if (utf16 > 0) {
                copies[one.title + u", UTF-16, "_s + where] += utf16;
            }
        }
    }
    return copies;
}

/// A worker whose desktop refuses ends, and another one is started.
bool hasEnded(qint64 pid)
{
    const QByteArray stat = unbufferedContents(u"/proc/%1/stat"_s.arg(pid));
    const QByteArray state = stat.mid(stat.lastIndexOf(')') + 2, 1);
    return stat.isEmpty() || state == "Z" || state == "X";
}

QStringList listening(qint64 pid)
{
    QStringList lines;
    for (const QByteArray &line : runQuietly(u"ss"_s, {u"-tlnpH"_s}).split('\n')) {
        if (line.contains(QByteArray("pid=" + QByteArray::number(pid) + ','))) {
            lines << QString::fromLocal8Bit(line);
        }
    }
    return lines;
}
}

/// A secret typed into every prompt of the real console, and looked for wherever it must not be.
class LeakTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void everythingIsAskedForAndTyped();
    void noProcessShowsThem();
    void noFileHasThem();
    void whatWeWriteIsOurs();
    void noCoreFilesAndNobodyLooksIn();
    void nobodyListens();
    void littleIsLeftInMemory();

private:
    QString answerNext();
    QJsonObject status();

    QTemporaryDir m_home;
    SshServer m_sshd;
    std::unique_ptr<ScriptedSshServer> m_password;
    std::unique_ptr<ScriptedSshServer> m_code;
    std::unique_ptr<XvncServer> m_vnc;
    std::unique_ptr<XServer> m_x;
    QProcess m_console;
    QProcessEnvironment m_environment;
    QByteArray m_output;
};

void LeakTest::initTestCase()
{
    XServer::Options options;
    options.windowManager = true;
    m_x = std::make_unique<XServer>(options);
    QVERIFY2(m_x->start(), qPrintable(m_x->problem()));
    QVERIFY(m_sshd.start());
    const QString locked = m_sshd.makeKey(u"locked"_s, QString::fromUtf8(planted[0].secret));
    m_sshd.authorize(locked);
    m_password = std::make_unique<ScriptedSshServer>(ScriptedSshServer::Script{.password = planted[1].secret});
    m_code = std::make_unique<ScriptedSshServer>(ScriptedSshServer::Script{.prompts = {{"Code: ", false, planted[2].secret}}});
    XvncServer::Options vnc;
    vnc.password = QString::fromUtf8(planted[3].secret);
    m_vnc = std::make_unique<XvncServer>(vnc);
    QVERIFY(m_vnc->start());

    m_environment = m_x->environment();
    const QStringList variables{u"HOME"_s, u"XDG_CONFIG_HOME"_s, u"XDG_CACHE_HOME"_s, u"XDG_DATA_HOME"_s, u"XDG_STATE_HOME"_s, u"XDG_RUNTIME_DIR"_s};
    for (const QString &variable : variables) {
        const QString path = m_home.filePath(variable);
        QVERIFY(QDir().mkpath(path));
        QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        m_environment.insert(variable, path);
    }
    m_environment.insert(u"QT_QPA_PLATFORM"_s, u"xcb"_s);
    m_environment.insert(u"QT_FORCE_STDERR_LOGGING"_s, u"1"_s);
    m_environment.insert(u"QT_LOGGING_RULES"_s, u"nightdesk.*=true"_s); // the most talkative log
    m_environment.remove(u"SSH_AUTH_SOCK"_s);
    // AddressSanitizer keeps freed memory for long, and as it was: filled, only what is in use can have the words.
    const QString sanitizer = m_environment.value(u"ASAN_OPTIONS"_s);
    m_environment.insert(u"ASAN_OPTIONS"_s, sanitizer + u":max_free_fill_size=16777216:free_fill_byte=0"_s);
    const auto write = [](const QString &file, const QByteArray &text) {
        QDir().mkpath(QFileInfo(file).path());
        QFile opened(file);
        return opened.open(QIODevice::WriteOnly) && opened.write(text) == text.size();
    };
    QVERIFY(write(m_home.filePath(u"XDG_CONFIG_HOME/kwalletrc"_s), "[Wallet]\nEnabled=false\n"));
    QByteArray known;
    for (const quint16 port : {m_password->port(), m_code->port()}) {
        known += runQuietly(u"ssh-keyscan"_s, {u"-p"_s, QString::number(port), u"127.0.0.1"_s});
    }
    QVERIFY(!known.isEmpty());
    QVERIFY(write(m_home.filePath(u"HOME/.ssh/known_hosts"_s), known));
    QVERIFY(write(m_home.filePath(u"facility/facility.toml"_s),
                  "format = 1\nname = \"Leaks\"\ntimezone = \"UTC\"\n[site.desk]\nname = \"Desk\"\nscreens = [\"left\"]\n"));
    const auto desktop = [](const QString &id, const QString &link, quint16 port) {
        return u"[[desktop]]\nid = \"%1\"\ntitle = \"%1\"\nlink = \"%2\"\nport = %3\nscreen = \"left\"\n"_s.arg(id, link).arg(port);
    };
    const auto link = [](const QString &id, const QString &user, quint16 port) {
        return u"[link.%1]\nhost = \"127.0.0.1\"\nuser = \"%2\"\nport = %3\n"_s.arg(id, user).arg(port);
    };
    QVERIFY(write(m_home.filePath(u"facility/profiles/leak.toml"_s),
                  QString(u"format = 1\nid = \"leak\"\nname = \"Leak\"\n"_s + link(u"real"_s, m_sshd.userName(), m_sshd.port())
                          + u"identities = [\"%1\"]\nknown-hosts = \"%2\"\n"_s.arg(locked, m_sshd.knownHostsFile())
                          + link(u"password"_s, u"observer"_s, m_password->port()) + link(u"code"_s, u"observer"_s, m_code->port())
                          + desktop(u"control"_s, u"real"_s, m_vnc->port()) + desktop(u"second"_s, u"password"_s, 9) + desktop(u"third"_s, u"code"_s, 9))
                      .toUtf8()));
}

void LeakTest::cleanupTestCase()
{
    if (m_console.state() != QProcess::NotRunning) {
        m_console.terminate();
        if (!m_console.waitForFinished(5000)) {
            m_console.kill();
            m_console.waitForFinished(5000);
        }
    }
}

QJsonObject LeakTest::status()
{
    QProcess process;
    process.setProcessEnvironment(m_environment);
    process.start(qEnvironmentVariable("NIGHTDESK_TEST_BUILD_DIR") + u"/bin/nightdesk"_s, {u"status"_s, u"--json"_s});
    process.waitForFinished(20000);
    QJsonObject ours;
    for (const QByteArray &line : process.readAllStandardOutput().split('\n')) {
        const QJsonObject one = QJsonDocument::fromJson(line).object();
        ours = one.value(u"profile"_s).toString() == u"leak" || QJsonDocument(one).toJson().contains("\"leak\"") ? one : ours;
    }
    return ours;
}

/// Whichever asks next; its title, empty when none does.
QString LeakTest::answerNext()
{
    std::optional<XServer::Window> window;
    const Planted *asked = nullptr;
    waitFor([&] {
        for (const XServer::Window &each : m_x->windows()) {
            for (const Planted &one : planted) {
                if (each.viewable && (each.title == one.title || each.title.startsWith(one.title + u" — "))) {
                    window = each;
                    asked = &one;
                }
            }
        }
        return window.has_value();
    });
    if (!window) {
        return {};
    }
    m_x->output({u"xdotool"_s, u"windowactivate"_s, u"--sync"_s, QString::number(window->id)});
    WAIT_FOR(m_x->focus() == window->id);
    m_x->type(QString::fromUtf8(asked->secret));
    m_x->key(u"Return"_s);
    const bool isGone = waitFor([&] {
        return !std::ranges::any_of(m_x->windows(), [&](const XServer::Window &each) {
            return each.id == window->id && each.viewable;
        });
    });
    return isGone ? asked->title : QString();
}

void LeakTest::everythingIsAskedForAndTyped()
{
    const QString nightdesk = qEnvironmentVariable("NIGHTDESK_TEST_BUILD_DIR") + u"/bin/nightdesk"_s;
    QProcess trust;
    trust.setProcessEnvironment(m_environment);
    trust.start(nightdesk, {u"trust"_s, u"--yes"_s, u"--facility"_s, m_home.filePath(u"facility"_s), u"leak"_s});
    QVERIFY(trust.waitForFinished(30000));
    m_console.setProcessEnvironment(m_environment);
    m_console.setProcessChannelMode(QProcess::MergedChannels);
    m_console.start(nightdesk, {u"connect"_s, u"--facility"_s, m_home.filePath(u"facility"_s), u"--site"_s, u"desk"_s, u"leak"_s});
    QVERIFY(m_console.waitForStarted());
    QSet<QString> answered;
    for (qsizetype i = 0; i < planted.size(); ++i) {
        answered.insert(answerNext());
    }
    m_output += m_console.readAll();
    QVERIFY2(answered.size() == planted.size() && !answered.contains(QString()), m_output.constData()); // each was asked for once
    QVERIFY(WAIT_FOR(m_password->passwordAttempts() == 1));
    // They were right: the picture is there.
    QVERIFY(WAIT_FOR(unbufferedContents(u"/proc/%1/comm"_s.arg(family(m_console.processId()).last())).startsWith("nightdesk-rfb")));
    const bool isLive = waitFor([this] {
        for (const QJsonValue &display : status().value(u"displays"_s).toArray()) {
            if (display[u"id"_s].toString() == u"control" && display[u"state"_s].toString() == u"live") {
                return true;
            }
        }
        return false;
    });
    m_output += m_console.readAll();
    QVERIFY2(isLive, m_output.constData());
}

void LeakTest::noProcessShowsThem()
{
    const QList<qint64> ours = family(m_console.processId());
    QVERIFY(ours.size() >= 2); // the worker
    for (const qint64 pid : ours) {
        QByteArray words;
        QByteArray environment;
        const auto isRead = [&] {
            words = unbufferedContents(u"/proc/%1/cmdline"_s.arg(pid));
            // Of a process that is not dumpable only root may read it: to others there is nothing to find, and nothing proved.
            environment = unbufferedContents(u"/proc/%1/environ"_s.arg(pid));
            return !words.isEmpty() && environment.isEmpty() == (::geteuid() != 0);
        };
        // A worker that is being started has neither for a moment, and is dumpable until it says otherwise.
        WAIT_FOR(isRead() || (pid != m_console.processId() && hasEnded(pid)));
        QCOMPARE(foundIn(words), QStringList());
        QCOMPARE(foundIn(environment), QStringList());
        if (pid == m_console.processId() || !hasEnded(pid)) {
            QVERIFY2(!words.isEmpty(), unbufferedContents(u"/proc/%1/stat"_s.arg(pid)).constData());
            QCOMPARE(environment.isEmpty(), ::geteuid() != 0);
        }
    }
    // What can look, finds: the same words where they are known to be.
    QStringList titles;
    for (const Planted &one : planted) {
        titles << one.title;
    }
    QProcess shown;
    QProcessEnvironment environment = m_environment;
    for (const Planted &one : planted) {
        environment.insert(u"PLANTED_"_s + one.title, QString::fromUtf8(one.secret));
    }
    shown.setProcessEnvironment(environment);
    shown.start(u"sleep"_s, {u"60"_s});
    QVERIFY(shown.waitForStarted());
    QVERIFY(WAIT_FOR(foundIn(unbufferedContents(u"/proc/%1/environ"_s.arg(shown.processId()))) == titles));
    shown.kill();
    QVERIFY(shown.waitForFinished());
}

void LeakTest::noFileHasThem()
{
    m_output += m_console.readAll();
    QVERIFY(m_output.contains("nightdesk.link")); // it did talk
    QCOMPARE(foundIn(m_output), QStringList());
    int files = 0;
    QDirIterator all(m_home.path(), QDir::Files | QDir::Hidden | QDir::System, QDirIterator::Subdirectories);
    while (all.hasNext()) {
        const QString file = all.next();
        if (QFileInfo(file).isFile()) {
            ++files;
            const QStringList found = foundIn(unbufferedContents(file));
            QVERIFY2(found.isEmpty(), qPrintable(file + u": "_s + found.join(u", ")));
        }
    }
    QVERIFY(files > 5);
}

void LeakTest::whatWeWriteIsOurs()
{
    int seen = 0;
    for (const char *variable : {"XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR", "XDG_DATA_HOME"}) {
        QDirIterator all(m_home.filePath(QString::fromLatin1(variable)),
                         QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot,
                         QDirIterator::Subdirectories);
        while (all.hasNext()) {
            const QString path = all.next();
            struct stat facts;
            if (!path.contains(u"nightdesk") || ::lstat(QFile::encodeName(path).constData(), &facts) != 0) {
                continue;
            }
            ++seen;
            QCOMPARE(facts.st_uid, ::geteuid());
            QVERIFY2(!S_ISLNK(facts.st_mode), qPrintable(path));
            if (S_ISSOCK(facts.st_mode) || S_ISDIR(facts.st_mode)) {
                // In a directory of 0700, whatever its own mode.
                continue;
            }
            struct stat directory;
            QCOMPARE(::stat(QFile::encodeName(QFileInfo(path).path()).constData(), &directory), 0);
            QVERIFY2((facts.st_mode & 077) == 0 || (directory.st_mode & 077) == 0, qPrintable(u"%1 %2"_s.arg(path).arg(facts.st_mode, 0, 8)));
        }
    }
    QVERIFY(seen > 0);
}

void LeakTest::noCoreFilesAndNobodyLooksIn()
{
    for (const qint64 pid : family(m_console.processId())) {
        for (const QByteArray &line : unbufferedContents(u"/proc/%1/limits"_s.arg(pid)).split('\n')) {
            if (line.startsWith("Max core file size")) {
                QCOMPARE(line.simplified(), "Max core file size 0 0 bytes"_ba);
            }
        }
        // What belongs to root here is of a process that is not dumpable: its user may not read it.
        struct stat facts{};
        int result = -1;
        waitFor([&] { // a worker is dumpable until it says otherwise
            result = ::stat(QByteArray("/proc/" + QByteArray::number(pid) + "/environ").constData(), &facts);
            return result == 0 ? facts.st_uid == 0 : pid != m_console.processId() && hasEnded(pid);
        });
        if (result != 0 && pid != m_console.processId() && hasEnded(pid)) {
            continue;
        }
        QCOMPARE(result, 0);
        QCOMPARE(facts.st_uid, 0U);
        if (::geteuid() != 0) {
            QVERIFY(!copiesIn(pid));
        }
    }
}

void LeakTest::nobodyListens()
{
    QVERIFY(runQuietly(u"ss"_s, {u"-tlnH"_s}).contains(QByteArray(":" + QByteArray::number(m_sshd.port())))); // it does see who listens
    for (const qint64 pid : family(m_console.processId())) {
        QCOMPARE(listening(pid), QStringList());
    }
}

void LeakTest::littleIsLeftInMemory()
{
    const qint64 pid = m_console.processId();
    const auto before = copiesIn(pid);
    QCOMPARE(before.has_value(), ::geteuid() == 0);
    QVERIFY2(!before || !before->isEmpty(), "the links keep what was told for tonight: what looks for it is blind");
    // As a person would: the menu's action, and Yes.
    QDBusMessage call =
        QDBusMessage::createMethodCall(u"org.nightdesk.nightdesk-%1"_s.arg(pid), u"/nightdesk/MainWindow_1"_s, u"org.kde.KMainWindow"_s, u"activateAction"_s);
    call << u"session_end_night"_s;
    QDBusConnection::sessionBus().call(call, QDBus::NoBlock);
    std::optional<XServer::Window> question;
    QVERIFY(waitFor([&] {
        for (const XServer::Window &each : m_x->windows()) {
            if (each.viewable && each.title.startsWith(u"End Session?")) {
                question = each;
            }
        }
        return question.has_value();
    }));
    m_x->output({u"xdotool"_s, u"windowactivate"_s, u"--sync"_s, QString::number(question->id)});
    WAIT_FOR(m_x->focus() == question->id);
    m_x->key(u"Tab"_s);
    m_x->key(u"space"_s);
    QVERIFY(waitFor([pid] {
        return family(pid).size() == 1; // the worker is gone
    }));
    const auto left = [pid] {
        return copiesIn(pid);
    };
    if (!left()) {
        QVERIFY(::geteuid() != 0); // nobody but root can look, which is the point
        return;
    }
    // The links' threads have their second to end.
    WAIT_FOR(left()->isEmpty(), 5s);
    const auto sumOf = [](const QMap<QString, qsizetype> &copies) {
        qsizetype sum = 0;
        for (const qsizetype one : copies) {
            sum += one;
        }
        return sum;
    };
    WAIT_FOR(sumOf(*left()) <= 8); // or longer, beside other programs
    qInfo() << "copies before the end of the night:" << *before;
    const auto after = *left();
    qInfo() << "copies after it:" << after;
    const qsizetype sum = sumOf(after);
    QVERIFY(sumOf(*before) > sum);
    QVERIFY2(sum <= 8, "more is left than libssh and Qt leave behind");
}

NIGHTDESK_GUILESS_TEST(LeakTest)
#include "leaktest.moc"
