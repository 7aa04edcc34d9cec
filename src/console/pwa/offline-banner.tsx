/** Says quietly in the top bar that there is no network (decisions.md 6.3): nothing of a page moves when it comes or goes. */
import { IconCloudOff } from '@tabler/icons-react'
import { messages } from '#contract/messages.ts'
import { useOnline } from '#console/data/online.ts'
import classes from '#console/pwa/offline-banner.module.css'

export function OfflineBanner() {
  const online = useOnline()
  return (
    <div role="status" className={classes.place}>
      {!online && (
        <div className={classes.banner}>
          <IconCloudOff size={18} aria-hidden />
          <span className={classes.words}>{messages.offline}</span>
        </div>
      )}
    </div>
  )
}
