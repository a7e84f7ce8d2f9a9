// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace Nightdesk
{
/// Creates labels for text that is not trusted: the labels show markup literally.
namespace PlainLabel
{
inline QLabel *create(const QString &text = {})
{
    auto *label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    return label;
}

inline QLabel *createWrapped(const QString &text = {})
{
    QLabel *label = create(text);
    label->setWordWrap(true);
    return label;
}
}
}
