// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QAbstractListModel>

namespace Nightdesk
{
/// The instruments of a facility, broken profiles last. Display role: name; ToolTipRole: description; filter with FilterRole.
class InstrumentModel : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Role {
        DescriptionRole = Qt::UserRole,
        FilterRole,
        BrokenRole
    };

    explicit InstrumentModel(QObject *parent = nullptr);

    void setFacility(const Facility &facility);
    /// Null for a broken profile or a row that is not there.
    const InstrumentProfile *profileAt(int row) const;
    const BrokenProfile *brokenAt(int row) const;
    int rowOf(const QString &profileId) const; ///< broken profiles too; -1: none

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

private:
    Facility m_facility;
};
}
