// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/valuegrammar.h"

#include <QRegularExpression>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace Nightdesk::ValueGrammar
{
namespace
{
constexpr int maxPixels = 32767; // largest size or offset: X11 positions have 16 bits
constexpr int firstRfbPort = 5900;

bool matches(const QRegularExpression &expression, const QString &text)
{
    return expression.match(text).hasMatch();
}
}

bool isIdentifier(const QString &text)
{
    static const QRegularExpression identifier(u"\\A[a-z0-9][a-z0-9_-]{0,63}\\z"_s);
    return matches(identifier, text);
}

bool isLoopback(const QString &host)
{
    return host == "localhost"_L1 || host == "::1"_L1 || host.startsWith("127."_L1);
}

bool isHost(const QString &text)
{
    // A colon is only allowed in an IPv6 address (at least two); a port has its own key. Wildcards, lists and "%h"
    // belong in the ssh configuration: here they would be taken literally as a host.
    static const QRegularExpression host(
        u"\\A(?:[\\p{L}\\p{N}_][\\p{L}\\p{M}\\p{N}._-]{0,254}|[0-9A-Fa-f:.]*:[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*(?:%[A-Za-z0-9][A-Za-z0-9._-]*)?)\\z"_s);
    return matches(host, text);
}

bool isUser(const QString &text)
{
    // Same rules as ssh, plus "$": the ssh configuration may insert the name unquoted into a command line. Braces are allowed for {account}.
    static const QRegularExpression user(u"\\A(?!-)[^\\s\\p{C}:@/'\"`$;&|<>()]{1,255}(?<!\\\\)\\z"_s);
    return matches(user, text);
}

bool isJumpHost(const QString &text)
{
    static const QRegularExpression jump(
        u"\\A(?:([^@,]+)@)?(?:\\[([^\\]]+)\\]|([^:\\[\\]]+)|([0-9A-Fa-f.]*(?::[0-9A-Fa-f.]*){2,}(?:%[A-Za-z0-9][A-Za-z0-9._-]*)?))(?::(\\d{1,5}))?\\z"_s);
    const QRegularExpressionMatch match = jump.match(text);
    if (!match.hasMatch()) {
        return false;
    }
    const QString host = match.captured(2) + match.captured(3) + match.captured(4);
    const bool goodUser = !match.hasCaptured(1) || isUser(match.captured(1));
    const uint port = match.hasCaptured(5) ? match.captured(5).toUInt() : 22;
    return goodUser && isHost(host) && port >= 1 && port <= 65535;
}

bool isVisual(const QString &text)
{
    static const QRegularExpression visual(u"\\A(?:StaticGray|GrayScale|StaticColor|PseudoColor|TrueColor|DirectColor) ([1-9]|[12]\\d|3[0-2])\\z"_s);
    return matches(visual, text);
}

std::optional<DisplayNumber> parseDisplay(const QString &text)
{
    static const QRegularExpression display(u"\\A:(\\d{1,5})\\z"_s);
    const QRegularExpressionMatch match = display.match(text);
    if (!match.hasMatch() || match.capturedView(1).toInt() + firstRfbPort > 65535) {
        return std::nullopt;
    }
    return DisplayNumber{match.capturedView(1).toInt()};
}

std::optional<WindowGeometry> parseGeometry(const QString &text)
{
    static const QRegularExpression geometry(u"\\A=?(?:(\\d{1,5})[xX](\\d{1,5}))?(?:([+-])([+-]?\\d{1,5})([+-])([+-]?\\d{1,5}))?\\z"_s);
    const QRegularExpressionMatch match = geometry.match(text);
    if (!match.hasMatch() || (!match.hasCaptured(1) && !match.hasCaptured(3))) {
        return std::nullopt;
    }
    WindowGeometry result;
    if (match.hasCaptured(1)) {
        const PixelSize size{match.capturedView(1).toInt(), match.capturedView(2).toInt()};
        if (size.width < 1 || size.height < 1 || size.width > maxPixels || size.height > maxPixels) {
            return std::nullopt;
        }
        result.size = size;
    }
    if (match.hasCaptured(3)) {
        const WindowGeometry::Offset offset{match.capturedView(4).toInt(),
                                            match.capturedView(6).toInt(),
                                            match.capturedView(3) == u'-',
                                            match.capturedView(5) == u'-'};
        if (std::abs(offset.x) > maxPixels || std::abs(offset.y) > maxPixels) {
            return std::nullopt;
        }
        result.offset = offset;
    }
    return result;
}

std::optional<PixelSize> parseSize(const QString &text)
{
    const std::optional<WindowGeometry> result = parseGeometry(text);
    return result && !result->offset && !text.startsWith(u'=') ? result->size : std::nullopt;
}

std::optional<HoursOfDay> parseHours(const QString &text)
{
    static const QRegularExpression hours(u"\\A([0-9]{2}):([0-9]{2})-([0-9]{2}):([0-9]{2})\\z"_s);
    const QRegularExpressionMatch match = hours.match(text);
    if (!match.hasMatch()) {
        return std::nullopt;
    }
    const auto minute = [&match](int group) {
        return match.capturedView(group).toInt() * 60 + match.capturedView(group + 1).toInt();
    };
    const HoursOfDay result{minute(1), minute(3)};
    const bool isClock = match.capturedView(2).toInt() < 60 && match.capturedView(4).toInt() < 60;
    // A range from 18:00 to 18:00 could be the whole day or nothing, so it is not valid.
    const bool good = isClock && result.fromMinute < 24 * 60 && result.toMinute <= 24 * 60 && result.fromMinute != result.toMinute;
    return good ? std::optional(result) : std::nullopt;
}

std::optional<int> parseTimeOfDay(const QString &text)
{
    static const QRegularExpression time(u"\\A([01][0-9]|2[0-3]):([0-5][0-9])\\z"_s);
    const QRegularExpressionMatch match = time.match(text);
    return match.hasMatch() ? std::optional(match.capturedView(1).toInt() * 60 + match.capturedView(2).toInt()) : std::nullopt;
}

std::optional<ServerShareSpec> parseShare(const QString &text)
{
    static const QRegularExpression group(u"\\Agroup:([A-Za-z_][A-Za-z0-9_.-]{0,31})\\z"_s);
    if (text == "account"_L1) {
        return ServerShareSpec{ServerShareSpec::Scope::Account, {}};
    }
    if (text == "nobody"_L1) {
        return ServerShareSpec{ServerShareSpec::Scope::Nobody, {}};
    }
    const QRegularExpressionMatch match = group.match(text);
    return match.hasMatch() ? std::optional(ServerShareSpec{ServerShareSpec::Scope::Group, match.captured(1)}) : std::nullopt;
}

bool isXResource(const QString &text)
{
    // A backslash at the end would continue the resource in the next line.
    static const QRegularExpression resource(u"\\A[*.]?(?:[A-Za-z0-9_-]+|\\?)(?:[*.]+(?:[A-Za-z0-9_-]+|\\?))*[ \\t]*:[\\P{Cc}\\t]{0,2000}(?<!\\\\)\\z"_s);
    return matches(resource, text);
}

bool isFontPath(const QString &text)
{
    static const QRegularExpression path(u"\\A(?:/[^\\p{C},]{1,1000}|(?:tcp|inet|inet6|unix|local)/[A-Za-z0-9._:\\[\\]-]*:[0-9]{1,5})\\z"_s);
    return matches(path, text);
}

bool isEmail(const QString &text)
{
    static const QRegularExpression email(u"\\A[^\\s\\p{C}@<>,;:\"]{1,64}@[^\\s\\p{C}@<>,;:\"/]{1,255}\\z"_s);
    return matches(email, text);
}

bool isWebAddress(const QString &text)
{
    const QUrl url(text, QUrl::StrictMode);
    const bool isWeb = url.scheme() == "https"_L1 || url.scheme() == "http"_L1;
    return text.size() <= 2000 && url.isValid() && isWeb && !url.host().isEmpty();
}
}
