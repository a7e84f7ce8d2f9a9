// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>

namespace Nightdesk
{
/// The order in which handlers are offered the input events of all objects of the application. When a handler consumes an event, later handlers and
/// the object itself do not receive it.
///
/// | place    | handler          | reason for the place                                                                           |
/// |----------|------------------|------------------------------------------------------------------------------------------------|
/// | Activity | ConsoleMinimizer | All input to the main window counts as use of it. Consumes nothing.                            |
/// | Labels   | ScreenLabels     | Escape hides the labels and has no other effect: it closes no dialog and reaches no desktop.   |
/// | View     | InputRouter      | Last, as if it were part of the view: continues with the handlers of the view, by InputPlace.  |
enum class FilterPlace {
    Activity,
    Labels,
    View,
};

/// Base of objects that are offered the input events of all objects, from ApplicationFilter::add() until they are removed or destroyed.
/// ApplicationFilter does not own handlers.
class ApplicationHandler
{
public:
    ApplicationHandler() = default;
    virtual ~ApplicationHandler();
    ApplicationHandler(const ApplicationHandler &) = delete;
    ApplicationHandler &operator=(const ApplicationHandler &) = delete;

    /// True: the handler consumed the event.
    virtual bool takeEvent(QObject *watched, QEvent *event) = 0;
};

/// The only event filter of the application object. A key press for a desktop's view passes this filter and, on X, the native XEventFilter, but no
/// others. So do not install event filters on the application, on a window, or on a view. Created at the first use, owned by the application object.
/// GUI thread.
class ApplicationFilter : public QObject
{
    Q_OBJECT
public:
    static ApplicationFilter *instance();

    /// Adds a handler. Handlers with the same place are asked in the order in which they were added. Does nothing if
    /// the handler was added before.
    void add(FilterPlace place, ApplicationHandler *handler);
    void remove(const ApplicationHandler *handler);

Q_SIGNALS:
    /// Emitted before @p object, a widget or window, gets an event after which other widgets may be visible or hidden.
    void visibilityAffected(const QObject *object);
    /// Qt is about to show its copy of this window, or to move the copied pixels of this widget.
    void copyAffected(const QObject *object);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Entry {
        FilterPlace place;
        ApplicationHandler *handler;
        bool operator==(const Entry &) const = default;
    };
    using QObject::QObject;

    QList<Entry> m_entries; ///< sorted by place
};
}
