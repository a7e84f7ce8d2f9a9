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
class Warmth;
class WindowSession;
class XTrafficWatch;

/// One display in the session list: what it shows, where it is, how far it got and how its start went; if it failed, why
/// and what to do, with all that can be done with it. Of an X program whose link is in trouble also what becomes of it, with the
/// answers to that. It takes the focus as a whole: Enter shows it, Delete closes it, arrows step on. GUI thread; the session may
/// go before it (then delete the card). Owned by SessionList.
class SessionCard : public QFrame
{
    Q_OBJECT
public:
    /// @p support may be null: then it names nobody who can help.
    explicit SessionCard(Session *session, SupportDesk *support = nullptr, QWidget *parent = nullptr);

    Session *session() const;
    DisplayActions *actions() const;
    void setTraffic(XTrafficWatch *watch); ///< what it says of X traffic; once; outlives it
    void setScreens(const QStringList &names); ///< of the site
    void setScreen(const QString &name); ///< where it stands; empty: the profile's
    void setNote(const QString &note); ///< a word beside its title
    static constexpr int maxStep = 1 << 16; ///< to the end of the list

    bool eventFilter(QObject *watched, QEvent *event) override;

Q_SIGNALS:
    void retryRequested(Nightdesk::Session *session);
    void raiseRequested(Nightdesk::Session *session);
    void outputRequested(Nightdesk::Session *session);
    void moveRequested(Nightdesk::Session *session, const QString &screen);
    void trafficRequested(Nightdesk::Session *session);
    void stepRequested(int cards); ///< the focus is to go as many further

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
    bool asks() const; ///< it waits for a person's answer
    QString stateText() const;
    void showPlace();
    void refresh();

    AccessibleNames m_names;
    Session *m_session;
    WindowSession *m_window; ///< null: a desktop
    Warmth *m_warmth; ///< null: it is not started before it is needed
    DisplayActions *m_actions;
    KSqueezedTextLabel *m_title;
    QWidget *m_tools; ///< where there is room for them; the menu has them, too
    QLabel *m_place; ///< its screen
    QString m_note;
    QString m_screen; ///< empty: the profile's
    QLabel *m_state;
    StartBar *m_startBar;
    QLabel *m_start; ///< what of its start took longest
    QLabel *m_failure;
    QVBoxLayout *m_column; ///< beside the image: all but the head
    QHBoxLayout *m_head;
    QHBoxLayout *m_second; ///< the line below the head: its start, and its screen on a narrow card
    SessionAnswers *m_answers;
    QTimer m_age; ///< while it is live: until its next minute
    SupportLine *m_support;
    QPushButton *m_retry;
    QPushButton *m_raise;
};
}
