// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testprogram.h"

#include "tools/bench/programs/framestrip.h"

#include <QTest>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include <jpeglib.h>

using namespace Nightdesk;

namespace
{
constexpr int margin = 48;
constexpr int wide = FrameStrip::width + 2 * margin;
constexpr int high = FrameStrip::cell + 2 * margin;

using Picture = std::vector<unsigned char>;

std::size_t placeOf(int x, int y)
{
    return static_cast<std::size_t>(y * wide + x) * 3;
}

/// A strip on a loud ground, @p shift pixels off the grid of JPEG's blocks.
Picture painted(const FrameStrip &strip, int shift)
{
    Picture picture(placeOf(0, high));
    for (int y = 0; y < high; ++y) {
        for (int x = 0; x < wide; ++x) {
            picture[placeOf(x, y)] = static_cast<unsigned char>(x * 7 + y * 3);
            picture[placeOf(x, y) + 1] = static_cast<unsigned char>(x * 2 + y * 11);
            picture[placeOf(x, y) + 2] = 200;
        }
    }
    const FrameStrip::Cells cells = strip.toCells();
    for (int y = 0; y < FrameStrip::cell; ++y) {
        for (int x = 0; x < FrameStrip::width; ++x) {
            const unsigned char level = cells[static_cast<std::size_t>(x / FrameStrip::cell)] ? 255 : 0;
            std::fill_n(picture.begin() + static_cast<std::ptrdiff_t>(placeOf(margin + shift + x, margin + shift + y)), 3, level);
        }
    }
    return picture;
}

/// Through JPEG with colors halved both ways and back.
Picture squeezed(Picture picture, int quality)
{
    jpeg_error_mgr errors;
    jpeg_compress_struct writer;
    writer.err = jpeg_std_error(&errors);
    jpeg_create_compress(&writer);
    unsigned char *data = nullptr;
    unsigned long size = 0;
    jpeg_mem_dest(&writer, &data, &size);
    writer.image_width = wide;
    writer.image_height = high;
    writer.input_components = 3;
    writer.in_color_space = JCS_RGB;
    jpeg_set_defaults(&writer);
    jpeg_set_quality(&writer, quality, TRUE);
    jpeg_start_compress(&writer, TRUE);
    for (int y = 0; y < high; ++y) {
        JSAMPROW row = picture.data() + placeOf(0, y);
        jpeg_write_scanlines(&writer, &row, 1);
    }
    jpeg_finish_compress(&writer);
    jpeg_destroy_compress(&writer);

    jpeg_decompress_struct reader;
    reader.err = jpeg_std_error(&errors);
    jpeg_create_decompress(&reader);
    jpeg_mem_src(&reader, data, size);
    jpeg_read_header(&reader, TRUE);
    jpeg_start_decompress(&reader);
    for (int y = 0; y < high; ++y) {
        JSAMPROW row = picture.data() + placeOf(0, y);
        jpeg_read_scanlines(&reader, &row, 1);
    }
    jpeg_finish_decompress(&reader);
    jpeg_destroy_decompress(&reader);
    std::free(data);
    return picture;
}

FrameStrip::Cells seen(const Picture &picture, int shift)
{
    FrameStrip::Cells cells{};
    for (int place = 0; place < FrameStrip::cells; ++place) {
        const int x = margin + shift + place * FrameStrip::cell + FrameStrip::cell / 2;
        cells[static_cast<std::size_t>(place)] = picture[placeOf(x, margin + shift + FrameStrip::cell / 2) + 1] > 128;
    }
    return cells;
}
}

class FrameStripTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyNumberComesBack()
    {
        for (int number = 0; number <= 0xFFFF; ++number) {
            const FrameStrip strip{.id = number % 16, .number = static_cast<std::uint16_t>(number)};
            QCOMPARE(FrameStrip::fromCells(strip.toCells()), std::optional(strip));
        }
    }

    /// hlviewer.py has the same arithmetic; picturekit_test.py holds it against the same number.
    void theCheckIsWhatOthersCompute()
    {
        unsigned check = 0;
        const auto cells = FrameStrip{.id = 0, .number = 1}.toCells();
        for (std::size_t place = 26; place < 34; ++place) {
            check = check << 1U | (cells[place] ? 1U : 0U);
        }
        QCOMPARE(check, 105U);
    }

    void survivesJpeg_data()
    {
        QTest::addColumn<int>("quality");
        QTest::addColumn<int>("shift");
        QTest::newRow("good, on the grid") << 90 << 0;
        QTest::newRow("poor, on the grid") << 10 << 0;
        QTest::newRow("the worst, on the grid") << 1 << 0;
        QTest::newRow("the worst, half a cell off") << 1 << 8;
        QTest::newRow("the worst, five pixels off") << 1 << 5;
    }

    void survivesJpeg()
    {
        QFETCH(const int, quality);
        QFETCH(const int, shift);
        for (const int number : {1, 2, 255, 256, 4711, 0x5555, 0xAAAA, 0xFFFE}) {
            const FrameStrip strip{.id = 5, .number = static_cast<std::uint16_t>(number)};
            QCOMPARE(FrameStrip::fromCells(seen(squeezed(painted(strip, shift), quality), shift)), std::optional(strip));
        }
    }

    void halfOldAndHalfNewIsNone()
    {
        int wrong = 0;
        for (int number = 1; number < 2000; ++number) {
            const auto before = FrameStrip{.id = 0, .number = static_cast<std::uint16_t>(number)}.toCells();
            auto mixed = FrameStrip{.id = 0, .number = static_cast<std::uint16_t>(number + 1)}.toCells();
            const auto whole = mixed;
            std::copy_n(before.begin(), 25, mixed.begin());
            wrong += mixed != before && mixed != whole && FrameStrip::fromCells(mixed) ? 1 : 0;
        }
        QVERIFY2(wrong <= 20, qPrintable(QString::number(wrong)));
    }

    void whatIsNoStripIsNone_data()
    {
        QTest::addColumn<int>("turned");
        QTest::newRow("the opening is damaged") << 2;
        QTest::newRow("the number is damaged") << 15;
        QTest::newRow("the check is damaged") << 30;
        QTest::newRow("the closing is damaged") << 39;
    }

    void whatIsNoStripIsNone()
    {
        QFETCH(const int, turned);
        auto cells = FrameStrip{.id = 3, .number = 1234}.toCells();
        cells[static_cast<std::size_t>(turned)] = !cells[static_cast<std::size_t>(turned)];
        QVERIFY(!FrameStrip::fromCells(cells));
    }

    void aPlainWallIsNone()
    {
        FrameStrip::Cells cells{};
        QVERIFY(!FrameStrip::fromCells(cells));
        cells.fill(true);
        QVERIFY(!FrameStrip::fromCells(cells));
    }
};

NIGHTDESK_GUILESS_TEST(FrameStripTest)
#include "framestriptest.moc"
