// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

namespace Nightdesk
{
/// Shows the received bytes per second of a connection, and the age of the image if it is late; a click opens all figures. Its text changes each
/// second without a new layout of the toolbar. GUI thread. Owned by ConnectionIndicator.
class DataRateButton : public QToolButton
{
    Q_OBJECT
public:
    DataRateButton();

    /// @p age: empty while the image is not late.
    void setRateAndAge(const QString &rate, const QString &age);
    QString fullText() const
    {
        return m_rateText;
    }

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_rateText;
    bool m_hasImageAge = false;
};
}
