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
/// A netplot as a picture of its own, as large as is wished: time across, bytes up, what the program said above what it was told.
/// Needs a QGuiApplication ("offscreen" will do), and no window. Any thread. Made by whoever saves a trace (TrafficSaver, the command
/// `nightdesk xtrace`) for one image.
class NetPlotPicture
{
public:
    struct Order {
        QSize size{1600, 900}; ///< in pixels of 96 to the inch
        double scale = 1; ///< a PNG is as many times as large, and as fine
        bool isDark = false;
        std::int64_t from = 0; ///< microseconds of the trace
        std::int64_t to = -1; ///< < from: to its end
        std::optional<std::uint16_t> connection; ///< that one alone
        std::int64_t roundTrip = -1; ///< of the link, microseconds, there and back; < 0: as the trace's marks tell
        QString title; ///< plain text; empty: the program and where it runs
    };
    static constexpr int maxSide = 16384;

    explicit NetPlotPicture(const XTrace &trace);
    NetPlotPicture(const XTrace &trace, const Order &order);

    QImage image() const; ///< null: too large
    bool writeSvg(QIODevice &device) const;
    bool writePng(QIODevice &device) const;
    /// Whole or not at all. Else what went wrong and what to do, translated.
    std::expected<void, QString> saveSvg(const QString &path) const;
    std::expected<void, QString> savePng(const QString &path) const;

private:
    void paint(QPainter &painter) const;

    XTrace m_trace;
    Order m_order;
};
}
