/** Opens the sync centre, beside a sync button; on servers that do not tell of syncs there is none. */
import { useEffect, useRef, useState } from 'react'
import { ActionIcon } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { syncTexts } from '#contract/sync-texts.ts'
import { useTellsSyncs } from '#console/data/sync-runs.ts'
import { reattachSyncs } from '#console/sync/reattach.ts'
import { SyncCentre } from '#console/sync/sync-centre.tsx'
import { TOUCH_TARGET_PX } from '#console/theme.ts'

interface SyncDetailsButtonProps {
  /** Whether rows on the device came from such a server: nothing moves when it answers again. */
  readonly wasTold?: boolean
}

export function SyncDetailsButton({ wasTold = false }: SyncDetailsButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const tells = useTellsSyncs()
  useEffect(() => {
    if (tells) void reattachSyncs()
  }, [tells])
  if (!tells && !wasTold) return null
  const close = (): void => {
    setIsOpen(false)
    button.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <ActionIcon
        ref={button}
        size={TOUCH_TARGET_PX}
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
