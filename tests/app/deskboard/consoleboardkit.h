// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/app/deskboard/playedconsole.h"
#include "tests/app/deskboard/playedsa.h"
#include "tests/support/sshserver.h"
#include "tests/support/xvncserver.h"

#include <QApplication>
#include <QTemporaryDir>
#include <QTest>

namespace Nightdesk::Test
{
/// What the tests of a console at the board have in common: a real broker and a facility that names it, with an instrument. Made
/// anew for each row.
class ConsoleBoardKit : public QObject
{
    Q_OBJECT
protected:
    void write(const QString &path, const QString &text);
    void writeFacility(bool hasBroker = true, const QString &id = {}); ///< @p id of another facility
    /// LRIS is a real desktop behind a real sshd.
    bool startSummit();
    static QString loginAt(const SshServer &server); ///< lines of a link
    QString facility() const; ///< its directory
    /// A directory with this desk's credential.
    QString credentials(const BrokerCredential &credential);
    BoardTopics topics() const;

    std::unique_ptr<TestBroker> m_broker;
    BrokerCredential m_leftCredential;
    BrokerCredential m_rightCredential;
    BrokerCredential m_thirdCredential;
    BrokerCredential m_annCredential;
    std::unique_ptr<QTemporaryDir> m_directory;
    SshServer m_brokersHost;
    std::unique_ptr<SshServer> m_sshd; ///< of the instrument
    std::unique_ptr<XvncServer> m_vnc;
    const DeskName m_left{QStringLiteral("waimea"), QStringLiteral("left")};
    const DeskName m_right{QStringLiteral("waimea"), QStringLiteral("right")};

private Q_SLOTS:
    void initTestCase();
    void init();
};

/// Nothing of the user's is read or written from here on.
class PrivateHome
{
public:
    PrivateHome();

private:
    QTemporaryDir m_directory;
};

template<typename Test>
int runAtHome(int argc, char **argv)
{
    const PrivateHome home;
    QApplication app(argc, argv);
    Test test;
    return QTest::qExec(&test, argc, argv);
}
}
