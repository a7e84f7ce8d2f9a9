// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHBoxLayout>
#include <QList>
#include <QPointer>
#include <QStringList>

class QColor;

namespace Nightdesk
{
class DesktopChip;
class DesktopSession;
class NightIndicators;

/// The buttons of a screen's desktops in its toolbar: one for each, as wide as there is room. Stores which desktop is current; other widgets ask it.
/// GUI thread, owned by ViewerToolbar.
class ChipRow : public QHBoxLayout
{
    Q_OBJECT
public:
    ChipRow();

    /// Keeps the current desktop; if it is not among @p sessions, the first becomes current.
    void setDesktops(const QList<DesktopSession *> &sessions);
    void setIndicators(NightIndicators *indicators); ///< source of the bell marks and of the viewing astronomers; must outlive this
    void setColor(const DesktopSession *session, const QColor &color);
    DesktopSession *currentDesktop() const; ///< the desktop that has or last had the focus; null: there is none
    void setCurrent(DesktopSession *session);
    /// True: desktops are shown as tabs, so that only one of them is visible.
    void setTabbed(bool isTabbed);
    /// True: a display on another screen has the keyboard. Then no desktop button of this screen is highlighted, except that of the visible tab.
    void setKeyboardOnOtherScreen(bool isElsewhere);
    int desktopCount() const;
    QStringList desktopSessionKeys() const; ///< Session::key() of each desktop
    int fullWidth() const; ///< pixels needed for the full texts of all buttons
    int neededWidth() const; ///< pixels needed to show each title; very long titles are cut
    void fitChips(int room);

Q_SIGNALS:
    void sizeHintChanged(); ///< the buttons' texts need more or less room
    void currentDesktopChanged();
    void desktopChosen(Nightdesk::DesktopSession *session);
    void desktopDragged(const QPoint &global); ///< a desktop is being dragged over this point of the monitors
    void desktopDropped(Nightdesk::DesktopSession *session, const QPoint &global);
    void viewOnlyChanged(Nightdesk::DesktopSession *session);

private:
    DesktopChip *makeChip(DesktopSession *session);
    DesktopChip *chipOf(const DesktopSession *session) const;
    void updateCheckedChip();

    QList<DesktopChip *> m_desktopChips;
    QPointer<NightIndicators> m_nightIndicators;
    QPointer<DesktopSession> m_currentDesktop;
    bool m_isTabbed = false;
    bool m_isKeyboardOnOtherScreen = false;
};
}
