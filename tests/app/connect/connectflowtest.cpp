// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/connect/connectflow.h"
#include "app/facility/accountstore.h"
#include "app/facility/deskpaths.h"
#include "app/facility/facilitychoice.h"
#include "app/facility/siteaction.h"
#include "nightdesk.h"
#include "sessions/profiles/facility/facilitywatcher.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "widgets/facility/accountdialog.h"
#include "widgets/facility/sitedialog.h"
#include "widgets/facility/trustdialog.h"
#include "widgets/facility/unconfineddialog.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSaveFile>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTextEdit>

#include <algorithm>
#include <utility>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
const QString twoSites =
    uR"(format = 1
name = "Observatory"
[site.hilo]
name = "Hilo"
screens = ["left"]
[site.waimea]
name = "Waimea"
screens = ["left", "right"]
)"_s;
const QString oneSite = u"format = 1\nname = \"Observatory\"\n[site.hilo]\nscreens = [\"left\"]\n"_s;

QString profileText(const QString &id, const QString &user, const QString &more = {})
{
    return u"format = 1\nid = \"%1\"\nname = \"%1\"\n%3\n[link.summit]\nhost = \"summit.example\"\nuser = \"%2\"\n"
           "[[desktop]]\nid = \"control\"\nlink = \"summit\"\ndisplay = \":1\"\n"_s.arg(id, user, more);
}

void readSettings()
{
    Settings::self()->sharedConfig()->reparseConfiguration();
    Settings::self()->load();
}
}

/// From the wish to connect to the profile that may be connected, with a facility on the disk and dialogs on the screen.
class ConnectFlowTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void nothingToAsk();
    void theSiteIsAskedAtTheFirstStart();
    void cancellingTheSiteLeavesItOpen();
    void theMenuSaysWhetherASiteIsChosen();
    void theAdministratorsSiteIsNotAsked();
    void whatWasReadForAnotherSiteIsNotShown();
    void theMenuSavesWhatItShows();
    void siteThenAccountThenTrust();
    void anAccountIsKeptForTheNight();
    void cancellingTheAccountKeepsNothing();
    void anotherListAsksAgain();
    void theAccountQuestionFollowsTheFile();
    void aProfileThatWentAwayIsNotConnected();
    void aProfileThatBrokeIsNotConnected();
    void anotherFacilityTakesTheWishAway();
    void whatTheOldListShowsIsNotTheNewFacilitys();
    void withoutAFacility();
    void changingTheAccountConnectsNothing();
    void agreeingIsKept();
    void cancellingAgreesToNothing();
    void whatChangedIsAskedAgain();
    void theTrustQuestionFollowsTheFile();
    void agreedElsewhereIsAgreed();
    void anAgreementThatCannotBeKeptCountsAllTheSame();
    void aLastGoodFormIsConnected();
    void severalComeOneAfterTheOther();
    void whatCannotBeConnectedHoldsUpNoneBehindIt();
    void cancellingOneLeavesThoseBehindIt();
    void programsThatCannotBeConfined_data();
    void programsThatCannotBeConfined();
    void cancellingThatConnectsNothing();
    void anXServerThatDoesNotAnswerIsNotWaitedFor();

private:
    void write(const QString &path, const QString &text);
    void start(const QString &site = {});
    void agree();
    /// It says that it took another question's place.
    static bool isReplacement(const QDialog *dialog)
    {
        return std::ranges::any_of(dialog->findChildren<QLabel *>(), [](const QLabel *label) {
            return label->text().contains(u"while you were reading"_s);
        });
    }
    /// Asks for @p profile and agrees; true: it was connected.
    bool connectAgreed(const QString &profile);
    template<typename Dialog>
    Dialog *dialog() const
    {
        for (Dialog *candidate : m_window->findChildren<Dialog *>()) {
            if (candidate->isVisible()) {
                return candidate;
            }
        }
        return nullptr;
    }
    void choose(int row);
    void press(const QString &button);
    InstrumentProfile connected() const
    {
        return m_ready->isEmpty() ? InstrumentProfile() : m_ready->constLast().constFirst().value<InstrumentProfile>();
    }

    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<QWidget> m_window;
    FacilityChoice *m_choice = nullptr;
    ConnectFlow *m_flow = nullptr;
    std::unique_ptr<QSignalSpy> m_ready;
    std::unique_ptr<QSignalSpy> m_stopped;
};

void ConnectFlowTest::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    KConfig::setMainConfigName(u"nightdeskrc"_s);
    // What the administrator of this computer set up is no concern of a test.
    qputenv("XDG_CONFIG_DIRS", "/nowhere");
    readSettings();
}

void ConnectFlowTest::init()
{
    Settings::self()->config()->deleteGroup(u"Accounts"_s);
    Settings::self()->setDefaults();
    Settings::self()->save();
    QFile::remove(DeskPaths::trustFile());
    m_directory = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir(m_directory->path()).mkdir(u"profiles"_s));
    write(u"facility.toml"_s, twoSites);
    write(u"profiles/lris.toml"_s, profileText(u"lris"_s, u"{account}"_s));
    write(u"profiles/plain.toml"_s, profileText(u"plain"_s, u"observer"_s));
}

void ConnectFlowTest::cleanup()
{
    m_ready.reset();
    m_stopped.reset();
    m_window.reset();
}

void ConnectFlowTest::write(const QString &path, const QString &text)
{
    QSaveFile file(m_directory->filePath(path));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text.toUtf8());
    QVERIFY(file.commit());
}

void ConnectFlowTest::start(const QString &site)
{
    m_ready.reset();
    m_stopped.reset();
    m_window = std::make_unique<QWidget>();
    m_window->show();
    m_choice = new FacilityChoice(m_directory->path(), site, m_window.get());
    m_flow = new ConnectFlow(m_choice, m_window.get());
    m_ready = std::make_unique<QSignalSpy>(m_flow, &ConnectFlow::profileReady);
    m_stopped = std::make_unique<QSignalSpy>(m_flow, &ConnectFlow::obstacleFound);
    m_choice->startReadingFacility();
    QTRY_VERIFY(m_choice->isFacilityRead());
}

void ConnectFlowTest::choose(int row)
{
    auto *site = dialog<SiteDialog>();
    QVERIFY(site);
    site->findChild<QListWidget *>()->setCurrentRow(row);
    site->accept();
}

void ConnectFlowTest::press(const QString &button)
{
    const auto *question = dialog<UnconfinedProgramsDialog>();
    QVERIFY(question);
    for (QPushButton *candidate : question->findChildren<QPushButton *>()) {
        if (candidate->text().contains(button)) {
            candidate->click();
            return;
        }
    }
    QFAIL(qPrintable(button));
}

void ConnectFlowTest::agree()
{
    QTRY_COMPARE(m_flow->nameOfShownQuestion(), u"trust"_s);
    dialog<TrustDialog>()->accept();
}

bool ConnectFlowTest::connectAgreed(const QString &profile)
{
    const qsizetype before = m_ready->size();
    m_flow->requestById(profile);
    return Test::waitFor([&] {
        if (auto *question = dialog<TrustDialog>()) {
            question->accept();
        }
        return m_ready->size() > before;
    });
}

void ConnectFlowTest::nothingToAsk()
{
    start(u"hilo"_s);
    QVERIFY(connectAgreed(u"plain"_s));
    m_ready->clear();
    m_flow->requestById(u"plain"_s);
    QCOMPARE(connected().id, u"plain"_s); // at once: all is known
    QCOMPARE(m_flow->requestedProfile(), QString());
    QCOMPARE(m_flow->nameOfShownQuestion(), QString());
    QCOMPARE(Settings::site(), QString()); // this run's order is not the desk's site
}

void ConnectFlowTest::theSiteIsAskedAtTheFirstStart()
{
    start();
    QCOMPARE(m_choice->site(), QString()); // not silently the first
    QTRY_COMPARE(m_flow->nameOfShownQuestion(), u"site"_s);
    choose(1);
    QCOMPARE(Settings::site(), u"waimea"_s);
    QTRY_VERIFY(m_choice->isFacilityRead());
    QCOMPARE(m_choice->site(), u"waimea"_s);
    QCOMPARE(m_choice->screens(), QStringList({u"left"_s, u"right"_s}));
    QCOMPARE(m_ready->size(), 0);
    // The next start asks nothing.
    start();
    QVERIFY(connectAgreed(u"plain"_s));
}

void ConnectFlowTest::cancellingTheSiteLeavesItOpen()
{
    start();
    QTRY_VERIFY(dialog<SiteDialog>());
    dialog<SiteDialog>()->reject();
    QCOMPARE(m_flow->nameOfShownQuestion(), QString());
    QCOMPARE(Settings::site(), QString());
    // Connect asks again, and cancelling that connects nothing.
    m_flow->requestById(u"plain"_s);
    QCOMPARE(m_flow->nameOfShownQuestion(), u"site"_s);
    dialog<SiteDialog>()->reject();
    QCOMPARE(m_flow->requestedProfile(), QString());
    QCOMPARE(m_choice->site(), QString());
    m_flow->requestById(u"plain"_s);
    choose(0);
    agree();
    QCOMPARE(m_ready->size(), 1);
    QCOMPARE(Settings::site(), u"hilo"_s);
}

void ConnectFlowTest::theMenuSaysWhetherASiteIsChosen()
{
    start();
    QTRY_VERIFY(dialog<SiteDialog>());
    dialog<SiteDialog>()->reject();
    SiteMenuAction menu(m_choice, m_window.get());
    QVERIFY(!menu.isEnabled()); // nothing is known yet
    QSignalSpy siteSelected(&menu, &SiteMenuAction::siteSelected);
    Q_EMIT m_choice->facilityRead(m_choice->facility());
    QCOMPARE(menu.items(), QStringList({u"Hilo"_s, u"Waimea"_s}));
    QCOMPARE(menu.currentItem(), -1);
    QVERIFY2(menu.text().contains(u"Not Chosen"), qPrintable(menu.text()));
    menu.action(1)->trigger();
    QCOMPARE(siteSelected.size(), 1);
    QCOMPARE(Settings::site(), u"waimea"_s);
    QTRY_VERIFY(!menu.text().contains(u"Not Chosen"));
    QCOMPARE(menu.currentItem(), 1);
}

void ConnectFlowTest::theAdministratorsSiteIsNotAsked()
{
    // As /etc/xdg/nightdeskrc says it for all users.
    const QByteArray before = qgetenv("XDG_CONFIG_DIRS");
    const auto restore = qScopeGuard([before] {
        before.isEmpty() ? qunsetenv("XDG_CONFIG_DIRS") : qputenv("XDG_CONFIG_DIRS", before);
        readSettings();
    });
    QTemporaryDir system;
    QFile file(system.filePath(u"nightdeskrc"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("[Desk]\nSite=waimea\n");
    file.close();
    qputenv("XDG_CONFIG_DIRS", QFile::encodeName(system.path()));
    readSettings();
    QCOMPARE(Settings::site(), u"waimea"_s);
    start();
    QVERIFY(connectAgreed(u"plain"_s));
    QCOMPARE(m_choice->site(), u"waimea"_s);
    // The only site is none to ask for either, even if the settings name one of another facility.
    write(u"facility.toml"_s, oneSite);
    start();
    QTRY_COMPARE(m_choice->site(), u"hilo"_s);
    QVERIFY(connectAgreed(u"plain"_s));
}

void ConnectFlowTest::whatWasReadForAnotherSiteIsNotShown()
{
    start();
    QTRY_VERIFY(dialog<SiteDialog>());
    auto *watcher = m_choice->findChild<FacilityWatcher *>();
    QVERIFY(watcher);
    QList<bool> isRead;
    QList<qsizetype> sites;
    connect(watcher, &FacilityWatcher::facilityChanged, m_choice, [&] {
        isRead.append(m_choice->isFacilityRead());
        sites.append(m_choice->facility().sites.size());
    });
    QSignalSpy read(m_choice, &FacilityChoice::facilityRead);
    write(u"facility.toml"_s, oneSite); // its only site is in force now, and has to be read
    QTRY_COMPARE(read.size(), 1);
    QCOMPARE(isRead, QList({false, true}));
    QCOMPARE(sites, QList<qsizetype>({2, 1})); // as long as the old list is shown, it is what is there
    QCOMPARE(m_choice->site(), u"hilo"_s);
}

void ConnectFlowTest::theMenuSavesWhatItShows()
{
    const QString first = u"[site.hilo]\nname = \"Hilo\"\nscreens = [\"left\"]\n"_s;
    const QString three = twoSites + u"[site.kona]\nname = \"Kona\"\nscreens = [\"left\"]\n"_s;
    QVERIFY(three.contains(first));
    write(u"facility.toml"_s, three);
    Settings::setSite(u"hilo"_s);
    start();
    SiteMenuAction menu(m_choice, m_window.get());
    Q_EMIT m_choice->facilityRead(m_choice->facility());
    QCOMPARE(menu.items(), QStringList({u"Hilo"_s, u"Waimea"_s, u"Kona"_s}));
    // Clicked at the moment that another list has been read and the menu shows the one before.
    bool isClicked = false;
    connect(m_choice->findChild<FacilityWatcher *>(), &FacilityWatcher::facilityChanged, m_choice, [&] {
        if (!std::exchange(isClicked, true)) {
            QCOMPARE(menu.items().size(), 3);
            menu.action(1)->trigger();
        }
    });
    write(u"facility.toml"_s, QString(three).remove(first));
    QTRY_COMPARE(menu.items(), QStringList({u"Waimea"_s, u"Kona"_s}));
    QVERIFY(isClicked);
    QCOMPARE(Settings::site(), u"waimea"_s);
    QCOMPARE(m_choice->site(), u"waimea"_s);
}

void ConnectFlowTest::siteThenAccountThenTrust()
{
    start();
    m_flow->requestById(u"lris"_s);
    QTRY_COMPARE(m_flow->nameOfShownQuestion(), u"site"_s);
    choose(0);
    QTRY_COMPARE(m_flow->nameOfShownQuestion(), u"account"_s);
    dialog<AccountDialog>()->findChild<QLineEdit *>()->setText(u"lris1"_s);
    dialog<AccountDialog>()->accept();
    QTRY_COMPARE(m_flow->nameOfShownQuestion(), u"trust"_s);
    QCOMPARE(m_ready->size(), 0);
    agree();
    QCOMPARE(m_ready->size(), 1);
    QCOMPARE(connected().links.value(0).user, u"lris1"_s);
    QCOMPARE(m_stopped->size(), 0);
}

void ConnectFlowTest::anAccountIsKeptForTheNight()
{
    AccountStore::saveAccount(m_directory->path(), {u"lris"_s, u"lris7"_s, QDateTime::currentDateTimeUtc()});
    start(u"hilo"_s);
    QVERIFY(connectAgreed(u"lris"_s));
    QCOMPARE(connected().links.value(0).user, u"lris7"_s);
    // Long ago is only a proposal.
    AccountStore::saveAccount(m_directory->path(), {u"lris"_s, u"lris8"_s, QDateTime::currentDateTimeUtc().addDays(-2)});
    m_flow->requestById(u"lris"_s);
    QCOMPARE(m_flow->nameOfShownQuestion(), u"account"_s);
    QCOMPARE(dialog<AccountDialog>()->findChild<QLineEdit *>()->text(), u"lris8"_s);
}

void ConnectFlowTest::cancellingTheAccountKeepsNothing()
{
    start(u"hilo"_s);
    m_flow->requestById(u"lris"_s);
    QTRY_VERIFY(dialog<AccountDialog>());
    dialog<AccountDialog>()->findChild<QLineEdit *>()->setText(u"lris1"_s);
    dialog<AccountDialog>()->reject();
    QCOMPARE(m_flow->requestedProfile(), QString());
    QCOMPARE(AccountStore::loadAccounts(m_directory->path()).enteredAccounts(), QList<EnteredAccount>());
    QCOMPARE(m_choice->account(), QString());
    QCOMPARE(m_ready->size(), 0);
}

void ConnectFlowTest::anotherListAsksAgain()
{
    write(u"profiles/hires.toml"_s, profileText(u"hires"_s, u"{account}"_s, u"accounts = [\"hires1\", \"hires2\"]"_s));
    AccountStore::saveAccount(m_directory->path(), {u"lris"_s, u"lris1"_s, QDateTime::currentDateTimeUtc()});
    start(u"hilo"_s);
    m_flow->requestById(u"hires"_s);
    QTRY_VERIFY(dialog<AccountDialog>());
    auto *list = dialog<AccountDialog>()->findChild<QComboBox *>();
    QVERIFY(list);
    QCOMPARE(list->currentIndex(), -1); // no other observer's account by mistake
    list->setCurrentIndex(1);
    dialog<AccountDialog>()->accept();
    agree();
    QCOMPARE(connected().links.value(0).user, u"hires2"_s);
    // Both are remembered: each is read anew with its own.
    QVERIFY(connectAgreed(u"lris"_s));
    QCOMPARE(connected().links.value(0).user, u"lris1"_s);
    QVERIFY(connectAgreed(u"hires"_s));
    QCOMPARE(connected().links.value(0).user, u"hires2"_s);
}

void ConnectFlowTest::theAccountQuestionFollowsTheFile()
{
    start(u"hilo"_s);
    m_flow->requestById(u"lris"_s);
    QTRY_VERIFY(dialog<AccountDialog>());
    const QPointer<AccountDialog> before = dialog<AccountDialog>();
    write(u"profiles/plain.toml"_s, profileText(u"plain"_s, u"somebody"_s)); // another's change disturbs nobody
    QTRY_COMPARE(m_choice->facility().profiles.value(1).links.value(0).user, u"somebody"_s);
    QCOMPARE(dialog<AccountDialog>(), before.data());
    write(u"profiles/lris.toml"_s, profileText(u"lris"_s, u"{account}"_s, u"accounts = [\"lris1\"]"_s));
    QTRY_VERIFY(!before);
    QTRY_VERIFY(dialog<AccountDialog>() && dialog<AccountDialog>()->findChild<QComboBox *>());
    write(u"profiles/lris.toml"_s, profileText(u"lris"_s, u"fixed"_s)); // no account any more: nothing left but the last question
    agree();
    QCOMPARE(connected().links.value(0).user, u"fixed"_s);
    QVERIFY(!dialog<AccountDialog>());
}

void ConnectFlowTest::aProfileThatWentAwayIsNotConnected()
{
    start(u"hilo"_s);
    m_flow->requestById(u"lris"_s);
    QTRY_VERIFY(dialog<AccountDialog>());
    QVERIFY(QFile::remove(m_directory->filePath(u"profiles/lris.toml"_s)));
    QTRY_COMPARE(m_stopped->size(), 1);
    QVERIFY(m_stopped->constFirst().constFirst().toString().contains(u"no profile “lris”"));
    QCOMPARE(m_stopped->constFirst().at(1).toString(), QString());
    QVERIFY(!dialog<AccountDialog>());
    QCOMPARE(m_flow->requestedProfile(), QString());
}

void ConnectFlowTest::aProfileThatBrokeIsNotConnected()
{
    start(u"hilo"_s);
    m_flow->requestById(u"lris"_s);
    QTRY_VERIFY(dialog<AccountDialog>());
    write(u"profiles/lris.toml"_s, u"format = 1\nid = \"lris\"\nname = 5\n"_s);
    QTRY_COMPARE(m_stopped->size(), 1);
    QVERIFY(m_stopped->constFirst().constFirst().toString().contains(u"errors"));
    QCOMPARE(m_stopped->constFirst().at(1).toString(), u"lris"_s); // to be seen when it is corrected
    QVERIFY(!dialog<AccountDialog>());
    QCOMPARE(m_ready->size(), 0);
}

void ConnectFlowTest::anotherFacilityTakesTheWishAway()
{
    start(u"hilo"_s);
    m_flow->requestById(u"lris"_s);
    QTRY_VERIFY(dialog<AccountDialog>());
    QTemporaryDir other;
    QVERIFY(QDir(other.path()).mkdir(u"profiles"_s));
    QVERIFY(QFile::copy(m_directory->filePath(u"facility.toml"_s), other.filePath(u"facility.toml"_s)));
    QVERIFY(QFile::copy(m_directory->filePath(u"profiles/plain.toml"_s), other.filePath(u"profiles/lris.toml"_s)));
    m_choice->setDirectory(other.path());
    QTRY_VERIFY(!dialog<AccountDialog>());
    QTRY_VERIFY(m_choice->isFacilityRead());
    QCOMPARE(m_flow->requestedProfile(), QString());
    QCOMPARE(m_ready->size(), 0);
}

void ConnectFlowTest::whatTheOldListShowsIsNotTheNewFacilitys()
{
    start(u"hilo"_s);
    const InstrumentProfile shown = m_choice->facility().profiles.value(1);
    QCOMPARE(shown.id, u"plain"_s);
    QTemporaryDir other;
    QVERIFY(QDir(other.path()).mkdir(u"profiles"_s));
    QVERIFY(QFile::copy(m_directory->filePath(u"facility.toml"_s), other.filePath(u"facility.toml"_s)));
    QVERIFY(QFile::copy(m_directory->filePath(u"profiles/plain.toml"_s), other.filePath(u"profiles/plain.toml"_s)));
    m_choice->setDirectory(other.path());
    m_flow->requestConnection(shown); // the new one is not read yet
    QCOMPARE(m_stopped->size(), 1);
    QVERIFY(m_stopped->constFirst().constFirst().toString().contains(other.path()));
    QCOMPARE(m_flow->requestedProfile(), QString());
    m_flow->askForOtherAccount(shown); // nor is an account of the old one kept for the new one
    QCOMPARE(m_stopped->size(), 2);
    QVERIFY(!dialog<AccountDialog>());
    QTRY_VERIFY(m_choice->isFacilityRead());
    QCOMPARE(m_flow->nameOfShownQuestion(), QString());
    QCOMPARE(m_ready->size(), 0);
    m_flow->requestConnection(m_choice->facility().profiles.constFirst());
    QCOMPARE(m_flow->nameOfShownQuestion(), u"trust"_s);
    QVERIFY(!isReplacement(dialog<TrustDialog>()));
    dialog<TrustDialog>()->reject();
    // An account that was asked for goes with its facility.
    m_flow->askForOtherAccount(m_choice->facility().profiles.constFirst());
    QVERIFY(dialog<AccountDialog>());
    m_choice->setDirectory(m_directory->path());
    QTRY_VERIFY(!dialog<AccountDialog>());
}

void ConnectFlowTest::withoutAFacility()
{
    m_window = std::make_unique<QWidget>();
    m_choice = new FacilityChoice({}, {}, m_window.get());
    QCOMPARE(m_choice->directory(), QString());
    m_flow = new ConnectFlow(m_choice, m_window.get());
    QSignalSpy obstacleFound(m_flow, &ConnectFlow::obstacleFound);
    m_flow->requestById(u"lris"_s);
    QCOMPARE(obstacleFound.size(), 1);
    QCOMPARE(m_flow->requestedProfile(), QString());
}

void ConnectFlowTest::changingTheAccountConnectsNothing()
{
    AccountStore::saveAccount(m_directory->path(), {u"lris"_s, u"lris7"_s, QDateTime::currentDateTimeUtc()});
    start(u"hilo"_s);
    QSignalSpy changed(m_flow, &ConnectFlow::accountChanged);
    m_flow->askForOtherAccount(m_choice->facility().profiles.constFirst());
    QCOMPARE(m_flow->nameOfShownQuestion(), u"account"_s);
    QCOMPARE(dialog<AccountDialog>()->findChild<QLineEdit *>()->text(), u"lris7"_s);
    dialog<AccountDialog>()->findChild<QLineEdit *>()->setText(u"lris9"_s);
    dialog<AccountDialog>()->accept();
    QCOMPARE(changed, (QList<QVariantList>{{u"lris"_s, u"lris9"_s}}));
    QTRY_VERIFY(m_choice->isFacilityRead());
    QCOMPARE(m_ready->size(), 0);
    QVERIFY(connectAgreed(u"lris"_s));
    QCOMPARE(connected().links.value(0).user, u"lris9"_s);
    // A request that waits for the facility is dropped, and its owner learns that.
    QSignalSpy requestsDropped(m_flow, &ConnectFlow::requestsDropped);
    m_choice->setAccount(u"lris8"_s);
    m_flow->requestById(u"plain"_s);
    QCOMPARE(m_flow->nameOfShownQuestion(), QString());
    m_flow->askForOtherAccount(m_choice->facility().profiles.constFirst());
    QCOMPARE(requestsDropped.size(), 1);
    QCOMPARE(m_flow->nameOfShownQuestion(), u"account"_s);
    dialog<AccountDialog>()->reject();
}

void ConnectFlowTest::agreeingIsKept()
{
    start(u"hilo"_s);
    m_flow->requestById(u"plain"_s);
    QCOMPARE(m_flow->nameOfShownQuestion(), u"trust"_s);
    const QString text = dialog<TrustDialog>()->findChild<QTextEdit *>()->toPlainText();
    QVERIFY2(text.contains(u"summit.example") && text.contains(u"observer") && text.contains(u":1"), qPrintable(text));
    QCOMPARE(m_ready->size(), 0);
    agree();
    QCOMPARE(m_ready->size(), 1);
    QTRY_VERIFY(QFile::exists(DeskPaths::trustFile()));
    QTRY_COMPARE(m_choice->facility().trustVerdicts.value(u"plain"_s).state, TrustVerdict::State::Approved);
    start(u"hilo"_s);
    m_flow->requestById(u"plain"_s);
    QCOMPARE(m_ready->size(), 1);
}

void ConnectFlowTest::cancellingAgreesToNothing()
{
    start(u"hilo"_s);
    for (int i = 0; i < 2; ++i) {
        m_flow->requestById(u"plain"_s);
        QCOMPARE(m_flow->nameOfShownQuestion(), u"trust"_s);
        dialog<TrustDialog>()->reject();
        QCOMPARE(m_flow->requestedProfile(), QString());
        QCOMPARE(m_flow->nameOfShownQuestion(), QString());
    }
    QCOMPARE(m_ready->size(), 0);
    QVERIFY(!QFile::exists(DeskPaths::trustFile()));
}

void ConnectFlowTest::whatChangedIsAskedAgain()
{
    start(u"hilo"_s);
    QVERIFY(connectAgreed(u"plain"_s));
    QTRY_COMPARE(m_choice->facility().trustVerdicts.value(u"plain"_s).state, TrustVerdict::State::Approved);
    write(u"profiles/plain.toml"_s, profileText(u"plain"_s, u"root"_s));
    QTRY_COMPARE(m_choice->facility().trustVerdicts.value(u"plain"_s).state, TrustVerdict::State::Changed);
    m_ready->clear();
    m_flow->requestById(u"plain"_s);
    QCOMPARE(m_flow->nameOfShownQuestion(), u"trust"_s);
    const QString text = dialog<TrustDialog>()->findChild<QTextEdit *>()->toPlainText();
    QVERIFY2(text.contains(u"observer") && text.contains(u"root"), qPrintable(text));
    QCOMPARE(m_ready->size(), 0);
    agree();
    QCOMPARE(connected().links.value(0).user, u"root"_s);
}

void ConnectFlowTest::theTrustQuestionFollowsTheFile()
{
    start(u"hilo"_s);
    m_flow->requestById(u"plain"_s);
    const QPointer<TrustDialog> first = dialog<TrustDialog>();
    QVERIFY(first);
    // What is shown is what is agreed to: with another text on the disk there is another question.
    write(u"profiles/plain.toml"_s, profileText(u"plain"_s, u"root"_s));
    QTRY_VERIFY(!first);
    QTRY_VERIFY(dialog<TrustDialog>());
    QVERIFY(dialog<TrustDialog>()->findChild<QTextEdit *>()->toPlainText().contains(u"root"));
    QCOMPARE(m_ready->size(), 0);
    QVERIFY(isReplacement(dialog<TrustDialog>())); // the click on its way was meant for the other
    // The title is no matter of trust; the same question stays open.
    const QPointer<TrustDialog> second = dialog<TrustDialog>();
    write(u"profiles/plain.toml"_s, profileText(u"plain"_s, u"root"_s, u"description = \"other words\""_s));
    QTRY_COMPARE(m_choice->facility().profiles.value(1).description, u"other words"_s);
    QCOMPARE(dialog<TrustDialog>(), second.data());
    agree();
    QCOMPARE(connected().description, u"other words"_s);
}

void ConnectFlowTest::agreedElsewhereIsAgreed()
{
    start(u"hilo"_s);
    m_flow->requestById(u"plain"_s);
    QCOMPARE(m_flow->nameOfShownQuestion(), u"trust"_s);
    FacilityChoice other(m_directory->path(), u"hilo"_s);
    other.startReadingFacility();
    QTRY_VERIFY(other.isFacilityRead());
    other.approveProfile(u"plain"_s, other.facility().trustVerdicts.value(u"plain"_s).manifestHash);
    QTRY_COMPARE(other.facility().trustVerdicts.value(u"plain"_s).state, TrustVerdict::State::Approved);
    write(u"profiles/plain.toml"_s, profileText(u"plain"_s, u"observer"_s)); // the same, but it makes the desk look
    QTRY_COMPARE(m_ready->size(), 1);
    QVERIFY(!dialog<TrustDialog>());
}

void ConnectFlowTest::anAgreementThatCannotBeKeptCountsAllTheSame()
{
    QVERIFY(QDir().mkpath(DeskPaths::trustFile())); // a directory: nothing can be written there
    start(u"hilo"_s);
    QSignalSpy failed(m_choice, &FacilityChoice::approvalFailed);
    QVERIFY(connectAgreed(u"plain"_s));
    QTRY_COMPARE(failed.size(), 1);
    QVERIFY(!failed.constFirst().constFirst().toString().isEmpty());
    m_flow->requestById(u"plain"_s);
    QCOMPARE(m_ready->size(), 2);
    QVERIFY(QDir().rmdir(DeskPaths::trustFile()));
}

void ConnectFlowTest::aLastGoodFormIsConnected()
{
    start(u"hilo"_s);
    write(u"profiles/plain.toml"_s, u"format = 1\nid = \"plain\"\nname = 5\n"_s);
    QTRY_COMPARE(m_choice->facility().brokenProfiles.size(), 1);
    QVERIFY(m_choice->facility().brokenProfiles.constFirst().lastValid);
    m_flow->requestConnection(*m_choice->facility().brokenProfiles.constFirst().lastValid);
    agree();
    QCOMPARE(connected().links.value(0).user, u"observer"_s);
    // The command line names a profile, and that has mistakes now: nothing old is connected in its place.
    m_flow->requestById(u"plain"_s);
    QCOMPARE(m_stopped->size(), 1);
    QCOMPARE(m_ready->size(), 1);
    // Corrected while the question was open: it is not what was chosen.
    m_flow->askForOtherAccount(m_choice->facility().profiles.constFirst()); // some other question
    dialog<AccountDialog>()->reject();
    const InstrumentProfile old = *m_choice->facility().brokenProfiles.constFirst().lastValid;
    write(u"profiles/plain.toml"_s, profileText(u"plain"_s, u"somebody"_s));
    m_choice->setAccount(u"x"_s); // so that the wish has to wait
    m_flow->requestConnection(old);
    QTRY_COMPARE(m_stopped->size(), 2);
    QCOMPARE(m_ready->size(), 1);
}

void ConnectFlowTest::severalComeOneAfterTheOther()
{
    start(u"hilo"_s);
    m_flow->requestConnectionsInTurn({{u"plain"_s}, {u"lris"_s}});
    QCOMPARE(m_flow->requestedProfile(), u"plain"_s);
    agree();
    QTRY_COMPARE(m_ready->size(), 1);
    QTRY_COMPARE(m_flow->nameOfShownQuestion(), u"account"_s); // the second one's question, when the first was answered
    dialog<AccountDialog>()->findChild<QLineEdit *>()->setText(u"lris4"_s);
    dialog<AccountDialog>()->accept();
    agree();
    QTRY_COMPARE(m_ready->size(), 2);
    QCOMPARE(connected().id, u"lris"_s);
    QCOMPARE(connected().links.value(0).user, u"lris4"_s);
    QCOMPARE(m_flow->requestedProfile(), QString());
}

void ConnectFlowTest::whatCannotBeConnectedHoldsUpNoneBehindIt()
{
    start(u"hilo"_s);
    QSignalSpy requestsDropped(m_flow, &ConnectFlow::requestsDropped);
    m_flow->requestConnectionsInTurn({{u"nothing"_s}, {u"plain"_s}, {u"nobody"_s}});
    QCOMPARE(m_stopped->size(), 1);
    QCOMPARE(requestsDropped.size(), 0); // there is more to come
    agree();
    QTRY_COMPARE(m_stopped->size(), 2);
    QCOMPARE(connected().id, u"plain"_s);
    QCOMPARE(requestsDropped.size(), 1);
}

void ConnectFlowTest::cancellingOneLeavesThoseBehindIt()
{
    start(u"hilo"_s);
    QSignalSpy requestsDropped(m_flow, &ConnectFlow::requestsDropped);
    m_flow->requestConnectionsInTurn({{u"plain"_s}, {u"lris"_s}});
    QTRY_COMPARE(m_flow->nameOfShownQuestion(), u"trust"_s);
    dialog<TrustDialog>()->reject();
    QCOMPARE(requestsDropped.size(), 1);
    QCOMPARE(m_flow->requestedProfile(), QString());
    QVERIFY(!dialog<AccountDialog>());
    QVERIFY(connectAgreed(u"plain"_s)); // and one that is wanted afterwards comes alone
    QCOMPARE(m_ready->size(), 1);
    QCOMPARE(m_flow->requestedProfile(), QString());
}

void ConnectFlowTest::programsThatCannotBeConfined_data()
{
    QTest::addColumn<QString>("button");
    QTest::addColumn<UnconfinedPrograms>("expected");
    QTest::newRow("in private X servers") << u"Private"_s << UnconfinedPrograms::ShowInPrivateServers;
    QTest::newRow("trusted") << u"Trust"_s << UnconfinedPrograms::ShowAsTrusted;
}

void ConnectFlowTest::programsThatCannotBeConfined()
{
    QFETCH(const QString, button);
    QFETCH(const UnconfinedPrograms, expected);
    write(u"profiles/plain.toml"_s, profileText(u"plain"_s, u"observer"_s) + u"[[window]]\nid = \"ds9\"\nlink = \"summit\"\ncommand = [\"ds9\"]\n"_s);
    start(u"hilo"_s);
    m_flow->beginWaitForXServer();
    m_flow->requestById(u"plain"_s);
    agree();
    QCOMPARE(m_flow->nameOfShownQuestion(), QString()); // the X server has not answered
    QCOMPARE(m_ready->size(), 0);
    m_flow->setCanConfinePrograms(false);
    QTRY_COMPARE(m_flow->nameOfShownQuestion(), u"programs"_s);
    QVERIFY(std::ranges::any_of(dialog<UnconfinedProgramsDialog>()->findChildren<QLabel *>(), [](const QLabel *label) {
        return label->text().contains(u"ds9"_s);
    }));
    const auto buttons = dialog<UnconfinedProgramsDialog>()->findChildren<QPushButton *>();
    const auto isDefault = [](const QPushButton *candidate) {
        return candidate->isDefault() && candidate->text().contains(u"Private"_s);
    };
    QVERIFY(std::ranges::any_of(buttons, isDefault)); // to trust them takes a click
    press(button);
    QTRY_COMPARE(connected().id, u"plain"_s);
    QVERIFY(m_flow->unconfinedProgramsChoice(u"plain"_s) == expected);
    QVERIFY(!m_flow->unconfinedProgramsChoice(u"lris"_s));
    m_ready->clear();
    m_flow->requestById(u"plain"_s); // once a night
    QTRY_COMPARE(m_ready->size(), 1);
    m_flow->forgetUnsavedApprovals();
    m_ready->clear();
    m_flow->requestById(u"plain"_s);
    QTRY_COMPARE(m_flow->nameOfShownQuestion(), u"programs"_s);
    press(button);
    QTRY_COMPARE(m_ready->size(), 1);
    m_flow->setCanConfinePrograms(true); // another X server
    QVERIFY(!m_flow->unconfinedProgramsChoice(u"plain"_s));
}

void ConnectFlowTest::cancellingThatConnectsNothing()
{
    write(u"profiles/plain.toml"_s, profileText(u"plain"_s, u"observer"_s) + u"[[window]]\nid = \"ds9\"\nlink = \"summit\"\ncommand = [\"ds9\"]\n"_s);
    start(u"hilo"_s);
    m_flow->setCanConfinePrograms(false);
    m_flow->requestById(u"plain"_s);
    agree();
    QTRY_COMPARE(m_flow->nameOfShownQuestion(), u"programs"_s);
    dialog<UnconfinedProgramsDialog>()->reject();
    QCOMPARE(m_ready->size(), 0);
    QCOMPARE(m_flow->requestedProfile(), QString());
    QVERIFY(!m_flow->unconfinedProgramsChoice(u"plain"_s));
}

void ConnectFlowTest::anXServerThatDoesNotAnswerIsNotWaitedFor()
{
    write(u"profiles/plain.toml"_s, profileText(u"plain"_s, u"observer"_s) + u"[[window]]\nid = \"ds9\"\nlink = \"summit\"\ncommand = [\"ds9\"]\n"_s);
    start(u"hilo"_s);
    m_flow->beginWaitForXServer();
    m_flow->requestById(u"plain"_s);
    agree();
    QTRY_COMPARE_WITH_TIMEOUT(m_ready->size(), 1, 20000);
}

NIGHTDESK_TEST(ConnectFlowTest)
#include "connectflowtest.moc"
