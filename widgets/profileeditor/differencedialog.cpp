// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/profileeditor/differencedialog.h"

#include "widgets/common/plainlabel.h"

#include <KLocalizedString>

#include <QDialogButtonBox>
#include <QFile>
#include <QFileInfo>
#include <QFontDatabase>
#include <QPlainTextEdit>
#include <QProcess>
#include <QVBoxLayout>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
bool writeComparedFile(const QString &path, const QByteArray &text)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}
}

DifferenceDialog::DifferenceDialog(const QString &file, const QByteArray &theirs, const QByteArray &mine, QWidget *parent)
    : QDialog(parent)
    , m_differenceView(new QPlainTextEdit)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(i18nc("@title:window %1: a file's name", "Differences in %1", QFileInfo(file).fileName()));
    auto *column = new QVBoxLayout(this);
    column->addWidget(PlainLabel::createWrapped(i18nc("@info", "Lines with “-” are in the file now, lines with “+” are in this editor.")));
    m_differenceView->setReadOnly(true);
    m_differenceView->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_differenceView->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_differenceView->setTabChangesFocus(true);
    m_differenceView->setAccessibleName(i18nc("@label of a text", "Differences"));
    column->addWidget(m_differenceView);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
    resize(fontMetrics().averageCharWidth() * 100, fontMetrics().lineSpacing() * 26);
    if (m_directory.isValid() && writeComparedFile(m_directory.filePath(u"theirs"_s), theirs) && writeComparedFile(m_directory.filePath(u"mine"_s), mine)) {
        runDiff();
    } else {
        m_differenceView->setPlainText(i18nc("@info", "The differences cannot be shown: no temporary file could be written."));
    }
}

void DifferenceDialog::runDiff()
{
    auto *diff = new QProcess(this);
    const auto tell = [text = m_differenceView, diff] {
        const QString output = QString::fromUtf8(diff->readAllStandardOutput());
        text->setPlainText(output.isEmpty() ? i18nc("@info", "The differences cannot be shown: the program “diff” did not run.") : output);
    };
    connect(diff, &QProcess::finished, m_differenceView, tell);
    connect(diff, &QProcess::errorOccurred, m_differenceView, tell);
    diff->start(u"diff"_s,
                {u"-u"_s,
                 u"-L"_s,
                 i18nc("@info heads a list of differences", "in the file"),
                 u"-L"_s,
                 i18nc("@info heads a list of differences", "in this editor"),
                 m_directory.filePath(u"theirs"_s),
                 m_directory.filePath(u"mine"_s)});
}
}
