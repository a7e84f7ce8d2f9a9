// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/profilecopy.h"

#include "sessions/profiles/facility/textfile.h"
#include "sessions/profiles/valuegrammar.h"

#include <KLocalizedString>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
/// The key of a TOML line; empty: none, for example in a comment.
QByteArray keyOfLine(const QByteArray &line)
{
    const qsizetype equals = line.indexOf('=');
    const QByteArray key = equals < 0 ? QByteArray() : line.first(equals).trimmed();
    return key.startsWith('#') ? QByteArray() : key;
}

/// Returns @p text as a basic string of TOML, in quotes.
QByteArray tomlBasicString(const QString &text)
{
    QString result;
    for (const QChar character : text) {
        if (character == u'"' || character == u'\\') {
            result += u'\\';
        }
        result += character.category() == QChar::Other_Control ? u' ' : character;
    }
    return '"' + result.toUtf8() + '"';
}
}

QByteArray ProfileCopy::withIdAndName(const QByteArray &text, const QString &id, const QString &name)
{
    QList<QByteArray> lines = text.split('\n');
    bool isInString = false; // the line is inside a multi-line string
    for (QByteArray &line : lines) {
        const bool beginsInString = isInString;
        if ((line.count("\"\"\"") + line.count("'''")) % 2 == 1) {
            isInString = !isInString;
        }
        if (beginsInString) {
            continue;
        }
        if (line.trimmed().startsWith('[')) {
            break; // stop at the first table: tables have their own ids and names
        }
        const QByteArray key = keyOfLine(line);
        const QByteArray end = line.endsWith('\r') ? QByteArray("\r") : QByteArray();
        if (key == "id") {
            line = "id = " + tomlBasicString(id) + end;
        } else if (key == "name" && !isInString) {
            line = "name = " + tomlBasicString(name) + end;
        }
    }
    return lines.join('\n');
}

QString ProfileCopy::idFromName(const QString &name)
{
    static const QRegularExpression accents(u"\\p{M}+"_s);
    static const QRegularExpression others(u"[^a-z0-9_]+"_s);
    static const QRegularExpression edges(u"^[-_]+|-+$"_s);
    return name.toLower().normalized(QString::NormalizationForm_D).remove(accents).replace(others, u"-"_s).remove(edges).left(64);
}

QString ProfileCopy::unusedId(const QString &id, const std::function<bool(const QString &)> &isTaken)
{
    for (int number = 2;; ++number) {
        const QString end = u"-%1"_s.arg(number);
        const QString wanted = id.first(std::min<qsizetype>(id.size(), 64 - end.size())) + end;
        if (!isTaken(wanted)) {
            return wanted;
        }
    }
}

std::expected<QString, QString> ProfileCopy::createCopy(const QString &file, const QString &id, const QString &name)
{
    if (!ValueGrammar::isIdentifier(id)) {
        return std::unexpected(i18nc("@info an id", "“%1” is not a valid id: expected lower-case letters, digits, - and _, for example lris-2.", id));
    }
    const auto text = readTextFile(file);
    if (!text) {
        return std::unexpected(text.error());
    }
    const QString target = QFileInfo(file).dir().filePath(id + u".toml"_s);
    QFile copy(target);
    const QByteArray content = withIdAndName(*text, id, name);
    if (!copy.open(QIODevice::WriteOnly | QIODevice::NewOnly)) {
        return std::unexpected(QFileInfo::exists(target)
                                   ? i18nc("@info a file", "%1 already exists. Choose another id.", QDir::toNativeSeparators(target))
                                   : i18nc("@info a file, a reason", "%1 could not be created: %2", QDir::toNativeSeparators(target), copy.errorString()));
    }
    if (copy.write(content) != content.size() || !copy.flush()) {
        const QString why = copy.errorString();
        copy.remove();
        return std::unexpected(i18nc("@info a file, a reason", "%1 could not be written: %2", QDir::toNativeSeparators(target), why));
    }
    return target;
}
}
