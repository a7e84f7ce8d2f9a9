// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facility/instrumentmodel.h"

#include <KLocalizedString>

#include <QFont>
#include <QIcon>
#include <QLocale>

#include <algorithm>

namespace Nightdesk
{
InstrumentModel::InstrumentModel(QObject *parent)
    : QAbstractListModel(parent)
{
}

void InstrumentModel::setFacility(const Facility &facility)
{
    beginResetModel();
    m_facility = facility;
    m_rows.clear();
    for (const InstrumentProfile &profile : std::as_const(m_facility.profiles)) {
        m_rows.append({&profile, nullptr});
    }
    for (const BrokenProfile &broken : std::as_const(m_facility.brokenProfiles)) {
        if (broken.lastValid) {
            m_rows.append({&*broken.lastValid, &broken});
        }
    }
    std::ranges::stable_sort(m_rows, [](const Row &a, const Row &b) {
        // sorted by name, so that an error in a profile does not change its instrument's position
        return a.profile->name.localeAwareCompare(b.profile->name) < 0;
    });
    for (const BrokenProfile &broken : std::as_const(m_facility.brokenProfiles)) {
        if (!broken.lastValid) {
            m_rows.append({nullptr, &broken});
        }
    }
    endResetModel();
}

InstrumentModel::Row InstrumentModel::rowAt(int row) const
{
    return row >= 0 && row < m_rows.size() ? m_rows.at(row) : Row();
}

const InstrumentProfile *InstrumentModel::profileAt(int row) const
{
    return rowAt(row).profile;
}

const BrokenProfile *InstrumentModel::brokenProfileAt(int row) const
{
    return rowAt(row).brokenProfile;
}

QString InstrumentModel::lastValidTimeText(const QDateTime &lastValidAt, const QDateTime &now)
{
    const QDateTime here = lastValidAt.toLocalTime();
    const QString time = here.time().toString(QStringLiteral("HH:mm"));
    return here.date() == now.toLocalTime().date() ? time : i18nc("@info a day, a time", "%1, %2", QLocale().toString(here.date(), QLocale::ShortFormat), time);
}

int InstrumentModel::rowOf(const QString &profileId) const
{
    for (int row = 0; row < m_rows.size(); ++row) {
        if (profileIdAt(row) == profileId) {
            return row;
        }
    }
    return -1;
}

QString InstrumentModel::fileAt(int row) const
{
    const auto [profile, broken] = rowAt(row);
    return broken ? broken->file : profile ? profile->file : QString();
}

int InstrumentModel::rowOfFile(const QString &file) const
{
    for (int row = 0; row < m_rows.size(); ++row) {
        if (fileAt(row) == file) {
            return row;
        }
    }
    return -1;
}

void InstrumentModel::setConnectedInstruments(const QStringList &profileIds)
{
    if (m_connectedIds != profileIds) {
        m_connectedIds = profileIds;
        Q_EMIT dataChanged(index(0), index(static_cast<int>(m_rows.size()) - 1), {Qt::DisplayRole, Qt::DecorationRole, Qt::FontRole});
    }
}

QString InstrumentModel::profileIdAt(int row) const
{
    const auto [profile, broken] = rowAt(row);
    return profile ? profile->id : broken ? broken->id : QString();
}

QString InstrumentModel::instrumentNameAt(int row) const
{
    const auto [profile, broken] = rowAt(row);
    if (!profile) {
        return broken ? i18nc("@item:inlistbox a profile with errors", "%1 (has errors)", broken->id) : QString();
    }
    return broken ? i18nc("@item:inlistbox an instrument’s name; when the version of its profile that is used was read",
                          "%1 (version of %2)",
                          profile->name,
                          lastValidTimeText(broken->lastValidAt))
                  : profile->name;
}

int InstrumentModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant InstrumentModel::data(const QModelIndex &index, int role) const
{
    const auto [profile, broken] = rowAt(index.row());
    if (!profile && !broken) {
        return {};
    }
    const QString id = profileIdAt(index.row());
    const bool isConnected = m_connectedIds.contains(id) && rowOf(id) == index.row();
    switch (role) {
    case Qt::DisplayRole:
        return isConnected ? i18nc("@item:inlistbox an instrument that is connected", "%1 · connected", instrumentNameAt(index.row()))
                           : instrumentNameAt(index.row());
    case Qt::FontRole: {
        QFont font;
        font.setBold(isConnected);
        return isConnected ? QVariant(font) : QVariant();
    }
    case Qt::DecorationRole:
        return QIcon::fromTheme(!profile          ? QStringLiteral("dialog-error")
                                    : broken      ? QStringLiteral("dialog-warning")
                                    : isConnected ? QStringLiteral("network-connect")
                                                  : QStringLiteral("video-display"));
    case Qt::ToolTipRole: {
        // escaped, because text from a profile must not be read as HTML
        const QString text = (broken ? broken->file : profile->description).toHtmlEscaped();
        return QStringLiteral("<qt>%1</qt>")
            .arg(profile && broken ? i18nc("@info:tooltip a file", "%1 has errors; the last valid version is used", text) : text);
    }
    case filterRole:
        return profile ? QString(id + QLatin1Char(' ') + profile->name + QLatin1Char(' ') + profile->description) : id;
    default:
        return {};
    }
}
}
