// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/screenmap.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <vector>

namespace Nightdesk
{
class DeskMonitors;
class ScreenLabel;

/// "Identify Screens": a sign on every monitor for some seconds. Any key or click in our windows ends it, and so does a
/// second call; Escape does that and nothing else. GUI thread. Owned by DeskScreens.
class ScreenLabels : public QObject
{
    Q_OBJECT
public:
    /// Twelve seconds: long enough to walk along a desk of six monitors.
    explicit ScreenLabels(QObject *parent = nullptr, std::chrono::milliseconds time = std::chrono::seconds(12));
    ~ScreenLabels() override;

    /// @p map must be of the monitors as they stand now. @p caller: what was pressed, as pressing that again comes here anyway.
    void toggle(const ScreenMap &map, QObject *caller = nullptr);
    /// The same with other names, if they are shown.
    void update(const ScreenMap &map);
    void hide();
    bool areShown() const;

Q_SIGNALS:
    void shownChanged(bool shown);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void show(const ScreenMap &map);

    std::vector<std::unique_ptr<ScreenLabel>> m_labels;
    QObject *m_caller = nullptr; ///< only compared
    QTimer m_end;
};
}
