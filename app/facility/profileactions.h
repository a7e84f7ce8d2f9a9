// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace Nightdesk
{
class InstrumentPicker;

/// Makes new profiles from those in the list of instruments, and opens them in the person's editor. Child of the picker, GUI thread.
class ProfileActions : public QObject
{
    Q_OBJECT
public:
    explicit ProfileActions(InstrumentPicker *picker);

Q_SIGNALS:
    void made(const QString &file); ///< a new profile
    void failed(const QString &why); ///< translated

private:
    void ask(const QString &file, const QString &name);
    /// An empty @p id: the first free one after @p base.
    void copy(const QString &file, const QString &base, const QString &id, const QString &name);

    InstrumentPicker *const m_picker;
};
}
