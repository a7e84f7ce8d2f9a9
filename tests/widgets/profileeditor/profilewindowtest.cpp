// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The profile editor as a person uses it: real key events, real files.
#include "widgets/profileeditor/profilewindow.h"
#include "tests/sessions/profiles/facilitydirectory.h"
#include "tests/sessions/profiles/mistakecases.h"
#include "tests/support/testprogram.h"
#include "tests/widgets/accessiblecheck.h"
#include "widgets/facility/problemmodel.h"
#include "widgets/facility/problemview.h"
#include "widgets/profileeditor/additiondialog.h"
#include "widgets/profileeditor/changeeffectsdialog.h"
#include "widgets/profileeditor/differencedialog.h"
#include "widgets/profileeditor/profileeditor.h"
#include "widgets/profileeditor/profilewindows.h"

#include <KMessageWidget>
#include <KTextEditor/Document>
#include <KTextEditor/View>

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

#include <sys/resource.h>

#include <csignal>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
QByteArray goodProfile()
{
    return Test::head() + "[[desktop]]\nid = \"control\"\nlink = \"summit\"\ndisplay = \":1\"\n";
}
}

class ProfileWindowTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void aMistakeIsMarkedWhereItIsTyped_data();
    void aMistakeIsMarkedWhereItIsTyped();
    void everyCaseIsTold();
    void theListJumps();
    void aFixIsTaken();
    void completionOffersWhatFits();
    void savingKeepsTheRest();
    void loadingCannotBeUndone();
    void whatIsAsSavedIsNotModified();
    void theirVersionIsWhatMineDiffersFrom();
    void dosLinesStay();
    void aForeignChangeIsShownAndNeverOverwritten();
    void anUntouchedTextFollowsTheFile();
    void whatIsTypedWhileTheFileIsReadIsKept();
    void aFullDiskIsSaidAndTheTextIsKept();
    void closingAsks();
    void oneWindowForEachFile();
    void whatIsNoTextIsNotShown();
    void aProgramIsAddedWithoutWriting();
    void aSiteIsAdded();
    void aDesktopOfAnUnknownHostIsAdded();
    void whatSavingChangesIsShown();
    void mutationsAreBearable();
    void redStaysRed();
    void forEverybody();

private:
    KTextEditor::View *view() const;
    KTextEditor::Document *document() const;
    QWidget *keys() const;
    void type(const QString &text);
    QByteArray saved() const;
    QString problems() const;
    KMessageWidget *notice() const;
    void press(const QString &button);
    AdditionDialog *form(const QString &action);
    QWidget *field(const QString &label) const;
    void fill(const QString &label, const QString &text);

    std::unique_ptr<Test::FacilityDirectory> m_facility;
    QPointer<ProfileWindow> m_window;
};

void ProfileWindowTest::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    QApplication::setQuitOnLastWindowClosed(false);
}

void ProfileWindowTest::init()
{
    m_facility = std::make_unique<Test::FacilityDirectory>();
    m_facility->write(u"facility.toml"_s, Test::facilityHead());
    m_facility->write(u"profiles/lris.toml"_s, goodProfile());
    m_window = new ProfileWindow(m_facility->path() + u"/profiles/lris.toml"_s);
    m_window->show();
    QTRY_VERIFY(document()->text().contains(u"control"));
    QTRY_VERIFY(problems() == u"No problems found."_s);
}

void ProfileWindowTest::cleanup()
{
    delete m_window;
}

KTextEditor::View *ProfileWindowTest::view() const
{
    return m_window->findChild<KTextEditor::View *>();
}

KTextEditor::Document *ProfileWindowTest::document() const
{
    return view()->document();
}

QWidget *ProfileWindowTest::keys() const
{
    QWidget *inner = view()->focusProxy();
    return inner ? inner : view();
}

void ProfileWindowTest::type(const QString &text)
{
    for (const QChar character : text) {
        if (character == u'\n') {
            QTest::keyClick(keys(), Qt::Key_Return);
        } else {
            // QTest knows the keys of ASCII alone; a keyboard sends the text with any key.
            QTest::sendKeyEvent(QTest::Click,
                                keys(),
                                character.unicode() < 128 ? static_cast<Qt::Key>(character.toUpper().unicode()) : Qt::Key_unknown,
                                QString(character),
                                Qt::NoModifier);
        }
    }
}

QByteArray ProfileWindowTest::saved() const
{
    QFile file(m_window->file());
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The line below the text.
QString ProfileWindowTest::problems() const
{
    for (const QLabel *label : m_window->editor()->findChildren<QLabel *>(Qt::FindDirectChildrenOnly)) {
        return label->text();
    }
    return {};
}

KMessageWidget *ProfileWindowTest::notice() const
{
    return m_window->findChild<KMessageWidget *>();
}

void ProfileWindowTest::press(const QString &button)
{
    for (QToolButton *one : notice()->findChildren<QToolButton *>()) {
        if (one->text() == button) {
            one->click();
            return;
        }
    }
    QFAIL(qPrintable(u"no button "_s + button));
}

void ProfileWindowTest::aMistakeIsMarkedWhereItIsTyped_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("column");
    QTest::newRow("an unknown key") << u"sceen = \"left\""_s << 10 << 1;
    QTest::newRow("a wrong value") << u"topology = \"vcn\""_s << 10 << 12;
    QTest::newRow("a screen that the site has not") << u"screen = \"top\""_s << 10 << 10;
    QTest::newRow("no value") << u"title ="_s << 10 << 1;
    QTest::newRow("behind letters outside of ASCII") << u"title = \"Rotación\"\nport = 1"_s << 11 << 1;
}

void ProfileWindowTest::aMistakeIsMarkedWhereItIsTyped()
{
    QFETCH(QString, typed);
    QFETCH(int, line);
    QFETCH(int, column);
    view()->setConfigValue(u"auto-brackets"_s, false);
    view()->setAutomaticInvocationEnabled(false);
    view()->setCursorPosition(document()->documentEnd());
    type(typed);
    QTRY_VERIFY(document()->mark(line - 1) & static_cast<uint>(KTextEditor::Document::Error));
    auto *list = m_window->findChild<ProblemView *>();
    QVERIFY(list->isVisible());
    QStringList places;
    for (int row = 0; row < list->model()->rowCount(list->model()->index(0, 0)); ++row) {
        const QModelIndex index = list->model()->index(row, 0, list->model()->index(0, 0));
        places.append(index.data(ProblemModel::PositionRole).toString());
    }
    QCOMPARE(places, QStringList{u"%1:%2"_s.arg(line).arg(column)});
    QVERIFY2(problems().startsWith(u"1 error."_s), qPrintable(problems()));
}

/// Every profile of mistakes.txt, as if it were pasted: the marks are on the lines that the checker names.
void ProfileWindowTest::everyCaseIsTold()
{
    static const QRegularExpression row(u"^(\\d+):(\\d+): (error|warning): "_s);
    int told = 0;
    const QList<Test::Case> cases = Test::readCases();
    for (int i = 0; i < cases.size(); i += 6) { // each sixth: the same way leads to all
        const Test::Case &one = cases[i];
        if (one.facility != Test::facilityHead() || !one.site.isEmpty()) {
            continue;
        }
        QSet<int> lines;
        for (const QString &line : one.expected) {
            if (const auto found = row.match(line); found.hasMatch()) {
                lines.insert(found.captured(1).toInt());
            }
        }
        document()->setText(QString::fromUtf8(one.profile));
        for (const int line : std::as_const(lines)) {
            const auto isMarked = [this, line] {
                return document()->mark(line - 1) != 0;
            };
            QTRY_VERIFY2(isMarked(), qPrintable(QString::fromUtf8(one.name) + u": line "_s + QString::number(line)));
            ++told;
        }
    }
    QVERIFY(told > 20);
}

void ProfileWindowTest::theListJumps()
{
    document()->setText(QString::fromUtf8(goodProfile() + "sceen = \"left\"\n"));
    QTRY_VERIFY(problems().startsWith(u"1 error."_s));
    view()->setCursorPosition({0, 0});
    auto *list = m_window->findChild<ProblemView *>();
    list->setCurrentIndex(list->model()->index(0, 0, list->model()->index(0, 0)));
    list->openCurrentProblem();
    QCOMPARE(view()->cursorPosition(), KTextEditor::Cursor(9, 0));
}

void ProfileWindowTest::aFixIsTaken()
{
    document()->setText(QString::fromUtf8(goodProfile() + "sceen = \"left\"\n"));
    QTRY_VERIFY(problems().startsWith(u"1 error."_s));
    view()->setCursorPosition({9, 2});
    QAction *fix = m_window->editor()->errorFixAction();
    QTRY_VERIFY(fix->isEnabled());
    QCOMPARE(fix->text(), u"Change to “screen”"_s);
    const QString before = document()->text();
    fix->trigger();
    QCOMPARE(document()->line(9), u"screen = \"left\""_s);
    QTRY_VERIFY(problems() == u"No problems found."_s);
    QVERIFY(!fix->isEnabled());
    m_window->editor()->undoAction()->trigger();
    QCOMPARE(document()->text(), before); // every byte
}

void ProfileWindowTest::completionOffersWhatFits()
{
    view()->setConfigValue(u"auto-brackets"_s, false);
    view()->setCursorPosition(document()->documentEnd());
    type(u"topology = \"vnc-a"_s);
    QTest::keyClick(keys(), Qt::Key_Space, Qt::ControlModifier);
    QTRY_VERIFY(view()->isCompletionActive());
    QTest::keyClick(keys(), Qt::Key_Return);
    QTRY_VERIFY(document()->line(9).startsWith(u"topology = \"vnc-at-summit"_s));
}

void ProfileWindowTest::savingKeepsTheRest()
{
    view()->setCursorPosition({0, 0});
    type(u"# a comment\n"_s);
    QVERIFY(m_window->isWindowModified());
    QTest::keyClick(keys(), Qt::Key_S, Qt::ControlModifier);
    QTRY_COMPARE(saved(), "# a comment\n" + goodProfile());
    QTRY_VERIFY(!m_window->isWindowModified());
    QCOMPARE(QDir(m_facility->path() + u"/profiles"_s).entryList(QDir::Files | QDir::Hidden), QStringList{u"lris.toml"_s}); // no swap file
}

/// What was loaded is where undoing ends, else a person would empty the file with one key too many.
void ProfileWindowTest::loadingCannotBeUndone()
{
    QVERIFY(!m_window->editor()->undoAction()->isEnabled());
    QTest::keyClick(keys(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(document()->text().toUtf8(), goodProfile());
    QVERIFY(!m_window->isWindowModified());
}

/// However the saved text came back: by undoing, by typing, by redoing.
void ProfileWindowTest::whatIsAsSavedIsNotModified()
{
    QAction *undo = m_window->editor()->undoAction();
    view()->setConfigValue(u"auto-brackets"_s, false);
    view()->setAutomaticInvocationEnabled(false);
    view()->setCursorPosition({0, 0});
    type(u"#"_s);
    QVERIFY(m_window->isWindowModified());
    QTest::keyClick(keys(), Qt::Key_Backspace);
    QVERIFY(!m_window->isWindowModified());
    type(u"# a"_s);
    QTest::keyClick(keys(), Qt::Key_S, Qt::ControlModifier);
    QTRY_COMPARE(saved(), "# a" + goodProfile());
    QTRY_VERIFY(!m_window->isWindowModified());
    while (document()->text().toUtf8() != goodProfile()) { // beyond what was saved
        QVERIFY(undo->isEnabled());
        undo->trigger();
    }
    QVERIFY(m_window->isWindowModified());
    while (document()->text().toUtf8() != saved()) {
        QVERIFY(m_window->isWindowModified());
        QVERIFY(m_window->editor()->redoAction()->isEnabled());
        m_window->editor()->redoAction()->trigger();
    }
    QVERIFY(!m_window->isWindowModified());
}

/// Who keeps the own version saves over theirs, also if that undoes all that was typed here.
void ProfileWindowTest::theirVersionIsWhatMineDiffersFrom()
{
    view()->setCursorPosition({0, 0});
    type(u"#"_s);
    m_facility->replace(u"profiles/lris.toml"_s, "# theirs\n" + goodProfile());
    QTest::keyClick(keys(), Qt::Key_S, Qt::ControlModifier);
    QTRY_VERIFY(notice()->text().contains(u"was changed outside this window"_s));
    press(u"Keep My Version"_s);
    QTest::keyClick(keys(), Qt::Key_Backspace);
    QCOMPARE(document()->text().toUtf8(), goodProfile());
    QVERIFY(m_window->isWindowModified());
    QTest::keyClick(keys(), Qt::Key_S, Qt::ControlModifier);
    QTRY_COMPARE(saved(), goodProfile());
    QTRY_VERIFY(!m_window->isWindowModified());
}

void ProfileWindowTest::dosLinesStay()
{
    const QByteArray text = goodProfile().replace("\n", "\r\n");
    m_facility->write(u"profiles/lris.toml"_s, text);
    delete m_window;
    m_window = new ProfileWindow(m_facility->path() + u"/profiles/lris.toml"_s);
    m_window->show();
    QTRY_VERIFY(document()->text().contains(u"control"));
    QVERIFY(!document()->text().contains(u'\r'));
    view()->setCursorPosition({0, 0});
    type(u"# x\n"_s);
    QTest::keyClick(keys(), Qt::Key_S, Qt::ControlModifier);
    QTRY_COMPARE(saved(), "# x\r\n" + text);
}

void ProfileWindowTest::aForeignChangeIsShownAndNeverOverwritten()
{
    view()->setCursorPosition({0, 0});
    type(u"# mine\n"_s);
    const QByteArray theirs = "# theirs\n" + goodProfile();
    m_facility->replace(u"profiles/lris.toml"_s, theirs);
    QTest::keyClick(keys(), Qt::Key_S, Qt::ControlModifier);
    QTRY_VERIFY(notice()->text().contains(u"was changed outside this window"_s));
    QCOMPARE(saved(), theirs);
    QVERIFY(document()->text().startsWith(u"# mine"_s));
    press(u"Show Differences"_s);
    auto *dialog = m_window->findChild<DifferenceDialog *>();
    QVERIFY(dialog);
    auto *differences = dialog->findChild<QPlainTextEdit *>();
    QTRY_VERIFY(differences->toPlainText().contains(u"-# theirs\n+# mine"_s));
    dialog->reject();
    press(u"Keep My Version"_s);
    m_window->activateWindow();
    QTRY_VERIFY(m_window->isActiveWindow());
    QTest::keyClick(keys(), Qt::Key_S, Qt::ControlModifier);
    QTRY_COMPARE(saved(), "# mine\n" + goodProfile());
}

void ProfileWindowTest::anUntouchedTextFollowsTheFile()
{
    m_facility->replace(u"profiles/lris.toml"_s, "# theirs\n" + goodProfile());
    QTRY_VERIFY(document()->text().startsWith(u"# theirs"_s));
    QVERIFY(!m_window->isWindowModified());
}

void ProfileWindowTest::whatIsTypedWhileTheFileIsReadIsKept()
{
    view()->setCursorPosition({0, 0});
    type(u"# mine\n"_s);
    const QByteArray theirs = "# theirs\n" + goodProfile();
    m_facility->replace(u"profiles/lris.toml"_s, theirs);
    QTest::keyClick(keys(), Qt::Key_S, Qt::ControlModifier);
    QTRY_VERIFY(notice()->text().contains(u"was changed outside this window"_s));
    press(u"Load Their Version"_s);
    document()->insertText({0, 0}, u"# more\n"_s);
    QTRY_VERIFY(notice()->isVisible() && !notice()->isHideAnimationRunning()); // it asks again
    QVERIFY(document()->text().startsWith(u"# more\n# mine"_s));
    QCOMPARE(saved(), theirs);
    press(u"Load Their Version"_s);
    QTRY_COMPARE(document()->text().toUtf8(), theirs);
}

void ProfileWindowTest::aFullDiskIsSaidAndTheTextIsKept()
{
    view()->setCursorPosition({0, 0});
    document()->insertText({0, 0}, QString(20000, u'#') + u'\n');
    rlimit before{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{.rlim_cur = 4096, .rlim_max = before.rlim_max};
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
    QTest::keyClick(keys(), Qt::Key_S, Qt::ControlModifier);
    const bool isSaid = QTest::qWaitFor(
        [this] {
            return notice()->text().contains(u"was not saved"_s);
        },
        30000);
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, handler);
    QVERIFY(isSaid);
    QCOMPARE(saved(), goodProfile());
    QVERIFY(m_window->isWindowModified());
    QTest::keyClick(keys(), Qt::Key_S, Qt::ControlModifier);
    QTRY_COMPARE(saved(), QByteArray(20000, '#') + '\n' + goodProfile());
}

void ProfileWindowTest::closingAsks()
{
    view()->setCursorPosition({0, 0});
    type(u"# x\n"_s);
    QVERIFY(!m_window->close());
    auto *question = m_window->findChild<QMessageBox *>();
    QVERIFY(question);
    question->button(QMessageBox::Save)->click();
    QTRY_VERIFY(!m_window);
    QFile file(m_facility->path() + u"/profiles/lris.toml"_s);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().startsWith("# x\n"));
}

void ProfileWindowTest::oneWindowForEachFile()
{
    ProfileWindows windows;
    ProfileWindow *first = windows.open({m_window->file(), 6, 1});
    QCOMPARE(windows.open({m_window->file(), 8, 3}), first);
    auto *inner = first->findChild<KTextEditor::View *>();
    QTRY_COMPARE(inner->cursorPosition(), KTextEditor::Cursor(7, 2));
    ProfileWindow *other = windows.open({m_facility->path() + u"/facility.toml"_s, 0, 0});
    QVERIFY(other != first);
    delete first;
    delete other;
}

void ProfileWindowTest::whatIsNoTextIsNotShown()
{
    m_facility->write(u"profiles/bytes.toml"_s, "id = \"\xff\xfe\"\n");
    delete m_window;
    m_window = new ProfileWindow(m_facility->path() + u"/profiles/bytes.toml"_s);
    m_window->show();
    QTRY_VERIFY(notice()->text().contains(u"UTF-8"_s));
    QVERIFY(document()->text().isEmpty());
    QVERIFY(!document()->isReadWrite());
}

/// Opens the form that a menu's entry opens.
AdditionDialog *ProfileWindowTest::form(const QString &action)
{
    for (QAction *one : m_window->actions()) {
        if (one->text() == action && one->isEnabled() && one->isVisible()) {
            one->trigger();
        }
    }
    return m_window->findChild<AdditionDialog *>();
}

QWidget *ProfileWindowTest::field(const QString &label) const
{
    for (QWidget *one : m_window->findChild<AdditionDialog *>()->findChildren<QWidget *>()) {
        if (one->accessibleName() == label) {
            return one;
        }
    }
    return nullptr;
}

/// By real keys, into a field of the form that is open.
void ProfileWindowTest::fill(const QString &label, const QString &text)
{
    QWidget *edit = field(label);
    QVERIFY2(edit, qPrintable(label));
    edit->setFocus();
    QTest::keyClick(edit, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(edit, Qt::Key_Delete);
    QTest::keyClicks(edit, text);
}

/// What somebody does who never saw TOML: a menu, four fields, a button; the checker's sentence beside the field meanwhile.
void ProfileWindowTest::aProgramIsAddedWithoutWriting()
{
    const QString before = document()->text();
    QPointer<AdditionDialog> dialog = form(u"Add Program…"_s);
    QVERIFY(dialog);
    dialog->activateWindow();
    QTRY_VERIFY(dialog->isActiveWindow());
    const QStringList unfit = Test::AccessibleCheck::unnamed(dialog) + Test::AccessibleCheck::clashes(dialog) + Test::AccessibleCheck::unreachable(dialog);
    QVERIFY2(unfit.isEmpty(), qPrintable(unfit.join(u'\n')));
    QAbstractButton *add = nullptr;
    for (QAbstractButton *button : dialog->findChild<QDialogButtonBox *>()->buttons()) {
        add = button->text() == u"Add Program"_s ? button : add;
    }
    QVERIFY(add);
    fill(u"Title"_s, u"Control"_s);
    QCOMPARE(qobject_cast<QLineEdit *>(field(u"Short name"_s))->text(), u"control-2"_s); // the desktop has the other
    QVERIFY(!add->isEnabled());
    fill(u"Command"_s, u"xterm -title 'x"_s);
    QTRY_VERIFY(field(u"Command"_s)->accessibleDescription().contains(u"quote"_s));
    QVERIFY(!add->isEnabled());
    fill(u"Command"_s, u"xterm -title 'x y'"_s);
    QTRY_VERIFY(add->isEnabled());
    QVERIFY(field(u"Command"_s)->accessibleDescription().isEmpty());
    fill(u"Short name"_s, u"control"_s);
    QTRY_VERIFY(field(u"Short name"_s)->accessibleDescription().contains(u"already"_s));
    QVERIFY(!add->isEnabled());
    fill(u"Short name"_s, u"log"_s);
    QTRY_VERIFY(add->isEnabled());
    auto *mode = qobject_cast<QComboBox *>(field(u"Display mode"_s));
    mode->setCurrentIndex(1);
    QTRY_VERIFY(add->isEnabled());
    add->click();
    const QString added =
        u"\n[[window]]\nid = \"log\"\ntitle = \"Control\"\nlink = \"summit\"\ncommand = [\"xterm\", \"-title\", \"x y\"]\n"
        u"topology = \"vnc-app\"\n"_s;
    QCOMPARE(document()->text(), before + added);
    QTRY_VERIFY(problems() == u"No problems found."_s);
    QCOMPARE(view()->cursorPosition(), KTextEditor::Cursor(10, 0));
    m_window->editor()->undoAction()->trigger(); // once
    QCOMPARE(document()->text(), before);
}

void ProfileWindowTest::aSiteIsAdded()
{
    QVERIFY(!form(u"Add Site…"_s)); // it is for the facility's file
    delete m_window;
    m_window = new ProfileWindow(m_facility->path() + u"/facility.toml"_s);
    m_window->show();
    QTRY_VERIFY(document()->text().contains(u"waimea"));
    const QString before = document()->text();
    QTRY_VERIFY(form(u"Add Site…"_s));
    fill(u"Name"_s, u"Hilo"_s);
    auto *dialog = m_window->findChild<AdditionDialog *>();
    auto *buttons = dialog->findChild<QDialogButtonBox *>();
    const auto isReady = [buttons] {
        return std::ranges::all_of(buttons->buttons(), &QAbstractButton::isEnabled);
    };
    QTRY_VERIFY(isReady());
    fill(u"Screens from left to right"_s, u"left left"_s);
    QTRY_VERIFY(!field(u"Screens from left to right"_s)->accessibleDescription().isEmpty());
    QVERIFY(!isReady());
    fill(u"Screens from left to right"_s, u"left, centre right"_s);
    QTRY_VERIFY(isReady());
    dialog->accept();
    QCOMPARE(document()->text(), before + u"\n[site.hilo]\nname = \"Hilo\"\nscreens = [\"left\", \"centre\", \"right\"]\n"_s);
    QTRY_VERIFY(problems() == u"No problems found."_s);
}

void ProfileWindowTest::aDesktopOfAnUnknownHostIsAdded()
{
    const QString before = document()->text();
    QTRY_VERIFY(form(u"Add Desktop…"_s));
    QVERIFY(!field(u"Account"_s)->isVisible());
    fill(u"Title"_s, u"Guider"_s);
    fill(u"Host"_s, u"guider.example"_s);
    QTRY_VERIFY(field(u"Account"_s)->isVisible());
    fill(u"Account"_s, u"{account}"_s);
    fill(u"Display or port"_s, u"x"_s);
    QTRY_VERIFY(field(u"Display or port"_s)->accessibleDescription().contains(u":1"_s));
    auto *dialog = m_window->findChild<AdditionDialog *>();
    for (const QLabel *label : dialog->findChildren<QLabel *>()) { // the form grows with what is said
        QTRY_VERIFY2(!label->isVisible() || label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
    }
    fill(u"Display or port"_s, u"2"_s);
    const auto isReady = [buttons = dialog->findChild<QDialogButtonBox *>()] {
        return std::ranges::all_of(buttons->buttons(), &QAbstractButton::isEnabled);
    };
    QTRY_VERIFY(isReady());
    dialog->accept();
    QVERIFY(document()->text().endsWith(u"\n[[desktop]]\nid = \"guider\"\ntitle = \"Guider\"\nlink = \"guider\"\ndisplay = \":2\"\n"_s));
    QVERIFY(document()->text().contains(u"\n[link.guider]\nhost = \"guider.example\"\nuser = \"{account}\"\n\n"_s));
    QTRY_VERIFY(problems() == u"No problems found."_s);
    m_window->editor()->undoAction()->trigger(); // once, though it went to two places
    QCOMPARE(document()->text(), before);
}

void ProfileWindowTest::whatSavingChangesIsShown()
{
    QAction *all = nullptr;
    for (QAction *one : m_window->findChildren<QAction *>()) {
        all = one->text() == u"Check All"_s ? one : all;
    }
    QVERIFY(all && all->isEnabled());
    const auto shown = [this, all] {
        all->trigger();
        ChangeEffectsDialog *dialog = nullptr;
        const bool isOpen = QTest::qWaitFor(
            [&] {
                dialog = m_window->findChild<ChangeEffectsDialog *>();
                return dialog != nullptr;
            },
            30000);
        return isOpen ? dialog : nullptr;
    };
    QPointer<ChangeEffectsDialog> dialog = shown();
    QVERIFY(dialog);
    QVERIFY(dialog->findChild<QLabel *>()->text().contains(u"changes nothing"_s));
    QVERIFY(!dialog->findChild<QTreeWidget *>());
    dialog->reject();
    QTRY_VERIFY(!dialog);

    document()->setText(QString::fromUtf8(goodProfile()) + u"[site.waimea]\ndesktop.control.display = \":2\"\n"_s);
    dialog = shown();
    QVERIFY(dialog);
    auto *table = dialog->findChild<QTreeWidget *>();
    QVERIFY(table);
    const auto row = [&table] {
        QStringList result;
        for (int i = 0; i < table->columnCount(); ++i) {
            result.append(table->topLevelItem(0)->text(i));
        }
        return result;
    };
    QCOMPARE(table->topLevelItemCount(), 1);
    QCOMPARE(row(), (QStringList{u"lris"_s, u"Changes"_s, u"Waimea"_s, u"control"_s}));
    dialog->activateWindow();
    QTRY_VERIFY(dialog->isActiveWindow());
    const QStringList unfit = Test::AccessibleCheck::unnamed(dialog) + Test::AccessibleCheck::clashes(dialog) + Test::AccessibleCheck::unreachable(dialog);
    QVERIFY2(unfit.isEmpty(), qPrintable(unfit.join(u'\n')));
    dialog->reject();
    QTRY_VERIFY(!dialog);

    // With an error: that is said, and it can be saved all the same.
    const QString broken = QString::fromUtf8(goodProfile()) + u"display = 7\n"_s;
    document()->setText(broken);
    dialog = shown();
    QVERIFY(dialog);
    table = dialog->findChild<QTreeWidget *>();
    QCOMPARE(row(), (QStringList{u"lris"_s, u"Gets errors; observers keep the last valid version"_s, u"All sites"_s, QString()}));
    dialog->accept();
    QTRY_COMPARE(saved(), broken.toUtf8());
}

void ProfileWindowTest::mutationsAreBearable()
{
    const QString text = QString::fromUtf8(goodProfile());
    const QString marks = u"[]{}\"'=.,#\n\\\u0000é𝄞"_s;
    quint32 number = 1;
    const auto next = [&number](qsizetype below) { // numbers of a fixed row: the same mutations each time
        number = number * 1664525u + 1013904223u;
        return static_cast<qsizetype>(number >> 8) % below;
    };
    for (int round = 0; round < 200; ++round) {
        QString changed = text;
        for (int i = 0; i < 5; ++i) {
            const qsizetype at = next(changed.size());
            changed.replace(at, next(2), marks[next(marks.size())]);
        }
        document()->setText(changed);
        view()->setCursorPosition({static_cast<int>(next(9)), static_cast<int>(next(20))});
        m_window->editor()->errorFixAction()->trigger();
        if (round % 20 == 0) {
            QCoreApplication::processEvents();
        }
    }
    document()->setText(text);
    QTRY_VERIFY(problems() == u"No problems found."_s);
}

void ProfileWindowTest::redStaysRed()
{
    const auto color = [this] {
        return view()->configValue(u"background-color"_s).value<QColor>();
    };
    const QColor before = color();
    qApp->setProperty("KDE_COLOR_SCHEME_PATH", u":/colours/NightdeskRed.colors"_s);
    QEvent change(QEvent::PaletteChange);
    QApplication::sendEvent(m_window->editor(), &change);
    const QColor red = color();
    QVERIFY2(red.red() > red.blue() && red.red() > red.green() && red.lightness() < 20, qPrintable(red.name()));
    qApp->setProperty("KDE_COLOR_SCHEME_PATH", QVariant());
    QApplication::sendEvent(m_window->editor(), &change);
    QCOMPARE(color(), before);
}

void ProfileWindowTest::forEverybody()
{
    QCOMPARE(Test::AccessibleCheck::problems(m_window).join(u'\n'), QString());
}

NIGHTDESK_TEST(ProfileWindowTest)

#include "profilewindowtest.moc"
