// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>

class QAction;

namespace Nightdesk
{
class TrafficView;

/// Saves the contents of a TrafficView in a file that the user chooses: the plot as an image, or the trace. Owned by its window. GUI thread; files
/// are written on another thread.
class TrafficSaver : public QObject
{
    Q_OBJECT
public:
    /// The window of @p view must outlive this object.
    TrafficSaver(TrafficView *view, QObject *parent);

    QList<QAction *> actions() const; ///< the saving actions, for a menu; owned by this

Q_SIGNALS:
    void traceSaved(const QString &path);
    void saveFailed(const QString &why); ///< @p why: why saving failed and what to do; translated

private:
    enum class Format {
        Svg,
        Png,
        JsonLines
    };
    void addAction(Format format, const QString &text, const QKeySequence &key = {});
    void saveAs(Format format);
    void save(Format format, const QString &path);

    TrafficView *const m_trafficView;
    QList<QAction *> m_saveActions;
};
}
