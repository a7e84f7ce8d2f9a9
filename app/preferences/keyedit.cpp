// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/preferences/keyedit.h"

namespace Nightdesk
{
KeyCombinationEdit::KeyCombinationEdit(QWidget *parent)
    : QKeySequenceEdit(parent)
{
    setMaximumSequenceLength(1);
    setClearButtonEnabled(true);
    connect(this, &QKeySequenceEdit::keySequenceChanged, this, [this] {
        Q_EMIT keyChanged(key());
    });
}

QString KeyCombinationEdit::key() const
{
    return keySequence().toString(QKeySequence::PortableText);
}

void KeyCombinationEdit::setKey(const QString &portable)
{
    setKeySequence(QKeySequence::fromString(portable, QKeySequence::PortableText));
}
}
