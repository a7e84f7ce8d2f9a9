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
class NightSigns;

/// The buttons of a screen's desktops in its toolbar: one for each, as wide as there is room. Knows which of them is current, for all
/// that show it or go by it. GUI thread, owned by StageStrip.
class ChipRow : public QHBoxLayout
{
    Q_OBJECT
public:
    ChipRow();

    /// The current one stays so; where it is not among them, the first is.
    void setDesktops(const QList<DesktopSession *> &sessions);
    void setSigns(NightSigns *signs); ///< bells, and who views a desktop; outlive this
    void setColour(const DesktopSession *session, const QColor &colour);
    DesktopSession *current() const; ///< that has or had the focus; null: there is none
    void setCurrent(DesktopSession *session);
    /// Only one of several desktops is to be seen.
    void setTabbed(bool isTabbed);
    /// A display on another screen has the keyboard: no desktop of this one is lit, but for that of several tabs which is seen.
    void setKeyboardElsewhere(bool isElsewhere);
    int desktopCount() const;
    QStringList keys() const; ///< of the displays
    int whole() const; ///< pixels for all that the buttons have to say
    int needed() const; ///< so that each shows its title, but for a very long one
    void fit(int room);

Q_SIGNALS:
    void changed(); ///< there is more or less to say
    void currentChanged();
    void chosen(Nightdesk::DesktopSession *session);
    void dragged(const QPoint &global); ///< over that point
    void dropped(Nightdesk::DesktopSession *session, const QPoint &global);
    void viewOnlyChanged(Nightdesk::DesktopSession *session);

private:
    DesktopChip *makeChip(DesktopSession *session);
    DesktopChip *chipOf(const DesktopSession *session) const;
    void light();

    QList<DesktopChip *> m_chips;
    QPointer<NightSigns> m_signs;
    QPointer<DesktopSession> m_current;
    bool m_isTabbed = false;
    bool m_isElsewhere = false;
};
}
