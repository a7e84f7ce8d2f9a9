// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

namespace Nightdesk::Test
{
/// A facility directory of the test's own.
class FacilityDirectory
{
public:
    FacilityDirectory()
    {
        QDir(m_directory.path()).mkdir(QStringLiteral("profiles"));
    }

    QString path() const
    {
        return m_directory.path();
    }

    /// Writes in place, as `echo > file` does.
    void write(const QString &name, const QByteArray &text) const
    {
        QFile file(path() + QLatin1Char('/') + name);
        QVERIFY2(file.open(QIODevice::WriteOnly), qPrintable(file.errorString()));
        QCOMPARE(file.write(text), text.size());
    }

    /// Writes beside it and renames, as editors and git do.
    void replace(const QString &name, const QByteArray &text) const
    {
        write(name + QStringLiteral(".new"), text);
        const QByteArray from = QFile::encodeName(path() + QLatin1Char('/') + name + QStringLiteral(".new"));
        const QByteArray to = QFile::encodeName(path() + QLatin1Char('/') + name);
        QCOMPARE(::rename(from.constData(), to.constData()), 0);
    }

private:
    QTemporaryDir m_directory;
};
}
