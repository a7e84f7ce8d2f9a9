// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facility/trustdialog.h"
#include "tests/support/testprogram.h"
#include "tests/widgets/accessible.h"
#include "tests/widgets/dialogparts.h"

#include <QApplication>
#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QTest>
#include <QTextBlock>
#include <QTextEdit>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;

namespace
{
RunItem item(RunItem::Kind kind, const QString &id)
{
    RunItem result;
    result.kind = kind;
    result.id = id;
    result.host = u"lris.summit.example"_s;
    result.account = u"{account}"_s;
    if (kind != RunItem::Kind::Link) {
        result.link = u"summit"_s;
    }
    if (kind == RunItem::Kind::Window) {
        result.command = {u"ds9"_s, u"-title"_s, u"<b>LRIS</b> 1"_s};
    } else if (kind == RunItem::Kind::Desktop) {
        result.vncServerAddress = u":1"_s;
    }
    return result;
}

TrustDialog::Question firstTime()
{
    TrustDialog::Question question;
    question.instrument = u"LRIS <i>\u202e"_s;
    question.file = u"/facility/profiles/lris.toml"_s;
    question.account = u"lris4"_s;
    question.verdict.currentManifest.items = {item(RunItem::Kind::Link, u"summit"_s),
                                              item(RunItem::Kind::Desktop, u"control"_s),
                                              item(RunItem::Kind::Window, u"ds9"_s)};
    return question;
}

TrustDialog::Question again()
{
    TrustDialog::Question question = firstTime();
    TrustVerdict &verdict = question.verdict;
    verdict.state = TrustVerdict::State::Changed;
    verdict.approvedAt = QDateTime(QDate(2026, 11, 20), QTime(5, 12), QTimeZone::UTC);
    verdict.approvedManifest = verdict.currentManifest;
    RunItem &window = verdict.currentManifest.items.last();
    window.command.append(u"-fifo"_s);
    window.isTrusted = true;
    verdict.changes = {{RunItemChange::Kind::Same, verdict.currentManifest.items.at(0), verdict.currentManifest.items.at(0)},
                       {RunItemChange::Kind::Same, verdict.currentManifest.items.at(1), verdict.currentManifest.items.at(1)},
                       {RunItemChange::Kind::Changed, window, verdict.approvedManifest.items.at(2)}};
    return question;
}

QString shown(const QDialog &dialog)
{
    return dialog.findChild<QTextEdit *>()->toPlainText();
}

QString labels(const QDialog &dialog)
{
    QString result;
    for (const QLabel *label : dialog.findChildren<QLabel *>()) {
        if (label->textFormat() == Qt::PlainText) {
            result += label->text() + u'\n';
        }
    }
    return result;
}
}

/// The question whether a profile may act in somebody's name.
class TrustDialogTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void answers_data();
    void answers();
    void aReplacementIsNotAnsweredByTheClickBefore();
    void theFirstTimeShowsAll();
    void againShowsWhatDiffers();
    void fortyProgramsScroll();
    void aLongCommandIsThereToItsEnd();
    void colorIsNotTheOnlySign();
    void itTellsOfItself();
};

void TrustDialogTest::answers_data()
{
    QTest::addColumn<QString>("how");
    QTest::addColumn<bool>("agreed");
    QTest::newRow("Return agrees to nothing") << u"Return"_s << false;
    QTest::newRow("Space, as the dialog opens, agrees to nothing") << u"Space"_s << false;
    QTest::newRow("Escape agrees to nothing") << u"Escape"_s << false;
    QTest::newRow("closing the window agrees to nothing") << u"close"_s << false;
    QTest::newRow("Cancel agrees to nothing") << u"Cancel"_s << false;
    QTest::newRow("Return agrees to nothing wherever the focus is") << u"Return on Agree"_s << false;
    QTest::newRow("Return in the text agrees to nothing") << u"Return in the text"_s << false;
    QTest::newRow("the button agrees") << u"Approve and Connect"_s << true;
    QTest::newRow("Space on the button agrees") << u"Space on Agree"_s << true;
}

void TrustDialogTest::answers()
{
    QFETCH(QString, how);
    QFETCH(bool, agreed);
    TrustDialog dialog(firstTime());
    QList<bool> answers;
    connect(&dialog, &TrustDialog::answered, this, [&answers](bool answer) {
        answers.append(answer);
    });
    QVERIFY(bring(dialog));
    QPushButton *agree = button(dialog, u"Approve and Connect"_s);
    QVERIFY(agree);
    QCOMPARE(QApplication::focusWidget(), button(dialog, u"Cancel"_s));
    if (how == u"Return") {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    } else if (how == u"Space") {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
    } else if (how == u"Escape") {
        QTest::keyClick(&dialog, Qt::Key_Escape);
    } else if (how == u"close") {
        dialog.close();
    } else if (how == u"Return on Agree") {
        agree->setFocus(Qt::TabFocusReason);
        QTest::keyClick(agree, Qt::Key_Return);
    } else if (how == u"Space on Agree") {
        agree->setFocus(Qt::TabFocusReason);
        QTest::keyClick(agree, Qt::Key_Space);
    } else if (how == u"Return in the text") {
        dialog.findChild<QTextEdit *>()->setFocus(Qt::TabFocusReason);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    } else {
        QTest::mouseClick(button(dialog, how), Qt::LeftButton);
    }
    dialog.close();
    dialog.accept();
    dialog.reject();
    QCOMPARE(answers, QList{agreed});
}

void TrustDialogTest::aReplacementIsNotAnsweredByTheClickBefore()
{
    TrustDialog::Question question = again();
    question.replacesWithdrawnQuestion = true;
    TrustDialog dialog(question);
    QList<bool> answers;
    connect(&dialog, &TrustDialog::answered, this, [&answers](bool answer) {
        answers.append(answer);
    });
    QPushButton *agree = button(dialog, u"Approve and Connect"_s);
    dialog.show();
    QVERIFY(!agree->isEnabled()); // from the first moment that it can be clicked
    QTest::mouseClick(agree, Qt::LeftButton);
    QCOMPARE(answers, QList<bool>());
    QVERIFY(labels(dialog).startsWith(u"The profile changed while you were reading"));
    QTRY_VERIFY(agree->isEnabled());
    QTest::mouseClick(agree, Qt::LeftButton);
    QCOMPARE(answers, QList{true});
    TrustDialog first(again());
    QVERIFY(button(first, u"Approve and Connect"_s)->isEnabled());
    QVERIFY(!labels(first).contains(u"while you were reading"));
}

void TrustDialogTest::theFirstTimeShowsAll()
{
    TrustDialog dialog(firstTime());
    QVERIFY2(shown(dialog).contains(u"lris.summit.example as {account}"), qPrintable(shown(dialog)));
    QVERIFY(shown(dialog).contains(u":1"));
    QVERIFY(shown(dialog).contains(u"ds9 -title '<b>LRIS</b> 1'")); // a profile's words are no markup
    QVERIFY(!dialog.findChild<QCheckBox *>());
    QVERIFY(labels(dialog).contains(uR"(LRIS <i>\u202e)")); // nothing is hidden
    QVERIFY(labels(dialog).contains(u"/facility/profiles/lris.toml"));
    QVERIFY(labels(dialog).contains(u"lris4"));
}

void TrustDialogTest::againShowsWhatDiffers()
{
    TrustDialog dialog(again());
    QVERIFY(bring(dialog));
    QVERIFY(labels(dialog).contains(u"2026-11-20 05:12 UT"));
    QVERIFY(shown(dialog).contains(u"-fifo"));
    QVERIFY(!shown(dialog).contains(u"control")); // that did not change
    auto *all = dialog.findChild<QCheckBox *>();
    QVERIFY(all && all->text().contains(u'2'));
    QTest::mouseClick(all, Qt::LeftButton, {}, QPoint(8, all->height() / 2));
    QVERIFY(all->isChecked());
    QVERIFY(shown(dialog).contains(u"control"));
    QVERIFY(shown(dialog).indexOf(u"-fifo") < shown(dialog).indexOf(u"control"));
    all->click();
    QVERIFY(!shown(dialog).contains(u"control"));
}

void TrustDialogTest::fortyProgramsScroll()
{
    TrustDialog::Question question = firstTime();
    for (int i = 0; i < 40; ++i) {
        question.verdict.currentManifest.items.append(item(RunItem::Kind::Window, u"window%1"_s.arg(i)));
    }
    TrustDialog dialog(question);
    QVERIFY(bring(dialog));
    QVERIFY(dialog.height() <= dialog.screen()->availableSize().height());
    auto *text = dialog.findChild<QTextEdit *>();
    QVERIFY(text->verticalScrollBar()->maximum() > 0);
    QCOMPARE(text->verticalScrollBar()->value(), 0); // what is read first is at the top
    QVERIFY(shown(dialog).contains(u"window39"));
    QVERIFY(button(dialog, u"Approve and Connect"_s)->visibleRegion().boundingRect().height() > 0);
}

void TrustDialogTest::aLongCommandIsThereToItsEnd()
{
    TrustDialog::Question question = firstTime();
    question.verdict.currentManifest.items.last().command = {u"sh"_s, u"-c"_s, QString(3000, u'x') + u"rm -rf ~"_s};
    TrustDialog dialog(question);
    QVERIFY(bring(dialog));
    auto *text = dialog.findChild<QTextEdit *>();
    QVERIFY(shown(dialog).contains(u"rm -rf ~"));
    QCOMPARE(text->horizontalScrollBar()->maximum(), 0); // it wraps: nothing stands outside the window
}

void TrustDialogTest::colorIsNotTheOnlySign()
{
    TrustDialog dialog(again());
    QVERIFY2(shown(dialog).contains(u"\u2212 ds9 -title '<b>LRIS</b> 1'\n"), qPrintable(shown(dialog)));
    QVERIFY(shown(dialog).contains(u"+ ds9 -title '<b>LRIS</b> 1' -fifo\n"));
    QVERIFY(shown(dialog).contains(u"+ Trusted"));
}

void TrustDialogTest::itTellsOfItself()
{
    TrustDialog dialog(again());
    QVERIFY(bring(dialog));
    QCOMPARE(namelessControls(dialog), QStringList());
    QCOMPARE(unreachableControls(dialog), QStringList());
}

NIGHTDESK_TEST(TrustDialogTest)
#include "trustdialogtest.moc"
