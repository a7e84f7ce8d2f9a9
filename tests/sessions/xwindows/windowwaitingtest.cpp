// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/link.h"
#include "sessions/xwindows/localx.h"
#include "sessions/xwindows/orphanedprograms.h"
#include "sessions/xwindows/windowsession.h"
#include "tests/support/patience.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/support/xserver.h"

#include <QElapsedTimer>
#include <QFile>
#include <QSignalSpy>
#include <QTest>

#include <signal.h>

#include <cstdlib>

#include <xcb/xcb.h>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
/// A zombie is not: its sshd is stopped, and does not fetch it.
bool isThere(qint64 process)
{
    QFile file(u"/proc/%1/stat"_s.arg(process));
    if (!file.open(QIODevice::ReadOnly)) {
        return false;
    }
    const QByteArray stat = file.readAll();
    return !stat.sliced(stat.lastIndexOf(')') + 1).trimmed().startsWith('Z');
}
}

/// Another client of the X server.
class Bystander
{
public:
    explicit Bystander(const XServer &server)
    {
        // The only place where libxcb looks.
        qputenv("XAUTHORITY", QFile::encodeName(server.authorityFile()));
        m_x = xcb_connect(server.display().toLatin1().constData(), nullptr);
        m_root = xcb_setup_roots_iterator(xcb_get_setup(m_x)).data->root;
    }
    ~Bystander()
    {
        xcb_disconnect(m_x);
    }
    Bystander(const Bystander &) = delete;
    Bystander &operator=(const Bystander &) = delete;

    /// XCB_GRAB_STATUS_FROZEN when pointer and keyboard wait for some other client.
    int grab() const
    {
        const auto cookie = xcb_grab_pointer(m_x, 0, m_root, 0, XCB_GRAB_MODE_ASYNC, XCB_GRAB_MODE_ASYNC, XCB_WINDOW_NONE, XCB_CURSOR_NONE, XCB_CURRENT_TIME);
        xcb_grab_pointer_reply_t *reply = xcb_grab_pointer_reply(m_x, cookie, nullptr);
        const int status = reply ? reply->status : -1;
        std::free(reply);
        xcb_ungrab_pointer(m_x, XCB_CURRENT_TIME);
        xcb_flush(m_x);
        return status;
    }
    /// The child of the root that the pointer is in.
    xcb_window_t underPointer() const
    {
        xcb_query_pointer_reply_t *reply = xcb_query_pointer_reply(m_x, xcb_query_pointer(m_x, m_root), nullptr);
        const xcb_window_t window = reply ? reply->child : xcb_window_t(XCB_WINDOW_NONE);
        std::free(reply);
        return window;
    }
    bool isShield(xcb_window_t window) const
    {
        xcb_get_window_attributes_reply_t *reply = xcb_get_window_attributes_reply(m_x, xcb_get_window_attributes(m_x, window), nullptr);
        const bool shield = reply && reply->_class == XCB_WINDOW_CLASS_INPUT_ONLY && reply->override_redirect && reply->map_state == XCB_MAP_STATE_VIEWABLE;
        std::free(reply);
        return shield;
    }
    int shields() const
    {
        int count = 0;
        if (xcb_query_tree_reply_t *reply = xcb_query_tree_reply(m_x, xcb_query_tree(m_x, m_root), nullptr)) {
            for (int i = 0; i < xcb_query_tree_children_length(reply); ++i) {
                count += isShield(xcb_query_tree_children(reply)[i]) ? 1 : 0;
            }
            std::free(reply);
        }
        return count;
    }

private:
    xcb_connection_t *m_x = nullptr;
    xcb_window_t m_root = XCB_WINDOW_NONE;
};

/// X programs in a connection that does not answer, with a new one beside it. The connection is silenced by stopping the
/// sshd that carries it: its TCP lives on.
class WindowWaitingTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void comesBackWithItsConnection();
    void silentProgramFreezesNobody_data();
    void silentProgramFreezesNobody();
    void endsWithItsConnection_data();
    void endsWithItsConnection();
    void startsAnew();
    void searchThatFallsIntoASilenceIsMadeUpFor_data();
    void searchThatFallsIntoASilenceIsMadeUpFor();
    void startingAnewSparesWhatTheProgramLeft_data();
    void startingAnewSparesWhatTheProgramLeft();
    void nextProgramStartsInTheNewConnection();
    void waitsForAFurtherConnection();
    void isNotEndedWhileItCannotHear();

private:
    void begin(const QString &config);
    /// @p before: what its shell does first; it may set $job.
    WindowSession *add(const QString &id, RestartPolicy restart, const QString &before = {});
    bool answers(const WindowSession *session, Session::AnswerState answering);
    void silence(const WindowSession *session);
    void renew(const WindowSession *session);
    static qint64 word(const WindowSession *session, qsizetype index);

    QTemporaryDir m_home;
    std::unique_ptr<SshServer> m_sshd;
    std::unique_ptr<XServer> m_x;
    std::unique_ptr<Link> m_link;
    std::unique_ptr<LocalX> m_localX;
    std::vector<std::unique_ptr<WindowSession>> m_sessions;
};

void WindowWaitingTest::initTestCase()
{
    qputenv("HOME", QFile::encodeName(m_home.path()));
    qputenv("XDG_STATE_HOME", QFile::encodeName(m_home.filePath(u"state"_s)));
    qunsetenv("SSH_AUTH_SOCK");
}

void WindowWaitingTest::init()
{
    begin({});
}

void WindowWaitingTest::begin(const QString &config)
{
    m_sshd = std::make_unique<SshServer>();
    if (!config.isEmpty()) {
        m_sshd->addConfig(config);
    }
    QVERIFY(m_sshd->start());
    QFile authority(m_sshd->directory() + u"/Xauthority"_s);
    QVERIFY(authority.open(QIODevice::WriteOnly));
    m_x = std::make_unique<XServer>();
    QVERIFY(m_x->start());
    m_localX = std::make_unique<LocalX>(m_x->display(), m_x->authorityFile());
    m_link = std::make_unique<Link>(LinkTarget{.spec = m_sshd->linkSpec(), .carriesPrograms = true});
    m_link->open();
    QVERIFY(WAIT_FOR(m_link->state() == LinkState::Live));
}

void WindowWaitingTest::cleanup()
{
    m_sessions.clear();
    m_localX.reset();
    m_link.reset();
    m_x.reset();
    m_sshd.reset();
}

WindowSession *WindowWaitingTest::add(const QString &id, RestartPolicy restart, const QString &before)
{
    WindowSpec spec;
    spec.id = id;
    spec.title = id;
    spec.isTrusted = true;
    spec.restart = restart;
    // Says which sshd carries it, then what is typed into it.
    spec.command = {u"sh"_s, u"-c"_s, before + u" echo $PPID $$ $job; exec xev -event keyboard -geometry 300x200+50+50 -name "_s + id};
    m_sessions.push_back(std::make_unique<WindowSession>(spec, m_link.get(), m_localX.get()));
    m_sessions.back()->start();
    WindowSession *session = m_sessions.back().get();
    const bool live = WAIT_FOR(session->state() == SessionState::Live && session->windowRect().has_value() && word(session, 0) > 1);
    return live ? session : nullptr;
}

qint64 WindowWaitingTest::word(const WindowSession *session, qsizetype index)
{
    return session->outputLines().value(0).split(u' ').value(index).toLongLong();
}

bool WindowWaitingTest::answers(const WindowSession *session, Session::AnswerState answering)
{
    return WAIT_FOR(session->answering() == answering);
}

void WindowWaitingTest::silence(const WindowSession *session)
{
    QCOMPARE(::kill(static_cast<pid_t>(word(session, 0)), SIGSTOP), 0);
    QVERIFY(WAIT_FOR(!m_link->isHostAnswering()));
    QVERIFY(session->answering() == Session::AnswerState::InputBlocked || session->answering() == Session::AnswerState::Stalled);
    QVERIFY(session->silentSince().has_value());
}

void WindowWaitingTest::renew(const WindowSession *session)
{
    QSignalSpy renewed(m_link.get(), &Link::connectionRenewed);
    m_link->renew();
    QVERIFY(WAIT_FOR(renewed.size() == 1));
    QVERIFY(WAIT_FOR(m_link->isHostAnswering()));
    QVERIFY(answers(session, Session::AnswerState::UsingSilentOldConnection));
    QVERIFY(session->oldConnectionKeptUntil().has_value());
    const qint64 left = QDateTime::currentDateTimeUtc().secsTo(*session->oldConnectionKeptUntil());
    QVERIFY2(left > 13 * 60 && left <= 15 * 60, QByteArray::number(left).constData());
    QCOMPARE(session->state(), SessionState::Live); // its window is there still
}

void WindowWaitingTest::comesBackWithItsConnection()
{
    WindowSession *session = add(u"panel"_s, RestartPolicy::Auto);
    QVERIFY(session);
    silence(session);
    renew(session);
    const auto type = [&](const QString &key) {
        return m_x->movePointer(session->windowRect()->center()) && m_x->key(key);
    };
    QVERIFY(type(u"a"_s)); // while it waits
    QVERIFY(WAIT_FOR(session->withheldPressCount() == 1));
    QCOMPARE(::kill(static_cast<pid_t>(word(session, 0)), SIGCONT), 0);
    QVERIFY(answers(session, Session::AnswerState::Responding));
    QCOMPARE(session->oldConnectionKeptUntil(), std::nullopt);
    QCOMPARE(session->withheldPressCount(), 0);
    QVERIFY(waitFor([&] {
        type(u"b"_s);
        return session->outputLines().join(u'\n').contains(u"keysym 0x62, b"_s);
    }));
    QVERIFY(WAIT_FOR(session->outputLines().join(u'\n').contains(u"KeyRelease event"_s)));
    const QString seen = session->outputLines().join(u'\n');
    qsizetype pressesOfA = 0;
    const QStringList events = seen.split(u"Key"_s);
    for (const QString &event : events) {
        pressesOfA += event.startsWith(u"Press event"_s) && event.contains(u"keysym 0x61, a"_s) ? 1 : 0;
    }
    QCOMPARE(pressesOfA, 0); // nor is it sent now
}

void WindowWaitingTest::silentProgramFreezesNobody_data()
{
    QTest::addColumn<bool>("managed");
    QTest::newRow("without a window manager") << false;
    QTest::newRow("in a window manager's frame") << true;
}

void WindowWaitingTest::silentProgramFreezesNobody()
{
    QFETCH(bool, managed);
    QVERIFY(!managed || m_x->startWindowManager());
    const Bystander bystander(*m_x);
    const int before = bystander.shields(); // a window manager has windows like them
    const QString grabber = QCoreApplication::applicationDirPath() + u"/nightdesk-sync-grabber"_s;
    const WindowSession *session = add(u"panel"_s, RestartPolicy::Never, u"echo $PPID $$; exec '%1' grabber;"_s.arg(grabber));
    QVERIFY(session);
    const auto sawPress = [session](int button) {
        return session->outputLines().contains(u"pressed %1"_s.arg(button));
    };
    const auto pointAtShield = [&] {
        return WAIT_FOR(session->windowRect() && m_x->movePointer(session->windowRect()->center()) && bystander.isShield(bystander.underPointer()));
    };
    QVERIFY(WAIT_FOR(session->windowRect() && m_x->click(session->windowRect()->center()) && sawPress(1)));
    QVERIFY(WAIT_FOR(bystander.grab() == int(XCB_GRAB_STATUS_SUCCESS))); // a further click that it has not answered would freeze all when it is silenced
    QVERIFY(WAIT_FOR(bystander.shields() == before)); // nothing is in front of what answers
    silence(session);
    QVERIFY(pointAtShield());
    QVERIFY(m_x->click(session->windowRect()->center(), 3));
    QVERIFY(WAIT_FOR(session->withheldPressCount() == 1));
    QCOMPARE(bystander.grab(), int(XCB_GRAB_STATUS_SUCCESS));

    // Wherever it goes, and whatever it is raised above.
    const auto window = m_x->window(u"grabber"_s);
    QVERIFY(window.has_value());
    const QString id = QString::number(window->id);
    QVERIFY(waitFor([&] { // its first seconds are ours
        m_x->output({u"xdotool"_s, u"windowmove"_s, id, u"700"_s, u"500"_s, u"windowraise"_s, id});
        return session->windowRect() && session->windowRect()->contains(800, 600);
    }));
    QVERIFY(pointAtShield());
    QVERIFY(m_x->click(session->windowRect()->center(), 3));
    QVERIFY(WAIT_FOR(session->withheldPressCount() == 2));
    QCOMPARE(bystander.grab(), int(XCB_GRAB_STATUS_SUCCESS));

    // What stands in front of it is not covered. The silent one may be put back to its first place meanwhile: both places reach under the clock.
    const QPoint centre = session->windowRect()->center();
    m_x->run({u"xclock"_s, u"-title"_s, u"front"_s, u"-geometry"_s, u"100x100+%1+%2"_s.arg(centre.x() - 50).arg(centre.y() - 50)});
    QVERIFY(WAIT_FOR(m_x->window(u"front"_s).has_value()));
    QVERIFY(m_x->output({u"xdotool"_s, u"windowraise"_s, QString::number(m_x->window(u"front"_s)->id)}));
    const QPoint inFront = m_x->window(u"front"_s)->rect.center();
    QVERIFY(WAIT_FOR(session->windowRect() && session->windowRect()->contains(inFront) && m_x->movePointer(inFront)
                     && !bystander.isShield(bystander.underPointer())));

    // It answers again, and takes presses again.
    const auto sshd = static_cast<pid_t>(word(session, 0));
    QCOMPARE(::kill(sshd, SIGCONT), 0);
    QVERIFY(answers(session, Session::AnswerState::Responding));
    QVERIFY(WAIT_FOR(bystander.shields() == before));
    QVERIFY(WAIT_FOR(m_x->click(session->windowRect()->topLeft() + QPoint(5, 5), 2) && sawPress(2)));
    QVERIFY(!sawPress(3)); // none of those that were held

    // Nothing is left in front of nothing.
    silence(session);
    QVERIFY(WAIT_FOR(bystander.shields() == before + 1));
    m_sessions.front()->stop();
    QVERIFY(WAIT_FOR(bystander.shields() == before));
    (void)::kill(sshd, SIGCONT);
}

void WindowWaitingTest::endsWithItsConnection_data()
{
    QTest::addColumn<RestartPolicy>("restart");
    QTest::addColumn<bool>("background"); ///< what was started there is done, its window is not
    QTest::newRow("ask") << RestartPolicy::Ask << false;
    QTest::newRow("auto") << RestartPolicy::Auto << false;
    QTest::newRow("never") << RestartPolicy::Never << false;
    QTest::newRow("ask, in the background") << RestartPolicy::Ask << true;
    QTest::newRow("auto, in the background") << RestartPolicy::Auto << true;
    QTest::newRow("never, in the background") << RestartPolicy::Never << true;
}

void WindowWaitingTest::endsWithItsConnection()
{
    QFETCH(RestartPolicy, restart);
    QFETCH(bool, background);
    const QString starter = u"echo $PPID $$; xev -event keyboard -name panel >/dev/null 2>&1 & xdotool search --sync --name '^panel$' >/dev/null; exit 0;"_s;
    WindowSession *session = add(u"panel"_s, restart, background ? starter : QString());
    QVERIFY(session);
    if (background) {
        QVERIFY(WAIT_FOR(session->lastExit().has_value() && session->connectionCount() == 1));
        QCOMPARE(session->state(), SessionState::Live);
    }
    const qint64 first = word(session, 1);
    silence(session);
    renew(session);
    // Nobody waits for news of a link that is live.
    const QObject context;
    QElapsedTimer gone;
    qint64 settled = -1;
    connect(session, &WindowSession::connectionCountChanged, &context, [&gone] {
        if (!gone.isValid()) {
            gone.start();
        }
    });
    connect(session, &Session::stateChanged, &context, [&gone, &settled] {
        if (settled < 0) {
            settled = gone.isValid() ? gone.elapsed() : 0;
        }
    });
    QCOMPARE(::kill(static_cast<pid_t>(word(session, 0)), SIGKILL), 0);
    const auto reaches = [session](SessionState state) {
        return WAIT_FOR(session->state() == state);
    };
    QVERIFY(WAIT_FOR(settled >= 0));
    QVERIFY2(std::chrono::milliseconds(settled) < underLoad(1500ms), QByteArray::number(settled).constData());
    switch (restart) {
    case RestartPolicy::Ask:
        QVERIFY(reaches(SessionState::Failed));
        QVERIFY(session->asksToStartAgain());
        session->retry();
        break;
    case RestartPolicy::Never:
        QVERIFY(reaches(SessionState::Ended));
        QVERIFY(session->endedWithLink());
        session->start();
        break;
    case RestartPolicy::Auto:
        break;
    }
    QVERIFY(WAIT_FOR(session->state() == SessionState::Live && word(session, 1) > 1 && word(session, 1) != first));
    QVERIFY(answers(session, Session::AnswerState::Responding));
    QCOMPARE(m_link->state(), LinkState::Live); // it never went
}

void WindowWaitingTest::startsAnew()
{
    WindowSession *session = add(u"panel"_s, RestartPolicy::Never);
    QVERIFY(session);
    session->startAgain(); // not waiting: nothing happens
    QCOMPARE(session->state(), SessionState::Live);
    const qint64 sshd = word(session, 0);
    const qint64 first = word(session, 1);
    silence(session);
    renew(session);
    session->startAgain();
    QVERIFY(WAIT_FOR(session->state() == SessionState::Live && word(session, 1) > 1 && word(session, 1) != first));
    QVERIFY(answers(session, Session::AnswerState::Responding));
    QVERIFY(waitFor([&] { // over the new connection: its own sshd is stopped
        return !isThere(first);
    }));
    (void)::kill(static_cast<pid_t>(sshd), SIGCONT);
}

void WindowWaitingTest::searchThatFallsIntoASilenceIsMadeUpFor_data()
{
    QTest::addColumn<bool>("known");
    QTest::newRow("the silence is known when it is to be made") << true;
    QTest::newRow("it is made when nobody knows of the silence yet") << false;
}

void WindowWaitingTest::searchThatFallsIntoASilenceIsMadeUpFor()
{
    QFETCH(bool, known);
    const WindowSession *session = add(u"panel"_s, RestartPolicy::Never);
    QVERIFY(session);
    OrphanedPrograms *orphanedPrograms = session->orphanedPrograms();
    QSignalSpy searchAnswered(orphanedPrograms, &OrphanedPrograms::searchAnswered);
    QVERIFY(waitFor([&] {
        return searchAnswered.size() == 1 && !orphanedPrograms->isSearching(); // the first one of the night
    }));
    const auto sshd = static_cast<pid_t>(word(session, 0));
    const auto isSilent = [this] {
        return WAIT_FOR(m_link->state() != LinkState::Live);
    };
    QCOMPARE(::kill(sshd, SIGSTOP), 0);
    QVERIFY(!known || isSilent());
    orphanedPrograms->endMarkedProgram(ProgramMark());
    QVERIFY(isSilent());
    QVERIFY(waitFor([&] {
        return !orphanedPrograms->isSearching(); // nor waited for without end
    }));
    QCOMPARE(searchAnswered.size(), 1);
    QCOMPARE(::kill(sshd, SIGCONT), 0);
    QVERIFY(WAIT_FOR(searchAnswered.size() == 2));
    QVERIFY(orphanedPrograms->offeredPrograms().isEmpty());
}

void WindowWaitingTest::startingAnewSparesWhatTheProgramLeft_data()
{
    QTest::addColumn<QString>("leaving");
    QTest::newRow("a session of its own, as a terminal's shell has") << u"setsid sleep 900 >/dev/null 2>&1 & job=$!;"_s;
    QTest::newRow("a job whose shell is gone") << u"job=$(nohup sleep 900 >/dev/null 2>&1 & echo $!);"_s;
    QTest::newRow("a daemon") << u"job=$(setsid sleep 900 >/dev/null 2>&1 & echo $!);"_s;
}

void WindowWaitingTest::startingAnewSparesWhatTheProgramLeft()
{
    QFETCH(QString, leaving);
    WindowSession *session = add(u"panel"_s, RestartPolicy::Never, leaving);
    QVERIFY(session);
    const qint64 sshd = word(session, 0);
    const qint64 first = word(session, 1);
    const qint64 job = word(session, 2);
    QVERIFY(job > 1 && isThere(job));
    silence(session);
    renew(session);
    session->startAgain();
    QVERIFY(WAIT_FOR(session->state() == SessionState::Live && word(session, 1) > 1 && word(session, 1) != first));
    QVERIFY(WAIT_FOR(!isThere(first)));
    // A person decides about the rest.
    QVERIFY(WAIT_FOR(!session->orphanedPrograms()->offeredPrograms().isEmpty()));
    QVERIFY(isThere(job));
    QCOMPARE(session->orphanedPrograms()->offeredPrograms().size(), 1);
    QCOMPARE(session->orphanedPrograms()->offeredPrograms().first().orphan.processId, job);
    session->orphanedPrograms()->endProgram(job);
    QVERIFY(WAIT_FOR(!isThere(job)));
    (void)::kill(static_cast<pid_t>(sshd), SIGCONT);
}

void WindowWaitingTest::nextProgramStartsInTheNewConnection()
{
    WindowSession *old = add(u"panel"_s, RestartPolicy::Ask);
    QVERIFY(old);
    silence(old);
    renew(old);
    const WindowSession *next = add(u"next"_s, RestartPolicy::Ask);
    QVERIFY(next);
    QVERIFY(answers(next, Session::AnswerState::Responding));
    QVERIFY(word(next, 0) != word(old, 0));
    QCOMPARE(old->answering(), Session::AnswerState::UsingSilentOldConnection);
    (void)::kill(static_cast<pid_t>(word(old, 0)), SIGCONT);
    QVERIFY(answers(old, Session::AnswerState::Responding));
}

void WindowWaitingTest::waitsForAFurtherConnection()
{
    cleanup();
    begin(u"MaxSessions 1"_s);
    WindowSession *first = add(u"first"_s, RestartPolicy::Auto);
    QVERIFY(first);
    WindowSession *session = add(u"panel"_s, RestartPolicy::Auto);
    QVERIFY(session);
    QVERIFY(word(first, 0) != word(session, 0));
    // The link answers all the time: only what carries this one program does not.
    QCOMPARE(::kill(static_cast<pid_t>(word(session, 0)), SIGSTOP), 0);
    QVERIFY(answers(session, Session::AnswerState::UsingSilentOldConnection));
    QVERIFY(WAIT_FOR(m_link->isHostAnswering()));
    QVERIFY(answers(first, Session::AnswerState::Responding));
    QVERIFY(m_x->movePointer(session->windowRect()->center()) && m_x->key(u"a"_s));
    QVERIFY(WAIT_FOR(session->withheldPressCount() == 1));
    QCOMPARE(::kill(static_cast<pid_t>(word(session, 0)), SIGCONT), 0);
    QVERIFY(answers(session, Session::AnswerState::Responding));
    QVERIFY(waitFor([&] {
        m_x->key(u"b"_s);
        return session->outputLines().join(u'\n').contains(u"keysym 0x62, b"_s);
    }));
    const QStringList events = session->outputLines().join(u'\n').split(u"Key"_s);
    for (const QString &event : events) {
        QVERIFY2(!event.startsWith(u"Press event"_s) || !event.contains(u"keysym 0x61, a"_s), qPrintable(event));
    }
}

void WindowWaitingTest::isNotEndedWhileItCannotHear()
{
    WindowSession *session = add(u"panel"_s, RestartPolicy::Auto);
    QVERIFY(session);
    silence(session);
    session->close();
    QVERIFY(session->isClosing());
    QVERIFY(!WAIT_FOR(session->state() != SessionState::Live, 7s));
    QVERIFY(session->isClosing());
    QCOMPARE(::kill(static_cast<pid_t>(word(session, 0)), SIGCONT), 0);
    QVERIFY(WAIT_FOR(session->state() == SessionState::Ended));
    QVERIFY(!session->failure());
}

NIGHTDESK_GUILESS_TEST(WindowWaitingTest)
#include "windowwaitingtest.moc"
