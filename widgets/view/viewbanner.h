// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QTimer>

class QLabel;
class QToolButton;

namespace Nightdesk
{
/// A calm line over the lower edge of a desktop's view. It takes neither the keyboard nor, beside its buttons, the mouse, goes
/// by itself, and a newer one takes its place. Child of the view, GUI thread.
class ViewBanner : public QFrame
{
    Q_OBJECT
public:
    /// The view's, made when it is first needed.
    static ViewBanner *of(QWidget *view);

    /// @p button: a second one beside the one that closes; empty: none.
    void say(const QString &text, const QString &button = {});
    QString text() const;

Q_SIGNALS:
    void chosen(); ///< the second button

protected:
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    explicit ViewBanner(QWidget *view);
    void place();

    QLabel *m_text;
    QToolButton *m_button;
    QTimer m_time;
};
}
