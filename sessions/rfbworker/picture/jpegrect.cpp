// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/jpegrect.h"

#include <algorithm>
#include <bit>
#include <csetjmp>
#include <cstddef>
#include <cstdio>
#include <iterator>

#include <jpeglib.h>

namespace Nightdesk::Rfb
{
namespace
{
struct JpegErrorHandler {
    jpeg_error_mgr manager; // must be the first member: libjpeg passes its address back
    std::jmp_buf jumpTarget;
};

[[noreturn]] void jumpOutOfDecoder(j_common_ptr info)
{
    std::longjmp(reinterpret_cast<JpegErrorHandler *>(info->err)->jumpTarget, 1);
}

void discardLibjpegMessage(j_common_ptr)
{
}

void endDecodingOnWarning(j_common_ptr info, int level)
{
    if (level < 0) {
        // libjpeg reports a truncated or damaged stream as a warning and returns gray pixels; users rely on the image, so this is an error.
        jumpOutOfDecoder(info);
    }
}

// No object with a destructor may live in the frame that longjmp returns to or skips.
bool decode(jpeg_decompress_struct &info,
            JpegErrorHandler &errors,
            std::span<const std::uint8_t> data,
            std::uint32_t *pixels,
            std::size_t stride,
            std::uint32_t width,
            std::uint32_t height)
{
    if (setjmp(errors.jumpTarget) != 0) {
        return false;
    }
    jpeg_create_decompress(&info);
    // Baseline data of one rectangle needs little memory; progressive data would need whole coefficient arrays.
    info.mem->max_memory_to_use = 64l * 1024 * 1024;
    jpeg_mem_src(&info, data.data(), data.size());
    jpeg_read_header(&info, TRUE);
    if (info.image_width != width || info.image_height != height) {
        return false;
    }
    info.out_color_space = std::endian::native == std::endian::little ? JCS_EXT_BGRX : JCS_EXT_XRGB;
    info.dct_method = JDCT_IFAST;
    info.do_fancy_upsampling = FALSE;
    jpeg_start_decompress(&info);
    if (info.output_width != width || info.output_height != height || info.output_components != 4) {
        return false;
    }
    // With halved chroma, two rows are decoded at a time; if the caller takes only one, libjpeg copies the other.
    JSAMPROW rows[16];
    while (info.output_scanline < height) {
        const JDIMENSION left = std::min<JDIMENSION>(height - info.output_scanline, std::size(rows));
        for (JDIMENSION i = 0; i < left; ++i) {
            rows[i] = reinterpret_cast<JSAMPROW>(pixels + (info.output_scanline + i) * stride);
        }
        jpeg_read_scanlines(&info, rows, left);
    }
    jpeg_finish_decompress(&info);
    return true;
}
}

bool decodeJpeg(std::span<const std::uint8_t> data, std::uint32_t *pixels, std::size_t stride, std::uint32_t width, std::uint32_t height)
{
    jpeg_decompress_struct info{};
    JpegErrorHandler errors{};
    info.err = jpeg_std_error(&errors.manager);
    errors.manager.error_exit = jumpOutOfDecoder;
    errors.manager.output_message = discardLibjpegMessage;
    errors.manager.emit_message = endDecodingOnWarning;
    const bool decoded = decode(info, errors, data, pixels, stride, width, height);
    jpeg_destroy_decompress(&info);
    return decoded;
}
}
