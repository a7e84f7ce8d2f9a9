// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <KTextEditor/MovingRange>
#include <KTextEditor/TextHintInterface>

#include <functional>
#include <memory>
#include <vector>

namespace KTextEditor
{
class Document;
class View;
}

namespace Nightdesk
{
/// Marks errors of a profile at their positions in its text: a line below the word, an icon in the margin, and the message at the pointer. Member of
/// the editor. GUI thread.
class ProblemMarks : public KTextEditor::TextHintProvider
{
public:
    /// @p explain: returns the help text for a position; may be empty.
    ProblemMarks(KTextEditor::View *view, std::function<QString(KTextEditor::Cursor)> explain);
    ~ProblemMarks() override;

    void setProblems(const QList<ProfileError> &problems);
    /// The position of an error in the text. KTextEditor's columns are UTF-16 units, an error's columns are characters.
    KTextEditor::Range rangeOf(const SourcePlace &place) const;

    QString textHint(KTextEditor::View *view, const KTextEditor::Cursor &position) override;

private:
    struct Mark {
        std::unique_ptr<KTextEditor::MovingRange> range;
        ProfileError problem;
    };
    KTextEditor::View *const m_textView;
    KTextEditor::Document *const m_document;
    const std::function<QString(KTextEditor::Cursor)> m_explain;
    std::vector<Mark> m_marks;
};
}
