/** The title of the window, which a screen reader says first and a tab shows. */
import { useEffect } from 'react'
import { PRODUCT_NAME } from '#contract/constants.ts'

/** Names the window while the page is shown; null where the page has no name of its own. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    if (title === null) return undefined
    document.title = `${title} · ${PRODUCT_NAME}`
    return () => {
      document.title = PRODUCT_NAME
    }
  }, [title])
}
