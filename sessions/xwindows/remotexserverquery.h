// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/xwindows/facts/xserverfacts.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <memory>
#include <optional>

namespace Nightdesk
{
class Link;
class LinkStream;
class RemoteProgram;

/// Queries the capabilities of an X server on a link's host: reads the account's authority file there and connects to the server's socket through
/// the link. Nothing is installed. If a step is not allowed or takes too long, the result has a problem text. One query per object. GUI thread;
/// owned by its user; the link must outlive it.
class RemoteXServerQuery : public QObject
{
    Q_OBJECT
public:
    static constexpr std::chrono::seconds stepTimeLimit{15}; ///< time limit for each step

    /// @p display: the number, as in ":1". @p fonts: patterns of core fonts to look for.
    RemoteXServerQuery(Link *link, int display, const QStringList &fonts, QObject *parent = nullptr);
    ~RemoteXServerQuery() override;

Q_SIGNALS:
    void factsRead(const Nightdesk::XServerFacts &facts); ///< the result of the query; emitted once

private:
    void readAuthority();
    void connectServer();
    void queryServer();
    void reportFacts(XServerFacts facts);
    XServerFacts factsOfFailure(const QString &problem) const;

    Link *const m_link;
    const int m_displayNumber;
    const QStringList m_fontPatterns;
    std::optional<XSocketDirectory> m_socketDirectory;
    QByteArray m_commandOutput;
    QByteArray m_cookie; ///< empty: the account has none for this server
    UniqueFd m_serverSocket;
    QTimer m_stepTimeout;
    std::unique_ptr<RemoteProgram> m_program;
    std::unique_ptr<LinkStream> m_serverStream;
    bool m_areFactsReported = false;
};
}
