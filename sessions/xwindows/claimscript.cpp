// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/claimscript.h"

#include <QFile>

#include <array>
#include <sys/random.h>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
QString ClaimScript::scriptText(const QString &name)
{
    QFile file(u":/summit/"_s + name);
    if (!file.open(QIODevice::ReadOnly)) {
        qFatal("a script for the summit is missing from the program");
    }
    QString text;
    for (const QString &line : QString::fromUtf8(file.readAll()).split(u'\n')) {
        if (const QString shown = line.trimmed(); !shown.isEmpty() && !shown.startsWith(u'#')) {
            text += shown + u'\n';
        }
    }
    return text;
}

QByteArray ClaimScript::newTag()
{
    std::array<char, 8> bytes{};
    if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
        return {};
    }
    return "nightdesk-one-" + QByteArray(bytes.data(), bytes.size()).toHex();
}

QStringList ClaimScript::runCommand(const ClaimRequest &claim, const QStringList &command)
{
    static const QString script = scriptText(u"claim.sh"_s) + scriptText(u"claimrun.sh"_s);
    return QStringList{u"sh"_s, u"-c"_s, script, u"sh"_s, QString::fromUtf8(claim.tag), claim.programName, claim.desk, claim.site} + command;
}

QStringList ClaimScript::watchCommand(const QByteArray &tag, const QString &name, qint64 process, const QString &socket)
{
    static const QString script = scriptText(u"claim.sh"_s) + scriptText(u"claimwatch.sh"_s);
    return {u"sh"_s, u"-c"_s, script, u"sh"_s, QString::fromUtf8(tag), name, QString::number(process), socket};
}
}
