// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/appcommand.h"

#include "sessions/profiles/privatevisual.h"
#include "sessions/xwindows/claimscript.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
constexpr int minEdge = 64;
constexpr int maxEdge = 16384;
constexpr int maxTitleArgument = 120;

struct Visual {
    QString screenClass = {}; ///< X's number of the visual class, an argument of Xvfb; empty: the TrueColor visual of a VNC server
    int depth = 24;
};

/// Parses the notation of profiles, for example "PseudoColor 8".
std::optional<Visual> parseVisual(const QString &text)
{
    static const QStringList classes{u"StaticGray"_s, u"GrayScale"_s, u"StaticColor"_s, u"PseudoColor"_s, u"TrueColor"_s, u"DirectColor"_s};
    static const QRegularExpression pattern(uR"(\A([A-Za-z]+) ([0-9]{1,2})\z)"_s);
    if (text.isEmpty()) {
        return Visual{};
    }
    const QRegularExpressionMatch match = pattern.match(text);
    const qsizetype number = classes.indexOf(match.captured(1));
    const int depth = match.captured(2).toInt();
    if (!match.hasMatch() || number < 0 || depth < 1 || depth > 32) {
        return {};
    }
    const bool isOfVncServers = match.captured(1) == "TrueColor"_L1 && (depth == 16 || depth == 24);
    return Visual{.screenClass = isOfVncServers ? QString() : QString::number(number), .depth = depth};
}

/// How programs are shared, in the notation of claims.
QString shareText(const ServerShareSpec &share)
{
    switch (share.scope) {
    case ServerShareSpec::Scope::Nobody:
        break;
    case ServerShareSpec::Scope::Account:
        return u"account"_s;
    case ServerShareSpec::Scope::Group:
        return u"group "_s + share.hostGroup;
    }
    return u"nobody"_s;
}

/// @p text as one line, without control characters, which would disturb a terminal or a process list.
QString singleLine(QString text)
{
    text.replace(QRegularExpression(u"[\\x{0}-\\x{1f}\\x{7f}]"_s), u" "_s);
    return text;
}
}

std::optional<QStringList> AppCommand::command(ScriptAction action, const AppRequest &request, const ReceivedOutput &received)
{
    static const QString script = ClaimScript::scriptText(u"app.sh"_s);
    static const QString runScript = ClaimScript::scriptText(u"apprun.sh"_s);
    const auto visual = parseVisual(visualForPrivateServer(request.spec));
    if (!visual) {
        return {};
    }
    const WindowSpec &spec = request.spec;
    const QString word = action == ScriptAction::Open ? u"open"_s : action == ScriptAction::Watch ? u"watch"_s : u"stop"_s;
    const QString group = spec.share.scope == ServerShareSpec::Scope::Group ? spec.share.hostGroup : QString();
    QStringList command{u"sh"_s, u"-c"_s, script, u"nightdesk"_s, word, QLatin1StringView(directoryPrefix), request.name.directoryName(), group};
    command << (received.runId.isEmpty() ? QString() : QString::fromLatin1(received.runId) + u' ' + QString::number(received.byteCount));
    command << (action == ScriptAction::Open ? runScript : QString());
    static const QString claim = ClaimScript::scriptText(u"claim.sh"_s);
    const bool claims = action == ScriptAction::Open && spec.isSingleInstance;
    command << (claims ? claim : QString());
    if (action == ScriptAction::Stop && spec.isSingleInstance) {
        command << u"one="_s + request.name.text() << u"desk="_s + request.desk;
    }
    if (action != ScriptAction::Open) {
        return command;
    }
    const auto edge = [](int pixels) {
        return QString::number(std::clamp(pixels, minEdge, maxEdge));
    };
    command << u"title="_s + singleLine(spec.title).left(maxTitleArgument) << u"server="_s + spec.server.command << u"width="_s + edge(request.size.width())
            << u"height="_s + edge(request.size.height()) << u"depth="_s + QString::number(visual->depth) << u"class="_s + visual->screenClass
            << u"linger="_s + QString::number(std::max<qint64>(request.lingerTime.count(), 1)) << u"site="_s + singleLine(request.site);
    if (claims) {
        command << u"one="_s + request.name.text() << u"desk="_s + request.desk << u"share="_s + singleLine(shareText(spec.share));
    }
    for (const QString &path : spec.fonts) {
        command << u"font="_s + singleLine(path);
    }
    for (const QString &resource : spec.xResources) {
        command << u"xrm="_s + singleLine(resource);
    }
    command << u"--"_s << QString::number(spec.server.arguments.size()) << spec.server.arguments << spec.command;
    return command;
}
}
