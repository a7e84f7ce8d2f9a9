// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/instrumentmodel.h"

#include <KLocalizedString>

#include <QIcon>

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
    endResetModel();
}

const InstrumentProfile *InstrumentModel::profileAt(int row) const
{
    return row >= 0 && row < m_facility.profiles.size() ? &m_facility.profiles.at(row) : nullptr;
}

const BrokenProfile *InstrumentModel::brokenAt(int row) const
{
    const qsizetype index = row - m_facility.profiles.size();
    return index >= 0 && index < m_facility.broken.size() ? &m_facility.broken.at(index) : nullptr;
}

int InstrumentModel::rowOf(const QString &profileId) const
{
    for (int row = 0; row < m_facility.profiles.size(); ++row) {
        if (m_facility.profiles.at(row).id == profileId) {
            return row;
        }
    }
    for (int row = 0; row < m_facility.broken.size(); ++row) {
        if (m_facility.broken.at(row).id == profileId) {
            return static_cast<int>(m_facility.profiles.size()) + row;
        }
    }
    return -1;
}

int InstrumentModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_facility.profiles.size() + m_facility.broken.size());
}

QVariant InstrumentModel::data(const QModelIndex &index, int role) const
{
    if (const InstrumentProfile *profile = profileAt(index.row())) {
        switch (role) {
        case Qt::DisplayRole:
            return profile->name;
        case Qt::DecorationRole:
            return QIcon::fromTheme(QStringLiteral("video-display"));
        case Qt::ToolTipRole:
            return QStringLiteral("<qt>%1</qt>").arg(profile->description.toHtmlEscaped()); // a profile's words are no markup
        case DescriptionRole:
            return profile->description;
        case FilterRole:
            return QString(profile->id + QLatin1Char(' ') + profile->name + QLatin1Char(' ') + profile->description);
        case BrokenRole:
            return false;
        default:
            return {};
        }
    }
    if (const BrokenProfile *broken = brokenAt(index.row())) {
        switch (role) {
        case Qt::DisplayRole:
            return i18nc("@item:inlistbox a profile with mistakes", "%1 (has mistakes)", broken->id);
        case Qt::DecorationRole:
            return QIcon::fromTheme(QStringLiteral("dialog-error"));
        case Qt::ToolTipRole:
        case DescriptionRole:
            return broken->file;
        case FilterRole:
            return broken->id;
        case BrokenRole:
            return true;
        default:
            return {};
        }
    }
    return {};
}
}
