// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/apprequest.h"

#include <QByteArray>
#include <QByteArrayList>

namespace Nightdesk
{
/// Parses the script's report about a display at the summit: one line per fact, as its bytes arrive. Output before its first line
/// comes from the account's login shell. Unknown lines are ignored; values are accepted only within their limits. Pure. Owned by AppDisplay.
class AppReport
{
public:
    enum class State {
        NotBegun, ///< the script's report has not begun
        ReportBegun, ///< the report has begun, and the display is not running yet
        DisplayReady, ///< displayFacts() is known, and the display is running
        DisplayEnded, ///< the display ended: the final report is known
        InvalidReport, ///< the report is not valid or too long
    };
    static constexpr qsizetype maxLineLength = 2048;
    static constexpr qsizetype maxShellOutput = 64 * 1024; ///< limit in bytes of a login shell's output before the report

    State addBytes(const QByteArray &bytes);
    State state() const;
    const AppDisplayFacts &displayFacts() const;
    QByteArray runId() const; ///< unique for each start of a display
    qint64 skippedOutputBytes() const; ///< bytes of the program's earlier output, which the script does not send again
    /// The final report, split into words: "exit 3", "fail noserver Xvnc", ...
    QByteArrayList finalReportWords() const;
    QByteArrayList values(const QByteArray &key) const; ///< the values of all facts with that name that are not part of displayFacts(), in order

private:
    void readLine(const QByteArray &line);
    void readFact(const QByteArray &key, const QByteArray &value);
    void checkReadiness();

    State m_reportState = State::NotBegun;
    QByteArray m_partialLine;
    qsizetype m_shellOutputSize = 0; ///< bytes that the login shell wrote before the report
    AppDisplayFacts m_displayFacts;
    qint64 m_skippedOutputBytes = 0;
    QByteArrayList m_finalReport;
    QList<std::pair<QByteArray, QByteArray>> m_otherFacts;
};
}
