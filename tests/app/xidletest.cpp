// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/xidle.h"
#include "tests/support/xserver.h"

#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// For how long nobody touched an X display, as its server says.
class XIdleTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theXServerKnowsWhenItWasTouched();
};

void XIdleTest::theXServerKnowsWhenItWasTouched()
{
    QVERIFY(!XIdle::ask({}));
    QVERIFY(!XIdle::ask(":6789"));
    Test::XServer server({.authority = false});
    QVERIFY(server.start());
    const XIdle::Time idle = XIdle::ask(server.display().toLocal8Bit());
    QVERIFY(idle);
    QVERIFY(*idle < 60s);
}

QTEST_GUILESS_MAIN(XIdleTest)
#include "xidletest.moc"
