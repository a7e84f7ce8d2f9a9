// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/figures/figurestorestate.h"
#include "tests/support/statepairs.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;

namespace
{
using Store = FigureStoreState;
using StoreOn = FigureStoreEvent;

constexpr Test::StateSentence<Store, StoreOn> storeSentences[] = {
    {"the first night begins", Store::Closed, StoreOn::NightBegins, Store::Opening},
    {"the file is tried again", Store::Closed, StoreOn::OpenDue, Store::Opening},
    {"another night begins while the disk is slow", Store::Opening, StoreOn::NightBegins, Store::Opening},
    {"the file is open", Store::Opening, StoreOn::Opened, Store::Open},
    {"the directory cannot be used", Store::Opening, StoreOn::OpenFailed, Store::Closed},
    {"another night begins", Store::Open, StoreOn::NightBegins, Store::Opening},
    {"records are written", Store::Open, StoreOn::WriteDue, Store::Writing},
    {"another night begins while records are written", Store::Writing, StoreOn::NightBegins, Store::Opening},
    {"records were written", Store::Writing, StoreOn::WriteEnded, Store::Open},
};
}

/// The state table of FigureStore, without a disk.
class FigureStoreStateTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyPair_data();
    void everyPair();
};

void FigureStoreStateTest::everyPair_data()
{
    QTest::addColumn<Store>("from");
    QTest::addColumn<StoreOn>("on");
    QTest::addColumn<std::optional<Store>>("to");
    for (const auto &pair : Test::everyPair(storeSentences, Store::Writing, StoreOn::WriteEnded)) {
        QTest::newRow(pair.text.c_str()) << pair.from << pair.on << pair.to;
    }
}

void FigureStoreStateTest::everyPair()
{
    QFETCH(Store, from);
    QFETCH(StoreOn, on);
    QFETCH(std::optional<Store>, to);
    QVERIFY(nextState(from, on) == to);
}

NIGHTDESK_GUILESS_TEST(FigureStoreStateTest)
#include "figurestorestatetest.moc"
