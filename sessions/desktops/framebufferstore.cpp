// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/framebufferstore.h"

#include "sessions/rfbwire/messages.h"

#include <fcntl.h>
#include <sys/mman.h>

#include <cerrno>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace Nightdesk
{
namespace
{
struct MemoryMapping {
    void *memory = nullptr;
    std::size_t size = 0;
};

/// The descriptors of all framebuffers. Protected by a mutex, because another thread may destroy the last copy of an image, for example one that
/// writes a screenshot.
class FramebufferDescriptors
{
public:
    void add(const void *memory, UniqueFd fd)
    {
        const std::lock_guard lock(m_mutex);
        m_descriptors[memory] = std::move(fd);
    }
    void remove(const void *memory)
    {
        const std::lock_guard lock(m_mutex);
        m_descriptors.erase(memory);
    }
    UniqueFd copyOf(const void *memory)
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_descriptors.find(memory);
        return UniqueFd(found == m_descriptors.end() ? -1 : ::fcntl(found->second.get(), F_DUPFD_CLOEXEC, 0));
    }

private:
    std::mutex m_mutex;
    std::unordered_map<const void *, UniqueFd> m_descriptors; ///< descriptors by the start address of their mapping
};

FramebufferDescriptors &framebufferDescriptors()
{
    static auto *const all = new FramebufferDescriptors; // never destroyed: images may outlive all static objects
    return *all;
}

void unmapFramebuffer(void *info)
{
    const std::unique_ptr<MemoryMapping> mapping(static_cast<MemoryMapping *>(info));
    framebufferDescriptors().remove(mapping->memory); // removed before munmap(), after which another mapping may get this address
    ::munmap(mapping->memory, mapping->size);
}

UniqueFd createFramebufferMemory()
{
#ifdef MFD_NOEXEC_SEAL
    if (const int fd = ::memfd_create("nightdesk-picture", MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL); fd >= 0 || errno != EINVAL) {
        return UniqueFd(fd);
    }
#endif
    // Without MFD_NOEXEC_SEAL, for kernels before Linux 6.3.
    return UniqueFd(::memfd_create("nightdesk-picture", MFD_CLOEXEC | MFD_ALLOW_SEALING));
}
}

std::expected<WritableFramebuffer, int> FramebufferStore::createFramebuffer(quint32 width, quint32 height)
{
    if (!RfbWire::isValidSize(width, height)) {
        return std::unexpected(EINVAL);
    }
    const std::size_t size = std::size_t(width) * height * 4;
    UniqueFd fd = createFramebufferMemory();
    if (!fd.isValid() || ::ftruncate(fd.get(), static_cast<off_t>(size)) < 0 || ::fcntl(fd.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) < 0) {
        return std::unexpected(errno);
    }
    void *memory = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, fd.get(), 0);
    if (memory == MAP_FAILED) {
        return std::unexpected(errno);
    }
    // 0 always means "no framebuffer yet"; after four billion resizes the numbers start again at 1.
    m_lastGeneration = m_lastGeneration == 0xffffffffu ? 1 : m_lastGeneration + 1;
    WritableFramebuffer made;
    made.picture.generation = m_lastGeneration;
    made.picture.image = QImage(static_cast<const uchar *>(memory),
                                static_cast<int>(width),
                                static_cast<int>(height),
                                static_cast<qsizetype>(width) * 4,
                                QImage::Format_RGB32,
                                unmapFramebuffer,
                                new MemoryMapping{memory, size});
    framebufferDescriptors().add(memory, UniqueFd(::fcntl(fd.get(), F_DUPFD_CLOEXEC, 0)));
    made.fd = std::move(fd);
    return made;
}

UniqueFd FramebufferStore::duplicateMemoryFd(const QImage &image)
{
    return framebufferDescriptors().copyOf(image.constBits());
}
}
