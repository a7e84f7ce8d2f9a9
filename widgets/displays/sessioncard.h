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
class SessionAnswers;
class StartBar;
class SupportDesk;
class SupportLine;
class PreloadState;
class WindowSession;
class XTrafficWatch;

/// One display in the session list: its image, its place, its state and how its start went; after a failure, the reason and what to do; and all
/// commands for it. For an X program whose connection has a problem, also what will happen and the possible answers. The card has the keyboard focus
/// as a whole: Enter shows the display, Delete closes it, arrows go to other cards. GUI thread; if the session is destroyed first, the card must be
/// deleted. Owned by SessionList.
class SessionCard : public QFrame
{
    Q_OBJECT
public:
    /// @p support may be null: then the card names no support contact.
    explicit SessionCard(Session *session, SupportDesk *support = nullptr, QWidget *parent = nullptr);

    Session *session() const;
    DisplayActions *actions() const;
    void setTraffic(XTrafficWatch *watch); ///< adds a line about X traffic; to be called once; must outlive the card
    void setScreens(const QStringList &names); ///< screens of the site
    void setScreen(const QString &name); ///< the display's screen; empty: the one in the profile
    void setNote(const QString &note); ///< a short text next to the title
    static constexpr int maxStep = 1 << 16; ///< step that reaches the end of the list

    bool eventFilter(QObject *watched, QEvent *event) override;

Q_SIGNALS:
    void retryRequested(Nightdesk::Session *session);
    void raiseRequested(Nightdesk::Session *session);
    void outputRequested(Nightdesk::Session *session);
    void moveRequested(Nightdesk::Session *session, const QString &screen);
    void trafficRequested(Nightdesk::Session *session);
    void stepRequested(int cards); ///< the focus must move by this number of cards

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void showLabel();
    void addTools();
    bool handleKey(const QKeyEvent &event);
    void showSteps();
    void showState();
    bool asks() const; ///< the display waits for the user's answer
    QString stateText() const;
    void showPlace();
    void refresh();

    AccessibleNames m_names;
    Session *m_session;
    WindowSession *m_window; ///< null: a desktop
    PreloadState *m_preloadState; ///< null: the display is not preloaded
    DisplayActions *m_actions;
    KSqueezedTextLabel *m_title;
    QWidget *m_tools; ///< hidden on a narrow card; the menu has the same commands
    QLabel *m_place; ///< the display's screen
    QString m_note;
    QString m_screen; ///< empty: the one in the profile
    QLabel *m_state;
    StartBar *m_startBar;
    QLabel *m_start; ///< the slowest step of its start
    QLabel *m_failure;
    QVBoxLayout *m_column; ///< next to the image: everything except the head
    QHBoxLayout *m_head;
    QHBoxLayout *m_second; ///< the line below the head: startup, and the screen on a narrow card
    SessionAnswers *m_answers;
    QTimer m_age; ///< while the display is live: until its age's next minute
    SupportLine *m_support;
    QPushButton *m_retry;
    QPushButton *m_raise;
};
}
