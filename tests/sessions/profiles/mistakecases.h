// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/sessions/profiles/texts.h"

#include <QFile>
#include <QStringList>

/// What mistakes.txt holds.
namespace Nightdesk::Test
{
inline QByteArray facilityHead()
{
    return "format = 1\nname = \"Summit Observatory\"\n[link.shared]\nhost = \"shared.summit.example\"\n[site.waimea]\nname = \"Waimea\"\n"
           "screens = [\"left\", \"right\"]\n[site.santa-cruz]\nname = \"Santa Cruz\"\nscreens = [\"left\", \"centre\", \"right\"]\n";
}

/// One case of mistakes.txt.
struct Case {
    QByteArray name;
    QByteArray facility;
    QByteArray profile;
    QString site;
    QStringList expected;
};

inline QList<Case> readCases()
{
    QFile file(qEnvironmentVariable("NIGHTDESK_TEST_SOURCE_DIR") + QStringLiteral("/tests/sessions/profiles/mistakes.txt"));
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    QList<Case> cases;
    for (const QByteArray &line : file.readAll().split('\n')) {
        const QByteArray text = line.sliced(std::min<qsizetype>(2, line.size()));
        if (line.startsWith("= ")) {
            cases.append(Case{text, facilityHead(), {}, {}, {}});
        } else if (line.isEmpty() || line.startsWith('#')) {
            continue;
        } else if (line.startsWith('|') && cases.last().profile.isEmpty()) {
            cases.last().profile = head() + text + '\n';
        } else if (line.startsWith('|') || line.startsWith('!')) {
            cases.last().profile += text + '\n';
        } else if (line.startsWith('+')) {
            cases.last().facility += text + '\n';
        } else if (line.startsWith('*')) {
            cases.last().facility = (cases.last().facility == facilityHead() ? QByteArray() : cases.last().facility) + text + '\n';
        } else if (line.startsWith('@')) {
            cases.last().site = QString::fromUtf8(text);
        } else {
            cases.last().expected.append(QString::fromUtf8(line));
        }
    }
    for (Case &one : cases) {
        // A mistake of the facility needs a profile without one.
        if (one.profile.isEmpty()) {
            one.profile = head() + "[[desktop]]\nid = \"control\"\nlink = \"summit\"\ndisplay = \":1\"\n";
        }
    }
    return cases;
}
}
