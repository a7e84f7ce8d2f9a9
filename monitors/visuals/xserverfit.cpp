// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/visuals/xserverfit.h"

#include "sessions/profiles/privatevisual.h"

#include <KLocalizedString>

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
using Cause = XServerFit::Cause;
using Verdict = XServerFit::Verdict;

bool hasKnownScreens(const XServerFacts *facts)
{
    return facts && facts->problem.isEmpty() && !facts->screens.isEmpty();
}

/// The screen on which programs are shown. The name of the display determines it: ":0.1" means screen 1.
const XScreenFacts &shownScreen(const XServerFacts &facts)
{
    static const QRegularExpression number(u":[0-9]+\\.([0-9]{1,3})\\z"_s);
    const XScreenFacts *named = facts.screen(number.match(facts.display).captured(1).toInt());
    return named ? *named : facts.screens.constFirst();
}

/// A visual of @p screen that is called @p name, such as "TrueColor 24"; preferably the default visual. Null: none.
const XVisual *findVisual(const XScreenFacts &screen, const QString &name)
{
    const XVisual *first = nullptr;
    for (const XVisual &visual : screen.visuals) {
        if (visualName(visual) == name && (!first || visual.isDefault)) {
            first = &visual;
        }
    }
    return first;
}

QString adviseVncApp(const QString &visual)
{
    return visual == privateVisuals[0]
        ? i18nc("@info what to do; keep vnc-app untranslated", "Show the program as vnc-app.")
        : i18nc("@info what to do; keep vnc-app untranslated; %1: like PseudoColor 8", "Show the program as vnc-app: its private X server has %1.", visual);
}

/// Name of the Debian package with the fonts of @p pattern; other distributions use similar names.
QString fontPackage(const QString &pattern)
{
    static const QRegularExpression scaled(u"\\A-(?:adobe|b&h|bitstream)-"_s, QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression cyrillic(u"cyr|koi8"_s, QRegularExpression::CaseInsensitiveOption);
    if (cyrillic.match(pattern).hasMatch()) {
        return u"xfonts-cyrillic"_s;
    }
    return scaled.match(pattern).hasMatch() ? u"xfonts-75dpi"_s : u"xfonts-base"_s;
}

/// Checks each need of one X program against this workstation's X server.
class WindowFitCheck
{
public:
    WindowFitCheck(const WindowSpec &spec, const XServerFacts &here, const XServerFacts *there)
        : m_spec(spec)
        , m_localServer(here)
        , m_remoteServer(hasKnownScreens(there) ? there : nullptr)
        , m_screen(shownScreen(here))
        , m_visualOfPrivateServer(neededVisualForPrivateServer(spec))
    {
    }
    XServerFit check()
    {
        checkVisual();
        checkBlackAndWhite();
        checkBackingStore();
        checkFonts();
        checkCanConfineProgram();
        if (m_doesNotFitLocalServer) {
            m_fit.verdict = m_couldFitPrivateServer && !m_visualOfPrivateServer.isEmpty() ? Verdict::FitsAsVncApp : Verdict::DoesNotFit;
            m_fit.visualOfPrivateServer = m_fit.verdict == Verdict::FitsAsVncApp ? m_visualOfPrivateServer : QString();
        } else {
            m_fit.verdict = Verdict::Fits;
        }
        return m_fit;
    }

private:
    enum class FindingEffect {
        Remark, ///< the program fits
        BlocksOnLocalServer, ///< the problem exists on this workstation's X server, but would not exist on a private one
        Blocks ///< the problem would exist on a private X server, too
    };
    void addFinding(Cause cause, FindingEffect effect, const QString &what, const QString &remedy)
    {
        m_fit.findings.append({.cause = cause, .problem = what, .remedy = remedy});
        m_doesNotFitLocalServer = m_doesNotFitLocalServer || effect != FindingEffect::Remark;
        m_couldFitPrivateServer = m_couldFitPrivateServer && effect != FindingEffect::Blocks;
    }
    void checkVisual();
    void checkBlackAndWhite();
    void checkBackingStore();
    void checkFonts();
    void checkCanConfineProgram();
    const XScreenFacts *findScreenWithOtherBlackOrWhite(const XScreenFacts &screen) const;

    const WindowSpec &m_spec;
    const XServerFacts &m_localServer;
    const XServerFacts *const m_remoteServer;
    const XScreenFacts &m_screen;
    const QString m_visualOfPrivateServer; ///< the visual that a private X server would have for the program; null: no visual helps
    XServerFit m_fit;
    bool m_doesNotFitLocalServer = false;
    bool m_couldFitPrivateServer = true;
};

void WindowFitCheck::checkVisual()
{
    const QStringList &needed = m_spec.needs.visuals;
    const XVisual *found = nullptr;
    for (const QString &name : needed) {
        const XVisual *visual = findVisual(m_screen, name);
        if (visual && (!found || (visual->isDefault && !found->isDefault))) {
            found = visual;
        }
    }
    if (needed.isEmpty() || (found && found->isDefault)) {
        return;
    }
    const QString usual = visualName(*m_screen.defaultVisual());
    if (found) {
        addFinding(Cause::DefaultVisual,
                   FindingEffect::Remark,
                   i18nc("@info %1, %2: like PseudoColor 8",
                         "This X server has the visual %1, but %2 is its default. A program that does not choose a visual has wrong colors.",
                         visualName(*found),
                         usual),
                   m_visualOfPrivateServer.isEmpty()
                       ? QString()
                       : i18nc("@info what to do", "If its colors are wrong or flash:") + u' ' + adviseVncApp(m_visualOfPrivateServer));
        return;
    }
    addFinding(Cause::Visual,
               FindingEffect::BlocksOnLocalServer,
               i18nc("@info %1: a list like PseudoColor 8, %2: like TrueColor 24",
                     "The program needs %1. This X server does not have it; its default is %2.",
                     needed.join(i18nc("@info between alternatives", " or ")),
                     usual),
               m_visualOfPrivateServer.isEmpty() ? i18nc("@info what to do", "Nightdesk cannot provide this visual. Ask the facility staff.")
                                                 : adviseVncApp(m_visualOfPrivateServer));
}

/// A known screen of the same depth that has other pixel values for black or white; null: none.
const XScreenFacts *WindowFitCheck::findScreenWithOtherBlackOrWhite(const XScreenFacts &screen) const
{
    const auto differs = [&screen](const XScreenFacts &other) {
        return other.rootDepth == screen.rootDepth && (other.blackPixel != screen.blackPixel || other.whitePixel != screen.whitePixel);
    };
    for (const XServerFacts *facts : {&m_localServer, m_remoteServer}) {
        const auto found = facts ? std::ranges::find_if(facts->screens, differs) : m_localServer.screens.cend();
        if (facts && found != facts->screens.cend()) {
            return &*found;
        }
    }
    return nullptr;
}

void WindowFitCheck::checkBlackAndWhite()
{
    const XVisual &visual = *m_screen.defaultVisual();
    // In TrueColor and DirectColor, black and white have the same pixel values on all screens.
    const bool isFixed = visual.visualClass == XVisual::Class::TrueColor || visual.visualClass == XVisual::Class::DirectColor;
    const XScreenFacts *other = isFixed ? nullptr : findScreenWithOtherBlackOrWhite(m_screen);
    m_fit.colors = ProgramColors::of(m_spec, m_screen, other);
    // a program with named colors does not depend on the pixel values of black and white
    if (!other || (!ProgramColors::textColorName(m_spec).isEmpty() && !ProgramColors::backgroundColorName(m_spec).isEmpty())) {
        return;
    }
    addFinding(Cause::BlackWhite,
               FindingEffect::Blocks,
               i18nc("@info %1 to %4: pixel values",
                     "Black is pixel %1 and white is pixel %2 here; on another screen they are %3 and %4. Text may be white on white.",
                     QString::number(m_screen.blackPixel),
                     QString::number(m_screen.whitePixel),
                     QString::number(other->blackPixel),
                     QString::number(other->whitePixel)),
               i18nc("@info what to do; keep xrm and the options untranslated",
                     "Add to the profile: xrm = [\"*foreground: black\", \"*background: white\"]. For an Xvfb, use -blackpixel and -whitepixel instead."));
}

void WindowFitCheck::checkBackingStore()
{
    if (m_screen.backingStore != XBackingStore::Never) {
        return;
    }
    if (m_spec.needs.needsBackingStore) {
        addFinding(Cause::BackingStore,
                   FindingEffect::BlocksOnLocalServer,
                   i18nc("@info", "This X server keeps no hidden windows (no backing store). The program repaints whenever its window is uncovered."),
                   adviseVncApp(m_visualOfPrivateServer));
    }
    if (m_spec.start == StartPolicy::Preload) {
        addFinding(Cause::Preload,
                   FindingEffect::Remark,
                   i18nc("@info", "Preloading saves nothing: this X server keeps no hidden windows (no backing store)."),
                   i18nc("@info what to do; keep vnc-app and start = \"connect\" untranslated",
                         "Set start = \"connect\" in the profile, or show the program as vnc-app."));
    }
}

void WindowFitCheck::checkFonts()
{
    for (const QString &pattern : m_spec.needs.fonts) {
        const XFontMatch *match = m_localServer.fontMatch(pattern);
        if (!match || !match->names.isEmpty()) {
            continue;
        }
        const XFontMatch *remote = m_remoteServer ? m_remoteServer->fontMatch(pattern) : nullptr;
        const bool isThere = !m_spec.fonts.isEmpty() || (remote && !remote->names.isEmpty());
        const QString package = fontPackage(pattern);
        addFinding(Cause::Font,
                   isThere ? FindingEffect::BlocksOnLocalServer : FindingEffect::Blocks,
                   i18nc("@info %1: a pattern", "This X server has no font “%1”.", pattern),
                   isThere ? adviseVncApp(m_visualOfPrivateServer) + u' '
                           + i18nc("@info what to do, after another sentence; %1: a package", "Or install %1 on this workstation.", package)
                           : i18nc("@info what to do; %1: a package; keep fonts untranslated",
                                   "Ask the administrator to install %1 or the facility’s fonts on this workstation. As vnc-app, set “fonts” in the profile.",
                                   package));
    }
}

void WindowFitCheck::checkCanConfineProgram()
{
    if (m_spec.isTrusted || m_localServer.canConfine()) {
        return;
    }
    addFinding(Cause::Confinement,
               FindingEffect::BlocksOnLocalServer,
               i18nc("@info", "This X server cannot confine untrusted programs: Nightdesk sees no SECURITY extension."),
               adviseVncApp(m_visualOfPrivateServer) + u' '
                   + i18nc("@info what to do, after another sentence; keep trusted = true untranslated",
                           "Or set trusted = true, only if you trust the program’s host with every key typed here."));
}

/// The fit of a program on a private X server, of which only the visual can be chosen.
XServerFit fitOnPrivateServer(const WindowSpec &spec)
{
    XServerFit fit{.verdict = Verdict::Fits, .visualOfPrivateServer = {}, .findings = {}};
    const QString visual = visualForPrivateServer(spec);
    if (!spec.needs.visuals.isEmpty() && !spec.needs.visuals.contains(visual)) {
        const QString needed = neededVisualForPrivateServer(spec);
        fit.verdict = Verdict::DoesNotFit;
        fit.findings.append({.cause = Cause::Visual,
                             .problem = i18nc("@info %1: a list like PseudoColor 8, %2: like TrueColor 16",
                                              "The program needs %1. The profile gives its private X server %2.",
                                              spec.needs.visuals.join(i18nc("@info between alternatives", " or ")),
                                              visual),
                             .remedy = needed.isEmpty() ? i18nc("@info what to do", "Nightdesk cannot provide this visual. Ask the facility staff.")
                                                        : i18nc("@info what to do; keep visual untranslated", "Set visual = \"%1\" in the profile.", needed)});
    }
    return fit;
}
}

XServerFit XServerFit::ofWindow(const WindowSpec &spec, const XServerFacts *localServer, const XServerFacts *remoteServer)
{
    if (spec.topology != Topology::X11) {
        return fitOnPrivateServer(spec);
    }
    return hasKnownScreens(localServer) ? WindowFitCheck(spec, *localServer, remoteServer).check() : XServerFit();
}

XServerFit XServerFit::ofDesktop(const DesktopSpec &spec, const XServerFacts *desktopServer, const QSize &size)
{
    if (spec.expectedServer == ExpectedVncServer()) {
        return {.verdict = Verdict::Fits, .visualOfPrivateServer = {}, .findings = {}};
    }
    const XScreenFacts *screen = hasKnownScreens(desktopServer) ? &desktopServer->screens.constFirst() : nullptr;
    if (!screen && size.isEmpty()) {
        return {};
    }
    const QString remedy = i18nc("@info what to do", "Ask the facility staff: the VNC server was started differently, or the profile is out of date.");
    XServerFit fit{.verdict = Verdict::Fits, .visualOfPrivateServer = {}, .findings = {}};
    const QString visual = screen ? visualName(*screen->defaultVisual()) : QString();
    if (!visual.isEmpty() && !spec.expectedServer.visual.isEmpty() && spec.expectedServer.visual != visual) {
        fit.findings.append(
            {.cause = Cause::Visual,
             .problem = i18nc("@info %1, %2: like TrueColor 24", "The desktop has the visual %1; the profile expects %2.", visual, spec.expectedServer.visual),
             .remedy = remedy});
    }
    const QSize shown = size.isEmpty() ? screen->size : size;
    if (const auto &expected = spec.expectedServer.size; expected && shown != QSize(expected->width, expected->height)) {
        const auto text = [](int width, int height) {
            return u"%1×%2"_s.arg(width).arg(height);
        };
        fit.findings.append({.cause = Cause::Size,
                             .problem = i18nc("@info %1, %2: like 1920×1200",
                                              "The desktop is %1 pixels large; the profile expects %2.",
                                              text(shown.width(), shown.height()),
                                              text(expected->width, expected->height)),
                             .remedy = remedy});
    }
    const bool isJudged = screen || spec.expectedServer.visual.isEmpty(); // an expected visual can be checked only if the screen is known
    fit.verdict = !fit.findings.isEmpty() ? Verdict::DoesNotFit : isJudged ? Verdict::Fits : Verdict::Unknown;
    return fit;
}
}
