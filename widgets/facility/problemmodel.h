// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QAbstractItemModel>

namespace Nightdesk
{
/// The errors of a facility: files, and below each its errors in file order. DisplayRole: a file's name or a message. Owned by ProblemView.
class ProblemModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    enum Role {
        IsFileRole = Qt::UserRole,
        SeverityRole, ///< the severity of an error; for a file, that of its worst error
        PositionRole, ///< "12:5"; empty if the error has no line
        CompilerMessageRole ///< the error in the format of compiler messages, for the clipboard; for a file, all its errors
    };

    explicit ProblemModel(QObject *parent = nullptr);

    /// @p problems in display order; file names are shown relative to @p directory.
    void setProblems(const QString &directory, const QList<ProfileError> &problems);
    const QList<ProfileError> &problems() const;
    void setSeveritiesShown(bool errors, bool warnings);
    /// The error of a row, or the start of a file for a file's row; empty for an invalid index.
    std::optional<ProfileError> problemAt(const QModelIndex &index) const;
    /// The row of @p problem after a change: the same error, otherwise the same message in the same file, otherwise the nearest line in that file.
    QModelIndex nearestIndex(const ProfileError &problem) const;
    static QString severityWord(Severity severity);

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

private:
    struct File {
        QString path;
        QList<ProfileError> problems;
    };
    void rebuildRows();
    QVariant fileData(const File &file, int role) const;

    QString m_facilityDirectory;
    QList<ProfileError> m_allProblems;
    bool m_showsErrors = true;
    bool m_showsWarnings = true;
    QList<File> m_files;
};
}
