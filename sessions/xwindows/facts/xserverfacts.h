// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
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

    /// Programs can change which color the server shows for a pixel value.
    bool hasWritableColormap() const
    {
        return visualClass == Class::GrayScale || visualClass == Class::PseudoColor || visualClass == Class::DirectColor;
    }
};

enum class XBackingStore {
    Never,
    WhenMapped,
    Always
};

/// One screen (root window) of an X server.
struct XScreenFacts {
    int number = 0;
    QSize size; ///< size of the screen in pixels
    QSize sizeInMillimeters;
    int rootDepth = 0;
    quint32 blackPixel = 0;
    quint32 whitePixel = 0;
    XBackingStore backingStore = XBackingStore::Never;
    bool saveUnders = false;
    quint32 defaultColormap = 0;
    int installedColormapsMin = 0;
    int installedColormapsMax = 0;
    std::optional<QList<quint32>> installedColormaps; ///< colormaps in use now; empty: the server did not answer
    QList<int> depths; ///< depths of windows and pixmaps, in the server's order; some have no visual
    QList<XVisual> visuals;
    bool operator==(const XScreenFacts &) const = default;

    const XVisual *defaultVisual() const; ///< the default visual of the screen; null: not known
};

/// The core fonts of an X server that match one pattern.
struct XFontMatch {
    QString pattern;
    QStringList names; ///< the first matching names, display-safe
    bool operator==(const XFontMatch &) const = default;
};

/// The directory of the sockets of a computer's X servers. A user who may write to this directory can replace another user's socket, unless the
/// sticky bit is set. Owned by RemoteXServerQuery.
struct XSocketDirectory {
    int permissionBits = 0; ///< as for chmod, with the sticky bit
    uint owner = 0; ///< user id of the owner; 0: root
    bool operator==(const XSocketDirectory &) const = default;

    bool isSafe() const; ///< root owns the directory, and only the owner of a socket in it can replace that socket
};

/// What an X server can show. Differences between servers make old programs show white on white (Kibrick et al. 2004).
struct XServerFacts {
    QString display;
    QString vendor; ///< the server's vendor text, display-safe
    quint32 releaseNumber = 0;
    QList<XScreenFacts> screens;
    QStringList extensions; ///< names of the extensions, sorted
    /// Matches of those queried patterns that the server answered, in the order of the patterns.
    QList<XFontMatch> fonts;
    std::optional<XSocketDirectory> socketDirectory; ///< empty: not known, or not used
    QString problem; ///< translated reason why nothing could be read; empty: no problem

    /// The server can run a program without giving it access to other windows' keys (SECURITY extension, which Xwayland of Debian 13 does not
    /// have).
    bool canConfine() const
    {
        return extensions.contains(QLatin1StringView("SECURITY"));
    }
    const XScreenFacts *screen(int number) const; ///< null: the server has no such screen
    const XFontMatch *fontMatch(const QString &pattern) const; ///< null: not queried, or not answered
    bool operator==(const XServerFacts &) const = default;
};

/// "PseudoColor", as in X documentation (untranslated).
QString visualClassName(XVisual::Class visualClass);
/// "PseudoColor 8", as profiles write it.
QString visualName(const XVisual &visual);
}
