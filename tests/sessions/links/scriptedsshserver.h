// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <atomic>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

struct ssh_session_struct;
struct ssh_event_struct;

namespace Nightdesk::Test
{
/// An ssh server made with libssh, for what an sshd does not do without PAM (passwords, several prompts) or never does
/// (opening channels nobody asked for). Listens on 127.0.0.1, serves each connection on a thread, ends with its object.
class ScriptedSshServer
{
public:
    struct Prompt {
        QByteArray text;
        bool echo = false;
        QByteArray answer; ///< the right one
    };
    /// What it does without end.
    enum class Flood {
        None,
        Ignore, ///< SSH_MSG_IGNORE
        Debug ///< SSH_MSG_DEBUG
    };
    struct Script {
        QByteArray password = {}; ///< empty: the method is not offered
        QList<Prompt> prompts = {}; ///< empty (and no rounds): keyboard-interactive is not offered
        QList<QList<Prompt>> rounds = {}; ///< of prompts, one after the other; in place of prompts
        QByteArray instruction = {};
        bool both = false; ///< the password alone is only a partial success; other methods count after it
        bool openChannels = false; ///< after the login it tries to open channels of every kind
        QByteArray banner = {}; ///< when set, it says this line instead of ssh and hangs up
        int strangeChannels = 0; ///< after the login it opens as many that nobody asked for
        Flood floodAfter = Flood::None; ///< from the login on, while it goes on with all else
        bool silentBefore = false; ///< it says nothing after the key exchange
        bool silentAfter = false; ///< nor after the login
        QByteArray issue = {}; ///< shown before the login
        bool keys = false; ///< any key may log in
        int hangUps = 0; ///< so many connections end without a word when a key is shown
        QByteArray farewell = {}; ///< when set, it disconnects with these words after the login
    };

    explicit ScriptedSshServer(const Script &script);
    ~ScriptedSshServer();
    ScriptedSshServer(const ScriptedSshServer &) = delete;
    ScriptedSshServer &operator=(const ScriptedSshServer &) = delete;

    quint16 port() const;
    LinkSpec linkSpec() const; ///< its host key is not known
    /// From the next login on.
    void setPassword(const QByteArray &password);
    /// Ends the connections there are without a word; it goes on listening.
    void hangUp();
    int connections() const;
    int passwordAttempts() const;
    /// What became of the channels it opened: "x11", "forwarded-tcpip", "auth-agent" with " accepted" or " refused".
    QStringList channelResults() const;

private:
    struct Session;
    friend struct Session;

    void listen();
    void serve(int fd);
    /// Returns when it is to end.
    void misbehave(ssh_session_struct *session, Flood flood, ssh_event_struct *event);
    void note(const QString &result);

    Script m_script;
    int m_listener = -1;
    quint16 m_port = 0;
    std::atomic<bool> m_stopping = false;
    std::atomic<int> m_connections = 0;
    std::atomic<int> m_passwordAttempts = 0;
    std::atomic<int> m_hangUps = 0; ///< done
    mutable std::mutex m_mutex;
    QStringList m_results;
    std::vector<int> m_open;
    std::vector<std::thread> m_threads;
    std::thread m_listening;
    QByteArray m_hostKey; ///< a private key, in memory
};
}
