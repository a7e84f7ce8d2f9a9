// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The first sizes of windows on small screens.
#include "widgets/common/firstplace.h"
#include "tests/support/testprogram.h"
#include "widgets/facility/instrumentpicker.h"
#include "widgets/facility/sitedialog.h"

#include <QListWidget>
#include <QPushButton>
#include <QScreen>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Nightdesk;

class FirstPlaceTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aWindowFitsItsScreen();
    void aWindowComesOnOneScreen();
    void manySitesFitTheScreen();
    void theConnectButtonNeedsLittleRoom();
};

void FirstPlaceTest::aWindowFitsItsScreen()
{
    QWidget window;
    WindowPlacement::resize(&window, QSize(100, 90));
    QCOMPARE(window.size(), QSize(100, 90));
    const QSize available = window.screen()->availableSize();
    WindowPlacement::resize(&window, available + QSize(500, 500));
    QVERIFY(window.width() < available.width() && window.height() < available.height()); // its frame has room as well
    QCOMPARE(window.size(), WindowPlacement::maxSize(&window));
}

void FirstPlaceTest::aWindowComesOnOneScreen()
{
    QWidget beside;
    beside.show();
    QWidget window;
    window.resize(200, 100);
    WindowPlacement::center(&window, &beside);
    const QRect area = beside.screen()->availableGeometry();
    QVERIFY(area.contains(window.geometry()));
    QVERIFY((window.geometry().center() - area.center()).manhattanLength() <= 2);
}

void FirstPlaceTest::manySitesFitTheScreen()
{
    QList<SiteSpec> sites;
    for (int i = 0; i < 40; ++i) {
        sites.append({u"site%1"_s.arg(i), u"Site %1"_s.arg(i), {u"left"_s}});
    }
    SiteDialog dialog({u"Observatory"_s, sites, {}, u"host"_s});
    dialog.show();
    const QSize room = WindowPlacement::maxSize(&dialog);
    QVERIFY(dialog.height() <= room.height());
    // No smaller than it must be: two thirds of a laptop at 200 %.
    dialog.resize(dialog.width(), 340);
    QVERIFY2(dialog.minimumSizeHint().height() <= 340, qPrintable(QString::number(dialog.minimumSizeHint().height())));
    auto *list = dialog.findChild<QListWidget *>();
    for (const auto *button : dialog.findChildren<QPushButton *>()) {
        const QRect place(button->mapTo(&dialog, QPoint()), button->size());
        QVERIFY(!place.intersects(QRect(list->mapTo(&dialog, QPoint()), list->size())));
        QVERIFY(dialog.rect().contains(place));
    }
}

void FirstPlaceTest::theConnectButtonNeedsLittleRoom()
{
    InstrumentPicker picker;
    picker.resize(680, 220); // what is left of 1366x768 at 200 %
    picker.show();
    const auto *button = picker.findChild<QPushButton *>(u"connect"_s);
    QVERIFY2(picker.minimumSizeHint().height() <= 220, qPrintable(QString::number(picker.minimumSizeHint().height())));
    QVERIFY(picker.rect().contains(QRect(button->mapTo(&picker, QPoint()), button->size())));
}

NIGHTDESK_TEST(FirstPlaceTest)
#include "firstplacetest.moc"
