// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

namespace Nightdesk::Test::LeakSearch
{
/// No other program on this machine knows it.
struct Planted {
    QString title;
    QByteArray secret;
};
/// Titles of the secrets that are in there: as they are, or as text in UTF-16.
QStringList foundIn(const QByteArray &bytes, const QList<Planted> &planted);
QByteArray unbufferedContents(const QString &file);
/// The process and all that it started.
QList<qint64> family(qint64 pid);
}
