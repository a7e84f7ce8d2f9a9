// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"
#include "sessions/xwindows/protocol/cookietable.h"
#include "sessions/xwindows/server/localdisplay.h"

#include <QTemporaryDir>

#include <expected>
#include <memory>

namespace Nightdesk
{
/// An X display of Nightdesk to which local programs connect: a number that no server uses, its socket, and a cookie in an authority file that only
/// this user can read. All three are removed with the object, whose owner runs the programs. Owned by XTraceRun.
class DisplaySocket
{
public:
    static std::expected<std::unique_ptr<DisplaySocket>, Failure> open();
    ~DisplaySocket();
    DisplaySocket(const DisplaySocket &) = delete;
    DisplaySocket &operator=(const DisplaySocket &) = delete;

    QString name() const; ///< for example ":200"
    QString authorityFile() const;
    const XCookie &cookie() const;
    int fd() const; ///< readable when a program connects
    UniqueFd accept(); ///< invalid: no connection waits

private:
    DisplaySocket() = default;
    bool claimNumber(int number);
    bool writeAuthority() const;
    static QString directoryTemplate();

    int m_displayNumber = -1;
    bool m_hasSocket = false;
    UniqueFd m_listenerFd;
    UniqueFd m_abstractSocketFd; ///< bound to keep others from using the name, not listened on
    XCookie m_cookie{};
    QTemporaryDir m_directory{directoryTemplate()};
};
}
