/** ERP Setup (console.md section 2, `/netsuite-setup`). */
import { useState } from 'react'
import { ActionIcon, Group, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ERP_FIELDS, type ErpField } from '#contract/forms.ts'
import { messages } from '#contract/messages.ts'
import { ERP_STATUS_KEY, erpStatusQuery } from '#console/data/queries.ts'
import { ErpForm } from '#console/screens/erp-form.tsx'
import { useSession } from '#console/session/session.ts'
import { TOUCH_TARGET_PX } from '#console/theme.ts'
import { usePageTitle } from '#console/ui/page-title.ts'

export function NetsuiteSetup() {
  usePageTitle(messages.erpTitle)
  const client = useQueryClient()
  const { isSuperAdmin } = useSession()
  const { data } = useQuery({ ...erpStatusQuery(), enabled: isSuperAdmin })
  const [saved, setSaved] = useState(0)
  const isSet = new Set<ErpField>(
    ERP_FIELDS.map(({ key }) => key).filter((key) => data?.data[key] === true),
  )
  return (
    <section aria-labelledby="screen-title">
      <Group mb="md">
        <ActionIcon
          component={Link}
          to="/dashboard"
          size={TOUCH_TARGET_PX}
          aria-label={messages.backToDashboard}
        >
          <IconArrowLeft aria-hidden />
        </ActionIcon>
        <Title order={1} size="h3" id="screen-title">
          {messages.erpTitle}
        </Title>
      </Group>
      <ErpForm
        key={saved}
        isSet={isSet}
        onSaved={() => {
          setSaved(saved + 1)
          void client.invalidateQueries({ queryKey: ERP_STATUS_KEY })
        }}
      />
    </section>
  )
}
