// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// "Try Settings" as a person sees it, on a real desktop through a real sshd.
#include "widgets/diagnostics/trialdialog.h"

#include "monitors/link/trialpolicy.h"
#include "sessions/trial/desktoptrial.h"
#include "tests/sessions/desktops/desktopbench.h"
#include "tests/support/testprogram.h"
#include "tests/support/xvncserver.h"
#include "tests/widgets/accessiblecheck.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QTest>
#include <QTreeWidget>

#include <algorithm>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

class TrialDialogTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void itAsksBeforeItConnects();
    void aLongPathIsSaidBefore_data();
    void aLongPathIsSaidBefore();
    void aRefusalTakesThePlaceOfTheQuestion();
    void rowsComeAndTheBestIsMarked();
    void cancelKeepsWhatWasMeasured();
    void closingItEndsTheTrial();

private:
    void make(const QString &refusal = {}, std::optional<std::chrono::microseconds> roundTrip = {}, std::chrono::milliseconds limit = 240s);
    void shoot(const QString &name) const;
    QString text() const;
    QStringList problems() const;
    QPushButton *tryButton() const;
    QTreeWidget *table() const;

    Summit m_summit;
    XvncServer m_xvnc;
    std::unique_ptr<Viewer> m_viewer;
    std::unique_ptr<TrialDialog> m_dialog;
    DesktopTrial *m_trial = nullptr;
};

void TrialDialogTest::initTestCase()
{
    QVERIFY(m_summit.start());
    QVERIFY(m_xvnc.start());
}

void TrialDialogTest::init()
{
    m_viewer = std::make_unique<Viewer>(m_summit.link(), m_xvnc.address());
    m_viewer->session.start();
    QVERIFY(m_viewer->waitForState(SessionState::Live));
}

void TrialDialogTest::cleanup()
{
    m_dialog.reset();
    m_viewer.reset();
}

void TrialDialogTest::make(const QString &refusal, std::optional<std::chrono::microseconds> roundTrip, std::chrono::milliseconds limit)
{
    auto trial = std::make_unique<DesktopTrial>(&m_viewer->session,
                                                SharedLinkObjects{.secrets = m_summit.link().secrets(), .hopPool = {}, .connectionRecords = {}},
                                                TrialLimits{.trialDuration = limit});
    m_trial = trial.get();
    m_dialog = std::make_unique<TrialDialog>(std::move(trial), u"Control 0"_s, u"summit.example"_s, roundTrip, refusal);
    m_dialog->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_dialog.get(), 30000));
}

/// For who wants to look at it.
void TrialDialogTest::shoot(const QString &name) const
{
    if (const QString shots = qEnvironmentVariable("NIGHTDESK_SHOTS"); !shots.isEmpty()) {
        m_dialog->grab().save(shots + u"/trialdialog-"_s + name + u".png"_s);
    }
}

QString TrialDialogTest::text() const
{
    return m_dialog->findChild<QLabel *>()->text();
}

QStringList TrialDialogTest::problems() const
{
    TrialDialog *dialog = m_dialog.get();
    return AccessibleCheck::unnamed(dialog) + AccessibleCheck::unreachable(dialog) + AccessibleCheck::clashes(dialog);
}

QPushButton *TrialDialogTest::tryButton() const
{
    const auto buttons = m_dialog->findChildren<QPushButton *>();
    const auto found = std::ranges::find(buttons, u"Try"_s, [](const QPushButton *button) {
        return button->text().remove(u'&');
    });
    return found == buttons.end() ? nullptr : *found;
}

QTreeWidget *TrialDialogTest::table() const
{
    return m_dialog->findChild<QTreeWidget *>();
}

void TrialDialogTest::itAsksBeforeItConnects()
{
    make();
    QVERIFY2(text().contains(u"another connection to summit.example"_s) && text().contains(u"30 seconds and 20 MB"_s), qPrintable(text()));
    QVERIFY(tryButton() && tryButton()->isVisible() && tryButton()->isDefault());
    QVERIFY(!table()->isVisible());
    const auto *label = m_dialog->findChild<QLabel *>();
    QCOMPARE_GE(label->height(), label->heightForWidth(label->width())); // on a small screen as well: all of it is read before Try
    QVERIFY(!m_trial->isOver());
    QCOMPARE(m_trial->receivedBytes(), Bytes{0});
    QVERIFY2(problems().isEmpty(), qPrintable(problems().join(u'\n')));
    shoot(u"question"_s);
}

void TrialDialogTest::aLongPathIsSaidBefore_data()
{
    QTest::addColumn<std::chrono::microseconds>("roundTrip");
    QTest::addColumn<bool>("isSaid");
    QTest::newRow("near") << std::chrono::microseconds(20ms) << false;
    QTest::newRow("far") << std::chrono::microseconds(150ms) << false;
    QTest::newRow("too far for all of them") << std::chrono::microseconds(500ms) << true;
}

void TrialDialogTest::aLongPathIsSaidBefore()
{
    QFETCH(std::chrono::microseconds, roundTrip);
    QFETCH(bool, isSaid);
    make({}, roundTrip, 30s);
    QCOMPARE(text().contains(u"At a round-trip time of 500 ms"_s), isSaid);
    QCOMPARE(text().contains(u"of 8."_s), isSaid);
    shoot(u"question-"_s + QString::fromLatin1(QTest::currentDataTag()));
}

void TrialDialogTest::aRefusalTakesThePlaceOfTheQuestion()
{
    make(u"Not this one."_s);
    QCOMPARE(text(), u"Not this one."_s);
    QVERIFY(!tryButton() || !tryButton()->isVisible());
    auto *close = m_dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Close);
    QVERIFY(close && close->isVisible());
    close->click();
    QVERIFY(!m_dialog->isVisible());
}

void TrialDialogTest::rowsComeAndTheBestIsMarked()
{
    make();
    tryButton()->click();
    QVERIFY(table()->isVisible());
    QVERIFY2(text().startsWith(u"Measuring"_s), qPrintable(text()));
    QVERIFY(WAIT_FOR(m_trial->isOver(), 250s)); // it ends itself after 240 s
    QVERIFY2(m_trial->problem().isEmpty(), qPrintable(m_trial->problem()));
    QCOMPARE(table()->topLevelItemCount(), 8);
    const auto verdict = TrialPolicy::verdict(m_trial->results());
    QVERIFY(verdict);
    for (int i = 0; i < 8; ++i) {
        const QTreeWidgetItem *item = table()->topLevelItem(i);
        QCOMPARE(item->font(0).bold(), i == verdict->bestRow);
        for (int column = 0; column < table()->columnCount(); ++column) {
            QVERIFY2(!item->text(column).isEmpty(), qPrintable(u"%1, %2"_s.arg(i).arg(column)));
        }
    }
    QVERIFY2(WAIT_FOR(table()->horizontalScrollBar()->maximum() == 0), "every column is whole");
    QVERIFY2(text().contains(u"The marked setting is best"_s) && text().contains(u"compression = "_s), qPrintable(text()));
    QVERIFY(!tryButton() || !tryButton()->isVisible());
    QVERIFY(m_dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Close)->isVisible());
    QVERIFY2(problems().isEmpty(), qPrintable(problems().join(u'\n')));
    shoot(u"rows"_s);
}

void TrialDialogTest::cancelKeepsWhatWasMeasured()
{
    make();
    tryButton()->click();
    QVERIFY(WAIT_FOR(!m_trial->results().isEmpty(), 90s));
    m_dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Cancel)->click();
    QVERIFY(m_trial->isOver());
    QVERIFY(m_dialog->isVisible());
    QVERIFY2(text().contains(u"canceled"_s), qPrintable(text()));
    QCOMPARE(table()->topLevelItemCount(), m_trial->results().size());
    const QString partial = u"of 8 settings were measured. Another one may be better."_s; // where there are two that are compared
    QVERIFY2(text().contains(partial) == (m_trial->results().size() > 1), qPrintable(text()));
    QVERIFY(m_viewer->session.state() == SessionState::Live);
    m_dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Close)->click();
    QVERIFY(!m_dialog->isVisible());
}

void TrialDialogTest::closingItEndsTheTrial()
{
    make();
    tryButton()->click();
    QVERIFY(WAIT_FOR(m_trial->receivedBytes().count > 0, 90s));
    m_dialog->close();
    QVERIFY(!m_dialog->isVisible());
    QVERIFY(m_trial->isOver());
    QVERIFY(m_viewer->session.state() == SessionState::Live);
}

NIGHTDESK_TEST(TrialDialogTest)
#include "trialdialogtest.moc"
