// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facility/problemmodel.h"

#include "monitors/facilityproblems.h"

#include <KLocalizedString>

#include <QIcon>

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
constexpr quintptr fileId = 0; // internal id of a file's row; the id of an error's row is the row of its file, plus 1

QIcon iconOf(Severity severity)
{
    return QIcon::fromTheme(severity == Severity::Error ? u"dialog-error"_s : u"dialog-warning"_s);
}
}

ProblemModel::ProblemModel(QObject *parent)
    : QAbstractItemModel(parent)
{
}

void ProblemModel::setProblems(const QString &directory, const QList<ProfileError> &problems)
{
    m_facilityDirectory = directory;
    m_allProblems = problems;
    rebuildRows();
}

const QList<ProfileError> &ProblemModel::problems() const
{
    return m_allProblems;
}

void ProblemModel::setSeveritiesShown(bool errors, bool warnings)
{
    m_showsErrors = errors;
    m_showsWarnings = warnings;
    rebuildRows();
}

void ProblemModel::rebuildRows()
{
    beginResetModel();
    m_files.clear();
    for (const ProfileError &problem : std::as_const(m_allProblems)) {
        if (!(problem.severity == Severity::Error ? m_showsErrors : m_showsWarnings)) {
            continue;
        }
        auto file = std::ranges::find(m_files, problem.place.file, &File::path);
        if (file == m_files.end()) {
            m_files.append(File{problem.place.file, {}});
            file = std::prev(m_files.end());
        }
        file->problems.append(problem);
    }
    endResetModel();
}

std::optional<ProfileError> ProblemModel::problemAt(const QModelIndex &index) const
{
    if (!index.isValid()) {
        return {};
    }
    if (index.internalId() == fileId) {
        return ProfileError{{m_files.at(index.row()).path, 0, 0}, Severity::Error, {}};
    }
    return m_files.at(static_cast<qsizetype>(index.internalId()) - 1).problems.at(index.row());
}

QModelIndex ProblemModel::nearestIndex(const ProfileError &problem) const
{
    const auto file = std::ranges::find(m_files, problem.place.file, &File::path);
    if (file == m_files.end()) {
        return {};
    }
    const QModelIndex parent = index(static_cast<int>(file - m_files.begin()), 0);
    if (problem.message.isEmpty()) {
        return parent;
    }
    const auto distance = [&problem](const ProfileError &other) {
        const int lines = qAbs(other.place.line - problem.place.line);
        return std::tuple(other.message != problem.message, lines, qAbs(other.place.column - problem.place.column));
    };
    const auto nearest = std::ranges::min_element(file->problems, {}, distance);
    return index(static_cast<int>(nearest - file->problems.begin()), 0, parent);
}

QString ProblemModel::severityWord(Severity severity)
{
    return severity == Severity::Error ? i18nc("@item severity of a problem", "error") : i18nc("@item severity of a problem", "warning");
}

QModelIndex ProblemModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent)) {
        return {};
    }
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : fileId);
}

QModelIndex ProblemModel::parent(const QModelIndex &index) const
{
    return !index.isValid() || index.internalId() == fileId ? QModelIndex() : createIndex(static_cast<int>(index.internalId()) - 1, 0, fileId);
}

int ProblemModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid()) {
        return static_cast<int>(m_files.size());
    }
    return parent.internalId() == fileId ? static_cast<int>(m_files.at(parent.row()).problems.size()) : 0;
}

int ProblemModel::columnCount(const QModelIndex &) const
{
    return 1;
}

QVariant ProblemModel::fileData(const File &file, int role) const
{
    const qsizetype errors = FacilityProblems::count(file.problems, Severity::Error);
    switch (role) {
    case Qt::DisplayRole:
        return FacilityProblems::pathRelativeTo(m_facilityDirectory, file.path);
    case Qt::AccessibleTextRole: {
        const QString name = FacilityProblems::pathRelativeTo(m_facilityDirectory, file.path);
        return i18ncp("@item:intree for screen readers: a file’s name, how many problems",
                      "%2, %1 problem",
                      "%2, %1 problems",
                      static_cast<int>(file.problems.size()),
                      name);
    }
    case Qt::DecorationRole:
        return QIcon::fromTheme(u"text-x-generic"_s);
    case IsFileRole:
        return true;
    case SeverityRole:
        return QVariant::fromValue(errors > 0 ? Severity::Error : Severity::Warning);
    case CompilerMessageRole: {
        QStringList lines;
        for (const ProfileError &problem : file.problems) {
            lines.append(FacilityProblems::asLine(problem));
        }
        return lines.join(u'\n');
    }
    default:
        return {};
    }
}

QVariant ProblemModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    if (index.internalId() == fileId) {
        return fileData(m_files.at(index.row()), role);
    }
    const ProfileError &problem = m_files.at(static_cast<qsizetype>(index.internalId()) - 1).problems.at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return problem.message;
    case Qt::AccessibleTextRole:
        return problem.place.line > 0 ? i18nc("@item:intree for screen readers: severity, line, column, message",
                                              "%1, line %2, column %3: %4",
                                              severityWord(problem.severity),
                                              QString::number(problem.place.line),
                                              QString::number(problem.place.column),
                                              problem.message)
                                      : i18nc("@item:intree for screen readers: severity, message", "%1: %2", severityWord(problem.severity), problem.message);
    case Qt::DecorationRole:
        return iconOf(problem.severity);
    case IsFileRole:
        return false;
    case SeverityRole:
        return QVariant::fromValue(problem.severity);
    case PositionRole:
        return problem.place.line > 0 ? u"%1:%2"_s.arg(QString::number(problem.place.line), QString::number(problem.place.column)) : QString();
    case CompilerMessageRole:
        return FacilityProblems::asLine(problem);
    default:
        return {};
    }
}
}
