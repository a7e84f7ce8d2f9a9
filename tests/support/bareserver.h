// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/displaynumber.h"
#include "tests/support/waitfor.h"

#include <QProcess>

namespace Nightdesk::Test
{
/// An X server that takes Xvfb's options for the start, with just these arguments, a display number of its own and no cookie.
class BareServer
{
public:
    explicit BareServer(const QStringList &arguments, const QString &program = QStringLiteral("Xvfb"))
    {
        m_process.setProgram(program);
        m_process.setArguments(QStringList{QString::fromStdString(m_number.name()),
                                           QStringLiteral("-displayfd"),
                                           QStringLiteral("1"),
                                           QStringLiteral("-nolisten"),
                                           QStringLiteral("tcp"),
                                           QStringLiteral("-noreset"),
                                           QStringLiteral("-ac")}
                               + arguments);
        m_process.setStandardErrorFile(QProcess::nullDevice());
        m_process.start();
        WAIT_FOR(m_process.canReadLine() || m_process.state() == QProcess::NotRunning);
        m_display = QLatin1Char(':') + QString::fromLatin1(m_process.readLine().trimmed());
    }
    ~BareServer()
    {
        m_process.kill();
        m_process.waitForFinished();
    }
    Q_DISABLE_COPY_MOVE(BareServer)
    bool serves() const
    {
        return m_display.size() > 1 && m_process.state() == QProcess::Running;
    }
    QString display() const ///< ":7"
    {
        return m_display;
    }

private:
    OwnDisplayNumber m_number;
    QProcess m_process;
    QString m_display;
};
}
