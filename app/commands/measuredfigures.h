// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QJsonObject>
#include <QStringList>

#include <vector>

namespace Nightdesk
{
/// The figures of one console's connections and desktops over some seconds, from what it reports of itself (`nightdesk status --json`).
/// Pure. Made by the command `nightdesk measure`, one per console.
class MeasuredFigures
{
public:
    /// @p link: host or id of the only connection that is meant; empty: all.
    explicit MeasuredFigures(const QString &link = {});

    /// What the console reports now.
    void add(const QJsonObject &state);
    /// Hosts of all its connections, whichever are meant; none twice.
    QStringList hosts() const;
    bool isEmpty() const; ///< none of the connections that are meant is there
    /// "links" and "displays" with the keys that the state has, as far as they are figures. Of more than one reading, min, p50 and p95 are
    /// those of the readings: of round trips in "layers", of all others in "sampled" by their key. A percentile is the value at the nearest
    /// rank.
    QJsonObject result() const;

private:
    using Values = QHash<QString, std::vector<double>>;
    bool isMeant(const QJsonObject &link) const;
    QJsonObject linkOf(const QJsonObject &link) const;
    QJsonObject displayOf(const QJsonObject &display) const;
    QList<QJsonObject> links() const; ///< that are meant, as last reported
    QList<QJsonObject> displays() const;

    QString m_link;
    int m_readings = 0;
    QJsonObject m_newest;
    QHash<QString, Values> m_values; ///< by connection or desktop, then by figure
};
}
