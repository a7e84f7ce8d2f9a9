// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QStringList>
#include <QWidget>

class QAction;
class QColor;
class QLabel;
class QToolButton;
class QMenu;

namespace Nightdesk
{
class ChipRow;
class ClaritySign;
class ConnectionSign;
class DesktopSession;
class KeyboardSign;
class NightBar;
class NightSigns;
class StripShade;
class WarmChip;
class WindowChip;
class WindowSession;
struct KeyboardWords;

/// The thin bar of a stage, outside the remote pixels: which desktops stand here and how they are, the link in one word
/// with its last ten minutes, view-only, the clocks, the menu, and the key that leaves the keyboard grab. GUI thread. Owned by Stage or LoneDesktop.
class StageStrip : public QWidget
{
    Q_OBJECT
public:
    explicit StageStrip(const QString &screenName, QWidget *parent = nullptr);

    void setScreenName(const QString &screenName);
    void setDesktops(const QList<DesktopSession *> &sessions);
    void setColour(const DesktopSession *session, const QColor &colour);
    /// A desktop is being dragged over this screen and can be dropped here.
    void setDropHint(bool shown);
    DesktopSession *current() const; ///< that has or had the focus; null: there is none
    void setCurrent(DesktopSession *session);
    void setTabbed(bool isTabbed); ///< only one of several desktops is to be seen
    /// @p leadsHome: to the Nightdesk window; else it only releases the keyboard.
    void setReleaseKey(const QString &key, bool leadsHome = true);
    /// Somebody asks for the person at the desk; empty: nobody does.
    void setAsking(const QString &words);
    void setKeyboard(const KeyboardWords &words); ///< who gets what is typed
    /// The X programs of this screen: the strip says which are in trouble, and which stand ready.
    void setWindows(const QList<WindowSession *> &windows);
    /// The night's clocks, marks and brightness; null: UT alone.
    void setSigns(NightSigns *signs);
    QAction *viewOnlyAction() const;
    QMenu *menu() const;

Q_SIGNALS:
    void desktopChosen(Nightdesk::DesktopSession *session);
    void desktopDragged(const QPoint &global); ///< over that point
    void desktopDropped(Nightdesk::DesktopSession *session, const QPoint &global);
    void answerRequested(); ///< the person wants to answer who asks
    void connectionReported(const QString &words); ///< how it is; empty: there is none
    void keyboardReported(const QString &words); ///< who gets what is typed
    void troubleRequested(); ///< the person wants to see what is the matter with the X programs

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void fitChips();
    void showCurrent();
    void fitNight();
    int takenByOthers(const QWidget *without = nullptr) const; ///< by all but the chips
    void showKeyboard();

    ChipRow *m_chips;
    QLabel *m_noDesktop;
    ClaritySign *m_clarity; ///< of the current desktop
    ConnectionSign *m_connection;
    KeyboardSign *m_keyboard;
    QLabel *m_release;
    QLabel *m_drop;
    QToolButton *m_asking;
    WarmChip *m_warm;
    WindowChip *m_windows;
    QToolButton *m_viewOnlyButton;
    NightBar *m_night;
    StripShade *m_shade;
    QPointer<NightSigns> m_signs;
    QAction *m_viewOnly;
    QMenu *m_menu;
    QStringList m_windowKeys; ///< of the X programs of this screen
    bool m_isNarrow = false;
    bool m_isFitting = false;
};
}
