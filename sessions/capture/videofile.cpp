// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/capture/videofile.h"

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/opt.h>
#include <libswscale/swscale.h>
}

#include <QFile>

namespace Nightdesk
{
namespace
{
const AVCodec *encoderOf(VideoFile::VideoFormat form)
{
    switch (form) {
    case VideoFile::VideoFormat::Vp9:
        return avcodec_find_encoder_by_name("libvpx-vp9");
    case VideoFile::VideoFormat::Vp8:
        return avcodec_find_encoder_by_name("libvpx");
    case VideoFile::VideoFormat::Ffv1:
        return avcodec_find_encoder(AV_CODEC_ID_FFV1);
    }
    return nullptr;
}

AVPixelFormat pixelFormatOf(VideoFile::VideoFormat form)
{
    switch (form) {
    case VideoFile::VideoFormat::Vp9:
        return AV_PIX_FMT_YUV444P; // with half the color resolution, small red letters are unreadable
    case VideoFile::VideoFormat::Vp8:
        return AV_PIX_FMT_YUV420P;
    case VideoFile::VideoFormat::Ffv1:
        return AV_PIX_FMT_BGR0;
    }
    return AV_PIX_FMT_NONE;
}

QString errorText(int error)
{
    char text[AV_ERROR_MAX_STRING_SIZE] = {};
    av_strerror(error, text, sizeof text);
    return QString::fromLocal8Bit(text);
}

std::expected<void, QString> check(int result)
{
    return result < 0 ? std::expected<void, QString>(std::unexpected(errorText(result))) : std::expected<void, QString>();
}
}

class VideoFile::Private
{
    /// Deletes an object of libav by its function @p release.
    template<auto release>
    struct Deleter {
        void operator()(auto *object) const
        {
            release(&object);
        }
    };
    struct FormatDeleter {
        void operator()(AVFormatContext *format) const
        {
            if (format->pb) {
                avio_closep(&format->pb);
            }
            avformat_free_context(format);
        }
    };

public:
    std::expected<void, QString> open(const QString &path, VideoFormat form, const QSize &size, const Texts &texts);
    void setEncoderOptions(VideoFormat form) const;
    std::expected<void, QString> convert(const QImage &image);
    int encode(const AVFrame *picture); ///< a null @p picture flushes the encoder

    std::unique_ptr<AVFormatContext, FormatDeleter> format;
    std::unique_ptr<AVCodecContext, Deleter<avcodec_free_context>> codec;
    std::unique_ptr<AVFrame, Deleter<av_frame_free>> frame;
    std::unique_ptr<AVPacket, Deleter<av_packet_free>> packet;
    std::unique_ptr<SwsContext, decltype(&sws_freeContext)> scaler{nullptr, &sws_freeContext};
    AVStream *stream = nullptr;
    QSize size;
    std::optional<std::chrono::milliseconds> lastFrameTime;
    bool hasHeader = false;
    bool isFinished = false;
};

void VideoFile::Private::setEncoderOptions(VideoFormat form) const
{
    if (form == VideoFormat::Ffv1) {
        return;
    }
    // Fastest encoding at constant quality: desktops do not change most of the time.
    av_opt_set(codec->priv_data, "deadline", "realtime", 0);
    av_opt_set_int(codec->priv_data, "cpu-used", form == VideoFormat::Vp9 ? 8 : 6, 0);
    av_opt_set_int(codec->priv_data, "crf", form == VideoFormat::Vp9 ? 18 : 10, 0);
    av_opt_set_int(codec->priv_data, "lag-in-frames", 0, 0);
    if (form == VideoFormat::Vp9) {
        av_opt_set_int(codec->priv_data, "row-mt", 1, 0);
        av_opt_set(codec->priv_data, "tune-content", "screen", 0);
        codec->bit_rate = 0; // no limit of the rate, but constant quality
    } else {
        codec->bit_rate = 20'000'000; // the maximum rate, which VP8 requires
    }
}

std::expected<void, QString> VideoFile::Private::open(const QString &path, VideoFormat form, const QSize &pictureSize, const Texts &texts)
{
    const AVCodec *encoder = encoderOf(form);
    if (!encoder || pictureSize.isEmpty()) {
        return std::unexpected(errorText(AVERROR_ENCODER_NOT_FOUND));
    }
    size = pictureSize;
    AVFormatContext *context = nullptr;
    if (const auto made = check(avformat_alloc_output_context2(&context, nullptr, form == VideoFormat::Ffv1 ? "matroska" : "webm", nullptr)); !made) {
        return made;
    }
    format.reset(context);
    codec.reset(avcodec_alloc_context3(encoder));
    frame.reset(av_frame_alloc());
    packet.reset(av_packet_alloc());
    stream = avformat_new_stream(format.get(), nullptr);
    if (!codec || !frame || !packet || !stream) {
        return std::unexpected(errorText(AVERROR(ENOMEM)));
    }
    codec->width = size.width();
    codec->height = size.height();
    codec->pix_fmt = pixelFormatOf(form);
    codec->time_base = {1, 1000};
    codec->framerate = {10, 1};
    codec->gop_size = 100;
    codec->thread_count = 2;
    codec->sample_aspect_ratio = {1, 1};
    if (form != VideoFormat::Ffv1) {
        codec->color_range = AVCOL_RANGE_MPEG;
        codec->colorspace = AVCOL_SPC_BT709;
        codec->color_primaries = AVCOL_PRI_BT709;
        codec->color_trc = AVCOL_TRC_IEC61966_2_1;
    }
    if (format->oformat->flags & AVFMT_GLOBALHEADER) {
        codec->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    }
    setEncoderOptions(form);
    if (const auto opened = check(avcodec_open2(codec.get(), encoder, nullptr)); !opened) {
        return opened;
    }
    stream->time_base = codec->time_base;
    stream->avg_frame_rate = codec->framerate;
    if (const auto copied = check(avcodec_parameters_from_context(stream->codecpar, codec.get())); !copied) {
        return copied;
    }
    for (const auto &[key, text] : texts.asKeyValueRange()) {
        av_dict_set(&format->metadata, key.toUpper().toUtf8().constData(), text.toUtf8().constData(), 0);
    }
    frame->format = codec->pix_fmt;
    frame->width = codec->width;
    frame->height = codec->height;
    if (const auto made = check(av_frame_get_buffer(frame.get(), 0)); !made) {
        return made;
    }
    scaler.reset(
        sws_getContext(size.width(), size.height(), AV_PIX_FMT_BGR0, size.width(), size.height(), codec->pix_fmt, SWS_POINT, nullptr, nullptr, nullptr));
    if (!scaler) {
        return std::unexpected(errorText(AVERROR(EINVAL)));
    }
    if (form != VideoFormat::Ffv1) {
        const int *bt709 = sws_getCoefficients(SWS_CS_ITU709);
        sws_setColorspaceDetails(scaler.get(), bt709, 1, bt709, 0, 0, 1 << 16, 1 << 16);
    }
    if (const auto opened = check(avio_open(&format->pb, QFile::encodeName(path).constData(), AVIO_FLAG_WRITE)); !opened) {
        return opened;
    }
    const auto begun = check(avformat_write_header(format.get(), nullptr));
    hasHeader = begun.has_value();
    return begun;
}

std::expected<void, QString> VideoFile::Private::convert(const QImage &image)
{
    if (const auto ready = check(av_frame_make_writable(frame.get())); !ready) {
        return ready;
    }
    const QImage pixels = image.format() == QImage::Format_RGB32 ? image : image.convertToFormat(QImage::Format_RGB32);
    const uint8_t *const source[] = {pixels.constBits()};
    const int strides[] = {static_cast<int>(pixels.bytesPerLine())};
    sws_scale(scaler.get(), source, strides, 0, size.height(), frame->data, frame->linesize);
    return {};
}

int VideoFile::Private::encode(const AVFrame *picture)
{
    int result = avcodec_send_frame(codec.get(), picture);
    while (result >= 0) {
        result = avcodec_receive_packet(codec.get(), packet.get());
        if (result == AVERROR(EAGAIN) || result == AVERROR_EOF) {
            return 0;
        }
        if (result >= 0) {
            packet->stream_index = stream->index;
            av_packet_rescale_ts(packet.get(), codec->time_base, stream->time_base);
            result = av_write_frame(format.get(), packet.get());
            av_packet_unref(packet.get());
        }
        if (result >= 0 && format->pb->error < 0) {
            result = format->pb->error; // a full disk is reported only here, after the failing write
        }
    }
    return result;
}

QList<VideoFile::VideoFormat> VideoFile::availableFormats()
{
    QList<VideoFormat> forms;
    for (const VideoFormat form : {VideoFormat::Vp9, VideoFormat::Vp8, VideoFormat::Ffv1}) {
        if (encoderOf(form)) {
            forms.append(form);
        }
    }
    return forms;
}

QString VideoFile::suffix(VideoFormat form)
{
    return form == VideoFormat::Ffv1 ? QStringLiteral("mkv") : QStringLiteral("webm");
}

std::expected<std::unique_ptr<VideoFile>, QString> VideoFile::create(const QString &path, VideoFormat form, const QSize &size, const Texts &texts)
{
    av_log_set_level(AV_LOG_FATAL); // libav need not log errors, because they are returned as results
    auto d = std::make_unique<Private>();
    if (const auto opened = d->open(path, form, size, texts); !opened) {
        return std::unexpected(opened.error());
    }
    return std::unique_ptr<VideoFile>(new VideoFile(std::move(d)));
}

VideoFile::VideoFile(std::unique_ptr<Private> priv)
    : d(std::move(priv))
{
}

VideoFile::~VideoFile() = default;

std::expected<void, QString> VideoFile::add(const QImage &frame, std::chrono::milliseconds at)
{
    if (d->isFinished || frame.size() != d->size || (d->lastFrameTime && at <= *d->lastFrameTime)) {
        return {};
    }
    if (const auto converted = d->convert(frame); !converted) {
        return converted;
    }
    d->frame->pts = at.count();
    d->lastFrameTime = at;
    return check(d->encode(d->frame.get()));
}

std::expected<void, QString> VideoFile::finish(std::chrono::milliseconds end)
{
    if (std::exchange(d->isFinished, true) || !d->hasHeader) {
        return {};
    }
    int result = 0;
    // A video ends with its last frame. Repeat that frame at the end, so that the duration includes the time without changes.
    if (d->lastFrameTime && end > *d->lastFrameTime) {
        d->frame->pts = end.count();
        result = d->encode(d->frame.get());
    }
    if (result >= 0) {
        result = d->encode(nullptr);
    }
    const int trailer = av_write_trailer(d->format.get());
    const int closed = avio_closep(&d->format->pb);
    for (const int each : {result, trailer, closed}) {
        if (each < 0) {
            return check(each);
        }
    }
    return {};
}

bool VideoFile::isEmpty() const
{
    return !d->lastFrameTime;
}
}
