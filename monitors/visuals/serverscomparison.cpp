// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/visuals/serverscomparison.h"

#include "sessions/common/enumtable.h"

#include <KLazyLocalizedString>
#include <KLocalizedString>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
using ServersComparison::ComparisonRow;
using ServersComparison::ServerFact;

QString sizeText(const XScreenFacts &screen)
{
    return u"%1×%2"_s.arg(screen.size.width()).arg(screen.size.height());
}

QString pixelText(quint32 value)
{
    return u"0x%1"_s.arg(value, 0, 16);
}

QString defaultVisualName(const XScreenFacts &screen)
{
    const XVisual *visual = screen.defaultVisual();
    return visual ? visualName(*visual) : QString();
}

QString colorMasksText(const XScreenFacts &screen)
{
    const XVisual *visual = screen.defaultVisual();
    return visual && (visual->visualClass == XVisual::Class::TrueColor || visual->visualClass == XVisual::Class::DirectColor)
        ? u"%1 %2 %3"_s.arg(visual->redMask, 0, 16).arg(visual->greenMask, 0, 16).arg(visual->blueMask, 0, 16)
        : QString();
}

/// Each kind of visual is listed once: OpenGL adds many duplicates.
QString visualNames(const XScreenFacts &screen)
{
    QStringList names;
    for (const XVisual &visual : screen.visuals) {
        names.append(visualName(visual));
    }
    names.removeDuplicates();
    return names.join(u", "_s);
}

QString backingStoreText(const XScreenFacts &screen)
{
    switch (screen.backingStore) {
    case XBackingStore::Never:
        return i18nc("@item backing store of an X screen", "never");
    case XBackingStore::WhenMapped:
        return i18nc("@item backing store of an X screen", "when mapped");
    case XBackingStore::Always:
        return i18nc("@item backing store of an X screen", "always");
    }
    return {};
}

QString yesOrNo(bool yes)
{
    return yes ? i18nc("@item an X server can do something", "yes") : i18nc("@item an X server cannot do something", "no");
}

QString defaultColormapText(const XScreenFacts &screen)
{
    const XVisual *visual = screen.defaultVisual();
    return visual ? i18ncp("@item of a colormap", "%1 entry", "%1 entries", visual->colormapEntries) : QString();
}

QString installedColormapsText(const XScreenFacts &screen)
{
    if (!screen.installedColormaps) {
        return {};
    }
    const qsizetype count = screen.installedColormaps->size();
    // In a visual without writable color maps, any installed color map shows the right colors. So a map installed by a program is no problem.
    const XVisual *visual = screen.defaultVisual();
    return !visual || !visual->hasWritableColormap() || screen.installedColormaps->contains(screen.defaultColormap)
        ? i18nc("@item %1, %2: numbers", "%1 of at most %2", QString::number(count), QString::number(screen.installedColormapsMax))
        : i18nc("@item colormaps; %1, %2: numbers",
                "%1 of at most %2, without the default",
                QString::number(count),
                QString::number(screen.installedColormapsMax));
}

struct ScreenFactDescriptor {
    ServerFact fact;
    KLazyLocalizedString name;
    QString (*text)(const XScreenFacts &screen);
    KLazyLocalizedString meaning; ///< what a difference in this fact means for programs; empty: nothing
};
const ScreenFactDescriptor screenFacts[] = {
    {ServerFact::Size,
     kli18nc("@label of an X screen", "Size"),
     sizeText,
     kli18nc("@info an X server differs", "Windows placed for one size can be outside the screen of the other.")},
    {ServerFact::Depth,
     kli18nc("@label of an X screen", "Depth"),
     [](const XScreenFacts &screen) {
         return QString::number(screen.rootDepth);
     },
     kli18nc("@info an X server differs", "Programs that expect one depth fail or have wrong colors on the other.")},
    {ServerFact::DefaultVisual,
     kli18nc("@label of an X screen", "Default visual"),
     defaultVisualName,
     kli18nc("@info an X server differs", "Old programs use the default visual. Made for one, they can have wrong colors on the other, or not start.")},
    {ServerFact::ColorMasks,
     kli18nc("@label of an X screen", "Masks (red green blue)"),
     colorMasksText,
     kli18nc("@info an X server differs", "Red and blue are swapped in programs that assume fixed masks.")},
    {ServerFact::Visuals,
     kli18nc("@label of an X screen", "Visuals"),
     visualNames,
     kli18nc("@info an X server differs", "A program that needs a visual of one server cannot run on the other. Compare “needs” in its profile.")},
    {ServerFact::BlackPixel,
     kli18nc("@label of an X screen", "Black pixel"),
     [](const XScreenFacts &screen) {
         return pixelText(screen.blackPixel);
     },
     kli18nc("@info an X server differs; keep xrm untranslated",
             "Programs with fixed pixel values can show text white on white. Name their colors in the profile with “xrm”.")},
    {ServerFact::WhitePixel,
     kli18nc("@label of an X screen", "White pixel"),
     [](const XScreenFacts &screen) {
         return pixelText(screen.whitePixel);
     },
     kli18nc("@info an X server differs", "As for the black pixel: text can be invisible.")},
    {ServerFact::BackingStore,
     kli18nc("@label of an X screen", "Backing store"),
     backingStoreText,
     kli18nc("@info an X server differs", "Without backing store, programs repaint whenever a window is uncovered, and preloading saves nothing.")},
    {ServerFact::SaveUnders,
     kli18nc("@label of an X screen", "Save-unders"),
     [](const XScreenFacts &screen) {
         return yesOrNo(screen.saveUnders);
     },
     kli18nc("@info an X server differs", "Without save-unders, programs repaint what a menu covered.")},
    {ServerFact::DefaultColormap,
     kli18nc("@label of an X screen", "Default colormap"),
     defaultColormapText,
     kli18nc("@info an X server differs", "Programs share these colors. Where there are fewer, some programs get no colors or flash with their own colormap.")},
    {ServerFact::InstalledColormaps,
     kli18nc("@label of an X screen", "Installed colormaps"),
     installedColormapsText,
     kli18nc("@info an X server differs", "Without the default colormap, all other programs have wrong colors at the moment.")},
};

QStringList namesNotIn(QStringList names, const QStringList &others)
{
    names.removeIf([&others](const QString &name) {
        return others.contains(name);
    });
    return names;
}

/// Compares two servers, each of which may be unknown.
class ComparisonBuilder
{
public:
    ComparisonBuilder(const XServerFacts &here, const XServerFacts *there)
        : m_localServer(here.problem.isEmpty() ? &here : nullptr)
        , m_remoteServer(there && there->problem.isEmpty() ? there : nullptr)
    {
    }
    QList<ComparisonRow> rows()
    {
        addServer();
        addScreens();
        addFonts();
        addExtensions();
        addSocketDirectory();
        return m_rows;
    }

private:
    void add(const ComparisonRow &row)
    {
        if (!row.localValue.isEmpty() || !row.remoteValue.isEmpty()) {
            m_rows.append(row);
        }
    }
    template<typename Text>
    QString textOf(const XServerFacts *facts, const Text &text) const
    {
        return facts ? text(*facts) : QString();
    }
    /// A row without a meaning. It differs if both values are known and not equal.
    static ComparisonRow comparedRow(ServerFact fact, const QString &name, const QString &local, const QString &remote)
    {
        const bool isDifferent = !local.isEmpty() && !remote.isEmpty() && local != remote;
        return {.fact = fact, .screen = {}, .factName = name, .localValue = local, .remoteValue = remote, .isDifferent = isDifferent, .meaning = {}};
    }

    template<typename Text>
    ComparisonRow comparedRow(ServerFact fact, const QString &name, const Text &text) const
    {
        return comparedRow(fact, name, textOf(m_localServer, text), textOf(m_remoteServer, text));
    }

    /// Adds a row for a fact. @p meaning: what a difference means for programs.
    template<typename Text>
    void addComparedFact(ServerFact fact, const QString &name, const Text &text, const QString &meaning)
    {
        ComparisonRow row = comparedRow(fact, name, text);
        row.meaning = row.isDifferent ? meaning : QString();
        add(row);
    }
    void addServer();
    void addScreens();
    void addFonts();
    void addExtensions();
    void addSocketDirectory();

    const XServerFacts *const m_localServer;
    const XServerFacts *const m_remoteServer;
    QList<ComparisonRow> m_rows;
};

void ComparisonBuilder::addServer()
{
    const auto text = [](const XServerFacts &facts) {
        return i18nc("@item %1: a vendor of X servers", "%1, release %2", facts.vendor, QString::number(facts.releaseNumber));
    };
    ComparisonRow row = comparedRow(ServerFact::Vendor, i18nc("@label of an X server", "Server"), text);
    row.isDifferent = false; // that the servers have different releases does not matter to programs
    add(row);
}

void ComparisonBuilder::addScreens()
{
    const qsizetype count = std::max(m_localServer ? m_localServer->screens.size() : 0, m_remoteServer ? m_remoteServer->screens.size() : 0);
    for (int number = 0; number < count; ++number) {
        const XScreenFacts *here = m_localServer ? m_localServer->screen(number) : nullptr;
        // The other server is always compared by its first screen: a second screen is rare, and programs are made for
        // the first.
        const XScreenFacts *there = m_remoteServer ? m_remoteServer->screen(number) : nullptr;
        for (const ScreenFactDescriptor &fact : screenFacts) {
            ComparisonRow row = comparedRow(fact.fact, fact.name.toString(), here ? fact.text(*here) : QString(), there ? fact.text(*there) : QString());
            row.screen = number;
            row.meaning = row.isDifferent ? fact.meaning.toString() : QString();
            add(row);
        }
    }
}

void ComparisonBuilder::addFonts()
{
    QStringList patterns;
    for (const XServerFacts *facts : {m_localServer, m_remoteServer}) {
        for (const XFontMatch &match : facts ? facts->fonts : QList<XFontMatch>()) {
            patterns.append(match.pattern);
        }
    }
    patterns.removeDuplicates();
    for (const QString &pattern : std::as_const(patterns)) {
        addComparedFact(
            ServerFact::Font,
            i18nc("@label of an X server; %1: a pattern", "Font %1", pattern),
            [&pattern](const XServerFacts &facts) {
                const XFontMatch *match = facts.fontMatch(pattern);
                return match ? yesOrNo(!match->names.isEmpty()) : QString();
            },
            i18nc("@info an X server differs", "Without this font, programs that need it have wrong letters or do not start."));
    }
}

void ComparisonBuilder::addExtensions()
{
    addComparedFact(
        ServerFact::Confinement,
        i18nc("@label of an X server", "Confines untrusted programs"),
        [](const XServerFacts &facts) {
            return facts.extensions.isEmpty() ? QString() : yesOrNo(facts.canConfine());
        },
        i18nc("@info an X server differs", "Untrusted programs run only where the X server has the SECURITY extension."));
    const QStringList here = m_localServer ? m_localServer->extensions : QStringList();
    const QStringList there = m_remoteServer ? m_remoteServer->extensions : QStringList();
    const bool isCompared = !here.isEmpty() && !there.isEmpty();
    const auto text = [isCompared](const QStringList &own, const QStringList &others) {
        if (own.isEmpty()) {
            return QString();
        }
        const QStringList more = isCompared ? namesNotIn(own, others) : own;
        return isCompared && !more.isEmpty()
            ? i18nc("@item extensions of an X server; %1: a number, %2: a list of names", "%1; only here: %2", QString::number(own.size()), more.join(u", "_s))
            : QString::number(own.size());
    };
    ComparisonRow row = comparedRow(ServerFact::Extensions, i18nc("@label of an X server", "Extensions"), text(here, there), text(there, here));
    row.isDifferent = isCompared && here != there;
    if (row.isDifferent) {
        row.meaning = i18nc("@info an X server differs", "Programs can lack an extension that they had on the other server. Most do without it.");
    }
    add(row);
}

void ComparisonBuilder::addSocketDirectory()
{
    const auto text = [](const XServerFacts &facts) {
        return facts.socketDirectory ? i18nc("@item %1: like 1777, %2: a number",
                                             "mode %1, owner %2",
                                             QString::number(facts.socketDirectory->permissionBits, 8),
                                             QString::number(facts.socketDirectory->owner))
                                     : QString();
    };
    ComparisonRow row = comparedRow(ServerFact::SocketDirectory, i18nc("@label keep the path untranslated", "Directory /tmp/.X11-unix"), text);
    const auto isUnsafe = [](const XServerFacts *facts) {
        return facts && facts->socketDirectory && !facts->socketDirectory->isSafe();
    };
    if (isUnsafe(m_localServer) || isUnsafe(m_remoteServer)) {
        row.meaning =
            i18nc("@info keep 1777 untranslated",
                  "Other users can put their own X server in this place. The directory must belong to root and have mode 1777. Tell the administrator.");
    }
    add(row);
}
}

QList<ServersComparison::ComparisonRow> ServersComparison::rows(const XServerFacts &localServer, const XServerFacts *remoteServer)
{
    return ComparisonBuilder(localServer, remoteServer).rows();
}

QString ServersComparison::key(ServerFact fact)
{
    static constexpr EnumWords<ServerFact::SocketDirectory> words("server"_L1,
                                                                  "size"_L1,
                                                                  "depth"_L1,
                                                                  "default-visual"_L1,
                                                                  "masks"_L1,
                                                                  "visuals"_L1,
                                                                  "black-pixel"_L1,
                                                                  "white-pixel"_L1,
                                                                  "backing-store"_L1,
                                                                  "save-unders"_L1,
                                                                  "default-colormap"_L1,
                                                                  "installed-colormaps"_L1,
                                                                  "font"_L1,
                                                                  "confinement"_L1,
                                                                  "extensions"_L1,
                                                                  "socket-directory"_L1);
    return words[fact];
}
}
