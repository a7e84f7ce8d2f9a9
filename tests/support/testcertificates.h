// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTemporaryDir>

namespace Nightdesk::Test
{
/// An authority of a test's own, made by openssl in a private directory, and what it signs. Main thread.
class TestCertificates
{
public:
    enum class Age {
        Valid,
        Expired
    };
    struct Pair {
        QString certificate; ///< a PEM file
        QString key; ///< a PEM file; empty: openssl failed
    };

    TestCertificates();
    QString authority(); ///< a PEM file; empty: openssl failed
    /// For a server, as "localhost" and "127.0.0.1" or as another name.
    Pair server(const QString &name = QStringLiteral("localhost"), Age age = Age::Valid);

private:
    QTemporaryDir m_directory;
    int m_made = 0;
};
}
