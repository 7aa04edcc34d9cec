/** How many exceptions are open, in the menu. */
import { VisuallyHidden } from '@mantine/core'
import { exceptionScreenTexts } from '#contract/texts/own/exception-screen-texts.ts'
import { useOpenExceptions } from '#console/data/exceptions/open-count.ts'
import classes from '#console/shell/side-menu.module.css'

export function ExceptionMark() {
  const count = useOpenExceptions()
  if (count === null || count === 0) return null
  return (
    <span className={classes.mark}>
      <VisuallyHidden> </VisuallyHidden>
      {count.toLocaleString('en')}
      <VisuallyHidden> {exceptionScreenTexts.openWord}</VisuallyHidden>
    </span>
  )
}
