// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/visuals/programcolors.h"

#include <QWidget>

namespace Nightdesk
{
/// Sample text in an X program's own colors, as this workstation's X server shows them, with a description next to it. GUI thread.
/// Owned by InstrumentPicker.
class ProgramColorSample : public QWidget
{
    Q_OBJECT
public:
    /// @p title: the program's title.
    ProgramColorSample(const QString &title, const ProgramColors &colors, QWidget *parent = nullptr);

    /// "Image display: black text on white, contrast 21 : 1"; translated, with a warning if the text is not readable.
    static QString contrastDescription(const QString &title, const ProgramColors &colors);
};
}
