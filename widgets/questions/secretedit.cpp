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
    // No dictionary, no prediction, and input methods must not learn the text.
    setInputMethodHints(Qt::ImhSensitiveData | Qt::ImhNoPredictiveText | Qt::ImhNoAutoUppercase);
    if (!echo) {
        // The editor takes over this text's buffer with its capacity. Otherwise it would reallocate every few characters and leave copies of the
        // secret's beginning in memory.
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
    QString typed = text(); // not a copy: the string shares the buffer with the editor, so that the buffer can be overwritten below
    setText(QString()); // releases the buffer and clears the undo history, which clear() would not do
    const Secret secret = Secret::fromText(typed);
    // Overwrites the whole capacity, which may contain characters that were typed and deleted.
    typed.resize(typed.capacity());
    ::explicit_bzero(typed.data(), static_cast<std::size_t>(typed.size()) * sizeof(QChar));
    return secret;
}
}
