// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/programmarks.h"

#include "sessions/common/backgroundjobs.h"
#include "sessions/common/logging.h"

#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
ProgramMarks::ProgramMarks(const QString &directory, QObject *parent)
    : QObject(parent)
{
    const QString where = directory.isEmpty() ? QStandardPaths::writableLocation(QStandardPaths::GenericStateLocation) + u"/nightdesk"_s : directory;
    BackgroundJobs::shared().run(
        [where] {
            return ConsoleIdentity::claim(where);
        },
        this,
        [this, where](const auto &identity) {
            m_isConsoleIdentityClaimFinished = true;
            if (identity) {
                m_consoleIdentity = *identity;
                Q_EMIT marksReady();
            } else {
                qCWarning(LogXWindow) << "programs at the summit carry no mark:" << where << identity.error();
            }
        });
}

ProgramMarks::~ProgramMarks() = default;

bool ProgramMarks::areMarksReady() const
{
    return m_consoleIdentity != nullptr;
}

bool ProgramMarks::isConsoleIdentityClaimFinished() const
{
    return m_isConsoleIdentityClaimFinished;
}

QString ProgramMarks::deskName() const
{
    return m_consoleIdentity ? m_consoleIdentity->deskName() : QString();
}

std::optional<ProgramMark> ProgramMarks::registerStart(const QString &display, quint32 number)
{
    m_runningStartNumbers.insert(number);
    return m_consoleIdentity
        ? std::optional(
              ProgramMark{.deskName = m_consoleIdentity->deskName(), .consoleName = m_consoleIdentity->consoleName(), .displayId = display, .number = number})
        : std::nullopt;
}

void ProgramMarks::unregisterStart(quint32 number)
{
    m_runningStartNumbers.remove(number);
}

void ProgramMarks::findOrphans(const QList<ProgramMark> &marks, QObject *context, const std::function<void(const QList<ProgramMark> &orphans)> &then)
{
    if (!m_consoleIdentity) {
        then({});
        return;
    }
    QList<ProgramMark> candidates = marks;
    candidates.removeIf([this](const ProgramMark &mark) {
        return mark.deskName != m_consoleIdentity->deskName()
            || (mark.consoleName == m_consoleIdentity->consoleName() && m_runningStartNumbers.contains(mark.number));
    });
    BackgroundJobs::shared().run(
        [identity = m_consoleIdentity, orphans = candidates]() mutable {
            orphans.removeIf([&identity](const ProgramMark &mark) {
                return mark.consoleName != identity->consoleName() && identity->isConsoleRunning(mark.consoleName);
            });
            return orphans;
        },
        context,
        then);
}
}
