// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/profileeditor/completionmodel.h"

#include <KTextEditor/View>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

CompletionModel::CompletionModel(ProposalFinder ask, QObject *parent)
    : KTextEditor::CodeCompletionModel(parent)
    , m_findProposals(std::move(ask))
{
}

void CompletionModel::completionInvoked(KTextEditor::View *view, const KTextEditor::Range &, InvocationType)
{
    beginResetModel();
    m_proposals = m_findProposals(view->cursorPosition()).list;
    setRowCount(static_cast<int>(m_proposals.size()));
    endResetModel();
}

QVariant CompletionModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= m_proposals.size()) {
        return {};
    }
    const EditingHelp::Proposal &proposal = m_proposals[index.row()];
    if (role == Qt::DisplayRole && index.column() == Name) {
        return proposal.text;
    }
    if (role == Qt::DisplayRole && index.column() == Postfix) {
        return proposal.documentation;
    }
    if (role == Qt::AccessibleTextRole) {
        return QString(proposal.text + u' ' + proposal.documentation);
    }
    return {};
}

bool CompletionModel::shouldStartCompletion(KTextEditor::View *, const QString &insertedText, bool userInsertion, const KTextEditor::Cursor &)
{
    if (!userInsertion || insertedText.isEmpty()) {
        return false;
    }
    const QChar last = insertedText.back();
    return last.isLetter() || last == u'[' || last == u'"' || last == u'.';
}

KTextEditor::Range CompletionModel::completionRange(KTextEditor::View *, const KTextEditor::Cursor &position)
{
    return m_findProposals(position).range;
}

bool CompletionModel::shouldAbortCompletion(KTextEditor::View *view, const KTextEditor::Range &range, const QString &)
{
    return view->cursorPosition() < range.start() || view->cursorPosition() > range.end();
}
}
