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
        SeverityRole, ///< of an error; of a file the worst in it
        PositionRole, ///< "12:5"; empty where no line is to blame
        LineRole ///< as compilers write it, for the clipboard; all of a file's for a file
    };

    explicit ProblemModel(QObject *parent = nullptr);

    /// @p problems in the order to be shown; names are told relative to @p directory.
    void setProblems(const QString &directory, const QList<ProfileError> &problems);
    const QList<ProfileError> &problems() const;
    void setShown(bool errors, bool warnings);
    /// An error, or a file's start; empty for no row.
    std::optional<ProfileError> problemAt(const QModelIndex &index) const;
    /// The row that @p problem is now: itself, else the same message in the same file, else the nearest line there.
    QModelIndex indexNear(const ProfileError &problem) const;
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
    void arrange();
    QVariant fileData(const File &file, int role) const;

    QString m_directory;
    QList<ProfileError> m_all;
    bool m_showsErrors = true;
    bool m_showsWarnings = true;
    QList<File> m_files;
};
}
