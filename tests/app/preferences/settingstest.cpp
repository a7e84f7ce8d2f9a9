// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/facility/accountstore.h"
#include "app/settings/settingsstore.h"
#include "app/settings/settingsversion.h"
#include "nightdesk.h"
#include "tests/support/testprogram.h"

#include <KConfig>
#include <KSharedConfig>

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using SettingsVersion::Entries;

namespace
{
const QString fileName = u"nightdeskrc"_s;
}

/// Settings of every form there was, and of one there will be.
class SettingsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void everyFormIsBroughtUpToDate_data();
    void everyFormIsBroughtUpToDate();
    void anOldFileIsMigratedOnce();
    void noFileIsMadeOfNothing();
    void changesAreWrittenOneByOne();
    void twoConsolesDoNotUndoEachOther();
    void whatCouldNotBeWrittenIsWrittenLater();
    void aKillLeavesTheOldOrTheNew();
    void aNewerFileThatComesMeanwhileIsLeftAlone();
    void aNewerFileIsLeftAlone(); // the last: this run has other settings from then on

private:
    QString path() const
    {
        return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + u'/' + fileName;
    }
    QByteArray contents() const
    {
        QFile file(path());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void write(const QByteArray &text)
    {
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), text.size());
    }
    static void readAgain()
    {
        Settings::self()->sharedConfig()->reparseConfiguration();
        Settings::self()->load();
    }
    template<typename Run>
    static int inAnotherProcess(Run run, int killAtStep = 0);
};

void SettingsTest::initTestCase()
{
    QVERIFY(QDir().mkpath(QFileInfo(path()).absolutePath()));
}

void SettingsTest::init()
{
    QFile::remove(path());
    QFile::remove(path() + u".lock"_s);
    readAgain();
}

/// The exit code; -1: it was killed, at its @p killAtStep'th step into or out of the kernel (0: never).
template<typename Run>
int SettingsTest::inAnotherProcess(Run run, int killAtStep)
{
    const pid_t child = ::fork();
    if (child == 0) {
        if (killAtStep > 0) {
            ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
            ::raise(SIGSTOP);
        }
        ::_exit(run() ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    for (int step = 0; step < killAtStep; ++step) {
        ::ptrace(PTRACE_SYSCALL, child, nullptr, nullptr);
        ::waitpid(child, &status, 0);
        if (WIFEXITED(status)) {
            return WEXITSTATUS(status);
        }
    }
    if (killAtStep > 0) {
        ::kill(child, SIGKILL);
        ::waitpid(child, &status, 0);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void SettingsTest::everyFormIsBroughtUpToDate_data()
{
    QTest::addColumn<Entries>("before");
    QTest::addColumn<std::optional<Entries>>("after");
    const auto entry = [](const QString &path) {
        return path.split(u'>');
    };
    const QStringList version = SettingsVersion::versionPath();
    const Entries first{{entry(u"Desk>FacilityDirectory"_s), u"/facility"_s},
                        {entry(u"Desk>LastInstrument"_s), u"lris"_s},
                        {entry(u"Desk>LastAccount"_s), u"lris3"_s},
                        {entry(u"Appearance>Colours"_s), u"Light"_s}};
    QTest::newRow("nothing stays nothing") << Entries() << std::optional(Entries());
    QTest::newRow("the first form: one account for all") << first
                                                         << std::optional(Entries{{entry(u"Desk>FacilityDirectory"_s), u"/facility"_s},
                                                                                  {entry(u"Desk>LastInstrument"_s), u"lris"_s},
                                                                                  {entry(u"Accounts>/facility>lris"_s), u"1970-01-01T00:00:00Z,lris3"_s},
                                                                                  {entry(u"Appearance>Colours"_s), u"Light"_s},
                                                                                  {version, u"2"_s}});
    Entries both = first;
    both.insert(entry(u"Accounts>/facility>lris"_s), u"2026-11-20T05:00:00Z,lris7"_s);
    Entries kept = both;
    kept.remove(entry(u"Desk>LastAccount"_s));
    kept.insert(version, u"2"_s);
    QTest::newRow("an account that was given since is not replaced") << both << std::optional(kept);
    QTest::newRow("an account without an instrument is of no use") << Entries{{entry(u"Desk>LastAccount"_s), u"lris3"_s}, {entry(u"Desk>Site"_s), u"hilo"_s}}
                                                                   << std::optional(Entries{{entry(u"Desk>Site"_s), u"hilo"_s}, {version, u"2"_s}});
    const Entries second{{entry(u"Desk>Site"_s), u"hilo"_s},
                         {entry(u"Accounts>/facility>lris"_s), u"2026-11-20T05:00:00Z,lris7"_s},
                         {entry(u"Screens>hilo>left"_s), u"DP-1,ACME,X,7"_s},
                         {entry(u"Editor>EditorCommand"_s), u"kate"_s}};
    Entries marked = second;
    marked.insert(version, u"2"_s);
    QTest::newRow("accounts by instrument, screens by site, an editor") << second << std::optional(marked);
    QTest::newRow("the present form") << marked << std::optional(marked);
    Entries unknown = second;
    unknown.insert(version, u"two"_s);
    QTest::newRow("a version that is no number counts as none") << unknown << std::optional(marked);
    Entries newer = second;
    newer.insert(version, u"3"_s);
    QTest::newRow("the next form is refused") << newer << std::optional<Entries>();
}

void SettingsTest::everyFormIsBroughtUpToDate()
{
    QFETCH(Entries, before);
    QFETCH(std::optional<Entries>, after);
    const auto result = SettingsVersion::migrate(before);
    QCOMPARE(result.has_value(), after.has_value());
    if (after) {
        QCOMPARE(*result, *after);
        QCOMPARE(SettingsVersion::migrate(*result).value(), *after); // once is enough
    } else {
        QCOMPARE(result.error(), SettingsVersion::versionOf(before));
    }
}

void SettingsTest::anOldFileIsMigratedOnce()
{
    write("[Desk]\nFacilityDirectory=/facility\nLastAccount=lris3\nLastInstrument=lris\nSite=hilo\n\n[MainWindow]\nState=kept\n");
    QVERIFY(!SettingsStore::open());
    readAgain();
    QCOMPARE(Settings::site(), u"hilo"_s);
    InstrumentProfile lris;
    lris.id = u"lris"_s;
    QCOMPARE(AccountStore::loadAccounts(u"/facility"_s).proposedAccount(lris), u"lris3"_s);
    const QByteArray once = contents();
    QVERIFY(once.contains("[Settings]\nVersion=2\n"));
    QVERIFY(once.contains("State=kept"));
    QVERIFY(!once.contains("LastAccount"));
    QVERIFY(!SettingsStore::open());
    QCOMPARE(contents(), once);
}

void SettingsTest::noFileIsMadeOfNothing()
{
    QVERIFY(!SettingsStore::open());
    QVERIFY(!QFile::exists(path()));
    SettingsStore::save();
    QVERIFY(!QFile::exists(path()));
}

void SettingsTest::changesAreWrittenOneByOne()
{
    Settings::setSite(u"waimea"_s);
    Settings::setColours(Settings::EnumColours::Light);
    SettingsStore::save();
    QVERIFY(contents().contains("Site=waimea\n"));
    QVERIFY(contents().contains("Colours=Light\n"));
    QVERIFY(contents().contains("[Settings]\nVersion=2\n"));
    Settings::setColours(Settings::EnumColours::Dark); // the default
    SettingsStore::save();
    QVERIFY(!contents().contains("Colours"));
    readAgain();
    QCOMPARE(Settings::site(), u"waimea"_s);
    KConfigGroup group = Settings::self()->config()->group(u"Screens"_s).group(u"hilo"_s);
    SettingsStore::writeEntry(group, u"left"_s, {u"DP-1"_s, u"a,b"_s});
    QVERIFY(contents().contains("[Screens][hilo]\n"));
    readAgain();
    QCOMPARE(group.readEntry(u"left"_s, QStringList()), (QStringList{u"DP-1"_s, u"a,b"_s}));
    SettingsStore::removeEntry(group, u"left"_s);
    QVERIFY(!contents().contains("DP-1"));
}

void SettingsTest::twoConsolesDoNotUndoEachOther()
{
    Settings::setSite(u"hilo"_s);
    SettingsStore::save();
    // Another console, which began with the same, changes two other things.
    QCOMPARE(inAnotherProcess([] {
                 Settings::setLastInstrument(u"hires"_s);
                 Settings::setEditorCommand(u"kate"_s);
                 SettingsStore::save();
                 return true;
             }),
             0);
    Settings::setLastInstrument(u"lris"_s);
    SettingsStore::save();
    const QByteArray both = contents();
    QVERIFY(both.contains("Site=hilo\n"));
    QVERIFY(both.contains("EditorCommand=kate\n"));
    QVERIFY(both.contains("LastInstrument=lris\n")); // the last word
}

void SettingsTest::whatCouldNotBeWrittenIsWrittenLater()
{
    Settings::setLastInstrument(u"lris"_s);
    SettingsStore::save();
    QCOMPARE(inAnotherProcess([] {
                 (void)std::signal(SIGXFSZ, SIG_IGN);
                 rlimit before{};
                 ::getrlimit(RLIMIT_FSIZE, &before);
                 const rlimit full{.rlim_cur = 0, .rlim_max = before.rlim_max};
                 ::setrlimit(RLIMIT_FSIZE, &full); // no file can be written, as on a full disk
                 Settings::setSite(u"hilo"_s);
                 SettingsStore::save();
                 ::setrlimit(RLIMIT_FSIZE, &before);
                 Settings::setEditorCommand(u"kate"_s);
                 SettingsStore::save();
                 return true;
             }),
             0);
    QVERIFY(contents().contains("LastInstrument=lris\n"));
    QVERIFY(contents().contains("EditorCommand=kate\n"));
    QVERIFY(contents().contains("Site=hilo\n"));
}

void SettingsTest::aKillLeavesTheOldOrTheNew()
{
    Settings::setSite(u"hilo"_s);
    SettingsStore::save();
    const QByteArray before = contents();
    int olds = 0;
    int news = 0;
    for (int step = 1;; ++step) {
        QVERIFY(step < 5000);
        const int code = inAnotherProcess(
            [] {
                Settings::setEditorCommand(QString(3000, u'k'));
                SettingsStore::save();
                return true;
            },
            step);
        const QByteArray after = contents();
        QVERIFY2(after == before || after.contains(QByteArray("EditorCommand=" + QByteArray(3000, 'k') + '\n')), qPrintable(u"at step %1"_s.arg(step)));
        QVERIFY(after.contains("Site=hilo\n"));
        ++(after == before ? olds : news);
        write(before);
        // Drafts and the lock of a process that is no more. Children of one process draw the same names for their drafts.
        const QDir directory = QFileInfo(path()).dir();
        for (const QString &name : directory.entryList({fileName + u".*"_s}, QDir::Files | QDir::Hidden | QDir::System)) {
            QVERIFY(QFile::remove(directory.filePath(name)));
        }
        if (code == 0) {
            break;
        }
    }
    QVERIFY2(olds > 10 && news > 1, qPrintable(u"%1 old, %2 new"_s.arg(olds).arg(news)));
}

void SettingsTest::aNewerFileThatComesMeanwhileIsLeftAlone()
{
    const QByteArray newer = "[Desk]\nSite=hilo\n\n[Settings]\nVersion=3\n";
    write(newer);
    Settings::setSite(u"waimea"_s);
    SettingsStore::save();
    QCOMPARE(contents(), newer);
    QCOMPARE(Settings::site(), u"waimea"_s); // for this run
}

void SettingsTest::aNewerFileIsLeftAlone()
{
    const QByteArray newer = "[Desk]\nFacilityDirectory=/elsewhere\nSite=hilo\n\n[Settings]\nVersion=99\n";
    write(newer);
    // In a process that has not looked at its settings yet, as the program has not.
    QCOMPARE(inAnotherProcess([] {
                 const auto refused = SettingsStore::open();
                 const bool isReported = refused && refused->contains(u"newer version of Nightdesk"_s) && refused->contains(fileName);
                 KConfigGroup group = KSharedConfig::openConfig()->group(u"MainWindow"_s); // a library's own settings
                 const bool isDefault = !KSharedConfig::openConfig()->group(u"Desk"_s).hasKey(u"Site"_s);
                 group.writeEntry("State", "new");
                 const bool isWritable = group.sync();
                 return isReported && isDefault && isWritable;
             }),
             0);
    QCOMPARE(contents(), newer);
}

NIGHTDESK_TEST_PROGRAM(int argc, char **argv)
{
    QTemporaryDir directory;
    for (const char *name : {"HOME", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS"}) {
        qputenv(name, QFile::encodeName(directory.filePath(QString::fromLatin1(name))));
    }
    QCoreApplication app(argc, argv);
    KConfig::setMainConfigName(fileName);
    SettingsTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "settingstest.moc"
