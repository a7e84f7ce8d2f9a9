// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/profileeditor/textmarks.h"

#include <KColorScheme>
#include <KLocalizedString>
#include <KTextEditor/Document>
#include <KTextEditor/View>

#include <QIcon>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
constexpr auto errorMark = KTextEditor::Document::Error;
constexpr auto warningMark = KTextEditor::Document::Warning;
constexpr auto severityMarks = static_cast<uint>(errorMark) | static_cast<uint>(warningMark);

KTextEditor::Attribute::Ptr underline(Severity severity)
{
    const KColorScheme scheme(QPalette::Active, KColorScheme::View);
    KTextEditor::Attribute::Ptr attribute(new KTextEditor::Attribute);
    attribute->setUnderlineStyle(QTextCharFormat::SpellCheckUnderline);
    attribute->setUnderlineColor(scheme.foreground(severity == Severity::Error ? KColorScheme::NegativeText : KColorScheme::NeutralText).color());
    return attribute;
}
}

ProblemMarks::ProblemMarks(KTextEditor::View *view, std::function<QString(KTextEditor::Cursor)> explain)
    : m_textView(view)
    , m_document(view->document())
    , m_explain(std::move(explain))
{
    m_document->setMarkIcon(errorMark, QIcon::fromTheme(u"dialog-error"_s));
    m_document->setMarkDescription(errorMark, i18nc("@info:tooltip of a mark beside a line of a profile", "Error"));
    m_document->setMarkIcon(warningMark, QIcon::fromTheme(u"dialog-warning"_s));
    m_document->setMarkDescription(warningMark, i18nc("@info:tooltip of a mark beside a line of a profile", "Warning"));
    m_textView->registerTextHintProvider(this);
}

ProblemMarks::~ProblemMarks()
{
    m_textView->unregisterTextHintProvider(this);
}

KTextEditor::Range ProblemMarks::rangeOf(const SourcePlace &place) const
{
    const int line = std::clamp(place.line - 1, 0, std::max(0, m_document->lines() - 1));
    const QString text = m_document->line(line);
    qsizetype begin = 0;
    for (int column = 1; column < place.column && begin < text.size(); ++column) {
        begin += text[begin].isHighSurrogate() ? 2 : 1;
    }
    begin = std::min(begin, text.size());
    qsizetype end = begin;
    if (end < text.size() && (text[end] == u'"' || text[end] == u'\'')) {
        const qsizetype closing = text.indexOf(text[end], end + 1);
        end = closing < 0 ? text.size() : closing + 1;
    } else {
        while (end < text.size() && (text[end].isLetterOrNumber() || text[end] == u'_' || text[end] == u'-')) {
            ++end;
        }
    }
    // A missing value has no width: the character at that place is marked, or the last one of the line.
    if (end == begin) {
        end < text.size() ? ++end : begin = std::max<qsizetype>(0, begin - 1);
    }
    return {line, static_cast<int>(begin), line, static_cast<int>(end)};
}

void ProblemMarks::setProblems(const QList<ProfileError> &problems)
{
    m_marks.clear();
    const QList<int> lines = m_document->marks().keys();
    for (const int line : lines) {
        m_document->removeMark(line, severityMarks);
    }
    for (const ProfileError &problem : problems) {
        if (problem.place.line <= 0) {
            continue;
        }
        const KTextEditor::Range range = rangeOf(problem.place);
        Mark mark{.range = std::unique_ptr<KTextEditor::MovingRange>(m_document->newMovingRange(range)), .problem = problem};
        mark.range->setAttribute(underline(problem.severity));
        mark.range->setZDepth(-10);
        m_document->addMark(range.start().line(), problem.severity == Severity::Error ? errorMark : warningMark);
        m_marks.push_back(std::move(mark));
    }
}

QString ProblemMarks::textHint(KTextEditor::View *, const KTextEditor::Cursor &position)
{
    QStringList lines;
    for (const Mark &mark : m_marks) {
        if (mark.range->toRange().contains(position)) {
            lines.append(mark.problem.message);
        }
    }
    if (const QString explanation = m_explain(position); !explanation.isEmpty()) {
        lines.append(explanation);
    }
    return lines.isEmpty() ? QString() : u"<qt>%1</qt>"_s.arg(lines.join(u'\n').toHtmlEscaped().replace(u'\n', u"<br>"_s));
}
}
