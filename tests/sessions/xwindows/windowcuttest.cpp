// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/link.h"
#include "sessions/xwindows/localx.h"
#include "sessions/xwindows/windowsession.h"
#include "tests/sessions/links/farsummit.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/support/xserver.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTest>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// A link of 100 ms that is cut for 4 s while somebody types into the window of an X program. The program records what reaches
/// it, and its record comes back over the link.
class WindowCutTest : public QObject
{
    Q_OBJECT
public:
    explicit WindowCutTest(FarSummit &summit)
        : m_summit(summit)
    {
    }

private Q_SLOTS:
    void initTestCase();
    void nothingTypedIntoSilenceArrivesLate_data();
    void nothingTypedIntoSilenceArrivesLate();

private:
    static int presses(const WindowSession &session, const QString &key);

    QTemporaryDir m_home;
    FarSummit &m_summit;
};

void WindowCutTest::initTestCase()
{
    qputenv("HOME", QFile::encodeName(m_home.path()));
    qputenv("XDG_STATE_HOME", QFile::encodeName(m_home.filePath(u"state"_s)));
    qunsetenv("SSH_AUTH_SOCK");
    QFile authority(m_summit.server().directory() + u"/Xauthority"_s);
    QVERIFY(authority.open(QIODevice::WriteOnly));
}

int WindowCutTest::presses(const WindowSession &session, const QString &key)
{
    int count = 0;
    const QStringList events = session.outputLines().join(u'\n').split(u"Key"_s); // "KeyPress event, ... keysym 0x61, a"
    for (const QString &event : events) {
        count += event.startsWith(u"Press event"_s) && event.contains(u", %1)"_s.arg(key)) ? 1 : 0;
    }
    return count;
}

void WindowCutTest::nothingTypedIntoSilenceArrivesLate_data()
{
    QTest::addColumn<QString>("direction");
    QTest::newRow("cut both ways") << u"both"_s;
    QTest::newRow("nothing comes down") << u"down"_s;
    QTest::newRow("nothing goes up") << u"up"_s;
}

void WindowCutTest::nothingTypedIntoSilenceArrivesLate()
{
    QFETCH(QString, direction);
    XServer x;
    QVERIFY(x.start());
    LocalX localX(x.display(), x.authorityFile());
    Link link(LinkTarget{.spec = m_summit.server().linkSpec(), .carriesPrograms = true});
    link.open();
    QVERIFY(WAIT_FOR(link.state() == LinkState::Live));
    WindowSpec spec;
    spec.id = u"recorder"_s;
    spec.title = u"Recorder"_s;
    spec.isTrusted = true;
    spec.command = {u"xev"_s, u"-event"_s, u"keyboard"_s, u"-geometry"_s, u"300x200+50+50"_s};
    WindowSession session(spec, &link, &localX);
    session.start();
    QVERIFY(WAIT_FOR(session.state() == SessionState::Live && session.windowRect().has_value()));
    QVERIFY(x.movePointer(session.windowRect()->center()));
    QVERIFY(waitFor([&] { // it records
        x.key(u"a"_s);
        return presses(session, u"a"_s) > 0;
    }));

    QElapsedTimer sinceCut;
    sinceCut.start();
    QVERIFY(m_summit.cut(direction));
    QVERIFY(WAIT_FOR(session.answering() != Session::AnswerState::Responding));
    qInfo("held %lld ms after the cut", static_cast<long long>(sinceCut.elapsed()));
    QVERIFY(x.key(u"Return"_s));
    QVERIFY(x.type(u"expose"_s));
    QVERIFY(WAIT_FOR(session.withheldPressCount() == 7));
    QVERIFY(WAIT_FOR(sinceCut.elapsed() > 4000));
    QCOMPARE(session.withheldPressCount(), 7);
    QVERIFY(m_summit.restore());
    QVERIFY(WAIT_FOR(session.answering() == Session::AnswerState::Responding));
    qInfo("answers again %lld ms after the cut", static_cast<long long>(sinceCut.elapsed()));
    QVERIFY(waitFor([&] { // it hears what is typed now, and by then all that is on the way
        x.key(u"z"_s);
        return presses(session, u"z"_s) > 0;
    }));
    for (const QString &key : {u"Return"_s, u"e"_s, u"x"_s, u"p"_s, u"o"_s, u"s"_s}) {
        QVERIFY2(presses(session, key) == 0, qPrintable(key));
    }
    QCOMPARE(session.state(), SessionState::Live);
}

NIGHTDESK_TEST_PROGRAM(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    FarSummit summit;
    if (!summit.start(u"100ms"_s)) {
        return 1;
    }
    WindowCutTest test(summit);
    return QTest::qExec(&test, argc, argv);
}
#include "windowcuttest.moc"
