// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/questions/questions.h"
#include "sessions/display/session.h"
#include "sessions/links/hop/link.h"
#include "sessions/links/login/nightsecrets.h"
#include "tests/sessions/links/linkprobe.h"
#include "tests/sessions/links/scriptedsshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/widgets/accessible.h"
#include "tests/widgets/dialogparts.h"
#include "widgets/questions/hostkeydialog.h"
#include "widgets/questions/linkstrip.h"
#include "widgets/questions/questionbar.h"
#include "widgets/questions/secretdialog.h"
#include "widgets/questions/secretedit.h"

#include <QApplication>
#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

namespace
{
Secret text(const QString &secret)
{
    return Secret::fromText(secret);
}

/// A wallet that does as it is told.
class TestKeeper : public SecretStore
{
public:
    bool isAvailable() const override
    {
        return true;
    }
    void fetch(const QString &name, const std::function<void(const std::optional<Secret> &)> &told) override
    {
        asked << name;
        if (hangs) {
            late = told;
            return;
        }
        QMetaObject::invokeMethod(
            qApp,
            [this, name, told] {
                told(kept.contains(name) ? std::optional(kept.value(name)) : std::nullopt);
            },
            Qt::QueuedConnection);
    }
    void keep(const QString &name, const Secret &secret) override
    {
        kept.insert(name, secret);
    }
    void remove(const QString &name) override
    {
        kept.remove(name);
        removed << name;
    }

    bool hangs = false;
    std::function<void(const std::optional<Secret> &)> late;
    QStringList asked;
    QStringList removed;
    QHash<QString, Secret> kept;
};

class TestDisplay : public Session
{
public:
    explicit TestDisplay(Link *link)
        : Session(Kind::Window, u"guider"_s, u"Guider"_s, u"left"_s, link, nullptr)
    {
    }
    using Session::reportContentAppeared;
    using Session::reportOpened;

protected:
    void open() override
    {
    }
    void drop() override
    {
    }
};

/// A main window with a link's strip, and a place where an observer types.
struct Window {
    Window(const LinkSpec &spec)
        : link(LinkTarget{spec, false}, SharedLinkObjects{night, {}})
    {
        auto *column = new QVBoxLayout(&window);
        column->addWidget(desktop = new QLineEdit);
        column->addWidget(strip = new LinkStatusPanel(&link));
        questions = new Questions(&window);
        questions->watchLink(&link, strip);
        questions->setBarShortcutText(u"Ctrl+L"_s);
        QObject::connect(questions, &Questions::waitingTextChanged, &window, [this](const QString &said) {
            words = said;
        });
        QObject::connect(
            &link,
            &Link::hostKeyQuestionAsked,
            &window,
            [this] {
                if (auto *asked = acceptsHosts ? dialog<HostKeyDialog>() : nullptr) {
                    QTest::mouseClick(button(*asked, u"Accept Key Once"_s), Qt::LeftButton);
                }
            },
            Qt::QueuedConnection);
        window.resize(900, 300);
        window.show();
        window.activateWindow();
        desktop->setFocus();
    }
    template<class Dialog>
    Dialog *dialog()
    {
        Dialog *found = nullptr;
        for (Dialog *one : window.findChildren<Dialog *>()) {
            found = one->isVisible() ? one : found;
        }
        return found;
    }
    SecretDialog *askedInDialog()
    {
        WAIT_FOR(dialog<SecretDialog>() != nullptr);
        return dialog<SecretDialog>();
    }
    QList<QuestionBar *> bars()
    {
        QList<QuestionBar *> bars;
        for (QuestionBar *bar : strip->findChildren<QuestionBar *>()) {
            if (!bar->isHidden()) {
                bars << bar;
            }
        }
        return bars;
    }
    QuestionBar *askedInBar()
    {
        WAIT_FOR(!bars().isEmpty(), 30s);
        return bars().value(0);
    }
    bool comes(LinkState state)
    {
        return WAIT_FOR(link.state() == state);
    }
    void forgetPassword()
    {
        const QString name = NightSecrets::passwordName(u"observer@127.0.0.1:%1"_s.arg(*link.target().spec.port));
        night->forgetSecret(name, night->secret(name).value_or(Secret()));
    }
    /// The server hangs up, and the link comes back.
    bool drop(ScriptedSshServer &server)
    {
        server.hangUp();
        if (!comes(LinkState::Closed)) {
            return false;
        }
        link.open();
        return true;
    }

    const std::shared_ptr<NightSecrets> night = std::make_shared<NightSecrets>();
    QString words; // the strips say something even as they go
    QWidget window;
    Link link;
    QLineEdit *desktop = nullptr;
    LinkStatusPanel *strip = nullptr;
    Questions *questions = nullptr;
    bool acceptsHosts = true;
};

bool says(QWidget *widget, const QString &words)
{
    for (const QLabel *label : widget->findChildren<QLabel *>()) {
        if (label->text().contains(words) && label->textFormat() == Qt::PlainText) {
            return true;
        }
    }
    return false;
}

void give(QWidget *asker, const QString &secret, bool keep = false)
{
    auto *edit = asker->findChild<SecretEdit *>();
    QTest::keyClicks(edit, secret);
    if (keep) {
        asker->findChild<QCheckBox *>()->setChecked(true);
    }
    QTest::keyClick(edit, Qt::Key_Return);
}
}

/// What links ask, as people meet it: dialogs at the first login, bars for those at work, and the wallet before both.
class QuestionsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void theFirstLoginOpensADialog();
    void whoWatchesNoMoreIsNotAsked();
    void aReturnAsksInABarAndTakesNoFocus();
    void notNowIsNoLogin();
    void aRefusedBarAsksAgain();
    void anUnknownKeyWaitsInABar();
    void aWithdrawnBarTakesTheRestOfTheTyping();
    void aBarTellsOfItself();
    void anEmptyPasswordIsNotSent();
    void aDialogSendsNoEmptyPassword_data();
    void aDialogSendsNoEmptyPassword();
    void dialogsOpenOneAfterTheOther();
    void aWithdrawnDialogKeepsTheRestOfTheTyping_data();
    void aWithdrawnDialogKeepsTheRestOfTheTyping();
    void nothingOpensOverALiveDisplay_data();
    void nothingOpensOverALiveDisplay();
    void theWalletAnswersFirst();
    void whatIsTickedIsKeptOnceItWasRight();
    void whatIsTickedForANewConnectionIsKept();
    void withoutATickNothingIsKept();
    void aWrongOneFromTheWalletIsRemovedThere();
    void aRightOneFromTheWalletStaysThere_data();
    void aRightOneFromTheWalletStaysThere();
    void aWalletThatHangsIsNotWaitedFor();
    void aLateAnswerOfTheWalletIsTaken_data();
    void aLateAnswerOfTheWalletIsTaken();
    void codesAreNeitherAskedNorKept();

private:
    QTemporaryDir m_home;
};

void QuestionsTest::initTestCase()
{
    useHome(m_home.path());
    qunsetenv("SSH_AUTH_SOCK");
}

void QuestionsTest::theFirstLoginOpensADialog()
{
    ScriptedSshServer server({.password = "right"});
    Window desk(server.linkSpec());
    desk.link.open();
    SecretDialog *dialog = desk.askedInDialog();
    QVERIFY(dialog);
    QVERIFY(desk.bars().isEmpty());
    QVERIFY(!dialog->findChild<QCheckBox *>()); // there is no wallet
    give(dialog, u"right"_s);
    QVERIFY(desk.comes(LinkState::Live));
}

void QuestionsTest::whoWatchesNoMoreIsNotAsked()
{
    ScriptedSshServer server({.password = "right"});
    Window desk(server.linkSpec());
    desk.link.open();
    QVERIFY(desk.askedInDialog());
    desk.questions->unwatch(&desk.link);
    QVERIFY(WAIT_FOR(!desk.dialog<SecretDialog>()));
    desk.link.close();
    QVERIFY(desk.comes(LinkState::Closed));
    QSignalSpy keys(&desk.link, &Link::hostKeyQuestionAsked);
    QSignalSpy secrets(&desk.link, &Link::secretQuestionAsked);
    desk.link.open();
    QVERIFY(WAIT_FOR(!keys.isEmpty() || !secrets.isEmpty()));
    QVERIFY(!desk.dialog<SecretDialog>() && !desk.dialog<HostKeyDialog>());
    QVERIFY(desk.bars().isEmpty());
}

void QuestionsTest::aReturnAsksInABarAndTakesNoFocus()
{
    ScriptedSshServer server({.password = "right"});
    Window desk(server.linkSpec());
    desk.link.open();
    QVERIFY(desk.askedInDialog());
    give(desk.askedInDialog(), u"right"_s);
    QVERIFY(desk.comes(LinkState::Live));
    desk.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&desk.window, 30000));
    desk.desktop->setFocus();
    desk.forgetPassword();
    QVERIFY(desk.drop(server));
    QuestionBar *bar = desk.askedInBar();
    QVERIFY(bar);
    QVERIFY(!desk.dialog<SecretDialog>());
    QCOMPARE(desk.words, u"observer@127.0.0.1 needs your answer"_s);
    QTest::keyClicks(QApplication::focusWidget(), u"expose 300"_s);
    QCOMPARE(desk.desktop->text(), u"expose 300"_s);
    QVERIFY(bar->isUntouched());
    QVERIFY(desk.questions->focusBar());
    QCOMPARE(QApplication::focusWidget(), bar->findChild<SecretEdit *>());
    give(bar, u"right"_s);
    QVERIFY(desk.comes(LinkState::Live));
    QVERIFY(desk.bars().isEmpty());
    QCOMPARE(desk.words, QString());
    QVERIFY(!desk.questions->focusBar());
}

void QuestionsTest::notNowIsNoLogin()
{
    ScriptedSshServer server({.password = "right"});
    Window desk(server.linkSpec());
    desk.link.open();
    give(desk.askedInDialog(), u"right"_s);
    QVERIFY(desk.comes(LinkState::Live));
    desk.forgetPassword();
    QVERIFY(desk.drop(server));
    QVERIFY(desk.askedInBar());
    const int attempts = server.passwordAttempts();
    QTest::mouseClick(button(*desk.askedInBar(), u"Not Now"_s), Qt::LeftButton);
    QVERIFY(desk.comes(LinkState::Closed));
    QCOMPARE(desk.link.lastFailure()->kind, FailureKind::Refused); // nobody opens it again by himself
    QCOMPARE(server.passwordAttempts(), attempts);
    QVERIFY(desk.bars().isEmpty());
}

void QuestionsTest::aRefusedBarAsksAgain()
{
    ScriptedSshServer server({.password = "right"});
    Window desk(server.linkSpec());
    desk.link.open();
    give(desk.askedInDialog(), u"right"_s);
    QVERIFY(desk.comes(LinkState::Live));
    server.setPassword("tomorrow"); // what is remembered is wrong now
    QVERIFY(desk.drop(server));
    const QPointer<QuestionBar> bar = desk.askedInBar(); // the next one may be made where this one was
    QVERIFY(bar);
    QVERIFY(says(bar, u"not accepted"_s));
    QCOMPARE(server.passwordAttempts(), 2);
    desk.window.activateWindow(); // the dialog had it
    QVERIFY(QTest::qWaitForWindowActive(&desk.window, 30000));
    give(bar, u"wrong"_s);
    QVERIFY(WAIT_FOR(desk.bars().size() == 1 && desk.bars().first() != bar));
    QVERIFY(says(desk.bars().first(), u"attempt 3"_s));
    QTRY_VERIFY(desk.bars().first()->isAncestorOf(QApplication::focusWidget())); // who types it again need not look for it
    give(desk.bars().first(), u"tomorrow"_s);
    QVERIFY(desk.comes(LinkState::Live));
}

void QuestionsTest::anUnknownKeyWaitsInABar()
{
    ScriptedSshServer server({.password = "right"});
    Window desk(server.linkSpec());
    desk.link.open();
    give(desk.askedInDialog(), u"right"_s);
    QVERIFY(desk.comes(LinkState::Live));
    desk.night->forgetAll();
    desk.acceptsHosts = false;
    QVERIFY(desk.drop(server));
    QuestionBar *bar = desk.askedInBar();
    QVERIFY(bar);
    QVERIFY(!desk.dialog<HostKeyDialog>());
    QTest::mouseClick(button(*bar, u"Check Host Key…"_s), Qt::LeftButton);
    QTest::mouseClick(button(*bar, u"Check Host Key…"_s), Qt::LeftButton); // one is enough
    QVERIFY(desk.dialog<HostKeyDialog>());
    QCOMPARE(desk.window.findChildren<HostKeyDialog *>().size(), 1);
    QTest::mouseClick(button(*desk.dialog<HostKeyDialog>(), u"Accept Key Once"_s), Qt::LeftButton);
    QVERIFY(WAIT_FOR(desk.bars().size() == 1 && desk.bars().first()->findChild<SecretEdit *>()));
    QCOMPARE(desk.link.state(), LinkState::LoggingIn);
}

void QuestionsTest::aWithdrawnBarTakesTheRestOfTheTyping()
{
    ScriptedSshServer server({.password = "right"});
    Window desk(server.linkSpec());
    desk.link.open();
    give(desk.askedInDialog(), u"right"_s);
    QVERIFY(desk.comes(LinkState::Live));
    desk.forgetPassword();
    QVERIFY(desk.drop(server));
    QVERIFY(desk.askedInBar());
    desk.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&desk.window, 30000));
    QVERIFY(desk.questions->focusBar());
    QTest::keyClicks(QApplication::focusWidget(), u"rig"_s);
    desk.desktop->clear();
    desk.link.close();
    QVERIFY(desk.bars().isEmpty());
    QCOMPARE(QApplication::focusWidget(), desk.strip);
    QTest::keyClicks(QApplication::focusWidget(), u"ht"_s);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QCOMPARE(desk.desktop->text(), QString());
    QCOMPARE(desk.words, QString());
}

void QuestionsTest::aBarTellsOfItself()
{
    SecretDialog::Question question;
    question.promptText = u"observer@summit asks:"_s;
    question.serverText = u"<b>Code</b>"_s;
    question.refusalText = u"Your answer was not accepted."_s;
    question.offersSaving = true;
    QWidget window;
    auto *column = new QVBoxLayout(&window);
    auto *bar = new QuestionBar(question, u"Ctrl+L"_s);
    column->addWidget(bar);
    window.show();
    QVERIFY(says(bar, question.promptText));
    QVERIFY(says(bar, question.serverText));
    QVERIFY(says(bar, question.refusalText));
    QCOMPARE(bar->accessibleName(), question.promptText);
    QCOMPARE(namelessControls(window), QStringList());
    QCOMPARE(unreachableControls(window), QStringList());
}

void QuestionsTest::anEmptyPasswordIsNotSent()
{
    SecretDialog::Question question;
    question.mayBeEmpty = false;
    QuestionBar bar(question, {});
    bar.show();
    int answers = 0;
    connect(&bar, &QuestionBar::answered, this, [&answers] {
        ++answers;
    });
    auto *edit = bar.findChild<SecretEdit *>();
    QTest::keyClick(edit, Qt::Key_Return);
    QCOMPARE(answers, 0);
    QVERIFY(!button(bar, u"Log In"_s)->isEnabled());
    QTest::keyClicks(edit, u"x"_s);
    QVERIFY(button(bar, u"Log In"_s)->isEnabled());
    QTest::keyClick(edit, Qt::Key_Return);
    QTest::keyClick(edit, Qt::Key_Return);
    QCOMPARE(answers, 1);
}

void QuestionsTest::aDialogSendsNoEmptyPassword_data()
{
    QTest::addColumn<bool>("mayBeEmpty");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<bool>("isSent");
    QTest::newRow("Return alone sends no password") << false << QString() << false;
    QTest::newRow("a password is sent") << false << u"x"_s << true;
    QTest::newRow("a server's prompt may want Return alone") << true << QString() << true;
}

void QuestionsTest::aDialogSendsNoEmptyPassword()
{
    QFETCH(bool, mayBeEmpty);
    QFETCH(QString, typed);
    QFETCH(bool, isSent);
    SecretDialog::Question question;
    question.mayBeEmpty = mayBeEmpty;
    SecretDialog dialog(question);
    QSignalSpy answers(&dialog, &SecretDialog::answered);
    dialog.show();
    give(&dialog, typed);
    QCOMPARE(answers.size(), isSent ? 1 : 0);
    QCOMPARE(dialog.isVisible(), !isSent);
}

void QuestionsTest::dialogsOpenOneAfterTheOther()
{
    ScriptedSshServer first({.password = "right"});
    ScriptedSshServer second({.password = "right"});
    Window desk(first.linkSpec());
    Link two(LinkTarget{second.linkSpec(), false});
    desk.questions->watchLink(&two);
    desk.acceptsHosts = false;
    QSignalSpy firstAsks(&desk.link, &Link::hostKeyQuestionAsked);
    QSignalSpy secondAsks(&two, &Link::hostKeyQuestionAsked);
    desk.link.open();
    two.open();
    QVERIFY(WAIT_FOR(firstAsks.size() == 1 && secondAsks.size() == 1));
    const auto visible = [&desk] {
        QList<QDialog *> dialogs;
        for (QDialog *dialog : desk.window.findChildren<QDialog *>()) {
            if (dialog->isVisible()) {
                dialogs << dialog;
            }
        }
        return dialogs;
    };
    // A key and a password of each, and never two dialogs: what is typed into one must not end in the other.
    for (int i = 0; i < 4; ++i) {
        QVERIFY(WAIT_FOR(!visible().isEmpty()));
        QCOMPARE(visible().size(), 1);
        if (auto *key = qobject_cast<HostKeyDialog *>(visible().first())) {
            QTest::mouseClick(button(*key, u"Accept Key Once"_s), Qt::LeftButton);
        } else {
            give(visible().first(), u"right"_s);
        }
    }
    QVERIFY(desk.comes(LinkState::Live));
    QVERIFY(WAIT_FOR(two.state() == LinkState::Live));
    // One that is withdrawn while it waits, or while it is open, holds up nobody.
    desk.link.secrets()->forgetAll();
    two.secrets()->forgetAll();
    for (Link *link : {&desk.link, &two}) {
        link->close();
        link->open();
    }
    QVERIFY(WAIT_FOR(firstAsks.size() == 2 && secondAsks.size() == 2));
    QCOMPARE(visible().size(), 1);
    desk.link.close();
    QVERIFY(WAIT_FOR(visible().size() == 1));
    two.close();
    QVERIFY(WAIT_FOR(visible().isEmpty() && desk.window.findChildren<QDialog *>().isEmpty()));
}

void QuestionsTest::aWithdrawnDialogKeepsTheRestOfTheTyping_data()
{
    QTest::addColumn<bool>("nextWaits");
    QTest::newRow("not for the next host's dialog") << true;
    QTest::newRow("not for the window behind it") << false;
}

void QuestionsTest::aWithdrawnDialogKeepsTheRestOfTheTyping()
{
    QFETCH(bool, nextWaits);
    ScriptedSshServer leaving({.password = "right"});
    ScriptedSshServer next({.password = "right"});
    Window desk(next.linkSpec());
    desk.link.open();
    give(desk.askedInDialog(), u"right"_s);
    QVERIFY(desk.comes(LinkState::Live));
    desk.link.close();
    desk.forgetPassword();
    Link first(LinkTarget{leaving.linkSpec(), false});
    desk.questions->watchLink(&first);
    first.open();
    QVERIFY(WAIT_FOR(desk.dialog<HostKeyDialog>() != nullptr));
    QTest::mouseClick(button(*desk.dialog<HostKeyDialog>(), u"Accept Key Once"_s), Qt::LeftButton);
    const QPointer<SecretDialog> asked = desk.askedInDialog();
    QVERIFY(asked);
    if (nextWaits) {
        QSignalSpy nextAsks(&desk.link, &Link::secretQuestionAsked);
        desk.link.open();
        QVERIFY(WAIT_FOR(nextAsks.size() == 1));
    }
    const auto focused = [] {
        return QApplication::focusWidget() ? QApplication::focusWidget() : QApplication::activeWindow();
    };
    QVERIFY(QTest::qWaitForWindowActive(asked, 30000));
    QTest::keyClicks(focused(), u"rig"_s);
    // Not until the connection is closed, which its thread tells later: the dialog goes by itself after a second without a key.
    QSignalSpy withdrawn(&first, &Link::questionWithdrawn);
    leaving.hangUp();
    QVERIFY(WAIT_FOR(withdrawn.size() == 1));
    // All but timers: a busy machine may need that second.
    QCoreApplication::processEvents(QEventLoop::X11ExcludeTimers);
    for (const QChar typed : u"ht"_s) {
        QVERIFY(focused());
        QTest::keyClick(focused(), typed.toLatin1());
        QCoreApplication::processEvents(QEventLoop::X11ExcludeTimers);
    }
    QTest::keyClick(focused(), Qt::Key_Return);
    QVERIFY(asked && asked->isVisible());
    QVERIFY(says(asked, u"is not sent"_s));
    QVERIFY(WAIT_FOR(!asked));
    QVERIFY(WAIT_FOR(first.state() == LinkState::Closed));
    QCOMPARE(desk.desktop->text(), QString());
    QCOMPARE(leaving.passwordAttempts(), 0);
    QCOMPARE(next.passwordAttempts(), 1);
    if (nextWaits) {
        SecretDialog *dialog = desk.askedInDialog();
        QVERIFY(dialog);
        QCOMPARE(dialog->findChild<SecretEdit *>()->text(), QString());
        give(dialog, u"right"_s);
        QVERIFY(desk.comes(LinkState::Live));
    }
}

void QuestionsTest::nothingOpensOverALiveDisplay_data()
{
    QTest::addColumn<bool>("isLive");
    QTest::addColumn<bool>("hasStrip");
    QTest::newRow("a link's first login asks in its bar while a display of another is live") << true << true;
    QTest::newRow("before that it asks in a dialog") << false << true;
    QTest::newRow("a link without a strip, as a board has it, asks in the place for such while a display is live") << true << false;
    QTest::newRow("before that a link without a strip asks in a dialog, too") << false << false;
}

void QuestionsTest::nothingOpensOverALiveDisplay()
{
    QFETCH(bool, isLive);
    QFETCH(bool, hasStrip);
    ScriptedSshServer first({.password = "right"});
    ScriptedSshServer second({.password = "right"});
    Window desk(first.linkSpec());
    TestDisplay display(&desk.link);
    desk.questions->protectFromDialogs(&display);
    desk.link.open();
    give(desk.askedInDialog(), u"right"_s);
    QVERIFY(desk.comes(LinkState::Live));
    display.start();
    if (isLive) {
        display.reportOpened();
        display.reportContentAppeared();
    }
    QCOMPARE(display.state() == SessionState::Live, isLive);
    desk.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&desk.window, 30000));
    desk.desktop->setFocus();

    Link late(LinkTarget{second.linkSpec(), false});
    LinkStatusPanel strip(&late);
    QWidget around;
    desk.questions->setFallbackBarLayout(new QVBoxLayout(&around));
    if (hasStrip) {
        desk.questions->watchLink(&late, &strip);
        strip.show();
    } else {
        desk.questions->watchLink(&late);
        around.show();
    }
    desk.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&desk.window, 30000));
    QSignalSpy keys(&late, &Link::hostKeyQuestionAsked);
    QSignalSpy secrets(&late, &Link::secretQuestionAsked);
    late.open();
    for (const bool isKey : {true, false}) {
        QVERIFY(WAIT_FOR((isKey ? keys : secrets).size() == 1));
        QCOMPARE(desk.dialog<QDialog>() == nullptr, isLive);
        if (isLive) {
            QTest::keyClicks(QApplication::focusWidget(), u"x"_s);
            QCOMPARE(desk.desktop->text(), isKey ? u"x"_s : u"xx"_s);
        }
        if (isKey) {
            late.answerHostKey(keys.first().first().value<HostKeyQuestion>().id, HostKeyAnswer::AcceptOnce);
        }
    }
    const QList<QuestionBar *> bars = (hasStrip ? &strip : &around)->findChildren<QuestionBar *>();
    QCOMPARE(bars.isEmpty(), !isLive);
    if (isLive) {
        Q_EMIT bars.constLast()->declined();
        QVERIFY(!bars.constLast()->isVisible()); // it leaves its place
    }
    late.close();
}

void QuestionsTest::theWalletAnswersFirst()
{
    ScriptedSshServer server({.password = "right"});
    Window desk(server.linkSpec());
    TestKeeper keeper;
    const QString name = u"password observer@127.0.0.1:%1"_s.arg(server.port());
    keeper.kept.insert(name, text(u"right"_s));
    desk.questions->setSecretStore(&keeper);
    desk.link.open();
    QVERIFY(desk.comes(LinkState::Live));
    QCOMPARE(keeper.asked, QStringList{name});
    QVERIFY(!desk.dialog<SecretDialog>());
}

void QuestionsTest::whatIsTickedIsKeptOnceItWasRight()
{
    ScriptedSshServer server({.password = "right"});
    Window desk(server.linkSpec());
    TestKeeper keeper;
    desk.questions->setSecretStore(&keeper);
    desk.link.open();
    const QPointer<SecretDialog> dialog = desk.askedInDialog(); // the next one may be made where this one was
    QVERIFY(dialog);
    QVERIFY(!dialog->findChild<QCheckBox *>()->isChecked());
    give(dialog, u"wrong"_s, true);
    QVERIFY(WAIT_FOR(desk.dialog<SecretDialog>() && desk.dialog<SecretDialog>() != dialog));
    QVERIFY(keeper.kept.isEmpty());
    give(desk.dialog<SecretDialog>(), u"right"_s, true);
    QVERIFY(desk.comes(LinkState::Live));
    QCOMPARE(keeper.kept.size(), 1);
    QCOMPARE(keeper.kept.begin()->view(), "right");
}

void QuestionsTest::whatIsTickedForANewConnectionIsKept()
{
    ScriptedSshServer server({.password = "right"});
    Window desk(server.linkSpec());
    TestKeeper keeper;
    desk.questions->setSecretStore(&keeper);
    desk.link.open();
    give(desk.askedInDialog(), u"right"_s);
    QVERIFY(desk.comes(LinkState::Live));
    QVERIFY(keeper.kept.isEmpty());
    // As when a new connection is opened next to a silent one: the link is live all the time.
    SecretQuestion question;
    question.id = 1'000'000;
    question.account = u"observer@127.0.0.1"_s;
    question.nightSecretName = NightSecrets::passwordName(u"observer@127.0.0.1:%1"_s.arg(server.port()));
    question.isReconnection = true;
    Q_EMIT desk.link.secretQuestionAsked(question);
    QuestionBar *bar = desk.askedInBar();
    QVERIFY(bar);
    give(bar, u"right"_s, true);
    QVERIFY(keeper.kept.isEmpty());
    Q_EMIT desk.link.connectionRenewed();
    QCOMPARE(keeper.kept.size(), 1);
    QCOMPARE(keeper.kept.begin()->view(), "right");
}

void QuestionsTest::withoutATickNothingIsKept()
{
    ScriptedSshServer server({.password = "right"});
    Window desk(server.linkSpec());
    TestKeeper keeper;
    desk.questions->setSecretStore(&keeper);
    desk.link.open();
    give(desk.askedInDialog(), u"right"_s);
    QVERIFY(desk.comes(LinkState::Live));
    QVERIFY(keeper.kept.isEmpty());
}

void QuestionsTest::aWrongOneFromTheWalletIsRemovedThere()
{
    ScriptedSshServer server({.password = "right"});
    Window desk(server.linkSpec());
    TestKeeper keeper;
    const QString name = u"password observer@127.0.0.1:%1"_s.arg(server.port());
    keeper.kept.insert(name, text(u"yesterday"_s));
    desk.questions->setSecretStore(&keeper);
    desk.link.open();
    SecretDialog *dialog = desk.askedInDialog();
    QVERIFY(dialog);
    QCOMPARE(keeper.removed, QStringList{name});
    QCOMPARE(server.passwordAttempts(), 1); // it was tried once, and no more
    QVERIFY(says(dialog, u"from the keychain"_s));
    give(dialog, u"right"_s);
    QVERIFY(desk.comes(LinkState::Live));
    QVERIFY(keeper.kept.isEmpty());
}

void QuestionsTest::aRightOneFromTheWalletStaysThere_data()
{
    QTest::addColumn<QString>("story");
    QTest::newRow("a mistyped code after it is the code's fault") << u"code"_s;
    QTest::newRow("it opened the evening's login; what is refused at night is another matter") << u"later"_s;
}

void QuestionsTest::aRightOneFromTheWalletStaysThere()
{
    QFETCH(QString, story);
    ScriptedSshServer::Script script{.password = "right"};
    if (story == u"code") {
        script = {.rounds = {{{"Password: ", false, "right"}}, {{"Code: ", false, "123456"}}}};
    }
    ScriptedSshServer server(script);
    Window desk(server.linkSpec());
    TestKeeper keeper;
    const QString name = u"password observer@127.0.0.1:%1"_s.arg(server.port());
    keeper.kept.insert(name, text(u"right"_s));
    desk.questions->setSecretStore(&keeper);
    desk.link.open();
    QPointer<QWidget> asked;
    if (story == u"code") {
        const QPointer<SecretDialog> code = desk.askedInDialog();
        QVERIFY(code);
        QVERIFY(says(code, u"Code:"_s));
        give(code, u"123457"_s);
        QVERIFY(WAIT_FOR(desk.dialog<SecretDialog>() && desk.dialog<SecretDialog>() != code));
        asked = desk.dialog<SecretDialog>();
    } else {
        QVERIFY(desk.comes(LinkState::Live));
        server.setPassword("tomorrow");
        QVERIFY(desk.drop(server));
        asked = desk.askedInBar();
    }
    QVERIFY(asked);
    QCOMPARE(keeper.removed, QStringList());
    QVERIFY(!says(asked, u"removed the password"_s));
    QCOMPARE(says(asked, u"may still be correct"_s), story != u"later");
    QCOMPARE(keeper.asked, QStringList{name}); // and is not tried once more by itself
    give(asked, story == u"later" ? u"tomorrow"_s : u"right"_s);
    if (story == u"code") {
        QVERIFY(WAIT_FOR(desk.dialog<SecretDialog>() && desk.dialog<SecretDialog>() != asked));
        give(desk.dialog<SecretDialog>(), u"123456"_s);
    }
    QVERIFY(desk.comes(LinkState::Live));
    QVERIFY(keeper.kept.contains(name));
}

void QuestionsTest::aWalletThatHangsIsNotWaitedFor()
{
    ScriptedSshServer server({.password = "right"});
    Window desk(server.linkSpec());
    TestKeeper keeper;
    keeper.hangs = true;
    desk.questions->setSecretStore(&keeper);
    desk.link.open();
    // In the bar: the wallet's own window may be open, and what is typed there must not end in ours.
    QuestionBar *bar = desk.askedInBar();
    QVERIFY(bar);
    QVERIFY(!desk.dialog<SecretDialog>());
    give(bar, u"right"_s);
    QVERIFY(desk.comes(LinkState::Live));
    keeper.late(text(u"late"_s));
    QCOMPARE(desk.link.state(), LinkState::Live);
}

void QuestionsTest::aLateAnswerOfTheWalletIsTaken_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<bool>("isTaken");
    QTest::newRow("while nobody has typed") << QString() << true;
    QTest::newRow("not from under the hands of who types") << u"rig"_s << false;
}

void QuestionsTest::aLateAnswerOfTheWalletIsTaken()
{
    QFETCH(QString, typed);
    QFETCH(bool, isTaken);
    ScriptedSshServer server({.password = "right"});
    Window desk(server.linkSpec());
    TestKeeper keeper;
    keeper.hangs = true;
    desk.questions->setSecretStore(&keeper);
    desk.link.open();
    QuestionBar *bar = desk.askedInBar();
    QVERIFY(bar);
    QTest::keyClicks(bar->findChild<SecretEdit *>(), typed);
    keeper.late(text(u"right"_s));
    if (isTaken) {
        QVERIFY(desk.comes(LinkState::Live));
    } else {
        QCOMPARE(desk.bars(), QList{bar});
        give(bar, u"ht"_s);
        QVERIFY(desk.comes(LinkState::Live));
    }
    QVERIFY(desk.bars().isEmpty());
}

void QuestionsTest::codesAreNeitherAskedNorKept()
{
    ScriptedSshServer server({.prompts = {{"Code: ", false, "123456"}}});
    Window desk(server.linkSpec());
    TestKeeper keeper;
    desk.questions->setSecretStore(&keeper);
    desk.link.open();
    SecretDialog *dialog = desk.askedInDialog();
    QVERIFY(dialog);
    QVERIFY(!dialog->findChild<QCheckBox *>());
    give(dialog, u"123456"_s);
    QVERIFY(desk.comes(LinkState::Live));
    QVERIFY(keeper.asked.isEmpty());
    QVERIFY(keeper.kept.isEmpty());
}

NIGHTDESK_TEST(QuestionsTest)
#include "questionstest.moc"
