// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/screens/screensdialog.h"
#include "tests/support/testprogram.h"
#include "tests/widgets/accessible.h"
#include "widgets/screens/screenplan.h"
#include "widgets/wording/screenwording.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

namespace
{
PhysicalMonitor monitor(const QString &connector, const QRect &rect, const QString &model = {})
{
    return {{connector, {}, model, {}}, rect, rect.size()};
}

const QList<PhysicalMonitor> all{monitor(u"DP-1"_s, {0, 0, 1920, 1080}, u"U2412M"_s),
                                 monitor(u"DP-2"_s, {1920, 0, 1920, 1080}),
                                 monitor(u"DP-3"_s, {3840, 0, 1920, 1080})};
const QStringList dialogScreens{u"left"_s, u"centre"_s, u"right"_s};

struct ScreensParts {
    explicit ScreensParts(const QStringList &names = dialogScreens, const QString &site = u"Headquarters"_s)
        : dialog(site, names, {})
        , mappingApplied(&dialog, &ScreensDialog::mappingApplied)
    {
        dialog.setMonitors(all);
        boxes = dialog.findChildren<QComboBox *>();
        plan = dialog.findChild<ScreenPlan *>();
    }
    QPushButton *button(QDialogButtonBox::StandardButton which) const
    {
        return dialog.findChild<QDialogButtonBox *>()->button(which);
    }
    QString sentences() const
    {
        QString text;
        for (const QLabel *label : dialog.findChildren<QLabel *>()) {
            text += label->isVisibleTo(&dialog) ? label->text() + u'\n' : QString();
        }
        return text;
    }
    ScreensDialog dialog;
    QSignalSpy mappingApplied;
    QList<QComboBox *> boxes;
    ScreenPlan *plan;
};
}

/// The dialog where a desk says which of its monitors is "left".
class ScreensDialogTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyScreenHasAChoice();
    void choosingIsDrawnAtOnce();
    void applyingAndTakingBack();
    void resetLetsAllFindTheirPlace();
    void foldingIsSaid_data();
    void foldingIsSaid();
    void anUnpluggedMonitorStaysChosen();
    void monitorsComeWhileItIsOpen();
    void strangeNames();
    void withoutScreens();
    void theKeyboardReachesAll();
};

void ScreensDialogTest::everyScreenHasAChoice()
{
    ScreensParts parts;
    QCOMPARE(parts.boxes.size(), 3);
    for (const QComboBox *box : parts.boxes) {
        QCOMPARE(box->count(), 4);
        QCOMPARE(box->currentIndex(), 0); // by themselves
        QCOMPARE(box->itemText(1), u"DP-1 · 1920×1080 · U2412M"_s);
        QCOMPARE(box->itemText(3), u"DP-3 · 1920×1080"_s);
        QCOMPARE(box->whatsThis(), ScreenWording::assignmentRule());
    }
    QVERIFY(parts.boxes[1]->accessibleName().contains(u"centre"));
    QVERIFY(parts.sentences().contains(u"Headquarters"));
    QVERIFY(parts.sentences().contains(ScreenWording::assignmentRule()));
    QVERIFY(!parts.button(QDialogButtonBox::Apply)->isEnabled());
    QVERIFY(!parts.button(QDialogButtonBox::Reset)->isEnabled());
    parts.dialog.setEffectiveMapping({{u"centre"_s, all[2].id}});
    QCOMPARE(parts.boxes[1]->currentIndex(), 3);
    QCOMPARE(parts.boxes[0]->currentIndex(), 0);
    QVERIFY(!parts.button(QDialogButtonBox::Apply)->isEnabled());
}

void ScreensDialogTest::choosingIsDrawnAtOnce()
{
    ScreensParts parts;
    QSignalSpy changed(&parts.dialog, &ScreensDialog::unsavedMappingChanged);
    QCOMPARE(parts.plan->accessibleDescription(), u"left on DP-1 · 1920×1080: ; centre on DP-2 · 1920×1080: ; right on DP-3 · 1920×1080: "_s);
    parts.boxes[0]->setCurrentIndex(3);
    QCOMPARE(parts.plan->accessibleDescription(), u"centre on DP-1 · 1920×1080: ; right on DP-2 · 1920×1080: ; left on DP-3 · 1920×1080: "_s);
    QCOMPARE(parts.dialog.chosenMapping(), (ScreenMapping{{u"left"_s, all[2].id}}));
    QCOMPARE(parts.dialog.chosenScreenMap().monitorFor(u"left"_s), 2);
    QCOMPARE(changed.size(), 1);
    // Two on one on purpose is no folding.
    parts.boxes[1]->setCurrentIndex(3);
    QCOMPARE(parts.plan->accessibleDescription(), u"right on DP-1 · 1920×1080: ; no screen on DP-2 · 1920×1080: ; left / centre on DP-3 · 1920×1080: "_s);
    QVERIFY(!parts.sentences().contains(u"more screens than"));
    parts.boxes[0]->setCurrentIndex(0);
    parts.boxes[1]->setCurrentIndex(0);
    QVERIFY(parts.dialog.chosenMapping().isEmpty());
    QCOMPARE(parts.mappingApplied.size(), 0);
}

void ScreensDialogTest::applyingAndTakingBack()
{
    ScreensParts parts;
    parts.boxes[2]->setCurrentIndex(1);
    QVERIFY(parts.button(QDialogButtonBox::Apply)->isEnabled());
    parts.button(QDialogButtonBox::Apply)->click();
    QCOMPARE(parts.mappingApplied.size(), 1);
    QCOMPARE(parts.mappingApplied.first().first().value<ScreenMapping>(), (ScreenMapping{{u"right"_s, all[0].id}}));
    QVERIFY(!parts.button(QDialogButtonBox::Apply)->isEnabled());
    parts.boxes[2]->setCurrentIndex(2);
    parts.dialog.reject(); // what was not applied is nobody's
    QCOMPARE(parts.mappingApplied.size(), 1);
    parts.boxes[2]->setCurrentIndex(1);
    parts.button(QDialogButtonBox::Ok)->click(); // as it is in force: nothing to say
    QCOMPARE(parts.mappingApplied.size(), 1);
    QCOMPARE(parts.dialog.result(), int(QDialog::Accepted));
    parts.boxes[2]->setCurrentIndex(3);
    parts.button(QDialogButtonBox::Ok)->click();
    QCOMPARE(parts.mappingApplied.size(), 2);
    QCOMPARE(parts.mappingApplied.last().first().value<ScreenMapping>().value(u"right"_s), all[2].id);
}

void ScreensDialogTest::resetLetsAllFindTheirPlace()
{
    ScreensParts parts;
    parts.dialog.setEffectiveMapping({{u"left"_s, all[1].id}, {u"right"_s, all[0].id}});
    QVERIFY(parts.button(QDialogButtonBox::Reset)->isEnabled());
    parts.button(QDialogButtonBox::Reset)->click();
    for (const QComboBox *box : parts.boxes) {
        QCOMPARE(box->currentIndex(), 0);
    }
    QVERIFY(parts.dialog.chosenMapping().isEmpty());
    QVERIFY(parts.button(QDialogButtonBox::Apply)->isEnabled()); // not in force yet
    QVERIFY(!parts.button(QDialogButtonBox::Reset)->isEnabled());
    QCOMPARE(parts.mappingApplied.size(), 0);
}

void ScreensDialogTest::foldingIsSaid_data()
{
    QTest::addColumn<qsizetype>("monitors");
    QTest::addColumn<ScreenMapping>("mapping");
    QTest::addColumn<QString>("expected");
    QTest::newRow("as many as screens: nothing to say") << qsizetype(3) << ScreenMapping{} << QString();
    QTest::newRow("one too few") << qsizetype(2) << ScreenMapping{} << u"Screen “right” shares the last monitor, DP-2."_s;
    QTest::newRow("two too few") << qsizetype(1) << ScreenMapping{} << u"Screens “centre” and “right” share the last monitor, DP-1."_s;
    QTest::newRow("another one folds when the last is chosen")
        << qsizetype(2) << ScreenMapping{{u"right"_s, all[0].id}} << u"Screen “centre” shares the last monitor, DP-2."_s;
    QTest::newRow("all chosen: nothing folds") << qsizetype(1) << ScreenMapping{{u"left"_s, all[0].id}, {u"centre"_s, all[0].id}, {u"right"_s, all[0].id}}
                                               << QString();
    QTest::newRow("no monitor at all") << qsizetype(0) << ScreenMapping{} << QString();
}

void ScreensDialogTest::foldingIsSaid()
{
    QFETCH(qsizetype, monitors);
    QFETCH(ScreenMapping, mapping);
    QFETCH(QString, expected);
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    ScreensParts parts;
    parts.dialog.setMonitors(all.first(monitors));
    parts.dialog.setEffectiveMapping(mapping);
    QCOMPARE(parts.sentences().contains(u"This site has more screens than this workstation has monitors."), !expected.isEmpty());
    QVERIFY2(parts.sentences().contains(expected), qPrintable(parts.sentences()));
}

void ScreensDialogTest::anUnpluggedMonitorStaysChosen()
{
    ScreensParts parts;
    const ScreenMapping chosen{{u"right"_s, {.connector = u"DP-9"_s, .maker = {}, .model = u"old"_s, .serial = u"7"_s}}};
    parts.dialog.setEffectiveMapping(chosen);
    QCOMPARE(parts.boxes[2]->count(), 5);
    QCOMPARE(parts.boxes[2]->currentText(), u"DP-9 (not connected)"_s);
    QCOMPARE(parts.dialog.chosenScreenMap().monitorFor(u"right"_s), 2);
    parts.button(QDialogButtonBox::Ok)->click();
    QCOMPARE(parts.mappingApplied.size(), 0); // looking at it changes nothing
    QCOMPARE(parts.dialog.chosenMapping(), chosen);
    // Plugged in again, at another connector, it is known by its number.
    PhysicalMonitor back = monitor(u"DP-4"_s, {-1920, 0, 1920, 1080}, u"old"_s);
    back.id.serial = u"7"_s;
    parts.dialog.setMonitors(all + QList{back});
    QCOMPARE(parts.boxes[2]->currentText(), u"DP-4 · 1920×1080 · old"_s);
    QCOMPARE(parts.dialog.chosenScreenMap().monitorFor(u"right"_s), 3);
}

void ScreensDialogTest::monitorsComeWhileItIsOpen()
{
    ScreensParts parts;
    parts.boxes[0]->setCurrentIndex(2);
    parts.dialog.setMonitors(all + QList{monitor(u"DP-4"_s, {0, -1080, 1920, 1080})});
    QCOMPARE(parts.boxes[0]->count(), 5);
    QCOMPARE(parts.boxes[0]->itemText(1), u"DP-4 · 1920×1080"_s); // above the first, so before it
    QCOMPARE(parts.boxes[0]->currentText(), u"DP-2 · 1920×1080"_s); // as chosen
    parts.dialog.setMonitors({});
    QCOMPARE(parts.boxes[0]->currentText(), u"DP-2 (not connected)"_s);
    QCOMPARE(parts.dialog.chosenMapping().value(u"left"_s), all[1].id);
}

void ScreensDialogTest::strangeNames()
{
    const QStringList names{u"<b>bold</b>"_s, u"a & b"_s, u"line\nbreak\u202E"_s, QString(300, u'x')};
    ScreensParts parts(names, u"<i>Site</i> & Co"_s);
    parts.dialog.setMonitors({monitor(u"<s>DP</s>"_s, {0, 0, 800, 600}, u"<u>&model"_s)});
    for (const QLabel *label : parts.dialog.findChildren<QLabel *>()) {
        QCOMPARE(label->textFormat(), Qt::PlainText);
        QVERIFY(!label->text().contains(u'\n') && !label->text().contains(QChar(0x202E)));
    }
    QVERIFY(!parts.dialog.grab().isNull());
    parts.boxes[2]->setCurrentIndex(1);
    QVERIFY(parts.dialog.chosenMapping().contains(names[2])); // under the name as the site has it
}

void ScreensDialogTest::withoutScreens()
{
    ScreensParts parts({}, {});
    QVERIFY(parts.boxes.isEmpty());
    QVERIFY(parts.sentences().contains(u"no named screens"));
    QVERIFY(!parts.sentences().contains(ScreenWording::assignmentRule()));
    parts.button(QDialogButtonBox::Ok)->click();
    QCOMPARE(parts.mappingApplied.size(), 0);
}

void ScreensDialogTest::theKeyboardReachesAll()
{
    ScreensParts parts;
    parts.boxes[0]->setCurrentIndex(2);
    parts.dialog.show();
    QVERIFY(QTest::qWaitForWindowExposed(&parts.dialog, 30000));
    QCOMPARE(parts.dialog.focusWidget(), parts.boxes[0]); // where a person begins
    QTest::keyClick(parts.boxes[0], Qt::Key_Tab);
    QCOMPARE(parts.dialog.focusWidget(), parts.boxes[1]);
    QCOMPARE(namelessControls(parts.dialog), QStringList());
    QCOMPARE(unreachableControls(parts.dialog), QStringList());
    QSignalSpy identify(&parts.dialog, &ScreensDialog::identifyScreensRequested);
    QTest::mouseClick(parts.dialog.identifyButton(), Qt::LeftButton);
    QCOMPARE(identify.size(), 1);
    QTest::keyClick(&parts.dialog, Qt::Key_Escape);
    QVERIFY(!parts.dialog.isVisible());
    QCOMPARE(parts.mappingApplied.size(), 0);
}

NIGHTDESK_TEST(ScreensDialogTest)
#include "screensdialogtest.moc"
