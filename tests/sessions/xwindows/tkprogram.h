// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace Nightdesk::Test
{

/// The command of a program with one window, which @p script, in Tcl, fills.
inline QStringList tk(const QString &script)
{
    using namespace Qt::StringLiterals;
    return {u"python3"_s, u"-c"_s, u"import sys, tkinter; r = tkinter.Tk(); r.tk.eval(sys.argv[1]); r.mainloop()"_s, script};
}

}
