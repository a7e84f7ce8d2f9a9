// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/editing/editinghelp.h"

#include <KTextEditor/CodeCompletionModel>
#include <KTextEditor/CodeCompletionModelControllerInterface>

#include <functional>

namespace Nightdesk
{
/// What can be inserted at the text cursor, with one line of help each, for KTextEditor's completion list. Child of the editor. GUI thread.
class CompletionModel : public KTextEditor::CodeCompletionModel, public KTextEditor::CodeCompletionModelControllerInterface
{
    Q_OBJECT
    Q_INTERFACES(KTextEditor::CodeCompletionModelControllerInterface)
public:
    struct CompletionProposals {
        KTextEditor::Range range; ///< the word to be replaced
        QList<EditingHelp::Proposal> list;
    };
    using ProposalFinder = std::function<CompletionProposals(KTextEditor::Cursor)>;
    /// @p ask: a function that returns the proposals of EditingHelp for a position.
    CompletionModel(ProposalFinder ask, QObject *parent);

    void completionInvoked(KTextEditor::View *view, const KTextEditor::Range &range, InvocationType type) override;
    QVariant data(const QModelIndex &index, int role) const override;

    bool shouldStartCompletion(KTextEditor::View *view, const QString &insertedText, bool userInsertion, const KTextEditor::Cursor &position) override;
    KTextEditor::Range completionRange(KTextEditor::View *view, const KTextEditor::Cursor &position) override;
    bool shouldAbortCompletion(KTextEditor::View *view, const KTextEditor::Range &range, const QString &currentCompletion) override;

private:
    ProposalFinder m_findProposals;
    QList<EditingHelp::Proposal> m_proposals;
};
}
