/** Says in the top bar that there is no network (decisions/console/offline.md); nothing on the page moves when it appears or goes. */
import { IconCloudOff } from '@tabler/icons-react'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { useOnline } from '#console/data/api/use-online.ts'
import classes from '#console/pwa/offline-banner.module.css'
import { useIsSnapshotShown } from '#console/ui/snapshot-shown.ts'

export function OfflineBanner() {
  const online = useOnline()
  const isKeptShown = useIsSnapshotShown()
  return (
    <div role="status" className={classes.place}>
      {!online && (
        <div className={classes.banner}>
          <IconCloudOff size={18} aria-hidden />
          <span className={classes.words}>
            {isKeptShown ? deviceTexts.offline : deviceTexts.offlineNothingKept}
          </span>
        </div>
      )}
    </div>
  )
}
