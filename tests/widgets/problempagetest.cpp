// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facility/problempage.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/widgets/accessible.h"
#include "widgets/facility/problemmodel.h"
#include "widgets/facility/problemview.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

namespace
{
const QString head = u"/f/facility.toml"_s;
const QString esi = u"/f/profiles/esi.toml"_s;
const QString lris = u"/f/profiles/lris.toml"_s;

ProfileError mistake(const QString &file, int line, int column, const QString &message, Severity severity = Severity::Error)
{
    return {{file, line, column}, severity, message};
}

Facility brokenObservatory()
{
    Facility facility;
    facility.directory = u"/f"_s;
    facility.errors = {mistake(lris, 30, 1, u"ds9 lies over phot"_s, Severity::Warning), mistake(head, 4, 1, u"unknown key \"nmae\""_s)};
    facility.brokenProfiles = {{esi, u"esi"_s, {mistake(esi, 0, 0, u"not UTF-8"_s)}}, {lris, u"lris"_s, {mistake(lris, 12, 5, u"a port of 70000"_s)}}};
    return facility;
}

QStringList rowsOf(const QAbstractItemModel &model)
{
    QStringList rows;
    for (int file = 0; file < model.rowCount(); ++file) {
        const QModelIndex parent = model.index(file, 0);
        rows.append(parent.data().toString());
        for (int row = 0; row < model.rowCount(parent); ++row) {
            rows.append(u"  "_s + model.index(row, 0, parent).data().toString());
        }
    }
    return rows;
}
}

/// The page of mistakes: what it lists, what opens the editor, what stays chosen while files change.
class ProblemPageTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void filesWithTheirMistakes();
    void whatAScreenReaderSays_data();
    void whatAScreenReaderSays();
    void theChoiceSurvivesEdits_data();
    void theChoiceSurvivesEdits();
    void openingAMistake();
    void copying();
    void filtering();
    void nothingIsWrong();
    void longMessagesAreWrapped();
    void aFileIsShown();
    void everyControlHasANameAndIsReached();

private:
    std::unique_ptr<ProblemPage> m_page;
    ProblemView *m_view = nullptr;
};

void ProblemPageTest::init()
{
    m_page = std::make_unique<ProblemPage>();
    m_view = m_page->findChild<ProblemView *>();
    m_page->resize(700, 400);
    m_page->setFacility(brokenObservatory(), QDateTime(QDate(2026, 6, 12), QTime(21, 14)).toUTC());
    m_page->show();
    m_page->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get(), 30000));
}

void ProblemPageTest::cleanup()
{
    m_page.reset();
}

void ProblemPageTest::filesWithTheirMistakes()
{
    QAbstractItemModelTester tester(m_view->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(rowsOf(*m_view->model()),
             (QStringList{u"facility.toml"_s,
                          u"  unknown key \"nmae\""_s,
                          u"profiles/esi.toml"_s,
                          u"  not UTF-8"_s,
                          u"profiles/lris.toml"_s,
                          u"  a port of 70000"_s,
                          u"  ds9 lies over phot"_s}));
    QCOMPARE(m_page->countErrors(), 3);
    QCOMPARE(m_page->countWarnings(), 1);
    // Everything is open, and the first mistake is chosen: Return is enough.
    QVERIFY(m_view->isExpanded(m_view->model()->index(2, 0)));
    QCOMPARE(m_view->currentProblem()->message, u"unknown key \"nmae\""_s);
    Facility fewer = brokenObservatory();
    fewer.brokenProfiles.clear();
    m_page->setFacility(fewer, {});
    QCOMPARE(rowsOf(*m_view->model()).size(), 4);
}

void ProblemPageTest::whatAScreenReaderSays_data()
{
    QTest::addColumn<QList<int>>("path");
    QTest::addColumn<QString>("text");
    QTest::newRow("a file") << QList{2} << u"profiles/lris.toml, 2 problems"_s;
    QTest::newRow("an error") << QList{0, 0} << u"error, line 4, column 1: unknown key \"nmae\""_s;
    QTest::newRow("a warning") << QList{2, 1} << u"warning, line 30, column 1: ds9 lies over phot"_s;
    QTest::newRow("no line to blame") << QList{1, 0} << u"error: not UTF-8"_s;
}

void ProblemPageTest::whatAScreenReaderSays()
{
    QFETCH(QList<int>, path);
    QModelIndex index;
    for (const int row : path) {
        index = m_view->model()->index(row, 0, index);
    }
    QTEST(index.data(Qt::AccessibleTextRole).toString(), "text");
}

void ProblemPageTest::theChoiceSurvivesEdits_data()
{
    QTest::addColumn<QList<ProfileError>>("now");
    QTest::addColumn<QString>("chosen"); // was: a port of 70000, lris.toml:12:5
    const ProfileError port = mistake(lris, 12, 5, u"a port of 70000"_s);
    QTest::newRow("another file was mended") << QList{port} << u"a port of 70000"_s;
    QTest::newRow("a line above was added") << QList{mistake(lris, 13, 5, port.message), mistake(lris, 12, 5, u"unknown key"_s)} << u"a port of 70000"_s;
    QTest::newRow("it says something else now") << QList{mistake(lris, 2, 1, u"far"_s), mistake(lris, 12, 9, u"near"_s), mistake(lris, 80, 1, u"far"_s)}
                                                << u"near"_s;
    QTest::newRow("its file was mended") << QList{mistake(esi, 3, 3, u"another"_s)} << u"another"_s;
    QTest::newRow("all was mended") << QList<ProfileError>() << QString();
}

void ProblemPageTest::theChoiceSurvivesEdits()
{
    QFETCH(QList<ProfileError>, now);
    QFETCH(QString, chosen);
    m_view->chooseProblem(mistake(lris, 12, 5, u"a port of 70000"_s));
    Facility facility;
    facility.directory = u"/f"_s;
    facility.errors = now;
    m_page->setFacility(facility, {});
    QCOMPARE(m_view->currentProblem().value_or(ProfileError()).message, chosen);
}

void ProblemPageTest::openingAMistake()
{
    QSignalSpy opened(m_page.get(), &ProblemPage::openFileRequested);
    const SourcePlace port{lris, 12, 5};
    const auto last = [&opened] {
        return opened.isEmpty() ? SourcePlace() : opened.takeLast().first().value<SourcePlace>();
    };
    m_view->chooseProblem(mistake(lris, 12, 5, u"a port of 70000"_s));
    QTest::keyClick(m_view, Qt::Key_Return);
    QCOMPARE(last(), port);
    QTest::keyClick(m_view, Qt::Key_Enter, Qt::KeypadModifier);
    QCOMPARE(last(), port);
    auto *button = m_page->findChildren<QPushButton *>().last();
    QCOMPARE(button->text(), u"Open in Editor"_s);
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(last(), port);
    const QPoint place = m_view->visualRect(m_view->currentIndex()).center();
    QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, place);
    QCOMPARE(opened.size(), 0); // choosing is not opening
    QTest::mouseDClick(m_view->viewport(), Qt::LeftButton, {}, place);
    QCOMPARE(last(), port);
    QContextMenuEvent event(QContextMenuEvent::Mouse, place, m_view->viewport()->mapToGlobal(place));
    QCoreApplication::sendEvent(m_view->viewport(), &event);
    auto *menu = m_view->findChild<QMenu *>();
    QVERIFY(menu);
    menu->defaultAction()->trigger();
    QCOMPARE(last(), port);
    menu->close();
    // A file's own row opens the file.
    m_view->setCurrentIndex(m_view->model()->index(2, 0));
    QTest::keyClick(m_view, Qt::Key_Return);
    QCOMPARE(last(), (SourcePlace{lris, 0, 0}));
}

void ProblemPageTest::copying()
{
    QTest::keySequence(m_view, QKeySequence::Copy);
    QCOMPARE(QGuiApplication::clipboard()->text(), u"/f/facility.toml:4:1: error: unknown key \"nmae\""_s);
    m_view->setCurrentIndex(m_view->model()->index(2, 0));
    QTest::keySequence(m_view, QKeySequence::Copy);
    QCOMPARE(QGuiApplication::clipboard()->text(),
             u"/f/profiles/lris.toml:12:5: error: a port of 70000\n/f/profiles/lris.toml:30:1: warning: ds9 lies over phot"_s);
    QTest::mouseClick(m_page->findChildren<QPushButton *>().first(), Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text().split(u'\n').size(), 4);
    QVERIFY(QGuiApplication::clipboard()->text().contains(u"/f/profiles/esi.toml: error: not UTF-8\n"));
}

void ProblemPageTest::filtering()
{
    const auto buttons = m_page->findChildren<QToolButton *>();
    QCOMPARE(buttons.size(), 2);
    QCOMPARE(buttons.at(0)->text(), u"3 errors"_s);
    QCOMPARE(buttons.at(1)->text(), u"1 warning"_s);
    QTest::mouseClick(buttons.at(0), Qt::LeftButton);
    QCOMPARE(rowsOf(*m_view->model()), (QStringList{u"profiles/lris.toml"_s, u"  ds9 lies over phot"_s}));
    QVERIFY(m_view->isVisible());
    QTest::mouseClick(buttons.at(1), Qt::LeftButton);
    QVERIFY(!m_view->isVisible()); // and it does not look as if all were well
    bool isSaid = false;
    for (const QLabel *label : m_page->findChildren<QLabel *>()) {
        isSaid = isSaid || (label->isVisible() && label->text().contains(u"hidden"));
    }
    QVERIFY(isSaid);
    QTest::mouseClick(buttons.at(0), Qt::LeftButton);
    QCOMPARE(rowsOf(*m_view->model()).size(), 6);
}

void ProblemPageTest::nothingIsWrong()
{
    Facility facility;
    facility.directory = u"/obs/<b>keck</b>"_s;
    m_page->setFacility(facility, QDateTime(QDate(2026, 6, 12), QTime(21, 14)).toUTC());
    QVERIFY(!m_view->isVisible());
    QString said;
    for (const QLabel *label : m_page->findChildren<QLabel *>()) {
        if (label->isVisible() && label->text().contains(u"No problems found")) {
            QCOMPARE(label->textFormat(), Qt::PlainText);
            said = label->text();
        }
    }
    QVERIFY2(said.contains(facility.directory) && said.contains(u"21:14:00"_s), qPrintable(said));
    for (const QPushButton *button : m_page->findChildren<QPushButton *>()) {
        QVERIFY(!button->isEnabled());
    }
    m_page->setFacility(brokenObservatory(), {});
    QVERIFY(m_view->isVisible());
}

void ProblemPageTest::longMessagesAreWrapped()
{
    Facility facility = brokenObservatory();
    facility.errors.append(mistake(head, 9, 1, u"expected one of "_s + u"some-rather-long-name, "_s.repeated(30)));
    facility.errors.append(mistake(head, 10, 1, u"/a/path/without/any/blank"_s.repeated(30)));
    m_page->setFacility(facility, {});
    const QModelIndex file = m_view->model()->index(0, 0);
    const auto heightOf = [&](int row) {
        return m_view->visualRect(m_view->model()->index(row, 0, file)).height();
    };
    const int one = heightOf(0);
    QVERIFY2(heightOf(1) >= one * 3, qPrintable(QString::number(heightOf(1))));
    QVERIFY(heightOf(2) >= one * 3);
    const int before = heightOf(1);
    m_page->resize(350, 400);
    QVERIFY(waitFor([&] {
        return heightOf(1) > before; // narrower, so more lines
    }));
}

void ProblemPageTest::aFileIsShown()
{
    m_page->showProblemsOfFile(lris);
    QCOMPARE(m_view->currentProblem()->message, u"a port of 70000"_s);
    m_page->showProblemsOfFile(u"/f/profiles/nirc.toml"_s); // has none: nothing moves
    QCOMPARE(m_view->currentProblem()->message, u"a port of 70000"_s);
}

void ProblemPageTest::everyControlHasANameAndIsReached()
{
    QCOMPARE(namelessControls(*m_page), QStringList());
    QCOMPARE(unreachableControls(*m_page), QStringList());
}

NIGHTDESK_TEST(ProblemPageTest)
#include "problempagetest.moc"
