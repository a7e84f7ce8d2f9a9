// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xtrace/xtrace.h"

#include <QColor>
#include <QSize>
#include <QString>

#include <expected>
#include <optional>

class QImage;
class QIODevice;
class QPainter;

namespace Nightdesk
{
/// A netplot as an image file of any size: time to the right, bytes upwards, the program's requests above what it received. Needs a QGuiApplication
/// ("offscreen" is enough), but no window. Any thread. Made by code that saves a trace (TrafficSaver, the command `nightdesk xtrace`) for one image.
class NetPlotImage
{
public:
    struct Options {
        QSize size{1600, 900}; ///< size of the image in pixels at 96 dpi
        double scale = 1; ///< factor for the size and resolution of a PNG
        bool isDark = false;
        std::int64_t firstShownTraceUsec = 0; ///< first shown time, in microseconds since XTrace::begin
        std::int64_t lastShownTraceUsec = -1; ///< last shown time; less than firstShownTraceUsec: the end of the trace
        std::optional<std::uint16_t> connection; ///< shows only this X connection of the trace; empty: all connections
        /// round-trip time of the link in microseconds; < 0: taken from the trace
        std::int64_t roundTripUsec = -1;
        QString title; ///< title as plain text; empty: names the program and where it runs
    };
    static constexpr int maxSide = 16384;

    explicit NetPlotImage(const XTrace &trace)
        : NetPlotImage(trace, Options())
    {
    }
    NetPlotImage(const XTrace &trace, const Options &options);

    QImage image() const; ///< null: the image would be too large
    bool writeSvg(QIODevice &device) const;
    bool writePng(QIODevice &device) const;
    /// Saves atomically. Error: what went wrong and what to do, translated.
    std::expected<void, QString> saveSvg(const QString &path) const;
    std::expected<void, QString> savePng(const QString &path) const;

private:
    void paint(QPainter &painter) const;

    XTrace m_trace;
    Options m_options;
};
}
