// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/profileeditor/additiondialog.h"

#include "sessions/common/backgroundjobs.h"
#include "sessions/profiles/toml/tomltext.h"
#include "widgets/common/plainlabel.h"
#include "widgets/profileeditor/desktopfinder.h"
#include "widgets/wording/topologywording.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;
using enum TomlAddition::Field;

namespace
{
struct KindTexts {
    QString title; ///< title of the window, and text of its button
    QString explanation;
};

KindTexts textsForKind(TomlAddition::Kind kind)
{
    switch (kind) {
    case TomlAddition::Kind::Desktop:
        return {i18nc("@title:window of a form, and its button", "Add Desktop"),
                i18nc("@info", "A VNC desktop that runs on a host of the instrument. Several observers can use it at the same time.")};
    case TomlAddition::Kind::Program:
        return {i18nc("@title:window of a form, and its button", "Add Program"),
                i18nc("@info", "An X program that Nightdesk starts on a host of the instrument.")};
    case TomlAddition::Kind::Site:
        return {i18nc("@title:window of a form, and its button", "Add Site"),
                i18nc("@info", "A place from which people observe. Workstations choose their site from this list.")};
    }
    return {};
}
}

AdditionDialog::AdditionDialog(TomlAddition::Kind kind, const Draft &draft, const QString &text, QWidget *parent)
    : QDialog(parent)
    , m_kind(kind)
    , m_profileText(text)
    , m_namesInUse(draft.namesInUse(text.toUtf8()))
    , m_otherProblemsLabel(PlainLabel::createWrapped())
{
    const auto [title, explanation] = textsForKind(kind);
    setWindowTitle(title);
    auto *column = new QVBoxLayout(this);
    column->addWidget(PlainLabel::createWrapped(explanation));
    m_formLayout = new QFormLayout;
    m_formLayout->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    addFields(m_formLayout);
    if (kind == TomlAddition::Kind::Desktop) {
        addDesktopFinder(m_formLayout, draft);
    }
    column->addLayout(m_formLayout);
    m_otherProblemsLabel->hide();
    column->addWidget(m_otherProblemsLabel);
    column->addStretch(1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_addButton = buttons->addButton(title, QDialogButtonBox::AcceptRole);
    m_addButton->setIcon(QIcon::fromTheme(u"list-add"_s));
    m_addButton->setEnabled(false);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    setMinimumWidth(fontMetrics().averageCharWidth() * 70);

    connect(&m_draftChecker, &DraftChecker::checked, this, &AdditionDialog::showVerdict);
    m_draftChecker.setDraft(draft);
    m_draftChecker.check(text.toUtf8()); // checks the text without the addition first, to know which problems it has already
    checkAddition();
}

void AdditionDialog::addFields(QFormLayout *form)
{
    if (m_kind == TomlAddition::Kind::Site) {
        addRow(form, Name, i18nc("@label:textbox of a site", "Name:"), makeLineEdit(i18nc("@info:placeholder of a site's name", "Headquarters")));
        addRow(form, Id, i18nc("@label:textbox an id", "Short name:"), makeLineEdit());
        auto *screens = makeLineEdit();
        screens->setText(u"left, right"_s); // untranslated: names in the profile, as in the examples
        addRow(form, Screens, i18nc("@label:textbox names of screens", "Screens from left to right:"), screens);
        return;
    }
    const bool isDesktop = m_kind == TomlAddition::Kind::Desktop;
    addRow(form,
           Name,
           i18nc("@label:textbox of a display", "Title:"),
           makeLineEdit(isDesktop ? i18nc("@info:placeholder of a desktop's title", "Instrument control")
                                  : i18nc("@info:placeholder of a program's title", "Image display")));
    addRow(form, Id, i18nc("@label:textbox an id", "Short name:"), makeLineEdit());
    addRow(form, Host, i18nc("@label:listbox", "Host:"), makeHostBox());
    addRow(form,
           User,
           i18nc("@label:textbox of an ssh login", "Account:"),
           makeLineEdit(i18nc("@info:placeholder of an ssh login's account", "as in the ssh configuration")));
    if (isDesktop) {
        addRow(form, Display, i18nc("@label:textbox of a VNC desktop", "Display or port:"), makeLineEdit(u":1"_s));
    } else {
        addRow(form, Command, i18nc("@label:textbox", "Command:"), makeLineEdit(u"ds9 -title Guider"_s));
        QComboBox *box = makeChoiceBox({});
        for (const Topology topology : {Topology::X11, Topology::VncApp, Topology::VncAtSummit}) {
            box->addItem(TopologyWording::name(topology), topology == Topology::X11 ? QString() : topologyWord(topology));
            box->setItemData(box->count() - 1, TopologyWording::tip(topology), Qt::ToolTipRole);
        }
        addRow(form, DisplayMode, i18nc("@label:listbox how an X program is shown", "Display mode:"), box);
    }
    addRow(form, Screen, i18nc("@label:listbox", "Screen:"), makeScreenBox());
    if (isDesktop) {
        addRow(form,
               Input,
               i18nc("@label:listbox of a desktop", "Keyboard and mouse:"),
               makeChoiceBox({{i18nc("@item:inlistbox of a desktop's keyboard and mouse", "All observers can use them"), {}},
                              {i18nc("@item:inlistbox of a desktop's keyboard and mouse", "View-only"), u"view-only"_s}}));
    }
}

/// Adds the finder below the field that it fills.
void AdditionDialog::addDesktopFinder(QFormLayout *form, const Draft &draft)
{
    m_desktopFinder = new DesktopFinder;
    int row = 0;
    QFormLayout::ItemRole role = QFormLayout::FieldRole;
    form->getWidgetPosition(m_fieldRows[Display].inputWidget->parentWidget(), &row, &role);
    form->insertRow(row + 1, static_cast<QWidget *>(nullptr), m_desktopFinder);
    connect(m_desktopFinder, &DesktopFinder::messageHeightChanged, this, &AdditionDialog::growToContent);
    connect(m_desktopFinder, &DesktopFinder::desktopChosen, this, [this](const QString &address, const QString &title) {
        qobject_cast<QLineEdit *>(m_fieldRows[Display].inputWidget)->setText(address);
        m_editedFields.insert(Display);
        if (!title.isEmpty() && !m_editedFields.contains(Name)) {
            qobject_cast<QLineEdit *>(m_fieldRows[Name].inputWidget)->setText(title);
            proposeId();
        }
        checkAddition();
    });
    // Adds a desktop for each connection to a copy of the text: a facility's connection is part of a profile only if a
    // display uses it.
    QString text = m_profileText;
    int number = 0;
    for (const QString &connection : TomlAddition::connectionIds(m_profileText, m_namesInUse)) {
        const QString link = TomlText::quotedString(connection);
        text += u"\n[[desktop]]\nid = \"search-%1\"\nlink = %2\ndisplay = \":%1\"\n"_s.arg(QString::number(++number), link);
    }
    BackgroundJobs::shared().run(
        [draft, text = text.toUtf8()] {
            return draft.effect(text, {}).profile.links;
        },
        this,
        [this](const QList<LinkSpec> &links) {
            m_definedLinks = links;
            m_desktopFinder->setLink(linkToTypedHost());
        });
}

std::optional<LinkSpec> AdditionDialog::linkToTypedHost() const
{
    const QString host = typedText(Host).trimmed();
    if (host.isEmpty() || !m_definedLinks) {
        return std::nullopt;
    }
    const auto known = std::ranges::find(*m_definedLinks, host, &LinkSpec::id);
    LinkSpec link = known == m_definedLinks->end() ? LinkSpec{} : *known;
    if (known == m_definedLinks->end()) {
        if (TomlAddition::connectionIds(m_profileText, m_namesInUse).contains(host)) {
            return std::nullopt; // the definition of that connection has errors
        }
        link.host = host;
        link.user = typedText(User).trimmed();
    }
    // the account is a placeholder for an observer's account, which is not chosen in this dialog
    if (link.user.contains(u'{')) {
        link.user.clear();
    }
    return link;
}

void AdditionDialog::addRow(QFormLayout *form, TomlAddition::Field field, const QString &label, QWidget *edit)
{
    auto *cell = new QWidget;
    auto *column = new QVBoxLayout(cell);
    column->setContentsMargins({});
    column->setSpacing(2);
    QLabel *message = PlainLabel::createWrapped();
    message->hide();
    column->addWidget(edit);
    column->addWidget(message);
    auto *name = new QLabel(label);
    name->setBuddy(edit);
    edit->setAccessibleName(QString(label).remove(u':'));
    form->addRow(name, cell);
    m_fieldRows.insert(field, {.inputWidget = edit, .message = message, .problems = {}});
    const auto typedIn = [this, field] {
        if (field == Name) {
            proposeId();
        }
        m_editedFields.insert(field);
        checkAddition();
    };
    if (auto *box = qobject_cast<QComboBox *>(edit)) {
        connect(box, &QComboBox::currentTextChanged, this, typedIn);
    } else if (auto *text = qobject_cast<QLineEdit *>(edit)) {
        connect(text, &QLineEdit::textEdited, this, typedIn);
    }
}

QLineEdit *AdditionDialog::makeLineEdit(const QString &example)
{
    auto *edit = new QLineEdit;
    edit->setPlaceholderText(example);
    return edit;
}

QComboBox *AdditionDialog::makeHostBox()
{
    auto *box = new QComboBox;
    box->setEditable(true);
    box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    box->setInsertPolicy(QComboBox::NoInsert);
    for (const QString &connection : TomlAddition::connectionIds(m_profileText, m_namesInUse)) {
        box->addItem(QIcon::fromTheme(u"network-connect"_s), connection);
        box->setItemData(box->count() - 1, i18nc("@info:tooltip of a host in a list", "A connection that this file can use already"), Qt::ToolTipRole);
    }
    for (const QString &host : m_namesInUse.hosts) {
        if (box->findText(host, Qt::MatchExactly | Qt::MatchCaseSensitive) < 0) {
            box->addItem(QIcon::fromTheme(u"network-server"_s), host);
            box->setItemData(box->count() - 1, i18nc("@info:tooltip of a host in a list", "A host of your ssh configuration"), Qt::ToolTipRole);
        }
    }
    if (box->count() == 0) {
        box->setCurrentText({});
    }
    box->lineEdit()->setPlaceholderText(u"lris.summit.example"_s);
    return box;
}

QComboBox *AdditionDialog::makeScreenBox()
{
    QList<std::pair<QString, QString>> values{{i18nc("@item:inlistbox a screen", "First screen of each site"), {}}};
    for (const QString &screen : m_namesInUse.screens) {
        values.append({screen, screen});
    }
    return makeChoiceBox(values);
}

QComboBox *AdditionDialog::makeChoiceBox(const QList<std::pair<QString, QString>> &values)
{
    auto *box = new QComboBox;
    box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    for (const auto &[words, value] : values) {
        box->addItem(words, value);
    }
    return box;
}

QString AdditionDialog::typedText(TomlAddition::Field field) const
{
    QWidget *edit = m_fieldRows.value(field).inputWidget;
    if (const auto *box = qobject_cast<QComboBox *>(edit)) {
        return box->currentText();
    }
    const auto *text = qobject_cast<QLineEdit *>(edit);
    return text ? text->text() : QString();
}

QString AdditionDialog::chosenValue(TomlAddition::Field field) const
{
    const auto *box = qobject_cast<QComboBox *>(m_fieldRows.value(field).inputWidget);
    return box ? box->currentData().toString() : QString();
}

TomlAddition AdditionDialog::additionTo(const QString &text) const
{
    const TomlAddition::Answers answers{.name = typedText(Name),
                                        .id = typedText(Id).trimmed(),
                                        .host = typedText(Host),
                                        .user = typedText(User),
                                        .displayNumberOrPort = typedText(Display),
                                        .command = typedText(Command),
                                        .screen = chosenValue(Screen),
                                        .screens = typedText(Screens),
                                        .displayMode = chosenValue(DisplayMode),
                                        .inputPolicy = chosenValue(Input)};
    return {m_kind, answers, text, m_namesInUse};
}

/// Proposes an id from the other fields, until the user types one.
void AdditionDialog::proposeId()
{
    if (!m_editedFields.contains(Id)) {
        qobject_cast<QLineEdit *>(m_fieldRows[Id].inputWidget)->setText(TomlAddition::unusedId(m_kind, typedText(Name), m_profileText, m_namesInUse));
    }
}

void AdditionDialog::checkAddition()
{
    m_isAdditionValid = false;
    m_addButton->setEnabled(false);
    const TomlAddition addition = additionTo(m_profileText);
    if (m_fieldRows.contains(User)) {
        m_formLayout->setRowVisible(m_fieldRows[User].inputWidget->parentWidget(), addition.addsConnection());
    }
    if (m_desktopFinder) {
        m_desktopFinder->setLink(linkToTypedHost());
    }
    if (m_existingProblems) {
        m_draftChecker.check(addition.textWithInsertions().toUtf8());
    }
}

void AdditionDialog::showVerdict(const Draft::Verdict &verdict)
{
    const QList<ProfileError> all = verdict.problemsInFile + verdict.problemsInOtherFiles;
    if (!m_existingProblems) {
        m_existingProblems.emplace();
        for (const ProfileError &problem : all) {
            m_existingProblems->insert(problem.message);
        }
        checkAddition();
        return;
    }
    const TomlAddition addition = additionTo(m_profileText);
    for (Row &row : m_fieldRows) {
        row.problems.clear();
    }
    m_isAdditionValid = addition.commandError().isEmpty();
    if (!m_isAdditionValid) {
        m_fieldRows[Command].problems.append(addition.commandError());
    }
    QStringList rest;
    for (const ProfileError &problem : all) {
        const bool isHere = verdict.problemsInFile.contains(problem) && addition.isAddedLine(problem.place.line);
        if (!isHere && m_existingProblems->contains(problem.message)) {
            continue;
        }
        m_isAdditionValid = m_isAdditionValid && problem.severity != Severity::Error;
        const std::optional<TomlAddition::Field> field = isHere ? addition.fieldOfLine(problem.place.line) : std::nullopt;
        QStringList &list = field && m_fieldRows.contains(*field) ? m_fieldRows[*field].problems : rest;
        if (!list.contains(problem.message)) {
            list.append(problem.message);
        }
    }
    m_otherProblemsLabel->setText(rest.join(u'\n'));
    m_otherProblemsLabel->setVisible(!rest.isEmpty());
    m_addButton->setEnabled(m_isAdditionValid);
    showProblems();
}

void AdditionDialog::showProblems()
{
    for (auto row = m_fieldRows.begin(); row != m_fieldRows.end(); ++row) {
        const bool isSaid = m_editedFields.contains(row.key()) && !row->problems.isEmpty();
        QPalette colors = palette();
        colors.setColor(QPalette::WindowText, Wording::color(Wording::StatusTone::Bad));
        row->message->setPalette(colors);
        row->message->setText(isSaid ? row->problems.join(u'\n') : QString());
        row->message->setVisible(isSaid);
        row->inputWidget->setAccessibleDescription(row->message->text());
    }
    growToContent();
}

void AdditionDialog::growToContent()
{
    if (!isVisible()) {
        return; // the dialog is not shown yet: it will appear with the size that its content needs
    }
    layout()->activate();
    if (const int needed = layout()->totalHeightForWidth(width()); needed > height()) {
        resize(width(), needed); // messages must not be cut off
    }
}
}
