// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/referencecommand.h"

#include "sessions/profiles/format/formatreference.h"
#include "sessions/profiles/format/formatschema.h"

namespace Nightdesk
{
int runReferenceCommand(const ReferenceCommand &command, QTextStream &out)
{
    switch (command.outputFormat) {
    case ReferenceCommand::OutputFormat::MarkdownPage:
        out << FormatReference::markdown();
        break;
    case ReferenceCommand::OutputFormat::FacilitySchema:
        out << QString::fromUtf8(FormatSchema(TableId::Facility).json());
        break;
    case ReferenceCommand::OutputFormat::ProfileSchema:
        out << QString::fromUtf8(FormatSchema(TableId::Profile).json());
        break;
    }
    out.flush();
    return 0;
}
}
