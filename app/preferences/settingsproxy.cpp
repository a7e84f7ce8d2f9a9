// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/preferences/settingsproxy.h"

#include <KConfigGroup>
#include <KSharedConfig>

namespace Nightdesk
{
namespace
{
/// Forwards all calls to the original item, except reading and writing the file.
class SettingsItemForwarder : public KConfigSkeletonItem
{
public:
    SettingsItemForwarder(KConfigSkeletonItem *original, const KConfig &file)
        : KConfigSkeletonItem(original->group(), original->key())
        , m_original(original)
    {
        readImmutability(file.group(original->group()));
        setIsDefaultImpl([original] {
            return original->isDefault();
        });
        setIsSaveNeededImpl([] {
            return false;
        });
        setGetDefaultImpl([original] {
            return original->getDefault();
        });
    }
    void readConfig(KConfig *) override
    {
    }
    void writeConfig(KConfig *) override
    {
    }
    void readDefault(KConfig *) override
    {
    }
    void setProperty(const QVariant &value) override
    {
        m_original->setProperty(value);
    }
    bool isEqual(const QVariant &value) const override
    {
        return m_original->isEqual(value);
    }
    QVariant property() const override
    {
        return m_original->property();
    }
    QVariant minValue() const override
    {
        return m_original->minValue();
    }
    QVariant maxValue() const override
    {
        return m_original->maxValue();
    }
    void setDefault() override
    {
        m_original->setDefault();
    }
    void swapDefault() override
    {
        m_original->swapDefault();
    }

private:
    KConfigSkeletonItem *m_original;
};
}

SettingsForwarder::SettingsForwarder(KCoreConfigSkeleton *original, QObject *parent)
    : KConfigSkeleton(KSharedConfig::openConfig(QString(), KConfig::SimpleConfig), parent) // this object has no file of its own
{
    const auto items = original->items();
    for (KConfigSkeletonItem *item : items) {
        addItem(new SettingsItemForwarder(item, *original->config()), item->name());
    }
}
}
