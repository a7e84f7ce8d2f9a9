// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/session.h"
#include "widgets/displays/accessiblenames.h"

#include <QFrame>
#include <QTimer>

class KSqueezedTextLabel;
class QHBoxLayout;
class QVBoxLayout;
class QLabel;
class QPushButton;

namespace Nightdesk
{
class DisplayActions;
class SessionAnswerButtons;
class StartStepsBar;
class SupportDesk;
class SupportContactLabel;
class PreloadState;
class WindowSession;
class XTrafficWatch;

/// One display in the session list: its image, its place, its state and how its start went; after a failure, the reason
/// and what to do; and all commands for it. For an X program whose connection has a problem, the card also says what
/// will happen, and has buttons for the possible answers. The card has the keyboard focus as a whole: Enter shows the
/// display, Delete closes it, arrows go to other cards. GUI thread; if the session is destroyed first, the card must be
/// deleted. Owned by SessionList.
class SessionCard : public QFrame
{
    Q_OBJECT
public:
    /// @p support: source of the support contact that the card names; null: the card names no contact.
    explicit SessionCard(Session *session, SupportDesk *support = nullptr);

    Session *session() const
    {
        return m_session;
    }
    DisplayActions *displayActions() const
    {
        return m_displayActions;
    }
    /// Adds a line about X traffic; to be called once; @p watch must outlive the card.
    void setTrafficWatch(XTrafficWatch *watch);
    void setScreens(const QStringList &names); ///< @p names: names of the site's screens
    /// @p screenName: the screen that shows the display; empty: the screen in the profile.
    void setDisplayScreen(const QString &screenName);
    void setCardNote(const QString &note); ///< @p note: a short text next to the title
    static constexpr int focusMoveToListEnd = 1 << 16; ///< a number of cards that always reaches the end of the list

    bool eventFilter(QObject *watched, QEvent *event) override;

Q_SIGNALS:
    void retryRequested(Nightdesk::Session *session);
    void outputRequested(Nightdesk::Session *session);
    void focusMoveRequested(int cards); ///< the focus must move by @p cards cards in the list

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void updateAccessibleNames();
    void addToolButtons();
    bool handleKey(const QKeyEvent &event);
    void showStartSteps();
    void showStateText();
    bool waitsForUserAnswer() const; ///< true: the display waits for the user's answer
    QString stateText() const;
    void updateScreenLabel();
    void refresh();

    AccessibleNames m_accessibleNames;
    Session *m_session;
    WindowSession *m_windowSession; ///< the session, if it is that of an X program; null: a desktop
    PreloadState *m_preloadState; ///< progress of preloading; null: the display is not preloaded
    DisplayActions *m_displayActions;
    KSqueezedTextLabel *m_titleLabel;
    QWidget *m_toolButtons; ///< buttons that are hidden on a narrow card; the menu has the same commands
    QLabel *m_screenLabel; ///< label with the name of the display's screen
    QString m_cardNoteText;
    QString m_screenName; ///< screen that shows the display; empty: the screen in the profile
    QLabel *m_stateLabel;
    StartStepsBar *m_startStepsBar;
    QLabel *m_slowestStepLabel; ///< label that names the slowest step of the display's start
    QLabel *m_failureLabel;
    QVBoxLayout *m_columnLayout; ///< layout next to the image, with everything except the first line
    QHBoxLayout *m_headLineLayout;
    QHBoxLayout *m_secondLineLayout; ///< the second line: startup, and on a narrow card the screen
    SessionAnswerButtons *m_answerButtons;
    QTimer m_ageTimer; ///< updates the shown age of a live display once a minute
    SupportContactLabel *m_supportContactLabel;
    QPushButton *m_retryButton;
    QPushButton *m_raiseButton;
};
}
