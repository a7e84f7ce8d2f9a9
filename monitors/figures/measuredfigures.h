// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QJsonObject>
#include <QStringList>

#include <vector>

namespace Nightdesk
{
/// The figures of one console's connections and desktops over some seconds, from the console's reports (`nightdesk status --json`). Pure. Created by
/// `nightdesk measure`, one per console.
class MeasuredFigures
{
public:
    /// @p link: use only the connection with this host or id; empty: all.
    explicit MeasuredFigures(const QString &link = {});

    /// Adds one report of the console.
    void addReport(const QJsonObject &state);
    /// Hosts of all connections of the console, regardless of @p link of the constructor; no duplicates.
    QStringList hosts() const;
    bool isEmpty() const; ///< true: none of the connections to measure exists
    /// "links" and "displays" with the keys of the report, limited to figures. After several reports, min, p50 and p95 are computed over the reports:
    /// for round trips in "layers", for all other figures in "sampled" by their key. A percentile is the value at the nearest rank.
    QJsonObject result() const;

private:
    using Values = QHash<QString, std::vector<double>>;
    bool isRequestedLink(const QJsonObject &link) const;
    QJsonObject figuresOfLink(const QJsonObject &link) const;
    QJsonObject figuresOfDisplay(const QJsonObject &display) const;
    QList<QJsonObject> links() const; ///< the requested connections, from the last report
    QList<QJsonObject> displays() const;

    QString m_requestedLink;
    int m_reportCount = 0;
    QJsonObject m_newestReport;
    QHash<QString, Values> m_valuesByFigure; ///< values of the figures: first by connection or desktop, then by figure
};
}
