// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/deskreporter.h"

#include "monitors/board/problemlog.h"
#include "monitors/board/profileversion.h"
#include "monitors/board/redactedforboard.h"
#include "monitors/deskstatus.h"
#include "monitors/figuresjson.h"
#include "monitors/link/linkmonitor.h"
#include "sessions/apps/appsession.h"
#include "sessions/desk/desk.h"
#include "sessions/desktops/desktopsession.h"
#include "sessions/profiles/format/keytable.h"

#include <KLocalizedString>

#include <QCoreApplication>
#include <QRegularExpression>

namespace Nightdesk
{
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using BoardWire::Health;

namespace
{
QStringList namesToRedact(const Link &link)
{
    const LinkSpec &spec = link.target().spec;
    const LinkFacts facts = link.facts();
    QStringList names{spec.host, spec.user, facts.address};
    for (const QStringList &accounts : {QStringList{facts.account}, spec.jumpHosts}) {
        for (const QString &account : accounts) {
            static const QRegularExpression port(u":\\d+$"_s); // "ann@gateway:2222"
            names += QString(account).remove(port).split(u'@');
        }
    }
    names.removeAll(QString());
    return names;
}

/// Name of the limit; empty: the path does not limit the traffic.
QString flowLimitWord(FlowLimit flowLimit)
{
    switch (flowLimit) {
    case FlowLimit::Unknown:
    case FlowLimit::Idle:
    case FlowLimit::Program: // the program sends less than the path could carry
        return {};
    default:
        return FiguresJson::word(flowLimit);
    }
}

/// Rounded: otherwise jitter between the two clocks would change the result at each call, and it would be published again.
QDateTime toUtc(std::chrono::steady_clock::time_point at)
{
    const auto ago = std::chrono::round<std::chrono::milliseconds>(std::chrono::steady_clock::now() - at);
    return QDateTime::currentDateTimeUtc().addMSecs(-ago.count());
}

/// The shortest period of which a frame rate is measured: in a shorter one, one frame more or less would change the rate too much.
constexpr auto minRatePeriod = 3s;

}

/// The age of a desktop's image, and the frame rate between two readings.
class DesktopImageGauge
{
public:
    /// @p roundTrip: round trip of the desktop's link, used if the VNC server measures none. Empty result: the desktop is not shown, so
    /// no figures apply.
    std::optional<BoardWire::DisplayMeasurements> read(const DesktopSession &desktop, std::optional<std::chrono::microseconds> roundTrip);

private:
    std::optional<double> updateRate(quint64 updates, std::chrono::steady_clock::time_point now);

    std::optional<std::chrono::steady_clock::time_point> m_lastReadAt;
    quint64 m_lastUpdateCount = 0;
    std::optional<double> m_updatesPerSecond;
};

std::optional<BoardWire::DisplayMeasurements> DesktopImageGauge::read(const DesktopSession &desktop, std::optional<std::chrono::microseconds> roundTrip)
{
    // A hidden desktop is not asked for updates, so its figures would mean nothing.
    if (desktop.state() != SessionState::Live || desktop.visibility() == DesktopSession::Visibility::Hidden) {
        *this = {};
        return {};
    }
    const auto now = std::chrono::steady_clock::now();
    const DesktopStats stats = desktop.stats();
    BoardWire::DisplayMeasurements numbers;
    numbers.key = desktop.key();
    numbers.framesPerSecond = updateRate(stats.updateCount, now);
    const auto trip = stats.roundTrip ? stats.roundTrip : roundTrip;
    if (const auto silent = desktop.silentSince()) {
        numbers.imageAge = std::chrono::round<std::chrono::milliseconds>(now - *silent);
    } else if (trip) {
        numbers.imageAge = std::chrono::round<std::chrono::milliseconds>(*trip / 2 + stats.queueTime);
    }
    return numbers;
}

std::optional<double> DesktopImageGauge::updateRate(quint64 updates, std::chrono::steady_clock::time_point now)
{
    if (!m_lastReadAt || updates < m_lastUpdateCount) { // a new worker process counts from zero
        m_updatesPerSecond.reset();
        m_lastReadAt = now;
        m_lastUpdateCount = updates;
    } else if (now - *m_lastReadAt >= minRatePeriod) {
        m_updatesPerSecond = static_cast<double>(updates - m_lastUpdateCount) / std::chrono::duration<double>(now - *m_lastReadAt).count();
        m_lastReadAt = now;
        m_lastUpdateCount = updates;
    }
    return m_updatesPerSecond;
}

class DeskReporter::Private
{
public:
    explicit Private(DeskReporter *reporter, Desk *desk);

    void beginGatheringFigures();
    void requestVersion(const QString &id);
    void watch(Link *link);
    void watch(Session *session);
    void recordLinkState(const Link *link);
    void recordSessionState(const Session *session);
    void beginProblem(const QString &subjectKey, Health health, const QString &what);
    void endProblem(const QString &subjectKey);
    BoardWire::DisplayReport reportOf(const Session *session) const;
    BoardWire::LinkMeasurements numbersOf(Link *link) const;

    DeskReporter *const q;
    Desk *const desk;
    QStringList people;
    QHash<QString, ProfileVersion> versionsByProfile; ///< the version of each profile, by the profile's id
    QHash<const Link *, QString> linkKeys; ///< key of each link: the ids of its profile and of the link, for example "lris/summit"
    QHash<const Session *, QDateTime> liveSince;
    mutable QHash<const Session *, DesktopImageGauge> imageGauges;
    ProblemLog problemLog;
    std::unique_ptr<ProfileVersionReader> versionReader; ///< exists only while figures are gathered
};

DeskReporter::Private::Private(DeskReporter *reporter, Desk *desk)
    : q(reporter)
    , desk(desk)
{
}

void DeskReporter::Private::beginProblem(const QString &subjectKey, Health health, const QString &what)
{
    if (problemLog.beginProblem(subjectKey, health, what, QDateTime::currentDateTimeUtc())) {
        Q_EMIT q->historyChanged();
    }
}

void DeskReporter::Private::endProblem(const QString &subjectKey)
{
    if (problemLog.endProblem(subjectKey, i18nc("@info a problem is over", "The problem is over."), QDateTime::currentDateTimeUtc())) {
        Q_EMIT q->historyChanged();
    }
}

void DeskReporter::Private::recordLinkState(const Link *link)
{
    const QString key = linkKeys.value(link);
    switch (link->state()) {
    case LinkState::Live:
    case LinkState::Idle:
        endProblem(key);
        break;
    case LinkState::Stalled:
        beginProblem(key, Health::Poor, i18nc("@info a problem of a connection", "The host is not responding."));
        break;
    case LinkState::Dead:
        beginProblem(key, Health::Bad, i18nc("@info a problem of a connection", "The connection was lost."));
        break;
    case LinkState::Closed:
        if (const auto failure = link->lastFailure()) {
            beginProblem(key, Health::Bad, redactedForBoard(failure->what, namesToRedact(*link)));
        } else {
            endProblem(key);
        }
        break;
    default:
        break; // a link that is still connecting is not a problem
    }
}

void DeskReporter::Private::recordSessionState(const Session *session)
{
    const QString key = session->key();
    if (session->state() == SessionState::Live) {
        if (!liveSince.contains(session)) {
            liveSince.insert(session, toUtc(session->liveSince().value_or(std::chrono::steady_clock::now())));
        }
    } else {
        liveSince.remove(session);
    }
    switch (session->state()) {
    case SessionState::Live:
        if (session->answering() == Session::AnswerState::Responding) {
            endProblem(key);
        } else if (session->answering() == Session::AnswerState::Stalled && session->link()->isHostAnswering()) {
            beginProblem(key, Health::Poor, i18nc("@info a problem of a display", "The display is not responding."));
        }
        break;
    case SessionState::Retrying:
    case SessionState::Failed:
        beginProblem(key, Health::Bad, session->failure() ? redactedForBoard(session->failure()->what, namesToRedact(*session->link())) : QString());
        break;
    case SessionState::Idle:
    case SessionState::Ended:
        endProblem(key);
        break;
    case SessionState::WaitingForLink: // no problem of the display: its link is down, which is reported for the link
    case SessionState::Opening:
    case SessionState::Starting:
        break;
    }
}

void DeskReporter::Private::watch(Link *link)
{
    linkKeys.insert(link, desk->profileOf(link).id + u'/' + link->target().spec.id);
    LinkMonitor::of(link);
    connect(link, &Link::stateChanged, versionReader.get(), [this, link] {
        recordLinkState(link);
        Q_EMIT q->stateChanged();
    });
    connect(link, &Link::connectionRenewed, versionReader.get(), [this] {
        Q_EMIT q->stateChanged();
    });
}

void DeskReporter::Private::watch(Session *session)
{
    const auto record = [this, session] {
        recordSessionState(session);
        Q_EMIT q->stateChanged();
    };
    connect(session, &Session::stateChanged, versionReader.get(), record);
    connect(session, &Session::answeringChanged, versionReader.get(), record);
    if (auto *desktop = qobject_cast<DesktopSession *>(session)) {
        connect(desktop, &DesktopSession::viewOnlyChanged, versionReader.get(), [this] {
            Q_EMIT q->stateChanged();
        });
    }
    recordSessionState(session);
}

BoardWire::DisplayReport DeskReporter::Private::reportOf(const Session *session) const
{
    BoardWire::DisplayReport report;
    report.key = session->key();
    report.title = session->title();
    report.kind = session->kind() == Session::Kind::Desktop ? BoardWire::DisplayKind::Desktop : BoardWire::DisplayKind::Window;
    if (const Session::DisplayModes modes = session->displayModes(); !modes.all.isEmpty()) {
        report.topology = topologyWord(modes.current);
    }
    report.state = DeskStatus::name(session->state());
    if (session->state() == SessionState::Live) {
        report.answering = DeskStatus::name(session->answering());
        report.liveSince = liveSince.value(session);
    }
    if (const auto failure = session->failure()) {
        report.problemText = redactedForBoard(failure->what, namesToRedact(*session->link()));
    }
    if (const auto *desktop = qobject_cast<const DesktopSession *>(session)) {
        report.isViewOnly = desktop->isViewOnly();
    }
    const auto *app = qobject_cast<const AppSession *>(session);
    if (app && app->displayFacts() && session->state() == SessionState::Live && app->windowSpec().share.scope != ServerShareSpec::Scope::Nobody) {
        report.vncServerSocket = app->displayFacts()->vncSocketPath;
    }
    return report;
}

BoardWire::LinkMeasurements DeskReporter::Private::numbersOf(Link *link) const
{
    BoardWire::LinkMeasurements numbers;
    numbers.id = linkKeys.value(link);
    if (!link->isLive()) {
        return numbers;
    }
    const LinkHistory &history = LinkMonitor::of(link)->history();
    numbers.roundTrip = history.roundTrip();
    if (const auto in = history.wireBytesInPerSecond(5s)) {
        numbers.bytesInPerSecond = in->count;
    }
    if (const auto out = history.wireBytesOutPerSecond(5s)) {
        numbers.bytesOutPerSecond = out->count;
    }
    numbers.compressionRatio = history.recentCompressionRatio(FlowDirection::Received);
    numbers.flowLimit = flowLimitWord(LinkMonitor::of(link)->flow().verdict(FlowDirection::Received).flowLimit);
    return numbers;
}

void DeskReporter::Private::requestVersion(const QString &id)
{
    versionReader->requestVersion(id, desk->profile(id).file);
    Q_EMIT q->stateChanged();
}

/// All signals are connected with versionReader as their context, so deleting versionReader disconnects them.
void DeskReporter::Private::beginGatheringFigures()
{
    versionReader = std::make_unique<ProfileVersionReader>();
    QObject *const until = versionReader.get();
    connect(desk, &Desk::linkAdded, until, [this](Link *link) {
        watch(link);
    });
    connect(desk, &Desk::sessionAdded, until, [this](Session *session) {
        watch(session);
        Q_EMIT q->stateChanged();
    });
    connect(desk, &Desk::sessionAboutToBeRemoved, until, [this, until](Session *session) {
        session->disconnect(until); // a session that is being removed is not reported as a problem
        endProblem(session->key());
        liveSince.remove(session);
        imageGauges.remove(session);
        Q_EMIT q->stateChanged();
    });
    connect(desk, &Desk::linkAboutToBeRemoved, until, [this, until](Link *link) {
        link->disconnect(until); // ends the signals from the link, which may stay connected for some seconds to send a last message
        endProblem(linkKeys.take(link));
    });
    connect(desk, &Desk::profileConnected, until, [this](const QString &id) {
        requestVersion(id);
    });
    connect(desk, &Desk::profileDisconnected, until, [this](const QString &id) {
        versionsByProfile.remove(id);
        Q_EMIT q->stateChanged();
    });
    connect(versionReader.get(), &ProfileVersionReader::versionRead, q, [this](const QString &id, const ProfileVersion &version) {
        if (desk->isConnected(id)) {
            versionsByProfile.insert(id, version);
            Q_EMIT q->stateChanged();
        }
    });
    // Also watches the links and sessions that exist already.
    for (Link *link : desk->links()) {
        watch(link);
        recordLinkState(link);
    }
    for (Session *session : desk->sessions()) {
        watch(session);
    }
    for (const InstrumentProfile &profile : desk->profiles()) {
        requestVersion(profile.id);
    }
}

DeskReporter::DeskReporter(Desk *desk, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(this, desk))
{
}

DeskReporter::~DeskReporter() = default;

void DeskReporter::setGatheringFigures(bool isGathering)
{
    if (isGathering == isGatheringFigures()) {
        return;
    }
    if (isGathering) {
        d->beginGatheringFigures();
    } else {
        const QStringList people = d->people;
        d = std::make_unique<Private>(this, d->desk);
        d->people = people;
    }
}

bool DeskReporter::isGatheringFigures() const
{
    return d->versionReader != nullptr;
}

DeskFigures DeskReporter::figures() const
{
    DeskFigures figures;
    figures.state.people = d->people;
    figures.state.programVersion = QCoreApplication::applicationVersion();
    figures.history = history();
    if (!d->versionReader) {
        return figures;
    }
    for (const InstrumentProfile &profile : d->desk->profiles()) {
        const ProfileVersion version = d->versionsByProfile.value(profile.id);
        figures.state.instruments.append({.id = profile.id,
                                          .name = profile.name,
                                          .since = d->desk->connectedSince(profile.id),
                                          .version = version.version,
                                          .profileFilesChangedAt = version.profileFilesChangedAt});
    }
    for (Link *link : d->desk->links()) {
        figures.state.links.append(
            {.id = d->linkKeys.value(link), .state = DeskStatus::name(link->state()), .isCompressed = link->isLive() && link->facts().sshCompresses});
        figures.numbers.links.append(d->numbersOf(link));
    }
    for (const Session *session : d->desk->sessions()) {
        figures.state.displays.append(d->reportOf(session));
        if (const auto *desktop = qobject_cast<const DesktopSession *>(session)) {
            if (const auto numbers = d->imageGauges[session].read(*desktop, LinkMonitor::of(session->link())->history().roundTrip())) {
                figures.numbers.displays.append(*numbers);
            }
        }
    }
    figures.state.lastTrouble = d->problemLog.last();
    return figures;
}

const QList<BoardWire::Trouble> &DeskReporter::history() const
{
    return d->problemLog.entries();
}

void DeskReporter::setPeople(const QStringList &people)
{
    if (std::exchange(d->people, people) != people) {
        Q_EMIT stateChanged();
    }
}

void DeskReporter::restoreHistory(const QList<BoardWire::Trouble> &entries)
{
    if (entries.isEmpty()) {
        return;
    }
    d->problemLog.restoreHistory(entries, i18nc("@info a problem is over", "Nightdesk was started again."), QDateTime::currentDateTimeUtc());
    Q_EMIT historyChanged();
    Q_EMIT stateChanged();
}

void DeskReporter::beginNight()
{
    d->problemLog.clear();
    Q_EMIT historyChanged();
    Q_EMIT stateChanged();
}
}
