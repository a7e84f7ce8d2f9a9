// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/figures/measuredfigures.h"

#include <QJsonArray>

#include <algorithm>
#include <optional>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
/// The figures of a connection except round-trip times. Each figure is a list of JSON keys, from the outer object to the inner one.
const QList<QStringList> linkFigures{
    {u"inBytesPerSecond"_s},
    {u"outBytesPerSecond"_s},
    {u"compression"_s, u"received"_s, u"ratio10s"_s},
    {u"compression"_s, u"sent"_s, u"ratio10s"_s},
    {u"compression"_s, u"sshCpuShare"_s},
};
const QList<QStringList> displayFigures{{u"framesPerSecond"_s}, {u"bytesPerSecond"_s}, {u"ratio"_s}, {u"ageMs"_s}};

QString dottedKey(const QStringList &path)
{
    return path.join(u'.');
}

std::optional<double> valueAt(QJsonValue value, const QStringList &path)
{
    for (const QString &key : path) {
        value = value[key];
    }
    return value.isDouble() ? std::optional(value.toDouble()) : std::nullopt;
}

/// A key for a connection or display that contains the profile's id, because two profiles may use the same id for
/// different ones.
QString profileScopedKey(const QString &kind, const QJsonObject &part)
{
    return QStringList{kind, part.value("profile"_L1).toString(), part.value("id"_L1).toString()}.join(u'/');
}

QString layerKey(const QJsonValue &layer)
{
    return QStringList{u"layer"_s, layer["layer"_L1].toString(), layer["from"_L1].toString(), layer["to"_L1].toString()}.join(u'/');
}

double percentile(const std::vector<double> &sorted, std::size_t percent)
{
    return sorted[(sorted.size() * percent + 99) / 100 - 1];
}

/// Sets min, p50 and p95 of @p values in @p object; removes them if there are no values.
void setMinAndPercentiles(QJsonObject &object, std::vector<double> values, const QString &suffix)
{
    std::ranges::sort(values);
    for (const auto &[key, percent] : {std::pair(u"min"_s, std::size_t(0)), std::pair(u"p50"_s, std::size_t(50)), std::pair(u"p95"_s, std::size_t(95))}) {
        object.remove(key + suffix);
        if (!values.empty()) {
            object.insert(key + suffix, percent == 0 ? values.front() : percentile(values, percent));
        }
    }
}

void collectFigures(QHash<QString, std::vector<double>> &values, const QJsonObject &object, const QList<QStringList> &figures)
{
    for (const QStringList &path : figures) {
        if (const auto value = valueAt(object, path)) {
            values[dottedKey(path)].push_back(*value);
        }
    }
    const QJsonArray layers = object.value("layers"_L1).toArray();
    for (const QJsonValue &layer : layers) {
        if (const QJsonValue now = layer["nowMs"_L1]; now.isDouble()) {
            values[layerKey(layer)].push_back(now.toDouble());
        }
    }
}

void addSampledFigures(QJsonObject &object, const QHash<QString, std::vector<double>> &values, const QList<QStringList> &figures)
{
    QJsonArray layers;
    const QJsonArray found = object.value("layers"_L1).toArray();
    for (const QJsonValue &value : found) {
        QJsonObject layer = value.toObject();
        setMinAndPercentiles(layer, values.value(layerKey(value)), u"Ms"_s);
        layers.append(layer);
    }
    object.insert(u"layers"_s, layers);
    QJsonObject sampled;
    for (const QStringList &path : figures) {
        if (values.contains(dottedKey(path))) {
            QJsonObject figure;
            setMinAndPercentiles(figure, values.value(dottedKey(path)), {});
            sampled.insert(dottedKey(path), figure);
        }
    }
    object.insert(u"sampled"_s, sampled);
}

QJsonObject withKeysOnly(const QJsonObject &object, const QStringList &keys)
{
    QJsonObject result;
    for (const QString &key : keys) {
        if (object.contains(key)) {
            result.insert(key, object.value(key));
        }
    }
    return result;
}
}

MeasuredFigures::MeasuredFigures(const QString &link)
    : m_requestedLink(link)
{
}

void MeasuredFigures::addReport(const QJsonObject &state)
{
    m_newestReport = state;
    ++m_reportCount;
    for (const QJsonObject &link : links()) {
        collectFigures(m_valuesByFigure[profileScopedKey(u"link"_s, link)], link, linkFigures);
    }
    for (const QJsonObject &display : displays()) {
        collectFigures(m_valuesByFigure[profileScopedKey(u"display"_s, display)], display.value("figures"_L1).toObject(), displayFigures);
    }
}

bool MeasuredFigures::isRequestedLink(const QJsonObject &link) const
{
    return m_requestedLink.isEmpty() || link.value("host"_L1).toString() == m_requestedLink || link.value("id"_L1).toString() == m_requestedLink;
}

QList<QJsonObject> MeasuredFigures::links() const
{
    QList<QJsonObject> result;
    const QJsonArray links = m_newestReport.value("links"_L1).toArray();
    for (const QJsonValue &link : links) {
        if (isRequestedLink(link.toObject())) {
            result.append(link.toObject());
        }
    }
    return result;
}

QList<QJsonObject> MeasuredFigures::displays() const
{
    const QList<QJsonObject> meant = links();
    QList<QJsonObject> result;
    const QJsonArray displays = m_newestReport.value("displays"_L1).toArray();
    for (const QJsonValue &display : displays) {
        const bool isIn = m_requestedLink.isEmpty() || std::ranges::any_of(meant, [&display](const QJsonObject &link) {
                              return link.value("id"_L1) == display["link"_L1] && link.value("profile"_L1) == display["profile"_L1];
                          });
        if (isIn && display["figures"_L1].isObject()) {
            result.append(display.toObject());
        }
    }
    return result;
}

QStringList MeasuredFigures::hosts() const
{
    QStringList hosts;
    const QJsonArray links = m_newestReport.value("links"_L1).toArray();
    for (const QJsonValue &link : links) {
        hosts.append(link["host"_L1].toString());
    }
    hosts.removeDuplicates();
    return hosts;
}

bool MeasuredFigures::isEmpty() const
{
    return links().isEmpty();
}

QJsonObject MeasuredFigures::figuresOfLink(const QJsonObject &link) const
{
    QJsonObject result = withKeysOnly(link,
                                      {u"profile"_s,
                                       u"id"_s,
                                       u"host"_s,
                                       u"state"_s,
                                       u"compressed"_s,
                                       u"roundTripMs"_s,
                                       u"layers"_s,
                                       u"tcpVariationMs"_s,
                                       u"tcpRetransmits"_s,
                                       u"inBytesPerSecond"_s,
                                       u"outBytesPerSecond"_s,
                                       u"compressionRatio"_s,
                                       u"flow"_s,
                                       u"compression"_s});
    if (m_reportCount > 1) {
        addSampledFigures(result, m_valuesByFigure.value(profileScopedKey(u"link"_s, link)), linkFigures);
    }
    return result;
}

QJsonObject MeasuredFigures::figuresOfDisplay(const QJsonObject &display) const
{
    QJsonObject result = withKeysOnly(display, {u"profile"_s, u"id"_s, u"title"_s, u"kind"_s, u"state"_s, u"link"_s, u"distributions"_s});
    QJsonObject figures = display.value("figures"_L1).toObject();
    if (m_reportCount > 1) {
        addSampledFigures(figures, m_valuesByFigure.value(profileScopedKey(u"display"_s, display)), displayFigures);
    }
    result.insert(u"figures"_s, figures);
    return result;
}

QJsonObject MeasuredFigures::result() const
{
    QJsonObject result = withKeysOnly(m_newestReport, {u"version"_s, u"program"_s, u"process"_s});
    QJsonArray ofLinks;
    for (const QJsonObject &link : links()) {
        ofLinks.append(figuresOfLink(link));
    }
    QJsonArray ofDisplays;
    for (const QJsonObject &display : displays()) {
        ofDisplays.append(figuresOfDisplay(display));
    }
    result.insert(u"readings"_s, m_reportCount);
    result.insert(u"links"_s, ofLinks);
    result.insert(u"displays"_s, ofDisplays);
    return result;
}
}
