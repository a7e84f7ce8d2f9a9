// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/log/logentry.h"

#include <QRegularExpression>
#include <QTimeZone>

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
constexpr qsizetype longestText = 4096;

QLatin1StringView levelName(QtMsgType type)
{
    switch (type) {
    case QtDebugMsg:
        return "debug"_L1;
    case QtInfoMsg:
        return "info"_L1;
    case QtWarningMsg:
        return "warning"_L1;
    case QtCriticalMsg:
        return "error"_L1;
    case QtFatalMsg:
        break;
    }
    return "fatal"_L1;
}

bool isSafeInLogLine(char32_t character)
{
    using enum QChar::Category;
    static constexpr QChar::Category unsafe[] = {Other_Control, Other_Format, Other_Surrogate, Separator_Line, Separator_Paragraph};
    return !std::ranges::contains(unsafe, QChar::category(character));
}

struct SecretPatterns {
    const QRegularExpression privateKeys{u"-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----.*?(-----END [A-Z0-9 ]*PRIVATE KEY-----|$)"_s,
                                         QRegularExpression::DotMatchesEverythingOption};
    const QRegularExpression namedSecrets{u"\\b(password|passphrase|passwd|secret|cookie|token)(\\s*[=:]\\s*)(\"[^\"]*\"|'[^']*'|\\S+)"_s,
                                          QRegularExpression::CaseInsensitiveOption};
    const QRegularExpression longHex{u"\\b[0-9a-fA-F]{32,}\\b"_s};
    const QRegularExpression longBase64{u"(?<![A-Za-z0-9+/:])[A-Za-z0-9+/]{60,}={0,2}"_s};
};

QString escapeToOneLine(const QString &text)
{
    QString line;
    line.reserve(text.size());
    for (const char32_t character : QStringView(text).toUcs4()) {
        if (character == U'\n') {
            line += "\\n"_L1;
        } else if (character == U'\t') {
            line += u' ';
        } else if (isSafeInLogLine(character)) {
            line += QChar::fromUcs4(character);
        } else {
            line += u"\\u{%1}"_s.arg(static_cast<uint>(character), 0, 16);
        }
    }
    return line;
}
}

QString redacted(const QString &text)
{
    // Never destroyed, because threads may still log while the program exits.
    static const SecretPatterns &patterns = *new SecretPatterns;
    QString result = text;
    result.replace(patterns.privateKeys, u"[private key]"_s);
    result.replace(patterns.namedSecrets, u"\\1\\2[removed]"_s);
    result.replace(patterns.longHex, u"[removed]"_s);
    // The pattern also matches long file paths, which contain more slashes than a key. Only a match with less than one slash in 12 characters is
    // removed.
    for (auto match = patterns.longBase64.match(result); match.hasMatch(); match = patterns.longBase64.match(result, match.capturedStart() + 1)) {
        const QString found = match.captured();
        if (found.count(u'/') * 12 < found.size()) {
            result.replace(match.capturedStart(), match.capturedLength(), u"[removed]"_s);
        }
    }
    return result;
}

QByteArray logLine(const LogEntry &entry)
{
    QString text = entry.text;
    if (text.size() > longestText) {
        // Cutting could remove the mark that identifies a secret, so a long text is redacted before it is cut.
        text = redacted(text);
        const qsizetype missing = text.size() - longestText;
        if (missing > 0) {
            text = text.left(longestText) + u" [%1 more]"_s.arg(missing);
        }
    }
    const QString line = u"%1 %2 %3 %4\n"_s.arg(entry.loggedAt.toTimeZone(QTimeZone::UTC).toString(Qt::ISODateWithMs),
                                                levelName(entry.type),
                                                entry.category,
                                                escapeToOneLine(redacted(text)));
    return line.toUtf8();
}
}
