// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/editing/displayedit.h"

#include "sessions/profiles/editing/valueedit.h"

namespace Nightdesk::DisplayEdits
{
using namespace Qt::StringLiterals;

EditTarget targetOf(const DraftEffect &effect, const DisplayEdit &edit)
{
    const EffectiveValue *value = effect.value(edit.table, edit.id, edit.key);
    if (value && value->writtenValue.place.line > 0) {
        return {.place = value->writtenValue.place, .keyToAdd = {}, .expectedText = value->writtenValue.text, .origin = value->origin};
    }
    const EffectiveValue *id = effect.value(edit.table, edit.id, u"id"_s);
    return id ? EditTarget{.place = id->writtenValue.place, .keyToAdd = edit.key, .expectedText = id->writtenValue.text, .origin = id->origin} : EditTarget();
}

std::optional<TextChange> changeAt(QStringView text, const EditTarget &target, const QString &value)
{
    if (ValueEdit::textAt(text, target.place) != target.expectedText) {
        return std::nullopt;
    }
    return target.keyToAdd.isEmpty() ? ValueEdit::changeValue(text, target.place, value) : ValueEdit::addKey(text, target.place, target.keyToAdd, value);
}

std::optional<TextChange> changeAtSite(QStringView text, const QString &site, const DisplayEdit &edit)
{
    return site.isEmpty() ? std::nullopt : ValueEdit::setKey(text, {u"site"_s, site, edit.table, edit.id, edit.key}, edit.value);
}
}
