// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/night/connectsteps.h"
#include "tests/support/testprogram.h"

#include <QTest>
#include <QTimeZone>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using Kind = ConnectStep::Kind;
using Obstacle = ConnectStep::Obstacle;

namespace
{
const QDateTime now(QDate(2026, 11, 21), QTime(8, 0), QTimeZone::UTC);

InstrumentProfile lris()
{
    InstrumentProfile profile;
    profile.id = u"lris"_s;
    profile.name = u"LRIS"_s;
    return profile;
}

TrustVerdict verdict(TrustVerdict::State state, const QString &hash)
{
    TrustVerdict result;
    result.state = state;
    result.manifestHash = hash;
    return result;
}

/// A desk that knows everything and is asked nothing; each row takes something away.
struct Case {
    Facility facility;
    ConnectRequest wish{u"lris"_s, false};
    ConnectFacts known;

    Case()
    {
        facility.timezone = u"Pacific/Honolulu"_s;
        facility.sites = {{u"hilo"_s, u"Hilo"_s, {u"left"_s}}, {u"waimea"_s, u"Waimea"_s, {u"left"_s, u"right"_s}}};
        facility.profiles = {lris()};
        facility.trustVerdicts.insert(u"lris"_s, verdict(TrustVerdict::State::Approved, u"h1"_s));
        known.isFacilityRead = true;
        known.site = u"hilo"_s;
        known.now = now;
    }
    Case reading() &&
    {
        known.isFacilityRead = false;
        return *this;
    }
    Case at(const QString &site, bool ordered = false) &&
    {
        known.site = site;
        known.isSiteFromCommandLine = ordered;
        return *this;
    }
    Case sites(const QList<SiteSpec> &sites) &&
    {
        facility.sites = sites;
        return *this;
    }
    Case needsAccount(const QStringList &accounts = {}) &&
    {
        facility.profiles.first().needsAccount = true;
        facility.profiles.first().accounts = accounts;
        return *this;
    }
    Case given(const QString &account, const QString &read, const QDateTime &at = now) &&
    {
        known.accounts.add({u"lris"_s, account, at});
        known.accountInsertedInFacility = read;
        return *this;
    }
    Case gone() &&
    {
        facility.profiles.clear();
        return *this;
    }
    Case broken(bool hasLastGood) &&
    {
        BrokenProfile broken;
        broken.id = u"lris"_s;
        broken.file = u"/facility/profiles/lris.toml"_s;
        if (hasLastGood) {
            broken.lastValid = facility.profiles.first();
            broken.lastValid->description = u"as it was"_s;
        }
        facility.profiles.clear();
        facility.brokenProfiles = {broken};
        return *this;
    }
    /// Its file says another id now.
    Case renamed(const QString &id) &&
    {
        facility.brokenProfiles.first().id = id;
        return *this;
    }
    /// The first in the list of broken files: another instrument's.
    Case beside(const QString &brokenId) &&
    {
        BrokenProfile other;
        other.id = brokenId;
        other.file = u"/facility/profiles/other.toml"_s;
        other.lastValid = InstrumentProfile();
        other.lastValid->id = u"hires"_s;
        facility.brokenProfiles.prepend(other);
        return *this;
    }
    Case judged(TrustVerdict::State state, const QString &hash = u"h1"_s) &&
    {
        facility.trustVerdicts.insert(u"lris"_s, verdict(state, hash));
        return *this;
    }
    Case unjudged() &&
    {
        facility.trustVerdicts.clear();
        return *this;
    }
    Case agreedHere(const QString &profile, const QString &hash) &&
    {
        known.approvedProfileKeys.insert(ConnectSteps::profileApprovalKey(facility, known.site, profile, verdict(TrustVerdict::State::NeverApproved, hash)));
        return *this;
    }
    Case in(const QString &directory) &&
    {
        facility.directory = directory;
        return *this;
    }
    Case with(Topology topology, bool isTrusted = false) &&
    {
        WindowSpec window;
        window.id = u"ds9"_s;
        window.topology = topology;
        window.isTrusted = isTrusted;
        facility.profiles.first().windows.append(window);
        return *this;
    }
    Case confining(std::optional<bool> canConfinePrograms) &&
    {
        known.canConfinePrograms = canConfinePrograms;
        return *this;
    }
    Case chosen(const QString &profile) &&
    {
        known.unconfinedProgramsChoices.insert(profile, UnconfinedPrograms::ShowInPrivateServers);
        return *this;
    }
    Case wishLastGood() &&
    {
        wish.usesLastValidVersion = true;
        return *this;
    }
};
}
Q_DECLARE_METATYPE(Case)

/// What comes next on the way from a click to a connection.
class ConnectStepsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void nextStep_data();
    void nextStep();
    void theLastGoodFormIsWhatIsConnected();
    void theProposalIsTheLastOfTheList();
    void sameQuestions_data();
    void sameQuestions();
};

void ConnectStepsTest::nextStep_data()
{
    QTest::addColumn<Case>("given");
    QTest::addColumn<Kind>("kind");
    QTest::addColumn<Obstacle>("obstacle");
    const auto row = [](const char *name, const Case &given, Kind kind, Obstacle obstacle = Obstacle::None) {
        QTest::newRow(name) << given << kind << obstacle;
    };
    row("nothing to ask", Case(), Kind::Connect);
    row("what is shown is about to be replaced", Case().reading(), Kind::WaitForFacility);
    row("reading comes before every question", Case().reading().at({}).needsAccount(), Kind::WaitForFacility);
    row("no site was chosen", Case().at({}), Kind::AskSite);
    row("the site comes before the account", Case().at({}).needsAccount(), Kind::AskSite);
    row("the site comes before what is wrong with the profile", Case().at({}).gone(), Kind::AskSite);
    row("the site that was set is not there any more", Case().at(u"kona"_s), Kind::AskSite);
    row("the command line orders a site that is not there", Case().at(u"kona"_s, true), Kind::CannotConnect, Obstacle::UnknownSite);
    row("the command line orders a site of a facility without any", Case().sites({}).at(u"kona"_s, true), Kind::CannotConnect, Obstacle::UnknownSite);
    row("a site is set, but the facility names none", Case().sites({}).at(u"kona"_s), Kind::Connect);
    row("a facility without sites asks for none", Case().sites({}).at({}), Kind::Connect);
    row("the only site is no question", Case().sites({{u"hilo"_s, {}, {}}}), Kind::Connect);
    row("the profile was taken away", Case().gone(), Kind::CannotConnect, Obstacle::NoSuchProfile);
    row("the profile became broken", Case().broken(false), Kind::CannotConnect, Obstacle::HasErrors);
    row("it became broken, its last good form was not what was chosen", Case().broken(true), Kind::CannotConnect, Obstacle::HasErrors);
    row("its last good form was chosen", Case().broken(true).wishLastGood(), Kind::Connect);
    row("its last good form was forgotten meanwhile", Case().broken(false).wishLastGood(), Kind::CannotConnect, Obstacle::HasErrors);
    row("its last good form was chosen, its file says another id", Case().broken(true).renamed(u"lirs"_s).wishLastGood(), Kind::Connect);
    row("another broken file says the id of the form that was chosen", Case().broken(true).renamed(u"lirs"_s).beside(u"lris"_s).wishLastGood(), Kind::Connect);
    row("another broken file says the id of a form that was forgotten",
        Case().broken(false).renamed(u"lirs"_s).beside(u"lris"_s).wishLastGood(),
        Kind::CannotConnect,
        Obstacle::HasErrors);
    row("its file says another id and it was not its last good form that was chosen",
        Case().broken(true).renamed(u"lirs"_s),
        Kind::CannotConnect,
        Obstacle::HasErrors);
    row("its last good form was chosen, nothing is known of it any more",
        Case().broken(false).renamed(u"lirs"_s).wishLastGood(),
        Kind::CannotConnect,
        Obstacle::NoSuchProfile);
    row("its last good form was chosen, but it was corrected", Case().wishLastGood(), Kind::CannotConnect, Obstacle::ProfileWasCorrected);
    row("its last good form asks for the account too", Case().needsAccount().broken(true).wishLastGood(), Kind::AskAccount);
    row("an account was never given", Case().needsAccount(), Kind::AskAccount);
    row("the account is last night's", Case().needsAccount().given(u"lris1"_s, u"lris1"_s, now.addDays(-1)), Kind::AskAccount);
    row("the account is not in the list any more", Case().needsAccount({u"lris2"_s}).given(u"lris1"_s, u"lris1"_s), Kind::AskAccount);
    row("the profile was read without the account", Case().needsAccount().given(u"lris1"_s, {}), Kind::ReadFacilityWithAccount);
    row("the profile was read with another's account", Case().needsAccount().given(u"lris1"_s, u"hires1"_s), Kind::ReadFacilityWithAccount);
    row("the profile was read with the account", Case().needsAccount().given(u"lris1"_s, u"lris1"_s), Kind::Connect);
    using State = TrustVerdict::State;
    row("never agreed to", Case().judged(State::NeverApproved), Kind::AskTrust);
    row("agreed to another form", Case().judged(State::Changed), Kind::AskTrust);
    row("installed by the administrator", Case().judged(State::InstalledByAdministrator), Kind::Connect);
    row("agreed to a moment ago, not kept yet", Case().judged(State::NeverApproved).agreedHere(u"lris"_s, u"h1"_s), Kind::Connect);
    row("it changed after it was agreed to", Case().judged(State::Changed, u"h2"_s).agreedHere(u"lris"_s, u"h1"_s), Kind::AskTrust);
    row("another profile was agreed to", Case().judged(State::NeverApproved).agreedHere(u"hires"_s, u"h1"_s), Kind::AskTrust);
    row("it was agreed to at another site", Case().judged(State::NeverApproved).agreedHere(u"lris"_s, u"h1"_s).at(u"waimea"_s), Kind::AskTrust);
    row("one of that name was agreed to in another facility",
        Case().judged(State::NeverApproved).in(u"/one"_s).agreedHere(u"lris"_s, u"h1"_s).in(u"/two"_s),
        Kind::AskTrust);
    row("a last good form is asked about as well", Case().judged(State::Changed).broken(true).wishLastGood(), Kind::AskTrust);
    row("a profile that nobody judged", Case().unjudged(), Kind::CannotConnect, Obstacle::TrustNotDetermined);
    row("the account comes before the agreement", Case().needsAccount().judged(State::NeverApproved), Kind::AskAccount);
    row("reading with the account comes before the agreement",
        Case().needsAccount().given(u"lris1"_s, {}).judged(State::NeverApproved),
        Kind::ReadFacilityWithAccount);
    row("the agreement comes last", Case().needsAccount().given(u"lris1"_s, u"lris1"_s).judged(State::NeverApproved), Kind::AskTrust);
    row("X programs can be confined", Case().with(Topology::X11), Kind::Connect);
    row("X programs cannot be confined", Case().with(Topology::X11).confining(false), Kind::AskAboutUnconfinedPrograms);
    row("what becomes of X programs is asked last", Case().with(Topology::X11).confining(false).judged(State::NeverApproved), Kind::AskTrust);
    row("the X server is still being asked", Case().with(Topology::X11).confining({}), Kind::WaitForFacility);
    row("the X server is still being asked, nobody needs it", Case().confining({}), Kind::Connect);
    row("its X programs are trusted", Case().with(Topology::X11, true).confining(false), Kind::Connect);
    row("its X programs come in private X servers", Case().with(Topology::VncApp).confining(false), Kind::Connect);
    row("one of several cannot be confined", Case().with(Topology::VncApp).with(Topology::X11).confining(false), Kind::AskAboutUnconfinedPrograms);
    row("what becomes of them was chosen tonight", Case().with(Topology::X11).confining(false).chosen(u"lris"_s), Kind::Connect);
    row("it was chosen for another instrument", Case().with(Topology::X11).confining(false).chosen(u"hires"_s), Kind::AskAboutUnconfinedPrograms);
    row("whatever the account, it is not wanted", Case().given(u"lris1"_s, {}), Kind::Connect);
}

void ConnectStepsTest::nextStep()
{
    QFETCH(Case, given);
    const ConnectStep step = ConnectSteps::next(given.wish, given.facility, given.known);
    QTEST(step.kind, "kind");
    QTEST(step.obstacle, "obstacle");
    if (step.kind == Kind::AskSite) {
        QCOMPARE(step.sites, given.facility.sites);
    }
    if (step.kind == Kind::Connect) {
        QCOMPARE(step.profile.id, u"lris"_s);
    }
}

void ConnectStepsTest::theLastGoodFormIsWhatIsConnected()
{
    const Case given = Case().broken(true).wishLastGood();
    QCOMPARE(ConnectSteps::next(given.wish, given.facility, given.known).profile.description, u"as it was"_s);
    const Case beside = Case().broken(true).renamed(u"lirs"_s).beside(u"lris"_s).wishLastGood();
    QCOMPARE(ConnectSteps::next(beside.wish, beside.facility, beside.known).profile.description, u"as it was"_s);
}

void ConnectStepsTest::theProposalIsTheLastOfTheList()
{
    const Case given = Case().needsAccount({u"lris1"_s, u"lris2"_s}).given(u"lris2"_s, {}, now.addDays(-3));
    const ConnectStep step = ConnectSteps::next(given.wish, given.facility, given.known);
    QCOMPARE(step.kind, Kind::AskAccount);
    QCOMPARE(step.account, u"lris2"_s);
    QCOMPARE(step.profile.accounts, QStringList({u"lris1"_s, u"lris2"_s}));
}

void ConnectStepsTest::sameQuestions_data()
{
    QTest::addColumn<Case>("before");
    QTest::addColumn<Case>("after");
    QTest::addColumn<bool>("same");
    QTest::newRow("nothing changed about the site") << Case().at({}) << Case().at({}) << true;
    QTest::newRow("a site was renamed") << Case().at({}) << Case().at({}).sites({{u"hilo"_s, {}, {}}, {u"kona"_s, {}, {}}}) << false;
    QTest::newRow("the site came to be known, the account is next") << Case().at({}).needsAccount() << Case().needsAccount() << false;
    QTest::newRow("nothing changed about the account") << Case().needsAccount() << Case().needsAccount() << true;
    QTest::newRow("there is a list now") << Case().needsAccount() << Case().needsAccount({u"lris1"_s}) << false;
    QTest::newRow("no account is wanted any more") << Case().needsAccount() << Case() << false;
    QTest::newRow("the profile went away") << Case().needsAccount() << Case().needsAccount().gone() << false;
    using State = TrustVerdict::State;
    QTest::newRow("nothing changed about what would run") << Case().judged(State::NeverApproved) << Case().judged(State::NeverApproved) << true;
    QTest::newRow("what would run changed") << Case().judged(State::NeverApproved) << Case().judged(State::NeverApproved, u"h2"_s) << false;
    QTest::newRow("what would run is the same at another site")
        << Case().judged(State::NeverApproved) << Case().judged(State::NeverApproved).at(u"waimea"_s) << false;
    QTest::newRow("it was agreed to elsewhere") << Case().judged(State::NeverApproved) << Case() << false;
    QTest::newRow("another account would run it") << Case().needsAccount().given(u"lris1"_s, u"lris1"_s).judged(State::NeverApproved)
                                                  << Case().needsAccount().given(u"lris2"_s, u"lris2"_s).judged(State::NeverApproved) << false;
    QTest::newRow("nothing changed about X programs") << Case().with(Topology::X11).confining(false) << Case().with(Topology::X11).confining(false) << true;
    QTest::newRow("there is another X program") << Case().with(Topology::X11).confining(false)
                                                << Case().with(Topology::X11).with(Topology::X11).confining(false) << false;
    QTest::newRow("what is no question is never the same") << Case() << Case() << false;
}

void ConnectStepsTest::sameQuestions()
{
    QFETCH(Case, before);
    QFETCH(Case, after);
    const auto step = [](const Case &given) {
        return ConnectSteps::next(given.wish, given.facility, given.known);
    };
    QTEST(ConnectSteps::isSameQuestion(step(before), step(after)), "same");
    QTEST(ConnectSteps::isSameQuestion(step(after), step(before)), "same");
}

NIGHTDESK_GUILESS_TEST(ConnectStepsTest)
#include "connectstepstest.moc"
