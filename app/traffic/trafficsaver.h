// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>

class QAction;

namespace Nightdesk
{
class TrafficView;

/// Saves what a TrafficView shows in a file that a person chooses: the plot as a picture, or the trace. Its window owns it. GUI thread;
/// files are written in the background.
class TrafficSaver : public QObject
{
    Q_OBJECT
public:
    /// @p view is in a window that outlives this.
    TrafficSaver(TrafficView *view, QObject *parent);

    QList<QAction *> actions() const; ///< for a menu; of the window

Q_SIGNALS:
    void saved(const QString &path);
    void failed(const QString &why); ///< translated, with what to do

private:
    enum class Format {
        Svg,
        Png,
        JsonLines
    };
    void addAction(Format format, const QString &text, const QKeySequence &key = {});
    void saveAs(Format format);
    void save(Format format, const QString &path);

    TrafficView *const m_view;
    QList<QAction *> m_actions;
};
}
