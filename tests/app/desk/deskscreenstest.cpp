// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desk/deskscreens.h"
#include "app/facility/facilitychoice.h"
#include "app/settings/viewsettings.h"
#include "nightdesk.h"
#include "sessions/desk/desk.h"
#include "tests/support/testprogram.h"
#include "widgets/facility/instrumentpicker.h"
#include "widgets/screens/screenlabel.h"
#include "widgets/screens/screenplan.h"
#include "widgets/screens/screensdialog.h"
#include "widgets/viewer/viewerwindow.h"
#include "widgets/viewer/viewerwindows.h"

#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFile>
#include <QPushButton>
#include <QScreen>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
const QByteArray facilityText = R"(format = 1
name = "Observatory"
[site.hilo]
name = "Hilo"
screens = ["left", "centre", "right"]
[site.waimea]
name = "Waimea"
screens = ["left", "right"]
)";
const QByteArray profileText = R"(format = 1
id = "imager"
name = "Imager"
[link.summit]
host = "127.0.0.1"
port = 1
[[desktop]]
id = "control"
title = "Control"
link = "summit"
display = ":1"
screen = "left"
)";
const QByteArray threeMonitors = R"({"screens": [
{"name": "DP-1", "x": 0, "y": 0, "width": 800, "height": 600, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1},
{"name": "DP-2", "x": 800, "y": 0, "width": 800, "height": 600, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1},
{"name": "DP-3", "x": 1600, "y": 0, "width": 800, "height": 600, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
]})";

bool write(const QString &path, const QByteArray &text)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}

template<typename Widget>
QList<Widget *> topLevels()
{
    QList<Widget *> result;
    for (QWidget *widget : QApplication::topLevelWidgets()) {
        if (auto *found = qobject_cast<Widget *>(widget); found && found->isVisible()) {
            result.append(found);
        }
    }
    return result;
}
}

/// Choice, dialog, signs, drawing and viewer windows together, at a desk with three monitors.
class DeskScreensTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void aChoiceIsKeptDrawnAndMovesTheViewerWindow();
    void eachSiteHasItsOwnChoice();
    void theViewerWindowsStayWithTheirSite();
    void whatWasArrangedIsKeptForAnotherNight();
    void theTitlesTellWhereOneIs();
    void keysOfTheSettingsCount();
    void anotherSiteClosesTheDialog();
    void withoutASiteThereIsNothingToChoose();
    void identifyingShowsWhatIsBeingChosen();
    void theDialogOpensOnce();
    void signsMakeRoom_data();
    void signsMakeRoom();

private:
    void readSite(const QString &site);
    void connectImager();
    ScreensDialog *dialog() const
    {
        return m_window->findChild<ScreensDialog *>();
    }
    void choose(int box, int monitor);
    QString drawn() const
    {
        return m_picker->findChild<ScreenPlan *>()->accessibleDescription();
    }

    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<Desk> m_desk;
    std::unique_ptr<QWidget> m_window;
    InstrumentPicker *m_picker = nullptr;
    FacilityChoice *m_choice = nullptr;
    ViewerWindows *m_viewerWindows = nullptr;
    DeskScreensController *m_screens = nullptr;
};

void DeskScreensTest::init()
{
    QCOMPARE(QGuiApplication::screens().size(), 3);
    Settings::self()->config()->deleteGroup(u"Screens"_s);
    Settings::self()->config()->deleteGroup(u"Layout"_s);
    Settings::self()->setDefaults();
    Settings::self()->save();
    m_directory = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir(m_directory->path()).mkdir(u"profiles"_s));
    QVERIFY(write(m_directory->filePath(u"facility.toml"_s), facilityText));
    QVERIFY(write(m_directory->filePath(u"profiles/imager.toml"_s), profileText));
    m_desk = std::make_unique<Desk>(nullptr);
    m_window = std::make_unique<QWidget>();
    m_picker = new InstrumentPicker(m_window.get());
    m_choice = new FacilityChoice(m_directory->path(), {}, m_window.get());
    m_viewerWindows = new ViewerWindows(m_window.get());
    m_screens = new DeskScreensController(m_choice, m_desk.get(), m_viewerWindows, m_picker, m_window.get());
    connect(m_choice, &FacilityChoice::facilityRead, m_picker, [this](const Facility &facility) {
        m_picker->setFacility(facility, m_choice->site());
    });
    m_choice->startReadingFacility();
    QTRY_VERIFY(m_choice->isFacilityRead());
    m_window->show();
}

void DeskScreensTest::cleanup()
{
    m_viewerWindows->hide();
    m_window.reset();
    m_desk.reset();
}

void DeskScreensTest::readSite(const QString &site)
{
    m_choice->setSite(site);
    QTRY_VERIFY(m_choice->isFacilityRead());
    QVERIFY(m_picker->chosenProfile());
}

void DeskScreensTest::connectImager()
{
    m_desk->connectProfile(*m_picker->chosenProfile());
    m_screens->showViewerWindows();
    QCOMPARE(topLevels<ViewerWindow>().size(), 1);
}

void DeskScreensTest::choose(int box, int monitor)
{
    m_screens->openDialog();
    dialog()->findChildren<QComboBox *>().at(box)->setCurrentIndex(monitor);
    dialog()->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok)->click();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QVERIFY(!dialog());
}

void DeskScreensTest::aChoiceIsKeptDrawnAndMovesTheViewerWindow()
{
    readSite(u"hilo"_s);
    QCOMPARE(drawn(), u"left on DP-1 · 800×600: Control; centre on DP-2 · 800×600: ; right on DP-3 · 800×600: "_s);
    connectImager();
    QCOMPARE(topLevels<ViewerWindow>().constFirst()->geometry().x(), 0);
    choose(0, 3);
    QCOMPARE(topLevels<ViewerWindow>().size(), 1);
    QCOMPARE(topLevels<ViewerWindow>().constFirst()->geometry().x(), 1600);
    QCOMPARE(drawn(), u"centre on DP-1 · 800×600: ; right on DP-2 · 800×600: ; left on DP-3 · 800×600: Control"_s);
    QCOMPARE(ScreenMappingStore(Settings::self()->sharedConfig()).mapping(u"hilo"_s).value(u"left"_s).connector, u"DP-3"_s);
    // And again at the next connection.
    m_viewerWindows->hide();
    connectImager();
    QCOMPARE(topLevels<ViewerWindow>().constFirst()->geometry().x(), 1600);
}

void DeskScreensTest::eachSiteHasItsOwnChoice()
{
    readSite(u"hilo"_s);
    choose(0, 2);
    readSite(u"waimea"_s);
    QCOMPARE(drawn(), u"left on DP-1 · 800×600: Control; right on DP-2 · 800×600: ; no screen on DP-3 · 800×600: "_s);
    readSite(u"hilo"_s);
    QCOMPARE(drawn(), u"centre on DP-1 · 800×600: ; left on DP-2 · 800×600: Control; right on DP-3 · 800×600: "_s);
}

void DeskScreensTest::theViewerWindowsStayWithTheirSite()
{
    readSite(u"hilo"_s);
    connectImager();
    readSite(u"waimea"_s);
    choose(0, 3); // the other site's left
    QCOMPARE(topLevels<ViewerWindow>().constFirst()->geometry().x(), 0);
    readSite(u"hilo"_s);
    choose(0, 2);
    QCOMPARE(topLevels<ViewerWindow>().constFirst()->geometry().x(), 800);
}

void DeskScreensTest::whatWasArrangedIsKeptForAnotherNight()
{
    readSite(u"hilo"_s);
    connectImager();
    auto *control = qobject_cast<DesktopSession *>(m_desk->session(u"control"_s));
    topLevels<ViewerWindow>().constFirst()->setColor(control, u"#2e8b3d"_s);
    topLevels<ViewerWindow>().constFirst()->currentView()->executeCommand(ViewCommand::ZoomIn);
    m_viewerWindows->moveDisplayTo(control, u"right"_s);
    const ViewerLook look = m_viewerWindows->look();
    QCOMPARE(look.desktopScalings.value(u"imager/control"_s), ViewGeometry::Scaling::Zoomed);
    m_desk->disconnectAll(); // at once: it is kept before it is gone
    m_viewerWindows->hide();
    QVERIFY(Settings::self()->sharedConfig()->group(u"Layout"_s).group(u"hilo"_s).hasKey(u"imager"_s));
    connectImager();
    QCOMPARE(topLevels<ViewerWindow>().constFirst()->geometry().x(), 1600);
    QCOMPARE(m_viewerWindows->look(), look);
    // At another site nobody arranged anything yet.
    m_desk->disconnectAll();
    m_viewerWindows->hide();
    readSite(u"waimea"_s);
    connectImager();
    QCOMPARE(topLevels<ViewerWindow>().constFirst()->geometry().x(), 0);
    QVERIFY(m_viewerWindows->look().desktopColors.isEmpty());
    // What is resumed within a night counts before what was kept.
    m_desk->disconnectAll();
    m_viewerWindows->hide();
    readSite(u"hilo"_s);
    m_desk->connectProfile(*m_picker->chosenProfile());
    ViewerLook resumed;
    resumed.movedDisplayScreens = {{u"imager/control"_s, u"centre"_s}};
    m_screens->showViewerWindows(resumed);
    QTRY_COMPARE(topLevels<ViewerWindow>().size(), 1);
    QCOMPARE(topLevels<ViewerWindow>().constFirst()->geometry().x(), 800);
    QCOMPARE(m_viewerWindows->look().desktopColors.value(u"imager/control"_s), u"#2e8b3d"_s);
}

void DeskScreensTest::theTitlesTellWhereOneIs()
{
    readSite(u"hilo"_s);
    QCOMPARE(m_screens->title(), u"Observatory, Hilo"_s);
    QSignalSpy told(m_screens, &DeskScreensController::titleChanged);
    connectImager();
    QVERIFY(told.size() >= 1);
    QCOMPARE(m_screens->title(), u"Imager, Observatory, Hilo"_s);
    QCOMPARE(topLevels<ViewerWindow>().constFirst()->windowTitle(), u"Control – Nightdesk Viewer: left – Imager, Hilo"_s);
    m_desk->disconnectAll();
    QCOMPARE(told.constLast().constFirst().toString(), u"Observatory, Hilo"_s);
}

void DeskScreensTest::keysOfTheSettingsCount()
{
    readSite(u"hilo"_s);
    connectImager();
    RemoteView *view = topLevels<ViewerWindow>().constFirst()->currentView();
    Settings::setLeaveKey(u"Ctrl+Shift+F12"_s);
    Settings::setLensKey(QString());
    Settings::setNavigationModifiers(Settings::EnumNavigationModifiers::Meta);
    Settings::setLensFactor(5);
    Settings::self()->save();
    QCOMPARE(view->prefs().keys.key(ViewCommand::ReleaseKeyboard), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F12));
    QVERIFY(view->prefs().keys.key(ViewCommand::ToggleMagnifier).isEmpty());
    QCOMPARE(view->prefs().zoomPanModifiers, Qt::MetaModifier);
    QCOMPARE(view->prefs().magnifierFactor, 5);
    Settings::setLeaveKey(QString()); // nobody can lock the door behind themselves
    Settings::self()->save();
    QCOMPARE(view->prefs().keys.key(ViewCommand::ReleaseKeyboard), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_Home));
    for (const ViewCommand command : ViewKeys::commands()) { // the settings' defaults are ours
        Settings::self()->setDefaults();
        QCOMPARE(currentViewPrefs().keys.key(command), ViewKeys::defaultKey(command));
    }
}

void DeskScreensTest::anotherSiteClosesTheDialog()
{
    readSite(u"hilo"_s);
    m_screens->openDialog();
    const QPointer<ScreensDialog> before = dialog();
    QVERIFY(before && before->isVisible());
    dialog()->findChildren<QComboBox *>().constFirst()->setCurrentIndex(2);
    readSite(u"waimea"_s);
    QVERIFY(!before || !before->isVisible());
    QVERIFY(ScreenMappingStore(Settings::self()->sharedConfig()).mapping(u"hilo"_s).isEmpty()); // nothing was applied
    QVERIFY(ScreenMappingStore(Settings::self()->sharedConfig()).mapping(u"waimea"_s).isEmpty());
}

void DeskScreensTest::withoutASiteThereIsNothingToChoose()
{
    QCOMPARE(m_choice->site(), QString()); // two sites, and nobody said which
    m_screens->openDialog();
    QVERIFY(dialog()->findChildren<QComboBox *>().isEmpty());
    dialog()->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok)->click();
    QVERIFY(ScreenMappingStore(Settings::self()->sharedConfig()).mapping({}).isEmpty());
}

void DeskScreensTest::identifyingShowsWhatIsBeingChosen()
{
    readSite(u"hilo"_s);
    const auto texts = [] {
        QStringList texts;
        for (const ScreenLabel *label : topLevels<ScreenLabel>()) {
            texts.append(label->text().section(u" ·"_s, 0, 0));
        }
        texts.sort();
        return texts;
    };
    m_screens->identifyScreens();
    QCOMPARE(texts(), (QStringList{u"centre, monitor DP-2"_s, u"left, monitor DP-1"_s, u"right, monitor DP-3"_s}));
    m_screens->identifyScreens();
    QCOMPARE(texts(), QStringList());
    m_screens->openDialog();
    dialog()->findChildren<QComboBox *>().constFirst()->setCurrentIndex(3);
    dialog()->identifyButton()->click();
    QCOMPARE(texts(), (QStringList{u"centre, monitor DP-1"_s, u"left, monitor DP-3"_s, u"right, monitor DP-2"_s}));
    dialog()->findChildren<QComboBox *>().constFirst()->setCurrentIndex(1);
    QCOMPARE(texts(), (QStringList{u"centre, monitor DP-2"_s, u"left, monitor DP-1"_s, u"right, monitor DP-3"_s}));
    dialog()->reject();
    QCOMPARE(texts(), QStringList());
}

void DeskScreensTest::theDialogOpensOnce()
{
    readSite(u"hilo"_s);
    m_screens->openDialog();
    m_screens->openDialog();
    QCOMPARE(m_window->findChildren<ScreensDialog *>().size(), 1);
    dialog()->reject();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    m_screens->openDialog();
    QVERIFY(dialog() && dialog()->isVisible());
}

void DeskScreensTest::signsMakeRoom_data()
{
    QTest::addColumn<QRect>("window");
    QTest::addColumn<bool>("inTheMiddle");
    QTest::addColumn<bool>("covers");
    QTest::newRow("no window") << QRect() << true << false;
    QTest::newRow("a window beside the middle") << QRect(0, 0, 700, 200) << true << false;
    QTest::newRow("a window in the middle") << QRect(250, 250, 300, 150) << false << false;
    QTest::newRow("a window that reaches down") << QRect(100, 250, 600, 350) << false << false;
    QTest::newRow("a window over all of the monitor") << QRect(0, 0, 800, 600) << true << true;
    QTest::newRow("a window on another monitor") << QRect(1000, 250, 300, 150) << true << false;
}

void DeskScreensTest::signsMakeRoom()
{
    QFETCH(QRect, window);
    QFETCH(bool, inTheMiddle);
    QFETCH(bool, covers);
    QScreen *screen = QGuiApplication::screens().constFirst();
    const ScreenLabel label(screen, u"left"_s, u"DP-1"_s, window);
    QVERIFY(screen->geometry().contains(label.geometry()));
    QCOMPARE((label.geometry().center() - screen->geometry().center()).manhattanLength() <= 1, inTheMiddle);
    QCOMPARE(label.geometry().intersects(window), covers);
}

NIGHTDESK_TEST_PROGRAM(int argc, char **argv)
{
    QTemporaryDir directory;
    if (!write(directory.filePath(u"monitors.json"_s), threeMonitors)) {
        return 1;
    }
    const QString platform = u"offscreen:configfile="_s + directory.filePath(u"monitors.json"_s);
    qputenv("QT_QPA_PLATFORM", platform.toLocal8Bit());
    for (const char *name : {"XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_CACHE_HOME", "XDG_DATA_HOME"}) {
        qputenv(name, directory.filePath(QString::fromLatin1(name)).toLocal8Bit());
    }
    QApplication app(argc, argv);
    DeskScreensTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "deskscreenstest.moc"
