// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/accessible.h"
#include "widgets/instrumentpicker.h"
#include "widgets/screenplan.h"

#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

namespace
{
DesktopSpec desktopOn(const QString &screen, const QString &title)
{
    DesktopSpec desktop;
    desktop.id = title.toLower();
    desktop.title = title;
    desktop.screen = screen;
    return desktop;
}

InstrumentProfile instrument(const QString &id, const QString &name, const QString &description)
{
    InstrumentProfile profile;
    profile.id = id;
    profile.name = name;
    profile.description = description;
    profile.desktops = {desktopOn(u"left"_s, u"Control"_s)};
    return profile;
}

Facility observatory()
{
    Facility facility;
    facility.sites = {{u"waimea"_s, u"Waimea"_s, {u"left"_s, u"centre"_s, u"right"_s}}, {u"home"_s, u"Home"_s, {u"only"_s}}};
    facility.profiles = {instrument(u"deimos"_s, u"DEIMOS"_s, u"Multi-object spectrograph"_s),
                         instrument(u"hires"_s, u"HIRES"_s, u"Echelle spectrometer"_s),
                         instrument(u"lris"_s, u"LRIS"_s, u"Low resolution"_s)};
    BrokenProfile broken;
    broken.file = u"/facility/profiles/nirc.toml"_s;
    broken.id = u"nirc"_s;
    broken.errors = {{{broken.file, 12, 5}, Severity::Error, u"unknown key \"colour\""_s}, {{broken.file, 0, 0}, Severity::Error, u"the id is missing"_s}};
    facility.broken = {broken};
    return facility;
}

struct Parts {
    explicit Parts(InstrumentPicker &picker)
        : search(picker.findChild<QLineEdit *>())
        , list(picker.findChild<QListView *>())
        , button(picker.findChild<QPushButton *>())
        , mistakes(picker.findChild<QPlainTextEdit *>())
        , plan(picker.findChild<ScreenPlan *>())
    {
    }
    QString current() const
    {
        return list->currentIndex().data().toString();
    }
    QLineEdit *search;
    QListView *list;
    QPushButton *button;
    QPlainTextEdit *mistakes;
    ScreenPlan *plan;
};

QRect rowRect(const QListView *list, int row)
{
    return list->visualRect(list->model()->index(row, 0));
}
}

/// Choosing an instrument with the keyboard and with the mouse.
class PickerTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void searching_data();
    void searching();
    void returnInTheSearchConnects();
    void nothingFoundConnectsNothing();
    void arrowsChoose();
    void theMouseChoosesAndTheButtonConnects();
    void aDoubleClickConnects();
    void theButtonDisconnects();
    void nothingElseDisconnects();
    void anotherInstrumentMustWait();
    void aBrokenProfileShowsItsMistakes();
    void theChoiceStaysWhenTheFacilityIsReadAgain();
    void aMendedProfileStaysChosen();
    void withoutAFacility();
    void everyControlHasANameAndIsReached();

private:
    std::unique_ptr<InstrumentPicker> m_picker;
};

void PickerTest::init()
{
    m_picker = std::make_unique<InstrumentPicker>();
    m_picker->resize(900, 500);
    m_picker->setFacility(observatory(), u"waimea"_s);
    m_picker->show();
    m_picker->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_picker.get()));
}

void PickerTest::cleanup()
{
    m_picker.reset();
}

void PickerTest::searching_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QStringList>("found");
    QTest::newRow("nothing typed shows all, broken last") << QString() << QStringList{u"DEIMOS"_s, u"HIRES"_s, u"LRIS"_s, u"nirc (has mistakes)"_s};
    QTest::newRow("by name") << u"LRIS"_s << QStringList{u"LRIS"_s};
    QTest::newRow("in any case") << u"lRiS"_s << QStringList{u"LRIS"_s};
    QTest::newRow("by a part") << u"ir"_s << QStringList{u"HIRES"_s, u"nirc (has mistakes)"_s};
    QTest::newRow("by description") << u"spectro"_s << QStringList{u"DEIMOS"_s, u"HIRES"_s};
    QTest::newRow("blanks around do not matter") << u"  lris "_s << QStringList{u"LRIS"_s};
    QTest::newRow("the broken one") << u"nirc"_s << QStringList{u"nirc (has mistakes)"_s};
    QTest::newRow("what is no pattern is no pattern") << u"L.IS"_s << QStringList();
    QTest::newRow("nor is a broken one an error") << u"[("_s << QStringList();
    QTest::newRow("nothing") << u"quartz"_s << QStringList();
}

void PickerTest::searching()
{
    QFETCH(QString, typed);
    QFETCH(QStringList, found);
    const Parts parts(*m_picker);
    QTest::keyClicks(parts.search, typed);
    QStringList shown;
    for (int row = 0; row < parts.list->model()->rowCount(); ++row) {
        shown.append(parts.list->model()->index(row, 0).data().toString());
    }
    QCOMPARE(shown, found);
    QCOMPARE(parts.current(), found.value(0));
    QCOMPARE(parts.button->isEnabled(), !found.isEmpty() && !found.first().contains(u"mistakes"));
    // Taking the search away brings all back and something is chosen.
    parts.search->clear();
    QCOMPARE(parts.list->model()->rowCount(), 4);
    QVERIFY(parts.list->currentIndex().isValid());
}

void PickerTest::returnInTheSearchConnects()
{
    const Parts parts(*m_picker);
    QSignalSpy wanted(m_picker.get(), &InstrumentPicker::connectRequested);
    m_picker->setFocus();
    QVERIFY(parts.search->hasFocus());
    QTest::keyClicks(parts.search, u"hires"_s);
    QTest::keyClick(parts.search, Qt::Key_Return);
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.first().first().value<InstrumentProfile>().id, u"hires"_s);
}

void PickerTest::nothingFoundConnectsNothing()
{
    const Parts parts(*m_picker);
    QSignalSpy wanted(m_picker.get(), &InstrumentPicker::connectRequested);
    QTest::keyClicks(parts.search, u"quartz"_s);
    QTest::keyClick(parts.search, Qt::Key_Return);
    QTest::mouseClick(parts.button, Qt::LeftButton);
    QVERIFY(!m_picker->chosen());
    parts.search->clear();
    QTest::keyClicks(parts.search, u"nirc"_s);
    QTest::keyClick(parts.search, Qt::Key_Enter);
    QTest::keyClick(parts.list, Qt::Key_Return);
    QTest::mouseClick(parts.button, Qt::LeftButton);
    QVERIFY(!m_picker->chosen());
    QCOMPARE(wanted.size(), 0);
}

void PickerTest::arrowsChoose()
{
    const Parts parts(*m_picker);
    QSignalSpy wanted(m_picker.get(), &InstrumentPicker::connectRequested);
    m_picker->setFocus();
    QTest::keyClick(parts.search, Qt::Key_Down);
    QVERIFY(parts.list->hasFocus());
    QTest::keyClick(parts.list, Qt::Key_Down);
    QTest::keyClick(parts.list, Qt::Key_Down);
    QCOMPARE(m_picker->chosen()->id, u"lris"_s);
    QTest::keyClick(parts.list, Qt::Key_Return);
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.first().first().value<InstrumentProfile>().id, u"lris"_s);
}

void PickerTest::theMouseChoosesAndTheButtonConnects()
{
    const Parts parts(*m_picker);
    QSignalSpy wanted(m_picker.get(), &InstrumentPicker::connectRequested);
    QTest::mouseClick(parts.list->viewport(), Qt::LeftButton, {}, rowRect(parts.list, 1).center());
    QCOMPARE(m_picker->chosen()->id, u"hires"_s);
    QCOMPARE(wanted.size(), 0);
    QVERIFY(parts.plan->accessibleDescription().contains(u"left: Control"));
    QTest::mouseClick(parts.button, Qt::LeftButton);
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.first().first().value<InstrumentProfile>().id, u"hires"_s);
}

void PickerTest::aDoubleClickConnects()
{
    const Parts parts(*m_picker);
    QSignalSpy wanted(m_picker.get(), &InstrumentPicker::connectRequested);
    QTest::mouseClick(parts.list->viewport(), Qt::LeftButton, {}, rowRect(parts.list, 2).center());
    QTest::mouseDClick(parts.list->viewport(), Qt::LeftButton, {}, rowRect(parts.list, 2).center());
    QCOMPARE(wanted.size(), 1);
}

void PickerTest::theButtonDisconnects()
{
    const Parts parts(*m_picker);
    QSignalSpy wanted(m_picker.get(), &InstrumentPicker::connectRequested);
    QSignalSpy ended(m_picker.get(), &InstrumentPicker::disconnectRequested);
    m_picker->choose(u"lris"_s);
    const QString connectText = parts.button->text();
    m_picker->setConnected(u"lris"_s);
    QVERIFY(parts.button->text() != connectText);
    QTest::mouseClick(parts.button, Qt::LeftButton);
    QCOMPARE(ended.size(), 1);
    QCOMPARE(wanted.size(), 0);
    m_picker->setConnected({});
    QCOMPARE(parts.button->text(), connectText);
    parts.button->setFocus();
    QTest::keyClick(parts.button, Qt::Key_Space);
    QCOMPARE(wanted.size(), 1);
}

void PickerTest::nothingElseDisconnects()
{
    const Parts parts(*m_picker);
    QSignalSpy wanted(m_picker.get(), &InstrumentPicker::connectRequested);
    QSignalSpy ended(m_picker.get(), &InstrumentPicker::disconnectRequested);
    m_picker->choose(u"lris"_s);
    m_picker->setConnected(u"lris"_s);
    QTest::keyClick(parts.search, Qt::Key_Return);
    QTest::keyClick(parts.search, Qt::Key_Enter, Qt::KeypadModifier);
    QTest::keyClick(parts.list, Qt::Key_Return);
    QTest::mouseClick(parts.list->viewport(), Qt::LeftButton, {}, rowRect(parts.list, 2).center());
    QTest::mouseDClick(parts.list->viewport(), Qt::LeftButton, {}, rowRect(parts.list, 2).center());
    QCOMPARE(m_picker->chosen()->id, u"lris"_s);
    QCOMPARE(ended.size(), 0);
    QCOMPARE(wanted.size(), 0);
}

void PickerTest::anotherInstrumentMustWait()
{
    const Parts parts(*m_picker);
    QSignalSpy wanted(m_picker.get(), &InstrumentPicker::connectRequested);
    m_picker->setConnected(u"lris"_s);
    m_picker->choose(u"hires"_s);
    QVERIFY(!parts.button->isEnabled());
    QVERIFY(!parts.button->toolTip().isEmpty());
    QTest::keyClick(parts.search, Qt::Key_Return);
    QCOMPARE(wanted.size(), 0);
    m_picker->choose(u"lris"_s);
    QVERIFY(parts.button->isEnabled());
}

void PickerTest::aBrokenProfileShowsItsMistakes()
{
    const Parts parts(*m_picker);
    QTest::keyClicks(parts.search, u"nirc"_s);
    QVERIFY(parts.mistakes->isVisible());
    QVERIFY(parts.mistakes->isReadOnly());
    QVERIFY(!parts.plan->isVisible());
    QVERIFY(!parts.button->isEnabled());
    const QStringList lines = parts.mistakes->toPlainText().split(u'\n');
    QCOMPARE(lines, (QStringList{u"/facility/profiles/nirc.toml:12:5: unknown key \"colour\""_s, u"/facility/profiles/nirc.toml: the id is missing"_s}));
    parts.search->clear();
    m_picker->choose(u"lris"_s);
    QVERIFY(!parts.mistakes->isVisible());
    QVERIFY(parts.plan->isVisible());
}

void PickerTest::theChoiceStaysWhenTheFacilityIsReadAgain()
{
    m_picker->choose(u"hires"_s);
    Facility facility = observatory();
    facility.profiles.prepend(instrument(u"esi"_s, u"ESI"_s, {}));
    m_picker->setFacility(facility, u"home"_s);
    QCOMPARE(m_picker->chosen()->id, u"hires"_s);
    facility.profiles.removeIf([](const InstrumentProfile &profile) {
        return profile.id == u"hires";
    });
    m_picker->setFacility(facility, u"home"_s);
    QVERIFY(m_picker->chosen()); // something else, and nothing that is gone
    QVERIFY(m_picker->chosen()->id != u"hires");
    m_picker->choose(u"never heard of"_s);
    QVERIFY(m_picker->chosen());
}

void PickerTest::aMendedProfileStaysChosen()
{
    const Parts parts(*m_picker);
    m_picker->choose(u"nirc"_s);
    QCOMPARE(parts.current(), u"nirc (has mistakes)"_s);
    Facility facility = observatory();
    facility.broken.clear();
    facility.profiles.append(instrument(u"nirc"_s, u"NIRC"_s, {}));
    m_picker->setFacility(facility, u"waimea"_s);
    QCOMPARE(m_picker->chosen() ? m_picker->chosen()->id : QString(), u"nirc"_s);
    m_picker->setFacility(observatory(), u"waimea"_s); // and broken again
    QCOMPARE(parts.current(), u"nirc (has mistakes)"_s);
}

void PickerTest::withoutAFacility()
{
    const Parts parts(*m_picker);
    m_picker->setFacility({}, {});
    m_picker->setNotice(u"There is no facility here: <b>choose one</b>."_s);
    QVERIFY(!m_picker->chosen());
    QVERIFY(!parts.button->isEnabled());
    bool isShown = false;
    for (const QLabel *label : m_picker->findChildren<QLabel *>()) {
        isShown = isShown || (label->isVisible() && label->text().contains(u"<b>") && label->textFormat() == Qt::PlainText);
    }
    QVERIFY(isShown);
    QSignalSpy wanted(m_picker.get(), &InstrumentPicker::connectRequested);
    QTest::keyClick(parts.search, Qt::Key_Return);
    QCOMPARE(wanted.size(), 0);
}

void PickerTest::everyControlHasANameAndIsReached()
{
    for (const QString &id : {u"lris"_s, u"nirc"_s}) {
        m_picker->choose(id);
        QCOMPARE(namelessControls(*m_picker), QStringList());
        QCOMPARE(unreachableControls(*m_picker), QStringList());
    }
}

QTEST_MAIN(PickerTest)
#include "pickertest.moc"
