// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/visuals/programcolors.h"

#include <QWidget>

namespace Nightdesk
{
/// A piece of text in an X program's own colors, as this workstation's X server shows it, and the same in words next to it. GUI thread.
/// Owned by InstrumentPicker.
class ProgramSwatch : public QWidget
{
    Q_OBJECT
public:
    /// @p title: of the program.
    ProgramSwatch(const QString &title, const ProgramColors &colors, QWidget *parent = nullptr);

    /// "Image display: black text on white, contrast 21 : 1"; translated, with a sentence where nobody can read that.
    static QString inWords(const QString &title, const ProgramColors &colors);
};
}
