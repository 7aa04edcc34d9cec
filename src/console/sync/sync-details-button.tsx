/** Opens the sync centre, next to a sync button; absent if the server does not offer sync details. */
import { useEffect, useRef, useState } from 'react'
import { ActionIcon } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { syncTexts } from '#contract/texts/sync-texts.ts'
import { useOffers } from '#console/data/api/config.ts'
import { useOnline } from '#console/data/api/use-online.ts'
import { reattachSyncs } from '#console/sync/reattach.ts'
import { SyncCentre } from '#console/sync/sync-centre.tsx'

export function SyncDetailsButton() {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const tells = useOffers().includes('syncs')
  const online = useOnline()
  useEffect(() => {
    if (tells && online) void reattachSyncs()
  }, [tells, online])
  if (!tells) return null
  const close = (): void => {
    setIsOpen(false)
    button.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <ActionIcon
        ref={button}
        size="var(--control-height)"
        variant="default"
        aria-label={syncTexts.details}
        title={syncTexts.details}
        onClick={() => setIsOpen(true)}
      >
        <IconHistory size={20} aria-hidden />
      </ActionIcon>
      {isOpen && <SyncCentre onClose={close} />}
    </>
  )
}
