// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tools/linkemu/testlink.h"

#include <QJsonObject>
#include <QProcess>

/// What the tests of the emulated link share: ways to make one, and traffic over it.
namespace Nightdesk::Test
{
/// Who owns nothing and may do nothing: nobody.
inline constexpr uint ordinaryUser = 65534;
/// ms, for what should be quick.
inline constexpr int patience = 30000;

bool isRoot();
/// Why an ordinary user cannot have a link here although nothing is wrong with it; empty when one can.
QString noUserNamespaces();
/// What these tests need and this machine has not; empty: it has all.
QString whatIsMissing();
/// Why the current row cannot be run here; empty: it can.
QString whyItIsSkipped();

/// The ways in which a link can be made by whoever runs the tests.
void addWays();
TestLink::Options fetchedWay();

/// How many of five pings are answered within a second after the last.
int pingsAnswered(const TestLink &link);

/// linktraffic running at one side; its first line is the port.
class Traffic
{
public:
    Traffic(const TestLink &link, TestLink::Side side, const QStringList &arguments);
    ~Traffic();
    Traffic(const Traffic &) = delete;
    Traffic &operator=(const Traffic &) = delete;

    /// The program itself, or a copy beside linkemu's where that had to be copied for another user.
    static QString trafficProgram(const TestLink &link);

    QString port();
    void closeInput();
    QJsonObject result();
    QProcess &process();

private:
    QProcess m_process;
};

/// Sends numbered packets from one side and tells what the other side counted, once the link is empty; and in "sentWithinMilliseconds" how long sending
/// them took at most.
QJsonObject sendAndCount(TestLink &link, TestLink::Side from, int packets, int size, qint64 rate);
}

#define START(link, options)                                                                                                                                   \
    do {                                                                                                                                                       \
        const auto started = (link).start(options);                                                                                                            \
        QVERIFY2(started, qPrintable(started ? QString() : started.error()));                                                                                  \
    } while (false)
