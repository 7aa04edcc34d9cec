/** Text that wraps between its words only: a browser also breaks a code such as `D-01-04` after each hyphen. */
import { Fragment } from 'react'
import classes from '#console/ui/sideways/no-break-text.module.css'

interface NoBreakTextProps {
  readonly text: string
}

/** For the cells of a frame that scrolls sideways, because a long code makes its column wide. */
export function NoBreakText({ text }: NoBreakTextProps) {
  if (!BREAKS.test(text)) return <>{text}</>
  const words = text.split(' ')
  return (
    <span>
      {words.map((word, nth) => (
        // Two words may be the same.
        <Fragment key={`${word} ${String(nth)}`}>
          {nth > 0 && ' '}
          <span className={classes.word}>{word}</span>
        </Fragment>
      ))}
    </span>
  )
}

/** What a browser breaks a word after. */
const BREAKS = /[-–/?]/
