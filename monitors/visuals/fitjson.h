// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/visuals/xserverfit.h"

#include <QJsonObject>

namespace Nightdesk
{
/// Whether a display fits the X servers, for scripts. Pure.
namespace FitJson
{
/// {"display", "verdict", "visual", "findings": [{"cause", "what", "remedy"}], "colors": {"text", "background", "contrast"}}; "visual" only
/// if a private X server needs it, "colors" only if known. @p title: title of the display.
QJsonObject of(const QString &title, const XServerFit &fit);
QString key(XServerFit::Verdict verdict); ///< name of the verdict, for example "fits-as-vnc-app"
QString key(XServerFit::Cause cause); ///< name of the cause, for example "default-visual"
}
}
