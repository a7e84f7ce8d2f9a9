// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Messages above the pages of a window: no button moves under the pointer, and a file that was saved is no warning.
#include "widgets/common/noticearea.h"
#include "monitors/supportdesk.h"
#include "tests/support/testprogram.h"
#include "widgets/facility/resumeoffer.h"
#include "widgets/questions/messagebar.h"

#include <QAction>
#include <QApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;
using namespace Nightdesk;

class NoticeAreaTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void noButtonMovesUnderThePointer();
    void anOfferThatIsSeenHasTheKeyboard();
    void aSavedFileIsOffered();
    void aSavedFileTakesNoMessagesPlace();
};

void NoticeAreaTest::noButtonMovesUnderThePointer()
{
    QWidget window;
    window.resize(600, 400);
    auto *column = new QVBoxLayout(&window);
    auto *pages = new QTabWidget;
    auto *area = new NoticeArea(pages, &window);
    column->addWidget(area);
    column->addWidget(pages, 1);
    auto *button = new QPushButton(u"Connect"_s);
    pages->addTab(button, u"Instruments"_s);
    auto *message = new QPushButton(u"Saved"_s);
    message->hide();
    area->noticeLayout()->addWidget(message);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window, 30000));
    const auto place = [button] {
        return QRect(button->mapToGlobal(QPoint()), button->size());
    };
    const QRect before = place();
    QEnterEvent enter(QPointF(5, 50), QPointF(5, 50), QPointF(5, 50));
    QApplication::sendEvent(pages, &enter);
    message->show();
    QTRY_VERIFY(message->isVisible());
    QVERIFY(!message->visibleRegion().isEmpty()); // at once, above the pages
    QCOMPARE(place(), before);
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(pages, &leave);
    QTRY_VERIFY(place().top() > before.top()); // they make room
    const QRect below = place();
    QVERIFY(!QRect(message->mapToGlobal(QPoint()), message->size()).intersects(below));
    QApplication::sendEvent(pages, &enter);
    message->hide();
    QTRY_VERIFY(!message->isVisible());
    QCOMPARE(place(), below);
    QApplication::sendEvent(pages, &leave);
    QTRY_COMPARE(place(), before);
}

/// As when the window became active between the offer and its place: Enter after a crash opened nothing.
void NoticeAreaTest::anOfferThatIsSeenHasTheKeyboard()
{
    QWidget window;
    auto *column = new QVBoxLayout(&window);
    auto *pages = new QTabWidget;
    auto *area = new NoticeArea(pages, &window);
    column->addWidget(area);
    column->addWidget(pages, 1);
    auto *search = new QLineEdit;
    pages->addTab(search, u"Instruments"_s);
    auto *offer = new ResumeOffer;
    area->noticeLayout()->addWidget(offer);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window, 30000));
    offer->showOffer({.instruments = {{u"LRIS"_s, {}}}, .displayCount = 5, .lastSeenAt = QDateTime::currentDateTimeUtc(), .timeZone = {}});
    QVERIFY(!offer->isVisible()); // its place is made later
    search->setFocus();
    QTRY_VERIFY(offer->isVisible());
    QTRY_COMPARE(QApplication::focusWidget(), offer->findChild<QPushButton *>(u"resume"_s));
}

void NoticeAreaTest::aSavedFileIsOffered()
{
    SupportDesk support;
    MessageBar bar(&support);
    QSignalSpy opened(&bar, &MessageBar::openUrlRequested);
    bar.offerToOpenFile(u"/tmp/pictures/lris.png"_s);
    QCOMPARE(bar.messageType(), KMessageWidget::Positive);
    QVERIFY(bar.text().contains(u"/tmp/pictures/lris.png"_s));
    QCOMPARE(bar.actions().size(), 2);
    bar.actions().first()->trigger();
    bar.actions().last()->trigger();
    QCOMPARE(opened.value(0).value(0).toUrl(), QUrl::fromLocalFile(u"/tmp/pictures/lris.png"_s));
    QCOMPARE(opened.value(1).value(0).toUrl(), QUrl::fromLocalFile(u"/tmp/pictures"_s));
    bar.showInfo(u"Something else"_s);
    QVERIFY(bar.actions().isEmpty());
}

void NoticeAreaTest::aSavedFileTakesNoMessagesPlace()
{
    SupportDesk support;
    MessageBar bar(&support);
    bar.show();
    bar.showWarning(u"The disk is full"_s);
    bar.offerToOpenFile(u"/tmp/pictures/lris.png"_s);
    QCOMPARE(bar.text(), u"The disk is full"_s);
    QVERIFY(bar.actions().isEmpty());
}

NIGHTDESK_TEST(NoticeAreaTest)
#include "noticeareatest.moc"
