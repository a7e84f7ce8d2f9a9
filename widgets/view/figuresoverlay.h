// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QList>
#include <QPointer>

class QGridLayout;
class QLabel;

namespace Nightdesk
{
class DesktopSession;
class DarkeningLayer;

/// The figures of a desktop on its image: round trip, age, frames, rate, ratio, encoding and whether it is lossless. Opaque: readable on any image,
/// and changes below it are not painted. Repainted once a second. Mouse and keyboard input passes through. A child of the view. GUI thread; the
/// session may be destroyed first.
class FiguresOverlay : public QFrame
{
    Q_OBJECT
public:
    FiguresOverlay(DesktopSession *session, QWidget *view);

    /// Moves the overlay into the view's corner and shows as many lines as fit.
    void fitToView();
    void setBrightness(int percent); ///< brightness of the overlay; 100: the theme's own brightness

protected:
    void changeEvent(QEvent *event) override;

private:
    QLabel *addFigure(const QString &title, const QString &description);
    void refreshFigures();

    const QPointer<DesktopSession> m_session;
    struct Line {
        QLabel *headingLabel;
        QLabel *valueLabel;
    };
    QGridLayout *m_gridLayout;
    QList<Line> m_figureLines; ///< the lines of figures, from top to bottom
    QLabel *m_roundTripLabel;
    QLabel *m_imageAgeLabel;
    QLabel *m_frameRateLabel;
    QLabel *m_dataRateLabel;
    QLabel *m_compressionLabel;
    QLabel *m_encodingLabel;
    QLabel *m_losslessLabel;
    DarkeningLayer *m_darkeningLayer;
};
}
