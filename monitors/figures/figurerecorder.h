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

/// Records the figures of all connections, desktops and X programs of a desk over the night, once a second, in memory and on disk. Rates and
/// round trips come from LinkMonitor and DisplayMonitor. GUI thread. Owned by ConsoleDiagnostics.
class FigureRecorder : public QObject
{
    Q_OBJECT
public:
    /// @p desk outlives this. @p directory: private, created if missing. @p now: UTC; empty: the computer's clock.
    FigureRecorder(const Desk *desk, const QString &directory, QObject *parent = nullptr, std::function<QDateTime()> now = {});

    /// @p watch supplies the figures of X programs and must outlive the recorder. Without it X programs are not recorded.
    void setTrafficWatch(const XTrafficWatch *watch);
    /// Begins another night, without rows or with the rows that an earlier console process recorded in that night. The same night again changes
    /// nothing.
    void setNight(const QDate &night);
    /// One series per source, in the order of their first records. Valid until the next rowsAdded().
    const std::vector<FigureSeries> &series() const;
    /// Why figures are kept in memory only, translated; empty: all but the last seconds are on disk.
    QString writeProblem() const;
    /// Adds a row for each connected source; the timer calls this every second.
    void recordRows();
    /// The monitor of the connection @p id; null while it is not connected. Valid until control returns to the event
    /// loop.
    const LinkMonitor *linkMonitor(const QString &id) const;
    const DisplayMonitor *displayMonitor(const QString &id) const;
    /// True: the connection @p id is requested, but its remote host does not answer.
    bool isHostNotAnswering(const QString &id) const;
    /// The layers of an X program, as XTrafficWatch::layers(); empty: the program is not running.
    QList<RoundTripLayer> programLayers(const QString &id) const;
    /// The current rates of an X program; empty: the program is not running.
    std::optional<XLiveRates> liveProgramRates(const QString &id) const;
    /// Whether the profile sets the image quality of a desktop; empty: the desktop is not connected.
    std::optional<bool> isQualityFixed(const QString &id) const;
    /// Adds the night's distributions, if any, to each desktop in the "displays" of @p state.
    void addDistributionsTo(QJsonObject &state) const;

Q_SIGNALS:
    void rowsAdded();
    void problemChanged(const QString &writeProblem);

private:
    /// Index of the source's series, which is added if missing; empty: there are too many series.
    std::optional<std::size_t> findOrAddSeries(const FigureSource &source);
    void append(const FigureSource &source, quint32 at, std::span<const float> values);
    void append(const FigureSource &source, const FigureDistributions &more);
    void restoreRows(const FigureStore::Nights &found);
    FigureSource sourceOf(const Link *link) const;
    DesktopSession *desktopSession(const QString &id) const;
    void addProgramRow(const Session *session, quint32 at);
    void addEncodingSharesRow(DesktopSession *session, const FigureSource &source, quint32 at);

    const Desk *const m_desk;
    QPointer<const XTrafficWatch> m_trafficWatch;
    const std::function<QDateTime()> m_clockFunction;
    FigureStore m_store;
    QDate m_night; ///< null: no night has begun
    std::vector<FigureSeries> m_series;
    QByteArray m_unsavedRecords; ///< rows in the file's format that still have to be written to the file
    QTimer m_oneSecondTimer;
};
}
