// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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
class LosslessIndicator;
class ConnectionIndicator;
class DesktopSession;
class KeyboardIndicator;
class NightBar;
class NightIndicators;
class DarkeningLayer;
class PreloadedProgramsChip;
class ProgramProblemsChip;
class WindowSession;
struct KeyboardOwnerTexts;

/// The toolbar of a viewer window, outside the remote pixels: its desktops and their states, the connection's state and last ten minutes, view-only, the
/// clocks, the menu, and the key that releases the keyboard. GUI thread. Owned by ViewerWindow or SingleDesktopView.
class ViewerToolbar : public QWidget
{
    Q_OBJECT
public:
    explicit ViewerToolbar(const QString &screenName);

    void setScreenName(const QString &screenName);
    void setDesktops(const QList<DesktopSession *> &sessions);
    void setColor(const DesktopSession *session, const QColor &color);
    /// Shows that a dragged desktop can be dropped on this screen.
    void setDropHintShown(bool shown);
    DesktopSession *currentDesktop() const; ///< the desktop that has or last had the focus; null: there is none
    void setCurrent(DesktopSession *session);
    void setTabbed(bool isTabbed); ///< true: desktops are shown as tabs, so that only one is visible
    /// @p showsMainWindow: the key also shows the Nightdesk window; false: it only releases the keyboard.
    void setReleaseKey(const QString &key, bool showsMainWindow = true);
    /// A question that waits for the user; empty: none.
    void setOpenQuestionText(const QString &words);
    void setKeyboardOwnerTexts(const KeyboardOwnerTexts &words); ///< texts that say who has the keyboard
    /// Sets the X programs of this screen. The toolbar shows which of them have a problem, and which are preloaded and ready.
    void setWindowSessions(const QList<WindowSession *> &windows);
    /// Sets the source of clocks, marks and brightness; call this once. Until then, the toolbar shows only universal time (UT).
    void setIndicators(NightIndicators *indicators);
    QAction *viewOnlyAction() const
    {
        return m_viewOnlyAction;
    }
    QMenu *menu() const
    {
        return m_viewerMenu;
    }

Q_SIGNALS:
    void desktopChosen(Nightdesk::DesktopSession *session);
    void desktopDragged(const QPoint &global); ///< a desktop is being dragged over that point
    void desktopDropped(Nightdesk::DesktopSession *session, const QPoint &global);
    void showQuestionRequested(); ///< the user wants to see the open question, to answer it
    void connectionTextChanged(const QString &words); ///< the connection's state; empty: no connection
    void keyboardTextChanged(const QString &words); ///< text that says who has the keyboard
    void programProblemsRequested(); ///< the user wants to see the problems of the X programs

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void fitChips();
    void showCurrentDesktop();
    void fitNightBar();
    int widthOfOtherWidgets(const QWidget *excluded = nullptr) const; ///< width taken by all widgets except the desktop buttons and @p excluded
    void updateKeyboardIndicator();

    ChipRow *m_chipRow;
    QLabel *m_noDesktopLabel;
    LosslessIndicator *m_losslessIndicator; ///< whether the current desktop's image is lossless
    ConnectionIndicator *m_connectionIndicator;
    KeyboardIndicator *m_keyboardIndicator;
    QLabel *m_keyboardReleaseKeyLabel;
    QLabel *m_dropHintLabel;
    QToolButton *m_showQuestionButton;
    PreloadedProgramsChip *m_preloadedProgramsChip;
    ProgramProblemsChip *m_programProblemsChip;
    QToolButton *m_viewOnlyButton;
    NightBar *m_nightBar;
    DarkeningLayer *m_darkeningLayer;
    QAction *m_viewOnlyAction;
    QMenu *m_viewerMenu;
    QStringList m_programSessionKeys; ///< keys of the X programs of this screen
    bool m_isNarrow = false;
    bool m_isFittingChips = false;
};
}
