// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/input/inputsettings.h"
#include "widgets/stage/desktoplooks.h"
#include "widgets/view/viewprefs.h"

#include <QList>
#include <QObject>
#include <QStringList>

#include <optional>

namespace Nightdesk
{
class DesktopFrame;
class DesktopSession;
class NightSigns;
class RemoteView;
class StageStrip;
class TileArea;

/// The desktops of one stage: each has a frame with its view in the tiles, an entry in the strip, and the look that a person chose.
/// The strip knows which one is current. Owned by the stage, as are tiles and strip, which must outlive this. GUI thread.
class StageDesktops : public QObject
{
    Q_OBJECT
public:
    StageDesktops(TileArea *tiles, StageStrip *strip, QObject *parent);

    /// Those that stay are not touched. @p look: of those that come.
    void set(const QList<DesktopSession *> &desktops, const StageLook &look);
    QList<DesktopSession *> all() const; ///< as given
    bool contains(const DesktopSession *session) const;
    RemoteView *viewOf(const DesktopSession *session) const; ///< null: it is not here

    DesktopSession *current() const; ///< that has or had the focus; null: there is none
    void setCurrent(DesktopSession *session); ///< one of all(), or null
    DesktopSession *beside(int step) const; ///< of the current one: the next for 1, the one before for -1; null: there is no other

    void keepLook(StageLook &look) const; ///< but for tabs
    void resetLook(); ///< as it was before anybody arranged it
    void setTabbed(bool tabbed);
    /// Empty: as the profile says; an empty text: none.
    void setColour(DesktopSession *session, const std::optional<QString> &colour);
    /// There is other room for them: what nobody scaled is scaled again.
    void chooseScalings();

    // For each view, also of desktops that come later:
    void setPrefs(const ViewPrefs &prefs);
    void setInputSettings(const InputSettings &settings);
    void setSigns(NightSigns *signs); ///< once; outlives this
    /// The lines with the tiles' titles, in @p in; none where one desktop stands alone.
    QList<QRect> titles(const QWidget *in) const;
    void endMagnifier();

Q_SIGNALS:
    void tilesMoved(); ///< titles() may be others
    void added(Nightdesk::DesktopFrame *frame); ///< before it is to be seen
    void currentChanged(); ///< to another desktop, or to another label of it
    void arranged(); ///< keepLook() has something else to say

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Tile {
        DesktopSession *session;
        DesktopFrame *frame;
    };
    DesktopFrame *makeFrame(DesktopSession *session, const StageLook &look);
    DesktopFrame *frameOf(const DesktopSession *session) const;
    QStringList keys() const;
    void dress();
    void noteZoom(const RemoteView *view);

    TileArea *const m_tiles;
    StageStrip *const m_strip;
    QList<Tile> m_desktops;
    DesktopLooks m_looks;
    ViewPrefs m_prefs;
    InputSettings m_inputSettings;
    NightSigns *m_signs = nullptr; ///< outlives this
};
}
