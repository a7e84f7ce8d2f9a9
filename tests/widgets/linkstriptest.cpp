// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/questions/linkstrip.h"

#include "monitors/link/linkmonitor.h"
#include "sessions/desktops/desktopsession.h"
#include "sessions/links/login/nightsecrets.h"
#include "tests/sessions/links/delayrelay.h"
#include "tests/sessions/links/linkprobe.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "widgets/displays/figurespopup.h"
#include "widgets/viewer/viewertoolbar.h"

#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

/// What the strip says of a link that does not answer: a real one, whose far end is stopped.
class LinkStripTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void theSilenceIsCounted();
    void whereAPersonIsNeededItOffersToAsk();
    void aLinkThatGoesFirstHurtsNobody();
    void allStripsSayOneRoundTripOfALongLink();
    void behindAJumpHostTheWayIsNoQueue();
    void itOpensTheLayers();

private:
    QString said(const QString &words) const;
    bool wait(const std::function<bool()> &condition);
    bool fallSilent(const Link &link);

    SshServer m_server;
    QTemporaryDir m_home;
    std::unique_ptr<LinkStatusPanel> m_strip;
};

void LinkStripTest::initTestCase()
{
    useHome(m_home.path());
    QVERIFY(m_server.start());
}

void LinkStripTest::cleanup()
{
    m_server.thaw();
    m_strip.reset();
}

/// The label's whole text that has @p words in it; empty: none has.
QString LinkStripTest::said(const QString &words) const
{
    for (const QLabel *label : m_strip->findChildren<QLabel *>()) {
        if (label->text().contains(words)) {
            return label->text();
        }
    }
    return {};
}

bool LinkStripTest::wait(const std::function<bool()> &condition)
{
    return waitFor(condition, std::chrono::seconds(60));
}

bool LinkStripTest::fallSilent(const Link &link)
{
    for (int i = 0; i < 10 && link.isHostAnswering(); ++i) {
        m_server.freezeSessions();
        WAIT_FOR(!link.isHostAnswering(), std::chrono::seconds(6));
    }
    return !link.isHostAnswering();
}

void LinkStripTest::theSilenceIsCounted()
{
    LinkProbe probe(m_server.linkSpec());
    m_strip = std::make_unique<LinkStatusPanel>(&probe.link());
    m_strip->resize(900, m_strip->sizeHint().height());
    m_strip->show();
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(said(u"connected"_s), u"connected"_s);
    QVERIFY(fallSilent(probe.link()));
    QSet<QString> counted;
    QVERIFY(wait([&] {
        const QString text = said(u"no answer for"_s);
        if (!text.isEmpty()) {
            counted.insert(text);
        }
        return counted.size() >= 4;
    }));
    const auto *again = m_strip->findChild<QPushButton *>();
    QVERIFY(again);
    QVERIFY(!again->isVisible());
    m_server.freeze(); // nobody answers the new one beyond TCP
    probe.link().renew();
    QVERIFY(wait([&] {
        return !said(u"reconnecting: checking the host key"_s).isEmpty();
    }));
    if (const QString shots = qEnvironmentVariable("NIGHTDESK_SHOTS"); !shots.isEmpty()) {
        m_strip->resize(900, m_strip->heightForWidth(900));
        m_strip->grab().save(shots + u"/linkstrip-silent.png"_s);
    }
    m_server.thaw();
    QVERIFY(wait([&] {
        return said(u"connected"_s) == u"connected"_s;
    }));
    QVERIFY(said(u"no answer"_s).isEmpty());
}

void LinkStripTest::whereAPersonIsNeededItOffersToAsk()
{
    const QString locked = m_server.makeKey(u"locked"_s, u"dome"_s);
    m_server.authorize(locked);
    LinkSpec spec = m_server.linkSpec();
    spec.privateKeyFiles = QStringList{locked};
    LinkProbe probe(spec);
    probe.onSecret = [](const SecretQuestion &) {
        return std::optional(std::optional(Secret::fromText(u"dome"_s)));
    };
    m_strip = std::make_unique<LinkStatusPanel>(&probe.link());
    m_strip->resize(900, m_strip->sizeHint().height());
    m_strip->show();
    QSignalSpy renewed(&probe.link(), &Link::connectionRenewed);
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    probe.link().secrets()->forgetAll();
    QVERIFY(fallSilent(probe.link()));
    QSignalSpy failures(&probe.link(), &Link::linkRenewalFailed);
    probe.link().renew();
    QVERIFY(wait([&] {
        return !failures.isEmpty();
    }));
    QCOMPARE(probe.secrets.size(), 1); // nobody was asked
    QCOMPARE(failures.first().first().value<Failure>().kind, FailureKind::Refused);
    auto *again = m_strip->findChild<QPushButton *>();
    QVERIFY(again->isVisible());
    QVERIFY(!said(u"login needed"_s).isEmpty());
    if (const QString shots = qEnvironmentVariable("NIGHTDESK_SHOTS"); !shots.isEmpty()) {
        m_strip->resize(900, m_strip->heightForWidth(900));
        m_strip->grab().save(shots + u"/linkstrip-again.png"_s);
    }
    again->click();
    QVERIFY(!again->isVisible());
    QVERIFY(wait([&] {
        return !renewed.isEmpty();
    }));
    QCOMPARE(probe.secrets.size(), 2);
    QVERIFY(probe.secrets.last().isReconnection);
    QVERIFY(probe.link().isHostAnswering());
    QCOMPARE(said(u"connected"_s), u"connected"_s);
}

void LinkStripTest::aLinkThatGoesFirstHurtsNobody()
{
    auto probe = std::make_unique<LinkProbe>(m_server.linkSpec());
    m_strip = std::make_unique<LinkStatusPanel>(&probe->link());
    m_strip->show();
    QVERIFY2(probe->connectNow(), qPrintable(probe->why()));
    QVERIFY(fallSilent(probe->link()));
    QVERIFY(wait([&] {
        return !said(u"no answer for"_s).isEmpty();
    }));
    probe.reset();
    const QString last = said(u"no answer for"_s);
    // Its clock ticks on once more, and finds nothing to look at.
    QTimer tick;
    bool ticked = false;
    tick.singleShot(std::chrono::milliseconds(1500), this, [&] {
        ticked = true;
    });
    QVERIFY(wait([&] {
        return ticked;
    }));
    QCOMPARE(said(u"no answer for"_s), last);
}

/// At 1.5 s not every second has an answer: the figure stays, and is the same wherever it stands.
void LinkStripTest::allStripsSayOneRoundTripOfALongLink()
{
    LinkSpec spec = m_server.linkSpec();
    const DelayRelay line(*spec.port, std::chrono::milliseconds(750));
    spec.port = line.port();
    spec.knownHostsPath.clear();
    LinkProbe probe(spec);
    probe.onHostKey = [](const HostKeyQuestion &) {
        return HostKeyAnswer::AcceptOnce;
    };
    m_strip = std::make_unique<LinkStatusPanel>(&probe.link());
    DesktopSpec control;
    control.id = u"control"_s;
    control.address = TcpAddress{.port = 1};
    DesktopSession desktop(control, &probe.link());
    ViewerToolbar viewerWindow(u"left"_s);
    viewerWindow.setDesktops({&desktop});
    const auto textOf = [](const QWidget &strip, const QString &description) {
        for (const QLabel *label : strip.findChildren<QLabel *>()) {
            if (label->accessibleDescription() == description) {
                return label->text();
            }
        }
        return QString();
    };
    QStringList own;
    QStringList viewerWindows;
    QObject::connect(LinkMonitor::of(&probe.link()), &LinkMonitor::figuresChanged, &viewerWindow, [&] {
        if (probe.link().state() != LinkState::Live) {
            return; // a busy machine makes outages too, of which the viewer window alone speaks
        }
        const QString figure = textOf(*m_strip, u"Round-trip time"_s);
        if (!own.isEmpty() || figure.contains(u" s"_s)) { // from the first one on
            const QString word = figure.contains(u": "_s) ? figure.section(u": "_s, 1) : u"OK"_s;
            own.append(word + u" · RTT "_s + figure.section(u": "_s, 0, 0));
            viewerWindows.append(textOf(viewerWindow, u"State and round-trip time of the connection"_s));
        }
    });
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QVERIFY(wait([&] {
        return own.size() >= 10;
    }));
    QVERIFY(std::ranges::any_of(probe.samples, [](const LinkSample &sample) {
        return !sample.sshRoundTrip;
    })); // or it proves nothing
    QCOMPARE(viewerWindows, own);
    for (const QString &text : std::as_const(viewerWindows)) {
        static const QRegularExpression seconds(u"^(OK|Degraded|Fault) · RTT [12][.]\\d+ s$"_s);
        QVERIFY2(text.contains(seconds), qPrintable(text));
    }
}

/// The jump host is on this machine, the summit 100 ms behind it.
void LinkStripTest::behindAJumpHostTheWayIsNoQueue()
{
    LinkSpec spec = m_server.linkSpec();
    const DelayRelay line(*spec.port, std::chrono::milliseconds(50));
    spec.jumpHosts = QStringList{m_server.userName() + u"@127.0.0.1:"_s + QString::number(*spec.port)};
    spec.port = line.port();
    spec.knownHostsPath.clear();
    LinkProbe probe(spec);
    probe.onHostKey = [](const HostKeyQuestion &) {
        return HostKeyAnswer::AcceptOnce;
    };
    m_strip = std::make_unique<LinkStatusPanel>(&probe.link());
    const QLabel *figure = nullptr;
    for (const QLabel *label : m_strip->findChildren<QLabel *>()) {
        figure = label->accessibleDescription() == u"Round-trip time"_s ? label : figure;
    }
    QVERIFY(figure);
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    // The first figures are of the login: on a busy machine the hosts' own time is in them.
    static const QRegularExpression words(u"^Network: ≈ 1\\d\\d ms; waiting in queues: ≈ (\\d\\d?|\\d\\.\\d) ms$"_s);
    QVERIFY2(wait([&] {
                 return words.match(figure->toolTip()).hasMatch();
             }),
             qPrintable(figure->toolTip()));
}

void LinkStripTest::itOpensTheLayers()
{
    LinkProbe probe(m_server.linkSpec());
    m_strip = std::make_unique<LinkStatusPanel>(&probe.link());
    m_strip->show();
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    auto *button = m_strip->findChild<QToolButton *>();
    QVERIFY(button);
    QVERIFY(!button->accessibleName().isEmpty());
    QTest::keyClick(button, Qt::Key_Space);
    const auto *popup = m_strip->findChild<FiguresPopup *>();
    QVERIFY(popup);
    const auto *table = popup->findChild<QTreeWidget *>();
    QVERIFY(wait([table] {
        return table->topLevelItemCount() == 4 && table->topLevelItem(0)->text(5) == u"measured"_s;
    }));
    QVERIFY(wait([popup] { // TCP's own counters
        return popup->findChildren<QLabel *>().constFirst()->text().contains(u"0 segments sent again"_s);
    }));
}

NIGHTDESK_TEST(LinkStripTest)
#include "linkstriptest.moc"
