// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QAbstractListModel>

namespace Nightdesk
{
/// The instruments of a facility by name. A broken profile that has a last valid version is listed among them, with a warning; broken profiles
/// without one come last. Display role: name; ToolTipRole: description; filter with filterRole. Owned by InstrumentPicker.
class InstrumentModel : public QAbstractListModel
{
    Q_OBJECT
public:
    static constexpr int filterRole = Qt::UserRole; ///< the text to search in

    explicit InstrumentModel(QObject *parent = nullptr);

    void setFacility(const Facility &facility);
    void setConnectedInstruments(const QStringList &profileIds); ///< marks these instruments in the list as connected
    /// The profile to connect: of a broken profile, its last valid version. Null for a broken profile without one, or for an invalid row.
    const InstrumentProfile *profileAt(int row) const;
    const BrokenProfile *brokenProfileAt(int row) const;
    /// The time at which a profile's last valid version was read: "21:14", with the date if that is not today.
    static QString lastValidTimeText(const QDateTime &lastValidAt, const QDateTime &now = QDateTime::currentDateTime());
    int rowOf(const QString &profileId) const; ///< also finds a profile with errors; -1: not found
    int rowOfFile(const QString &file) const; ///< -1: not found
    QString fileAt(int row) const;
    QString profileIdAt(int row) const; ///< also of a profile with errors; empty for an invalid row

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

private:
    struct Row {
        const InstrumentProfile *profile = nullptr;
        const BrokenProfile *brokenProfile = nullptr;
    };
    Row rowAt(int row) const;
    QString instrumentNameAt(int row) const;

    Facility m_facility;
    QList<Row> m_rows; ///< each row has pointers into m_facility
    QStringList m_connectedIds;
};
}
