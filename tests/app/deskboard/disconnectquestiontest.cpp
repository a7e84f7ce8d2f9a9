// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/deskboard/consoleboardkit.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "widgets/view/nightindicators.h"

#include <KActionCollection>

#include <QAction>
#include <QMessageBox>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

/// Disconnect on a console whose instrument has a desktop and an X program of a real summit.
class DisconnectQuestionTest : public ConsoleBoardKit
{
    Q_OBJECT
private Q_SLOTS:
    void desktopsAloneGoAtOnce();
    void aProgramIsAskedAbout();
    void aQuestionGoesWithItsInstrument();

private:
    std::unique_ptr<PlayedConsole> start(bool withProgram);
    static QMessageBox *question(const PlayedConsole &console);
    static Session *program(const PlayedConsole &console);
};

std::unique_ptr<PlayedConsole> DisconnectQuestionTest::start(bool withProgram)
{
    if (!startSummit()) {
        return nullptr;
    }
    if (withProgram) {
        QFile file(m_directory->filePath(u"facility/profiles/lris.toml"_s));
        if (!file.open(QIODevice::Append)) {
            return nullptr;
        }
        file.write("\n[[window]]\nid = \"clock\"\ntitle = \"Clock\"\nlink = \"summit\"\ncommand = [\"xclock\"]\ntopology = \"vnc-app\"\n");
    }
    auto console = std::make_unique<PlayedConsole>(facility(), credentials(m_leftCredential));
    console->controlInstruments();
    console->window.show();
    return console->connectLris() ? std::move(console) : nullptr;
}

QMessageBox *DisconnectQuestionTest::question(const PlayedConsole &console)
{
    for (auto *box : console.window.findChildren<QMessageBox *>()) {
        if (box->isVisible()) {
            return box;
        }
    }
    return nullptr;
}

Session *DisconnectQuestionTest::program(const PlayedConsole &console)
{
    return console.desk.session(u"clock"_s);
}

void DisconnectQuestionTest::desktopsAloneGoAtOnce()
{
    const auto console = start(false);
    QVERIFY(console);
    QVERIFY(WAIT_FOR(console->desk.session(u"control0"_s)->state() == SessionState::Live, 60s));
    console->actions->action(u"session_disconnect"_s)->trigger();
    QVERIFY(!console->desk.isConnected());
}

void DisconnectQuestionTest::aProgramIsAskedAbout()
{
    const auto console = start(true);
    QVERIFY(console && program(*console));
    QVERIFY(WAIT_FOR(program(*console)->state() == SessionState::Live, 60s));
    console->actions->action(u"session_disconnect"_s)->trigger();
    QMessageBox *box = question(*console);
    QVERIFY(box && console->desk.isConnected());
    QVERIFY2(box->text().contains(u"Clock"_s), qPrintable(box->text()));
    QVERIFY(box->defaultButton());
    QTest::keyClick(box, Qt::Key_Return); // keeps it
    QVERIFY(WAIT_FOR(!question(*console)));
    QVERIFY(console->desk.isConnected() && program(*console)->state() == SessionState::Live);
    console->actions->action(u"session_disconnect"_s)->trigger();
    box = question(*console);
    QVERIFY(box);
    QVERIFY2(!box->informativeText().contains(u"Your call"_s), qPrintable(box->informativeText()));
    QTest::keyClick(box, Qt::Key_Escape);
    QVERIFY(WAIT_FOR(!question(*console)));
    // A call does not outlive the last instrument.
    console->console.indicators()->setCallText(u"Calling the SA"_s);
    console->actions->action(u"session_disconnect"_s)->trigger();
    box = question(*console);
    QVERIFY(box);
    QVERIFY2(box->informativeText().contains(u"Your call to the support astronomer is canceled"_s), qPrintable(box->informativeText()));
    QTest::mouseClick(box->findChild<QPushButton *>(u"disconnect"_s), Qt::LeftButton);
    QVERIFY(!console->desk.isConnected());
    // One that has ended is not asked about.
    QVERIFY(console->connectLris());
    QVERIFY(WAIT_FOR(program(*console)->state() == SessionState::Live, 60s));
    program(*console)->stop();
    QVERIFY(WAIT_FOR(program(*console)->state() == SessionState::Ended));
    console->actions->action(u"session_disconnect"_s)->trigger();
    QVERIFY(!console->desk.isConnected());
}

void DisconnectQuestionTest::aQuestionGoesWithItsInstrument()
{
    const auto console = start(true);
    QVERIFY(console && program(*console));
    QVERIFY(WAIT_FOR(program(*console)->state() == SessionState::Live, 60s));
    console->actions->action(u"session_disconnect"_s)->trigger();
    QVERIFY(question(*console));
    console->desk.disconnectAll();
    QVERIFY(!console->desk.isConnected());
    QVERIFY(!question(*console));
}

NIGHTDESK_TEST_PROGRAM(int argc, char **argv)
{
    return runAtHome<DisconnectQuestionTest>(argc, argv);
}

#include "disconnectquestiontest.moc"
