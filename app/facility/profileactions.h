// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <expected>
#include <functional>

namespace Nightdesk
{
class InstrumentPicker;

/// Creates new profiles from templates or by copying a profile in the list of instruments, and opens them in the user's editor. Child of the picker,
/// GUI thread.
class ProfileActions : public QObject
{
    Q_OBJECT
public:
    explicit ProfileActions(InstrumentPicker *picker);

    /// @p directory: directory of the facility; empty: no facility is open.
    void setDirectory(const QString &directory);
    /// Asks for a name and a template, if a facility is open.
    void askForNewProfile();

Q_SIGNALS:
    void profileCreated(const QString &file); ///< @p file: path of the new profile
    void profileCreationFailed(const QString &why); ///< no profile was created; @p why: the reason, translated

private:
    void askNameOfCopy(const QString &file, const QString &name);
    void createProfile(const std::function<std::expected<QString, QString>()> &make);
    /// Copies the profile in @p file. @p id: id of the copy; empty: an unused id made from @p base, the id of the original.
    void copyProfile(const QString &file, const QString &base, const QString &id, const QString &name);

    InstrumentPicker *const m_instrumentPicker;
    QString m_facilityDirectory;
};
}
