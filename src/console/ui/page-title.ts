/** The title of the window: a screen reader announces it first, a tab shows it. */
import { useEffect } from 'react'
import { PRODUCT_NAME } from '#contract/constants.ts'

/** Sets the title while the page is shown; null if the page has no name of its own. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    if (title === null) return undefined
    document.title = `${title} · ${PRODUCT_NAME}`
    return () => {
      document.title = PRODUCT_NAME
    }
  }, [title])
}
