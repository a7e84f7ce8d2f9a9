// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/session.h"

#include <QJsonObject>

namespace Nightdesk
{
class Desk;
class XTrafficWatch;

/// The desk as `nightdesk status --json` prints it: links with round-trip time and state, displays with state, steps in
/// milliseconds and failure. Keys and state names are untranslated; texts of failures are translated. Has functions only, no state;
/// ConsoleFeatures calls them for D-Bus.
class DeskStatus
{
public:
    /// The state of the desk as JSON, for scripts. @p rects: position of each display by Session::key(), in root-window pixels; may lack some
    /// displays.
    /// @p traffic: what is known of X traffic; null: nothing is known.
    static QJsonObject describe(const Desk &desk, const QHash<QString, QRect> &rects, const XTrafficWatch *traffic = nullptr);

    static QString name(SessionState state);
    static QString name(LinkState state);
    static QString name(StartStep step);
    static QString name(Session::AnswerState answering);
};
}
