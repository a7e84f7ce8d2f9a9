// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/login/passwordprompt.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
bool isPasswordPrompt(const QString &prompt)
{
    static const QRegularExpression password(u"\\A\\s*(?:\\(\\S+@\\S+\\)\\s+)?(?:\\S+@\\S+'s\\s+)?password(?:\\s+for\\s+\\S+)?\\s*:?\\s*\\z"_s,
                                             QRegularExpression::CaseInsensitiveOption);
    return password.match(prompt).hasMatch();
}
}
