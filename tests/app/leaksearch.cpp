// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/leaksearch.h"

#include <QDir>
#include <QFile>

using namespace Qt::StringLiterals;

namespace Nightdesk::Test::LeakSearch
{
QStringList foundIn(const QByteArray &bytes, const QList<Planted> &planted)
{
    QStringList found;
    for (const Planted &one : planted) {
        const QString text = QString::fromUtf8(one.secret);
        const QByteArray wide(reinterpret_cast<const char *>(text.utf16()), text.size() * 2);
        if (bytes.contains(one.secret) || bytes.contains(wide)) {
            found << one.title;
        }
    }
    return found;
}

QByteArray unbufferedContents(const QString &file)
{
    QFile opened(file);
    return opened.open(QIODevice::ReadOnly | QIODevice::Unbuffered) ? opened.readAll() : QByteArray();
}

QList<qint64> family(qint64 pid)
{
    QList<qint64> found{pid};
    const QStringList entries = QDir(u"/proc"_s).entryList(QDir::Dirs);
    for (qsizetype i = 0; i < found.size(); ++i) {
        for (const QString &entry : entries) {
            const QByteArray stat = unbufferedContents(u"/proc/"_s + entry + u"/stat"_s);
            const QList<QByteArray> words = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
            if (words.value(1).toLongLong() == found[i] && words.size() > 2) {
                found << entry.toLongLong();
            }
        }
    }
    return found;
}
}
