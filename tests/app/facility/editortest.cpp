// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/editor/editorchoice.h"
#include "sessions/editor/editorcommand.h"
#include "sessions/editor/editorlauncher.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
const SourcePlace place{u"/obs/lris.toml"_s, 12, 5};

void writeFile(const QString &path, const QByteArray &content)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size()) {
        qFatal("cannot write %s", qPrintable(path));
    }
}

/// A program that leaves its arguments in a file beside it.
QString fakeEditor(const QString &path)
{
    // Renamed when whole: who waits for it reads all of it.
    writeFile(path, "#!/bin/sh\nhere=$(dirname \"$0\")\nprintf '%s\\n' \"$@\" >\"$here/part\"\nmv \"$here/part\" \"$here/seen\"\n");
    QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return path;
}

QString argumentsSeenBeside(const QString &script)
{
    QFile seen(QFileInfo(script).path() + u"/seen"_s);
    const bool isThere = Test::waitFor([&seen] {
        return seen.exists();
    });
    return isThere && seen.open(QIODevice::ReadOnly) ? QString::fromUtf8(seen.readAll()) : u"it left no file"_s;
}
}

/// Opening the user's editor at the line: what each editor wants to hear, which one is taken, and that it starts.
class EditorTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void arguments_data();
    void arguments();
    void noLineToBlame();
    void terminalsAreNeeded_data();
    void terminalsAreNeeded();
    void desktopFiles_data();
    void desktopFiles();
    void whichOne_data();
    void whichOne();
    void itStartsAndGetsTheArguments();
    void theDesktopsEditorOpens();
    void whatDoesNotStartIsSaid_data();
    void whatDoesNotStartIsSaid();

private:
    QTemporaryDir m_home;
};

void EditorTest::initTestCase()
{
    QVERIFY(m_home.isValid());
    // Whoever runs this may have an editor of their own.
    for (const char *name : {"VISUAL", "EDITOR", "TERMINAL", "XDG_MENU_PREFIX"}) {
        qunsetenv(name);
    }
    qputenv("XDG_DATA_HOME", m_home.filePath(u"data"_s).toLocal8Bit());
    // Nor do the programs of this machine count; but what a type is, its list of types alone knows.
    const QString types = QStandardPaths::locate(QStandardPaths::GenericDataLocation, u"mime"_s, QStandardPaths::LocateDirectory);
    QVERIFY(!types.isEmpty());
    QVERIFY(QDir().mkpath(m_home.filePath(u"system"_s)));
    QVERIFY(QFile::link(types, m_home.filePath(u"system/mime"_s)));
    qputenv("XDG_DATA_DIRS", m_home.filePath(u"system"_s).toLocal8Bit());
    qputenv("XDG_CONFIG_HOME", m_home.filePath(u"config"_s).toLocal8Bit());
    qputenv("XDG_CONFIG_DIRS", m_home.filePath(u"xdg"_s).toLocal8Bit());
    qputenv("XDG_CACHE_HOME", m_home.filePath(u"cache"_s).toLocal8Bit());
}

void EditorTest::arguments_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("expected"); // words joined with |
    QTest::newRow("kate") << u"kate"_s << u"kate|--line|12|--column|5|/obs/lris.toml"_s;
    QTest::newRow("kwrite with a path") << u"/usr/bin/kwrite"_s << u"/usr/bin/kwrite|--line|12|--column|5|/obs/lris.toml"_s;
    QTest::newRow("options stay") << u"kate --new"_s << u"kate|--new|--line|12|--column|5|/obs/lris.toml"_s;
    QTest::newRow("gedit") << u"gedit"_s << u"gedit|+12:5|/obs/lris.toml"_s;
    QTest::newRow("gnome-text-editor") << u"gnome-text-editor"_s << u"gnome-text-editor|+12:5|/obs/lris.toml"_s;
    QTest::newRow("xed") << u"xed"_s << u"xed|+12|/obs/lris.toml"_s;
    QTest::newRow("pluma") << u"pluma"_s << u"pluma|+12|/obs/lris.toml"_s;
    QTest::newRow("mousepad") << u"mousepad"_s << u"mousepad|--line|12|--column|5|/obs/lris.toml"_s;
    QTest::newRow("geany") << u"geany"_s << u"geany|--line|12|--column|5|/obs/lris.toml"_s;
    QTest::newRow("code") << u"code --wait"_s << u"code|--wait|--goto|/obs/lris.toml:12:5"_s;
    QTest::newRow("codium") << u"codium"_s << u"codium|--goto|/obs/lris.toml:12:5"_s;
    QTest::newRow("sublime") << u"subl"_s << u"subl|/obs/lris.toml:12:5"_s;
    QTest::newRow("vim") << u"vim"_s << u"vim|+12|+silent! call setcursorcharpos(12,5)|/obs/lris.toml"_s;
    QTest::newRow("gvim") << u"gvim"_s << u"gvim|+12|+silent! call setcursorcharpos(12,5)|/obs/lris.toml"_s;
    QTest::newRow("neovim") << u"nvim"_s << u"nvim|+12|+silent! call setcursorcharpos(12,5)|/obs/lris.toml"_s;
    QTest::newRow("a vim of Debian's alternatives") << u"/usr/bin/vim.gtk3"_s << u"/usr/bin/vim.gtk3|+12|+silent! call setcursorcharpos(12,5)|/obs/lris.toml"_s;
    QTest::newRow("vi and the tiny vim know no functions") << u"vi"_s << u"vi|+12|/obs/lris.toml"_s;
    QTest::newRow("tiny vim") << u"vim.tiny"_s << u"vim.tiny|+12|/obs/lris.toml"_s;
    QTest::newRow("emacs") << u"emacs -nw"_s << u"emacs|-nw|+12:5|/obs/lris.toml"_s;
    QTest::newRow("emacs with a version") << u"emacs-29.4"_s << u"emacs-29.4|+12:5|/obs/lris.toml"_s;
    QTest::newRow("emacsclient") << u"emacsclient -c"_s << u"emacsclient|-c|--alternate-editor=emacs|+12:5|/obs/lris.toml"_s;
    QTest::newRow("emacsclient that was told what to do without a server") << u"emacsclient -a vim"_s << u"emacsclient|-a|vim|+12:5|/obs/lris.toml"_s;
    QTest::newRow("the line without the file: the file follows") << u"myedit +%l"_s << u"myedit|+12|/obs/lris.toml"_s;
    QTest::newRow("a percent sign before an f is no code") << u"myedit %%f"_s << u"myedit|%%f|/obs/lris.toml"_s;
    QTest::newRow("nano") << u"nano"_s << u"nano|+12,5|/obs/lris.toml"_s;
    QTest::newRow("helix") << u"hx"_s << u"hx|/obs/lris.toml:12:5"_s;
    QTest::newRow("micro") << u"micro"_s << u"micro|+12:5|/obs/lris.toml"_s;
    QTest::newRow("kakoune") << u"kak"_s << u"kak|+12:5|/obs/lris.toml"_s;
    QTest::newRow("mcedit") << u"mcedit"_s << u"mcedit|/obs/lris.toml:12"_s;
    QTest::newRow("behind env") << u"env LANG=C kate"_s << u"env|LANG=C|kate|--line|12|--column|5|/obs/lris.toml"_s;
    QTest::newRow("in flatpak") << u"flatpak run org.kde.kate"_s << u"flatpak|run|org.kde.kate|--line|12|--column|5|/obs/lris.toml"_s;
    QTest::newRow("in flatpak under its new name") << u"flatpak run org.gnome.TextEditor"_s << u"flatpak|run|org.gnome.TextEditor|+12:5|/obs/lris.toml"_s;
    QTest::newRow("in flatpak with a command") << u"flatpak run --command=codium com.vscodium.codium"_s
                                               << u"flatpak|run|--command=codium|com.vscodium.codium|--goto|/obs/lris.toml:12:5"_s;
    QTest::newRow("an unknown one gets the file") << u"ourownedit -x"_s << u"ourownedit|-x|/obs/lris.toml"_s;
    QTest::newRow("codes are replaced") << u"ourownedit --at=%l,%c %f"_s << u"ourownedit|--at=12,5|/obs/lris.toml"_s;
    QTest::newRow("codes go before what is known") << u"kate %f"_s << u"kate|/obs/lris.toml"_s;
    QTest::newRow("a percent sign, an unknown code, a last one") << u"edit %%l %x %f 5%"_s << u"edit|%l|%x|/obs/lris.toml|5%"_s;
    QTest::newRow("quotes") << u"edit 'a b' \"%f\""_s << u"edit|a b|/obs/lris.toml"_s;
}

void EditorTest::arguments()
{
    QFETCH(QString, command);
    QFETCH(QString, expected);
    QCOMPARE(EditorCommand::commandAt(EditorCommand::fromShellLine(command), place).join(u'|'), expected);
}

void EditorTest::noLineToBlame()
{
    for (const QString &editor : {u"kate"_s, u"code"_s, u"vim"_s, u"emacs"_s, u"nano"_s, u"subl"_s}) {
        QCOMPARE(EditorCommand::commandAt({editor}, {u"/obs/lris.toml"_s, 0, 0}), (QStringList{editor, u"/obs/lris.toml"_s}));
    }
    QCOMPARE(EditorCommand::commandAt({u"e"_s, u"%f:%l:%c"_s}, {u"/a b"_s, 0, 0}), (QStringList{u"e"_s, u"/a b:1:1"_s}));
    // A file that looks like a code is a file.
    QCOMPARE(EditorCommand::commandAt({u"e"_s, u"%f"_s}, {u"/a%l"_s, 3, 1}), (QStringList{u"e"_s, u"/a%l"_s}));
    QVERIFY(EditorCommand::fromShellLine(u"edit 'no end"_s).isEmpty());
}

void EditorTest::terminalsAreNeeded_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<bool>("wanted");
    for (const char *command : {"vim", "/usr/bin/vi", "nvim", "nano", "hx", "emacs -nw", "emacs-nox", "emacsclient -t", "micro", "env A=b vim", "vim.basic"}) {
        QTest::newRow(command) << QString::fromLatin1(command) << true;
    }
    for (const char *command : {"kate", "gvim", "vim -g", "emacs", "emacsclient -c", "code", "xterm -e vim %f", "ourownedit"}) {
        QTest::newRow(command) << QString::fromLatin1(command) << false;
    }
}

void EditorTest::terminalsAreNeeded()
{
    QFETCH(QString, command);
    QTEST(EditorCommand::needsTerminal(EditorCommand::fromShellLine(command)), "wanted");
}

void EditorTest::desktopFiles_data()
{
    QTest::addColumn<QString>("exec");
    QTest::addColumn<QString>("expected");
    QTest::newRow("codes go") << u"kate -b %U"_s << u"kate|-b"_s;
    QTest::newRow("icon and caption too") << u"edit %i -caption %c %f"_s << u"edit|-caption"_s;
    QTest::newRow("flatpak's forwarding goes") << u"/usr/bin/flatpak run --command=kate --file-forwarding org.kde.kate -b @@u %U @@"_s
                                               << u"/usr/bin/flatpak|run|--command=kate|org.kde.kate|-b"_s;
    QTest::newRow("a percent sign stays") << u"edit 100%% %F"_s << u"edit|100%"_s;
    QTest::newRow("nothing") << QString() << QString();
}

void EditorTest::desktopFiles()
{
    QFETCH(QString, exec);
    QTEST(EditorCommand::fromDesktopFile(exec).join(u'|'), "expected");
}

void EditorTest::whichOne_data()
{
    QTest::addColumn<QStringList>("environment"); // setting, VISUAL, EDITOR, TERMINAL
    QTest::addColumn<QStringList>("installed");
    QTest::addColumn<QString>("service");
    QTest::addColumn<bool>("serviceInTerminal");
    QTest::addColumn<QString>("expected"); // words joined with |, or "!" and a part of what is said
    const QStringList nothing{{}, {}, {}, {}};
    QTest::newRow("the setting goes first") << QStringList{u"geany"_s, u"kate"_s, u"kate"_s, {}} << QStringList{u"geany"_s, u"kate"_s} << u"kwrite %U"_s
                                            << false << u"geany|--line|12|--column|5|/obs/lris.toml"_s;
    QTest::newRow("a setting that is not there is not replaced")
        << QStringList{u"geany"_s, u"kate"_s, {}, {}} << QStringList{u"kate"_s} << QString() << false << u"!“geany” is not installed"_s;
    QTest::newRow("a setting with half a quote") << QStringList{u"geany 'x"_s, u"kate"_s, {}, {}} << QStringList{u"geany"_s, u"kate"_s} << QString() << false
                                                 << u"!a quote is not closed"_s;
    QTest::newRow("a setting that needs a terminal") << QStringList{u"vim"_s, {}, {}, {}} << QStringList{u"vim"_s, u"konsole"_s} << QString() << false
                                                     << u"konsole|-e|vim|+12|+silent! call setcursorcharpos(12,5)|/obs/lris.toml"_s;
    QTest::newRow("and there is none") << QStringList{u"vim"_s, u"kate"_s, {}, {}} << QStringList{u"vim"_s, u"kate"_s} << QString() << false
                                       << u"!“vim” needs a terminal"_s;
    QTest::newRow("VISUAL goes before EDITOR") << QStringList{{}, u"gvim"_s, u"kate"_s, {}} << QStringList{u"gvim"_s, u"kate"_s} << QString() << false
                                               << u"gvim|+12|+silent! call setcursorcharpos(12,5)|/obs/lris.toml"_s;
    QTest::newRow("EDITOR if VISUAL is not installed")
        << QStringList{{}, u"gvim"_s, u"nano"_s, u"foot"_s} << QStringList{u"nano"_s, u"foot"_s} << QString() << false << u"foot|nano|+12,5|/obs/lris.toml"_s;
    QTest::newRow("the user's terminal goes first") << QStringList{{}, {}, u"nano"_s, u"kitty --single-instance"_s}
                                                    << QStringList{u"nano"_s, u"kitty"_s, u"xterm"_s} << QString() << false
                                                    << u"kitty|--single-instance|nano|+12,5|/obs/lris.toml"_s;
    QTest::newRow("a terminal with its own manner") << QStringList{{}, {}, u"nano"_s, u"urxvt256c"_s} << QStringList{u"nano"_s, u"gnome-terminal"_s}
                                                    << QString() << false << u"gnome-terminal|--|nano|+12,5|/obs/lris.toml"_s;
    QTest::newRow("without a terminal the desktop's") << QStringList{{}, {}, u"vim"_s, {}} << QStringList{u"vim"_s, u"kate"_s} << u"kate -b %U"_s << false
                                                      << u"kate|-b|--line|12|--column|5|/obs/lris.toml"_s;
    QTest::newRow("the desktop's in a terminal") << nothing << QStringList{u"vim"_s, u"xterm"_s} << u"vim %F"_s << true
                                                 << u"xterm|-e|vim|+12|+silent! call setcursorcharpos(12,5)|/obs/lris.toml"_s;
    QTest::newRow("the desktop's is not there any more") << nothing << QStringList{u"xterm"_s} << u"kate %F"_s << false << u"!found no editor"_s;
    QTest::newRow("only what needs a terminal, and none") << nothing << QStringList{u"vim"_s} << u"vim %F"_s << true << u"!no terminal program"_s;
    QTest::newRow("where nobody says anything a usual one")
        << nothing << QStringList{u"nano"_s, u"xterm"_s, u"geany"_s} << QString() << false << u"geany|--line|12|--column|5|/obs/lris.toml"_s;
    QTest::newRow("a usual one in a terminal") << nothing << QStringList{u"nano"_s, u"xterm"_s} << QString() << false
                                               << u"xterm|-e|nano|+12,5|/obs/lris.toml"_s;
    QTest::newRow("nothing at all") << nothing << QStringList() << QString() << false << u"!Settings ▸ Editor. The error is at /obs/lris.toml:12:5"_s;
}

void EditorTest::whichOne()
{
    QFETCH(QStringList, environment);
    QFETCH(QStringList, installed);
    QFETCH(QString, service);
    QFETCH(bool, serviceInTerminal);
    QFETCH(QString, expected);
    EditorChoice::EditorEnvironment around{environment.at(0), environment.at(1), environment.at(2), environment.at(3), {}, {}};
    around.isInstalled = [&](const QString &program) {
        return installed.contains(program);
    };
    around.editorDesktopFiles = {{service, serviceInTerminal}};
    const auto command = EditorChoice::choose(around, place);
    if (expected.startsWith(u'!')) {
        QVERIFY2(!command, command ? qPrintable(command->join(u'|')) : "");
        QVERIFY2(command.error().contains(expected.mid(1)), qPrintable(command.error()));
    } else {
        QVERIFY2(command, command ? "" : qPrintable(command.error()));
        QCOMPARE(command->join(u'|'), expected);
    }
}

void EditorTest::itStartsAndGetsTheArguments()
{
    QTemporaryDir directory;
    const QString script = fakeEditor(directory.filePath(u"my editor"_s));
    EditorLauncher launcher;
    QSignalSpy opened(&launcher, &EditorLauncher::opened);
    QSignalSpy failed(&launcher, &EditorLauncher::launchFailed);
    launcher.setCommand(u"'%1' --at %l:%c %f"_s.arg(script));
    launcher.open({directory.filePath(u"a b.toml"_s), 7, 3});
    QVERIFY(opened.wait(30000));
    QCOMPARE(failed.size(), 0);
    QCOMPARE(argumentsSeenBeside(script), u"--at\n7:3\n%1\n"_s.arg(directory.filePath(u"a b.toml"_s)));
}

void EditorTest::theDesktopsEditorOpens()
{
    const QString script = fakeEditor(m_home.filePath(u"kwrite"_s));
    writeFile(m_home.filePath(u"data/applications/fakeeditor.desktop"_s),
              "[Desktop Entry]\nType=Application\nName=Fake\nMimeType=text/plain;\nExec=" + script.toUtf8() + " -new %U\n");
    // Without a menu KService knows no programs.
    writeFile(m_home.filePath(u"xdg/menus/applications.menu"_s),
              "<Menu><Name>Applications</Name><DefaultAppDirs/><DefaultDirectoryDirs/><Include><All/></Include></Menu>\n");
    writeFile(m_home.filePath(u"config/mimeapps.list"_s), "[Default Applications]\ntext/plain=fakeeditor.desktop\n");
    EditorLauncher launcher;
    QSignalSpy opened(&launcher, &EditorLauncher::opened);
    QSignalSpy failed(&launcher, &EditorLauncher::launchFailed);
    launcher.open(place);
    QTRY_VERIFY_WITH_TIMEOUT(!opened.isEmpty() || !failed.isEmpty(), 60000); // the desktop's list of programs is made first
    QVERIFY2(failed.isEmpty(), qPrintable(failed.value(0).value(0).toString()));
    QCOMPARE(argumentsSeenBeside(script), u"-new\n--line\n12\n--column\n5\n/obs/lris.toml\n"_s);
}

void EditorTest::whatDoesNotStartIsSaid_data()
{
    QTest::addColumn<QString>("content");
    QTest::addColumn<bool>("executable");
    QTest::addColumn<QString>("said");
    QTest::newRow("it is not there") << QString() << false << u"is not installed"_s;
    QTest::newRow("it cannot be run") << u"#!/bin/sh\n"_s << false << u"is not installed"_s;
    QTest::newRow("its interpreter is not there") << u"#!/nowhere/sh\n"_s << true << u"did not start"_s;
}

void EditorTest::whatDoesNotStartIsSaid()
{
    QFETCH(QString, content);
    QFETCH(bool, executable);
    QFETCH(QString, said);
    QTemporaryDir directory;
    const QString script = directory.filePath(u"editor"_s);
    if (!content.isEmpty()) {
        QFile file(script);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content.toUtf8());
        file.close();
        QVERIFY(file.setPermissions(executable ? QFile::ReadOwner | QFile::ExeOwner : QFile::ReadOwner));
    }
    EditorLauncher launcher;
    QSignalSpy opened(&launcher, &EditorLauncher::opened);
    QSignalSpy failed(&launcher, &EditorLauncher::launchFailed);
    launcher.setCommand(script);
    launcher.open(place);
    QVERIFY(failed.wait(30000));
    QCOMPARE(opened.size(), 0);
    const QString why = failed.first().first().toString();
    QVERIFY2(why.contains(said) && why.contains(u"Settings ▸ Editor") && why.contains(u"/obs/lris.toml:12:5"), qPrintable(why));
}

NIGHTDESK_GUILESS_TEST(EditorTest)
#include "editortest.moc"
