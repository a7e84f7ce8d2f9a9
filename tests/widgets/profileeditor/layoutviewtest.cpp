// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The picture of a site's screens in a profile's window: what is dragged there changes one value of the text, as one step to undo.
#include "widgets/profileeditor/layoutview.h"
#include "tests/sessions/profiles/sitesfacility.h"
#include "tests/support/testprogram.h"
#include "widgets/profileeditor/displaybox.h"
#include "widgets/profileeditor/effectpanel.h"
#include "widgets/profileeditor/profileeditor.h"
#include "widgets/profileeditor/profilewindow.h"
#include "widgets/profileeditor/profilewindows.h"
#include "widgets/profileeditor/valuetable.h"

#include <KTextEditor/Document>
#include <KTextEditor/View>

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QStandardPaths>
#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
const QString screensProfile = QString::fromUtf8(Test::sitesProfileText);

/// Waits until the picture was drawn from the newest text.
constexpr qsizetype allOfThem = 4;
}

class LayoutViewTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void displaysLandInProportion();
    void aDragChangesOneValue_data();
    void aDragChangesOneValue();
    void keysMoveAndResize_data();
    void keysMoveAndResize();
    void fastKeysLoseNoStep();
    void whatIsKnownLateTakesNothingBack();
    void tabGoesFromDisplayToDisplay();
    void overlapsAndOverhangsAreSaid();
    void onlyAtTheSite();
    void aGroupIsAskedAbout();
    void theOtherFileIsChanged();
    void aTextWithErrorsIsNotEdited();
    void anEscapedDragChangesNothing();

private:
    KTextEditor::Document *document() const;
    LayoutView *picture() const;
    const ScreenLayout::Display *display(const QString &id) const;
    DraggableDisplayBox *box(const QString &id) const;
    void drag(const QString &id, QPoint from, QPoint by) const;
    void press(const QString &id, Qt::Key key) const;
    /// In pixels of the picture.
    double scale() const;
    QString line(const QString &begin) const;
    QMessageBox *question() const;
    static void choose(QMessageBox *question, const QString &button);
    bool says(const QString &words) const;

    std::unique_ptr<Test::SitesFacility> m_facility;
    ProfileWindows *m_windows = nullptr;
    QPointer<ProfileWindow> m_window;
};

void LayoutViewTest::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    QApplication::setQuitOnLastWindowClosed(false);
}

void LayoutViewTest::init()
{
    m_facility = std::make_unique<Test::SitesFacility>();
    m_windows = new ProfileWindows;
    m_window = m_windows->open({m_facility->profile(), 0, 0});
    m_window->resize(1500, 1000);
    QTRY_COMPARE(picture()->screenLayout().displays.size(), allOfThem);
    QTRY_VERIFY(box(u"ds9"_s)->isVisible());
}

void LayoutViewTest::cleanup()
{
    QList<QPointer<ProfileWindow>> windows; // with one go others: its menus
    for (QWidget *window : QApplication::topLevelWidgets()) {
        windows.append(qobject_cast<ProfileWindow *>(window));
    }
    for (const QPointer<ProfileWindow> &window : std::as_const(windows)) {
        delete window;
    }
    delete m_windows;
}

KTextEditor::Document *LayoutViewTest::document() const
{
    return m_window->findChild<KTextEditor::View *>()->document();
}

LayoutView *LayoutViewTest::picture() const
{
    return m_window->findChild<LayoutView *>();
}

const ScreenLayout::Display *LayoutViewTest::display(const QString &id) const
{
    for (const ScreenLayout::Display &one : picture()->screenLayout().displays) {
        if (one.id == id) {
            return &one;
        }
    }
    return nullptr;
}

DraggableDisplayBox *LayoutViewTest::box(const QString &id) const
{
    for (DraggableDisplayBox *one : picture()->findChildren<DraggableDisplayBox *>()) {
        if (one->accessibleName().startsWith(QString(id + u','))) {
            return one;
        }
    }
    return nullptr;
}

/// With the keyboard there: else the text's own keys would be taken.
void LayoutViewTest::press(const QString &id, Qt::Key key) const
{
    box(id)->setFocus();
    QTest::keyClick(box(id), key);
}

double LayoutViewTest::scale() const
{
    return box(u"control"_s)->width() / 1000.0;
}

void LayoutViewTest::drag(const QString &id, QPoint from, QPoint by) const
{
    DraggableDisplayBox *dragged = box(id);
    const QPoint start = dragged->mapTo(picture(), from);
    QTest::mousePress(dragged, Qt::LeftButton, {}, from);
    // The box moves below the pointer: places are told from the picture.
    for (int i = 1; i <= 4; ++i) {
        QTest::mouseMove(dragged, dragged->mapFrom(picture(), start + by * i / 4));
    }
    QTest::mouseRelease(dragged, Qt::LeftButton, {}, dragged->mapFrom(picture(), start + by));
}

QString LayoutViewTest::line(const QString &begin) const
{
    for (int i = 0; i < document()->lines(); ++i) {
        if (document()->line(i).startsWith(begin)) {
            return document()->line(i);
        }
    }
    return {};
}

QMessageBox *LayoutViewTest::question() const
{
    return m_window->findChild<QMessageBox *>();
}

void LayoutViewTest::choose(QMessageBox *question, const QString &button)
{
    for (QAbstractButton *one : question->buttons()) {
        if (one->text().remove(u'&') == button) {
            one->click();
            return;
        }
    }
    QFAIL(qPrintable(u"no button "_s + button));
}

bool LayoutViewTest::says(const QString &words) const
{
    const QList<QLabel *> labels = m_window->findChild<EffectPanel *>()->findChildren<QLabel *>();
    return std::ranges::any_of(labels, [&](const QLabel *label) {
        return label->isVisible() && label->text().split(u'\n').contains(words);
    });
}

void LayoutViewTest::displaysLandInProportion()
{
    const ScreenLayout &screens = picture()->screenLayout();
    QCOMPARE(screens.screens.size(), 2);
    QCOMPARE(screens.screens[0].size, QSize(2000, 1000));
    QCOMPARE(display(u"ds9"_s)->rect, QRect(20, 20, 400, 300));
    QCOMPARE(display(u"seeing"_s)->rect, QRect(360, 600, 640, 400));
    QCOMPARE(display(u"control"_s)->rect, QRect(0, 0, 1000, 1000));
    QCOMPARE(display(u"log"_s)->rect, QRect(600, 300, 800, 400)); // in the middle of the first screen
    const QSizeF drawn = box(u"ds9"_s)->size();
    QVERIFY2(std::abs(drawn.width() / drawn.height() - 4.0 / 3) < 0.1, qPrintable(u"%1x%2"_s.arg(drawn.width()).arg(drawn.height())));
    QVERIFY(std::abs(drawn.width() - 400 * scale()) <= 3);
    QVERIFY(box(u"seeing"_s)->accessibleName().contains(u"program on the screen right, 640x400-0-0"_s));
}

void LayoutViewTest::aDragChangesOneValue_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<bool>("isResize");
    QTest::addColumn<QPoint>("by"); // pixels of the screen
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after"); // an expression for what comes there
    QTest::newRow("a program moves") << u"ds9"_s << false << QPoint(500, 200) << u"geometry = '400x300+20+20'   # where it is"_s
                                     << u"geometry = '400x300\\+\\d+\\+\\d+'   # where it is"_s;
    QTest::newRow("a program is resized") << u"ds9"_s << true << QPoint(300, 200) << u"geometry = '400x300+20+20'   # where it is"_s
                                          << u"geometry = '\\d+x\\d+\\+20\\+20'   # where it is"_s;
    QTest::newRow("a program goes to the other screen") << u"ds9"_s << false << QPoint(2300, 300) << u"screen = \"left\""_s << u"screen = \"right\""_s;
    QTest::newRow("a desktop goes to the other screen") << u"control"_s << false << QPoint(-1400, 0) << u"screen = \"right\""_s << u"screen = \"left\""_s;
}

void LayoutViewTest::aDragChangesOneValue()
{
    QFETCH(QString, id);
    QFETCH(bool, isResize);
    QFETCH(QPoint, by);
    QFETCH(QString, before);
    QFETCH(QString, after);
    DraggableDisplayBox *dragged = box(id);
    const QPoint from = isResize ? QPoint(dragged->width() - 4, dragged->height() - 4) : QPoint(8, 8);
    drag(id, from, (QPointF(by) * scale()).toPoint());
    const QStringList were = screensProfile.split(u'\n');
    const QStringList are = document()->text().split(u'\n');
    QCOMPARE(are.size(), were.size());
    int changed = 0;
    for (qsizetype i = 0; i < are.size(); ++i) {
        if (are[i] != were[i]) {
            ++changed;
            QCOMPARE(were[i], before);
            QVERIFY2(QRegularExpression(QRegularExpression::anchoredPattern(after)).match(are[i]).hasMatch(), qPrintable(are[i]));
        }
    }
    QCOMPARE(changed, 1);
    // What is shown then is what the text says.
    const QString text = document()->text();
    QTRY_VERIFY(display(id) && (id != u"ds9"_s || text.contains(ScreenLayout::geometryText(display(id)->profileGeometry))));
    QVERIFY(m_window->isWindowModified());
    m_window->editor()->undoAction()->trigger();
    QCOMPARE(document()->text(), screensProfile); // every byte
    QVERIFY(!m_window->isWindowModified());
}

void LayoutViewTest::keysMoveAndResize_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<int>("key");
    QTest::addColumn<int>("modifiers");
    QTest::addColumn<QString>("expected"); // a line
    const auto row = [](const char *name, const QString &id, Qt::Key key, Qt::KeyboardModifiers modifiers, const QString &expected) {
        QTest::newRow(name) << id << static_cast<int>(key) << static_cast<int>(modifiers.toInt()) << expected;
    };
    row("right", u"ds9"_s, Qt::Key_Right, {}, u"geometry = '400x300+30+20'   # where it is"_s);
    row("up", u"ds9"_s, Qt::Key_Up, {}, u"geometry = '400x300+20+10'   # where it is"_s);
    row("by one pixel", u"ds9"_s, Qt::Key_Down, Qt::ControlModifier, u"geometry = '400x300+20+21'   # where it is"_s);
    row("wider", u"ds9"_s, Qt::Key_Right, Qt::ShiftModifier, u"geometry = '410x300+20+20'   # where it is"_s);
    row("less high", u"ds9"_s, Qt::Key_Up, Qt::ShiftModifier, u"geometry = '400x290+20+20'   # where it is"_s);
    row("the next screen", u"ds9"_s, Qt::Key_PageDown, {}, u"screen = \"right\""_s);
    row("a desktop", u"control"_s, Qt::Key_Left, {}, u"screen = \"left\""_s);
    row("one that has no geometry yet", u"log"_s, Qt::Key_Left, {}, u"geometry = \"+590+300\""_s);
}

void LayoutViewTest::keysMoveAndResize()
{
    QFETCH(QString, id);
    QFETCH(int, key);
    QFETCH(int, modifiers);
    QFETCH(QString, expected);
    box(id)->setFocus();
    QTest::keyClick(box(id), static_cast<Qt::Key>(key), static_cast<Qt::KeyboardModifiers>(modifiers));
    QStringList added;
    const QStringList were = screensProfile.split(u'\n');
    for (const QString &line : document()->text().split(u'\n')) {
        if (document()->text().count(QString(line + u'\n')) != screensProfile.count(QString(line + u'\n'))) {
            added.append(line);
        }
    }
    added.removeDuplicates();
    QVERIFY2(added.contains(expected), qPrintable(added.join(u'|')));
    m_window->editor()->undoAction()->trigger();
    QCOMPARE(document()->text(), screensProfile);
}

void LayoutViewTest::fastKeysLoseNoStep()
{
    box(u"ds9"_s)->setFocus();
    for (int i = 0; i < 20; ++i) {
        QTest::keyClick(box(u"ds9"_s), Qt::Key_Right);
        QCoreApplication::processEvents();
    }
    QTRY_COMPARE(line(u"geometry"_s), u"geometry = '400x300+220+20'   # where it is"_s);
    QTRY_COMPARE(display(u"ds9"_s)->rect, QRect(220, 20, 400, 300));
}

/// What the text came to before a step is worked out still while the step is made.
void LayoutViewTest::whatIsKnownLateTakesNothingBack()
{
    const QList<QComboBox *> boxes = m_window->findChild<EffectPanel *>()->findChildren<QComboBox *>();
    QComboBox *compared = boxes.value(2);
    compared->setCurrentIndex(compared->findText(u"hilo"_s));
    press(u"ds9"_s, Qt::Key_Right);
    QCOMPARE(line(u"geometry"_s), u"geometry = '400x300+30+20'   # where it is"_s);
    bool isBack = false;
    const auto *values = m_window->findChild<ValueTable *>()->model();
    const auto isReported = [&] {
        isBack = isBack || display(u"ds9"_s)->rect.x() != 30;
        return values->columnCount() == 4;
    };
    QTRY_VERIFY(isReported());
    QVERIFY(!isBack);
    QCOMPARE(display(u"ds9"_s)->rect, QRect(30, 20, 400, 300));
}

void LayoutViewTest::tabGoesFromDisplayToDisplay()
{
    m_window->activateWindow();
    QTRY_VERIFY(m_window->isActiveWindow());
    box(u"control"_s)->setFocus();
    QStringList way;
    for (int i = 0; i < 3; ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        way.append(QApplication::focusWidget()->accessibleName().section(u',', 0, 0));
    }
    way.sort();
    QCOMPARE(way, (QStringList{u"ds9"_s, u"log"_s, u"seeing"_s}));
    box(u"ds9"_s)->setFocus();
    QTRY_VERIFY(says(u"ds9 – screen: left (Profile, line 19), geometry: 400x300+20+20 (Profile, line 20)"_s));
    QTest::keyClick(box(u"ds9"_s), Qt::Key_Return);
    QCOMPARE(m_window->findChild<KTextEditor::View *>()->cursorPosition(), KTextEditor::Cursor(19, 11));
}

void LayoutViewTest::overlapsAndOverhangsAreSaid()
{
    document()->setText(
        QString(screensProfile).replace(u"command = [\"log\"]"_s, u"command = [\"log\"]\nscreen = \"left\"\ngeometry = \"1900x200+300+100\""_s));
    QTRY_VERIFY(says(u"log extends 200 pixels beyond the right edge."_s));
    QVERIFY(says(u"ds9 overlaps log."_s));
    QVERIFY(says(u"log overlaps ds9."_s));
    QCOMPARE(display(u"log"_s)->rect, QRect(100, 100, 1900, 200)); // where a console puts it
    QVERIFY(box(u"log"_s)->accessibleName().contains(u"log overlaps ds9."_s));
}

void LayoutViewTest::onlyAtTheSite()
{
    for (QCheckBox *one : m_window->findChild<EffectPanel *>()->findChildren<QCheckBox *>()) {
        one->setChecked(one->text().contains(u"only at this site"_s));
    }
    box(u"ds9"_s)->setFocus();
    QTest::keyClick(box(u"ds9"_s), Qt::Key_Right);
    QCOMPARE(document()->text(), screensProfile + u"\n[site.waimea]\nwindow.ds9.geometry = \"400x300+30+20\"\n"_s);
    m_window->editor()->undoAction()->trigger();
    QCOMPARE(document()->text(), screensProfile);
}

void LayoutViewTest::aGroupIsAskedAbout()
{
    press(u"seeing"_s, Qt::Key_Left);
    QVERIFY(question());
    QVERIFY2(question()->text().contains(u"Group common, facility.toml:9"_s), qPrintable(question()->text()));
    choose(question(), u"Change Only at waimea"_s);
    QCOMPARE(document()->text(), screensProfile + u"\n[site.waimea]\nwindow.seeing.geometry = \"640x400-10-0\"\n"_s);
    QTRY_COMPARE(display(u"seeing"_s)->rect, QRect(350, 600, 640, 400));
    QTRY_VERIFY(!question());
    m_window->editor()->undoAction()->trigger();
    QCOMPARE(document()->text(), screensProfile);
    QTRY_COMPARE(display(u"seeing"_s)->rect, QRect(360, 600, 640, 400));
    press(u"seeing"_s, Qt::Key_Up);
    QVERIFY(question());
    choose(question(), u"Cancel"_s);
    QCOMPARE(document()->text(), screensProfile);
    QTRY_COMPARE(display(u"seeing"_s)->rect, QRect(360, 600, 640, 400));
}

void LayoutViewTest::theOtherFileIsChanged()
{
    press(u"seeing"_s, Qt::Key_Left);
    QVERIFY(question());
    choose(question(), u"Change facility.toml"_s);
    ProfileWindow *other = m_windows->open({m_facility->path() + u"/facility.toml"_s, 0, 0});
    KTextEditor::Document *text = other->findChild<KTextEditor::View *>()->document();
    QTRY_COMPARE(text->line(8), u"geometry = \"640x400-10-0\" # in the corner"_s);
    QVERIFY(other->isWindowModified());
    other->editor()->undoAction()->trigger();
    QCOMPARE(text->text().toUtf8(), Test::sitesFacilityText);
    QCOMPARE(document()->text(), screensProfile);
}

void LayoutViewTest::aTextWithErrorsIsNotEdited()
{
    document()->insertText({0, 0}, u"nonsense\n"_s);
    QTRY_VERIFY(says(u"The text has errors. These are its last valid values."_s));
    const QString text = document()->text();
    press(u"ds9"_s, Qt::Key_Right);
    drag(u"ds9"_s, {8, 8}, {40, 20});
    QCOMPARE(document()->text(), text);
    QCOMPARE(display(u"ds9"_s)->rect, QRect(20, 20, 400, 300));
}

void LayoutViewTest::anEscapedDragChangesNothing()
{
    DraggableDisplayBox *dragged = box(u"ds9"_s);
    dragged->setFocus();
    const QRect place = dragged->geometry();
    QTest::mousePress(dragged, Qt::LeftButton, {}, {8, 8});
    QTest::mouseMove(dragged, {60, 40});
    QTRY_VERIFY(dragged->geometry() != place);
    QTest::keyClick(dragged, Qt::Key_Escape);
    QCOMPARE(dragged->geometry(), place);
    QTest::mouseRelease(dragged, Qt::LeftButton, {}, {8, 8});
    QCOMPARE(document()->text(), screensProfile);
}

NIGHTDESK_TEST(LayoutViewTest)

#include "layoutviewtest.moc"
