// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QMetaType>
#include <QSize>
#include <QStringList>

#include <optional>

namespace Nightdesk
{
/// One visual of an X screen (X11 protocol, section 8, connection setup).
struct XVisual {
    enum class Class {
        StaticGray,
        GrayScale,
        StaticColor,
        PseudoColor,
        TrueColor,
        DirectColor
    };
    quint32 id = 0;
    Class visualClass = Class::TrueColor;
    int depth = 0;
    int bitsPerRgb = 0;
    int colormapEntries = 0;
    quint32 redMask = 0;
    quint32 greenMask = 0;
    quint32 blueMask = 0;
    bool isDefault = false;
    bool operator==(const XVisual &) const = default;
};

enum class XBackingStore {
    Never,
    WhenMapped,
    Always
};

/// One screen (root window) of an X server.
struct XScreenFacts {
    int number = 0;
    QSize size; ///< pixels
    QSize millimetres;
    int rootDepth = 0;
    quint32 blackPixel = 0;
    quint32 whitePixel = 0;
    XBackingStore backingStore = XBackingStore::Never;
    bool saveUnders = false;
    int installedColormapsMin = 0;
    int installedColormapsMax = 0;
    QList<XVisual> visuals;
    bool operator==(const XScreenFacts &) const = default;
};

/// What an X server can show. Differences here are why old programs come up white on white (Kibrick et al. 2004).
struct XServerFacts {
    QString display;
    QString vendor; ///< display-safe
    quint32 release = 0;
    QList<XScreenFacts> screens;
    QStringList extensions; ///< sorted
    QString problem; ///< translated; not empty: nothing could be read, and why

    /// It can let a program in without trusting it with other windows' keys (SECURITY, which Xwayland of Debian 13 has not).
    bool canConfine() const
    {
        return extensions.contains(QLatin1StringView("SECURITY"));
    }
    bool operator==(const XServerFacts &) const = default;
};

/// "PseudoColor", as the X world writes it (untranslated).
QString visualClassName(XVisual::Class visualClass);
}

Q_DECLARE_METATYPE(Nightdesk::XServerFacts)
