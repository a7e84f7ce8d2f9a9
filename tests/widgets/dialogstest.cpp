// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testprogram.h"
#include "tests/widgets/accessible.h"
#include "tests/widgets/dialogparts.h"
#include "widgets/facility/accountdialog.h"
#include "widgets/facility/sitedialog.h"
#include "widgets/questions/hostkeydialog.h"
#include "widgets/questions/secretdialog.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTest>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

namespace
{
HostKeyQuestion unknownHost()
{
    HostKeyQuestion question;
    question.id = 7;
    question.host = u"[lris.summit.example]:2222"_s;
    question.keyType = u"ED25519"_s;
    question.fingerprint = u"SHA256:abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG"_s;
    question.randomArt = u"+--[ED25519]--+\n|  .o+ <b>x   |\n+-----------+"_s;
    question.note = u"Another type of key is known for <this> host."_s;
    return question;
}

SecretDialog::Question password()
{
    SecretDialog::Question question;
    question.title = u"Password"_s;
    question.promptText = u"Password of lris1@summit:"_s;
    question.serverText = u"<a href=x>Enter PASSCODE</a>"_s;
    question.refusalText = u"That was not accepted."_s;
    return question;
}

SiteDialog::Question sites()
{
    SiteDialog::Question question;
    question.facility = u"Observatory <b>"_s;
    question.sites = {{u"hilo"_s, u"Hilo"_s, {u"only"_s}}, {u"santa-cruz"_s, {}, {u"left"_s, u"right"_s}}};
    question.hostName = u"desk.example"_s;
    return question;
}

bool saysPlainly(const QWidget &dialog, const QString &text)
{
    for (const QLabel *label : dialog.findChildren<QLabel *>()) {
        if (label->isVisibleTo(&dialog) && label->text().contains(text) && label->textFormat() == Qt::PlainText) {
            return true;
        }
    }
    return false;
}
}

/// The questions a person gets asked: one answer each, however the window is closed.
class DialogsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void hostKeyAnswers_data();
    void hostKeyAnswers();
    void theHostKeyIsShown();
    void theHostKeyDialogTellsOfItself();
    void secretAnswers_data();
    void secretAnswers();
    void theSecretIsGoneFromTheDialog();
    void theSecretIsWhatWasTyped();
    void anEmptySecretIsAnAnswer();
    void theSecretDialogTellsOfItself();
    void siteAnswers_data();
    void siteAnswers();
    void noSiteIsChosenBeforehand();
    void aSiteThatTheMachineIsNamedAfter_data();
    void aSiteThatTheMachineIsNamedAfter();
    void theSiteDialogTellsOfItself();
    void freeAccounts_data();
    void freeAccounts();
    void listedAccounts_data();
    void listedAccounts();
    void theAccountDialogTellsOfItself_data();
    void theAccountDialogTellsOfItself();
};

void DialogsTest::hostKeyAnswers_data()
{
    QTest::addColumn<QString>("how");
    QTest::addColumn<HostKeyAnswer>("expected");
    QTest::newRow("Escape refuses") << u"Escape"_s << HostKeyAnswer::Refuse;
    QTest::newRow("Return refuses") << u"Return"_s << HostKeyAnswer::Refuse;
    QTest::newRow("Enter refuses") << u"Enter"_s << HostKeyAnswer::Refuse;
    QTest::newRow("Space, as the dialog opens, refuses") << u"Space"_s << HostKeyAnswer::Refuse;
    QTest::newRow("closing the window refuses") << u"close"_s << HostKeyAnswer::Refuse;
    QTest::newRow("Refuse refuses") << u"Refuse Key"_s << HostKeyAnswer::Refuse;
    QTest::newRow("Return refuses wherever the focus is") << u"Return on Accept"_s << HostKeyAnswer::Refuse;
    QTest::newRow("once") << u"Accept Key Once"_s << HostKeyAnswer::AcceptOnce;
    QTest::newRow("and remembered") << u"Accept and Remember Key"_s << HostKeyAnswer::AcceptAndSave;
}

void DialogsTest::hostKeyAnswers()
{
    QFETCH(QString, how);
    QFETCH(HostKeyAnswer, expected);
    HostKeyDialog dialog(unknownHost());
    QList<HostKeyAnswer> answers;
    connect(&dialog, &HostKeyDialog::answered, this, [&answers](HostKeyAnswer answer) {
        answers.append(answer);
    });
    QVERIFY(bring(dialog));
    QCOMPARE(QApplication::focusWidget(), button(dialog, u"Refuse Key"_s));
    if (how == u"Escape") {
        QTest::keyClick(&dialog, Qt::Key_Escape);
    } else if (how == u"Return") {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    } else if (how == u"Enter") {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Enter);
    } else if (how == u"Space") {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
    } else if (how == u"close") {
        dialog.close();
    } else if (how == u"Return on Accept") {
        QPushButton *save = button(dialog, u"Accept and Remember Key"_s);
        save->setFocus(Qt::TabFocusReason);
        QTest::keyClick(save, Qt::Key_Return);
    } else {
        QVERIFY(button(dialog, how));
        QTest::mouseClick(button(dialog, how), Qt::LeftButton);
    }
    QCOMPARE(answers, QList{expected});
    QVERIFY(!dialog.isVisible());
    // Whatever comes after that is no answer any more.
    dialog.close();
    dialog.reject();
    dialog.accept();
    QCOMPARE(answers.size(), 1);
}

void DialogsTest::theHostKeyIsShown()
{
    HostKeyDialog dialog(unknownHost());
    QVERIFY(bring(dialog));
    QVERIFY(dialog.windowTitle().contains(u"lris.summit.example"));
    QVERIFY(saysPlainly(dialog, unknownHost().host));
    QVERIFY(saysPlainly(dialog, unknownHost().fingerprint));
    QVERIFY(saysPlainly(dialog, unknownHost().keyType));
    QVERIFY(saysPlainly(dialog, unknownHost().randomArt));
    QVERIFY(saysPlainly(dialog, unknownHost().note));
}

void DialogsTest::theHostKeyDialogTellsOfItself()
{
    HostKeyDialog dialog(unknownHost());
    QVERIFY(bring(dialog));
    QCOMPARE(namelessControls(dialog), QStringList());
    QCOMPARE(unreachableControls(dialog), QStringList());
}

void DialogsTest::secretAnswers_data()
{
    QTest::addColumn<QString>("how");
    QTest::addColumn<bool>("given");
    QTest::newRow("Return gives it") << u"Return"_s << true;
    QTest::newRow("OK gives it") << u"OK"_s << true;
    QTest::newRow("Escape gives nothing") << u"Escape"_s << false;
    QTest::newRow("Cancel gives nothing") << u"Cancel"_s << false;
    QTest::newRow("closing the window gives nothing") << u"close"_s << false;
}

void DialogsTest::secretAnswers()
{
    QFETCH(QString, how);
    QFETCH(bool, given);
    SecretDialog dialog(password());
    QList<std::optional<Secret>> answers;
    connect(&dialog, &SecretDialog::answered, this, [&answers](const std::optional<Secret> &secret) {
        answers.append(secret);
    });
    QVERIFY(bring(dialog));
    auto *edit = dialog.findChild<QLineEdit *>();
    QCOMPARE(QApplication::focusWidget(), edit);
    QCOMPARE(edit->echoMode(), QLineEdit::Password);
    QTest::keyClicks(edit, u"swordfish"_s);
    if (how == u"Return") {
        QTest::keyClick(edit, Qt::Key_Return);
    } else if (how == u"Escape") {
        QTest::keyClick(edit, Qt::Key_Escape);
    } else if (how == u"close") {
        dialog.close();
    } else {
        QVERIFY(button(dialog, how));
        QTest::mouseClick(button(dialog, how), Qt::LeftButton);
    }
    QCOMPARE(answers.size(), 1);
    QCOMPARE(answers.first().has_value(), given);
    if (given) {
        QCOMPARE(answers.first()->view(), QByteArrayView("swordfish"));
    }
    dialog.close();
    dialog.accept();
    dialog.reject();
    QCOMPARE(answers.size(), 1);
}

void DialogsTest::theSecretIsGoneFromTheDialog()
{
    for (const bool accept : {true, false}) {
        SecretDialog dialog(password());
        bool isEmptyAtTheAnswer = false;
        auto *edit = dialog.findChild<QLineEdit *>();
        connect(&dialog, &SecretDialog::answered, this, [&isEmptyAtTheAnswer, edit] {
            isEmptyAtTheAnswer = edit->text().isEmpty() && !edit->isUndoAvailable();
        });
        QVERIFY(bring(dialog));
        QTest::keyClicks(edit, u"swordfish"_s);
        accept ? dialog.accept() : dialog.reject();
        QVERIFY(isEmptyAtTheAnswer);
        edit->undo();
        QCOMPARE(edit->text(), QString());
    }
}

void DialogsTest::theSecretIsWhatWasTyped()
{
    SecretDialog dialog(password());
    std::optional<Secret> secret;
    connect(&dialog, &SecretDialog::answered, this, [&](const std::optional<Secret> &given) {
        secret = given;
    });
    QVERIFY(bring(dialog));
    auto *edit = qobject_cast<QLineEdit *>(QApplication::focusWidget());
    QVERIFY(edit);
    QTest::keyClicks(edit, u"pass w"_s);
    edit->insert(u"örd"_s); // as an input method would
    QTest::keyClick(edit, Qt::Key_Return);
    QVERIFY(secret);
    QCOMPARE(secret->view(), QByteArrayView("pass w\xc3\xb6rd"));
}

void DialogsTest::anEmptySecretIsAnAnswer()
{
    SecretDialog::Question question = password();
    question.echo = true;
    SecretDialog dialog(question);
    QList<std::optional<Secret>> answers;
    connect(&dialog, &SecretDialog::answered, this, [&answers](const std::optional<Secret> &secret) {
        answers.append(secret);
    });
    QVERIFY(bring(dialog));
    QCOMPARE(dialog.findChild<QLineEdit *>()->echoMode(), QLineEdit::Normal);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QCOMPARE(answers.size(), 1);
    QVERIFY(answers.first());
    QVERIFY(answers.first()->isEmpty());
}

void DialogsTest::theSecretDialogTellsOfItself()
{
    SecretDialog::Question question = password();
    SecretDialog dialog(question);
    QVERIFY(bring(dialog));
    QVERIFY(saysPlainly(dialog, question.promptText));
    QVERIFY(saysPlainly(dialog, question.serverText)); // the server's words are no markup
    QVERIFY(saysPlainly(dialog, question.refusalText));
    QCOMPARE(namelessControls(dialog), QStringList());
    QCOMPARE(unreachableControls(dialog), QStringList());
}

void DialogsTest::siteAnswers_data()
{
    QTest::addColumn<QString>("how");
    QTest::addColumn<std::optional<QString>>("expected");
    const std::optional<QString> none;
    QTest::newRow("Choose gives the chosen one") << u"Choose Site"_s << std::optional(u"santa-cruz"_s);
    QTest::newRow("Return gives the chosen one") << u"Return"_s << std::optional(u"santa-cruz"_s);
    QTest::newRow("a double click gives what it hits") << u"double click"_s << std::optional(u"santa-cruz"_s);
    QTest::newRow("Return without a choice gives nothing") << u"Return at once"_s << none;
    QTest::newRow("Cancel gives nothing") << u"Cancel"_s << none;
    QTest::newRow("Escape gives nothing") << u"Escape"_s << none;
    QTest::newRow("closing the window gives nothing") << u"close"_s << none;
}

void DialogsTest::siteAnswers()
{
    QFETCH(QString, how);
    QFETCH(std::optional<QString>, expected);
    SiteDialog dialog(sites());
    QList<std::optional<QString>> answers;
    connect(&dialog, &SiteDialog::answered, this, [&answers](const std::optional<QString> &site) {
        answers.append(site);
    });
    QVERIFY(bring(dialog));
    auto *list = dialog.findChild<QListWidget *>();
    const QPoint second = list->visualItemRect(list->item(1)).center();
    if (how == u"Return at once") {
        QTest::keyClick(list, Qt::Key_Return);
        QVERIFY(dialog.isVisible()); // nothing to say yet
        QCOMPARE(answers.size(), 0);
        dialog.close();
    } else {
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, second);
        if (how == u"Return") {
            QTest::keyClick(list, Qt::Key_Return);
        } else if (how == u"double click") {
            QTest::mouseDClick(list->viewport(), Qt::LeftButton, {}, second);
        } else if (how == u"Escape") {
            QTest::keyClick(&dialog, Qt::Key_Escape);
        } else if (how == u"close") {
            dialog.close();
        } else {
            QTest::mouseClick(button(dialog, how), Qt::LeftButton);
        }
    }
    QCOMPARE(answers, QList{expected});
    dialog.accept();
    dialog.reject();
    QCOMPARE(answers.size(), 1);
}

void DialogsTest::noSiteIsChosenBeforehand()
{
    SiteDialog dialog(sites());
    QVERIFY(bring(dialog));
    QVERIFY(!button(dialog, u"Choose Site"_s)->isEnabled());
    auto *list = dialog.findChild<QListWidget *>();
    QVERIFY(list->selectedItems().isEmpty());
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->item(0)).center());
    QVERIFY(button(dialog, u"Choose Site"_s)->isEnabled());
    SiteDialog::Question named = sites();
    named.hostName = u"console1.hilo.example"_s;
    SiteDialog other(named);
    QCOMPARE(other.findChild<QListWidget *>()->selectedItems().size(), 1);
    QVERIFY(button(other, u"Choose Site"_s)->isEnabled());
}

void DialogsTest::aSiteThatTheMachineIsNamedAfter_data()
{
    QTest::addColumn<QString>("hostName");
    QTest::addColumn<QString>("expected");
    QTest::newRow("its name has the site as a word") << u"hilo-desk2"_s << u"hilo"_s;
    QTest::newRow("in capitals") << u"HILO"_s << u"hilo"_s;
    QTest::newRow("in its domain") << u"desk2.hilo.example"_s << u"hilo"_s;
    QTest::newRow("a site of two words") << u"desk.santa-cruz.example"_s << u"santa-cruz"_s;
    QTest::newRow("only a part of a word") << u"philox"_s << QString();
    QTest::newRow("only a part of the site") << u"santa"_s << QString();
    QTest::newRow("two sites") << u"hilo.santa-cruz.example"_s << QString();
    QTest::newRow("no site") << u"localhost"_s << QString();
    QTest::newRow("no name") << QString() << QString();
}

void DialogsTest::aSiteThatTheMachineIsNamedAfter()
{
    QFETCH(QString, hostName);
    QTEST(SiteDialog::plausibleSiteId(sites().sites, hostName), "expected");
}

void DialogsTest::theSiteDialogTellsOfItself()
{
    SiteDialog::Question question = sites();
    question.formerlyConfiguredSiteId = u"kona<i>"_s;
    question.sites.append({u"kona"_s, u"K\u202eona\n"_s, {u"a\tb"_s}});
    SiteDialog dialog(question);
    QVERIFY(bring(dialog));
    QVERIFY(saysPlainly(dialog, question.facility));
    QVERIFY(saysPlainly(dialog, u"kona<i>"_s));
    QVERIFY(saysPlainly(dialog, u"Settings ▸ Site of This Workstation"_s));
    auto *list = dialog.findChild<QListWidget *>();
    QCOMPARE(list->item(0)->text(), u"Hilo\nOne screen: only"_s);
    QCOMPARE(list->item(1)->text(), u"santa-cruz\n2 screens: left, right"_s);
    QCOMPARE(list->item(2)->text(), u"K ona\nOne screen: a b"_s); // a line break would pass for our own words
    list->setCurrentRow(0);
    QCOMPARE(namelessControls(dialog), QStringList());
    QCOMPARE(unreachableControls(dialog), QStringList());
}

void DialogsTest::freeAccounts_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<bool>("good");
    QTest::newRow("an account") << u"lris1"_s << true;
    QTest::newRow("spaces around it are no part of it") << u"  lris1 "_s << true;
    QTest::newRow("a space within") << u"lris 1"_s << false;
    QTest::newRow("what ssh would take for an option") << u"-oProxyCommand=x"_s << false;
    QTest::newRow("with a host") << u"lris1@summit"_s << false;
    QTest::newRow("with a colon") << u"lris1:secret"_s << false;
    QTest::newRow("nothing") << QString() << false;
    QTest::newRow("spaces alone") << u"   "_s << false;
}

void DialogsTest::freeAccounts()
{
    QFETCH(QString, typed);
    QFETCH(bool, good);
    AccountDialog dialog({u"LRIS"_s, {}, u"lris9"_s});
    QList<std::optional<QString>> answers;
    connect(&dialog, &AccountDialog::answered, this, [&answers](const std::optional<QString> &account) {
        answers.append(account);
    });
    QVERIFY(bring(dialog));
    auto *edit = qobject_cast<QLineEdit *>(QApplication::focusWidget());
    QVERIFY(edit);
    QCOMPARE(edit->selectedText(), u"lris9"_s); // proposed; typing takes its place
    edit->clear();
    QTest::keyClicks(edit, typed);
    QCOMPARE(button(dialog, u"OK"_s)->isEnabled(), good);
    // A mistake is told, an empty field is none.
    QCOMPARE(saysPlainly(dialog, u"The account is not valid"_s), !good && !typed.trimmed().isEmpty());
    QTest::keyClick(edit, Qt::Key_Return);
    QCOMPARE(answers.size(), good ? 1 : 0);
    QCOMPARE(dialog.isVisible(), !good);
    dialog.reject();
    QCOMPARE(answers.size(), 1);
    QCOMPARE(answers.constFirst(), good ? std::optional(typed.trimmed()) : std::nullopt);
}

void DialogsTest::listedAccounts_data()
{
    QTest::addColumn<QString>("proposal");
    QTest::addColumn<QString>("how");
    QTest::addColumn<std::optional<QString>>("expected");
    const std::optional<QString> none;
    QTest::newRow("the proposal is one click") << u"lris2"_s << u"OK"_s << std::optional(u"lris2"_s);
    QTest::newRow("another one is chosen") << u"lris2"_s << u"third"_s << std::optional(u"lris3"_s);
    QTest::newRow("without a proposal nothing is chosen") << QString() << u"nothing"_s << none;
    QTest::newRow("a proposal that is not in the list") << u"root"_s << u"nothing"_s << none;
    QTest::newRow("Cancel") << u"lris2"_s << u"Cancel"_s << none;
}

void DialogsTest::listedAccounts()
{
    QFETCH(QString, proposal);
    QFETCH(QString, how);
    QFETCH(std::optional<QString>, expected);
    AccountDialog dialog({u"LRIS"_s, {u"lris1"_s, u"lris2"_s, u"lris3"_s}, proposal});
    QList<std::optional<QString>> answers;
    connect(&dialog, &AccountDialog::answered, this, [&answers](const std::optional<QString> &account) {
        answers.append(account);
    });
    QVERIFY(bring(dialog));
    auto *list = dialog.findChild<QComboBox *>();
    QVERIFY(list && !list->isEditable());
    QVERIFY(!dialog.findChild<QLineEdit *>());
    if (how == u"nothing") {
        QVERIFY(!button(dialog, u"OK"_s)->isEnabled());
        dialog.accept();
        QVERIFY(dialog.isVisible());
        dialog.close();
    } else {
        if (how == u"third") {
            list->setCurrentIndex(2);
        }
        QTest::mouseClick(button(dialog, how == u"Cancel" ? u"Cancel"_s : u"OK"_s), Qt::LeftButton);
    }
    QCOMPARE(answers, QList{expected});
}

void DialogsTest::theAccountDialogTellsOfItself_data()
{
    QTest::addColumn<QStringList>("accounts");
    QTest::newRow("free") << QStringList();
    QTest::newRow("of a list") << QStringList{u"lris1"_s};
}

void DialogsTest::theAccountDialogTellsOfItself()
{
    QFETCH(QStringList, accounts);
    AccountDialog dialog({u"LRIS\u202e <b>&amp;"_s, accounts, u"lris1"_s});
    QVERIFY(bring(dialog));
    QVERIFY(saysPlainly(dialog, u"LRIS <b>&amp;"_s));
    QCOMPARE(namelessControls(dialog), QStringList());
    QCOMPARE(unreachableControls(dialog), QStringList());
}

NIGHTDESK_TEST(DialogsTest)
#include "dialogstest.moc"
