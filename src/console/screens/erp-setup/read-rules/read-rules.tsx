/** What is read from NetSuite: a section of ERP Setup that only our server has (decisions/server/read-rules.md). */
import { useState } from 'react'
import { Box, Button, Skeleton, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { explain } from '#contract/faults.ts'
import type { ReadRules } from '#contract/own/read-rules.ts'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { listTexts } from '#contract/texts/list-texts.ts'
import { readRulesFaults, readRulesTexts } from '#contract/texts/own/read-rules-texts.ts'
import { useOffers } from '#console/data/api/config.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { Notice } from '#console/ui/status/notice.tsx'
import { READ_RULES_KEY, readRulesQuery } from '#console/screens/erp-setup/erp-queries.ts'
import { RulesForm } from '#console/screens/erp-setup/read-rules/rules-form.tsx'
import { useSession } from '#console/session/session.ts'

export function ReadRulesSection() {
  const client = useQueryClient()
  const { isSuperAdmin } = useSession()
  const isOffered = useOffers().includes('read-rules') && isSuperAdmin
  const rules = useQuery({ ...readRulesQuery(), enabled: isOffered })
  const [saved, setSaved] = useState(0)
  if (!isOffered) return null
  // What the server has now is known. Asking for it again may fail on a weak link, and an earlier question may still
  // be answered: the form would show the old rules, and the next save would restore them.
  const onSaved = async (rulesNow: ReadRules): Promise<void> => {
    await client.cancelQueries({ queryKey: READ_RULES_KEY })
    client.setQueryData(READ_RULES_KEY, rulesNow)
    setSaved(saved + 1)
  }
  return (
    <Box component="section" aria-labelledby="read-rules" mt="xl" maw={640}>
      <Title order={2} size="h4" id="read-rules" mb="xs">
        {readRulesTexts.title}
      </Title>
      {rules.isError && (
        <Notice
          role="alert"
          tone="failed"
          action={
            <Button variant="default" onClick={() => void rules.refetch()}>
              {listTexts.retry}
            </Button>
          }
        >
          {explain(faultFacts(rules.error), readRulesFaults.load)}
        </Notice>
      )}
      {rules.isLoading && <Skeleton height={320} aria-label={deviceTexts.loading} />}
      {rules.data && <RulesForm key={saved} rules={rules.data} onSaved={onSaved} />}
    </Box>
  )
}
