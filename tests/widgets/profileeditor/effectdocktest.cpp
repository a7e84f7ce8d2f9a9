// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a profile comes to, beside its text: real windows, files and clicks.
#include "tests/sessions/profiles/sitesfacility.h"
#include "tests/support/testprogram.h"
#include "tests/widgets/accessiblecheck.h"
#include "widgets/profileeditor/effectpanel.h"
#include "widgets/profileeditor/profileeditor.h"
#include "widgets/profileeditor/profilewindow.h"
#include "widgets/profileeditor/valuetable.h"

#include <KTextEditor/Document>
#include <KTextEditor/View>

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

class EffectDockTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void aClickGoesToTheLineAndColumn_data();
    void aClickGoesToTheLineAndColumn();
    void returnGoesThereToo();
    void aValueOfAnotherFileOpensIt();
    void anotherSiteIsSideBySide();
    void valuesFollowTyping();
    void aNewTableLeavesTheOthers();
    void lastValidValuesAreMarked();
    void forEverybody();

private:
    KTextEditor::Document *document() const;
    KTextEditor::View *view() const;
    ValueTable *values() const;
    QComboBox *box(int index) const;
    /// Invalid: there is no such row.
    QModelIndex find(const QString &table, const QString &key, int column = 0) const;
    QString valueOf(const QString &table, const QString &key, int column = 1) const;
    bool isMarkedAsOld() const;

    std::unique_ptr<Test::SitesFacility> m_facility;
    QPointer<ProfileWindow> m_window;
};

void EffectDockTest::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    QApplication::setQuitOnLastWindowClosed(false);
}

void EffectDockTest::init()
{
    m_facility = std::make_unique<Test::SitesFacility>();
    m_window = new ProfileWindow(m_facility->profile());
    m_window->resize(1400, 900);
    m_window->show();
    QTRY_COMPARE(valueOf(u"[[window]] ds9"_s, u"geometry"_s), u"\"400x300+20+20\""_s);
}

void EffectDockTest::cleanup()
{
    delete m_window;
}

KTextEditor::View *EffectDockTest::view() const
{
    return m_window->findChild<KTextEditor::View *>();
}

KTextEditor::Document *EffectDockTest::document() const
{
    return view()->document();
}

ValueTable *EffectDockTest::values() const
{
    return m_window->findChild<ValueTable *>();
}

QComboBox *EffectDockTest::box(int index) const
{
    return m_window->findChild<EffectPanel *>()->findChildren<QComboBox *>().value(index);
}

QModelIndex EffectDockTest::find(const QString &table, const QString &key, int column) const
{
    const QAbstractItemModel *model = values()->model();
    for (int i = 0; i < model->rowCount(); ++i) {
        const QModelIndex top = model->index(i, 0);
        for (int j = 0; top.data().toString() == table && j < model->rowCount(top); ++j) {
            if (model->index(j, 0, top).data().toString() == key) {
                return model->index(j, column, top);
            }
        }
    }
    return {};
}

QString EffectDockTest::valueOf(const QString &table, const QString &key, int column) const
{
    return find(table, key, column).data().toString();
}

bool EffectDockTest::isMarkedAsOld() const
{
    const QList<QLabel *> labels = m_window->findChild<EffectPanel *>()->findChildren<QLabel *>();
    return std::ranges::any_of(labels, [](const QLabel *label) {
        return label->isVisible() && label->text() == u"The text has errors. These are its last valid values."_s;
    });
}

void EffectDockTest::aClickGoesToTheLineAndColumn_data()
{
    QTest::addColumn<QString>("table");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("origin");
    QTest::addColumn<int>("line"); // from 0, as the editor counts
    QTest::addColumn<int>("column");
    QTest::newRow("the top") << u"Profile"_s << u"name"_s << u"Profile, line 3"_s << 2 << 7;
    QTest::newRow("a connection") << u"[link.summit]"_s << u"host"_s << u"Profile, line 7"_s << 6 << 7;
    QTest::newRow("a program") << u"[[window]] ds9"_s << u"geometry"_s << u"Profile, line 20"_s << 19 << 11;
}

void EffectDockTest::aClickGoesToTheLineAndColumn()
{
    QFETCH(QString, table);
    QFETCH(QString, key);
    QFETCH(QString, origin);
    QFETCH(int, line);
    QFETCH(int, column);
    QCOMPARE(valueOf(table, key, 2), origin);
    const QModelIndex index = find(table, key, 1);
    values()->scrollTo(index);
    QTest::mouseClick(values()->viewport(), Qt::LeftButton, {}, values()->visualRect(index).center());
    QCOMPARE(view()->cursorPosition(), KTextEditor::Cursor(line, column));
}

void EffectDockTest::returnGoesThereToo()
{
    values()->setCurrentIndex(find(u"[[window]] ds9"_s, u"id"_s));
    QTest::keyClick(values(), Qt::Key_Return);
    QCOMPARE(view()->cursorPosition(), KTextEditor::Cursor(15, 5));
}

void EffectDockTest::aValueOfAnotherFileOpensIt()
{
    QSignalSpy opened(m_window, &ProfileWindow::openFileRequested);
    QCOMPARE(valueOf(u"[[window]] seeing"_s, u"geometry"_s, 2), u"Group common, facility.toml:9"_s);
    QCOMPARE(valueOf(u"[[window]] ds9"_s, u"topology"_s, 2), u"Default"_s);
    values()->setCurrentIndex(find(u"[[window]] ds9"_s, u"topology"_s));
    QTest::keyClick(values(), Qt::Key_Return);
    QCOMPARE(opened.size(), 0); // nobody wrote it
    values()->setCurrentIndex(find(u"[[window]] seeing"_s, u"geometry"_s));
    QTest::keyClick(values(), Qt::Key_Return);
    QCOMPARE(opened.size(), 1);
    QCOMPARE(opened.first().first().value<SourcePlace>(), (SourcePlace{m_facility->path() + u"/facility.toml"_s, 9, 12}));
}

void EffectDockTest::anotherSiteIsSideBySide()
{
    box(2)->setCurrentIndex(box(2)->findText(u"hilo"_s));
    QTRY_COMPARE(valueOf(u"[[window]] ds9"_s, u"geometry"_s, 3), u"\"200x100+0+0\""_s);
    QCOMPARE(valueOf(u"[[window]] ds9"_s, u"geometry"_s), u"\"400x300+20+20\""_s);
    QVERIFY(find(u"[[window]] ds9"_s, u"geometry"_s).data(Qt::FontRole).value<QFont>().bold());
    QVERIFY(!find(u"[[window]] ds9"_s, u"id"_s).data(Qt::FontRole).value<QFont>().bold());
    const QModelIndex there = find(u"[[window]] ds9"_s, u"geometry"_s, 3);
    values()->scrollTo(there);
    QTest::mouseClick(values()->viewport(), Qt::LeftButton, {}, values()->visualRect(there).center());
    QCOMPARE(view()->cursorPosition(), KTextEditor::Cursor(27, 22));
    auto *only = m_window->findChild<EffectPanel *>()->findChild<QCheckBox *>();
    only->setChecked(true);
    QCOMPARE(values()->model()->rowCount(), 1);
    QCOMPARE(values()->model()->rowCount(values()->model()->index(0, 0)), 1);

    // The other way round.
    box(1)->setCurrentIndex(box(1)->findText(u"hilo"_s));
    QTRY_COMPARE(valueOf(u"[[window]] ds9"_s, u"geometry"_s), u"\"200x100+0+0\""_s);
    QCOMPARE(valueOf(u"[[window]] ds9"_s, u"geometry"_s, 2), u"Site hilo, line 28"_s);
}

void EffectDockTest::valuesFollowTyping()
{
    document()->insertText({0, 0}, u"# a comment\n"_s);
    document()->replaceText({20, 12, 20, 19}, u"500x200"_s);
    QTRY_COMPARE(valueOf(u"[[window]] ds9"_s, u"geometry"_s), u"\"500x200+20+20\""_s);
    QCOMPARE(valueOf(u"[[window]] ds9"_s, u"geometry"_s, 2), u"Profile, line 21"_s);
}

/// Adding a table keeps the rows of all others, and with them the place where a person reads.
void EffectDockTest::aNewTableLeavesTheOthers()
{
    const QPersistentModelIndex before(find(u"[[desktop]] control"_s, u"display"_s));
    const QPersistentModelIndex behind(find(u"[[window]] log"_s, u"command"_s));
    values()->setCurrentIndex(behind);
    document()->insertText({21, 0}, u"[[window]]\nid = \"new\"\nlink = \"summit\"\ncommand = [\"new\"]\n\n"_s);
    QTRY_COMPARE(valueOf(u"[[window]] new"_s, u"id"_s), u"\"new\""_s);
    QVERIFY(before.isValid() && behind.isValid());
    QCOMPARE(values()->currentIndex(), QModelIndex(behind));
    QCOMPARE(find(u"[[window]] log"_s, u"command"_s), QModelIndex(behind));
    QCOMPARE(find(u"[[window]] new"_s, u"id"_s).parent().row(), behind.parent().row() - 1);
    QVERIFY(values()->isExpanded(find(u"[[window]] new"_s, u"id"_s).parent()));
    QCOMPARE(valueOf(u"[[window]] log"_s, u"id"_s, 2), u"Profile, line 28"_s);
    m_window->editor()->undoAction()->trigger();
    QTRY_VERIFY(!find(u"[[window]] new"_s, u"id"_s).isValid());
    QCOMPARE(find(u"[[window]] log"_s, u"command"_s), QModelIndex(behind));
    QCOMPARE(valueOf(u"[[window]] log"_s, u"id"_s, 2), u"Profile, line 23"_s);
}

void EffectDockTest::lastValidValuesAreMarked()
{
    QVERIFY(!isMarkedAsOld());
    document()->insertText({0, 0}, u"# a comment\nnonsense\n"_s);
    QTRY_VERIFY(isMarkedAsOld());
    QCOMPARE(valueOf(u"[[window]] ds9"_s, u"geometry"_s), u"\"400x300+20+20\""_s);
    values()->setCurrentIndex(find(u"[[window]] ds9"_s, u"id"_s));
    QTest::keyClick(values(), Qt::Key_Return);
    QCOMPARE(view()->cursorPosition(), KTextEditor::Cursor(17, 5)); // where it is now
    document()->removeLine(1);
    QTRY_VERIFY(!isMarkedAsOld());
}

void EffectDockTest::forEverybody()
{
    QCOMPARE(Test::AccessibleCheck::problems(m_window).join(u'\n'), QString());
}

NIGHTDESK_TEST(EffectDockTest)

#include "effectdocktest.moc"
