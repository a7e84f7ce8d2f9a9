// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

namespace Nightdesk
{
/// What comes through a link each second, and how late a picture is when it is late; a click asks for all figures. Its text changes
/// each second without a new layout of the strip. GUI thread. Owned by StageStrip.
class RateButton : public QToolButton
{
    Q_OBJECT
public:
    explicit RateButton(QWidget *parent = nullptr);

    /// @p age: empty while it is not worth saying.
    void setFigures(const QString &rate, const QString &age);
    QString words() const;

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_words;
    bool m_hasAge = false;
};
}
