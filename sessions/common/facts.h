// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaType>
#include <QString>

#include <chrono>

namespace Nightdesk
{
/// What happens on the way from a click to a picture, in the order it happens. A link goes through the first four, a
/// display through the rest.
enum class Step {
    Resolving,
    Tcp,
    HostKey,
    Login,
    Channel,
    Rfb,
    FirstPicture,
    Program,
    FirstWindow
};

/// One finished step and what it took.
struct StepTiming {
    Step step = Step::Resolving;
    std::chrono::milliseconds took{};
    bool operator==(const StepTiming &) const = default;
};

/// The step's name as a person reads it ("host key", "first picture").
QString stepName(Step step);

/// Why something failed, sorted at the source.
enum class FailureKind {
    Transient, ///< the network, a peer that went away: trying again may help and is done by itself
    Refused, ///< the peer answered and said no (a login, a host key, a missing display): a person has to act
    Internal, ///< our own set-up is broken (no worker program, no memory)
};

/// What a tired person reads: what happened, where, and what to do next. All text is translated already.
struct Failure {
    FailureKind kind = FailureKind::Transient;
    QString what; ///< "The password was refused."
    QString where; ///< "lris1@lris.summit.example, port 22"; may be empty
    QString advice; ///< "Ask the support astronomer for tonight's password, then press Retry."; may be empty
    bool answered = true; ///< Transient: a peer was there and said no, so pauses grow; false: nobody answered, so it is tried every second
    bool operator==(const Failure &) const = default;
};
}

Q_DECLARE_METATYPE(Nightdesk::StepTiming)
Q_DECLARE_METATYPE(Nightdesk::Failure)
