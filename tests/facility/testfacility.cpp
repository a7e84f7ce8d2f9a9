// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/facility/testfacility.h"

#include <QDeadlineTimer>
#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace Nightdesk::Test
{
TestFacility::~TestFacility()
{
    stop();
}

std::expected<void, QString> TestFacility::start(const QStringList &arguments, std::chrono::milliseconds limit)
{
    stop();
    m_process.setStandardInputFile(QProcess::nullDevice());
    m_process.start(QStringLiteral(NIGHTDESK_FACILITY_PROGRAM), arguments, QIODevice::ReadOnly);
    const QDeadlineTimer deadline(limit);
    while (!m_process.canReadLine()) {
        const bool heard = m_process.waitForReadyRead(int(deadline.remainingTime()));
        if (!heard && !m_process.canReadLine()) {
            const bool late = deadline.hasExpired();
            stop();
            const QString words = QString::fromUtf8(m_process.readAllStandardError()).trimmed();
            return std::unexpected(late ? u"The facility was not ready in time. "_s + words : u"The facility did not start: "_s + words);
        }
    }
    QJsonParseError error;
    m_facts = QJsonDocument::fromJson(m_process.readLine(), &error).object();
    if (error.error != QJsonParseError::NoError || !m_facts.value("ready"_L1).toBool()) {
        stop();
        return std::unexpected(u"The facility said something else than expected: "_s + error.errorString());
    }
    return {};
}

bool TestFacility::stop()
{
    m_facts = {};
    if (m_process.state() == QProcess::NotRunning) {
        return true;
    }
    m_process.terminate();
    if (m_process.waitForFinished(30'000)) {
        return true;
    }
    m_process.kill();
    m_process.waitForFinished(5'000);
    return false;
}

bool TestFacility::isRunning() const
{
    return m_process.state() == QProcess::Running;
}

QJsonObject TestFacility::facts() const
{
    return m_facts;
}

QString TestFacility::facilityDirectory() const
{
    return m_facts.value("facility"_L1).toString();
}

QJsonObject TestFacility::ssh() const
{
    return m_facts.value("ssh"_L1).toObject();
}

QJsonObject TestFacility::desktop(const QString &id) const
{
    const QJsonArray desktops = m_facts.value("desktops"_L1).toArray();
    for (const QJsonValue &desktop : desktops) {
        if (desktop.toObject().value("id"_L1).toString() == id) {
            return desktop.toObject();
        }
    }
    return {};
}

qint64 TestFacility::pid(const QString &name) const
{
    return m_facts.value("pids"_L1).toObject().value(name).toInteger();
}
}
