// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/screenmap.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <vector>

class QScreen;
class QWindow;

namespace Nightdesk
{
class Desk;
class Session;
class Stage;

/// The stages of a desk: one a monitor that has displays, made anew when monitors come or go. Tells X windows where their
/// screen is. GUI thread.
class Stages : public QObject
{
    Q_OBJECT
public:
    explicit Stages(QObject *parent = nullptr);
    ~Stages() override;

    /// @p screenNames: the site's, from left to right. The desk must outlive this or be taken away with hide().
    void show(Desk *desk, const QStringList &screenNames);
    void hide();

    /// Brings the display to the front and gives it the keyboard.
    void raise(Session *session);
    /// Whether this is one of the stages' windows.
    bool owns(const QWindow *window) const;
    /// Where each display stands, by id, in root-window pixels.
    QHash<QString, QRect> rects() const;
    const ScreenMap &screenMap() const;

Q_SIGNALS:
    void consoleRequested();

private:
    void rebuild();
    void placeWindows();

    Desk *m_desk = nullptr;
    QStringList m_names;
    ScreenMap m_map;
    QList<QScreen *> m_screens;
    struct Entry {
        int monitor;
        std::unique_ptr<Stage> stage;
    };
    std::vector<Entry> m_stages;
    QTimer m_rebuild;
};
}
