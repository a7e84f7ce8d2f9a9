// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/everyone/gallery.h"

#include "app/commands/commands.h"
#include "app/window/consolefeatures.h"
#include "app/window/mainwindow.h"
#include "app/window/onedesktopdialog.h"
#include "app/window/onedesktopwindow.h"
#include "monitors/supportdesk.h"
#include "sessions/apps/appsession.h"
#include "sessions/desktops/desktopsession.h"
#include "sessions/links/hop/link.h"
#include "tests/everyone/boardgallery.h"
#include "tests/sessions/profiles/facilitydirectory.h"
#include "tests/support/waitfor.h"
#include "tests/support/xtracebuilder.h"
#include "widgets/displays/figurespopup.h"
#include "widgets/facility/accountdialog.h"
#include "widgets/facility/editordialog.h"
#include "widgets/facility/instrumentpicker.h"
#include "widgets/facility/newfacilitydialog.h"
#include "widgets/facility/resumeoffer.h"
#include "widgets/facility/sitedialog.h"
#include "widgets/facility/supportcontactsdialog.h"
#include "widgets/facility/trustdialog.h"
#include "widgets/facility/unconfineddialog.h"
#include "widgets/facility/welcomepage.h"
#include "widgets/profileeditor/additiondialog.h"
#include "widgets/profileeditor/changeeffectsdialog.h"
#include "widgets/profileeditor/effectpanel.h"
#include "widgets/profileeditor/newprofiledialog.h"
#include "widgets/profileeditor/profileeditor.h"
#include "widgets/questions/hostkeydialog.h"
#include "widgets/questions/linkstrip.h"
#include "widgets/questions/messagebar.h"
#include "widgets/questions/questionbar.h"
#include "widgets/questions/secretdialog.h"
#include "widgets/screens/screensdialog.h"
#include "widgets/traffic/trafficview.h"
#include "widgets/traffic/trafficwindow.h"
#include "widgets/view/remoteview.h"
#include "widgets/viewer/programwindow.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QPushButton>
#include <QTabWidget>
#include <QTest>
#include <QTimeZone>

#include <KActionCollection>

using namespace Qt::StringLiterals;

namespace Nightdesk::Test
{
namespace
{
const QByteArray facilityText = R"(format = 1
name = "[Observatory]"
timezone = "Pacific/Honolulu"
[site.hilo]
name = "[Hilo]"
screens = ["left", "right"]
[site.waimea]
name = "[Waimea]"
screens = ["left"]
[[person]]
name = "[Kim Nakoa]"
role = "OA"
phone = "+1 808 555 0100"
hours = "18:00-06:00"
[[person]]
name = "[Ana Ruiz]"
role = "SA"
email = "ana@observatory.example"
[[room]]
name = "[Night room]"
link = "https://meet.example/night"
)";
const QByteArray profileText = R"(format = 1
id = "lris"
name = "[LRIS]"
description = "[Low resolution imaging spectrograph]"
[link.summit]
host = "127.0.0.1"
port = 1
user = "obs"
[[desktop]]
id = "control0"
title = "[Control 0]"
link = "summit"
display = ":1"
screen = "left"
[[desktop]]
id = "control1"
title = "[Control 1]"
link = "summit"
display = ":2"
screen = "left"
[[window]]
id = "ds9"
title = "[ds9]"
link = "summit"
command = ["ds9"]
restart = "ask"
[[window]]
id = "plots"
title = "[Plots]"
link = "summit"
command = ["plots"]
start = "preload"
)";
const QByteArray brokenText = R"(format = 1
id = "esi"
name = "[ESI]"
colour = 7
[[desktop]]
id = "x"
link = "nowhere"
)";

/// All that saving a profile can do, to instruments with long lists of sites.
std::unique_ptr<QWidget> effects()
{
    QList<ChangeEffect> effects;
    for (const ChangeEffect::Kind kind : {ChangeEffect::Kind::Changed,
                                          ChangeEffect::Kind::Broken,
                                          ChangeEffect::Kind::StillBroken,
                                          ChangeEffect::Kind::Fixed,
                                          ChangeEffect::Kind::Added,
                                          ChangeEffect::Kind::Removed}) {
        effects.append({.profileId = u"[lris]"_s,
                        .kind = kind,
                        .siteNames = {u"[Hilo]"_s, u"[Santa Cruz]"_s},
                        .isAtAllSites = kind == ChangeEffect::Kind::Broken,
                        .displayIds = {u"[control0]"_s, u"[ds9]"_s}});
    }
    return std::make_unique<ChangeEffectsDialog>(u"/f/[lris.toml]"_s, effects, true);
}

/// What a profile comes to at a site, beside another: displays on two screens, one beyond an edge and over another.
std::unique_ptr<QWidget> screensAndValues()
{
    const FacilityDirectory directory;
    directory.write(u"facility.toml"_s,
                    "format = 1\nname = \"[Observatory]\"\n[site.hilo]\nscreens = [\"left\", \"right\"]\nscreen-sizes = { left = \"1920x1080\" }\n"
                    "[site.waimea]\nscreens = [\"left\", \"right\"]\n");
    const QByteArray text =
        "format = 1\nid = \"lris\"\nname = \"[LRIS]\"\n[link.summit]\nhost = \"lris\"\n"
        "[[desktop]]\nid = \"control0\"\ntitle = \"[Control 0]\"\nlink = \"summit\"\ndisplay = \":1\"\nscreen = \"right\"\n"
        "[[window]]\nid = \"ds9\"\ntitle = \"[ds9]\"\nlink = \"summit\"\ncommand = [\"ds9\"]\nscreen = \"left\"\ngeometry = \"1200x900+900+20\"\n"
        "[[window]]\nid = \"plots\"\ntitle = \"[Plots]\"\nlink = \"summit\"\ncommand = [\"plots\"]\nscreen = \"left\"\ngeometry = \"800x400+300+600\"\n"
        "[site.waimea]\nwindow.ds9.geometry = \"600x400+0+0\"\n";
    const QString file = directory.path() + u"/profiles/lris.toml"_s;
    directory.write(u"profiles/lris.toml"_s, text);
    auto panel = std::make_unique<EffectPanel>(file);
    panel->setWindowTitle(u"[Screens]"_s);
    panel->setEffect(Draft::forFile(file).effect(text, {.profileFile = file, .site = u"hilo"_s, .siteToCompare = u"waimea"_s}));
    return panel;
}

std::unique_ptr<QWidget> profileEditor()
{
    auto editor = std::make_unique<ProfileEditor>();
    editor->setWindowTitle(u"[Profile]"_s);
    editor->setText(u"format = 1\nsceen = 1\n"_s);
    const ProfileError error{.place = {u"/f/profiles/[lris.toml]"_s, 2, 1}, .severity = Severity::Error, .message = u"[an error]"_s};
    editor->setProblems(u"/f"_s, error.place.file, {error}, {error});
    return editor;
}

TrustDialog::Question trustQuestion(bool again)
{
    RunItem link;
    link.kind = RunItem::Kind::Link;
    link.id = u"[summit]"_s;
    link.host = u"lris.summit.example"_s;
    link.account = u"{account}"_s;
    RunItem program = link;
    program.kind = RunItem::Kind::Window;
    program.id = u"[ds9]"_s;
    program.link = u"summit"_s;
    program.command = {u"ds9"_s, u"-title"_s, u"LRIS 1"_s};
    TrustDialog::Question question;
    question.instrument = u"[LRIS]"_s;
    question.file = u"/facility/profiles/[lris].toml"_s;
    question.account = u"lris4"_s;
    question.verdict.currentManifest.items = {link, program};
    if (again) {
        question.verdict.state = TrustVerdict::State::Changed;
        question.verdict.approvedAt = QDateTime(QDate(2026, 11, 20), QTime(5, 12), QTimeZone::UTC);
        question.verdict.approvedManifest = question.verdict.currentManifest;
        RunItem &changed = question.verdict.currentManifest.items.last();
        changed.isTrusted = true;
        question.verdict.changes = {{RunItemChange::Kind::Same, link, link}, {RunItemChange::Kind::Changed, changed, program}};
    }
    return question;
}

SecretDialog::Question secretQuestion()
{
    SecretDialog::Question question;
    question.title = u"[Password]"_s;
    question.promptText = u"[Password of lris1@summit:]"_s;
    question.serverText = u"[Enter PASSCODE]"_s;
    question.refusalText = u"[That was not accepted.]"_s;
    question.offersSaving = true;
    return question;
}

void staff(SupportDesk &desk)
{
    PersonSpec assistant;
    assistant.name = u"[Kim Nakoa]"_s;
    assistant.role = SupportRole::ObservingAssistant;
    assistant.phone = u"+1 808 555 0100"_s;
    PersonSpec astronomer;
    astronomer.name = u"[Ana Ruiz]"_s;
    astronomer.role = SupportRole::SupportAstronomer;
    astronomer.email = u"ana@observatory.example"_s;
    Facility facility;
    facility.timezone = u"Pacific/Honolulu"_s;
    facility.people = {assistant, astronomer};
    facility.rooms = {{u"[Night room]"_s, u"https://meet.example/night"_s, {}}};
    desk.setFacility(facility);
}

std::unique_ptr<QWidget> people()
{
    auto *desk = new SupportDesk;
    staff(*desk);
    auto dialog = std::make_unique<SupportContactsDialog>(desk, QTimeZone("Europe/Madrid"));
    desk->setParent(dialog.get());
    return dialog;
}

std::unique_ptr<QWidget> screens()
{
    auto dialog = std::make_unique<ScreensDialog>(u"[Hilo]"_s, QStringList{u"left"_s, u"centre"_s, u"right"_s}, InstrumentProfile());
    dialog->setMonitors({{{u"DP-1"_s, {}, u"U2412M"_s, {}}, QRect(0, 0, 1920, 1080), QSize(1920, 1080)},
                         {{u"DP-2"_s, {}, {}, {}}, QRect(1920, 0, 1920, 1080), QSize(1920, 1080)}});
    return dialog;
}

std::unique_ptr<QWidget> hostKey()
{
    HostKeyQuestion question;
    question.id = 7;
    question.host = u"[lris.summit.example]:2222"_s;
    question.keyType = u"ED25519"_s;
    question.fingerprint = u"SHA256:abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG"_s;
    question.randomArt = u"+--[ED25519]--+\n|  .o+  .x    |\n|   =+o .     |\n|  . Xo= .    |\n+----[SHA256]-+"_s;
    question.note = u"[Another type of key is known for this host.]"_s;
    return std::make_unique<HostKeyDialog>(question);
}

std::unique_ptr<QWidget> site()
{
    SiteDialog::Question question;
    question.facility = u"[Observatory]"_s;
    question.sites = {{u"hilo"_s, u"[Hilo]"_s, {u"only"_s}}, {u"santa-cruz"_s, u"[Santa Cruz]"_s, {u"left"_s, u"right"_s}}};
    question.formerlyConfiguredSiteId = u"waimea"_s;
    return std::make_unique<SiteDialog>(question);
}

std::unique_ptr<QWidget> offer()
{
    auto offer = std::make_unique<ResumeOffer>();
    offer->showOffer({{{u"[LRIS]"_s, u"lris1"_s}, {u"[ESI]"_s, {}}}, 3, QDateTime::currentDateTimeUtc(), QTimeZone("Pacific/Honolulu")});
    return offer;
}

DesktopCommand view()
{
    DesktopCommand command;
    command.typedAddress = u"[127.0.0.1:1]"_s;
    command.address = TcpAddress{u"127.0.0.1"_s, 1};
    return command;
}
}

Gallery::Gallery()
    : m_isOpen(m_directory.isValid() && QDir(m_directory.path()).mkdir(u"profiles"_s) && write(u"facility.toml"_s, facilityText)
               && write(u"profiles/lris.toml"_s, profileText) && write(u"profiles/esi.toml"_s, brokenText))
{
}

bool Gallery::isOpen() const
{
    return m_isOpen;
}

bool Gallery::write(const QString &path, const QByteArray &text) const
{
    QFile file(m_directory.filePath(path));
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}

namespace
{
std::unique_ptr<QWidget> program()
{
    AppRequest order;
    order.spec.id = u"ds9"_s;
    order.spec.title = u"[Image display]"_s;
    order.spec.command = {u"ds9"_s};
    auto *link = new Link(LinkTarget{});
    auto *session = new AppSession(order, nullptr, link);
    auto window = std::make_unique<ProgramWindow>(session);
    session->setParent(window.get()); // they go with it, in this order
    link->setParent(window.get());
    return window;
}
}

namespace
{
struct Shown {
    Link *link;
    DesktopSession *session;
};

Shown shownDesktop()
{
    LinkTarget target;
    target.spec.host = u"[summit]"_s;
    auto *link = new Link(target);
    DesktopSpec spec;
    spec.id = u"control0"_s;
    spec.title = u"[Control 0]"_s;
    return {link, new DesktopSession(spec, link)};
}

std::unique_ptr<QWidget> figuresOverlay()
{
    const Shown shown = shownDesktop();
    auto view = std::make_unique<RemoteView>(shown.session);
    view->setFiguresShown(true);
    shown.session->setParent(view.get()); // they go with it, in this order
    shown.link->setParent(view.get());
    return view;
}

std::unique_ptr<QWidget> figuresPopup()
{
    const Shown shown = shownDesktop();
    auto popup = std::make_unique<FiguresPopup>(shown.link, shown.session, nullptr);
    popup->setAttribute(Qt::WA_DeleteOnClose, false);
    shown.session->setParent(popup.get()); // they go with it, in this order
    shown.link->setParent(popup.get());
    return popup;
}

std::unique_ptr<QWidget> traffic()
{
    const auto log = std::make_shared<XTraceLog>(XTraceTitle{.program = "[ds9]", .display = "[lris/ds9]", .topology = "x11", .host = "[summit]"});
    auto window = std::make_unique<TrafficWindow>(
        [log] {
            return QList<TrafficSource>{{.id = u"run:ds9"_s, .label = u"[Image display]"_s, .log = log, .file = {}, .currentLinkFigures = {}}};
        },
        TrafficWindow::AppFiguresQuery());
    XTraceBuilder builder(100'000);
    builder.mark(0, 100'000, 0).connect().ask(16).ask(14).say(72, 50'000, 3).error(3, 2).event(12);
    XTrace trace = builder.build();
    trace.title = log->snapshot().title;
    window->view()->setTrace(trace);
    window->view()->compareWith(trace);
    return window;
}
}

QList<Gallery::Exhibit> Gallery::exhibits()
{
    return QList<Exhibit>{
               {u"trust, the first time"_s,
                [] {
                    return std::make_unique<TrustDialog>(trustQuestion(false));
                }},
               {u"trust, again"_s,
                [] {
                    return std::make_unique<TrustDialog>(trustQuestion(true));
                }},
               {u"unconfined programs"_s,
                [] {
                    return std::make_unique<UnconfinedProgramsDialog>(u"[LRIS]"_s, QStringList{u"[Image display]"_s, u"[Telescope log]"_s});
                }},
               {u"account, any"_s,
                [] {
                    return std::make_unique<AccountDialog>(AccountDialog::Question{u"[LRIS]"_s, {}, u"lris1"_s});
                }},
               {u"account, of a list"_s,
                [] {
                    return std::make_unique<AccountDialog>(AccountDialog::Question{u"[LRIS]"_s, {u"obs1"_s, u"obs2"_s}, {}});
                }},
               {u"host key"_s, &hostKey},
               {u"password"_s,
                [] {
                    return std::make_unique<SecretDialog>(secretQuestion());
                }},
               {u"people"_s, &people},
               {u"screens"_s, &screens},
               {u"site"_s, &site},
               {u"welcome"_s,
                [] {
                    auto page = std::make_unique<WelcomePage>();
                    page->setWindowTitle(u"[Nightdesk]"_s);
                    return page;
                }},
               {u"new facility"_s,
                [] {
                    return std::make_unique<NewFacilityDialog>(QStringList{u"[left]"_s});
                }},
               {u"one desktop"_s,
                [] {
                    return std::make_unique<DesktopAddressDialog>();
                }},
               {u"editor"_s,
                [] {
                    return std::make_unique<EditorDialog>(true, u"kate"_s);
                }},
               {u"add a desktop"_s,
                [] {
                    return std::make_unique<AdditionDialog>(TomlAddition::Kind::Desktop, Draft(), QString());
                }},
               {u"add a program"_s,
                [] {
                    return std::make_unique<AdditionDialog>(TomlAddition::Kind::Program, Draft(), QString());
                }},
               {u"add a site"_s,
                [] {
                    return std::make_unique<AdditionDialog>(TomlAddition::Kind::Site, Draft(), QString());
                }},
               {u"new profile"_s,
                [] {
                    return std::make_unique<NewProfileDialog>();
                }},
               {u"what saving changes"_s, &effects},
               {u"profile editor"_s, &profileEditor},
               {u"screens and values"_s, &screensAndValues},
               {u"offer to resume"_s, &offer},
               {u"one desktop"_s,
                [] {
                    return std::make_unique<OneDesktopWindow>(view());
                }},
               {u"a program"_s, &program},
               {u"X traffic"_s, &traffic},
               {u"live figures"_s, &figuresOverlay},
               {u"figures by layer"_s, &figuresPopup},
           }
    + BoardGallery::exhibits();
}

std::unique_ptr<MainWindow> Gallery::mainWindow() const
{
    auto window = std::make_unique<MainWindow>(m_directory.path(), u"hilo"_s);
    window->setAttribute(Qt::WA_DeleteOnClose, false);
    auto *picker = window->findChild<InstrumentPicker *>();
    window->show();
    window->features()->offerToResume(false);
    window->connectWhenFacilityIsRead(u"lris"_s);
    // It asks whether what the profile runs is agreed to, once.
    const bool isThere = QTest::qWaitFor(
        [&] {
            for (QWidget *widget : QApplication::topLevelWidgets()) {
                if (auto *trust = qobject_cast<TrustDialog *>(widget); trust && trust->isVisible()) {
                    for (QPushButton *button : trust->findChildren<QPushButton *>()) {
                        if (!button->autoDefault()) { // the other one is the way out
                            button->click();
                        }
                    }
                }
            }
            return picker->chosenProfile() && !window->findChildren<LinkStatusPanel *>().isEmpty();
        },
        30000);
    if (!isThere) {
        return nullptr;
    }
    window->findChild<MessageBar *>()->showError(u"[The host refuses connections from this address for a while.]"_s);
    auto *message = window->findChild<MessageBar *>();
    auto *strip = window->findChildren<LinkStatusPanel *>().constFirst();
    strip->addQuestion(new QuestionBar(secretQuestion(), u"Ctrl+L"_s));
    const bool hasUnfolded = Test::waitFor([message] {
        return !message->isShowAnimationRunning();
    });
    return hasUnfolded ? std::move(window) : nullptr;
}

QStringList Gallery::pages(const MainWindow &window)
{
    QStringList result;
    for (const QAction *action : window.actionCollection()->actions()) {
        // Diagnostics is a window of its own: diagnosticsviewtest looks at it.
        if (action->objectName() != "view_diagnostics"_L1 && action->objectName().startsWith("view_"_L1) && action->isEnabled()
            && action->shortcut().toString().startsWith("Alt+"_L1)) {
            result.append(action->objectName());
        }
    }
    return result;
}

void Gallery::showPage(MainWindow &window, const QString &name)
{
    window.actionCollection()->action(name)->trigger();
}
}
