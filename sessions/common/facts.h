// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <chrono>

namespace Nightdesk
{
/// The steps from a click to the first image or window, in their order. A link goes through the first four, a
/// display through the rest.
enum class StartStep {
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

/// One finished step and its duration.
struct StepTiming {
    StartStep step = StartStep::Resolving;
    std::chrono::milliseconds duration{};
    bool operator==(const StepTiming &) const = default;
};

/// The step's translated name for the user ("host key", "first picture").
QString stepName(StartStep step);

/// Why something failed. The code that detects a failure chooses its kind.
enum class FailureKind {
    Transient, ///< a problem of the network or a lost peer: a retry may help and is made automatically
    Refused, ///< the peer refused, for example a login or a missing display: a retry does not help before the user changes something
    Internal, ///< the local installation or system has a problem (no worker program, no memory)
};

/// A failure for the user: what happened, where, and what to do next. All texts are translated.
struct Failure {
    FailureKind kind = FailureKind::Transient;
    QString what = {}; ///< "The password was refused."
    QString affectedItem = {}; ///< host, program or file that the failure is about: "lris1@lris.summit.example, port 22"; may be empty
    QString advice = {}; ///< "Ask the support astronomer for tonight's password, then press Retry."; may be empty
    /// True: the peer answered, and refused; the pauses between automatic retries grow. False: the peer did not answer; a Transient failure is
    /// retried each second.
    bool hasPeerAnswered = true;
    bool operator==(const Failure &) const = default;
};

/// The lines of @p failure to show: what happened, where, what to do. Empty parts are left out. Pure.
QStringList failureLines(const Failure &failure);
}
