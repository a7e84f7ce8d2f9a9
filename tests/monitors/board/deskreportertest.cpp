// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/deskreporter.h"
#include "monitors/board/profileversion.h"
#include "sessions/desk/desk.h"
#include "sessions/desktops/desktopsession.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QPointer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Nightdesk;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
/// Of an instrument at a summit where nobody listens.
InstrumentProfile lris(const QString &file = {})
{
    InstrumentProfile profile;
    profile.file = file;
    profile.id = u"lris"_s;
    profile.name = u"LRIS"_s;
    LinkSpec link;
    link.id = u"summit"_s;
    link.host = u"127.0.0.1"_s;
    link.user = u"secretaccount"_s;
    link.port = 1;
    profile.links = {link};
    for (int i = 0; i < 3; ++i) {
        DesktopSpec desktop;
        desktop.id = u"control%1"_s.arg(i);
        desktop.title = u"Control %1"_s.arg(i);
        desktop.link = link.id;
        profile.desktops.append(desktop);
    }
    return profile;
}

bool write(const QString &file, const QByteArray &content)
{
    QFile out(file);
    return out.open(QIODevice::WriteOnly) && out.write(content) == content.size();
}

/// All that would go to the broker.
QByteArray told(const DeskReporter &reporter)
{
    const DeskFigures figures = reporter.figures();
    return BoardWire::write(figures.state) + BoardWire::write(figures.numbers)
        + BoardWire::write(BoardWire::DeskHistory{.stamp = {}, .entries = reporter.history()});
}
}

class DeskReporterTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void anEmptyDesk();
    void aDeskWithoutItsSummit();
    void whatWasThereBeforeIsTold();
    void sinceWhenItIsConnected();
    void viewOnlyIsTold();
    void peopleAndNights();
    void versionsOfProfiles();
    void theFormInForceIsTold();
    void whereNobodyWantsItNothingIsDone();
    void whatIsWantedNoMoreIsForgotten();
};

void DeskReporterTest::anEmptyDesk()
{
    Desk desk(nullptr);
    DeskReporter reporter(&desk);
    reporter.setGatheringFigures(true);
    const DeskFigures figures = reporter.figures();
    QVERIFY(figures.state.instruments.isEmpty());
    QVERIFY(figures.state.displays.isEmpty());
    QVERIFY(figures.numbers.links.isEmpty());
    QVERIFY(!figures.state.lastTrouble);
    QVERIFY(reporter.history().isEmpty());
}

void DeskReporterTest::aDeskWithoutItsSummit()
{
    Desk desk(nullptr);
    DeskReporter reporter(&desk);
    reporter.setGatheringFigures(true);
    QSignalSpy changes(&reporter, &DeskReporter::stateChanged);
    QSignalSpy histories(&reporter, &DeskReporter::historyChanged);
    desk.connectProfile(lris());
    QVERIFY(!changes.isEmpty());
    QTRY_VERIFY_WITH_TIMEOUT(!reporter.history().isEmpty(), 30000);
    DeskFigures figures = reporter.figures();
    QCOMPARE(figures.state.instruments.size(), 1);
    QCOMPARE(figures.state.instruments.first().id, u"lris"_s);
    QCOMPARE(figures.state.instruments.first().name, u"LRIS"_s);
    QVERIFY(qAbs(figures.state.instruments.first().since.secsTo(QDateTime::currentDateTimeUtc())) < 60);
    QCOMPARE(figures.state.links.size(), 1);
    QCOMPARE(figures.state.links.first().id, u"lris/summit"_s);
    QCOMPARE(figures.state.displays.size(), 3);
    const BoardWire::DisplayReport display = figures.state.displays.first();
    QCOMPARE(display.key, u"lris/control0"_s);
    QCOMPARE(display.title, u"Control 0"_s);
    QCOMPARE(display.topology, u"vnc"_s);
    QCOMPARE(display.state, u"waiting-for-link"_s);
    QVERIFY(!display.problemText.isEmpty());
    QVERIFY(!display.liveSince.isValid());
    QCOMPARE(figures.numbers.links.size(), 1);
    QVERIFY(!figures.numbers.links.first().roundTrip);
    // One trouble, of the link; its displays only follow. It is tried again and again, and stays one.
    QCOMPARE(reporter.history().size(), 1);
    QCOMPARE(reporter.history().first().subjectKey, u"lris/summit"_s);
    QCOMPARE(reporter.history().first().health, BoardWire::Health::Bad);
    QVERIFY(!reporter.history().first().what.isEmpty());
    QCOMPARE(figures.state.lastTrouble->subjectKey, u"lris/summit"_s);
    int attempts = 0;
    connect(desk.links().first(), &Link::stateChanged, this, [&attempts](LinkState state) {
        attempts += state == LinkState::Closed ? 1 : 0;
    });
    QTRY_VERIFY_WITH_TIMEOUT(attempts >= 2, 60000);
    QCOMPARE(reporter.history().size(), 1);
    QCOMPARE(histories.size(), 1);
    const QByteArray all = told(reporter);
    for (const char *never : {"secretaccount", "127.0.0.1"}) {
        QVERIFY2(!all.contains(never), all.constData());
    }
    const QPointer<Link> link = desk.links().first();
    desk.disconnectProfile(u"lris"_s);
    QVERIFY(link); // it goes later
    changes.clear();
    histories.clear();
    Q_EMIT link->stateChanged(LinkState::Dead); // what becomes of it is nobody's trouble
    QVERIFY(changes.isEmpty());
    QVERIFY(histories.isEmpty());
    figures = reporter.figures();
    QVERIFY(figures.state.instruments.isEmpty());
    QVERIFY(figures.state.displays.isEmpty());
    QVERIFY(figures.numbers.links.isEmpty());
    QCOMPARE(reporter.history().last().health, BoardWire::Health::Good);
}

void DeskReporterTest::whatWasThereBeforeIsTold()
{
    Desk desk(nullptr);
    desk.connectProfile(lris());
    DeskReporter reporter(&desk);
    reporter.setGatheringFigures(true);
    QCOMPARE(reporter.figures().state.displays.size(), 3);
    QCOMPARE(reporter.figures().state.links.first().id, u"lris/summit"_s);
    QVERIFY(reporter.figures().state.instruments.first().since.isValid());
    QTRY_VERIFY_WITH_TIMEOUT(!reporter.history().isEmpty(), 30000);
}

/// Not since somebody wants to know.
void DeskReporterTest::sinceWhenItIsConnected()
{
    Desk desk(nullptr);
    DeskReporter reporter(&desk);
    const auto since = [&reporter] {
        const DeskFigures figures = reporter.figures();
        return figures.state.instruments.isEmpty() ? QDateTime() : figures.state.instruments.first().since;
    };
    const QDateTime before = QDateTime::currentDateTimeUtc();
    desk.connectProfile(lris());
    const QDateTime connected = QDateTime::currentDateTimeUtc();
    QTRY_VERIFY(QDateTime::currentDateTimeUtc() > connected);
    reporter.setGatheringFigures(true); // the credential comes in the night
    QVERIFY(since() >= before);
    QVERIFY(since() <= connected);
    reporter.setGatheringFigures(false);
    reporter.setGatheringFigures(true);
    QVERIFY(since() <= connected);
    desk.connectProfile(lris()); // anew
    QVERIFY(since() > connected);
}

void DeskReporterTest::viewOnlyIsTold()
{
    Desk desk(nullptr);
    DeskReporter reporter(&desk);
    reporter.setGatheringFigures(true);
    desk.connectProfile(lris());
    QSignalSpy changes(&reporter, &DeskReporter::stateChanged);
    qobject_cast<DesktopSession *>(desk.session(u"lris/control1"_s))->setViewOnly(true);
    QCOMPARE(changes.size(), 1);
    QVERIFY(!reporter.figures().state.displays.at(0).isViewOnly);
    QVERIFY(reporter.figures().state.displays.at(1).isViewOnly);
    // Nothing changed: it is told alike from one look to the next.
    QVERIFY(reporter.figures().state == reporter.figures().state);
    desk.removeDisplay(desk.session(u"lris/control1"_s));
    QCOMPARE(reporter.figures().state.displays.size(), 2);
}

void DeskReporterTest::peopleAndNights()
{
    Desk desk(nullptr);
    DeskReporter reporter(&desk);
    reporter.setGatheringFigures(true);
    QSignalSpy changes(&reporter, &DeskReporter::stateChanged);
    reporter.setPeople({u"Ann"_s});
    reporter.setPeople({u"Ann"_s});
    QCOMPARE(changes.size(), 1);
    QCOMPARE(reporter.figures().state.people, QStringList{u"Ann"_s});
    desk.connectProfile(lris());
    QTRY_VERIFY_WITH_TIMEOUT(!reporter.history().isEmpty(), 30000);
    reporter.beginNight();
    QVERIFY(reporter.history().isEmpty());
    QVERIFY(!reporter.figures().state.lastTrouble);
}

void DeskReporterTest::versionsOfProfiles()
{
    QTemporaryDir directory;
    const QString file = directory.filePath(u"lris.toml"_s);
    QCOMPARE(ProfileVersion::read(file), ProfileVersion());
    QCOMPARE(ProfileVersion::read({}), ProfileVersion());
    QVERIFY(write(file, "format = 1\n"));
    const ProfileVersion first = ProfileVersion::read(file);
    QCOMPARE(first.version.size(), 12);
    QVERIFY(qAbs(first.profileFilesChangedAt.secsTo(QDateTime::currentDateTimeUtc())) < 60);
    const QString copy = directory.filePath(u"copy.toml"_s);
    QVERIFY(write(copy, "format = 1\n"));
    QCOMPARE(ProfileVersion::read(copy).version, first.version); // alike at all desks
    QVERIFY(write(file, "format = 1 \n"));
    QVERIFY(ProfileVersion::read(file).version != first.version);
}

void DeskReporterTest::theFormInForceIsTold()
{
    QTemporaryDir directory;
    const QString file = directory.filePath(u"lris.toml"_s);
    QVERIFY(write(file, "format = 1\n"));
    Desk desk(nullptr);
    DeskReporter reporter(&desk);
    reporter.setGatheringFigures(true);
    desk.connectProfile(lris(file));
    QVERIFY(reporter.figures().state.instruments.first().version.isEmpty()); // nobody waits for a file
    QTRY_VERIFY(!reporter.figures().state.instruments.first().version.isEmpty());
    const BoardWire::InstrumentReport told = reporter.figures().state.instruments.first();
    QCOMPARE(told.version, ProfileVersion::read(file).version);
    QCOMPARE(told.profileFilesChangedAt, ProfileVersion::read(file).profileFilesChangedAt);
}

void DeskReporterTest::whereNobodyWantsItNothingIsDone()
{
    QTemporaryDir directory;
    const QString file = directory.filePath(u"lris.toml"_s);
    QVERIFY(write(file, "format = 1\n"));
    Desk desk(nullptr);
    DeskReporter reporter(&desk);
    QSignalSpy changes(&reporter, &DeskReporter::stateChanged);
    QSignalSpy histories(&reporter, &DeskReporter::historyChanged);
    int attempts = 0;
    connect(&desk, &Desk::linkAdded, this, [this, &attempts](const Link *link) {
        connect(link, &Link::stateChanged, this, [&attempts](LinkState state) {
            attempts += state == LinkState::Closed ? 1 : 0;
        });
    });
    desk.connectProfile(lris(file));
    ProfileVersionReader other; // asks later than whoever asked already
    QSignalSpy versionRead(&other, &ProfileVersionReader::versionRead);
    other.requestVersion(u"lris"_s, file);
    QTRY_COMPARE_WITH_TIMEOUT(versionRead.size(), 1, 30000);
    QTRY_VERIFY_WITH_TIMEOUT(attempts >= 2, 60000); // a trouble, elsewhere
    QVERIFY(changes.isEmpty());
    QVERIFY(histories.isEmpty());
    QVERIFY(reporter.history().isEmpty());
    QVERIFY(reporter.figures().state.instruments.isEmpty());
    QVERIFY(reporter.figures().state.displays.isEmpty());
    // A facility that gets a board in the night.
    reporter.setGatheringFigures(true);
    QCOMPARE(reporter.figures().state.displays.size(), 3);
    QVERIFY(reporter.figures().state.instruments.first().version.isEmpty()); // read from now on
    QTRY_COMPARE_WITH_TIMEOUT(reporter.figures().state.instruments.first().version, ProfileVersion::read(file).version, 30000);
    QTRY_VERIFY_WITH_TIMEOUT(!reporter.history().isEmpty(), 60000);
}

void DeskReporterTest::whatIsWantedNoMoreIsForgotten()
{
    Desk desk(nullptr);
    DeskReporter reporter(&desk);
    reporter.setPeople({u"Ann"_s});
    reporter.setGatheringFigures(true);
    desk.connectProfile(lris());
    QTRY_VERIFY_WITH_TIMEOUT(!reporter.history().isEmpty(), 30000);
    reporter.setGatheringFigures(false);
    QVERIFY(reporter.history().isEmpty());
    QVERIFY(reporter.figures().state.links.isEmpty());
    QSignalSpy changes(&reporter, &DeskReporter::stateChanged);
    desk.disconnectProfile(u"lris"_s);
    QVERIFY(changes.isEmpty());
    desk.connectProfile(lris());
    reporter.setGatheringFigures(true);
    QCOMPARE(reporter.figures().state.people, QStringList{u"Ann"_s});
    QCOMPARE(reporter.figures().state.displays.size(), 3);
    QTRY_VERIFY_WITH_TIMEOUT(!reporter.history().isEmpty(), 30000);
}

NIGHTDESK_TEST(DeskReporterTest)
#include "deskreportertest.moc"
