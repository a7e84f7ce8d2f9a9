// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testprogram.h"
#include "tests/widgets/accessible.h"
#include "widgets/facility/instrumentmodel.h"
#include "widgets/facility/instrumentpicker.h"
#include "widgets/facility/problemview.h"
#include "widgets/facility/programswatch.h"
#include "widgets/facility/welcomepage.h"
#include "widgets/screens/screenplan.h"

#include <QClipboard>
#include <QCommandLinkButton>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

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
    facility.brokenProfiles = {broken};
    return facility;
}

struct PickerParts {
    explicit PickerParts(InstrumentPicker &picker)
        : search(picker.findChild<QLineEdit *>())
        , list(picker.findChild<QListView *>())
        , button(picker.findChild<QPushButton *>(u"connect"_s))
        , allMistakes(picker.findChild<QPushButton *>(u"all-mistakes"_s))
        , mistakes(picker.findChild<ProblemView *>())
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
    QPushButton *allMistakes;
    ProblemView *mistakes;
    ScreenPlan *plan;
};

/// The same facility a moment after somebody spoilt lris.toml.
Facility spoiltObservatory()
{
    Facility facility = observatory();
    BrokenProfile broken;
    broken.file = u"/facility/profiles/lris.toml"_s;
    broken.id = u"lris"_s;
    broken.errors = {{{broken.file, 3, 1}, Severity::Error, u"expected a value"_s}};
    broken.lastValid = facility.profiles.takeLast();
    broken.lastValidAt = QDateTime(QDate(2026, 6, 12), QTime(21, 14)).toUTC();
    facility.brokenProfiles.prepend(broken);
    return facility;
}

InstrumentProfile instrument(const QString &id)
{
    const Facility facility = observatory();
    return *std::ranges::find(facility.profiles, id, &InstrumentProfile::id);
}

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
    void enterOpensWhatHasTheFocus();
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
    void warmProgramsAreStartedByAButton();
    void whatDoesNotFitIsSaid();
    void aSwatchHasTheProgramsColors();
    void anotherInstrumentComesBesideIt();
    void eachConnectedOneIsMarkedAndEndedAlone();
    void whatCannotBeBesideItSaysWhy();
    void aBrokenProfileShowsItsMistakes();
    void aLastGoodFormIsConnected();
    void theFileWithAnotherOnesIdStaysChosen();
    void whenTheFormWasRead_data();
    void whenTheFormWasRead();
    void allMistakesAreAClickAway();
    void theChoiceStaysWhenTheFacilityIsReadAgain();
    void aMendedProfileStaysChosen();
    void withoutAFacility();
    void everyControlHasANameAndIsReached();
    void whatSurvivesIsToldBeforeTheClick();

private:
    bool says(const QString &text) const
    {
        return std::ranges::any_of(m_picker->findChildren<QLabel *>(), [&text](const QLabel *label) {
            return label->isVisible() && label->text().contains(text);
        });
    }

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
    QVERIFY(QTest::qWaitForWindowActive(m_picker.get(), 30000));
}

void PickerTest::cleanup()
{
    m_picker.reset();
}

void PickerTest::searching_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QStringList>("found");
    QTest::newRow("nothing typed shows all, broken last") << QString() << QStringList{u"DEIMOS"_s, u"HIRES"_s, u"LRIS"_s, u"nirc (has errors)"_s};
    QTest::newRow("by name") << u"LRIS"_s << QStringList{u"LRIS"_s};
    QTest::newRow("in any case") << u"lRiS"_s << QStringList{u"LRIS"_s};
    QTest::newRow("by a part") << u"ir"_s << QStringList{u"HIRES"_s, u"nirc (has errors)"_s};
    QTest::newRow("by description") << u"spectro"_s << QStringList{u"DEIMOS"_s, u"HIRES"_s};
    QTest::newRow("blanks around do not matter") << u"  lris "_s << QStringList{u"LRIS"_s};
    QTest::newRow("the broken one") << u"nirc"_s << QStringList{u"nirc (has errors)"_s};
    QTest::newRow("what is no pattern is no pattern") << u"L.IS"_s << QStringList();
    QTest::newRow("nor is a broken one an error") << u"[("_s << QStringList();
    QTest::newRow("nothing") << u"quartz"_s << QStringList();
}

void PickerTest::searching()
{
    QFETCH(QString, typed);
    QFETCH(QStringList, found);
    const PickerParts parts(*m_picker);
    QTest::keyClicks(parts.search, typed);
    QStringList shown;
    for (int row = 0; row < parts.list->model()->rowCount(); ++row) {
        shown.append(parts.list->model()->index(row, 0).data().toString());
    }
    QCOMPARE(shown, found);
    QCOMPARE(parts.current(), found.value(0));
    QCOMPARE(parts.button->isEnabled(), !found.isEmpty() && !found.first().contains(u"errors"));
    // Taking the search away brings all back and something is chosen.
    parts.search->clear();
    QCOMPARE(parts.list->model()->rowCount(), 4);
    QVERIFY(parts.list->currentIndex().isValid());
}

void PickerTest::returnInTheSearchConnects()
{
    const PickerParts parts(*m_picker);
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
    const PickerParts parts(*m_picker);
    QSignalSpy wanted(m_picker.get(), &InstrumentPicker::connectRequested);
    QTest::keyClicks(parts.search, u"quartz"_s);
    QTest::keyClick(parts.search, Qt::Key_Return);
    QTest::mouseClick(parts.button, Qt::LeftButton);
    QVERIFY(!m_picker->chosenProfile());
    parts.search->clear();
    QTest::keyClicks(parts.search, u"nirc"_s);
    QTest::keyClick(parts.search, Qt::Key_Enter);
    QTest::keyClick(parts.list, Qt::Key_Return);
    QTest::mouseClick(parts.button, Qt::LeftButton);
    QVERIFY(!m_picker->chosenProfile());
    QCOMPARE(wanted.size(), 0);
}

void PickerTest::arrowsChoose()
{
    const PickerParts parts(*m_picker);
    QSignalSpy wanted(m_picker.get(), &InstrumentPicker::connectRequested);
    m_picker->setFocus();
    QTest::keyClick(parts.search, Qt::Key_Down);
    QVERIFY(parts.list->hasFocus());
    QTest::keyClick(parts.list, Qt::Key_Down);
    QTest::keyClick(parts.list, Qt::Key_Down);
    QCOMPARE(m_picker->chosenProfile()->id, u"lris"_s);
    QTest::keyClick(parts.list, Qt::Key_Return);
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.first().first().value<InstrumentProfile>().id, u"lris"_s);
}

void PickerTest::theMouseChoosesAndTheButtonConnects()
{
    const PickerParts parts(*m_picker);
    QSignalSpy wanted(m_picker.get(), &InstrumentPicker::connectRequested);
    QTest::mouseClick(parts.list->viewport(), Qt::LeftButton, {}, rowRect(parts.list, 1).center());
    QCOMPARE(m_picker->chosenProfile()->id, u"hires"_s);
    QCOMPARE(wanted.size(), 0);
    QVERIFY(parts.plan->accessibleDescription().contains(u"left: Control"));
    QTest::mouseClick(parts.button, Qt::LeftButton);
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.first().first().value<InstrumentProfile>().id, u"hires"_s);
}

void PickerTest::aDoubleClickConnects()
{
    const PickerParts parts(*m_picker);
    QSignalSpy wanted(m_picker.get(), &InstrumentPicker::connectRequested);
    QTest::mouseClick(parts.list->viewport(), Qt::LeftButton, {}, rowRect(parts.list, 2).center());
    QTest::mouseDClick(parts.list->viewport(), Qt::LeftButton, {}, rowRect(parts.list, 2).center());
    QCOMPARE(wanted.size(), 1);
}

void PickerTest::theButtonDisconnects()
{
    const PickerParts parts(*m_picker);
    QSignalSpy wanted(m_picker.get(), &InstrumentPicker::connectRequested);
    QSignalSpy ended(m_picker.get(), &InstrumentPicker::disconnectRequested);
    m_picker->chooseProfile(u"lris"_s);
    const QString connectText = parts.button->text();
    m_picker->setConnectedInstruments({instrument(u"lris"_s)});
    QVERIFY(parts.button->text() != connectText);
    QTest::mouseClick(parts.button, Qt::LeftButton);
    QCOMPARE(ended, (QList<QVariantList>{{u"lris"_s}}));
    QCOMPARE(wanted.size(), 0);
    m_picker->setConnectedInstruments({});
    QCOMPARE(parts.button->text(), connectText);
    parts.button->setFocus();
    QTest::keyClick(parts.button, Qt::Key_Space);
    QCOMPARE(wanted.size(), 1);
}

void PickerTest::nothingElseDisconnects()
{
    const PickerParts parts(*m_picker);
    QSignalSpy wanted(m_picker.get(), &InstrumentPicker::connectRequested);
    QSignalSpy ended(m_picker.get(), &InstrumentPicker::disconnectRequested);
    m_picker->chooseProfile(u"lris"_s);
    m_picker->setConnectedInstruments({instrument(u"lris"_s)});
    QTest::keyClick(parts.search, Qt::Key_Return);
    QTest::keyClick(parts.search, Qt::Key_Enter, Qt::KeypadModifier);
    QTest::keyClick(parts.list, Qt::Key_Return);
    QTest::mouseClick(parts.list->viewport(), Qt::LeftButton, {}, rowRect(parts.list, 2).center());
    QTest::mouseDClick(parts.list->viewport(), Qt::LeftButton, {}, rowRect(parts.list, 2).center());
    QCOMPARE(m_picker->chosenProfile()->id, u"lris"_s);
    QCOMPARE(ended.size(), 0);
    QCOMPARE(wanted.size(), 0);
}

void PickerTest::whatDoesNotFitIsSaid()
{
    const auto *label = m_picker->findChild<QLabel *>(u"fits"_s);
    QVERIFY(!label->isVisible()); // nothing is known, or all is well
    XServerFit fit;
    fit.verdict = XServerFit::Verdict::FitsAsVncApp;
    fit.visualOfPrivateServer = u"PseudoColor 8"_s;
    fit.findings = {{.cause = XServerFit::Cause::Visual, .problem = u"The program needs <b>."_s, .remedy = u"Show it otherwise."_s}};
    m_picker->setServerFitProblems({{u"Image display"_s, fit}});
    QVERIFY(label->isVisible());
    QCOMPARE(label->text(), u"Image display: The program needs <b>. Show it otherwise."_s);
    QCOMPARE(label->textFormat(), Qt::PlainText);
    m_picker->setServerFitProblems({});
    QVERIFY(!label->isVisible());
    m_picker->setServerFitProblems({{u"Image display"_s, fit}});
    m_picker->chooseProfile(m_picker->chosenProfileId() == "lris"_L1 ? u"nirc"_s : u"lris"_s);
    QVERIFY(!label->isVisible()); // of another instrument it is not known yet
}

void PickerTest::aSwatchHasTheProgramsColors()
{
    XServerFit fit;
    fit.verdict = XServerFit::Verdict::DoesNotFit;
    fit.findings = {{.cause = XServerFit::Cause::BlackWhite, .problem = u"White on white."_s, .remedy = u"Add a line."_s}};
    const QRgb white = qRgb(255, 255, 255);
    fit.colors = ProgramColors{.text = {.rgb = white, .name = {}}, .background = {.rgb = white, .name = {}}};
    const QString unreadable = u"Image display: white text on white, contrast 1.0 : 1. Nobody can read this."_s;
    QCOMPARE(ProgramColorSample::contrastDescription(u"Image display"_s, *fit.colors), unreadable);
    m_picker->setServerFitProblems({{u"Image display"_s, fit}});
    fit.colors = ProgramColors{.text = {.rgb = qRgb(0, 0, 128), .name = u"navy"_s}, .background = {.rgb = qRgb(255, 255, 0), .name = u"yellow"_s}};
    m_picker->setServerFitProblems({{u"Image display"_s, fit}}); // in place of the one before
    const auto swatches = m_picker->findChildren<ProgramColorSample *>();
    QCOMPARE(swatches.size(), 1);
    const QString words = u"Image display: navy text on yellow, contrast 14.9 : 1."_s;
    QCOMPARE(swatches.first()->findChild<QLabel *>()->text(), words);
    const auto parts = swatches.first()->findChildren<QWidget *>();
    const auto sample = std::ranges::find(parts, words, &QWidget::accessibleName);
    QVERIFY(sample != parts.cend());
    const QImage image = (*sample)->grab().toImage();
    bool hasText = false;
    for (int y = 1; y < image.height() - 1; ++y) {
        for (int x = 1; x < image.width() - 1; ++x) {
            hasText = hasText || QColor(image.pixel(x, y)).blue() > 100;
        }
    }
    QVERIFY(hasText);
    QCOMPARE(image.pixelColor(2, 2), QColor(255, 255, 0));
    m_picker->setServerFitProblems({});
    QVERIFY(m_picker->findChildren<ProgramColorSample *>().isEmpty());
}

void PickerTest::warmProgramsAreStartedByAButton()
{
    const PickerParts parts(*m_picker);
    auto *warmUp = m_picker->findChild<QPushButton *>(u"warm-up"_s);
    QSignalSpy wanted(m_picker.get(), &InstrumentPicker::connectRequested);
    QSignalSpy warmed(m_picker.get(), &InstrumentPicker::preloadRequested);
    QSignalSpy ended(m_picker.get(), &InstrumentPicker::disconnectRequested);
    m_picker->chooseProfile(u"lris"_s);
    QVERIFY(!warmUp->isVisible()); // it has none
    Facility facility = observatory();
    for (InstrumentProfile &profile : facility.profiles) {
        WindowSpec window;
        window.id = u"ds9"_s;
        window.title = u"Image display"_s;
        window.start = StartPolicy::Preload;
        window.topology = Topology::VncApp;
        profile.windows.append(window);
    }
    m_picker->setFacility(facility, u"waimea"_s);
    m_picker->chooseProfile(u"lris"_s);
    QVERIFY(!warmUp->isVisible()); // it starts with Connect
    for (InstrumentProfile &profile : facility.profiles) {
        profile.windows.last().topology = Topology::X11;
    }
    m_picker->setFacility(facility, u"waimea"_s);
    m_picker->chooseProfile(u"lris"_s);
    QVERIFY(warmUp->isVisible());
    QCOMPARE(warmUp->text(), u"Preload Programs"_s);
    QTest::mouseClick(warmUp, Qt::LeftButton);
    QCOMPARE(warmed.size(), 1);
    QCOMPARE(warmed.last().first().value<InstrumentProfile>().id, u"lris"_s);
    // Its warm programs run: the rest is connected, or they are ended.
    m_picker->setConnectedInstruments({*m_picker->chosenProfile()}, {}, {u"lris"_s});
    QCOMPARE(parts.button->text(), u"Connect"_s);
    QCOMPARE(warmUp->text(), u"Disconnect"_s);
    QTest::keyClick(parts.search, Qt::Key_Return);
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(ended.size(), 0);
    QTest::mouseClick(warmUp, Qt::LeftButton);
    QCOMPARE(ended, (QList<QVariantList>{{u"lris"_s}}));
    // Another comes beside it.
    m_picker->chooseProfile(u"hires"_s);
    QCOMPARE(parts.button->text(), u"Connect Too"_s);
    QVERIFY(warmUp->isVisible() && warmUp->isEnabled());
    m_picker->setConnectedInstruments({*m_picker->chosenProfile()}, u"LRIS is connected for another site."_s, {u"lris"_s});
    m_picker->chooseProfile(u"deimos"_s);
    QVERIFY(!warmUp->isEnabled());
    // All of it is connected.
    m_picker->chooseProfile(u"lris"_s);
    m_picker->setConnectedInstruments({*m_picker->chosenProfile()});
    QVERIFY(!warmUp->isVisible());
    QCOMPARE(parts.button->text(), u"Disconnect"_s);
}

void PickerTest::anotherInstrumentComesBesideIt()
{
    const PickerParts parts(*m_picker);
    auto *instead = m_picker->findChild<QPushButton *>(u"connect-instead"_s);
    QSignalSpy wanted(m_picker.get(), &InstrumentPicker::connectRequested);
    QSignalSpy replaced(m_picker.get(), &InstrumentPicker::connectInsteadRequested);
    QSignalSpy ended(m_picker.get(), &InstrumentPicker::disconnectRequested);
    QVERIFY(!instead->isVisible());
    m_picker->setConnectedInstruments({instrument(u"lris"_s)});
    m_picker->chooseProfile(u"hires"_s);
    QCOMPARE(parts.button->text(), u"Connect Too"_s);
    QVERIFY(parts.button->isEnabled());
    QVERIFY(instead->isVisible());
    QVERIFY2(instead->text().startsWith(u"Replace LRIS"_s), qPrintable(instead->text()));
    QVERIFY(says(u"LRIS stays connected."_s));
    QTest::keyClick(parts.search, Qt::Key_Return); // ends nothing
    QTest::mouseClick(parts.button, Qt::LeftButton);
    QCOMPARE(wanted.size(), 2);
    QCOMPARE(wanted.last().first().value<InstrumentProfile>().id, u"hires"_s);
    QTest::mouseClick(instead, Qt::LeftButton);
    QCOMPARE(replaced.size(), 1);
    QCOMPARE(replaced.last().first().value<InstrumentProfile>().id, u"hires"_s);
    QCOMPARE(ended.size(), 0);
}

void PickerTest::eachConnectedOneIsMarkedAndEndedAlone()
{
    const PickerParts parts(*m_picker);
    auto *instead = m_picker->findChild<QPushButton *>(u"connect-instead"_s);
    QSignalSpy ended(m_picker.get(), &InstrumentPicker::disconnectRequested);
    m_picker->setConnectedInstruments({instrument(u"lris"_s), instrument(u"hires"_s)});
    QStringList marked;
    for (int row = 0; row < parts.list->model()->rowCount(); ++row) {
        if (const QString text = parts.list->model()->index(row, 0).data().toString(); text.endsWith(u" · connected"_s)) {
            marked << text;
        }
    }
    QCOMPARE(marked.size(), 2);
    m_picker->chooseProfile(u"hires"_s);
    QCOMPARE(parts.button->text(), u"Disconnect"_s);
    QVERIFY(!instead->isVisible());
    QVERIFY(says(u"Disconnect ends only this instrument; LRIS"_s));
    QTest::keyClick(parts.search, Qt::Key_Return); // the button alone ends something
    QCOMPARE(ended.size(), 0);
    QTest::mouseClick(parts.button, Qt::LeftButton);
    QCOMPARE(ended, (QList<QVariantList>{{u"hires"_s}}));
    m_picker->setConnectedInstruments({instrument(u"lris"_s)});
    QCOMPARE(parts.button->text(), u"Connect Too"_s);
}

void PickerTest::whatCannotBeBesideItSaysWhy()
{
    const PickerParts parts(*m_picker);
    QSignalSpy wanted(m_picker.get(), &InstrumentPicker::connectRequested);
    m_picker->setConnectedInstruments({instrument(u"lris"_s)}, u"LRIS is connected for <another> site."_s);
    m_picker->chooseProfile(u"hires"_s);
    QVERIFY(!parts.button->isEnabled());
    QVERIFY(parts.button->toolTip().contains(u"&lt;another&gt;"));
    QVERIFY(says(u"LRIS is connected for <another> site."_s));
    QTest::keyClick(parts.search, Qt::Key_Return);
    QCOMPARE(wanted.size(), 0);
    QVERIFY(m_picker->findChild<QPushButton *>(u"connect-instead"_s)->isVisible()); // that can be done
    m_picker->chooseProfile(u"lris"_s);
    QVERIFY(parts.button->isEnabled()); // ends it, wherever it belongs
}

void PickerTest::aBrokenProfileShowsItsMistakes()
{
    const PickerParts parts(*m_picker);
    QTest::keyClicks(parts.search, u"nirc"_s);
    QVERIFY(parts.mistakes->isVisible());
    QVERIFY(!parts.plan->isVisible());
    QVERIFY(!parts.button->isEnabled());
    parts.mistakes->copyAllProblems();
    QCOMPARE(QGuiApplication::clipboard()->text(),
             u"/facility/profiles/nirc.toml:12:5: error: unknown key \"colour\"\n/facility/profiles/nirc.toml: error: the id is missing"_s);
    QSignalSpy opened(m_picker.get(), &InstrumentPicker::openFileRequested);
    QTest::keyClick(parts.mistakes, Qt::Key_Return); // the first is chosen already
    QCOMPARE(opened.size(), 1);
    QCOMPARE(opened.first().first().value<SourcePlace>(), (SourcePlace{u"/facility/profiles/nirc.toml"_s, 12, 5}));
    parts.search->clear();
    m_picker->chooseProfile(u"lris"_s);
    QVERIFY(!parts.mistakes->isVisible());
    QVERIFY(parts.plan->isVisible());
}

void PickerTest::aLastGoodFormIsConnected()
{
    const PickerParts parts(*m_picker);
    m_picker->chooseProfile(u"lris"_s);
    m_picker->setFacility(spoiltObservatory(), u"waimea"_s);
    // It stays where it was, is chosen still, and says what is the matter.
    QVERIFY2(parts.current().startsWith(u"LRIS (version of "), qPrintable(parts.current()));
    QCOMPARE(parts.list->currentIndex().row(), 2);
    QCOMPARE(parts.list->model()->index(3, 0).data().toString(), u"nirc (has errors)"_s);
    QVERIFY(parts.mistakes->isVisible() && parts.plan->isVisible());
    QVERIFY(parts.plan->accessibleDescription().contains(u"left: Control"));
    bool isExplained = false;
    for (const QLabel *label : m_picker->findChildren<QLabel *>()) {
        isExplained = isExplained || (label->isVisible() && label->text().contains(u"lris.toml has errors. Nightdesk uses the last valid version ("));
    }
    QVERIFY(isExplained);
    QVERIFY(parts.button->isEnabled());
    QSignalSpy wanted(m_picker.get(), &InstrumentPicker::connectRequested);
    QTest::mouseClick(parts.button, Qt::LeftButton);
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.first().first().value<InstrumentProfile>(), *spoiltObservatory().brokenProfiles.first().lastValid);
    // Connected, it can be disconnected; mended, all is as before.
    QSignalSpy ended(m_picker.get(), &InstrumentPicker::disconnectRequested);
    m_picker->setConnectedInstruments({instrument(u"lris"_s)});
    QTest::mouseClick(parts.button, Qt::LeftButton);
    QCOMPARE(ended.size(), 1);
    m_picker->setFacility(observatory(), u"waimea"_s);
    QCOMPARE(parts.current(), u"LRIS · connected"_s);
    QVERIFY(!parts.mistakes->isVisible());
}

void PickerTest::theFileWithAnotherOnesIdStaysChosen()
{
    Facility facility = observatory();
    facility.profiles.last().file = u"/facility/profiles/lris.toml"_s;
    BrokenProfile copy;
    copy.file = u"/facility/profiles/copy-of-lris.toml"_s;
    copy.id = u"lris"_s;
    copy.errors = {{{copy.file, 2, 6}, Severity::Error, u"\"lris\" is the id of another profile"_s}};
    facility.brokenProfiles = {copy};
    m_picker->setFacility(facility, u"waimea"_s);
    const PickerParts parts(*m_picker);
    parts.list->setCurrentIndex(parts.list->model()->index(3, 0));
    QCOMPARE(parts.current(), u"lris (has errors)"_s);
    m_picker->setFacility(facility, u"waimea"_s);
    QCOMPARE(parts.current(), u"lris (has errors)"_s); // read again while somebody mends it
    m_picker->setConnectedInstruments({instrument(u"lris"_s)});
    QVERIFY(!parts.button->isEnabled()); // what is connected is the good one
}

void PickerTest::whenTheFormWasRead_data()
{
    QTest::addColumn<QDateTime>("now");
    QTest::addColumn<bool>("namesTheDay");
    const QDate day(2026, 6, 12);
    QTest::newRow("a minute ago") << QDateTime(day, QTime(21, 15)) << false;
    QTest::newRow("later on the same day") << QDateTime(day, QTime(23, 59)) << false;
    QTest::newRow("after midnight") << QDateTime(day.addDays(1), QTime(0, 10)) << true;
    QTest::newRow("a year later") << QDateTime(day.addYears(1), QTime(21, 15)) << true;
}

void PickerTest::whenTheFormWasRead()
{
    QFETCH(QDateTime, now);
    QFETCH(bool, namesTheDay);
    const QDateTime readAt(QDate(2026, 6, 12), QTime(21, 14));
    const QString text = InstrumentModel::lastValidTimeText(readAt.toUTC(), now);
    const QString time = u"21:14"_s;
    QVERIFY2(text.endsWith(time) && (text != time) == namesTheDay, qPrintable(text));
}

void PickerTest::allMistakesAreAClickAway()
{
    const PickerParts parts(*m_picker);
    QVERIFY(parts.allMistakes->isVisible());
    QSignalSpy wanted(m_picker.get(), &InstrumentPicker::allProblemsRequested);
    QTest::mouseClick(parts.allMistakes, Qt::LeftButton);
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.takeFirst().first().toString(), QString());
    m_picker->chooseProfile(u"nirc"_s);
    QTest::mouseClick(parts.allMistakes, Qt::LeftButton);
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.first().first().toString(), u"/facility/profiles/nirc.toml"_s);
    Facility facility = observatory();
    facility.brokenProfiles.clear();
    m_picker->setFacility(facility, u"waimea"_s);
    QVERIFY(!parts.allMistakes->isVisible());
}

void PickerTest::theChoiceStaysWhenTheFacilityIsReadAgain()
{
    m_picker->chooseProfile(u"hires"_s);
    Facility facility = observatory();
    facility.profiles.prepend(instrument(u"esi"_s, u"ESI"_s, {}));
    m_picker->setFacility(facility, u"home"_s);
    QCOMPARE(m_picker->chosenProfile()->id, u"hires"_s);
    facility.profiles.removeIf([](const InstrumentProfile &profile) {
        return profile.id == u"hires";
    });
    m_picker->setFacility(facility, u"home"_s);
    QVERIFY(m_picker->chosenProfile()); // something else, and nothing that is gone
    QVERIFY(m_picker->chosenProfile()->id != u"hires");
    m_picker->chooseProfile(u"never heard of"_s);
    QVERIFY(m_picker->chosenProfile());
}

void PickerTest::aMendedProfileStaysChosen()
{
    const PickerParts parts(*m_picker);
    m_picker->chooseProfile(u"nirc"_s);
    QCOMPARE(parts.current(), u"nirc (has errors)"_s);
    Facility facility = observatory();
    facility.brokenProfiles.clear();
    facility.profiles.append(instrument(u"nirc"_s, u"NIRC"_s, {}));
    m_picker->setFacility(facility, u"waimea"_s);
    QCOMPARE(m_picker->chosenProfile() ? m_picker->chosenProfile()->id : QString(), u"nirc"_s);
    m_picker->setFacility(observatory(), u"waimea"_s); // and broken again
    QCOMPARE(parts.current(), u"nirc (has errors)"_s);
}

void PickerTest::withoutAFacility()
{
    const PickerParts parts(*m_picker);
    m_picker->setFacility({}, {});
    m_picker->setNoFacilityText(u"There is no facility here: <b>choose one</b>."_s);
    QVERIFY(!m_picker->chosenProfile());
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
        m_picker->chooseProfile(id);
        QCOMPARE(namelessControls(*m_picker), QStringList());
        QCOMPARE(unreachableControls(*m_picker), QStringList());
    }
}

void PickerTest::whatSurvivesIsToldBeforeTheClick()
{
    const auto text = [this] {
        QStringList texts;
        for (const QLabel *label : m_picker->findChildren<QLabel *>()) {
            if (label->isVisibleTo(m_picker.get())) {
                texts.append(label->text());
            }
        }
        return texts.join(u'\n');
    };
    QVERIFY2(text().contains(u"The desktop comes back unchanged"_s), qPrintable(text()));
    QVERIFY(!text().contains(u"Trusted"_s));
    Facility facility = observatory();
    WindowSpec ds9;
    ds9.title = u"ds9"_s;
    ds9.isTrusted = true;
    facility.profiles[0].windows = {ds9};
    m_picker->setFacility(facility, u"waimea"_s);
    QVERIFY2(text().contains(u"ds9 ends, and Nightdesk asks"_s), qPrintable(text()));
    QVERIFY2(text().contains(u"Trusted: ds9 can read every key"_s), qPrintable(text()));
    m_picker->chooseProfile(u"nirc"_s); // cannot be connected
    QVERIFY2(!text().contains(u"If the connection is lost"_s), qPrintable(text()));
}

void PickerTest::enterOpensWhatHasTheFocus()
{
    WelcomePage page;
    QSignalSpy opened(&page, &WelcomePage::openFacilityRequested);
    QSignalSpy made(&page, &WelcomePage::newFacilityRequested);
    page.show();
    const auto buttons = page.findChildren<QCommandLinkButton *>();
    QCOMPARE(buttons.size(), 4);
    QTest::keyClick(buttons[1], Qt::Key_Return);
    QCOMPARE(made.size(), 1);
    QCOMPARE(opened.size(), 0);
}

NIGHTDESK_TEST(PickerTest)
#include "pickertest.moc"
