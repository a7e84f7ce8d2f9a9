// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/login/kerberosticket.h"

#include "sessions/common/background.h"

#include <dlfcn.h>

#include <cstdint>

namespace Nightdesk
{
namespace
{
// The C binding of RFC 2744, as much of it as is needed. The library is the one that libssh has loaded, with its cache and
// its settings; where libssh has none, there is nothing to get a ticket for.
using Word = std::uint32_t;
struct Buffer {
    std::size_t length = 0;
    void *value = nullptr;
};
using Handle = void *;

constexpr Word initiate = 1; // GSS_C_INITIATE
constexpr Word mutual = 2; // GSS_C_MUTUAL_FLAG
constexpr Word integrity = 32; // GSS_C_INTEG_FLAG
constexpr Word errors = 0xffff0000; // GSS_ERROR

struct Library {
    void *handle = ::dlopen("libgssapi_krb5.so.2", RTLD_NOLOAD | RTLD_LAZY);

    template<typename Type>
    Type symbol(const char *name) const
    {
        return handle ? reinterpret_cast<Type>(::dlsym(handle, name)) : nullptr;
    }

    using Import = Word (*)(Word *, Buffer *, void *, Handle *);
    using Acquire = Word (*)(Word *, Handle, Word, void *, int, Handle *, void *, Word *);
    using Initiate = Word (*)(Word *, Handle, Handle *, Handle, void *, Word, Word, void *, Buffer *, void *, Buffer *, Word *, Word *);
    using Delete = Word (*)(Word *, Handle *, Buffer *);
    using Release = Word (*)(Word *, Handle *);
    using ReleaseBuffer = Word (*)(Word *, Buffer *);

    Import import = symbol<Import>("gss_import_name");
    Acquire acquire = symbol<Acquire>("gss_acquire_cred");
    Initiate begin = symbol<Initiate>("gss_init_sec_context");
    Delete deleteContext = symbol<Delete>("gss_delete_sec_context");
    Release releaseName = symbol<Release>("gss_release_name");
    Release releaseCredential = symbol<Release>("gss_release_cred");
    ReleaseBuffer releaseBuffer = symbol<ReleaseBuffer>("gss_release_buffer");
    void **hostName = symbol<void **>("GSS_C_NT_HOSTBASED_SERVICE");
    void **userName = symbol<void **>("GSS_C_NT_USER_NAME");

    bool isWhole() const
    {
        return import && acquire && begin && deleteContext && releaseName && releaseCredential && releaseBuffer && hostName && userName;
    }
    Handle name(QByteArray text, void *kind) const
    {
        Buffer buffer{static_cast<std::size_t>(text.size()), text.data()};
        Word minor = 0;
        Handle result = nullptr;
        return (import(&minor, &buffer, kind, &result) & errors) == 0 ? result : nullptr;
    }
};
}

KerberosTicket::State KerberosTicket::fetchNow(const QByteArray &host, const QByteArray &client)
{
    const Library library;
    if (!library.isWhole()) {
        return State::Unavailable;
    }
    Word minor = 0;
    Word lifetime = 0;
    Handle credential = nullptr;
    Handle own = client.isEmpty() ? nullptr : library.name(client, *library.userName);
    State state = State::None;
    if ((library.acquire(&minor, own, 0xffffffff, nullptr, initiate, &credential, nullptr, &lifetime) & errors) == 0 && lifetime > 0) {
        Handle target = library.name("host@" + host, *library.hostName);
        Handle context = nullptr;
        Buffer token;
        if (target
            && (library.begin(&minor, credential, &context, target, nullptr, mutual | integrity, 0, nullptr, nullptr, nullptr, &token, nullptr, nullptr)
                & errors)
                == 0) {
            state = State::Ready;
        }
        library.releaseBuffer(&minor, &token);
        if (context) {
            library.deleteContext(&minor, &context, nullptr);
        }
        if (target) {
            library.releaseName(&minor, &target);
        }
    }
    if (credential) {
        library.releaseCredential(&minor, &credential);
    }
    if (own) {
        library.releaseName(&minor, &own);
    }
    return state;
}

void KerberosTicket::fetch(const QString &host, const QString &client, const std::function<void(State)> &done)
{
    BackgroundJobs::shared().run([host = host.toUtf8(), client = client.toUtf8(), done] {
        done(fetchNow(host, client));
    });
}
}
