/** The title of the window, which a screen reader says first and a tab shows. */
import { useEffect } from 'react'
import { PRODUCT_NAME } from '#contract/constants.ts'

/** Names the window while the page is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`
    return () => {
      document.title = PRODUCT_NAME
    }
  }, [title])
}
