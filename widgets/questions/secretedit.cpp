// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/questions/secretedit.h"

#include <cstring>

namespace Nightdesk
{
SecretEdit::SecretEdit(bool echo, QWidget *parent)
    : QLineEdit(parent)
{
    setEchoMode(echo ? QLineEdit::Normal : QLineEdit::Password);
    // No dictionary, no prediction, nothing learnt by an input method.
    setInputMethodHints(Qt::ImhSensitiveData | Qt::ImhNoPredictiveText | Qt::ImhNoAutoUppercase);
    if (!echo) {
        // The editor takes this text's memory over with the room in it. Without, it would move to a larger piece every few
        // characters and leave the beginning of the secret behind in each.
        QString room(1, u' ');
        room.reserve(512);
        setText(room);
        room = QString();
        backspace();
        setModified(false);
    }
}

SecretEdit::~SecretEdit()
{
    takeSecret();
}

Secret SecretEdit::takeSecret()
{
    QString typed = text(); // shares the editor's own memory
    setText(QString()); // it lets go, and forgets what it could undo: clear() would not
    const Secret secret = Secret::fromText(typed);
    // With the room behind it: characters that were typed and deleted lie there.
    typed.resize(typed.capacity());
    ::explicit_bzero(typed.data(), static_cast<std::size_t>(typed.size()) * sizeof(QChar));
    return secret;
}
}
