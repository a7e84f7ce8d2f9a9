// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/screenmap.h"
#include "widgets/common/applicationeventfilter.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <vector>

namespace Nightdesk
{
class ScreenLabel;

/// "Identify Screens": a label on every monitor for some seconds. Any key or click in Nightdesk's windows hides the labels, and so does a second
/// call; Escape has no other effect. GUI thread. Owned by DeskScreensController.
class ScreenLabels : public QObject, private ApplicationEventHandler
{
    Q_OBJECT
public:
    /// @p time: how long the labels are visible. Twelve seconds are enough to walk along a desk of six monitors.
    explicit ScreenLabels(QObject *parent = nullptr, std::chrono::milliseconds time = std::chrono::seconds(12));
    ~ScreenLabels() override;

    /// @p map must match the current monitors. @p caller: the button that calls this; its events hide no labels, because it calls toggle() itself.
    void toggle(const ScreenMap &map, QObject *caller = nullptr);
    /// Shows other names, if the labels are visible.
    void update(const ScreenMap &map);
    void hide();
    bool areShown() const;

Q_SIGNALS:
    void shownChanged(bool shown);

private:
    bool handleEvent(QObject *watched, QEvent *event) override;
    void show(const ScreenMap &map);

    std::vector<std::unique_ptr<ScreenLabel>> m_labels;
    QObject *m_ignoredEventSource = nullptr; ///< the object whose events do not hide the labels; only compared, never dereferenced
    QTimer m_hideTimer;
};
}
