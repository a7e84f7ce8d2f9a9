// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/profileeditor/profileeditor.h"

#include "widgets/facility/problemview.h"
#include "widgets/profileeditor/completionmodel.h"
#include "widgets/profileeditor/textmarks.h"

#include <KActionCollection>
#include <KLocalizedString>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/Theme>
#include <KTextEditor/Document>
#include <KTextEditor/Editor>
#include <KTextEditor/View>

#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

ProfileEditor::ProfileEditor(QWidget *parent)
    : QWidget(parent)
    , m_document(KTextEditor::Editor::instance()->createDocument(this))
    , m_textView(m_document->createView(this))
    , m_problemView(new ProblemView(this))
    , m_stateLabel(new QLabel(this))
    , m_errorFixAction(new QAction(QIcon::fromTheme(u"tools-wizard"_s), i18nc("@action:button put the word that was meant", "Fix"), this))
    , m_editingHelp(TableId::Profile, {})
{
    m_document->setHighlightingMode(u"TOML"_s);
    m_textView->setConfigValue(u"line-numbers"_s, true);
    m_textView->setConfigValue(u"icon-bar"_s, true);
    m_textView->setConfigValue(u"dynamic-word-wrap"_s, true);
    m_textView->setAccessibleName(i18nc("@label of a text editor", "Text of the profile"));
    m_textView->setAutomaticInvocationEnabled(true);
    m_textView->setStatusBarEnabled(false); // KTextEditor's status bar offers modes and encodings, but profiles are always UTF-8 without tabs
    updateEditorTheme();
    m_problemView->setAccessibleName(i18nc("@label of a list", "Problems in this file"));
    m_stateLabel->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_stateLabel->setWordWrap(true);
    m_stateLabel->setContentsMargins(6, 2, 6, 2);
    m_errorFixAction->setShortcut(Qt::ALT | Qt::Key_Return);
    m_errorFixAction->setEnabled(false);
    addAction(m_errorFixAction);

    auto *splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(m_textView);
    splitter->addWidget(m_problemView);
    splitter->setStretchFactor(0, 4);
    splitter->setStretchFactor(1, 1);
    splitter->setCollapsible(0, false);
    splitter->setSizes({fontMetrics().lineSpacing() * 30, fontMetrics().lineSpacing() * 7});
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(splitter, 1);
    layout->addWidget(m_stateLabel);
    setFocusProxy(m_textView);
    QWidget::setTabOrder(m_textView, m_problemView);

    m_problemMarks = std::make_unique<ProblemMarks>(m_textView, [this](KTextEditor::Cursor cursor) {
        return m_editingHelp.explanation(text(), offsetOf(cursor));
    });
    m_textView->registerCompletionModel(new CompletionModel(
        [this](KTextEditor::Cursor cursor) {
            const EditingHelp::Proposals proposals = m_editingHelp.proposals(text(), offsetOf(cursor));
            return CompletionModel::CompletionProposals{.range = {cursorOf(proposals.begin), cursorOf(proposals.end)}, .list = proposals.list};
        },
        this));

    // The document has no file, so its own save actions would ask for a file name: the owner of this widget saves.
    KActionCollection *actions = m_textView->actionCollection();
    for (const QString &name : {u"file_save"_s, u"file_save_as"_s, u"file_save_as_with_encoding"_s, u"file_save_copy_as"_s, u"file_reload"_s}) {
        if (QAction *action = actions->action(name)) {
            action->disconnect();
            action->setShortcuts({});
            action->setEnabled(false);
        }
    }
    connect(m_document, &KTextEditor::Document::textChanged, this, &ProfileEditor::updateModified);
    connect(m_document, &KTextEditor::Document::textChanged, this, &ProfileEditor::textEdited);
    connect(undoAction(), &QAction::enabledChanged, this, &ProfileEditor::disableUndoAtLoadedText);
    connect(m_document, &KTextEditor::Document::textChanged, this, &ProfileEditor::disableUndoAtLoadedText, Qt::QueuedConnection);
    connect(m_textView, &KTextEditor::View::cursorPositionChanged, this, &ProfileEditor::findErrorFixNearCursor);
    connect(m_errorFixAction, &QAction::triggered, this, &ProfileEditor::applyErrorFixNearCursor);
    connect(m_problemView, &ProblemView::openFileRequested, this, [this](const SourcePlace &place) {
        if (place.file == m_profileFile) {
            goTo(place.line, place.column);
        } else {
            Q_EMIT openFileRequested(place);
        }
    });
}

ProfileEditor::~ProfileEditor()
{
    // KTextEditor requires that its objects are destroyed in this order: the ranges that mark problems, the view, the document.
    m_problemMarks.reset();
    m_textView->disconnect(this);
    m_document->disconnect(this);
    delete m_textView;
    delete m_document;
}

void ProfileEditor::setText(const QString &text)
{
    const KTextEditor::Cursor cursor = m_textView->cursorPosition();
    m_document->setReadWrite(true);
    m_savedText = text;
    m_document->setText(text);
    m_loadedText = text;
    disableUndoAtLoadedText();
    updateModified();
    m_textView->setCursorPosition(cursor);
}

QString ProfileEditor::text() const
{
    return m_document->text();
}

bool ProfileEditor::isModified() const
{
    return m_isModified;
}

void ProfileEditor::setSavedText(const QString &text)
{
    m_savedText = text;
    updateModified();
}

void ProfileEditor::updateModified()
{
    const bool isModified = text() != m_savedText;
    if (std::exchange(m_isModified, isModified) != isModified) {
        Q_EMIT modifiedChanged(isModified);
    }
}

void ProfileEditor::setWritable(bool isWritable)
{
    m_document->setReadWrite(isWritable);
}

void ProfileEditor::setEditingHelp(const EditingHelp &help)
{
    m_editingHelp = help;
}

void ProfileEditor::setProblems(const QString &directory, const QString &file, const QList<ProfileError> &here, const QList<ProfileError> &elsewhere)
{
    m_profileFile = file;
    m_fileProblems = here;
    m_problemMarks->setProblems(here);
    m_problemView->setProblems(directory, here + elsewhere);
    const auto count = [](const QList<ProfileError> &list, Severity severity) {
        return static_cast<int>(std::ranges::count(list, severity, &ProfileError::severity));
    };
    const int errors = count(here, Severity::Error);
    const int warnings = count(here, Severity::Warning);
    QStringList parts;
    if (errors > 0) {
        parts.append(i18ncp("@info", "1 error.", "%1 errors.", errors));
    }
    if (warnings > 0) {
        parts.append(i18ncp("@info", "1 warning.", "%1 warnings.", warnings));
    }
    if (parts.isEmpty()) {
        parts.append(i18nc("@info of a profile", "No problems found."));
    }
    if (errors > 0) {
        parts.append(i18nc("@info of a profile with errors", "If you save it so, observers keep the last valid version."));
    }
    if (!elsewhere.isEmpty()) {
        parts.append(
            i18ncp("@info", "Saving causes 1 problem in other files.", "Saving causes %1 problems in other files.", static_cast<int>(elsewhere.size())));
    }
    m_stateLabel->setText(parts.join(u' '));
    m_problemView->setVisible(!here.isEmpty() || !elsewhere.isEmpty());
    findErrorFixNearCursor();
}

void ProfileEditor::goTo(int line, int column)
{
    m_textView->setCursorPosition(m_problemMarks->rangeOf({.file = {}, .line = line, .column = column}).start());
    m_textView->setFocus();
}

void ProfileEditor::insertAddition(const TomlAddition &addition)
{
    {
        KTextEditor::Document::EditingTransaction oneStep(m_document);
        for (qsizetype i = addition.insertions().size(); i-- > 0;) {
            const TomlAddition::Insertion &insertion = addition.insertions()[i];
            m_document->insertText(cursorOf(insertion.offset), insertion.text);
        }
    }
    goTo(addition.firstAddedLine(), 1);
}

QAction *ProfileEditor::undoAction() const
{
    return m_textView->actionCollection()->action(u"edit_undo"_s);
}

QAction *ProfileEditor::redoAction() const
{
    return m_textView->actionCollection()->action(u"edit_redo"_s);
}

QAction *ProfileEditor::findInTextAction() const
{
    return m_textView->actionCollection()->action(u"edit_find"_s);
}

QAction *ProfileEditor::errorFixAction() const
{
    return m_errorFixAction;
}

void ProfileEditor::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange) {
        updateEditorTheme();
    }
    QWidget::changeEvent(event);
}

void ProfileEditor::updateEditorTheme()
{
    const bool isRed = qApp->property("KDE_COLOR_SCHEME_PATH").toString().endsWith("/NightdeskRed.colors"_L1);
    if (isRed || m_hasRedTheme) {
        m_textView->setConfigValue(u"theme"_s, isRed ? u"Nightdesk Red"_s : KTextEditor::Editor::instance()->repository().themeForPalette(palette()).name());
    }
    m_hasRedTheme = isRed;
}

qsizetype ProfileEditor::offsetOf(KTextEditor::Cursor cursor) const
{
    return m_document->cursorToOffset(cursor);
}

KTextEditor::Cursor ProfileEditor::cursorOf(qsizetype offset) const
{
    return m_document->offsetToCursor(static_cast<int>(offset));
}

void ProfileEditor::disableUndoAtLoadedText()
{
    if (undoAction()->isEnabled() && text() == m_loadedText) {
        undoAction()->setEnabled(false);
    }
}

void ProfileEditor::findErrorFixNearCursor()
{
    m_errorFixNearCursor.reset();
    const QString text = this->text();
    const KTextEditor::Cursor cursor = m_textView->cursorPosition();
    const auto distance = [&cursor](const KTextEditor::Range &range) {
        return range.contains(cursor) || range.end() == cursor ? 0 : 1;
    };
    int nearest = 2;
    for (const ProfileError &problem : std::as_const(m_fileProblems)) {
        const KTextEditor::Range range = m_problemMarks->rangeOf(problem.place);
        if (problem.place.line - 1 != cursor.line() || distance(range) >= nearest) {
            continue;
        }
        if (auto suggestedFix = m_editingHelp.suggestedFix(text, offsetOf(range.start()))) {
            nearest = distance(range);
            m_errorFixNearCursor = std::move(suggestedFix);
        }
    }
    m_errorFixAction->setEnabled(m_errorFixNearCursor.has_value());
    m_errorFixAction->setText(m_errorFixNearCursor
                                  ? i18nc("@action:button put the word that was meant; %1: the word", "Change to “%1”", m_errorFixNearCursor->text)
                                  : i18nc("@action:button put the word that was meant", "Fix"));
}

void ProfileEditor::applyErrorFixNearCursor()
{
    if (m_errorFixNearCursor) {
        applyChange(TextChange(*m_errorFixNearCursor)); // a copy, because applying the change resets m_errorFixNearCursor
    }
}

void ProfileEditor::applyChange(const TextChange &change)
{
    m_document->replaceText({cursorOf(change.begin), cursorOf(change.end)}, change.text);
}
}
