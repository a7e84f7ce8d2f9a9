// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/preferences/settingsdialog.h"
#include "app/facility/facilitychoice.h"
#include "app/facility/siteaction.h"
#include "app/facility/sitebox.h"
#include "app/preferences/consolesettings.h"
#include "app/preferences/shortcuts.h"
#include "monitors/supportdesk.h"
#include "nightdesk.h"
#include "tests/support/testprogram.h"
#include "tests/widgets/accessible.h"
#include "widgets/facility/helpmenu.h"
#include "widgets/questions/messagebar.h"
#include "widgets/view/viewkeys.h"

#include <KActionCollection>
#include <KApplicationTrader>
#include <KConfig>
#include <KPageWidgetModel>
#include <KSharedConfig>
#include <KStandardAction>
#include <KXMLGUIFactory>
#include <KXmlGuiWindow>

#include <QAction>
#include <QComboBox>
#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QListView>
#include <QMenuBar>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>
#include <QWindow>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

namespace
{
/// What the program keeps by itself: nobody sets these.
const QStringList kept{u"LastInstrument"_s, u"Said"_s, u"BellMutedUntil"_s};

const QByteArray facilityText =
    "format = 1\nname = \"Observatory\"\n[site.hilo]\nname = \"Hilo\"\nscreens = [\"left\"]\n[site.waimea]\nname = \"Waimea\"\nscreens = [\"left\"]\n"
    "[[person]]\nname = \"Kim & Nakoa\"\nrole = \"OA\"\nphone = \"+1 808 555 0100\"\n"
    "[[room]]\nname = \"Observing room\"\nlink = \"https://meet.example/observing\"\n";
}

/// The settings dialog with a keyboard and a mouse, and what the window's other standard dialogs are joined with.
class SettingsDialogTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void everySettingHasItsControl();
    void applyCountsAtOnceAndIsWritten();
    void cancelChangesNothing();
    void defaultsAreWrittenAsNothing();
    void theSiteIsChosenByItsName();
    void anotherFacilityIsRead();
    void whatWasOrderedStaysWhereNothingWasChanged();
    void aSiteThatIsNotKnownStays();
    void theAdministratorsWordCannotBeChanged();
    void everyControlHasANameAndIsReached();
    void itFitsALaptop();
    void theReleaseKeyIsNotLost();
    void whatTheAdministratorLockedStays_data();
    void whatTheAdministratorLockedStays();
    void theHelpMenuNamesWhoIsOnDuty();
    void theHandbookOpensOrSaysWhyNot();
    void notificationsAreConfiguredInPlasma();

public Q_SLOTS:
    void takeUrl(const QUrl &url)
    {
        m_opened.append(url);
    }

private:
    QByteArray contents() const
    {
        QFile file(QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + u"/nightdeskrc"_s);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    SettingsDialog *open();
    void press(QDialogButtonBox::StandardButton button)
    {
        QTest::mouseClick(m_dialog->button(button), Qt::LeftButton);
    }
    template<typename Control>
    Control *control(const QString &entry)
    {
        return m_dialog->findChild<Control *>(u"kcfg_"_s + entry);
    }
    /// The page with it comes to the front, as by a click into the list.
    template<typename Control>
    Control *turnTo(const QString &entry);

    QTemporaryDir m_system; ///< in place of /etc/xdg
    std::unique_ptr<QTemporaryDir> m_facility;
    std::unique_ptr<KXmlGuiWindow> m_window;
    QList<QUrl> m_opened;
    FacilityChoice *m_choice = nullptr;
    SettingsDialog *m_dialog = nullptr;
};

void SettingsDialogTest::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    KConfig::setMainConfigName(u"nightdeskrc"_s);
    QVERIFY(m_system.isValid());
    qputenv("XDG_CONFIG_DIRS", QFile::encodeName(m_system.path()));
}

void SettingsDialogTest::init()
{
    QFile::remove(QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + u"/nightdeskrc"_s);
    QFile::remove(m_system.filePath(u"nightdeskrc"_s));
    Settings::self()->sharedConfig()->reparseConfiguration();
    Settings::self()->load();
    m_facility = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir(m_facility->path()).mkdir(u"profiles"_s));
    QFile file(m_facility->filePath(u"facility.toml"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(facilityText), facilityText.size());
    file.close();
    m_window = std::make_unique<KXmlGuiWindow>();
    m_choice = new FacilityChoice(m_facility->path(), {}, m_window.get());
    m_choice->startReadingFacility();
    QTRY_VERIFY(m_choice->isFacilityRead());
}

void SettingsDialogTest::cleanup()
{
    m_window.reset();
}

SettingsDialog *SettingsDialogTest::open()
{
    auto *settings = new ConsoleSettings(m_window->actionCollection(), m_choice, m_window.get());
    m_window->actionCollection()->action(KStandardAction::name(KStandardAction::Preferences))->trigger();
    m_dialog = settings->open(); // the one that the action opened
    return QTest::qWaitForWindowExposed(m_dialog, 30000) && m_window->findChildren<SettingsDialog *>().size() == 1 ? m_dialog : nullptr;
}

template<typename Control>
Control *SettingsDialogTest::turnTo(const QString &entry)
{
    auto *found = control<Control>(entry);
    auto *list = m_dialog->findChild<QListView *>();
    for (int row = 0; found && list && !found->isVisible() && row < list->model()->rowCount(); ++row) {
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(list->model()->index(row, 0)).center());
    }
    return found && found->isVisible() ? found : nullptr;
}

void SettingsDialogTest::everySettingHasItsControl()
{
    QVERIFY(open());
    const auto items = Settings::self()->items();
    QVERIFY(items.size() > 4);
    for (const KConfigSkeletonItem *item : items) {
        const bool isThere = m_dialog->findChild<QWidget *>(u"kcfg_"_s + item->name());
        QVERIFY2(isThere != kept.contains(item->name()), qPrintable(item->name()));
    }
}

void SettingsDialogTest::applyCountsAtOnceAndIsWritten()
{
    QVERIFY(open());
    QSignalSpy changed(Settings::self(), &KCoreConfigSkeleton::configChanged);
    QVERIFY(!m_dialog->button(QDialogButtonBox::Apply)->isEnabled());
    auto *command = turnTo<QLineEdit>(u"EditorCommand"_s);
    QVERIFY(command);
    command->setFocus();
    QTest::keyClicks(command, u"kate -n"_s);
    QVERIFY(m_dialog->button(QDialogButtonBox::Apply)->isEnabled());
    QCOMPARE(Settings::editorCommand(), QString()); // not before
    press(QDialogButtonBox::Apply);
    QCOMPARE(Settings::editorCommand(), u"kate -n"_s);
    QVERIFY(!changed.isEmpty());
    QVERIFY(m_dialog->isVisible());
    QVERIFY2(contents().contains("EditorCommand=kate -n\n"), contents().constData());
    QVERIFY(contents().contains("Version=2\n")); // by SettingsStore
    auto *colors = turnTo<QComboBox>(u"Colours"_s);
    QVERIFY(colors);
    colors->setFocus();
    QTest::keyClick(colors, Qt::Key_Down);
    press(QDialogButtonBox::Ok);
    QCOMPARE(Settings::colours(), Settings::EnumColours::Light);
    QVERIFY(contents().contains("Colours=Light\n"));
    QVERIFY(!m_dialog->isVisible());
}

void SettingsDialogTest::cancelChangesNothing()
{
    QVERIFY(open());
    QTest::keyClicks(turnTo<QLineEdit>(u"EditorCommand"_s), u"kate"_s);
    press(QDialogButtonBox::Cancel);
    QVERIFY(!m_dialog->isVisible());
    QCOMPARE(Settings::editorCommand(), QString());
    QVERIFY(contents().isEmpty());
}

void SettingsDialogTest::defaultsAreWrittenAsNothing()
{
    Settings::setEditorCommand(u"kate"_s);
    Settings::setColours(Settings::EnumColours::Light);
    QVERIFY(open());
    QCOMPARE(control<QLineEdit>(u"EditorCommand"_s)->text(), u"kate"_s);
    press(QDialogButtonBox::RestoreDefaults);
    QCOMPARE(control<QLineEdit>(u"EditorCommand"_s)->text(), QString());
    press(QDialogButtonBox::Ok);
    QCOMPARE(Settings::editorCommand(), QString());
    QCOMPARE(Settings::colours(), Settings::EnumColours::Dark);
    QVERIFY(!contents().contains("EditorCommand"));
    QVERIFY(!contents().contains("Colours"));
}

void SettingsDialogTest::theSiteIsChosenByItsName()
{
    QVERIFY(open());
    auto *site = turnTo<SiteBox>(u"Site"_s);
    QVERIFY(site);
    QCOMPARE(site->count(), 3);
    QSignalSpy read(m_choice, &FacilityChoice::facilityRead);
    site->setFocus();
    QTest::keyClicks(site, u"Wai"_s);
    QCOMPARE(site->site(), u"waimea"_s);
    press(QDialogButtonBox::Apply);
    QCOMPARE(Settings::site(), u"waimea"_s);
    QTRY_COMPARE(read.size(), 1);
    QCOMPARE(m_choice->site(), u"waimea"_s);
    QVERIFY(contents().contains("Site=waimea\n"));
    // The menu has its own way to the same setting.
    m_choice->setSite(u"hilo"_s);
    QTRY_VERIFY(m_choice->isFacilityRead());
    press(QDialogButtonBox::Cancel);
    m_dialog = m_window->findChild<ConsoleSettings *>()->open();
    QCOMPARE(turnTo<SiteBox>(u"Site"_s)->site(), u"hilo"_s);
}

void SettingsDialogTest::anotherFacilityIsRead()
{
    QTemporaryDir other;
    QFile file(other.filePath(u"facility.toml"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("format = 1\nname = \"Another\"\n[site.paranal]\nname = \"Paranal\"\nscreens = [\"left\"]\n");
    file.close();
    QVERIFY(open());
    auto *directory = turnTo<QLineEdit>(u"FacilityDirectory"_s);
    QVERIFY(directory);
    QCOMPARE(directory->text(), QString()); // that of this run is the command line's
    QTest::keyClicks(directory, other.path());
    press(QDialogButtonBox::Apply);
    QTRY_COMPARE(m_choice->facility().name, u"Another"_s);
    QCOMPARE(m_choice->directory(), other.path());
    QCOMPARE(control<SiteBox>(u"Site"_s)->findData(u"paranal"_s), 1);
    QVERIFY(contents().contains(QByteArray("FacilityDirectory=" + other.path().toUtf8())));
}

void SettingsDialogTest::whatWasOrderedStaysWhereNothingWasChanged()
{
    delete m_choice;
    m_choice = new FacilityChoice(m_facility->path(), u"hilo"_s, m_window.get());
    m_choice->startReadingFacility();
    QTRY_VERIFY(m_choice->isFacilityRead());
    QVERIFY(open());
    QTest::keyClicks(turnTo<QLineEdit>(u"EditorCommand"_s), u"kate"_s);
    press(QDialogButtonBox::Apply);
    QCOMPARE(m_choice->site(), u"hilo"_s);
    QVERIFY(m_choice->isSiteFromCommandLine());
    QCOMPARE(m_choice->directory(), m_facility->path());
    QVERIFY(!contents().contains("Site="));
}

void SettingsDialogTest::aSiteThatIsNotKnownStays()
{
    Settings::setSite(u"keaau"_s);
    QVERIFY(open());
    auto *site = turnTo<SiteBox>(u"Site"_s);
    QCOMPARE(site->site(), u"keaau"_s);
    QVERIFY2(site->currentText().contains(u"not a site of this facility"_s), qPrintable(site->currentText()));
    QVERIFY(!m_dialog->button(QDialogButtonBox::Apply)->isEnabled());
}

void SettingsDialogTest::theAdministratorsWordCannotBeChanged()
{
    {
        QFile file(QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + u"/nightdeskrc"_s);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("[Editor]\nEditorCommand[$i]=vi\n");
    }
    Settings::self()->sharedConfig()->reparseConfiguration();
    Settings::self()->load();
    QVERIFY(open());
    QCOMPARE(control<QLineEdit>(u"EditorCommand"_s)->text(), u"vi"_s);
    QVERIFY(!control<QLineEdit>(u"EditorCommand"_s)->isEnabled());
    QVERIFY(control<QComboBox>(u"Colours"_s)->isEnabled());
}

void SettingsDialogTest::everyControlHasANameAndIsReached()
{
    QVERIFY(open());
    auto *list = m_dialog->findChild<QListView *>();
    for (int row = 0; row < list->model()->rowCount(); ++row) {
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(list->model()->index(row, 0)).center());
        QCOMPARE(namelessControls(*m_dialog).join(u'\n'), QString());
        QCOMPARE(unreachableControls(*m_dialog).join(u'\n'), QString());
    }
    for (const QWidget *widget : m_dialog->findChildren<QWidget *>(QRegularExpression(u"^kcfg_"_s))) {
        QVERIFY2(!widget->whatsThis().isEmpty(), qPrintable(widget->objectName()));
    }
}

void SettingsDialogTest::itFitsALaptop()
{
    QVERIFY(open());
    const QSize smallest = m_dialog->minimumSizeHint();
    QVERIFY2(smallest.width() <= 1366 && smallest.height() <= 700, qPrintable(u"%1x%2"_s.arg(smallest.width()).arg(smallest.height())));
}

void SettingsDialogTest::theReleaseKeyIsNotLost()
{
    SupportDesk support;
    auto *message = new MessageBar(&support, m_window.get());
    auto *action = m_window->actionCollection()->addAction(u"session_test"_s);
    action->setText(u"&Robbed"_s);
    m_window->actionCollection()->setDefaultShortcuts(action, {QKeySequence(Qt::CTRL | Qt::Key_T)});
    auto *shortcuts = new Shortcuts(m_window.get(), message);
    QCOMPARE(action->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_T));
    action->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_T), ViewKeys::defaultKey(ViewCommand::ReleaseKeyboard)});
    Q_EMIT m_window->guiFactory()->shortcutsSaved();
    QCOMPARE(action->shortcuts(), QList<QKeySequence>{QKeySequence(Qt::CTRL | Qt::Key_T)});
    QVERIFY2(message->text().contains(u"Robbed"_s), qPrintable(message->text()));
    // Another release key wins likewise.
    shortcuts->setKeyboardReleaseKey(QKeySequence(Qt::CTRL | Qt::Key_T));
    QCOMPARE(action->shortcuts(), QList<QKeySequence>());
}

void SettingsDialogTest::theHelpMenuNamesWhoIsOnDuty()
{
    SupportDesk support;
    support.setFacility(m_choice->facility());
    QSignalSpy dutyDialogRequested(&support, &SupportDesk::dutyDialogRequested);
    auto *help = new HelpMenu(m_window.get(), &support);
    const auto texts = [help] {
        QStringList result;
        for (const QAction *action : help->entries()) {
            result.append(action->text());
        }
        return result;
    };
    QCOMPARE(texts(), (QStringList{u"Kim && Nakoa (OA), +1 808 555 0100"_s, u"Open Room Observing room"_s, QString()}));
    help->entries().constFirst()->trigger();
    QCOMPARE(dutyDialogRequested.size(), 1);
    support.setFacility({});
    QCOMPARE(texts(), QStringList());
}

void SettingsDialogTest::whatTheAdministratorLockedStays_data()
{
    QTest::addColumn<QByteArray>("system");
    QTest::addColumn<QString>("site"); // that is in force after the person chose hilo
    QTest::newRow("a site") << QByteArray("[Desk]\nSite[$i]=waimea\n") << u"waimea"_s;
    QTest::newRow("the whole group") << QByteArray("[Desk][$i]\nSite=waimea\n") << u"waimea"_s;
    QTest::newRow("only set") << QByteArray("[Desk]\nSite=waimea\n") << u"hilo"_s;
    QTest::newRow("a site that the facility does not have") << QByteArray("[Desk]\nSite[$i]=elsewhere\n") << u"hilo"_s;
}

void SettingsDialogTest::whatTheAdministratorLockedStays()
{
    QFETCH(const QByteArray, system);
    QFETCH(const QString, site);
    QFile file(m_system.filePath(u"nightdeskrc"_s));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(system) == system.size());
    file.close();
    Settings::self()->sharedConfig()->reparseConfiguration();
    Settings::self()->load();
    m_choice = new FacilityChoice(m_facility->path(), {}, m_window.get());
    const SiteMenuAction menu(m_choice, m_window.get());
    m_choice->startReadingFacility();
    QTRY_VERIFY(m_choice->isFacilityRead());
    const bool isLocked = site == u"waimea"_s;
    QCOMPARE(menu.isEnabled(), !isLocked);
    m_choice->setSite(u"hilo"_s);
    QTRY_VERIFY(m_choice->isFacilityRead());
    QCOMPARE(m_choice->site(), site);
    QVERIFY(open());
    QCOMPARE(control<QWidget>(u"Site"_s)->isEnabled(), !system.contains("[$i]"));
    QCOMPARE(m_choice->isDirectoryLocked(), system.contains("[Desk][$i]"));
}

void SettingsDialogTest::theHandbookOpensOrSaysWhyNot()
{
    SupportDesk support;
    KActionCollection *actions = m_window->actionCollection();
    int helpCenters = 0;
    const auto openHelpCenter = [&helpCenters] {
        ++helpCenters;
    };
    QAction *handbook = KStandardAction::helpContents(this, openHelpCenter, actions);
    HelpMenu help(m_window.get(), &support);
    QSignalSpy failed(&help, &HelpMenu::handbookFailed);
    QCOMPARE(handbook->shortcut(), QKeySequence(Qt::Key_F1));
    QDesktopServices::setUrlHandler(u"file"_s, this, "takeUrl");
    const auto restore = qScopeGuard([] {
        QDesktopServices::unsetUrlHandler(u"file"_s);
    });
    handbook->trigger();
    QCOMPARE(failed.size(), 1);
    QVERIFY(failed.constFirst().constFirst().toString().contains(u"nightdesk-doc"_s));
    QVERIFY(m_opened.isEmpty());

    const QString directory = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + u"/doc/nightdesk-doc/html"_s;
    QVERIFY(QDir().mkpath(directory));
    QFile page(directory + u"/index.html"_s);
    QVERIFY(page.open(QIODevice::WriteOnly));
    page.close();
    handbook->trigger();
    QVERIFY(page.remove());
    QCOMPARE(m_opened, QList<QUrl>{QUrl::fromLocalFile(page.fileName())});
    // The development root has no browser.
    QCOMPARE(failed.size(), KApplicationTrader::preferredService(u"text/html"_s) ? 1 : 2);
    if (failed.size() == 2) {
        QVERIFY(failed.constLast().constFirst().toString().contains(page.fileName()));
    }
    QCOMPARE(helpCenters, 0);
}

void SettingsDialogTest::notificationsAreConfiguredInPlasma()
{
    const QByteArray path = qgetenv("PATH");
    const auto restore = qScopeGuard([&path] {
        qputenv("PATH", path);
    });
    QTemporaryDir programs;
    qputenv("PATH", QFile::encodeName(programs.path()));
    KActionCollection *actions = m_window->actionCollection();
    const ConsoleSettings elsewhere(actions, m_choice, m_window.get());
    QVERIFY(actions->action(u"options_configure_notifications"_s) == nullptr);

    QFile program(programs.filePath(u"systemsettings"_s));
    QVERIFY(program.open(QIODevice::WriteOnly));
    program.write("#!/bin/sh\necho \"$1 $2 $3\" >\"${0%/*}/new\" && /bin/mv \"${0%/*}/new\" \"${0%/*}/said\"\n");
    program.close();
    QVERIFY(program.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
    const ConsoleSettings inPlasma(actions, m_choice, m_window.get());
    QAction *configure = actions->action(u"options_configure_notifications"_s);
    QVERIFY(configure != nullptr);
    configure->trigger();
    QTRY_VERIFY(QFile::exists(programs.filePath(u"said"_s)));
    QFile said(programs.filePath(u"said"_s));
    QVERIFY(said.open(QIODevice::ReadOnly));
    QCOMPARE(said.readAll(), QByteArray("kcm_notifications --args --notifyrc nightdesk\n"));
}

NIGHTDESK_TEST(SettingsDialogTest)
#include "settingsdialogtest.moc"
