// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/profileeditor/profilewindow.h"

#include "sessions/common/backgroundjobs.h"
#include "sessions/common/overloaded.h"
#include "widgets/common/firstplace.h"
#include "widgets/profileeditor/affectedprofilescheck.h"
#include "widgets/profileeditor/differencedialog.h"
#include "widgets/profileeditor/effectdock.h"
#include "widgets/profileeditor/profileadditionmenu.h"
#include "widgets/profileeditor/profileeditor.h"

#include <KActionMenu>
#include <KLocalizedString>
#include <KMessageWidget>
#include <KStandardAction>

#include <QCloseEvent>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QToolBar>
#include <QVBoxLayout>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
constexpr std::chrono::milliseconds pauseInTyping{120};
constexpr std::chrono::seconds lookPause{2};
/// After this time, a message tells the user that the disk is slow, not the program.
constexpr std::chrono::seconds slowAfter{2};

/// The text of a file as the editor shows it.
QString editorText(const QByteArray &text)
{
    return QString::fromUtf8(text).replace("\r\n"_L1, "\n"_L1);
}
}

ProfileWindow::ProfileWindow(const QString &file, QWidget *parent)
    : QMainWindow(parent)
    , m_profilePath(file)
    , m_profileEditor(new ProfileEditor)
    , m_effectDock(new EffectDock(file, m_profileEditor, this))
    , m_messageWidget(new KMessageWidget)
    , m_saveAction(KStandardAction::save(this, &ProfileWindow::save, this))
    , m_showDifferenceAction(new QAction(i18nc("@action:button", "Show Differences"), this))
    , m_loadTheirsAction(new QAction(i18nc("@action:button load what somebody else saved", "Load Their Version"), this))
    , m_keepMineAction(new QAction(i18nc("@action:button the next save replaces what somebody else saved", "Keep My Version"), this))
    , m_saveCopyAction(new QAction(QIcon::fromTheme(u"document-save-as"_s), i18nc("@action", "Save a Copy…"), this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(u"ProfileWindow"_s);
    setWindowTitle(i18nc("@title:window %1: a file's name; keep [*]", "%1[*] – Profile Editor", QFileInfo(file).fileName()));
    setWindowFilePath(file);
    addActions();
    m_messageWidget->setCloseButtonVisible(true);
    m_messageWidget->setWordWrap(true);
    m_messageWidget->hide();
    auto *central = new QWidget;
    auto *column = new QVBoxLayout(central);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(m_messageWidget);
    column->addWidget(m_profileEditor, 1);
    setCentralWidget(central);
    m_profileEditor->setWritable(false);
    addDockWidget(Qt::RightDockWidgetArea, m_effectDock);
    m_profileEditor->setFocus();

    m_typingPauseTimer.setSingleShot(true);
    m_typingPauseTimer.setInterval(pauseInTyping);
    connect(&m_typingPauseTimer, &QTimer::timeout, this, [this] {
        m_draftChecker.check(editedBytes());
    });
    connect(m_profileEditor, &ProfileEditor::textEdited, &m_typingPauseTimer, qOverload<>(&QTimer::start));
    connect(m_profileEditor, &ProfileEditor::modifiedChanged, this, [this](bool isModified) {
        setWindowModified(isModified);
        m_saveAction->setEnabled(isModified);
    });
    connect(m_profileEditor, &ProfileEditor::openFileRequested, this, &ProfileWindow::openFileRequested);
    connect(m_effectDock, &EffectDock::goToRequested, this, [this](const SourcePlace &place) {
        place.file == m_profilePath ? m_profileEditor->goTo(place.line, place.column) : Q_EMIT openFileRequested(place);
    });
    connect(m_effectDock, &EffectDock::otherFileEditRequested, this, &ProfileWindow::otherFileEditRequested);
    connect(&m_draftChecker, &DraftChecker::checked, this, &ProfileWindow::showCheckResult);
    m_fileCheckTimer.setInterval(lookPause);
    connect(&m_fileCheckTimer, &QTimer::timeout, this, &ProfileWindow::checkForeignChange);
    m_slowJobTimer.setSingleShot(true);
    m_slowJobTimer.setInterval(slowAfter);
    connect(&m_slowJobTimer, &QTimer::timeout, this, [this] {
        showMessage(i18nc("@info %1: a file",
                          "The disk or network share of %1 is not responding. Your text is kept here; it is saved when the share responds.",
                          m_profilePath),
                    true);
    });
    m_draftChecker.readFacilityOf(file);
    loadFile();
    WindowPlacement::resize(this, QSize(fontMetrics().averageCharWidth() * 200, fontMetrics().lineSpacing() * 44));
    resizeDocks({m_effectDock}, {width() * 2 / 5}, Qt::Horizontal);
}

void ProfileWindow::addActions()
{
    m_saveAction->setEnabled(false);
    m_saveCopyAction->setEnabled(false);
    connect(m_saveCopyAction, &QAction::triggered, this, &ProfileWindow::saveCopy);
    connect(m_showDifferenceAction, &QAction::triggered, this, [this] {
        (new DifferenceDialog(m_profilePath, m_unapprovedForeignText.value_or(QByteArray()), editedBytes(), this))->open();
    });
    connect(m_loadTheirsAction, &QAction::triggered, this, [this] {
        m_messageWidget->animatedHide();
        loadFile();
    });
    connect(m_keepMineAction, &QAction::triggered, this, [this] {
        m_approvedForeignText = std::exchange(m_unapprovedForeignText, std::nullopt);
        m_profileEditor->setSavedText(editorText(m_approvedForeignText.value_or(QByteArray())));
        m_messageWidget->animatedHide();
    });
    QToolBar *bar = addToolBar(i18nc("@title:menu", "Profile Editor"));
    bar->setObjectName(u"profileEditorBar"_s);
    bar->setMovable(false);
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    for (QAction *action : {m_saveAction,
                            m_saveCopyAction,
                            m_profileEditor->undoAction(),
                            m_profileEditor->redoAction(),
                            m_profileEditor->findInTextAction(),
                            m_profileEditor->errorFixAction()}) {
        if (action) {
            bar->addAction(action);
        }
    }
    auto *all = new AffectedProfilesCheck(
        &m_draftChecker,
        [this] {
            return editedBytes();
        },
        this);
    connect(all, &AffectedProfilesCheck::saveRequested, this, &ProfileWindow::save);
    bar->addAction(all->action());
    bar->addAction((new ProfileAdditionMenu(m_profileEditor, &m_draftChecker, this))->menu());
    bar->addAction(m_effectDock->toggleViewAction());
}

const QString &ProfileWindow::file() const
{
    return m_profilePath;
}

ProfileEditor *ProfileWindow::editor() const
{
    return m_profileEditor;
}

void ProfileWindow::goTo(const SourcePlace &place)
{
    m_placeToShow = place;
    if (m_lastKnownFile && place.line > 0) {
        m_profileEditor->goTo(place.line, place.column);
    }
}

void ProfileWindow::editWhenRead(const EditTarget &target, const QString &value)
{
    if (!m_lastKnownFile) {
        m_requestedEdit = {target, value};
        return;
    }
    if (const auto change = DisplayEdits::changeAt(m_profileEditor->text(), target, value)) {
        m_profileEditor->applyChange(*change);
    }
    m_profileEditor->goTo(target.place.line, target.place.column);
}

void ProfileWindow::loadFile()
{
    handleJobEvent(FileJobEvent::Started);
    m_slowJobTimer.start();
    BackgroundJobs::shared().run(
        [file = m_profilePath] {
            return DraftFile::read(file);
        },
        this,
        [this, textBefore = m_profileEditor->text()](const std::expected<DraftFile, QString> &result) {
            if (!result) {
                showMessage(result.error(), true);
            } else if (m_lastKnownFile && m_profileEditor->text() != textBefore) {
                m_unapprovedForeignText = result->text(); // the user has typed while the file was read: this text must not be lost
                showForeignChange();
            } else if (!QString::fromUtf8(result->text()).toUtf8().startsWith(result->text())) {
                showMessage(i18nc("@info %1: a file", "%1 is not UTF-8 text and is not shown. Convert it with “iconv”, then open it again.", m_profilePath),
                            true);
            } else {
                showLoadedFile(*result);
            }
            fileJobEnded();
        });
}

void ProfileWindow::showLoadedFile(const DraftFile &file)
{
    m_lastKnownFile = file;
    m_unapprovedForeignText.reset();
    m_approvedForeignText.reset();
    m_profileEditor->setWritable(true);
    m_profileEditor->setText(editorText(file.text()));
    m_saveCopyAction->setEnabled(true);
    m_draftChecker.check(editedBytes());
    m_fileCheckTimer.start();
    goTo(m_placeToShow);
    if (const auto editWhenRead = std::exchange(m_requestedEdit, std::nullopt)) {
        this->editWhenRead(editWhenRead->first, editWhenRead->second);
    }
}

QByteArray ProfileWindow::editedBytes() const
{
    QString text = m_profileEditor->text();
    if (m_lastKnownFile && m_lastKnownFile->hasDosLineEnds()) {
        text.replace(u'\n', "\r\n"_L1);
    }
    return text.toUtf8();
}

void ProfileWindow::showCheckResult(const Draft::Verdict &verdict)
{
    m_profileEditor->setEditingHelp(m_draftChecker.draft().help(verdict.namesInUse));
    m_effectDock->setText(m_draftChecker.draft(), editedBytes());
    m_profileEditor->setProblems(m_draftChecker.draft().directory(), m_profilePath, verdict.problemsInFile, verdict.problemsInOtherFiles);
}

void ProfileWindow::save()
{
    if (m_unapprovedForeignText) {
        m_closesWhenSaved = false; // the window stays open: the user first chooses between the text here and the text that was changed on disk
        showForeignChange();
    } else if (m_lastKnownFile && m_jobState != FileJobState::Idle) {
        handleJobEvent(FileJobEvent::SaveRequested);
        m_slowJobTimer.start(); // if the current job only checks the file, it was started without this timer
    } else if (m_lastKnownFile) {
        write(*m_lastKnownFile);
    }
}

void ProfileWindow::handleJobEvent(FileJobEvent event)
{
    m_jobState = nextState(m_jobState, event).value_or(m_jobState);
}

void ProfileWindow::fileJobEnded()
{
    const bool isSaveNext = m_jobState == FileJobState::SavePending;
    handleJobEvent(FileJobEvent::Ended);
    m_slowJobTimer.stop();
    m_saveAction->setEnabled(m_profileEditor->isModified());
    if (isSaveNext) {
        save();
    }
}

void ProfileWindow::saveCopy()
{
    auto *dialog = new QFileDialog(this, i18nc("@title:window", "Save a Copy"), QDir::homePath());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(QFileInfo(m_profilePath).fileName());
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &chosen) {
        BackgroundJobs::shared().run(
            [chosen] {
                return QFileInfo::exists(chosen) ? DraftFile::read(chosen) : std::expected<DraftFile, QString>(DraftFile::newFile(chosen));
            },
            this,
            [this](const std::expected<DraftFile, QString> &target) {
                if (target) {
                    writeCopy(*target);
                } else {
                    showMessage(target.error(), true);
                }
            });
    });
    dialog->open();
}

void ProfileWindow::writeCopy(const DraftFile &target)
{
    BackgroundJobs::shared().run(
        [target, text = editedBytes()] {
            return target.write(text);
        },
        this,
        [this, target](const std::expected<DraftFile, DraftFile::Refusal> &result) {
            if (result) {
                showMessage(i18nc("@info %1: a file", "A copy was saved as %1.", result->file()), false);
            } else if (const auto *failed = std::get_if<DraftFile::SaveFailed>(&result.error())) {
                showMessage(failed->reason, true);
            } else {
                showMessage(
                    i18nc("@info %1: a file", "%1 was changed by another program at the same time and is not overwritten. Save the copy again.", target.file()),
                    true);
            }
        });
}

void ProfileWindow::write(const DraftFile &file)
{
    handleJobEvent(FileJobEvent::Started);
    m_saveAction->setEnabled(false);
    m_slowJobTimer.start();
    BackgroundJobs::shared().run(
        [file, text = editedBytes(), agreed = m_approvedForeignText] {
            return file.write(text, agreed);
        },
        this,
        [this](const std::expected<DraftFile, DraftFile::Refusal> &result) {
            if (!result) {
                m_closesWhenSaved = false;
                handleSaveRefusal(result.error());
                fileJobEnded();
                return;
            }
            m_lastKnownFile = *result;
            m_approvedForeignText.reset();
            // Only this text counts as saved: the user may have typed more meanwhile.
            m_profileEditor->setSavedText(editorText(result->text()));
            fileJobEnded();
            m_messageWidget->animatedHide();
            m_draftChecker.readFacilityOf(m_profilePath);
            if (std::exchange(m_closesWhenSaved, false)) {
                close();
            }
        });
}

void ProfileWindow::handleSaveRefusal(const DraftFile::Refusal &refusal)
{
    std::visit(Overloaded{
                   [this](const DraftFile::ChangedByOthers &changed) {
                       m_unapprovedForeignText = changed.text;
                       showForeignChange();
                   },
                   [this](const DraftFile::SaveFailed &failed) {
                       showMessage(failed.reason, true);
                       if (failed.isReadOnly) {
                           m_messageWidget->addAction(m_saveCopyAction);
                       }
                   },
               },
               refusal);
}

void ProfileWindow::checkForeignChange()
{
    if (!m_lastKnownFile || m_jobState != FileJobState::Idle) {
        return;
    }
    handleJobEvent(FileJobEvent::Started);
    BackgroundJobs::shared().run(
        [draft = *m_lastKnownFile] {
            return draft.textChangedByOthers();
        },
        this,
        [this](const std::optional<QByteArray> &foreign) {
            const bool isShown = foreign == m_unapprovedForeignText && m_profileEditor->isModified();
            const bool isNews = foreign && !isShown && foreign != m_approvedForeignText;
            if (isNews && m_profileEditor->isModified()) {
                m_unapprovedForeignText = foreign;
                handleJobEvent(FileJobEvent::SaveWithdrawn);
                m_closesWhenSaved = false; // a later save must not close the window
                showForeignChange();
            }
            fileJobEnded();
            if (isNews && !m_profileEditor->isModified()) {
                loadFile();
                showMessage(i18nc("@info %1: a file", "%1 was changed outside this window. This is the new version.", QFileInfo(m_profilePath).fileName()),
                            false);
            }
        });
}

void ProfileWindow::showForeignChange()
{
    showMessage(i18nc("@info %1: a file",
                      "%1 was changed outside this window, and you have changed it here. Nothing is overwritten before you choose.",
                      QFileInfo(m_profilePath).fileName()),
                true);
    m_messageWidget->addAction(m_showDifferenceAction);
    m_messageWidget->addAction(m_loadTheirsAction);
    m_messageWidget->addAction(m_keepMineAction);
}

void ProfileWindow::showMessage(const QString &text, bool isTrouble)
{
    for (QAction *action : {m_showDifferenceAction, m_loadTheirsAction, m_keepMineAction, m_saveCopyAction}) {
        m_messageWidget->removeAction(action);
    }
    m_messageWidget->setMessageType(isTrouble ? KMessageWidget::Warning : KMessageWidget::Information);
    m_messageWidget->setText(text.toHtmlEscaped());
    m_messageWidget->animatedShow();
}

void ProfileWindow::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::ActivationChange && isActiveWindow() && m_lastKnownFile && m_jobState == FileJobState::Idle) {
        m_draftChecker.readFacilityOf(m_profilePath); // reading also checks for changes in other files of the facility
    }
    QMainWindow::changeEvent(event);
}

void ProfileWindow::closeEvent(QCloseEvent *event)
{
    if (!m_profileEditor->isModified()) {
        event->accept();
        return;
    }
    event->ignore();
    auto *question = new QMessageBox(QMessageBox::Question,
                                     i18nc("@title:window", "Save Changes?"),
                                     i18nc("@info %1: a file", "Save the changes to %1?", QFileInfo(m_profilePath).fileName()),
                                     QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel,
                                     this);
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setDefaultButton(QMessageBox::Save);
    connect(question, &QMessageBox::buttonClicked, this, [this, question](QAbstractButton *button) {
        if (question->standardButton(button) == QMessageBox::Discard) {
            m_profileEditor->setSavedText(m_profileEditor->text());
            close();
        } else if (question->standardButton(button) == QMessageBox::Save) {
            m_closesWhenSaved = true;
            save();
        }
    });
    question->open();
}
}
