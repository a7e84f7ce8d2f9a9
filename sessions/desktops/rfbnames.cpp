// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/rfbnames.h"

#include <algorithm>
#include <iterator>

namespace Nightdesk
{
namespace
{
struct Name {
    quint32 number;
    const char *text;
};

constexpr Name encodings[] = {
    {0, "Raw"},
    {1, "CopyRect"},
    {2, "RRE"},
    {4, "CoRRE"},
    {5, "Hextile"},
    {6, "Zlib"},
    {7, "Tight"},
    {8, "ZlibHex"},
    {9, "Ultra"},
    {15, "TRLE"},
    {16, "ZRLE"},
    {17, "ZYWRLE"},
    {0xfffffefc, "TightPNG"},
};
constexpr Name securityTypes[] = {
    {1, "None"},
    {2, "VncAuth"},
    {16, "Tight"},
    {18, "TLS"},
    {19, "VeNCrypt"},
};

template<std::size_t N>
QString find(const Name (&names)[N], quint32 number)
{
    const auto found = std::ranges::find(names, number, &Name::number);
    return found == std::end(names) ? QString::number(static_cast<qint32>(number)) : QString::fromLatin1(found->text);
}
}

QString encodingName(quint32 encoding)
{
    return find(encodings, encoding);
}

QString securityName(quint32 type)
{
    return find(securityTypes, type);
}
}
