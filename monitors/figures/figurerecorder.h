// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/link/roundtriplayers.h"
#include "sessions/figures/figurestore.h"

#include <QDateTime>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <optional>

class QJsonObject;

namespace Nightdesk
{
class Desk;
class DesktopSession;
class DisplayMonitor;
class Link;
class Session;
class LinkMonitor;
class XTrafficWatch;
struct XLiveRates;

/// The figures of all connections, desktops and X programs of a desk over the night, once a second, in memory and on the disk. Rates and round trips
/// are those of LinkMonitor and DisplayMonitor. GUI thread. Owned by ConsoleDiagnostics.
class FigureRecorder : public QObject
{
    Q_OBJECT
public:
    /// @p desk outlives this. @p directory: private, made where it is missing. @p now: UTC; empty: the computer's clock.
    FigureRecorder(const Desk *desk, const QString &directory, QObject *parent = nullptr, std::function<QDateTime()> now = {});

    /// Those of X programs come from @p watch, which is asked until the recorder ends. Without it they have none.
    void setTraffic(const XTrafficWatch *watch);
    /// Another night begins empty, or with what an earlier console of the same night has kept.
    void setNight(const QDate &night);
    /// By connection and desktop, in the order in which they came. Valid until the next recorded().
    const std::vector<FigureSeries> &series() const;
    /// Why the night is in memory alone; translated; empty: the disk has it, but for the last seconds.
    QString trouble() const;
    /// A row of each that is connected, as the timer does each second.
    void record();
    /// Of a source while it is connected; else null. Valid until control returns to the event loop.
    const LinkMonitor *connection(const QString &id) const;
    const DisplayMonitor *desktop(const QString &id) const;
    /// Of an X program, as XTrafficWatch::layers(); empty: it does not run.
    QList<RoundTripLayer> program(const QString &id) const;
    /// What an X program does now; empty: as program().
    std::optional<XLiveRates> programRates(const QString &id) const;
    /// Whether the profile sets a desktop's image quality; empty: it is not connected.
    std::optional<bool> isQualityFixed(const QString &id) const;
    /// Adds to each desktop in the "displays" of @p state the distributions of the night, as far as there are some.
    void describe(QJsonObject &state) const;

Q_SIGNALS:
    void recorded();
    void troubleChanged(const QString &trouble);

private:
    /// Empty: there are too many already.
    std::optional<std::size_t> indexOf(const FigureSource &source);
    void append(const FigureSource &source, quint32 at, std::span<const float> values);
    void append(const FigureSource &source, const FigureDistributions &more);
    void restore(const FigureStore::Nights &found);
    FigureSource sourceOf(const Link *link) const;
    DesktopSession *desktopSession(const QString &id) const;
    void recordProgram(const Session *session, quint32 at);
    void recordShares(DesktopSession *session, const FigureSource &source, quint32 at);

    const Desk *const m_desk;
    QPointer<const XTrafficWatch> m_traffic;
    const std::function<QDateTime()> m_now;
    FigureStore m_store;
    std::vector<FigureSeries> m_series;
    QByteArray m_records; ///< for the file, of the rows that are being made
    QTimer m_second;
};
}
