// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/night/film.h"

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libswscale/swscale.h>
}

#include <QFile>

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace Nightdesk::Test
{
namespace
{
QImage imageOf(const AVFrame &frame)
{
    QImage image(frame.width, frame.height, QImage::Format_RGB32);
    SwsContext *scaler = sws_getContext(frame.width,
                                        frame.height,
                                        static_cast<AVPixelFormat>(frame.format),
                                        frame.width,
                                        frame.height,
                                        AV_PIX_FMT_BGR0,
                                        SWS_POINT,
                                        nullptr,
                                        nullptr,
                                        nullptr);
    const int *coefficients = sws_getCoefficients(frame.colorspace == AVCOL_SPC_BT709 ? SWS_CS_ITU709 : SWS_CS_ITU601);
    sws_setColorspaceDetails(scaler, coefficients, frame.color_range == AVCOL_RANGE_JPEG, coefficients, 1, 0, 1 << 16, 1 << 16);
    uint8_t *const target[] = {image.bits()};
    const int strides[] = {static_cast<int>(image.bytesPerLine())};
    sws_scale(scaler, frame.data, frame.linesize, 0, frame.height, target, strides);
    sws_freeContext(scaler);
    return image;
}
}

std::optional<Film> Film::read(const QString &path)
{
    AVFormatContext *format = nullptr;
    if (avformat_open_input(&format, QFile::encodeName(path).constData(), nullptr, nullptr) < 0) {
        return {};
    }
    Film film;
    const AVCodec *codec = nullptr;
    AVCodecContext *decoder = nullptr;
    AVPacket *packet = av_packet_alloc();
    AVFrame *frame = av_frame_alloc();
    const int number = avformat_find_stream_info(format, nullptr) < 0 ? -1 : av_find_best_stream(format, AVMEDIA_TYPE_VIDEO, -1, -1, &codec, 0);
    if (number >= 0) {
        const AVStream *stream = format->streams[number];
        decoder = avcodec_alloc_context3(codec);
        avcodec_parameters_to_context(decoder, stream->codecpar);
        avcodec_open2(decoder, codec, nullptr);
        film.codec = QString::fromLatin1(codec->name);
        film.duration = std::chrono::milliseconds(format->duration / 1000);
        const AVDictionaryEntry *entry = nullptr;
        while ((entry = av_dict_iterate(format->metadata, entry))) {
            film.texts.insert(QString::fromUtf8(entry->key).toUpper(), QString::fromUtf8(entry->value));
        }
        const auto take = [&] {
            while (avcodec_receive_frame(decoder, frame) >= 0) {
                film.frames.append({imageOf(*frame), std::chrono::milliseconds(av_rescale_q(frame->pts, stream->time_base, {1, 1000}))});
            }
        };
        while (av_read_frame(format, packet) >= 0) {
            if (packet->stream_index == number) {
                avcodec_send_packet(decoder, packet);
                take();
            }
            av_packet_unref(packet);
        }
        avcodec_send_packet(decoder, nullptr);
        take();
        avcodec_free_context(&decoder);
    }
    av_frame_free(&frame);
    av_packet_free(&packet);
    avformat_close_input(&format);
    return number >= 0 ? std::optional(film) : std::nullopt;
}

namespace
{
QList<int> differences(const QImage &one, const QImage &other)
{
    QList<int> result;
    for (int y = 0; y < one.height(); ++y) {
        for (int x = 0; x < one.width(); ++x) {
            const QRgb a = one.pixel(x, y);
            const QRgb b = other.pixel(x, y);
            result += {std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)), std::abs(qBlue(a) - qBlue(b))};
        }
    }
    return result;
}
}

int greatestDifference(const QImage &one, const QImage &other)
{
    return one.size() == other.size() ? std::ranges::max(differences(one, other)) : 256;
}

int meanDifference(const QImage &one, const QImage &other)
{
    if (one.size() != other.size()) {
        return 256;
    }
    const QList<int> all = differences(one, other);
    const qint64 sum = std::accumulate(all.begin(), all.end(), qint64(0));
    return static_cast<int>((sum + all.size() - 1) / all.size());
}
}
