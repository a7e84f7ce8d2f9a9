// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/facts/authoritytext.h"

#include "sessions/xwindows/protocol/cookietable.h"

namespace Nightdesk
{
namespace
{
// Value of FamilyLocal in <X11/Xauth.h>, which is not included because of its macros.
constexpr int familyLocal = 256;
constexpr int familyWild = 65535;

/// Numbers are big-endian, whatever the host is.
std::optional<int> takeNumber(QByteArrayView &text)
{
    if (text.size() < 2) {
        return {};
    }
    const int number = static_cast<quint8>(text[0]) << 8 | static_cast<quint8>(text[1]);
    text = text.sliced(2);
    return number;
}

std::optional<QByteArrayView> takeText(QByteArrayView &text)
{
    const auto size = takeNumber(text);
    if (!size || text.size() < *size) {
        return {};
    }
    const QByteArrayView result = text.first(*size);
    text = text.sliced(*size);
    return result;
}
}

QByteArray AuthorityText::cookie(QByteArrayView text, const QByteArray &host, int number)
{
    text = text.first(qMin(text.size(), maxSize));
    const QByteArray wanted = QByteArray::number(number);
    while (!text.isEmpty()) {
        const auto family = takeNumber(text);
        const auto address = takeText(text);
        const auto display = takeText(text);
        const auto name = takeText(text);
        const auto data = takeText(text);
        if (!family || !address || !display || !name || !data) {
            return {};
        }
        const bool isHere = *family == familyWild || (*family == familyLocal && *address == QByteArrayView(host));
        const bool isDisplay = display->isEmpty() || *display == QByteArrayView(wanted);
        if (isHere && isDisplay && *name == QByteArrayView(xCookieProtocol.data(), static_cast<qsizetype>(xCookieProtocol.size()))) {
            return data->toByteArray();
        }
    }
    return {};
}
}
