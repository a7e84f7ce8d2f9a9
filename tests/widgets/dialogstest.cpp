// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/accessible.h"
#include "widgets/hostkeydialog.h"
#include "widgets/secretdialog.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
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
    question.art = u"+--[ED25519]--+\n|  .o+ <b>x   |\n+-----------+"_s;
    question.note = u"Another type of key is known for <this> host."_s;
    return question;
}

SecretDialog::Question password()
{
    SecretDialog::Question question;
    question.title = u"Password"_s;
    question.what = u"Password of lris1@summit:"_s;
    question.serverText = u"<a href=x>Enter PASSCODE</a>"_s;
    question.complaint = u"That was not accepted."_s;
    return question;
}

QPushButton *button(const QWidget &dialog, const QString &text)
{
    for (QPushButton *candidate : dialog.findChildren<QPushButton *>()) {
        if (candidate->text().remove(u'&') == text) {
            return candidate;
        }
    }
    return nullptr;
}

bool bring(QDialog &dialog)
{
    dialog.show();
    dialog.activateWindow();
    return QTest::qWaitForWindowActive(&dialog);
}

bool saysPlainly(const QWidget &dialog, const QString &text)
{
    for (const QLabel *label : dialog.findChildren<QLabel *>()) {
        if (label->text().contains(text) && label->textFormat() == Qt::PlainText) {
            return true;
        }
    }
    return false;
}
}

/// The two questions a person gets asked: one answer each, however the window is closed.
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
    void aUserNameIsAskedForWhereItIsWanted();
    void anEmptySecretIsAnAnswer();
    void theSecretDialogTellsOfItself();
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
    QTest::newRow("Refuse refuses") << u"Refuse"_s << HostKeyAnswer::Refuse;
    QTest::newRow("Return refuses wherever the focus is") << u"Return on Accept"_s << HostKeyAnswer::Refuse;
    QTest::newRow("once") << u"Accept This Once"_s << HostKeyAnswer::AcceptOnce;
    QTest::newRow("and remembered") << u"Accept and Remember"_s << HostKeyAnswer::AcceptAndSave;
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
    QCOMPARE(QApplication::focusWidget(), button(dialog, u"Refuse"_s));
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
        QPushButton *save = button(dialog, u"Accept and Remember"_s);
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
    QVERIFY(saysPlainly(dialog, unknownHost().art));
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

void DialogsTest::aUserNameIsAskedForWhereItIsWanted()
{
    SecretDialog::Question question = password();
    question.wantsUser = true;
    SecretDialog dialog(question);
    QString user;
    std::optional<Secret> secret;
    connect(&dialog, &SecretDialog::answered, this, [&](const std::optional<Secret> &given, const QString &name) {
        secret = given;
        user = name;
    });
    QVERIFY(bring(dialog));
    auto *first = qobject_cast<QLineEdit *>(QApplication::focusWidget());
    QVERIFY(first);
    QCOMPARE(first->echoMode(), QLineEdit::Normal);
    QTest::keyClicks(first, u"observer"_s);
    QTest::keyClick(first, Qt::Key_Tab);
    auto *second = qobject_cast<QLineEdit *>(QApplication::focusWidget());
    QVERIFY(second && second != first);
    QTest::keyClicks(second, u"pass w"_s);
    second->insert(u"örd"_s); // as an input method would
    QTest::keyClick(second, Qt::Key_Return);
    QCOMPARE(user, u"observer"_s);
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
    question.wantsUser = true;
    SecretDialog dialog(question);
    QVERIFY(bring(dialog));
    QVERIFY(saysPlainly(dialog, question.what));
    QVERIFY(saysPlainly(dialog, question.serverText)); // the server's words are no markup
    QVERIFY(saysPlainly(dialog, question.complaint));
    QCOMPARE(namelessControls(dialog), QStringList());
    QCOMPARE(unreachableControls(dialog), QStringList());
}

QTEST_MAIN(DialogsTest)
#include "dialogstest.moc"
