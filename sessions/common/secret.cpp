// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/secret.h"

#include "sessions/common/logging.h"

#include <QString>

#include <sys/mman.h>

#include <atomic>
#include <cstring>

namespace Nightdesk
{
/// Uses whole pages exclusively, so that mlock and MADV_DONTDUMP affect no other data.
class Secret::Memory
{
public:
    explicit Memory(QByteArrayView bytes)
        : m_size(bytes.size())
        , m_mappedByteCount((static_cast<std::size_t>(bytes.size()) + 1 + 4095) & ~std::size_t(4095))
    {
        void *memory = ::mmap(nullptr, m_mappedByteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) {
            m_size = 0;
            return;
        }
        m_data = static_cast<char *>(memory);
        // mlock() may fail (RLIMIT_MEMLOCK); the secret is then in ordinary memory, which is still wiped.
        static std::atomic_flag isReported;
        if (::mlock(m_data, m_mappedByteCount) != 0 && !isReported.test_and_set()) {
            qCWarning(LogLink, "the system locks no more memory (RLIMIT_MEMLOCK): secrets may be swapped out");
        }
        (void)::madvise(m_data, m_mappedByteCount, MADV_DONTDUMP);
        if (m_size > 0) { // memcpy does not allow a null pointer, even for a size of 0
            std::memcpy(m_data, bytes.data(), static_cast<std::size_t>(m_size));
        }
    }
    Q_DISABLE_COPY_MOVE(Memory)
    ~Memory()
    {
        if (m_data) {
            ::explicit_bzero(m_data, m_mappedByteCount);
            ::munmap(m_data, m_mappedByteCount);
        }
    }
    const char *data() const
    {
        return m_data ? m_data : "";
    }
    qsizetype size() const
    {
        return m_size;
    }

private:
    char *m_data = nullptr;
    qsizetype m_size = 0;
    std::size_t m_mappedByteCount = 0;
};

Secret Secret::fromBytes(QByteArray &&bytes)
{
    Secret secret;
    secret.m_memory = std::make_shared<const Memory>(QByteArrayView(bytes));
    ::explicit_bzero(bytes.data(), static_cast<std::size_t>(bytes.size()));
    bytes.clear();
    return secret;
}

Secret Secret::fromText(const QString &text)
{
    return fromBytes(text.toUtf8());
}

bool Secret::isEmpty() const
{
    return size() == 0;
}

qsizetype Secret::size() const
{
    return m_memory ? m_memory->size() : 0;
}

const char *Secret::constData() const
{
    return m_memory ? m_memory->data() : "";
}

QByteArrayView Secret::view() const
{
    return {constData(), size()};
}
}
