// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QTimer>

class QLabel;

namespace Nightdesk
{
/// A calm line over the lower edge of a desktop's view. It takes neither the keyboard nor, beside its button, the mouse, goes
/// by itself, and a newer one takes its place. Child of the view, GUI thread.
class ViewBanner : public QFrame
{
    Q_OBJECT
public:
    /// The view's, made when it is first needed.
    static ViewBanner *of(QWidget *view);

    void showText(const QString &text);
    QString text() const; ///< empty: it is hidden

protected:
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    explicit ViewBanner(QWidget *view);
    void place();

    QLabel *m_text;
    QTimer m_time;
};
}
