// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/libexecfile.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace Nightdesk
{
QString libexecFile(const QString &name)
{
    const QString here = QCoreApplication::applicationDirPath();
    for (const QString &directory : {here, QString(here + u"/" NIGHTDESK_LIBEXEC_FROM_BIN), QStringLiteral(NIGHTDESK_LIBEXECDIR)}) {
        const QFileInfo file(QDir(directory), name);
        if (file.isFile()) { // does not check for execute permission, because Debian installs plugins without it
            return file.absoluteFilePath();
        }
    }
    return {};
}
}
