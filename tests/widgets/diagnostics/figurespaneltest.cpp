// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The figures of this moment on the Diagnostics page, of a real connection and a real desktop.
#include "widgets/diagnostics/figurespanel.h"

#include "monitors/figures/figurerecorder.h"
#include "monitors/link/displaymonitor.h"
#include "monitors/link/linkmonitor.h"
#include "sessions/desk/desk.h"
#include "sessions/desktops/desktopsession.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/support/xvncserver.h"
#include "tests/widgets/accessiblecheck.h"
#include "widgets/diagnostics/diagnosticsview.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

#include <algorithm>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

class FiguresPanelTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void aConnectionSaysWhatLimitsIt();
    void aDesktopSaysHowItsPixelsCame();
    void withoutAConnectionItIsHidden();

private:
    bool select(FigureSource::Kind kind);
    QString origin() const;
    QTreeWidgetItem *row(const QString &title) const;

    SshServer m_server;
    XvncServer m_xvnc;
    QTemporaryDir m_directory;
    std::unique_ptr<Desk> m_desk;
    std::unique_ptr<FigureRecorder> m_recorder;
    std::unique_ptr<DiagnosticsView> m_view;
    FiguresPanel *m_panel = nullptr;
};

void FiguresPanelTest::initTestCase()
{
    QVERIFY(m_server.start());
    QVERIFY(m_xvnc.start());
    m_desk = std::make_unique<Desk>(nullptr);
    m_recorder = std::make_unique<FigureRecorder>(m_desk.get(), m_directory.path());
    m_recorder->setNight(QDate(2026, 11, 24));
    m_view = std::make_unique<DiagnosticsView>(m_recorder.get());
    m_view->resize(900, 900);
    m_view->setWindowTitle(u"Diagnostics"_s); // as the dock has it
    m_view->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get(), 30000));
    m_panel = m_view->findChild<FiguresPanel *>();
    QVERIFY(m_panel && !m_panel->isVisible());
    InstrumentProfile profile;
    profile.id = u"imager"_s;
    profile.name = u"Imager"_s;
    profile.links.append(m_server.linkSpec());
    profile.links.first().compression = Compression::On;
    DesktopSpec desktop;
    desktop.id = u"control0"_s;
    desktop.title = u"Control 0"_s;
    desktop.link = profile.links.first().id;
    desktop.address = m_xvnc.address();
    desktop.quality = Quality::Balanced;
    profile.desktops.append(desktop);
    m_desk->connectProfile(profile);
    QVERIFY(WAIT_FOR(m_desk->session(u"control0"_s)->state() == SessionState::Live, 60s));
    QVERIFY(m_xvnc.x().run(
        {u"xterm"_s, u"-geometry"_s, u"80x24+0+0"_s, u"-e"_s, u"sh"_s, u"-c"_s, u"while :; do head -c 400 /dev/urandom | od -An -x; sleep 0.1; done"_s}));
    QVERIFY(WAIT_FOR(m_recorder->series().size() >= 2, 60s));
}

bool FiguresPanelTest::select(FigureSource::Kind kind)
{
    auto *sources = m_view->findChildren<QComboBox *>().at(0);
    const int index = sources->findText(kind == FigureSource::Kind::Connection ? u"Imager"_s : u"Control 0"_s, Qt::MatchContains);
    sources->setCurrentIndex(index);
    Q_EMIT sources->activated(index);
    return index >= 0;
}

/// Of the row that was clicked.
QString FiguresPanelTest::origin() const
{
    const auto labels = m_panel->findChildren<QLabel *>();
    const auto found = std::ranges::find_if(labels, [this](const QLabel *label) {
        return label->isVisible() && label != m_panel->sentencesLabel();
    });
    return found == labels.end() ? QString() : (*found)->text();
}

QTreeWidgetItem *FiguresPanelTest::row(const QString &title) const
{
    const QList<QTreeWidgetItem *> found = m_panel->findChild<QTreeWidget *>()->findItems(title, Qt::MatchExactly);
    return found.isEmpty() ? nullptr : found.first();
}

void FiguresPanelTest::aConnectionSaysWhatLimitsIt()
{
    QVERIFY(select(FigureSource::Kind::Connection));
    QVERIFY(
        WAIT_FOR(m_panel->isVisible() && m_panel->sentencesLabel()->text().contains(u"Sent: "_s) && !m_panel->sentencesLabel()->text().contains(u"unknown"_s),
                 60s));
    QVERIFY2(m_panel->sentencesLabel()->text().startsWith(u"Received: "_s), qPrintable(m_panel->sentencesLabel()->text()));
    const LinkHistory &history = LinkMonitor::of(m_desk->links().first())->history();
    QVERIFY(WAIT_FOR(history.recentCompressionRatio(FlowDirection::Received).has_value(), 60s));
    QVERIFY(WAIT_FOR(row(u"Compression by ssh, last 10 s"_s) && row(u"Compression by ssh, last 10 s"_s)->text(1).endsWith(u" : 1"_s), 60s));
    QVERIFY(!m_panel->findChild<QPushButton *>()->isVisible()); // settings are tried on a desktop
    QTreeWidgetItem *bytesInFlight = row(u"Sent, not acknowledged"_s);
    QVERIFY(bytesInFlight && bytesInFlight->text(2).contains(u"B"_s));
    QVERIFY(row(u"On the network, tonight"_s)->text(1).startsWith(u"≈ "_s));
    QVERIFY(row(u"CPU of ssh"_s)->text(1).endsWith(u" %"_s));
    QVERIFY(origin().startsWith(u"Click a row"_s));
    const QTreeWidget *table = m_panel->findChild<QTreeWidget *>();
    for (const auto &[title, words] : {std::pair{u"Sent, not acknowledged"_s, u"TCP_INFO here, ss on the remote host. Error: none here"_s},
                                       std::pair{u"On the network, tonight"_s, u"Recorded rates of the night. Error: under 0.1 %."_s}}) {
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualItemRect(row(title)).center());
        QCOMPARE(origin().section(u": "_s, 0, 0), title);
        QVERIFY2(origin().contains(words), qPrintable(origin()));
    }
    const QStringList problems = AccessibleCheck::unnamed(m_view.get()) + AccessibleCheck::unreachable(m_view.get());
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
    if (const QString shots = qEnvironmentVariable("NIGHTDESK_SHOTS"); !shots.isEmpty()) {
        m_view->grab().save(shots + u"/figurespanel-connection.png"_s);
    }
}

void FiguresPanelTest::aDesktopSaysHowItsPixelsCame()
{
    QVERIFY(select(FigureSource::Kind::Desktop));
    QVERIFY(WAIT_FOR(m_panel->sentencesLabel()->text().startsWith(u"Image quality: JPEG level "_s), 60s));
    QVERIFY2(m_panel->sentencesLabel()->text().contains(u"set in the profile"_s), qPrintable(m_panel->sentencesLabel()->text()));
    auto *session = qobject_cast<DesktopSession *>(m_desk->session(u"control0"_s));
    const QSignalSpy requested(m_view.get(), &DiagnosticsView::trialRequested);
    auto *button = m_panel->findChild<QPushButton *>();
    QVERIFY(button && button->isVisible());
    button->click();
    QCOMPARE(requested.size(), 1);
    QVERIFY(m_desk->session(requested.first().first().toString()) == session);
    const auto *table = m_panel->findChild<QTreeWidget *>();
    QVERIFY(WAIT_FOR(table->topLevelItemCount() == int(RfbWire::pixelKinds) && DisplayMonitor::of(session)->history().recentEncodingShares(), 60s));
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualItemRect(table->topLevelItem(0)).center());
    QVERIFY2(origin().contains(u"counters of the VNC worker for each rectangle"_s), qPrintable(origin()));
    // All pixels that the worker counted are in one kind.
    QVERIFY(waitFor([session] { // while it counts a rectangle, its report may have that in one of the two alone
        const DesktopStats stats = session->stats();
        quint64 pixels = 0;
        for (const RfbWire::PixelKindStats &kind : stats.kinds) {
            pixels += kind.pixels;
        }
        return pixels == stats.pixels;
    }));
    double percent = 0;
    const bool isWhole = waitFor([&] {
        percent = 0;
        for (int i = 0; i < table->topLevelItemCount(); ++i) {
            percent += table->topLevelItem(i)->text(1).section(u' ', 0, 0).toDouble();
        }
        return std::abs(percent - 100) <= 4; // each is rounded
    });
    QVERIFY2(isWhole, qPrintable(QString::number(percent)));
    QVERIFY(WAIT_FOR(std::ranges::any_of(m_recorder->series(),
                                         [](const FigureSeries &series) {
                                             return series.source().kind == FigureSource::Kind::Encodings && series.size() > 0;
                                         }),
                     60s));
    if (const QString shots = qEnvironmentVariable("NIGHTDESK_SHOTS"); !shots.isEmpty()) {
        m_view->grab().save(shots + u"/figurespanel-desktop.png"_s);
    }
}

void FiguresPanelTest::withoutAConnectionItIsHidden()
{
    m_xvnc.x().endPrograms();
    m_desk->disconnectAll();
    QVERIFY(WAIT_FOR(!m_panel->isVisible(), 60s));
    m_view.reset();
    m_recorder.reset();
    m_desk.reset();
}

NIGHTDESK_TEST(FiguresPanelTest)
#include "figurespaneltest.moc"
