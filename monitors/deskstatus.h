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
/// milliseconds and failure. Untranslated keys and state names; texts of failures are translated. No state: functions alone;
/// ConsoleFeatures calls them for D-Bus.
class DeskStatus
{
public:
    /// @p rects: where each display stands now, by Session::key(), in root-window pixels; may lack some.
    /// @p traffic: what is known of X traffic; null: nothing.
    static QJsonObject describe(const Desk &desk, const QHash<QString, QRect> &rects, const XTrafficWatch *traffic = nullptr);

    static QString name(SessionState state);
    static QString name(LinkState state);
    static QString name(Step step);
    static QString name(Session::Answering answering);
};
}
