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
/// | place        | handler          | reason for the place                                                                           |
/// |--------------|------------------|------------------------------------------------------------------------------------------------|
/// | UserActivity | ConsoleMinimizer | All input to the main window counts as use of it. Consumes nothing.                            |
/// | ScreenLabels | ScreenLabels     | Escape hides the labels and has no other effect: it closes no dialog and reaches no desktop.   |
/// | DesktopView  | InputRouter      | Last, as if it were part of the view: continues with the handlers of the view, by InputPriority.  |
enum class HandlerPriority {
    UserActivity,
    ScreenLabels,
    DesktopView,
};

/// Base of objects that are offered the input events of all objects, from ApplicationEventFilter::add() until they are removed or destroyed.
/// ApplicationEventFilter does not own handlers.
class ApplicationEventHandler
{
public:
    ApplicationEventHandler() = default;
    virtual ~ApplicationEventHandler();
    ApplicationEventHandler(const ApplicationEventHandler &) = delete;
    ApplicationEventHandler &operator=(const ApplicationEventHandler &) = delete;

    /// True: the handler consumed the event.
    virtual bool handleEvent(QObject *watched, QEvent *event) = 0;
};

/// The only event filter of the application object. A key press for a desktop's view passes this filter and, on X, the native XEventFilter, but no
/// others. So do not install event filters on the application, on a window, or on a view. Created at the first use, owned by the application object.
/// GUI thread.
class ApplicationEventFilter : public QObject
{
    Q_OBJECT
public:
    static ApplicationEventFilter *instance();

    /// Adds a handler. Handlers with the same priority are offered events in the order in which they were added. Does
    /// nothing if the handler was added before.
    void add(HandlerPriority priority, ApplicationEventHandler *handler);
    void remove(const ApplicationEventHandler *handler);

Q_SIGNALS:
    /// Emitted before @p object, a widget or window, gets an event after which other widgets may be visible or hidden.
    void visibilityAffected(const QObject *object);
    /// Emitted before Qt shows its copy of a window's image, the backing store, or moves pixels in it. @p object: the window or the widget.
    void backingStoreAffected(const QObject *object);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct RegisteredHandler {
        HandlerPriority priority;
        ApplicationEventHandler *handler;
        bool operator==(const RegisteredHandler &) const = default;
    };
    using QObject::QObject;

    QList<RegisteredHandler> m_registeredHandlers; ///< all handlers, in the order in which they are offered events
};
}
