// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/variables.h"

#include "sessions/profiles/keytable.h"
#include "sessions/profiles/problems.h"
#include "sessions/profiles/suggestion.h"

#include <KLocalizedString>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
Variables::Variables(const QString &account, const QString &instrument)
    : m_account(account)
    , m_instrument(instrument)
{
}

bool Variables::usedAccount() const
{
    return m_usedAccount;
}

std::expected<QString, QString> Variables::expand(const QString &text)
{
    QString result;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] != u'{') {
            result += text[i];
            continue;
        }
        if (i + 1 < text.size() && text[i + 1] == u'{') {
            result += u'{';
            ++i;
            continue;
        }
        const qsizetype end = text.indexOf(u'}', i);
        const QString name = end < 0 ? QString() : text.sliced(i + 1, end - i - 1);
        const bool isName = !name.isEmpty() && std::ranges::all_of(name, [](QChar c) {
            return c.isLetterOrNumber() || c == u'-' || c == u'_';
        });
        QStringList known;
        for (const VariableInfo &variable : variableTable()) {
            known.append(u"{%1}"_s.arg(variable.name));
        }
        if (!isName) {
            return std::unexpected(
                problemText(i18nc("@info a mistake in a profile", "a single \"{\" in %1", quoted(text)),
                            i18nc("@info a mistake in a profile; %1: a list of variables", "one of %1, or \"{{\" for a brace", known.join(u", "_s))));
        }
        if (name == accountVariable) {
            m_usedAccount = true;
            result += m_account.isEmpty() ? u"{account}"_s : m_account;
        } else if (name == instrumentVariable) {
            result += m_instrument;
        } else {
            const QString braced = u"{%1}"_s.arg(name);
            return std::unexpected(
                problemText(i18nc("@info a mistake in a profile; %1: a variable in quotes", "there is no variable %1", quoted(braced)),
                            i18nc("@info a mistake in a profile; %1: a list of variables", "one of %1, or \"{{\" for a brace", known.join(u", "_s)),
                            suggestion(braced, known)));
        }
        i = end;
    }
    return result;
}
}
