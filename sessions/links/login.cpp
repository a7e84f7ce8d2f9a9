// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/login.h"

#include "sessions/common/displaytext.h"
#include "sessions/links/linkfailure.h"

#include <KLocalizedString>

#include <QFile>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Nightdesk
{
namespace
{
constexpr int attemptsPerSecret = 3;
// sshd's LoginGraceTime: it hangs up then.
constexpr auto answerLimit = 120s;
// A server may ask in as many rounds as it likes: more than this is not meant for a person.
constexpr int roundLimit = 20;
constexpr int promptLimit = 16;

const QString passwordSubject = u"password"_s;

struct KeyDeleter {
    void operator()(ssh_key key) const
    {
        ssh_key_free(key);
    }
};
using Key = std::unique_ptr<ssh_key_struct, KeyDeleter>;

/// libssh calls it when the file is encrypted and no passphrase was given.
int notePassphrase(const char *, char *, size_t, int, int, void *wanted)
{
    *static_cast<bool *>(wanted) = true;
    return -1;
}

Key privateKey(const QString &file, const char *passphrase, bool &passphraseWanted)
{
    ssh_key key = nullptr;
    passphraseWanted = false;
    const int result = ssh_pki_import_privkey_file(QFile::encodeName(file).constData(), passphrase, notePassphrase, &passphraseWanted, &key);
    return Key(result == SSH_OK ? key : nullptr);
}

/// The public half, from the key file itself where its format has it in the clear, else from the .pub file beside it.
Key publicKey(const QString &file)
{
    for (const QString &name : {file, QString(file + u".pub"_s)}) {
        ssh_key key = nullptr;
        if (ssh_pki_import_pubkey_file(QFile::encodeName(name).constData(), &key) == SSH_OK) {
            return Key(key);
        }
    }
    return nullptr;
}
}

Login::Login(const LinkPlan &plan, LinkMemory &memory, LinkControl &control, SshSession &session, LinkAsker &asker)
    : m_plan(plan)
    , m_memory(memory)
    , m_control(control)
    , m_session(session)
    , m_asker(asker)
{
}

QStringList Login::notes() const
{
    return m_notes;
}

std::optional<int> Login::call(const std::function<int()> &function)
{
    return m_session.repeat(function, SSH_AUTH_AGAIN, answerLimit);
}

Login::Outcome Login::over(std::optional<Failure> failure)
{
    m_failure = std::move(failure);
    return Outcome::Over;
}

Login::Outcome Login::outcomeOf(std::optional<int> result)
{
    if (!result) {
        return over(m_control.isStopped() ? std::nullopt : std::optional(LinkFailure::saysNothing(m_plan.where(), answerLimit)));
    }
    switch (*result) {
    case SSH_AUTH_SUCCESS:
        return Outcome::Done;
    case SSH_AUTH_PARTIAL:
        return Outcome::Partial;
    default:
        break;
    }
    if (!m_session.isAlive()) {
        if (m_control.isStopped()) {
            return over(std::nullopt);
        }
        // sshd hangs up after MaxAuthTries: then the refusals are the reason, and to try again by itself would be wrong.
        if (m_reason) {
            return over(m_reason);
        }
        const QString words = m_session.disconnect();
        if (words.isEmpty()) {
            return over(m_tried.isEmpty() ? LinkFailure::connectionLost(m_plan.where()) : LinkFailure::noMethodLeft(m_plan.where(), offered(), m_tried));
        }
        Failure failure = LinkFailure::serverDisconnected(m_plan.where(), words);
        failure.kind = FailureKind::Refused;
        return over(failure);
    }
    m_methods = ssh_userauth_list(m_session.handle(), nullptr);
    return Outcome::Refused;
}

std::expected<void, std::optional<Failure>> Login::run()
{
    Outcome outcome = outcomeOf(call([this] {
        return ssh_userauth_none(m_session.handle(), nullptr);
    }));
    // Each partial success is one method less: a server cannot keep us here for ever.
    for (int stage = 0; outcome == Outcome::Refused || (outcome == Outcome::Partial && stage < 6); ++stage) {
        m_methods = ssh_userauth_list(m_session.handle(), nullptr);
        outcome = runMethods();
        if (outcome == Outcome::Refused) {
            outcome = over(m_reason ? m_reason : LinkFailure::noMethodLeft(m_plan.where(), offered(), m_tried));
        }
    }
    if (outcome == Outcome::Done) {
        return {};
    }
    if (outcome == Outcome::Partial) {
        m_failure = LinkFailure::noMethodLeft(m_plan.where(), offered(), m_tried);
    }
    return std::unexpected(m_failure);
}

Login::Outcome Login::runMethods()
{
    struct Method {
        int flag;
        Outcome (Login::*attempt)();
    };
    static constexpr Method methods[] = {
        {SSH_AUTH_METHOD_PUBLICKEY, &Login::tryKeys},
        {SSH_AUTH_METHOD_PASSWORD, &Login::tryPassword},
        {SSH_AUTH_METHOD_INTERACTIVE, &Login::tryInteractive},
    };
    for (const Method &method : methods) {
        if (!(m_methods & method.flag) || (m_used & method.flag)) {
            continue;
        }
        m_used |= method.flag;
        const Outcome outcome = (this->*method.attempt)();
        if (outcome != Outcome::Refused) {
            return outcome;
        }
    }
    return Outcome::Refused;
}

Login::Outcome Login::tryKeys()
{
    m_locked.clear();
    // A profile's key files are what its author meant: before the agent, whose keys may be many (sshd counts each).
    Outcome outcome = Outcome::Refused;
    if (!m_plan.onlyTheseIdentities) {
        outcome = tryAgent();
    }
    for (const QString &file : m_plan.identities) {
        if (outcome == Outcome::Refused) {
            outcome = tryPlainFile(file);
        }
    }
    if (outcome == Outcome::Refused && m_plan.onlyTheseIdentities && !m_locked.isEmpty()) {
        outcome = tryAgent();
    }
    for (const QString &file : std::as_const(m_locked)) {
        if (outcome == Outcome::Refused) {
            outcome = tryLockedFile(file);
        }
    }
    return outcome;
}

Login::Outcome Login::tryAgent()
{
    if (m_plan.agentSocket.isEmpty() || !m_agent.start(m_plan.agentSocket, {})) {
        return Outcome::Refused;
    }
    m_control.interruptAtStop(m_agent.interruptFd());
    ssh_set_agent_socket(m_session.handle(), m_agent.takeFd());
    const Outcome outcome = outcomeOf(call([this] {
        return ssh_userauth_agent(m_session.handle(), nullptr);
    }));
    if (m_agent.timedOut()) {
        m_notes << i18nc("@info", "The ssh agent did not answer and was passed over.");
    }
    m_tried << i18nc("@item what a login was tried with", "ssh agent");
    return outcome;
}

Login::Outcome Login::tryPlainFile(const QString &file)
{
    bool wantsPassphrase = false;
    const Key key = privateKey(file, nullptr, wantsPassphrase);
    if (wantsPassphrase) {
        m_locked << file;
        return Outcome::Refused;
    }
    if (!key) {
        if (!m_reason) {
            m_reason = LinkFailure::keyUnreadable(m_plan.where(), file);
        }
        return Outcome::Refused;
    }
    m_tried << QFileInfo(file).fileName();
    return outcomeOf(call([&] {
        return ssh_userauth_publickey(m_session.handle(), nullptr, key.get());
    }));
}

Login::Outcome Login::tryLockedFile(const QString &file)
{
    // Ask the server first: no need to ask a person for the passphrase of a key that it does not want.
    if (const Key shown = publicKey(file)) {
        const Outcome outcome = outcomeOf(call([&] {
            return ssh_userauth_try_publickey(m_session.handle(), nullptr, shown.get());
        }));
        if (outcome != Outcome::Done) {
            m_tried << QFileInfo(file).fileName();
            return outcome;
        }
    }
    SecretQuestion question;
    question.kind = SecretQuestion::Kind::Passphrase;
    question.account = m_plan.account();
    question.subject = file;
    question.keepAs = m_memory.name(file);
    std::optional<Secret> remembered = m_memory.secret(file);
    for (int asked = 0; asked < attemptsPerSecret;) {
        Secret passphrase;
        if (remembered) {
            passphrase = *std::exchange(remembered, std::nullopt);
        } else {
            question.attempt = ++asked;
            const auto answer = secret(question);
            if (!answer) {
                return answer.error();
            }
            passphrase = *answer;
        }
        bool wanted = false;
        if (const Key key = privateKey(file, passphrase.constData(), wanted)) {
            m_memory.keep(file, passphrase);
            m_tried << QFileInfo(file).fileName();
            return outcomeOf(call([&] {
                return ssh_userauth_publickey(m_session.handle(), nullptr, key.get());
            }));
        }
        m_memory.forget(file, passphrase);
    }
    m_reason = LinkFailure::passphraseWrong(m_plan.where(), file, attemptsPerSecret);
    return Outcome::Refused;
}

std::expected<Secret, Login::Outcome> Login::secret(const SecretQuestion &question)
{
    const auto answer = m_asker.ask(question, m_session);
    if (!answer) {
        return std::unexpected(answer.error() == LinkAsker::Silence::Stopped ? over(std::nullopt) : outcomeOf(SSH_AUTH_ERROR));
    }
    if (!*answer) {
        return std::unexpected(over(LinkFailure::cancelled(m_plan.where())));
    }
    return **answer;
}

Login::Outcome Login::tryPassword()
{
    SecretQuestion question;
    question.account = m_plan.account();
    question.keepAs = m_memory.name(passwordSubject);
    std::optional<Secret> remembered = m_memory.secret(passwordSubject);
    int refusals = 0;
    for (int asked = 0; asked < attemptsPerSecret;) {
        Secret password;
        if (remembered) {
            password = *std::exchange(remembered, std::nullopt);
        } else {
            ++asked;
            question.attempt = refusals + 1;
            const auto answer = secret(question);
            if (!answer) {
                return answer.error();
            }
            password = *answer;
        }
        m_reason = LinkFailure::passwordRefused(m_plan.where(), ++refusals);
        const Outcome outcome = outcomeOf(call([&] {
            return ssh_userauth_password(m_session.handle(), nullptr, password.constData());
        }));
        if (outcome == Outcome::Done || outcome == Outcome::Partial) {
            m_memory.keep(passwordSubject, password);
            m_reason.reset();
            return outcome;
        }
        if (!m_control.isStopped()) {
            // A session that ended now may be a server's way to refuse: to try it once more by itself could lock the account.
            m_memory.forget(passwordSubject, password);
        }
        if (outcome == Outcome::Over) {
            return outcome;
        }
    }
    return Outcome::Refused;
}

Login::Outcome Login::tryInteractive()
{
    bool fromMemory = m_memory.secret(passwordSubject).has_value();
    int asked = 0;
    int refusals = 0;
    for (int round = 0; round < roundLimit && asked < attemptsPerSecret; ++round) {
        const auto result = call([this] {
            return ssh_userauth_kbdint(m_session.handle(), nullptr, nullptr);
        });
        if (result == SSH_AUTH_INFO) {
            const Outcome outcome = answerPrompts(fromMemory, refusals + 1);
            if (outcome == Outcome::Over) {
                return outcome;
            }
            continue;
        }
        if (result != SSH_AUTH_SUCCESS && result != SSH_AUTH_PARTIAL && result && round > 0) {
            m_reason = LinkFailure::interactiveRefused(m_plan.where(), ++refusals);
        }
        const Outcome outcome = outcomeOf(result);
        if (const auto password = std::exchange(m_lonePassword, std::nullopt)) {
            if (outcome == Outcome::Done || outcome == Outcome::Partial) {
                m_memory.keep(passwordSubject, *password);
            } else if (!m_control.isStopped()) {
                m_memory.forget(passwordSubject, *password);
            }
        }
        if (outcome != Outcome::Refused) {
            if (outcome != Outcome::Over) {
                m_reason.reset();
            }
            return outcome;
        }
        ++asked;
    }
    return Outcome::Refused;
}

Login::Outcome Login::answerPrompts(bool &fromMemory, int attempt)
{
    ssh_session session = m_session.handle();
    const int count = std::min(ssh_userauth_kbdint_getnprompts(session), promptLimit);
    const char *instruction = ssh_userauth_kbdint_getinstruction(session);
    const QString intro = instruction ? displayText(QByteArrayView(instruction)) : QString();
    for (int i = 0; i < count; ++i) {
        char echo = 0;
        const char *prompt = ssh_userauth_kbdint_getprompt(session, static_cast<unsigned>(i), &echo);
        SecretQuestion question;
        question.kind = SecretQuestion::Kind::Interactive;
        question.account = m_plan.account();
        question.subject = displayText(QByteArrayView(prompt ? prompt : ""));
        // Only a lone password prompt may be answered by ourselves: a code is good for one time only.
        const bool isPassword = count == 1 && !echo && question.subject.contains("password"_L1, Qt::CaseInsensitive);
        if (i == 0 && !intro.isEmpty()) {
            question.subject = intro + u' ' + question.subject;
        }
        question.echo = echo != 0;
        question.attempt = attempt;
        if (isPassword) {
            question.keepAs = m_memory.name(passwordSubject);
        }
        Secret given;
        if (isPassword && std::exchange(fromMemory, false)) {
            given = m_memory.secret(passwordSubject).value_or(Secret());
        } else {
            const auto answer = secret(question);
            if (!answer) {
                return answer.error();
            }
            given = *answer;
        }
        if (isPassword) {
            m_lonePassword = given;
        }
        if (ssh_userauth_kbdint_setanswer(session, static_cast<unsigned>(i), given.constData()) < 0) {
            return over(LinkFailure::outOfResources(m_session.errorText()));
        }
    }
    return Outcome::Refused; // not decided yet
}

QStringList Login::offered() const
{
    static constexpr struct {
        int flag;
        QLatin1StringView name;
    } names[] = {
        {SSH_AUTH_METHOD_PUBLICKEY, "publickey"_L1},
        {SSH_AUTH_METHOD_PASSWORD, "password"_L1},
        {SSH_AUTH_METHOD_INTERACTIVE, "keyboard-interactive"_L1},
        {SSH_AUTH_METHOD_HOSTBASED, "hostbased"_L1},
        {SSH_AUTH_METHOD_GSSAPI_MIC, "gssapi-with-mic"_L1},
    };
    QStringList result;
    for (const auto &[flag, name] : names) {
        if (m_methods & flag) {
            result << name;
        }
    }
    return result;
}
}
