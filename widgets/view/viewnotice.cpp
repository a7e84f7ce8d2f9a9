// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/viewnotice.h"

#include "sessions/common/displaytext.h"
#include "sessions/common/facts.h"

#include <KLocalizedString>

#include <QStringList>

namespace Nightdesk
{
QString ageText(std::chrono::seconds age)
{
    const qint64 seconds = age.count();
    if (seconds < 120) {
        return i18nc("@info a duration in seconds", "%1 s", seconds);
    }
    if (seconds < 2 * 3600) {
        return i18nc("@info a duration in minutes", "%1 min", seconds / 60);
    }
    return i18nc("@info a duration in hours and minutes", "%1 h %2 min", seconds / 3600, seconds / 60 % 60);
}

std::chrono::milliseconds untilNextSecond(std::chrono::steady_clock::time_point since)
{
    using namespace std::chrono;
    return ceil<milliseconds>(1s - (steady_clock::now() - since) % 1s);
}

namespace
{
/// For an image that is older than this, the notice advises more than to wait.
constexpr std::chrono::seconds longSilence{60};

QString connectionAdvice(std::chrono::seconds age, const QString &contact)
{
    if (age < longSilence) {
        return contact.isEmpty()
            ? i18nc("@info over a display whose connection does not answer",
                    "Wait: the image is old and updates when data arrives again. After 5 minutes without an answer, phone the support astronomer.")
            : i18nc("@info over a display whose connection does not answer; %1: whom to phone, as in Kim Nakoa, +1 808 555 0100",
                    "Wait: the image is old and updates when data arrives again. After 5 minutes without an answer, phone %1.",
                    contact);
    }
    return contact.isEmpty()
        ? i18nc("@info over a display whose connection does not answer for more than a minute",
                "Nightdesk keeps trying. After 5 minutes without an answer, phone the support astronomer, or choose Disconnect in the "
                "Nightdesk window and connect again.")
        : i18nc("@info over a display whose connection does not answer for more than a minute; %1: whom to phone",
                "Nightdesk keeps trying. After 5 minutes without an answer, phone %1, or choose Disconnect in the Nightdesk window and connect again.",
                contact);
}

QString serverAdvice(std::chrono::seconds age, const QString &contact)
{
    if (age < longSilence) {
        return i18nc("@info over a desktop whose VNC server does not answer",
                     "Wait: the host answers, but this VNC server does not. The image is old and updates when the server responds.");
    }
    return contact.isEmpty() ? i18nc("@info over a desktop whose VNC server does not answer for more than a minute",
                                     "The host answers, but this VNC server does not. Restart the desktop from its menu in the Nightdesk "
                                     "window, or phone the support astronomer.")
                             : i18nc("@info over a desktop whose VNC server does not answer for more than a minute; %1: whom to phone",
                                     "The host answers, but this VNC server does not. Restart the desktop from its menu in the Nightdesk "
                                     "window, or phone %1.",
                                     contact);
}

/// Writes into @p notice that there is no answer and that typed keys are discarded.
void addDiscardedInputText(ViewNotice &notice, const QString &age)
{
    notice.headline = i18nc("@info over a desktop, %1 is a duration", "No answer for %1: what you type is discarded", age);
    notice.spokenText = i18nc("@info over a desktop", "No answer: what you type is discarded");
}

ViewNotice notRespondingNotice(const ViewFacts &facts)
{
    ViewNotice notice;
    const QString age = ageText(facts.imageAge.value_or(std::chrono::seconds(0)));
    notice.isMinor = facts.answering == Session::AnswerState::InputBlocked && !facts.isOutdated;
    if (facts.isViewOnly) {
        notice.headline = i18nc("@info over a desktop, %1 is a duration", "No answer for %1", age);
        notice.spokenText = i18nc("@info over a desktop", "No answer");
    } else {
        addDiscardedInputText(notice, age);
    }
    if (notice.isMinor) {
        return notice;
    }
    const auto silenceDuration = facts.imageAge.value_or(std::chrono::seconds(0));
    notice.details =
        facts.linkState == LinkState::Live ? serverAdvice(silenceDuration, facts.supportContact) : connectionAdvice(silenceDuration, facts.supportContact);
    if (facts.unconfirmedInputCount > 0) {
        notice.details += u'\n'
            + i18ncp("@info over a desktop that does not answer",
                     "Your last key or click before the silence may still arrive.",
                     "Your last %1 keys and clicks before the silence may still arrive.",
                     facts.unconfirmedInputCount);
    }
    return notice;
}

/// The notice while ViewFacts::isOutdated is true; input is still sent.
ViewNotice outdatedNotice(const ViewFacts &facts)
{
    ViewNotice notice;
    notice.headline = i18nc("@info over a desktop, %1 is a duration", "No answer for %1", ageText(facts.imageAge.value_or(std::chrono::seconds(0))));
    notice.spokenText = i18nc("@info over a desktop", "No answer");
    return notice;
}

/// For an image of unknown age, which may be up to date: the notice covers only a line at the image's edge, and input is still sent.
ViewNotice ageUnknownNotice()
{
    ViewNotice notice;
    notice.headline = notice.spokenText =
        i18nc("@info over a desktop whose first image may be an old one", "Age of this image unknown: waiting for its first update");
    notice.isMinor = true;
    return notice;
}

ViewNotice connectionLostNotice(const ViewFacts &facts)
{
    ViewNotice notice;
    const bool hadPicture = facts.imageAge.has_value();
    const QString age = ageText(facts.imageAge.value_or(std::chrono::seconds(0)));
    switch (facts.state) {
    case SessionState::Idle:
        notice.headline = notice.spokenText = i18nc("@info over a desktop", "Not connected");
        return notice;
    case SessionState::Ended:
        notice.spokenText = i18nc("@info over a desktop", "Disconnected");
        notice.headline = hadPicture ? i18nc("@info over a desktop, %1 is a duration", "Disconnected %1 ago", age) : notice.spokenText;
        return notice;
    case SessionState::Failed:
        notice.spokenText = i18nc("@info over a desktop", "No connection");
        break;
    case SessionState::Live:
    case SessionState::WaitingForLink:
    case SessionState::Opening:
    case SessionState::Starting:
    case SessionState::Retrying:
        notice.spokenText = hadPicture ? i18nc("@info over a desktop", "No connection") : i18nc("@info over a desktop", "Connecting…");
        break;
    }
    notice.headline = hadPicture ? i18nc("@info over a desktop, %1 is a duration", "No connection for %1", age) : notice.spokenText;
    QStringList details = facts.failure ? failureLines(*facts.failure) : QStringList();
    if (facts.state != SessionState::Failed && facts.imageAge >= longSilence) {
        details.append(connectionAdvice(*facts.imageAge, facts.supportContact));
    }
    notice.details = details.join(u'\n');
    return notice;
}
}

QString supportContactOf(const Link *link)
{
    constexpr int longest = 80; // longer contact texts of a profile are cut to this number of characters
    return link ? displayText(link->target().spec.contact, longest) : QString();
}

std::optional<ViewNotice> programNotice(const ProgramFacts &facts)
{
    if (facts.answering == Session::AnswerState::Responding || facts.answering == Session::AnswerState::InputBlocked) {
        return {}; // the program may answer soon; only a longer silence has a notice
    }
    ViewNotice notice;
    addDiscardedInputText(notice, ageText(facts.silenceDuration));
    if (facts.answering == Session::AnswerState::UsingSilentOldConnection) {
        notice.details = facts.oldConnectionKeptUntil ? i18nc("@info over an X program, %1 is a time",
                                                              "This program is still in an earlier connection, and returns or ends with that by %1 UT. "
                                                              "Restart Now in the Nightdesk window starts it in the new connection.",
                                                              facts.oldConnectionKeptUntil->toString(QStringLiteral("HH:mm")))
                                                      : i18nc("@info over an X program",
                                                              "This program is still in an earlier connection, and returns or ends with that. "
                                                              "Restart Now in the Nightdesk window starts it in the new connection.");
        return notice;
    }
    notice.details = connectionAdvice(facts.silenceDuration, facts.supportContact);
    if (facts.hadKeyboardWhenAnswersStopped) {
        notice.details += u'\n' + i18nc("@info over an X program that does not answer", "What you typed just before the silence may still arrive.");
    }
    return notice;
}

std::optional<ViewNotice> viewNotice(const ViewFacts &facts)
{
    if (facts.state != SessionState::Live) {
        return connectionLostNotice(facts);
    }
    // In view-only mode, a silence of one or two seconds does not matter.
    if (facts.answering == Session::AnswerState::Responding || (facts.isViewOnly && facts.answering == Session::AnswerState::InputBlocked)) {
        return facts.isOutdated ? std::optional(outdatedNotice(facts)) : facts.isAgeUnknown ? std::optional(ageUnknownNotice()) : std::nullopt;
    }
    return notRespondingNotice(facts);
}
}
