// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/faults/growth.h"

#include "tests/support/waitfor.h"

#include <QDir>
#include <QFile>

using namespace Qt::StringLiterals;

namespace Nightdesk::Test
{
void Growth::begin()
{
    // One or two: D-Bus, where a library asks for it, has a thread for the whole process.
    WAIT_FOR(now().threads <= 2);
    m_before = now();
}

Growth::Count Growth::now()
{
    const auto entries = [](const QString &path) {
        return QDir(path).entryList(QDir::NoDotAndDotDot | QDir::AllEntries | QDir::System).size();
    };
    Count count{entries(u"/proc/self/fd"_s), entries(u"/proc/self/task"_s), 0};
    const QStringList tasks = QDir(u"/proc/self/task"_s).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString &task : tasks) {
        QFile children(u"/proc/self/task/%1/children"_s.arg(task));
        if (children.open(QIODevice::ReadOnly)) {
            const QByteArray pids = children.readAll().simplified();
            count.children += pids.isEmpty() ? 0 : pids.count(' ') + 1;
        }
    }
    return count;
}

bool Growth::isNone() const
{
    return waitFor([this] {
        const Count count = now();
        return count.descriptors <= m_before.descriptors && count.threads <= m_before.threads && count.children <= m_before.children;
    });
}

QString Growth::report() const
{
    const Count count = now();
    return u"descriptors %1 (%2), threads %3 (%4), children %5 (%6)"_s.arg(count.descriptors)
        .arg(m_before.descriptors)
        .arg(count.threads)
        .arg(m_before.threads)
        .arg(count.children)
        .arg(m_before.children);
}
}
