// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/facility/configurationproblems.h"
#include "nightdesk.h"
#include "tests/support/testprogram.h"
#include "widgets/facility/editordialog.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
ProfileError mistake(Severity severity)
{
    return {{u"/f/facility.toml"_s, 1, 1}, severity, u"wrong"_s};
}
}

/// The tab of mistakes and the question for the editor.
class MistakesTabTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void theTabTellsHowMany_data();
    void theTabTellsHowMany();
    void theEditorIsAskedForAndKept();
    void theDialogShowsWhatWouldRun_data();
    void theDialogShowsWhatWouldRun();
    void anEditorThatIsNotThereIsSaid();
};

void MistakesTabTest::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
}

void MistakesTabTest::theTabTellsHowMany_data()
{
    QTest::addColumn<QList<ProfileError>>("problems");
    QTest::addColumn<QString>("title");
    QTest::newRow("none") << QList<ProfileError>() << u"Configuration Problems"_s;
    QTest::newRow("a warning") << QList{mistake(Severity::Warning)} << u"Configuration Problems (1)"_s;
    QTest::newRow("both") << QList{mistake(Severity::Error), mistake(Severity::Warning)} << u"Configuration Problems (2)"_s;
}

void MistakesTabTest::theTabTellsHowMany()
{
    QFETCH(QList<ProfileError>, problems);
    QTabWidget pages;
    pages.addTab(new QWidget, u"first"_s);
    ConfigurationProblems mistakes(&pages);
    Facility facility;
    facility.directory = u"/f"_s;
    facility.errors = problems;
    mistakes.setFacility(facility);
    QTEST(pages.tabText(1), "title");
    QCOMPARE(pages.currentIndex(), 0); // it does not push itself forward
    mistakes.showPage();
    QCOMPARE(pages.currentWidget(), mistakes.page());
    mistakes.setFacility({});
    QCOMPARE(pages.tabText(1), u"Configuration Problems"_s);
}

void MistakesTabTest::theEditorIsAskedForAndKept()
{
    QTabWidget pages;
    ConfigurationProblems mistakes(&pages);
    Settings::setEditorCommand(u"geany"_s);
    mistakes.askForEditor();
    auto *dialog = pages.findChild<EditorDialog *>();
    QVERIFY(dialog);
    auto *line = dialog->findChild<QLineEdit *>();
    QCOMPARE(line->text(), u"geany"_s);
    line->setText(u" kate --new "_s);
    dialog->reject();
    QCOMPARE(Settings::editorCommand(), u"geany"_s);
    mistakes.askForEditor();
    dialog = pages.findChildren<EditorDialog *>().last();
    dialog->findChild<QLineEdit *>()->setText(u" kate --new "_s);
    dialog->accept();
    QCOMPARE(Settings::editorCommand(), u"kate --new"_s);
}

void MistakesTabTest::theDialogShowsWhatWouldRun_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("example");
    QTest::addColumn<bool>("canBeKept");
    QTest::newRow("automatic") << QString() << QString() << true;
    QTest::newRow("a known editor") << u"kate"_s << u"Runs: kate --line 12 --column 5 facility.toml"_s << true;
    QTest::newRow("with codes") << u"e -l %l %f"_s << u"Runs: e -l 12 facility.toml"_s << true;
    QTest::newRow("in a terminal") << u"nano"_s << u"Runs in a terminal window: nano +12,5 facility.toml"_s << true;
    QTest::newRow("half a quote") << u"kate 'x"_s << u"The command is not valid: a quotation mark is not closed."_s << false;
}

void MistakesTabTest::theDialogShowsWhatWouldRun()
{
    QFETCH(QString, command);
    QFETCH(QString, example);
    QFETCH(bool, canBeKept);
    EditorDialog dialog(true, u"before"_s);
    dialog.findChild<QLineEdit *>()->setText(command);
    QStringList texts;
    for (const QLabel *label : dialog.findChildren<QLabel *>()) {
        texts.append(label->text());
    }
    QVERIFY2(texts.contains(example), qPrintable(texts.join(u'|')));
    for (const QPushButton *button : dialog.findChildren<QPushButton *>()) {
        QVERIFY(button->isEnabled() == canBeKept || button->text().contains(u"Cancel"));
    }
}

void MistakesTabTest::anEditorThatIsNotThereIsSaid()
{
    QTabWidget pages;
    ConfigurationProblems mistakes(&pages);
    QSignalSpy failed(&mistakes, &ConfigurationProblems::editorFailed);
    Settings::setExternalEditor(true);
    Settings::setEditorCommand(u"no-such-editor-anywhere"_s);
    mistakes.openFileAt({u"/f/facility.toml"_s, 3, 1});
    QVERIFY(failed.wait(30000));
    QVERIFY(failed.first().first().toString().contains(u"no-such-editor-anywhere"));
}

NIGHTDESK_TEST(MistakesTabTest)
#include "mistakestabtest.moc"
