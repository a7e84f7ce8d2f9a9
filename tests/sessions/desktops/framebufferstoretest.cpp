// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/framebufferstore.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <fcntl.h>
#include <sys/mman.h>

#include <cerrno>

using namespace Nightdesk;

class PictureStoreTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void sizes_data();
    void sizes();
    void generationsRise();
    void theWorkersPixelsAreSeen();
    void itCannotBeResizedNorSealedFurther();
    void theLastCopyKeepsTheMapping();
};

void PictureStoreTest::sizes_data()
{
    QTest::addColumn<quint32>("width");
    QTest::addColumn<quint32>("height");
    QTest::addColumn<int>("error");
    QTest::newRow("smallest") << 1u << 1u << 0;
    QTest::newRow("usual") << 2560u << 1600u << 0;
    QTest::newRow("widest") << 16384u << 4096u << 0; // 64 Mpixel exactly
    QTest::newRow("no width") << 0u << 100u << EINVAL;
    QTest::newRow("no height") << 100u << 0u << EINVAL;
    QTest::newRow("too wide") << 16385u << 1u << EINVAL;
    QTest::newRow("too high") << 1u << 16385u << EINVAL;
    QTest::newRow("too many pixels") << 16384u << 4097u << EINVAL;
    QTest::newRow("60000x60000") << 60000u << 60000u << EINVAL;
    QTest::newRow("what wraps round to 0") << 0x80000000u << 2u << EINVAL;
}

void PictureStoreTest::sizes()
{
    QFETCH(const quint32, width);
    QFETCH(const quint32, height);
    QFETCH(const int, error);
    FramebufferStore store;
    const auto made = store.createFramebuffer(width, height);
    QCOMPARE(made ? 0 : made.error(), error);
    if (made) {
        QCOMPARE(made->picture.image.size(), QSize(static_cast<int>(width), static_cast<int>(height)));
        QCOMPARE(made->picture.image.format(), QImage::Format_RGB32);
        QCOMPARE(made->picture.image.bytesPerLine(), qsizetype(width) * 4);
        QCOMPARE(made->picture.image.pixel(0, 0) & 0xffffff, 0u);
    }
}

void PictureStoreTest::generationsRise()
{
    FramebufferStore store;
    QCOMPARE(store.createFramebuffer(10, 10)->picture.generation, 1u);
    QVERIFY(!store.createFramebuffer(0, 0));
    QCOMPARE(store.createFramebuffer(10, 10)->picture.generation, 2u);
}

void PictureStoreTest::theWorkersPixelsAreSeen()
{
    FramebufferStore store;
    const auto made = store.createFramebuffer(100, 50);
    QVERIFY(made);
    void *memory = ::mmap(nullptr, 100 * 50 * 4, PROT_READ | PROT_WRITE, MAP_SHARED, made->fd.get(), 0);
    QVERIFY(memory != MAP_FAILED);
    static_cast<quint32 *>(memory)[49 * 100 + 99] = 0xff123456;
    QCOMPARE(made->picture.image.pixel(99, 49), 0xff123456u);
    const QImage copy = made->picture.image; // shares, does not detach
    static_cast<quint32 *>(memory)[0] = 0xffabcdef;
    QCOMPARE(copy.pixel(0, 0), 0xffabcdefu);
    ::munmap(memory, 100 * 50 * 4);
}

void PictureStoreTest::itCannotBeResizedNorSealedFurther()
{
    FramebufferStore store;
    const auto made = store.createFramebuffer(64, 64);
    QVERIFY(made);
    const int fd = made->fd.get();
    QCOMPARE(::ftruncate(fd, 0), -1);
    QCOMPARE(errno, EPERM);
    QCOMPARE(::ftruncate(fd, 1 << 20), -1);
    QCOMPARE(errno, EPERM);
    QCOMPARE(::fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE), -1);
    QCOMPARE(errno, EPERM);
    const int seals = ::fcntl(fd, F_GET_SEALS);
    QCOMPARE(seals & (F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL), F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
    QVERIFY(::fcntl(fd, F_GETFD) & FD_CLOEXEC);
}

void PictureStoreTest::theLastCopyKeepsTheMapping()
{
    QImage kept;
    {
        FramebufferStore store;
        auto made = store.createFramebuffer(32, 32);
        QVERIFY(made);
        const quint32 pixel = 0xff00ff00;
        QCOMPARE(::pwrite(made->fd.get(), &pixel, 4, 0), ssize_t(4));
        kept = made->picture.image;
    }
    QCOMPARE(kept.pixel(0, 0), 0xff00ff00u);
}

NIGHTDESK_GUILESS_TEST(PictureStoreTest)
#include "framebufferstoretest.moc"
