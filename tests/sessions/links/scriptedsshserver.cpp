// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sessions/links/scriptedsshserver.h"

#include <libssh/callbacks.h>
#include <libssh/libssh.h>
#include <libssh/server.h>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <string>

using namespace Qt::StringLiterals;

namespace Nightdesk::Test
{
struct ScriptedSshServer::Session {
    ScriptedSshServer &server;
    ssh_session session = nullptr;
    bool passwordDone = false;
    int round = 0;

    QList<QList<Prompt>> rounds() const
    {
        const Script &script = server.m_script;
        return !script.rounds.isEmpty() || script.prompts.isEmpty() ? script.rounds : QList<QList<Prompt>>{script.prompts};
    }
    void ask(ssh_message message)
    {
        const QList<Prompt> prompts = rounds().value(round);
        std::vector<const char *> texts;
        QByteArray echo;
        for (const Prompt &prompt : prompts) {
            texts.push_back(prompt.text.constData());
            echo += prompt.echo ? '\1' : '\0';
        }
        ssh_message_auth_interactive_request(message,
                                             "test",
                                             server.m_script.instruction.constData(),
                                             static_cast<unsigned>(texts.size()),
                                             texts.data(),
                                             echo.data());
    }
    bool loggedIn = false;

    int methods() const
    {
        const bool wantsBoth = server.m_script.both;
        int result = 0;
        if (!server.m_script.password.isEmpty() && !passwordDone) {
            result |= SSH_AUTH_METHOD_PASSWORD;
        }
        if (server.m_script.keys && (!wantsBoth || passwordDone)) {
            result |= SSH_AUTH_METHOD_PUBLICKEY;
        }
        if (!rounds().isEmpty() && (!wantsBoth || passwordDone)) {
            result |= SSH_AUTH_METHOD_INTERACTIVE;
        }
        return result;
    }

    static int onPassword(ssh_session, const char *, const char *password, void *self)
    {
        auto *me = static_cast<Session *>(self);
        ++me->server.m_passwordAttempts;
        {
            const std::scoped_lock lock(me->server.m_mutex);
            if (me->server.m_script.password.isEmpty() || me->server.m_script.password != password) {
                return SSH_AUTH_DENIED;
            }
        }
        me->passwordDone = true;
        if (me->server.m_script.both) {
            ssh_set_auth_methods(me->session, me->methods());
            return SSH_AUTH_PARTIAL;
        }
        me->loggedIn = true;
        return SSH_AUTH_SUCCESS;
    }

    static int onKey(ssh_session session, const char *, ssh_key_struct *, char state, void *self)
    {
        auto *me = static_cast<Session *>(self);
        if (!me->server.m_script.keys || (me->server.m_script.both && !me->passwordDone)) {
            return SSH_AUTH_DENIED;
        }
        if (me->server.m_hangUps++ < me->server.m_script.hangUps) {
            ::shutdown(ssh_get_fd(session), SHUT_RDWR);
            return SSH_AUTH_DENIED;
        }
        me->loggedIn = state == SSH_PUBLICKEY_STATE_VALID;
        return SSH_AUTH_SUCCESS;
    }

    static int onMessage(ssh_session session, ssh_message message, void *self)
    {
        auto *me = static_cast<Session *>(self);
        const QList<QList<Prompt>> rounds = me->rounds();
        if (ssh_message_type(message) != SSH_REQUEST_AUTH || ssh_message_subtype(message) != static_cast<int>(SSH_AUTH_METHOD_INTERACTIVE)
            || rounds.isEmpty()) {
            return 1;
        }
        if (!ssh_message_auth_kbdint_is_response(message)) {
            me->round = 0;
            me->ask(message);
            return 0;
        }
        const QList<Prompt> prompts = rounds.value(me->round);
        bool right = ssh_userauth_kbdint_getnanswers(session) == prompts.size();
        for (int i = 0; right && i < prompts.size(); ++i) {
            right = prompts[i].answer == ssh_userauth_kbdint_getanswer(session, static_cast<unsigned>(i));
        }
        if (!right) {
            return 1;
        }
        if (++me->round < rounds.size()) {
            me->ask(message);
            return 0;
        }
        me->loggedIn = true;
        ssh_message_auth_reply_success(message, 0);
        return 0;
    }
};

ScriptedSshServer::ScriptedSshServer(const Script &script)
    : m_script(script)
{
    ssh_key key = nullptr;
    char *text = nullptr;
    if (ssh_pki_generate(SSH_KEYTYPE_ED25519, 0, &key) == SSH_OK && ssh_pki_export_privkey_base64(key, nullptr, nullptr, nullptr, &text) == SSH_OK) {
        m_hostKey = text;
        ssh_string_free_char(text);
    }
    ssh_key_free(key);

    m_listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (::bind(m_listener, reinterpret_cast<sockaddr *>(&address), size) != 0 || ::listen(m_listener, 20) != 0
        || ::getsockname(m_listener, reinterpret_cast<sockaddr *>(&address), &size) != 0) {
        qFatal("cannot listen on loopback");
    }
    m_port = ntohs(address.sin_port);
    m_listening = std::thread(&ScriptedSshServer::listen, this);
}

ScriptedSshServer::~ScriptedSshServer()
{
    m_stopping = true;
    ::shutdown(m_listener, SHUT_RDWR);
    m_listening.join();
    ::close(m_listener);
    {
        const std::scoped_lock lock(m_mutex);
        for (const int fd : m_open) {
            ::shutdown(fd, SHUT_RDWR);
        }
    }
    for (std::thread &thread : m_threads) {
        thread.join();
    }
    for (const int fd : m_open) {
        ::close(fd);
    }
}

quint16 ScriptedSshServer::port() const
{
    return m_port;
}

LinkSpec ScriptedSshServer::linkSpec() const
{
    LinkSpec spec;
    spec.id = u"summit"_s;
    spec.host = u"127.0.0.1"_s;
    spec.port = m_port;
    spec.user = u"observer"_s;
    return spec;
}

void ScriptedSshServer::setPassword(const QByteArray &password)
{
    const std::scoped_lock lock(m_mutex);
    m_script.password = password;
}

int ScriptedSshServer::connections() const
{
    return m_connections;
}

int ScriptedSshServer::passwordAttempts() const
{
    return m_passwordAttempts;
}

QStringList ScriptedSshServer::channelResults() const
{
    const std::scoped_lock lock(m_mutex);
    return m_results;
}

void ScriptedSshServer::hangUp()
{
    const std::scoped_lock lock(m_mutex);
    for (const int fd : m_open) {
        ::shutdown(fd, SHUT_RDWR);
    }
}

void ScriptedSshServer::note(const QString &result)
{
    const std::scoped_lock lock(m_mutex);
    m_results << result;
}

void ScriptedSshServer::listen()
{
    while (!m_stopping) {
        const int fd = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
        if (fd < 0) {
            continue;
        }
        ++m_connections;
        const std::scoped_lock lock(m_mutex);
        m_open.push_back(::fcntl(fd, F_DUPFD_CLOEXEC, 0)); // ours stays open: the number cannot become another's
        m_threads.emplace_back([this, fd, ours = m_open.back()] {
            serve(fd);
            ::shutdown(ours, SHUT_RDWR);
        });
    }
}

void ScriptedSshServer::misbehave(ssh_session_struct *session, Flood flood, ssh_event_struct *event)
{
    const std::string dull(1024, 'n');
    while (!m_stopping && ssh_is_connected(session)) {
        int result = SSH_OK;
        if (flood == Flood::Ignore) {
            result = ssh_send_ignore(session, dull.c_str());
        } else if (flood == Flood::Debug) {
            result = ssh_send_debug(session, dull.c_str(), 1);
        } else {
            ::usleep(20000); // silent
        }
        if (result == SSH_ERROR || (event && ssh_event_dopoll(event, 0) == SSH_ERROR)) {
            break;
        }
    }
}

void ScriptedSshServer::serve(int fd)
{
    if (!m_script.banner.isEmpty()) {
        (void)!::write(fd, m_script.banner.constData(), static_cast<std::size_t>(m_script.banner.size()));
        ::shutdown(fd, SHUT_RDWR);
        ::close(fd);
        return;
    }
    ssh_bind bind = ssh_bind_new();
    const bool no = false;
    ssh_bind_options_set(bind, SSH_BIND_OPTIONS_PROCESS_CONFIG, &no);
    ssh_key key = nullptr;
    ssh_pki_import_privkey_base64(m_hostKey.constData(), nullptr, nullptr, nullptr, &key);
    ssh_bind_options_set(bind, SSH_BIND_OPTIONS_IMPORT_KEY, key);
    ssh_session session = ssh_new();
    Session state{*this, session};
    ssh_server_callbacks_struct callbacks{};
    callbacks.userdata = &state;
    callbacks.auth_password_function = Session::onPassword;
    callbacks.auth_pubkey_function = Session::onKey;
    ssh_callbacks_init(&callbacks);
    ssh_event event = ssh_event_new();
    if (ssh_bind_accept_fd(bind, session, fd) == SSH_OK) {
        ssh_set_auth_methods(session, state.methods());
        ssh_set_server_callbacks(session, &callbacks);
        ssh_set_message_callback(session, Session::onMessage, &state);
        if (ssh_handle_key_exchange(session) == SSH_OK) {
            if (m_script.silentBefore) {
                misbehave(session, Flood::None, nullptr);
            }
            if (!m_script.issue.isEmpty()) {
                const ssh_string issue = ssh_string_from_char(m_script.issue.constData());
                ssh_send_issue_banner(session, issue);
                ssh_string_free(issue);
            }
            ssh_event_add_session(event, session);
            bool acted = false;
            while (!m_stopping && ssh_is_connected(session) && ssh_event_dopoll(event, 50) != SSH_ERROR) {
                if (!state.loggedIn || acted) {
                    continue;
                }
                acted = true;
                if (!m_script.farewell.isEmpty()) {
                    // libssh sends its goodbye only when it knows that the socket takes it: let it look.
                    while (ssh_event_dopoll(event, 50) == SSH_OK) { }
                    ssh_session_set_disconnect_message(session, m_script.farewell.constData());
                    break;
                }
                for (int i = 0; i < m_script.strangeChannels; ++i) {
                    ssh_channel_open_reverse_forward(ssh_channel_new(session), "127.0.0.1", 80, "127.0.0.1", 12345);
                    ssh_channel_open_x11(ssh_channel_new(session), "127.0.0.1", 12345);
                }
                if (m_script.strangeChannels > 0) {
                    note(u"opened"_s);
                }
                if (m_script.silentAfter || m_script.floodAfter != Flood::None) {
                    misbehave(session, m_script.floodAfter, m_script.silentAfter ? nullptr : event);
                }
                if (m_script.openChannels) {
                    const auto result = [](int code) {
                        return code == SSH_OK ? u" accepted"_s : u" refused"_s;
                    };
                    note(u"forwarded-tcpip"_s + result(ssh_channel_open_reverse_forward(ssh_channel_new(session), "127.0.0.1", 80, "127.0.0.1", 12345)));
                    note(u"x11"_s + result(ssh_channel_open_x11(ssh_channel_new(session), "127.0.0.1", 12345)));
                    note(u"auth-agent"_s + result(ssh_channel_open_auth_agent(ssh_channel_new(session))));
                    note(u"session"_s + result(ssh_channel_open_session(ssh_channel_new(session))));
                }
            }
            ssh_event_remove_session(event, session);
        }
    }
    ssh_event_free(event);
    ssh_disconnect(session);
    ssh_free(session);
    ssh_bind_free(bind);
}
}
