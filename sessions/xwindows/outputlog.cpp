// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/outputlog.h"

#include "sessions/common/displaytext.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
/// sshd runs xauth before the program; at an account's first X login xauth prints this line.
bool isXauthNotice(const QString &line)
{
    return line.contains(u"xauth:"_s) && line.endsWith(u"does not exist"_s);
}
}

QString OutputLog::addCompleteLine(const QByteArray &line, OutputKind kind)
{
    // A progress display overwrites its line with CR, so only the text after the last CR is kept.
    const qsizetype end = line.endsWith('\r') ? line.size() - 1 : line.size();
    const qsizetype begin = line.first(end).lastIndexOf('\r') + 1;
    const QString text = displayText(QByteArrayView(line).sliced(begin, end - begin), maxLineBytes);
    m_completeLines << text;
    m_textSize += text.size() + 1;
    while (m_textSize > maxSize) {
        m_textSize -= m_completeLines.takeFirst().size() + 1;
    }
    if (!text.isEmpty() && !isXauthNotice(text)) {
        (kind == OutputKind::StandardError ? m_lastErrorLine : m_lastOutputLine) = text;
    }
    return text;
}

QStringList OutputLog::append(const QByteArray &bytes, OutputKind kind)
{
    QStringList added;
    QByteArray &partial = m_incompleteLines[kind == OutputKind::StandardError ? 1 : 0];
    qsizetype at = 0;
    while (at < bytes.size()) {
        const qsizetype newline = bytes.indexOf('\n', at);
        const qsizetype end = newline < 0 ? bytes.size() : newline;
        const qsizetype taken = qMin(end - at, maxLineBytes - partial.size());
        partial += QByteArrayView(bytes).sliced(at, taken);
        at += taken;
        if (at == newline) {
            ++at;
            added << addCompleteLine(std::exchange(partial, {}), kind);
        } else if (partial.size() >= maxLineBytes) {
            added << addCompleteLine(std::exchange(partial, {}), kind);
        }
    }
    return added;
}

QStringList OutputLog::takeIncompleteLines()
{
    QStringList added;
    for (const OutputKind kind : {OutputKind::StandardOutput, OutputKind::StandardError}) {
        QByteArray &partial = m_incompleteLines[kind == OutputKind::StandardError ? 1 : 0];
        if (!partial.isEmpty()) {
            added << addCompleteLine(std::exchange(partial, {}), kind);
        }
    }
    return added;
}

void OutputLog::clear()
{
    *this = OutputLog();
}

QStringList OutputLog::lines() const
{
    QStringList result = m_completeLines;
    for (const QByteArray &partial : m_incompleteLines) {
        if (!partial.isEmpty()) {
            result << displayText(partial, maxLineBytes);
        }
    }
    return result;
}

QString OutputLog::lastLine() const
{
    return m_lastErrorLine.isEmpty() ? m_lastOutputLine : m_lastErrorLine;
}
}
